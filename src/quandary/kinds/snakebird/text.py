"""Levels as rows of characters.

    .X...    . air     # ground    | spikes    @ fruit    X exit    * portal
    ..@..    a capital is the head of a bird, and < > ^ v are its body, each pointing towards the head
    .>R#.    a small letter is a cell of a block, and cells with the same letter move as one
    ####.

An exit or portals under other things are named in a last row, `x y not over` or `x y not over x y x y`: the
column and row of the exit and of both portals, counted from 0. A first row with height and width is allowed. So is a
last row of `~`, the water below a board. `~` elsewhere means spikes.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import Board, Cell, Cells, step
from quandary.kinds.snakebird.build import HEADS, MOST_SIDE

MOST_CHARACTERS = 4 * (MOST_SIDE + 1) ** 2
AIR, GROUND, SPIKES, FRUIT, EXIT, PORTAL, WATER = ".#|@X*~"
BODY = {"^": "up", ">": "right", "v": "down", "<": "left"}
SIGN = {direction: sign for sign, direction in BODY.items()}
BLOCKS = "abcdefghijklmnopqrstuw"
KNOWN = frozenset(AIR + GROUND + SPIKES + FRUIT + EXIT + PORTAL + HEADS + BLOCKS) | frozenset(BODY)
SMALLEST = ">RX/###"

SIZE_ROW = re.compile(r"(\d{1,4}) (\d{1,4})")
LAST_ROW = re.compile(r"(\d{1,4}) (\d{1,4}) (not over|won|lost)(?: (\d{1,4}) (\d{1,4}) (\d{1,4}) (\d{1,4}))?")


def read(text: str) -> dict[str, Any]:
    """Return the parts of a level that rows of characters describe, for `build`."""
    rows, hidden = _rows(text)
    at = {(x, y): character for y, row in enumerate(rows) for x, character in enumerate(row)}
    exits, portals = _where(at, EXIT), tuple(sorted(_where(at, PORTAL)))
    if hidden:
        exits, portals = _uncovered(hidden, exits, portals)
    if len(exits) != 1:
        found = "no exit" if not exits else f"{len(exits)} exits"
        raise NotationError(f"The level has {found}; write {EXIT} in exactly one cell.")
    names, birds = _birds(at)
    letters = sorted({character for character in at.values() if character in BLOCKS})
    return {
        "width": len(rows[0]),
        "height": len(rows),
        "ground": _where(at, GROUND),
        "spikes": _where(at, SPIKES),
        "exit": exits[0],
        "birds": birds,
        "names": names,
        "fruit": _where(at, FRUIT),
        "blocks": [_where(at, letter) for letter in letters],
        "portals": portals,
    }


def write(board: Board) -> str:
    """Return the rows of a level, one per line.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> print(write(parse("..@X/.>R./####")))
    ..@X
    .>R.
    ####
    """
    shown = _characters(board)
    rows = ["".join(shown.get((x, y), AIR) for x in range(board.width)) for y in range(board.height)]
    if shown[board.exit] != EXIT or any(shown[cell] != PORTAL for cell in board.portals):
        places = " ".join(f"{x} {y}" for x, y in board.portals)
        rows.append(f"{board.exit[0]} {board.exit[1]} not over {places}".strip())
    return "\n".join(rows)


def _characters(board: Board) -> dict[Cell, str]:
    shown = {board.exit: EXIT} | dict.fromkeys(board.portals, PORTAL)
    shown |= dict.fromkeys(board.ground, GROUND) | dict.fromkeys(board.spikes, SPIKES)
    shown |= dict.fromkeys(board.fruit, FRUIT)
    for letter, block in zip(BLOCKS, board.blocks, strict=False):
        shown |= dict.fromkeys(block, letter)
    for name, body in zip(board.names, board.birds, strict=True):
        shown[body[0]] = name
        for ahead, cell in pairwise(body):
            shown[cell] = next(sign for way, sign in SIGN.items() if step(cell, way) == ahead)
    return shown


def _rows(text: str) -> tuple[list[str], re.Match[str] | None]:
    """Return the rows of the board, checked, and what the last row says about covered cells."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a level of at most"
            f" {MOST_SIDE}×{MOST_SIDE} cells; give one level at a time."
        )
    rows = [row.strip() for row in text.replace("/", "\n").strip().split("\n")]
    declared = SIZE_ROW.fullmatch(rows[0])
    rows = rows[1:] if declared else rows
    hidden = LAST_ROW.fullmatch(rows[-1]) if rows else None
    rows = rows[:-1] if hidden else rows
    if rows and rows[-1] and set(rows[-1]) == {WATER}:
        rows = rows[:-1]
    rows = [row.replace(WATER, SPIKES) for row in rows]
    if not rows or rows == [""]:
        raise NotationError(f"The level is empty; a small one is {SMALLEST}")
    if hidden and hidden[3] != "not over":
        raise NotationError(f"The level is {hidden[3]} already; give it as it is at the start.")
    _check_rows(rows)
    if declared and (int(declared[1]), int(declared[2])) != (len(rows), len(rows[0])):
        raise NotationError(
            f"The first row announces {declared[1]} rows of {declared[2]} cells, but there are {len(rows)} of"
            f" {len(rows[0])}; leave it out or correct it."
        )
    return rows, hidden


def _check_rows(rows: Sequence[str]) -> None:
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"Row {number} has {len(row)} cells but row 1 has {width}; make all rows equally long,"
                f" with {AIR} for air."
            )
        for column, character in enumerate(row, start=1):
            if character not in KNOWN:
                raise NotationError(
                    f"Row {number}, column {column}: {character!r} means nothing in a level;"
                    f" write {AIR} {GROUND} {SPIKES} {FRUIT} {EXIT} {PORTAL} {' '.join(BODY)} or a letter."
                )


def _uncovered(hidden: re.Match[str], exits: Cells, portals: Cells) -> tuple[Cells, Cells]:
    """Return the exit and the portals that the last row names, which must be those that are seen, if any are."""
    numbers = [int(number) for number in hidden.groups() if number and number.isdigit()]
    named = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    for what, seen, there in (("exit", exits, named[:1]), ("portals", portals, named[1:])):
        if not set(seen) <= set(there) and (there or what == "exit"):
            x, y = min(set(seen) - set(there))
            raise NotationError(
                f"Row {y + 1}, column {x + 1} is not where the last row says the {what} should be;"
                " write one or the other."
            )
    return named[:1], tuple(sorted(named[1:])) or portals


def _birds(at: Mapping[Cell, str]) -> tuple[str, list[Cells]]:
    """Return the letters of the birds and the cells of each, head first."""
    heads = [cell for cell, character in at.items() if character in HEADS]
    names = "".join(at[cell] for cell in heads)
    for name in sorted(set(names)):
        if names.count(name) > 1:
            raise NotationError(f"Two birds have the head {name}; give every bird a letter of its own.")
    behind: dict[Cell, Cell] = {}
    for cell, character in at.items():
        if character not in BODY:
            continue
        ahead = step(cell, BODY[character])
        place = f"Row {cell[1] + 1}, column {cell[0] + 1}: {character!r}"
        if at.get(ahead, AIR) not in HEADS and at.get(ahead, AIR) not in BODY:
            raise NotationError(f"{place} must point to a bird's head or along its body.")
        if ahead in behind:
            raise NotationError(f"{place} is a second tail for one bird; a body is a single line.")
        behind[ahead] = cell
    birds = [_body(head, behind) for head in heads]
    if loose := set(behind.values()) - {cell for bird in birds for cell in bird}:
        x, y = min(loose)
        raise NotationError(f"Row {y + 1}, column {x + 1}: this body has no head; write a capital letter.")
    return names, birds


def _body(head: Cell, behind: Mapping[Cell, Cell]) -> Cells:
    body = [head]
    while body[-1] in behind:
        body.append(behind[body[-1]])
    return tuple(body)


def _where(at: Mapping[Cell, str], character: str) -> Cells:
    return tuple(cell for cell, each in at.items() if each == character)
