"""Solvers: from a puzzle to its states, its solutions, or the steps of a human-like solver."""
