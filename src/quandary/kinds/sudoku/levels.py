"""Sudokus as hard as asked: of a level, between two ratings, or such that one technique is the hardest needed."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import TypeAlias

from quandary.errors import QuandaryError, UnknownNameError
from quandary.kinds.sudoku.explainer import Profile, profile
from quandary.kinds.sudoku.generate import Symmetry, candidates
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.symmetry import fingerprint
from quandary.kinds.sudoku.techniques import LEVELS, TECHNIQUES

MOST = 20_000
"""How many Sudokus are made in the hope that one is accepted."""

SPARE = {"easy": 0.55}
"""The share of cells that is emptied where few Sudokus without a given to spare are that easy."""

Accept: TypeAlias = Callable[[Profile], bool]


def between(low: float, high: float) -> Accept:
    """Whether the hardest step is rated from `low` on and below `high`."""
    return lambda found: low <= found.rating < high


def needing(name: str) -> Accept:
    """Whether a technique is needed, and nothing harder.

    >>> needing("x-wing")(Profile((1, 0) + (0,) * 9 + (1,) + (0,) * 30, 3.2))
    True
    """
    names = [technique.name for technique in TECHNIQUES]
    if name not in names:
        raise UnknownNameError("technique", name, names)
    at = names.index(name)
    return lambda found: found.uses[at] > 0 and not any(found.uses[at + 1 :])


def make(
    rng: Random, size: str, accept: Accept, *, symmetry: Symmetry = "none", empties: int | None = None
) -> Sudoku:
    """A random Sudoku that is accepted; a QuandaryError says after how much work none was found."""
    for sudoku in islice(candidates(rng, size, symmetry=symmetry, empties=empties), MOST):
        found = profile(sudoku)
        if found and accept(found):
            return sudoku
    raise QuandaryError(
        f"None of {MOST:,} Sudokus of {size} was as hard as asked; ask for another level or size."
    )


def make_many(
    rng: Random, size: str, accept: Accept, *, symmetry: Symmetry = "none", empties: int | None = None
) -> Iterator[Sudoku]:
    """Different ones without end: no two are the same up to symmetry."""
    met = set[str]()
    while True:
        sudoku = make(rng, size, accept, symmetry=symmetry, empties=empties)
        if (key := fingerprint(sudoku)) not in met:
            met.add(key)
            yield sudoku


def at_level(level: str, rng: Random, size: str) -> Sudoku:
    """A random Sudoku of a level."""
    return next(many_at_level(level, rng, size))


def many_at_level(level: str, rng: Random, size: str, *, symmetry: Symmetry = "none") -> Iterator[Sudoku]:
    """Different Sudokus of a level without end."""
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    side = int(size.partition("x")[0])
    empties = round(SPARE[level] * side**2) if level in SPARE else None
    return make_many(rng, size, between(*LEVELS[level]), symmetry=symmetry, empties=empties)


MAKERS = {level: partial(at_level, level) for level in LEVELS}
"""For each level a maker: (random, size) → a Sudoku."""
