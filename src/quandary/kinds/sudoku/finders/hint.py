"""What a technique noticed: a digit to put in, or digits to strike, and where to look."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from quandary.kinds.sudoku.finders.marks import PencilMarks, Set
from quandary.limits import Budget
from quandary.parts.chains import bits

Kept = TypeVar("Kept")


class HintRow(Protocol):
    """A technique of the table, as far as its finder needs it."""

    @property
    def name(self) -> str:
        """What it is called."""

    def price(self, **counts: int) -> int:
        """What a form of it costs, in tenths."""


@dataclass
class Hint:
    """One step that can be made."""

    technique: str = ""
    cost: int = 0
    """In tenths."""
    length: int = 0
    """Of a chain, in steps: of two hints at the same cost, the shorter is easier to see."""
    put: int = -1
    """A move to make, if there is one."""
    strikes: list[int] = field(default_factory=list)
    """Moves that are out, in the order in which they were met."""
    cells: Set = 0
    """Where to look."""
    digits: Set = 0

    @property
    def is_worth(self) -> bool:
        """Whether it leads anywhere."""
        return self.put >= 0 or bool(self.strikes)

    @property
    def ease(self) -> tuple[int, int, int]:
        """What the easiest hint has least of."""
        return self.cost, self.length, -len(self.strikes)

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
    """The easiest hint met so far; of equals, the first."""

    def __init__(self) -> None:
        """Begin with none."""
        self.hint: Hint | None = None

    def offer(self, row: HintRow | None, hint: Hint, **counts: int) -> None:
        """Take a hint if it is easier; one of a technique that is not in the table never is."""
        if row is None:
            return
        hint.technique, hint.cost = row.name, row.price(**counts)
        if hint.is_worth and (self.hint is None or hint.ease < self.hint.ease):
            self.hint = hint

    def wants(self, cost: int, length: int) -> bool:
        """Whether a chain of this cost and length would be taken."""
        return self.hint is None or (cost, length) < (self.hint.cost, self.hint.length)


class Scene:
    """What there is to see before a step."""

    def __init__(self, marks: PencilMarks, solution: str, budget: Budget) -> None:
        """Look at some marks, whose only solution is known to who guesses."""
        self.marks, self.solution, self.budget = marks, solution, budget
        self._kept: dict[str, Any] = {}

    def once(self, name: str, work: Callable[[PencilMarks], Kept]) -> Kept:
        """Return what one finder has worked out that another one needs."""
        if name not in self._kept:
            self._kept[name] = work(self.marks)
        found: Kept = self._kept[name]
        return found


Rows: TypeAlias = Mapping[str, HintRow]
Finder: TypeAlias = Callable[[Scene, Rows, Easiest], None]
"""Looks for the techniques whose rows it gets, and offers what it meets."""


def first(look: Callable[..., Iterator[Hint]], *args: object) -> Finder:
    """Return a finder that takes the first pattern met."""

    def find(scene: Scene, rows: Rows, easiest: Easiest) -> None:
        (row,) = rows.values()
        if hint := next(look(scene.marks, *args), None):
            easiest.offer(row, hint)

    return find
