"""Learned rules: explain dead moves, keep what the explanation needs, and rank what is left by its worth."""

from quandary.discovering.learn import Discovery, discover

__all__ = ["Discovery", "discover"]
