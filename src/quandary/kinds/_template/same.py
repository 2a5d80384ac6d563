"""Which water jugs are the same."""

from collections.abc import Iterator
from itertools import permutations

from quandary.kind import Sameness
from quandary.kinds._template.notation import format  # noqa: A004
from quandary.kinds._template.rules import Jugs


def symmetries(puzzle: Jugs) -> Iterator[Jugs]:
    """The puzzle with the jugs that start empty in every order."""
    first, *others = puzzle.sizes
    for order in permutations(others):
        yield Jugs((first, *order), puzzle.wanted)


def canonical(puzzle: Jugs) -> str:
    """The same text exactly for puzzles that are the same up to the order of the empty jugs."""
    first, *others = puzzle.sizes
    return format(Jugs((first, *sorted(others, reverse=True)), puzzle.wanted))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
