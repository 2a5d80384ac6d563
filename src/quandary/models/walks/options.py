"""The open places of a board, each with what may draw a person to it: rules, nearness, what else is there.

Rules are tried in the order of their cost, and what one strikes out stays out for the next, as in pencil marks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quandary.kind import Kind
from quandary.models.logit import Floats
from quandary.models.walks.walk import RecordedWalk, boards, place_of, solved_moves, value_of
from quandary.rules import Rule
from quandary.solving.decided import decided

NO_RULE = "none"
CLOSE, BESIDE, AROUND = 0.1, 1.1, 1.6
"""Distances in cells: of the same line, of neighbours, of neighbours across corners, too."""
FRESH = "fresh"
NEARNESS = ("touching", "distance", "same row", "same column", "reading on", "shared units")
PLACE = ("from the top", "from the left", "open around", "open in line", "open in unit")
VALUE = ("same value", "value left")


@dataclass(frozen=True)
class PlaceChoice:
    """The open places of one board, a row of features for each, and the one that was chosen."""

    places: tuple[str, ...]
    rules: tuple[str, ...]
    """The rule that decides each place, or "none"."""
    table: Floats
    chosen: int


def feature_names(kind: Kind) -> tuple[str, ...]:
    """Return the names of the features of a kind's places, in the order of the table's columns."""
    rules = (f"rule {name}" for name in (*dict.fromkeys(rule.name for rule in _rules(kind)), NO_RULE))
    return (*rules, FRESH, *NEARNESS, *VALUE, *PLACE)


def _rules(kind: Kind) -> list[Rule]:
    """Return the rules that people could use, easiest first."""
    return sorted(kind.people.rules, key=lambda rule: rule.cost)


class Sight:
    """What can be seen on the boards of one puzzle. Places have numbers, in the order of the solution's moves."""

    def __init__(self, kind: Kind, puzzle: Any) -> None:
        self.puzzle, self.rules = puzzle, _rules(kind)
        self.right = solved_moves(kind, puzzle)
        self.places = tuple(self.right)
        self.number = {place: at for at, place in enumerate(self.places)}
        self.names = feature_names(kind)
        self.column = {name: at for at, name in enumerate(self.names)}
        start = next(iter(puzzle.starts()))
        anchor = kind.pictures.anchor
        assert anchor is not None  # noqa: S101 - every fill kind can be pointed at
        points = np.array([anchor(puzzle, start, move) for move in self.right.values()])
        self.x, self.y = points[:, 0], points[:, 1]
        self.value = _numbered(value_of(move) for move in self.right.values())
        self.unit = _members([set(_units(puzzle, move)) for move in self.right.values()])

    @cached_property
    def far(self) -> Floats:
        """The distance of every two places."""
        found: Floats = np.hypot(self.x[:, None] - self.x, self.y[:, None] - self.y)
        return found

    def open_numbers(self, state: Any) -> NDArray[np.intp]:
        """Return the numbers of the places that are open in a state."""
        still = {str(slot.name) for slot in self.puzzle.slots(state)}
        return np.array([at for at, place in enumerate(self.places) if place in still], dtype=np.intp)

    def decided(self, paths: Sequence[Sequence[Any]]) -> list[dict[int, str]]:
        """Return the easiest rule that decides each open place, by the place's number, after each path."""
        return [
            {
                self.number[place]: rule
                for move, rule in found.items()
                if self.right.get(place := place_of(self.puzzle, move)) == move
            }
            for found in decided(self.puzzle, paths, self.rules)
        ]

    def table(
        self, still: NDArray[np.intp], seen: Mapping[int, str], before: Mapping[int, str], last: int | None
    ) -> Floats:
        """Return a row of features for each open place."""
        found = np.zeros((len(still), len(self.names)))

        def put(name: str, values: Any) -> None:
            found[:, self.column[name]] = values

        for row, at in enumerate(map(int, still)):
            found[row, self.column[f"rule {seen.get(at, NO_RULE)}"]] = 1
            found[row, self.column[FRESH]] = last is not None and at in seen and seen[at] != before.get(at)
        self._put_place(put, still)
        if last is not None:
            self._put_nearness(put, still, last)
        return found

    def _put_nearness(self, put: Callable[[str, Any], None], still: NDArray[np.intp], last: int) -> None:
        across, down = self.x[still] - self.x[last], self.y[still] - self.y[last]
        far = self.far[still, last]
        put("touching", far < BESIDE)
        put("distance", np.log2(1 + far))
        put("same row", abs(down) < CLOSE)
        put("same column", abs(across) < CLOSE)
        put("reading on", (abs(down) < CLOSE) & (across > CLOSE) & (across < BESIDE))
        put("shared units", self.unit[still] @ self.unit[last])
        put("same value", self.value[still] == self.value[last])

    def _put_place(self, put: Callable[[str, Any], None], still: NDArray[np.intp]) -> None:
        x, y, value = self.x[still], self.y[still], self.value[still]
        put("from the left", (x - self.x.min()) / max(float(np.ptp(self.x)), 1))
        put("from the top", (y - self.y.min()) / max(float(np.ptp(self.y)), 1))
        near = self.far[np.ix_(still, still)] < AROUND
        put("open around", (near.sum(axis=1) - 1) / 8)
        rows, columns = (abs(each[:, None] - each) < CLOSE for each in (y, x))
        put("open in line", np.log2(np.minimum(rows.sum(axis=1), columns.sum(axis=1))))
        put("value left", np.log2((value[:, None] == value).sum(axis=1)))
        units = self.unit[still]
        if units.any():
            counts = np.where(units > 0, units.sum(axis=0), np.inf).min(axis=1)
            put("open in unit", np.log2(np.where(np.isfinite(counts), counts, 1)))


def _numbered(names: Iterable[str]) -> NDArray[np.intp]:
    """Return a number for each name, equal names with equal ones."""
    numbers = dict[str, int]()
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def _members(groups: Sequence[set[str]]) -> Floats:
    """Return a table of who belongs to which of the units that occur."""
    units = sorted(set().union(*groups))
    return np.array([[float(unit in group) for unit in units] for group in groups]).reshape(len(groups), -1)


def _units(puzzle: Any, move: Any) -> Iterator[str]:
    """Yield the lines and boxes of a move, where the puzzle counts values in them."""
    for slot in list(puzzle.fills(move))[1:]:
        _, there, unit = str(slot.name).partition(" in ")
        if there:
            yield unit


def choices(walk: RecordedWalk) -> Iterator[PlaceChoice]:
    """Yield every choice of a walk: the open places before each right move."""
    sight = Sight(walk.kind, walk.puzzle)
    met = list(boards(walk))
    before: Mapping[int, str] = {}
    for board, seen in zip(met, sight.decided([each.made for each in met]), strict=True):
        still = sight.open_numbers(board.state)
        if len(still) > 1:
            last = sight.number[place_of(walk.puzzle, board.last)] if board.last is not None else None
            rules = tuple(seen.get(at, NO_RULE) for at in map(int, still))
            chosen = int(np.flatnonzero(still == sight.number[place_of(walk.puzzle, board.move)])[0])
            table = sight.table(still, seen, before, last)
            yield PlaceChoice(tuple(sight.places[at] for at in still), rules, table, chosen)
        before = seen
