"""Changes of a level: another tile of the legend in one cell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quandary.kind import Maker
from quandary.kind.change import Change
from quandary.kinds.puzzlescript.rules import Level
from quandary.parts.spots import named


def neighbours(level: Level) -> Iterator[Change]:
    """Yield the level with another tile of the legend in one cell, with the change in words.

    A player who is alone is moved there, and stays otherwise.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> next(neighbours(parse(SMALL)))[0]
    'background instead of wall at r1c1'
    """
    signs, left = tiles(level), _left_by_player(level)
    for y, row in enumerate(level.rows):
        for x, old in enumerate(row):
            for sign, name in signs.items():
                if (x, y) in left or level.game.glyphs[sign] == level.game.glyphs[old]:
                    continue
                moves = left if level.game.glyphs[sign] & level.game.player else {}
                rows = _with(level.rows, {**moves, (x, y): sign})
                if rows is not None:
                    before = signs.get(old) or _name(level, level.game.glyphs[old])
                    words = f"{name} instead of {before} at {named((x, y))}"
                    yield Change(words, replace(level, rows=rows), "replace", (x + 0.5, y + 0.5))


def _left_by_player(level: Level) -> dict[tuple[int, int], str]:
    """Return the cell of a player who is alone, with the sign of what is left there without it, if there is one."""
    game, height = level.game, level.map.height
    places = [divmod(at, height) for at, cell in enumerate(level.map.cells) if cell & game.player]
    floor = game.layer_masks[game.background]
    for x, y in places if len(places) == 1 else ():
        bare = level.map.cells[x * height + y] & ~game.player
        sign = next((sign for sign, cell in game.glyphs.items() if cell & ~floor == bare & ~floor), "")
        return {(x, y): sign} if sign else {}
    return {}


def _with(rows: Sequence[str], signs: Mapping[tuple[int, int], str]) -> tuple[str, ...] | None:
    """Return rows with other signs, None if one would not be read as a row any more."""
    made = list(rows)
    for (x, y), sign in signs.items():
        made[y] = made[y][:x] + sign + made[y][x + 1 :]
    return tuple(made) if all(_is_row(made[y]) for _, y in signs) else None


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
