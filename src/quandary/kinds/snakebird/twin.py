"""A level's twin in C++."""

from typing import Any

from quandary._native import Native, core
from quandary.kinds.snakebird.board import STEPS, Board, Cell, Cells
from quandary.kinds.snakebird.rules import Level, Move

MOST_BIRDS, MOST_LENGTH = 8, 80
"""The most birds, and the most cells of all birds with all the fruit eaten, that the twin can have."""
WORDS = (2, 8)
"""The compiled sizes of states, in words of 64 bits."""
GROUND, SPIKES = 1, 2


def native(level: Board) -> Native | None:
    """Return the same level in C++, or None without the compiled core or if the level is too large for it.

    A level in which every bird keeps its letter has no twin.
    """
    handle = twin(level)
    if handle is None:
        return None
    return Native(handle, tuple(Move(name, direction) for name in level.names for direction in STEPS))


def twin(level: Board) -> Any:
    """Return the level's object in C++, or None as `native` does."""
    compiled = core()
    words = next((words for words in WORDS if _bits(level) <= 64 * words), None)
    cells = len(level.fruit) + sum(map(len, level.birds))
    if compiled is None or words is None or not isinstance(level, Level):
        return None
    if cells > MOST_LENGTH or len(level.birds) > MOST_BIRDS:
        return None
    return getattr(compiled.snakebird, f"Level{64 * words}")(
        level.width,
        level.height,
        [GROUND if cell in level.ground else SPIKES * (cell in level.spikes) for cell in level.cells()],
        _number(level, level.exit),
        _numbers(level, level.portals),
        _numbers(level, tuple(sorted(level.fruit))),
        [_numbers(level, block) for block in sorted(level.blocks, key=_shape)],
        [_numbers(level, body) for body in level.birds],
        level.hovering,
    )


def _bits(level: Board) -> int:
    """Return the most bits that a state can take, as the twin packs it."""
    cells = len(level.fruit) + sum(map(len, level.birds))
    cell, length = ((level.width + 2) * (level.height + 2) - 1).bit_length(), cells.bit_length()
    return len(level.fruit) + len(level.birds) * (cell + length) + 2 * cells + len(level.blocks) * cell


def _shape(block: Cells) -> Cells:
    """Return the cells of a block from its first one on, so that blocks of one shape are sorted together."""
    x, y = block[0]
    return tuple((column - x, row - y) for column, row in block)


def _number(level: Board, cell: Cell) -> int:
    return cell[1] * level.width + cell[0]


def _numbers(level: Board, cells: Cells) -> list[int]:
    return [_number(level, cell) for cell in cells]
