"""Making puzzles from other puzzles."""

from quandary.generate.vary import Variant, Variants, vary

__all__ = ["Variant", "Variants", "vary"]
