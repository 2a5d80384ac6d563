"""Courses from scored puzzles: pools, choices, lessons, and a check of the result."""
