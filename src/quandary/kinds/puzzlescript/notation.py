"""Games as text in the language PuzzleScript, one level at a time.

A puzzle is one level: the text of its game with a single level below the heading LEVELS. A file holds a whole game,
and each of its levels is a puzzle. In a text of a single line, / ends a line.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Notation
from quandary.kinds.puzzlescript.game import Game
from quandary.kinds.puzzlescript.reader import read
from quandary.kinds.puzzlescript.rules import Level, game_of
from quandary.kinds.puzzlescript.source import MapText

MOST_CHARACTERS = 500_000
MOST_CELLS = 10_000
"""The most cells of a level."""
_HEADINGS = re.compile(
    r"^[ \t]*(objects|legend|collisionlayers|levels)[ \t\r]*$", re.IGNORECASE | re.MULTILINE
)


def parse(text: str) -> Level:
    """Read a level and its game.

    Raises NotationError with the first thing that is wrong.

    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> parse(SMALL).rows
    ('#####', '#pg.#', '#####')
    """
    text = _plain(text)
    head, levels = _split(text)
    game = _playable(head)
    maps = [each for each in levels if each.message is None]
    if len(maps) != 1:
        raise NotationError(
            f"A puzzle is one level, but this game has {len(maps)}; keep one, or read all of them from a file."
        )
    return _level(head, game, maps[0])


def format(level: Level) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a game with one level, so that `parse(format(level)) == level`."""
    return "\n".join((level.text, "", *level.rows))


def recognise(text: str) -> list[FoundPuzzle] | None:
    """Return the levels of a game with the lines that they begin on, None if the text is no game."""
    if {each.lower() for each in _HEADINGS.findall(text[:MOST_CHARACTERS])} != _EXPECTED:
        return None
    text = _plain(text)
    head, levels = _split(text)
    try:
        game_of(head)
    except NotationError:
        return [FoundPuzzle(1, text)]  # what is wrong with the game is told once, not for every level
    source = read(head)
    title, author = (source.settings.get(name, ("", 0))[0] for name in ("title", "author"))
    found = list[FoundPuzzle]()
    for each in levels:
        if each.message is None:
            number = len(found) + 1
            level = "\n".join((head, "", *each.rows))
            found.append(
                FoundPuzzle(each.line, level, title=f"{title} {number}".strip(), source=author, number=number)
            )
    return found


_EXPECTED = {"objects", "legend", "collisionlayers", "levels"}


def _plain(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a game; the most is {MOST_CHARACTERS:,}."
        )
    if "\n" not in text:  # as it is written on the command line
        text = text.replace("/", "\n")
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _split(text: str) -> tuple[str, list[MapText]]:
    """Return what comes before the levels of a game, and the levels."""
    source = read(text)
    lines = text.split("\n")
    return "\n".join(lines[: source.head]), source.levels


@lru_cache(maxsize=64)
def _playable(head: str) -> Game:
    """Return the game if it can be computed. Raises NotationError."""
    game = game_of(head)
    if "realtime_interval" in game.settings:
        raise NotationError(
            "Not computed: real time. Remove realtime_interval to measure the game turn by turn."
        )
    if line := _random_line(game):
        raise NotationError(f"Line {line}: not computed: random rules. Remove RANDOM to measure the game.")
    return game


def _random_line(game: Game) -> int:
    """Return the line of the first rule that is left to chance, 0 if there is none."""
    for group in (*game.early, *game.late):
        for rule in group.rules:
            changes = [cell.change for row in rule.rows for cell in row if cell and cell.change]
            if group.random or any(change.one_of or change.any_way for change in changes):
                return rule.line
    return 0


def _level(head: str, game: Game, level: MapText) -> Level:
    rows, width = level.rows, len(level.rows[0])
    if width * len(rows) > MOST_CELLS:
        raise NotationError(f"The level has {width * len(rows):,} cells; the most is {MOST_CELLS:,}.")
    for number, row in enumerate(rows, start=level.line):
        for sign in row:
            if sign not in game.glyphs:
                raise NotationError(
                    f"Line {number}: {sign!r} stands for no cell; add it to the LEGEND, with AND or =."
                )
    return Level(head, tuple(row[:width].ljust(width, row[-1]) for row in rows))


def spell(level: Level, moves: Sequence[str]) -> str:
    """Return the keys of a solution.

    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> spell(parse(SMALL), ["right", "action"])
    'right action'
    """
    return " ".join(moves)


NOTATION = Notation(parse=parse, format=format, recognise=recognise, spell=spell)
