"""Levels as text in XSB, plain or run-length encoded, one or many in a file.

    #####      # wall        @ man      + man on a target
    #.@ #      $ box         . target   * box on a target
    #.$$#      a space, - or _ is floor
    #   #
    #####

Rows may also be written in one line, separated by `|` or `/`, and `4#` means `####`.
"""

import re
from collections.abc import Sequence
from functools import partial

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Notation
from quandary.kinds.sokoban import lurd
from quandary.kinds.sokoban.files import from_json, is_json, levels_in, to_json, write_xsb
from quandary.kinds.sokoban.rules import Board, Cell, Level, reading_order, step

MOST_SIDE = 64
"""The most cells on a side."""
MOST_CHARACTERS = 4 * (MOST_SIDE + 1) ** 2

WALL, FLOOR, MAN, BOX, TARGET, MAN_ON_TARGET, BOX_ON_TARGET = "# @$.+*"
CHARACTERS = WALL + FLOOR + MAN + BOX + TARGET + MAN_ON_TARGET + BOX_ON_TARGET
OTHER_SPELLINGS = str.maketrans(
    {"-": FLOOR, "_": FLOOR, "p": MAN, "P": MAN_ON_TARGET, "b": BOX, "B": BOX_ON_TARGET}
)
RUN = re.compile(r"(?<!\d)(\d+)(\D)")
ROW = re.compile(r"[ \t_-]*(?:\d*#)[-#@$.+*_pPbB \t\d]*")
"""Matches a line of a level, but not a title or a comment."""


def parse(text: str) -> Level:
    """Read a level from text.

    Raises NotationError if the text is not a level.

    >>> level = parse("#####|#@$.#|#####")
    >>> level.man, sorted(level.boxes), sorted(level.targets)
    ((1, 1), [(2, 1)], [(3, 1)])
    """
    rows = _rows(from_json(text) if is_json(text) else text)
    _check_characters(rows)
    at = {(x, y): character for y, row in enumerate(rows) for x, character in enumerate(row)}
    men = _where(at, MAN, MAN_ON_TARGET)
    boxes, targets = _where(at, BOX, BOX_ON_TARGET), _where(at, TARGET, MAN_ON_TARGET, BOX_ON_TARGET)
    _check_pieces(men, boxes, targets)
    level = Level(
        max(map(len, rows)),
        len(rows),
        frozenset(_where(at, WALL)),
        frozenset(targets),
        frozenset(boxes),
        men[0],
    )
    _check_room(level)
    return level


def format(level: Board) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a level, one row per line, so that `parse(format(level)) == level`.

    >>> print(format(parse("#####|#@$.#|#####")))
    #####
    #@$.#
    #####
    """
    return write(level, level.boxes, level.man)


def write(board: Board, boxes: frozenset[Cell], man: Cell | None) -> str:
    """Return the text of a board with the given boxes and the given man, if any."""

    def character(cell: Cell) -> str:
        if cell in board.walls:
            return WALL
        on_target = cell in board.targets
        if cell in boxes:
            return BOX_ON_TARGET if on_target else BOX
        if cell == man:
            return MAN_ON_TARGET if on_target else MAN
        return TARGET if on_target else FLOOR

    return "\n".join(
        "".join(character((x, y)) for x in range(board.width)).rstrip() for y in range(board.height)
    )


def recognise(text: str) -> Sequence[tuple[int, str] | FoundPuzzle] | None:
    """Return the levels of a collection, each with the line it starts on and what is said about it.

    A level is a block of lines that begin with a wall. Titles, authors, numbers and other pairs such as
    `Plays: 3` between such blocks are kept. Returns None if the text is not a collection.
    """
    if is_json(text):
        return [(1, text.strip())]
    levels = levels_in(text, ROW.fullmatch)
    return levels if any(set(level.notation) & set("@+pP$*") for level in levels) else None


def _rows(text: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a level of at most"
            f" {MOST_SIDE}×{MOST_SIDE} cells; give one level at a time."
        )
    lines = [_unroll(row) for row in re.split(r"[|/\n]", text.replace("\t", " " * 8))]
    rows = [line.translate(OTHER_SPELLINGS).rstrip() for line in lines]
    while rows and not rows[-1]:
        rows.pop()
    rows = rows[next((number for number, row in enumerate(rows) if row), 0) :]
    if not rows:
        raise NotationError("The level is empty; the smallest one is #####|#@$.#|#####")
    indent = min(len(row) - len(row.lstrip()) for row in rows if row)
    rows = [row[indent:] for row in rows]
    for what, number in (("lines", len(rows)), ("columns", max(map(len, rows)))):
        if number > MOST_SIDE:
            raise NotationError(f"The level has {number} {what}, but the limit is {MOST_SIDE}.")
    return rows


def _unroll(row: str) -> str:
    """Expand the run lengths of a row, cutting runs that are too long, which are refused later."""
    return RUN.sub(lambda run: min(int(run[1][:5]), MOST_SIDE + 1) * run[2], row)


def _check_characters(rows: Sequence[str]) -> None:
    for line, row in enumerate(rows, start=1):
        for column, character in enumerate(row, start=1):
            if character not in CHARACTERS:
                raise NotationError(
                    f"Line {line}, column {column}: {character!r} means nothing in a level;"
                    f" write one of {' '.join(CHARACTERS.replace(FLOOR, '-'))}"
                )


def _where(at: dict[Cell, str], *wanted: str) -> list[Cell]:
    return sorted((cell for cell, character in at.items() if character in wanted), key=reading_order)


def _check_pieces(men: Sequence[Cell], boxes: Sequence[Cell], targets: Sequence[Cell]) -> None:
    if len(men) != 1:
        found = "no man" if not men else f"{len(men)} men"
        raise NotationError(
            f"The level has {found}; write {MAN} in exactly one cell, or + if it is a target."
        )
    if not boxes:
        raise NotationError(f"The level has no box; write {BOX} in at least one cell.")
    if len(boxes) != len(targets):
        raise NotationError(
            f"The level has {_count(len(boxes), 'box', 'boxes')} but {_count(len(targets), 'target', 'targets')};"
            " give as many boxes as targets."
        )
    if set(boxes) == set(targets):
        raise NotationError("The level is solved already: every box is on a target.")


def _check_room(level: Level) -> None:
    inside, leak = _walk(level)
    if not inside & level.boxes:
        where = "stands outside the walls" if leak else "cannot get to any box"
        raise NotationError(f"The man {where}; put him where the boxes are.")
    if leak:
        raise NotationError(
            f"The level is open at line {leak[1] + 1}, column {leak[0] + 1}: close the wall around the man."
        )


def _walk(level: Level) -> tuple[set[Cell], Cell | None]:
    """Return the cells that the man can reach without boxes, and a cell through which he can leave, if any."""
    todo, seen, leak = [level.man], {level.man}, None
    for cell in todo:  # grows during the walk
        for direction in ("up", "right", "down", "left"):
            there = step(cell, direction)
            if not (0 <= there[0] < level.width and 0 <= there[1] < level.height):
                leak = leak or cell
            elif there not in level.walls and there not in seen:
                seen.add(there)
                todo.append(there)
    return seen, leak


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


NOTATION = Notation(
    parse=parse,
    format=format,
    recognise=recognise,
    forms={"json": to_json, ".xsb": partial(write_xsb, text_of=format)},
    moves=lurd,
)
