"""Generators of puzzles of a wanted difficulty: from scratch, from full boards, or from other puzzles."""
