"""Read walks of the archive's form: one JSON object per line, with clues, solution and a solver's input.

`moves` is a list of codes with semicolons between: `fd,1` writes 1 into column f, row d; `fd,-` erases it; what stands
after two more commas are pencil marks; H and V are edges. Boards of more than 26 rows or columns have numbers for letters,
`2614,0`: column 26, row 14, from 0. A walk is cut where the recorder goes back to an earlier mark (Q).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from quandary.errors import QuandaryError, UnknownNameError
from quandary.library.registry import find_kind
from quandary.models.walks.walk import RecordedWalk, WalkStep

CELL = re.compile(r"(?:([a-z])([a-z])|(\d{1,2})(\d\d))")

DIGITS = {str(number): symbol for number, symbol in enumerate("123456789ABCDEFGHIJKLMNOP", start=1)}
"""How Sudokus write numbers above 9."""


class Form(NamedTuple):
    """How the archive writes a kind: the puzzle's text, and what its values mean."""

    text: Callable[[Mapping[str, Any]], str]
    values: Mapping[str, str] = {}
    """The value in a move's text for a value of the archive, if it is another."""
    origin: tuple[int, int] = (0, 0)
    """The column and row at which cells begin."""


def _numbers(row: Mapping[str, Any], between: str = "") -> str:
    return "/".join(between.join("." if clue == "-" else clue for clue in line) for line in row["problem"])


def _sudoku(row: Mapping[str, Any]) -> str:
    if row.get("puzzle", "sudoku") != "sudoku":
        raise QuandaryError(f"it is of the sort {row['puzzle']}")
    return "".join(DIGITS.get(clue, ".") for line in row["problem"] for clue in line)


def _fillomino(row: Mapping[str, Any]) -> str:
    return _numbers(row, " ")


FORMS: dict[str, Form] = {"sudoku": Form(_sudoku, DIGITS), "fillomino": Form(_fillomino)}


def walk_of_row(row: Mapping[str, Any], kind: str) -> RecordedWalk | None:
    """Return the walk of a row, or None if it has no moves.

    Raises QuandaryError if the kind does not know the puzzle.
    """
    name = kind.partition(",")[0].strip().lower()
    if name not in FORMS:
        raise UnknownNameError("kind of the archive", name, list(FORMS))
    if not row.get("moves"):
        return None
    form, made = FORMS[name], find_kind(name)
    puzzle = made.parse(form.text(row))
    steps = tuple(read_steps(str(row["moves"]), form))
    return RecordedWalk(made, puzzle, str(row["id"]), str(row.get("solver", "")), steps)


def read_steps(moves: str, form: Form) -> Iterator[WalkStep]:
    """Yield what a solver did, until the recorder goes back to an earlier mark."""
    for code in moves.split(";"):
        if code.startswith("Q"):
            return
        cell, _, rest = code.partition(",")
        if (place := _place(cell, form.origin)) is None:
            continue
        value, _, marks = rest.partition(",")
        if value and value != "-":
            yield WalkStep("write", place, form.values.get(value, value))
        elif marks.strip(","):
            yield WalkStep("mark", place, marks.strip(","))
        else:
            yield WalkStep("erase", place)


def _place(cell: str, origin: tuple[int, int]) -> str | None:
    if (found := CELL.fullmatch(cell)) is None:
        return None
    letters = found[1] is not None
    column = ord(found[1]) - ord("a") if letters else int(found[3])
    row = ord(found[2]) - ord("a") if letters else int(found[4])
    return f"r{row - origin[1] + 1}c{column - origin[0] + 1}"
