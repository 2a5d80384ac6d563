"""Solve as a person would, the easiest technique first, as `native/explainer.hpp` does in C++."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from quandary.kinds.sudoku.finders.hint import Easiest, Finder, HintRow, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.marks import PencilMarks, shape
from quandary.limits import Budget
from quandary.parts.masks import bits


class RatedSteps(HintRow, Protocol):
    """A technique of the table with its finder."""

    @property
    def find(self) -> Finder | None:
        """The finder, which looks for all its techniques that are next to each other at once."""

    @property
    def others(self) -> Callable[[PencilMarks], int] | None:
        """The function that counts the hints of this technique, if any."""


class RawStep(NamedTuple):
    """A step in numbers, in the same form as from C++."""

    technique: int
    """The number of its row in the table."""
    tenths: int
    put: int
    """The move to make, or -1."""
    strikes: list[int]
    cells: list[int]
    digits: list[int]
    """The digits to look at, counted from 1."""
    alternatives: int


class _Look(NamedTuple):
    find: Finder
    first: int
    rows: dict[str, RatedSteps]


class PythonSolver:
    """A solver of Sudokus with boxes of one shape, using the techniques of a table."""

    def __init__(self, box_rows: int, box_columns: int, table: Sequence[RatedSteps]) -> None:
        """Group the techniques that share a finder."""
        self._shape, self._table = shape(box_rows, box_columns), table
        self._number = {row.name: at for at, row in enumerate(table)}
        self._looks = list(_looks(table))
        self.looking = 0
        """The row that is being looked for."""
        self.is_solved = False

    def steps(
        self, givens: str, solution: str, budget: Budget, hardest: int | None = None
    ) -> Iterator[RawStep]:
        """Yield the steps to the solution, which must be the only one.

        They end early if the techniques up to the row `hardest` are not enough.
        """
        marks = PencilMarks.after(self._shape, givens)
        self.is_solved = False
        last = len(self._table) if hardest is None else hardest
        while not marks.is_full:
            hint = self._easiest(Scene(marks, solution, budget), last)
            if hint is None or self._number[hint.technique] > last:
                return
            yield self._step(hint, marks)
            _apply(marks, hint)
        self.is_solved = True

    def _easiest(self, scene: Scene, hardest: int) -> TechniqueHint | None:
        easiest = Easiest()
        for find, first, rows in self._looks:
            if first > hardest:
                return None
            self.looking = first
            scene.budget.check()
            find(scene, rows, easiest)
            if easiest.hint:
                return easiest.hint
        return None

    def _step(self, hint: TechniqueHint, marks: PencilMarks) -> RawStep:
        number = self._number[hint.technique]
        count = self._table[number].others
        alternatives = max(1, count(marks)) if count else 1
        digits = [digit + 1 for digit in bits(hint.digits)]
        return RawStep(
            number, hint.cost, hint.put, hint.strikes, list(bits(hint.cells)), digits, alternatives
        )


def _looks(table: Sequence[RatedSteps]) -> Iterator[_Look]:
    for find, rows in groupby(enumerate(table), key=lambda row: row[1].find):
        together = list(rows)
        if find:
            yield _Look(find, together[0][0], {row.name: row for _, row in together})


def _apply(marks: PencilMarks, hint: TechniqueHint) -> None:
    """Make the hint's move or, if it has none, strike its digits."""
    if hint.put >= 0:
        marks.put(*divmod(hint.put, marks.shape.size))
    else:
        for move in hint.strikes:
            marks.strike(*divmod(move, marks.shape.size))
