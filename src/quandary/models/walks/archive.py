"""Read walks of the archive's form: one JSON object per line, with clues, solution and a solver's input.

`moves` is a list of codes with semicolons between: `fd,1` writes 1 into column f, row d; `fd,-` erases it; what stands
after two more commas are pencil marks. Hfd and Vfd are the edges above and to the left of a cell. Loops through cells are
written as the sides at which they leave a cell: 1 up, 2 right, 4 down, 8 left, and 16 is a black cell. Boards of more than
26 rows or columns have numbers for letters, `2614,0`: column 26, row 14, from 0; `5,0`: column 0, row 5. A walk is cut where the recorder goes back
to an earlier mark (Q).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from quandary.errors import QuandaryError, UnknownNameError
from quandary.library.registry import find_kind
from quandary.models.walks.walk import RecordedWalk, WalkStep
from quandary.pencil.archive import ArchiveRow
from quandary.pencil.kind import of_row
from quandary.pencil.words import NO, YES

CELL = re.compile(r"([a-z])([a-z])|(\d{1,4})")
HELP = re.compile(r"(^|;)[LQ]\d")
"""The recorder fills in some marks itself (L), or goes back to an earlier mark (Q). All other walks end in the solution."""
BLACK = 16
"""The value of a black cell where others have the sides of a loop."""

DIGITS = {str(number): symbol for number, symbol in enumerate("123456789ABCDEFGHIJKLMNOP", start=1)}
"""How Sudokus write numbers above 9."""


class Form(NamedTuple):
    """How the archive writes a kind: the puzzle's text, and what its values mean."""

    text: Callable[[Mapping[str, Any]], str] | None = None
    """How the text is made of a row. Declared pencil puzzles read rows themselves."""
    values: Mapping[str, str | int] = {}
    """The value in a move's text for a value of the archive, if it is another: a text, or YES or NO of the kind's mark."""
    origin: tuple[int, int] | Callable[[Any], tuple[int, int]] = (0, 0)
    """The column and row at which cells begin."""
    step: int = 1
    """How many rows and columns a cell takes."""
    on: Literal["cells", "edges", "sides"] = "cells"
    """What is written on: cells, edges, or cells with the sides at which a loop leaves them."""


def _numbers(row: Mapping[str, Any], between: str = "") -> str:
    return "/".join(between.join("." if clue == "-" else clue for clue in line) for line in row["problem"])


def _sudoku(row: Mapping[str, Any]) -> str:
    if row.get("puzzle", "sudoku") != "sudoku":
        raise QuandaryError(f"it is of the sort {row['puzzle']}")
    return "".join(DIGITS.get(clue, ".") for line in row["problem"] for clue in line)


def _fillomino(row: Mapping[str, Any]) -> str:
    return _numbers(row, " ")


def _behind_runs(puzzle: Any) -> tuple[int, int]:
    """Return where the cells of a Nonogram begin: behind the longest lists of its runs."""
    rows, lines = puzzle.given[0]
    return max(len(line) for line in lines[:rows]), max(len(line) for line in lines[rows:])


_SHADING = Form(values={"0": YES, "1": NO})
_PLAIN = Form()
FORMS: dict[str, Form] = {
    "sudoku": Form(_sudoku, DIGITS),
    "fillomino": Form(_fillomino),
    **dict.fromkeys(
        ("heyawake", "hitori", "kuromasu", "mosaic", "norinori", "nurikabe", "tapa", "yinyang"), _SHADING
    ),
    **dict.fromkeys(("jigsaw", "kakuro", "kenken", "killer", "straights", "suguru"), _PLAIN),
    "akari": Form(values={"0": YES, "2": NO}),
    "futoshiki": Form(step=2),
    "lits": Form(values={"0": NO, **dict.fromkeys(("65", "73", "76", "83", "84"), YES)}),
    "masyu": Form(on="sides"),
    "minesweeper": Form(values={"2": YES, "1": NO}),
    "nonogram": Form(values={"0": YES, "1": NO}, origin=_behind_runs),
    "skyscrapers": Form(origin=(1, 1)),
    "slant": Form(values={"2": YES, "1": NO}),
    "slitherlink": Form(values={"0": YES, "1": NO}, on="edges"),
    "starbattle": Form(values={"1": YES, "0": NO}),
    "tents": Form(values={"1": YES, "0": NO}, origin=(1, 1)),
    "yajilin": Form(values={"0": YES, "1": NO}, on="sides"),
}
"""How the archive writes each kind. Shikaku is missing: its solvers name areas, and draw no walls."""


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
    puzzle = made.parse(form.text(row) if form.text else of_row(made.puzzle, ArchiveRow(row)))
    steps = tuple(read_steps(str(row["moves"]), form, puzzle))
    helped = HELP.search(str(row["moves"])) is not None
    return RecordedWalk(made, puzzle, str(row["id"]), str(row.get("solver", "")), steps, helped)


def read_steps(moves: str, form: Form, puzzle: Any = None) -> Iterator[WalkStep]:
    """Yield what a solver did, until the recorder goes back to an earlier mark."""
    origin = form.origin(puzzle) if callable(form.origin) else form.origin
    sides = _Sides(puzzle) if form.on == "sides" else None
    for code in moves.split(";"):
        if code.startswith("Q"):
            return
        at, _, rest = code.partition(",")
        value, _, marks = rest.partition(",")
        if sides:
            yield from sides.written(_cell(at), value)
        elif place := _edge(at, puzzle) if form.on == "edges" else _place(at, origin, form.step):
            yield _step(place, value, marks.strip(","), form, puzzle)


def _step(place: str, value: str, marks: str, form: Form, puzzle: Any) -> WalkStep:
    if value and value != "-":
        meant = form.values.get(value, value)
        return WalkStep("write", place, puzzle.marks[0].text(meant) if isinstance(meant, int) else meant)
    return WalkStep("mark", place, marks) if marks else WalkStep("erase", place)


class _Sides:
    """The sides at which a loop leaves each cell, as they are drawn from one cell to the next."""

    def __init__(self, puzzle: Any) -> None:
        self._puzzle = puzzle
        self._before = dict[int, int]()

    def written(self, at: tuple[int, int] | None, value: str) -> Iterator[WalkStep]:
        """Yield what a new value of a cell draws and erases."""
        puzzle, now = self._puzzle, int(value) if value.isdigit() else 0
        if at is None or at[0] >= puzzle.columns or at[1] >= puzzle.rows:
            return
        cell = at[1] * puzzle.columns + at[0]
        before = self._before.get(cell, 0)
        self._before[cell] = now
        if (now ^ before) & BLACK and not puzzle.grid.places[cell].ends:
            yield self._step(cell, drawn=bool(now & BLACK))
        for way, edge in puzzle.grid.out(cell).items():
            if (now ^ before) >> way & 1:
                yield self._step(edge, drawn=bool(now >> way & 1))

    def _step(self, spot: int, *, drawn: bool) -> WalkStep:
        place = self._puzzle.grid.places[spot]
        return WalkStep("write", place.name, place.mark.text(YES)) if drawn else WalkStep("erase", place.name)


def _cell(text: str) -> tuple[int, int] | None:
    """Return the column and row of a cell, from 0."""
    if (found := CELL.fullmatch(text)) is None:
        return None
    if found[1] is not None:
        return ord(found[1]) - ord("a"), ord(found[2]) - ord("a")
    return divmod(int(found[3]), 100)


def _place(text: str, origin: tuple[int, int], step: int) -> str | None:
    at = _cell(text)
    return at and f"r{(at[1] - origin[1]) // step + 1}c{(at[0] - origin[0]) // step + 1}"


def _edge(text: str, puzzle: Any) -> str | None:
    """Return the name of the edge above a cell (H) or to its left (V)."""
    if text[:1] not in ("H", "V") or (at := _cell(text[1:])) is None:
        return None
    middle = (at[0] + 0.5, at[1]) if text[0] == "H" else (at[0], at[1] + 0.5)
    spots = (spot for spot in puzzle.grid.edges if puzzle.grid.places[spot].middle == middle)
    return next((puzzle.grid.places[spot].name for spot in spots), None)
