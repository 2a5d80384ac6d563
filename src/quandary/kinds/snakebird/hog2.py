"""Levels as codes of HOG2, Nathan Sturtevant's search library.

`8b5EacGadae…K…F…P…B…S…` has the width and the height, then two letters for each cell of the exit, the ground, the
spikes, the fruit, the portals, each block, and each bird's head. The letters L R U D after a head lead to its tail.
Cells are numbered column by column, and the last row is always spikes: it is the open bottom of our boards.
"""

import re
from itertools import pairwise
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import STEPS, Board, Cell, Cells, step
from quandary.kinds.snakebird.build import MOST_SIDE, by_letter

WAYS = {"U": "up", "R": "right", "D": "down", "L": "left"}
LETTERS = {way: letter for letter, way in WAYS.items()}
DIGITS = "abcdefghijklmnopqrstuvwxyz"
PAIRS = "(?:[a-z]{2})"
CODE = re.compile(
    rf"(?P<width>\d{{1,3}})b(?P<height>\d{{1,3}})E(?P<exit>{PAIRS})G(?P<ground>{PAIRS}*)K(?P<spikes>{PAIRS}*)"
    rf"F(?P<fruit>{PAIRS}*)(?:P(?P<portals>{PAIRS}{{2}}))?(?P<blocks>(?:B{PAIRS}+)*)(?P<birds>(?:S{PAIRS}[LRUD]*)+)",
    re.ASCII,
)
BEGINS = re.compile(r"\s*\d{1,3}b\d{1,3}E[a-z]{2}G", re.ASCII)
MOST_CHARACTERS = 20_000
MOST_CELLS = len(DIGITS) ** 2


def looks_like_one(text: str) -> bool:
    """Return whether a text begins like a code.

    >>> looks_like_one("3b4EagGacafaiKFSaeL")
    True
    """
    return BEGINS.match(text) is not None


def read(text: str) -> dict[str, Any]:
    """Return the parts of a level that a code describes, for `build`."""
    code = CODE.fullmatch(text.strip()) if len(text) <= MOST_CHARACTERS else None
    if code is None:
        raise NotationError(
            "The HOG2 code must be WIDTHbHEIGHT and then E, G, K, F, P, B and S with two letters a cell."
        )
    width, height = int(code["width"]), int(code["height"])
    if not (1 <= width <= MOST_SIDE and 2 <= height <= MOST_SIDE + 1):
        raise NotationError(
            f"The HOG2 code says {width} columns and {height} rows, the row of spikes below included;"
            f" the limit is {MOST_SIDE} columns and {MOST_SIDE + 1} rows."
        )

    def cells(pairs: str | None) -> Cells:
        return tuple(_cell(pair, height) for pair in re.findall("..", pairs or ""))

    return {
        "width": width,
        "height": height - 1,
        "ground": cells(code["ground"]),
        "spikes": [cell for cell in cells(code["spikes"]) if cell[1] < height - 1],
        "exit": cells(code["exit"])[0],
        "birds": [_body(bird, height) for bird in code["birds"].split("S")[1:]],
        "fruit": cells(code["fruit"]),
        "blocks": [cells(block) for block in code["blocks"].split("B")[1:]],
        "portals": cells(code["portals"]),
    }


def write(board: Board) -> str:
    """Return the code of a level. Raises NotationError if it has more cells than two letters can tell apart.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> write(parse("..X/>R@/###"))
    '3b4EaiGacagakKFajSafL'
    """
    height = board.height + 1
    if board.width * height > MOST_CELLS:
        raise NotationError(f"The level is too large for a HOG2 code, which has at most {MOST_CELLS} cells.")
    if any(len(body) < 2 for body in board.birds):
        raise NotationError("The level has a bird of one cell, which a HOG2 code cannot describe.")

    def pairs(cells: frozenset[Cell] | Cells) -> str:
        return "".join(_pair(cell, height) for cell in (sorted(cells)))

    code = f"{board.width}b{height}E{pairs((board.exit,))}G{pairs(board.ground)}K{pairs(board.spikes)}"
    code += f"F{pairs(board.fruit)}" + (f"P{pairs(board.portals)}" if board.portals else "")
    code += "".join(f"B{pairs(block)}" for block in board.blocks)
    return code + "".join(f"S{_pair(body[0], height)}{_letters(body)}" for body in by_letter(board))


def _pair(cell: Cell, height: int) -> str:
    number = cell[0] * height + cell[1]
    return DIGITS[number // len(DIGITS)] + DIGITS[number % len(DIGITS)]


def _cell(pair: str, height: int) -> Cell:
    return divmod(DIGITS.index(pair[0]) * len(DIGITS) + DIGITS.index(pair[1]), height)


def _body(text: str, height: int) -> Cells:
    body = [_cell(text[:2], height)]
    for letter in text[2:]:
        body.append(step(body[-1], WAYS[letter]))
    return tuple(body)


def _letters(body: Cells) -> str:
    return "".join(
        LETTERS[next(way for way in STEPS if step(cell, way) == behind)] for cell, behind in pairwise(body)
    )
