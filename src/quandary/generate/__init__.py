"""Making puzzles: digging in full boards."""

from quandary.generate.dig import dig, digging, file_by_level, make_at_level, no_guess, unique

__all__ = ["dig", "digging", "file_by_level", "make_at_level", "no_guess", "unique"]
