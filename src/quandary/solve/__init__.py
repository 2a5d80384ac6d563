"""From a puzzle to its states, its solutions, or the steps of a human-like solver."""

from quandary.solve.deduce import anywhere_in, deduce, fewest
from quandary.solve.explore import explore
from quandary.solve.search import Count, Solution, Solutions, count, solutions
from quandary.solve.states import StateCount, count_states

__all__ = [
    "Count",
    "Solution",
    "Solutions",
    "StateCount",
    "anywhere_in",
    "count",
    "count_states",
    "deduce",
    "explore",
    "fewest",
    "solutions",
]
