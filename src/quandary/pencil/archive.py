r"""Rows of puzzle archives: one JSON object per puzzle, with what stands in its cells, its areas and its labels.

    {"id": "001", "puzzle": "gokigen", "size": 2, "problem": [["-", "1", "-"], ...], "solution": [["/", "\\"], ...]}

`problem` is what stands in the cells, `areas` the names of their areas, `clabels` and `rlabels` are the numbers above and
below, to the left and to the right, and `depth` is a number of the whole puzzle. Some tell their clues by the solution alone.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from quandary.errors import NotationError

Board: TypeAlias = list[list[str]]
SHADED, TENT, NOTHING, OUTSIDE = "xX", "o", (".", "-"), "@#"
"""A shaded cell, a tent, an empty cell, and one outside all areas."""
MARKS_A_ROW = ("problem", "areas", "solution")
"""A JSON object with one of these is such a row."""


class ArchiveRow:
    """One puzzle of an archive. Raises NotationError for what a row does not tell.

    >>> row = ArchiveRow({"id": "1", "puzzle": "hitori", "size": 2, "problem": [["1", "2"], ["2", "2"]]})
    >>> row.rows, row.cells(), row.name
    (2, '1 2 / 2 2', 'hitori')
    """

    givens = False
    """Whether digits that stand alone in cells are given ones."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        self.name = str(told.get("puzzle", "")).lower()
        if "," in self.name:
            raise NotationError(f"This row is of a variant: {self.name[:60]}.")
        shown = told.get("solution") or told.get("areas") or self._board("problem")
        self.rows = int(told.get("rows") or told.get("size") or len(shown))
        self.columns = int(told.get("cols") or told.get("size") or len(shown[0]))

    @property
    def problem(self) -> Board:
        """What stands in the cells."""
        return self._board("problem")

    @property
    def solution(self) -> Board:
        """The solution, from which some rows tell their clues."""
        return self._board("solution")

    @property
    def doubled(self) -> bool:
        """Whether what stands between cells has cells of its own."""
        return "problem" in self.told and len(self.problem) == 2 * self.rows - 1 > 3

    def cells(self, token: Callable[[str], str] = str) -> str:
        """Return what stands in the cells as text."""
        step = 2 if self.doubled else 1
        return tokens([line[::step] for line in self.problem[::step]], token)

    def areas(self) -> str:
        """Return the areas as rows of names."""
        return tokens(self._board("areas"), self.area_names().__getitem__)

    def area_names(self) -> dict[str, str]:
        """Return how its areas are called in our notation."""
        found = dict.fromkeys(name for line in self._board("areas") for name in line)
        return {name: "." if name in OUTSIDE else f"R{number}" for number, name in enumerate(found)}

    def numbered_areas(self) -> str:
        """Return the areas, and the number of each that has one in any of its cells."""
        names = self.area_names()
        pairs = [
            (names[area], token)
            for line, told in zip(self._board("areas"), self.told.get("problem", ()), strict=False)
            for area, token in zip(line, told, strict=False)
        ]
        return " ".join([self.areas(), *(f"{name}={token}" for name, token in pairs if token[:1].isdigit())])

    def _board(self, name: str) -> Board:
        found = self.told.get(name)
        if not (isinstance(found, list) and found and all(isinstance(line, list) and line for line in found)):
            raise NotationError(f"This row of an archive has no {name}.")
        return [[str(token) for token in line] for line in found]


def tokens(board: Iterable[Iterable[str]], token: Callable[[str], str] = str) -> str:
    """Return rows of tokens with blanks between."""
    return " / ".join(" ".join(map(token, line)) for line in board)


def number_or_point(token: str) -> str:
    """Return a number, or a point for none."""
    return token if token.isdigit() else "."


def columns_of(board: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the columns of a board."""
    return [list(column) for column in zip(*board, strict=True)]


def row_in(text: str) -> ArchiveRow | None:
    """Return the row that a text is, or None if it is something else. Raises NotationError for a variant."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return ArchiveRow(told) if isinstance(told, dict) and any(name in told for name in MARKS_A_ROW) else None
