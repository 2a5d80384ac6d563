"""Hints of techniques: a digit to put in or digits to strike, and where to look."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from quandary.kinds.sudoku.finders.marks import PencilMarks, Set
from quandary.limits import Budget
from quandary.parts.masks import bits

Kept = TypeVar("Kept")


class HintRow(Protocol):
    """The parts of a technique that its finder needs."""

    @property
    def name(self) -> str:
        """The name of the technique."""

    def price(self, **counts: int) -> int:
        """Return the cost of a form of the technique in tenths."""


@dataclass
class TechniqueHint:
    """A possible step."""

    technique: str = ""
    cost: int = 0
    """The cost in tenths."""
    length: int = 0
    """The steps of a chain. Of two hints at the same cost, the shorter is easier to see."""
    form: int = 0
    """The form of a chain. Of two with the same length, the lower comes first."""
    put: int = -1
    """A move to make, or -1."""
    strikes: list[int] = field(default_factory=list)
    """Moves that are ruled out, in the order in which they were found."""
    cells: Set = 0
    """The cells to look at."""
    digits: Set = 0

    @property
    def is_worth(self) -> bool:
        """Whether the hint changes anything."""
        return self.put >= 0 or bool(self.strikes)

    @property
    def ease(self) -> tuple[int, int, int]:
        """The sort key of hints, least for the easiest."""
        return self.cost, self.length, self.form or -len(self.strikes)

    def strike(self, marks: PencilMarks, cells: Set, digit: int) -> None:
        """Strike a digit wherever these cells have it."""
        for cell in bits(cells & marks.where[digit]):
            self._add(cell * marks.shape.size + digit)

    def strike_digits(self, marks: PencilMarks, cell: int, digits: Set) -> None:
        """Strike those of these digits that a cell has."""
        for digit in bits(digits & marks.left[cell]):
            self._add(cell * marks.shape.size + digit)

    def _add(self, move: int) -> None:
        if move not in self.strikes:
            self.strikes.append(move)


class Easiest:
    """The easiest hint so far, the first among equals."""

    def __init__(self) -> None:
        """Begin without a hint."""
        self.hint: TechniqueHint | None = None

    def offer(self, row: HintRow | None, hint: TechniqueHint, **counts: int) -> None:
        """Take a hint if it is easier and its technique is in the table."""
        if row is None:
            return
        hint.technique, hint.cost = row.name, row.price(**counts)
        if hint.is_worth and (self.hint is None or hint.ease < self.hint.ease):
            self.hint = hint

    def wants(self, cost: int, length: int) -> bool:
        """Return whether a chain of this cost and length would be taken."""
        return self.hint is None or (cost, length) < (self.hint.cost, self.hint.length)


class Scene:
    """The view of a solver before a step."""

    def __init__(self, marks: PencilMarks, solution: str, budget: Budget) -> None:
        """Look at some marks, with the only solution for guesses."""
        self.marks, self.solution, self.budget = marks, solution, budget
        self._kept: dict[str, Any] = {}

    def once(self, name: str, work: Callable[[PencilMarks], Kept]) -> Kept:
        """Return a result that several finders need, computed once."""
        if name not in self._kept:
            self._kept[name] = work(self.marks)
        found: Kept = self._kept[name]
        return found


Rows: TypeAlias = Mapping[str, HintRow]
Finder: TypeAlias = Callable[[Scene, Rows, Easiest], None]
"""Looks for the techniques of the given rows and offers the hints it finds."""


def first(look: Callable[..., Iterator[TechniqueHint]], *args: object) -> Finder:
    """Return a finder that takes the first pattern found."""

    def find(scene: Scene, rows: Rows, easiest: Easiest) -> None:
        (row,) = rows.values()
        if hint := next(look(scene.marks, *args), None):
            easiest.offer(row, hint)

    return find
