"""Puzzles in play: positions, hints, solutions in playing order, and sheets of many puzzles."""
