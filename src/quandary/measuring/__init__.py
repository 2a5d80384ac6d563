"""Measures: from puzzles to scores."""
