"""All Fling! boards of a size with a given number of balls, numbered from 0 in the order of their numbers."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from quandary._native import core
from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.fling.engine import MOST_NATIVE
from quandary.kinds.fling.features import COUNTS
from quandary.kinds.fling.rules import MOST_CELLS, Board, Position
from quandary.kinds.fling.same import least
from quandary.limits import check_limits
from quandary.parts.space import within
from quandary.parts.spaces.options import SYMMETRY, is_reduced, whole, width_and_height

MOST_LISTED = 300_000_000
"""The most boards that are gone through to list one of each class."""


@dataclass(frozen=True)
class Boards:
    """All boards with a given number of balls.

    >>> space = Boards(3, 2, 2)
    >>> space.size, space.unrank(0), space.rank(space.unrank(7))
    (15, Board(width=3, height=2, balls=3), 7)
    """

    width: int
    height: int
    balls: int

    @property
    def size(self) -> int:
        """The number of boards: C(width · height, balls)."""
        return comb(self.width * self.height, self.balls)

    def unrank(self, number: int) -> Board:
        """Return the board with a number."""
        return Board(self.width, self.height, _subset(self.balls, within(number, self.size)))

    def rank(self, board: Board) -> int:
        """Return the number of a board: how many with as many balls have a smaller number."""
        _check_fits(self, board)
        return _rank(board.balls)

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the values of measures for the boards with these numbers, nan where there is no solution."""
        compiled = core()
        if compiled is None or self.width * self.height > MOST_NATIVE or numbers.step != 1 or not numbers:
            return None
        first = _subset(self.balls, within(numbers.start, self.size))
        boards = compiled.fling.boards_from(self.width, self.height, first, len(numbers))
        return _swept(self.width, self.height, boards, measures)


@dataclass(frozen=True)
class Classes:
    """One board for each class of boards that are the same: the one with the least number.

    >>> space = Classes(4, 4, 2)
    >>> space.size, space.unrank(0), space.rank(space.unrank(3))
    (9, Board(width=4, height=4, balls=3), 3)
    """

    width: int
    height: int
    balls: int

    @property
    def size(self) -> int:
        """The number of classes."""
        return len(self._least)

    def unrank(self, number: int) -> Board:
        """Return the board with a number."""
        return Board(self.width, self.height, self._least[within(number, self.size)])

    def rank(self, board: Board) -> int:
        """Return the number of a board's class."""
        _check_fits(self, board)
        return bisect_left(self._least, least(board).balls)

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the values of measures for the boards with these numbers, nan where there is no solution."""
        boards = self._least[numbers.start : numbers.stop : numbers.step]
        return _swept(self.width, self.height, boards, measures)

    @cached_property
    def _least(self) -> list[Position]:
        """The least number of every class, in order."""
        every = Boards(self.width, self.height, self.balls)
        if every.size > MOST_LISTED:
            raise SpaceError(
                f"There are {every.size:,} {self.width}x{self.height} boards with {self.balls} balls, too many"
                f" to list one of each class (at most {MOST_LISTED:,}). Leave out symmetry=reduced."
            )
        compiled = core()
        if compiled and self.width * self.height <= MOST_NATIVE:
            found: list[Position] = compiled.fling.classes(self.width, self.height, self.balls)
            return found
        return [board.balls for board in map(every.unrank, range(every.size)) if _is_least(board)]


def _is_least(board: Board) -> bool:
    check_limits()
    return least(board) == board


def _subset(balls: int, number: int) -> Position:
    """Return the number with this rank among those with a given number of bits, highest bit first."""
    found, left, cell = 0, number, 0
    while comb(cell + 1, balls) <= left:
        cell += 1
    for k in range(balls, 0, -1):
        while (below := comb(cell, k)) > left:
            cell -= 1
        found |= 1 << cell
        left -= below
    return found


def _rank(balls: Position) -> int:
    cells = [cell for cell in range(balls.bit_length()) if balls >> cell & 1]
    return sum(comb(cell, k) for k, cell in enumerate(cells, start=1))


def _check_fits(space: Boards | Classes, board: Board) -> None:
    found = board.width, board.height, board.balls.bit_count()
    if found != (space.width, space.height, space.balls):
        raise SpaceError(
            f"A {found[0]}x{found[1]} board with {found[2]} balls is not among the"
            f" {space.width}x{space.height} boards with {space.balls} balls."
        )


def _swept(
    width: int, height: int, boards: Sequence[Position], measures: Sequence[str]
) -> Mapping[str, Any] | None:
    compiled = core()
    if (
        compiled is None
        or width * height > MOST_NATIVE
        or not set(measures) <= {*COUNTS, "tree_ratio", "states_ratio"}
    ):
        return None
    import numpy as np

    as_expert = any("expert" in name or "ratio" in name for name in measures)
    counts = compiled.fling.surveys(width, height, boards, as_expert)
    found = {name: getattr(counts, name) for name in COUNTS}
    if as_expert:
        found["tree_ratio"] = found["full_tree"] / found["expert_tree"]
        found["states_ratio"] = found["full_states"] / found["expert_states"]
    return {name: np.where(found["solutions"] > 0, found[name], np.nan) for name in measures}


def build(options: Mapping[str, str]) -> Boards | Classes:
    """Return the space with some options: size, balls and symmetry. Raises SpaceError."""
    width, height = width_and_height(options, MOST_CELLS)
    form: type[Boards] | type[Classes] = Classes if is_reduced(options) else Boards
    return form(width, height, whole(options, "balls", 1, width * height))


SPACES = {
    "boards": NamedSpace(
        "boards with a given number of balls", {"size": "7x8", "balls": "5", **SYMMETRY}, build
    )
}
