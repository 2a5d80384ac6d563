"""From a puzzle to its states, its solutions, or the steps of a human-like solver."""

from quandary.solve.deduce import Guess, Notes, anywhere_in, deduce, deduce_often, fewest, guess_named, replay
from quandary.solve.expert import Expert, expert
from quandary.solve.explore import explore
from quandary.solve.search import Count, Solution, Solutions, count, solutions

__all__ = [
    "Count",
    "Expert",
    "Guess",
    "Notes",
    "Solution",
    "Solutions",
    "anywhere_in",
    "count",
    "deduce",
    "deduce_often",
    "expert",
    "explore",
    "fewest",
    "guess_named",
    "replay",
    "solutions",
]
