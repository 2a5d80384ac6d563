"""Puzzles to play: what a board needs to know of a puzzle, the judge, hints, and the pages."""
