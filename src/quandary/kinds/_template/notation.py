# Delete this file, and its lines in __init__.py, if puzzles are made in Python only, never read from text or files.
"""The notation: rows of characters, with / or a new line between them."""

import re

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds._template.rules import Template

CHARACTERS = "0123456789"
LARGEST = 20


def parse(text: str) -> Template:
    """Read a puzzle from its notation.

    >>> parse("11/10")
    Template(rows=('11', '10'))
    """
    rows = tuple(re.split(r"\s*[/\n]\s*", text.strip()))
    width = len(rows[0])
    if not (1 <= len(rows) <= LARGEST and 1 <= width <= LARGEST):
        raise NotationError(f"The board is {width}x{len(rows)}; give 1 to {LARGEST} rows and columns.")
    for at, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(f"Row {at} has {len(row)} fields and row 1 has {width}; make them equal.")
        if unknown := sorted(set(row) - set(CHARACTERS)):
            raise NotationError(f"Row {at} has the character {unknown[0]!r}; use {CHARACTERS}.")
    return Template(rows)


def format(puzzle: Template) -> str:  # noqa: A001 - the counterpart of parse
    """Write a puzzle in its notation.

    >>> format(Template(("11", "10")))
    '11/10'
    """
    return "/".join(puzzle.rows)


NOTATION = Notation(parse=parse, format=format)
