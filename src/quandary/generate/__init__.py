"""More puzzles, as hard as they are wanted."""

from quandary.generate.band import Band, Made, generate_band

__all__ = ["Band", "Made", "generate_band"]
