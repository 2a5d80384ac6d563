"""Counting without listing, and features: what a kind says in numbers is so, and the same every time."""

from itertools import islice
from math import isfinite
from random import Random

from quandary.limits import Budget
from quandary.measuring.feature import read
from quandary.measuring.subject import Subject
from quandary.puzzle import AnyPuzzle
from quandary.solving.search import Solution, solutions
from quandary.testing.examples import ENOUGH
from quandary.testing.samples import SMALL, Samples, require

FIRST = 3
"""How many solutions a kind's own search is asked for."""


def check_tally(samples: Samples) -> None:
    """The solutions that the kind counts and finds its own way are those that can be listed."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        listed = solutions(puzzle, limits=SMALL, engine="python")
        if not listed.complete:
            return
        lengths = sorted(len(solution.moves) for solution in listed.found)
        expected = (len(lengths), sum(lengths), min(lengths, default=None), max(lengths, default=None))
        found = kind.engines.tally(puzzle, Budget()) if kind.engines.tally else expected
        require(found == expected, f"its tally is {found}, but listing gives {expected}")
        if kind.engines.search:
            asked = FIRST if kind.engines.tally else 1
            first = [len(moves) for moves in islice(kind.engines.search(puzzle, Budget()), asked)]
            require(first == lengths[:asked], f"search gives lengths {first}, but listing {lengths[:asked]}")

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


def check_complete(samples: Samples) -> None:
    """The kind's own solver finds the solutions that can be listed, each once."""
    complete = samples.kind.engines.complete

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        listed = solutions(puzzle, limits=SMALL, engine="python")
        if complete is None or not listed.complete:
            return
        (start,) = puzzle.starts()
        found = [Solution(start, tuple(moves)).end(puzzle) for moves in complete(puzzle, Budget())]
        ends = {solution.end(puzzle) for solution in listed.found}
        require(
            len(found) == len(ends) and set(found) == ends, f"it finds {len(found)} of {len(ends)} solutions"
        )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


def check_features(samples: Samples) -> None:
    """Every feature gives a finite number or a status, and the same one again."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        one, other = Subject(puzzle), Subject(puzzle)
        for feature in samples.kind.features:
            value, again = (read(feature, subject, ENOUGH).value for subject in (one, other))
            require(value is None or isfinite(value), f"its {feature.name} is {value}")
            require(value == again, f"its {feature.name} is {value} and then {again}")

    samples.try_on_examples(promise)
