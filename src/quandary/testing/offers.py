"""Counting without listing, and features: what a kind says in numbers is so, and the same every time."""

from itertools import islice
from math import isfinite
from random import Random

from quandary.limits import Budget
from quandary.measure.rate import rate
from quandary.puzzle import AnyPuzzle
from quandary.solve import count, solutions
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
        counted = count(puzzle, engine="python")
        found = (counted.solutions, counted.total_length, counted.shortest, counted.longest)
        require(found == expected, f"its tally is {found}, but listing gives {expected}")
        if kind.search:
            first = [len(moves) for moves in islice(kind.search(puzzle, Budget()), FIRST)]
            require(first == lengths[:FIRST], f"search gives lengths {first}, but listing {lengths[:FIRST]}")

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


def check_features(samples: Samples) -> None:
    """Every feature gives a finite number or a status, and the same one again."""
    names = [feature.name for feature in samples.kind.features]

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        one, other = (rate(puzzle, names, limits=ENOUGH) for _ in range(2))
        for name in names:
            value = one[name].value
            require(value is None or isfinite(value), f"its {name} is {value}")
            require(value == other[name].value, f"its {name} is {value} and then {other[name].value}")

    samples.try_on_examples(promise)
