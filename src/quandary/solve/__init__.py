"""From a puzzle to its states, its solutions, or the steps of a human-like solver."""

from quandary.solve.deduce import anywhere_in, deduce, fewest
from quandary.solve.explore import explore
from quandary.solve.search import Count, Solution, Solutions, count, solutions

__all__ = [
    "Count",
    "Solution",
    "Solutions",
    "anywhere_in",
    "count",
    "deduce",
    "explore",
    "fewest",
    "solutions",
]
