"""Read and write levels: rows of characters (text.py), Snakefall strings and HOG2 codes; moves as players write them."""

from typing import Any

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.snakebird import hog2, snakefall, text, ways
from quandary.kinds.snakebird.board import Board
from quandary.kinds.snakebird.build import build
from quandary.kinds.snakebird.rules import Level
from quandary.parts.blocks import blocks


def parse(notation: str) -> Level:
    """Read a level from text in any of the three notations.

    Raises NotationError if the text is not a level.

    >>> level = parse("..@X/.>R./####")
    >>> level.birds, level.exit, level == parse("4b4EamGacagakaoKFaiSajL")
    ((((2, 1), (1, 1)),), (3, 0), True)
    """
    parts: dict[str, Any] = _reader(notation).read(notation)
    return build(**parts)


def format(level: Board) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the rows of a level, one per line, so that `parse(format(level)) == level`."""
    return text.write(level)


def recognise(content: str) -> list[tuple[int, str]] | None:
    """Return the levels of a file, each with the line it starts on: one code or string a line, or rows between blank lines.

    Returns None if the first of them is not a level in one of these notations.
    """
    lines = [(number, line) for number, line in enumerate(content.splitlines(), start=1) if line.strip()]
    if lines and all(_reader(line) is not text for _, line in lines):
        return lines
    found = blocks(content)
    return found if found and _is_drawn(found[0][1]) else None


def _reader(notation: str) -> Any:
    return next((each for each in (snakefall, hog2) if each.looks_like_one(notation)), text)


def _is_drawn(block: str) -> bool:
    """Return whether rows have a bird and are a level."""
    try:
        return bool(parse(block))
    except NotationError:
        return False


FORMS = {"snakefall": snakefall.write, "hog2": hog2.write}

NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms=FORMS, moves=ways)
