"""Make the puzzles of a seed, each from its number alone, with the properties that were asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from random import Random
from typing import Any

from quandary.errors import NoneFoundError, UnknownNameError
from quandary.generating.dig import digging, full_board, unique
from quandary.generating.wishes import EMPTIES
from quandary.kind import Kind
from quandary.limits import check_limits
from quandary.solving.search import count as count_solutions

BOARDS = 20
"""The number of full boards that are dug in search of a number of empties."""


@dataclass(frozen=True)
class Recipe:
    """The properties that every generated puzzle must have."""

    kind: Kind
    size: str
    seed: int
    level: str = ""
    wishes: Mapping[str, str] = field(default_factory=dict)
    by: str = ""
    low: float = -inf
    high: float = inf

    asked: str = ""
    """All wishes, also those that measures decide, for the ids."""

    @property
    def tag(self) -> str:
        """What was asked for besides the size, for ids: the level, the wishes and the range if it is aimed at."""
        aimed = [f"{self.by}{self.low:g}to{self.high:g}"] if self.aims else []
        return "-".join(filter(None, [self.wish, *aimed])).replace(" ", "")[:60]

    @property
    def wish(self) -> str:
        """The level and the wishes."""
        return "-".join(filter(None, [self.level, self.asked]))

    @property
    def aims(self) -> bool:
        """Whether the kind can aim at the range."""
        known = not self.level and not self.wishes and self.by in self.kind.maker.aims
        return known and -inf < self.low and self.high < inf

    def make(self, number: int) -> Any:
        """Make a puzzle with the wishes, of the level, in the range if the kind can aim, or else any."""
        rng = Random(f"generate/{self.kind.name}/{self.size}/{self.seed}/{number}")
        if EMPTIES in self.wishes and EMPTIES not in self.kind.maker.wishes:
            return _dug(
                self.kind, rng, self.size, int(self.wishes[EMPTIES]), int(self.wishes.get("solutions", 1))
            )
        level = {"level": self.level} if self.level else {}
        if self.wishes and self.kind.maker.wishes:
            return self.kind.generate(rng, self.size, {**self.wishes, **level})
        if self.aims:
            hit = self.kind.maker.aims[self.by](rng, self.size, self.low, self.high)
            if hit is not None:
                return hit
        return self.kind.generate(rng, self.size, level)


def _dug(kind: Kind, rng: Random, size: str, empties: int, solutions: int) -> Any:
    """Return a puzzle with this many cells emptied that still has at most this many solutions."""

    def accept(puzzle: Any) -> bool:
        if solutions == 1:
            return unique(puzzle)
        found = count_solutions(puzzle, most=solutions)
        check_limits()
        return found.solutions <= solutions and (found.complete or found.solutions < solutions)

    for _ in range(BOARDS):
        full = full_board(kind, rng, size)
        found = next(islice(digging(kind, full, rng, accept), empties - 1, None), None)
        if found is not None:
            return found
    raise NoneFoundError(
        f"No {kind.title} of {size} with {empties} empties was found on {BOARDS} boards. Ask for fewer."
    )


def named_size(kind: Kind, size: str) -> str:
    """Return the kind's name for a size. A bare number names a square."""
    if not size:
        return kind.maker.usual_size or kind.maker.sizes[0]
    for name in (size, f"{size}x{size}"):
        if name in kind.maker.sizes or (kind.maker.any_size and kind.maker.any_size(name)):
            return name
    raise UnknownNameError(f"size of {kind.name}", size, kind.maker.sizes)
