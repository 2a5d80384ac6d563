"""From a puzzle to its states, its solutions, or the steps of a human-like solver."""

from quandary.solve.deduce import Guess, Notes, anywhere_in, deduce, deduce_often, fewest, guess_named, replay
from quandary.solve.expert import Expert, expert
from quandary.solve.explore import explore
from quandary.solve.follow import Way, follow
from quandary.solve.search import Count, Solution, Solutions, count, solutions
from quandary.solve.states import StateCount, count_states

__all__ = [
    "Count",
    "Expert",
    "Guess",
    "Notes",
    "Solution",
    "Solutions",
    "StateCount",
    "Way",
    "anywhere_in",
    "count",
    "count_states",
    "deduce",
    "deduce_often",
    "expert",
    "explore",
    "fewest",
    "follow",
    "guess_named",
    "replay",
    "solutions",
]
