"""Games as text in the language PuzzleScript, one level at a time.

A puzzle is one level: the text of its game with a single level below the heading LEVELS. A file holds a whole game,
and each of its levels is a puzzle. In a text of a single line, / ends a line.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Notation, Told
from quandary.kinds.puzzlescript import keys
from quandary.kinds.puzzlescript.game import Game
from quandary.kinds.puzzlescript.reader import read, read_levels
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
        game = _playable(head)
    except NotationError as error:  # what is wrong with the game is told once, not for every level
        return [FoundPuzzle(_line_of(error) or 1, text)]
    source = read(head)
    title, author = (source.settings.get(name, ("", 0))[0] for name in ("title", "author"))
    found, lines, last = list[FoundPuzzle](), text.split("\n"), len(head.split("\n"))
    for each in levels:
        if each.message is None:
            number, intended = len(found) + 1, _intended(lines[last : each.line - 1])
            line, level = _in_place(head, game, each)
            name = f"{title} {number}".strip()
            found.append(FoundPuzzle(line, level, "", name, author, number=number, intended=intended))
            last = each.line - 1 + len(each.rows)
    return found


def _intended(lines: Sequence[str]) -> str:
    """Return the keys that a comment before a level gives as the way that is meant.

    >>> _intended(["", "(Intended: right, right, up)"])
    'right right up'
    """
    found = re.findall(r"\(\s*intended\s*:([^()]*)\)", "\n".join(lines), re.IGNORECASE)
    return " ".join(re.findall(r"\w+", found[-1].lower())) if found else ""


def _in_place(head: str, game: Game, level: MapText) -> tuple[int, str]:
    """Return the line of a level, or of what is wrong with it, and its text, with the same lines as the whole game."""
    between = max(1, level.line - 1 - len(head.split("\n")))
    text = "\n".join((head, *[""] * between, *level.rows))
    try:
        _level(head, game, level)
    except NotationError as error:
        return _line_of(error) or level.line, text
    return level.line, text


def _line_of(error: NotationError) -> int:
    found = re.match(r"Line (\d+):", str(error))
    return int(found[1]) if found else 0


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
    """Return what comes before the levels of a game, and the levels. A head that is known is not read again."""
    lines = text.split("\n")
    above = next((at for at, line in enumerate(lines, start=1) if line.strip().lower() == "levels"), 0)
    head = "\n".join(lines[:above])
    if above and _is_head(head):
        return head, read_levels(lines[above:], above)
    source = read(text)
    return "\n".join(lines[: source.head]), source.levels


@lru_cache(maxsize=64)
def _is_head(text: str) -> bool:
    """Return whether a text ends with the heading LEVELS, and not with the same word in a comment."""
    return read(f"{text}\n").head == len(text.split("\n"))


@lru_cache(maxsize=64)
def _playable(head: str) -> Game:
    """Return the game if it can be computed. Raises NotationError."""
    game = game_of(head)
    if line := _line_of_setting(head, "realtime_interval"):
        raise NotationError(
            f"Line {line}: not computed: real time. Without realtime_interval the game is measured turn by turn."
        )
    if line := _random_line(game):
        raise NotationError(f"Line {line}: not computed: random rules. Without them the game is measured.")
    return game


def _line_of_setting(head: str, name: str) -> int:
    """Return the line of the prelude that names a setting, 0 if there is none."""
    _, line = read(head).settings.get(name, ("", 0))
    return line


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


def write_game(told: Sequence[Told]) -> str:
    """Return levels of one game as its text. Raises NotationError if they are of several games.

    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> level = parse(SMALL)
    >>> write_game([Told(level, "one"), Told(level, "two")]).count("#pg.#")
    2
    """
    levels: list[Level] = [each.puzzle for each in told]
    if len({level.text for level in levels}) > 1:
        raise NotationError(
            "they are levels of several games; write those of each game to a file of their own"
        )
    return "\n\n".join((levels[0].text, *("\n".join(level.rows) for level in levels))) + "\n"


NOTATION = Notation(
    parse=parse,
    format=format,
    recognise=recognise,
    forms={".txt": write_game},
    moves=keys,
)
