"""Changes of a level: another tile of the legend in one cell."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kind import Maker
from quandary.kind.change import Change
from quandary.kinds.puzzlescript.rules import Level
from quandary.parts.spots import named


def neighbours(level: Level) -> Iterator[Change]:
    """Yield the level with another tile of the legend in one cell, with the change in words.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> next(neighbours(parse(SMALL)))[0]
    'background instead of wall at r1c1'
    """
    signs = tiles(level)
    for y, row in enumerate(level.rows):
        for x, old in enumerate(row):
            for sign, name in signs.items():
                changed = row[:x] + sign + row[x + 1 :]
                if level.game.glyphs[sign] != level.game.glyphs[old] and _is_row(changed):
                    rows = (*level.rows[:y], changed, *level.rows[y + 1 :])
                    before = signs.get(old) or _name(level, level.game.glyphs[old])
                    words = f"{name} instead of {before} at {named((x, y))}"
                    yield Change(words, replace(level, rows=rows), "replace", (x + 0.5, y + 0.5))


def tiles(level: Level) -> dict[str, str]:
    """Return one sign of the legend for each tile, with the names of its objects."""
    game = level.game
    by_cell = {cell: sign for sign, cell in reversed(list(game.glyphs.items()))}
    return {sign: _name(level, cell) for cell, sign in reversed(list(by_cell.items()))}


def _name(level: Level, cell: int) -> str:
    return " and ".join(level.game.names(cell))


def _is_row(row: str) -> bool:
    """Return whether a row is read as one, and not as a heading, a message or a comment."""
    return not (row.startswith((")", "message")) or "(" in row or not row.strip("=") or row != row.strip())


def size(level: Level) -> str:
    """Return the columns and rows of a level: 7x5."""
    return f"{level.map.width}x{level.map.height}"


MAKER = Maker(size=size, neighbours=neighbours)
