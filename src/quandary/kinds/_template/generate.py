"""More water jugs, and which of them are the same."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from quandary.kinds._template.notation import format  # noqa: A004
from quandary.kinds._template.rules import AWAY, Jugs

SIZES = ("3-jug", "4-jug")
LARGEST = 12
POURS = 12


def size(puzzle: Jugs) -> str:
    """The size of a puzzle in the words that `generate` takes."""
    return f"{len(puzzle.sizes)}-jug"


def generate(random: Random, size: str) -> Jugs:
    """A solvable puzzle: pour about at random, and want the amount that came up last."""
    sizes = sorted(random.sample(range(1, LARGEST + 1), int(size.removesuffix("-jug"))), reverse=True)
    puzzle = Jugs(tuple(sizes), wanted=sizes[0])
    state = puzzle.starts()[0]
    met = dict.fromkeys(amount for amount in state if amount)
    for _ in range(POURS):
        state = puzzle.apply(state, random.choice([m for m in puzzle.moves(state) if m.target != AWAY]))
        met.update(dict.fromkeys(amount for amount in state if amount))
    return Jugs(puzzle.sizes, wanted=list(met)[-1])


def symmetries(puzzle: Jugs) -> Iterator[Jugs]:
    """The puzzle with the jugs that start empty in every order."""
    first, *others = puzzle.sizes
    for order in permutations(others):
        yield Jugs((first, *order), puzzle.wanted)


def canonical(puzzle: Jugs) -> str:
    """The same text exactly for puzzles that are the same up to the order of the empty jugs."""
    first, *others = puzzle.sizes
    return format(Jugs((first, *sorted(others, reverse=True)), puzzle.wanted))
