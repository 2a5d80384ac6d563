"""More puzzles, as hard as they are wanted: made anew, dug from full boards, or from other puzzles."""

from quandary.generate.band import Band, Made, generate_band, named_size
from quandary.generate.dig import dig, dig_by_level, digging, file_by_level, make_at_level, no_guess, unique
from quandary.generate.vary import Variant, Variants, vary

__all__ = [
    "Band",
    "Made",
    "Variant",
    "Variants",
    "dig",
    "dig_by_level",
    "digging",
    "file_by_level",
    "generate_band",
    "make_at_level",
    "named_size",
    "no_guess",
    "unique",
    "vary",
]
