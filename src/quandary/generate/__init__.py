"""More puzzles, as hard as they are wanted: made anew, or from other puzzles."""

from quandary.generate.band import Band, Made, generate_band
from quandary.generate.vary import Variant, Variants, vary

__all__ = ["Band", "Made", "Variant", "Variants", "generate_band", "vary"]
