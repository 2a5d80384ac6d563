"""Levels as strings of the game Snakefall.

`HyRr4JK1&HEIGHT&WIDTH?TILES/` is followed by one `s0?12&11&10/` for each bird from head to tail, `b0?…/` for each
block and `f0?…/` for each fruit, where cells are numbered row by row. Tiles are 0 air, 1 ground, 2 spikes, 4 exit,
5 portal. `*` shortens a run: the next character is its length (`0` is 4, `9` is 13, `A` is 14 … `z` is 65).
"""

import re
from itertools import groupby
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import Board, Cell, Cells
from quandary.kinds.snakebird.build import MOST_SIDE, by_letter, check_lines

MAGIC, OLD_MAGIC = "HyRr4JK1", "3tFRIoTU"
LENGTHS = "----0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SHORTEST_RUN = 4
AIR, GROUND, SPIKES, OLD_FRUIT, EXIT, PORTAL = "012345"
MOST_CHARACTERS = 100_000
WHOLE = re.compile(rf"(?P<magic>{MAGIC}|{OLD_MAGIC})&(\d{{1,4}})&(\d{{1,4}})\?([^/?]*)/(.*)", re.ASCII)
THING = re.compile(r"([sbf])(\d{1,4})\?(\d{1,6}(?:&\d{1,6})*)/", re.ASCII)


def looks_like_one(text: str) -> bool:
    """Return whether a text begins like a string of Snakefall.

    >>> looks_like_one("HyRr4JK1&2&3?004111/s0?1&0/")
    True
    """
    return text.lstrip().startswith((MAGIC, OLD_MAGIC))


def read(text: str) -> dict[str, Any]:
    """Return the parts of a level that a string describes, for `build`."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"A text of {len(text):,} characters is too long for a Snakefall string.")
    whole = WHOLE.fullmatch("".join(text.split()))
    if whole is None:
        raise NotationError(
            f"The Snakefall string must be {MAGIC}&HEIGHT&WIDTH?TILES/ and then s0?CELLS/ and so on."
        )
    height, width = int(whole[2]), int(whole[3])
    if not (1 <= height <= MOST_SIDE and 1 <= width <= MOST_SIDE):
        raise NotationError(
            f"The level has {height} rows of {width} cells, but the limit is {MOST_SIDE} each."
        )
    tiles = _unrolled(whole[4])
    if len(tiles) != width * height:
        raise NotationError(
            f"The Snakefall string has {len(tiles)} tiles, but {height} rows of {width} cells."
        )
    known = AIR + GROUND + SPIKES + EXIT + PORTAL + OLD_FRUIT * (whole["magic"] == OLD_MAGIC)
    if strange := set(tiles) - set(known):
        raise NotationError(
            f"The Snakefall string has a tile {min(strange)!r}; tiles are {', '.join(known)}."
        )
    things = _things(whole[5], width, height)

    def where(tile: str) -> Cells:
        return tuple((number % width, number // width) for number, each in enumerate(tiles) if each == tile)

    if len(where(EXIT)) != 1:
        raise NotationError(f"The level has {len(where(EXIT))} exits; there must be exactly one tile {EXIT}.")
    check_lines(things["s"])
    return {
        "width": width,
        "height": height,
        "ground": where(GROUND),
        "spikes": where(SPIKES),
        "exit": where(EXIT)[0],
        "birds": things["s"],
        "fruit": [*where(OLD_FRUIT), *(cell for cells in things["f"] for cell in cells)],
        "blocks": things["b"],
        "portals": where(PORTAL),
    }


def write(board: Board) -> str:
    """Return the string of a level.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> write(parse("..X/>R@/###"))
    'HyRr4JK1&3&3?004000111/s0?4&3/f0?5/'
    """
    tiles = {board.exit: EXIT} | dict.fromkeys(board.portals, PORTAL)
    tiles |= dict.fromkeys(board.ground, GROUND) | dict.fromkeys(board.spikes, SPIKES)
    text = "".join(tiles.get(cell, AIR) for cell in board.cells())
    things = [f"s{number}?{_numbers(board, body)}/" for number, body in enumerate(by_letter(board))]
    things += [f"b{number}?{_numbers(board, block)}/" for number, block in enumerate(board.blocks)]
    things += [f"f{number}?{_numbers(board, (cell,))}/" for number, cell in enumerate(sorted(board.fruit))]
    return f"{MAGIC}&{board.height}&{board.width}?{_rolled(text)}/" + "".join(things)


def _numbers(board: Board, cells: Cells) -> str:
    return "&".join(str(y * board.width + x) for x, y in cells)


def _things(text: str, width: int, height: int) -> dict[str, list[Cells]]:
    found: dict[str, list[Cells]] = {"s": [], "b": [], "f": []}
    end = 0
    for match in THING.finditer(text):
        if match.start() != end:
            break
        numbers = [int(number) for number in match[3].split("&")]
        if max(numbers) >= width * height:
            raise NotationError(
                f"The Snakefall string has a cell {max(numbers)}; the last is {width * height - 1}."
            )
        found[match[1]].append(tuple(_cell(number, width) for number in numbers))
        end = match.end()
    if end != len(text):
        raise NotationError(
            f"The Snakefall string ends with {text[end : end + 20]!r}; write s0?CELLS/ and so on."
        )
    return found


def _cell(number: int, width: int) -> Cell:
    return number % width, number // width


def _rolled(text: str) -> str:
    longest = len(LENGTHS) - 1
    pieces = []
    for tile, group in groupby(text):
        left = len(list(group))
        while left:
            length = min(left, longest)
            pieces.append(f"*{LENGTHS[length]}{tile}" if length >= SHORTEST_RUN else tile * length)
            left -= length
    return "".join(pieces)


def _unrolled(text: str) -> str:
    def unroll(match: re.Match[str]) -> str:
        length = LENGTHS.find(match[1])
        if length < SHORTEST_RUN:
            raise NotationError(
                f"The Snakefall string has a run of the length {match[1]!r}, which is not known."
            )
        return match[2] * length

    return re.sub(r"\*(.)(.)", unroll, text)
