"""Explanations: where the difficulty of a puzzle sits, and which rule would remove it."""
