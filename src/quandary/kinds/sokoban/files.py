"""Collections of levels, with their titles, numbers and authors: XSB files, and levels in JSON.

A level in JSON has `isWall`, a list of rows, `boxes` and `targets` as pairs of row and column, `man_row` and
`man_col`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Told
from quandary.kinds.sokoban.rules import Board
from quandary.parts.blocks import blocks
from quandary.parts.said import Fact, facts_in, said_in, single_line, source_in

LONGEST_NAME = 40
_NAME = re.compile(
    rf"[;:#\s]*((?:[^\W\d_]|[&'])[\w '&.-]{{0,{LONGEST_NAME - 1}}}?)\s*(?:\(.*\)?\s*|[,.:].*)?"
)
"""Matches the first line of a collection, which begins with its name."""


def levels_in(text: str, rows: Any) -> list[FoundPuzzle]:
    """Return the levels of a collection with what the lines around them say.

    What belongs to a level stands in front of it, or behind it if it stands behind the last level.
    """
    lines, found = text.splitlines(), blocks(text, rows, str.rstrip)
    ends = [line - 1 + level.count("\n") + 1 for line, level in found]
    gaps = [
        [each for each in lines[start : line - 1] if each.strip()]
        for start, line in zip([0, *ends], [*(line for line, _ in found), len(lines) + 1], strict=True)
    ]
    behind = bool(gaps) and bool(said_in(gaps[-1]))
    head = gaps[0] if gaps else []
    name, whose = _collection(head, behind=behind), source_in(said_in(head))
    said = [said_in(gap) for gap in (gaps[1:] if behind else gaps[:-1])]
    numbers = [_number(each, at) for at, each in enumerate(said, start=1)]
    if len(set(numbers)) < len(numbers):
        numbers = list(range(1, len(said) + 1))
    return [
        FoundPuzzle(
            line,
            level,
            id=f"{name} {number}" if name else "",
            title=str(each.get("title", "")),
            source=source_in(each) or whose,
            facts=facts_in(each) if behind or at else {},
            number=number,
        )
        for at, ((line, level), each, number) in enumerate(zip(found, said, numbers, strict=True))
    ]


def _number(said: Mapping[str, Fact], at: int) -> int:
    """Return the number that is said of a level, or the one by which it comes."""
    number = said.get("number")
    return number if type(number) is int and number > 0 else at


def _collection(head: Sequence[str], *, behind: bool) -> str:
    """Return the name of a collection from the lines before its first level, or ""."""
    said = said_in(head)
    for key in ("collection", "set", *(("title",) if behind else ())):
        if said.get(key):
            return single_line(str(said[key]))[:LONGEST_NAME]
    match = _NAME.fullmatch(head[0]) if len(head) > 1 or (behind and head) else None
    return match[1].strip() if match and not said_in(head[:1]) else ""


def write_xsb(told: Sequence[Told], text_of: Any) -> str:
    """Return levels with what is said about them behind each."""
    parts = []
    for each in told:
        said = {"Title": each.title or each.id, "Author": each.source, **each.facts}
        lines = [
            f"{name}: {single_line(str(value))}" for name, value in said.items() if value not in ("", None)
        ]
        parts.append("\n".join([text_of(each.puzzle), *lines]))
    return "\n\n".join(parts) + "\n"


def is_json(text: str) -> bool:
    """Return whether a text looks like a level in JSON."""
    return text.lstrip()[:1] == "{" and '"isWall"' in text


def from_json(text: str) -> str:
    r"""Return a level in JSON as rows of text. Raises NotationError.

    >>> from_json('{"isWall": [[true, true, true, true, true], [true, false, false, false, true], '
    ...           '[true, true, true, true, true]], "boxes": [[1, 2]], "targets": [[1, 3]], "man_row": 1, "man_col": 1}')
    '#####\n#@$.#\n#####'
    """
    try:
        given = json.loads(text)
        walls = [[bool(each) for each in row] for row in given["isWall"]]
        boxes, targets = (
            {(int(row), int(column)) for row, column in given[name]} for name in ("boxes", "targets")
        )
        man = int(given["man_row"]), int(given["man_col"])
    except (ArithmeticError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotationError(
            "This level in JSON is not complete; it needs isWall, boxes, targets, man_row and man_col."
        ) from error

    def character(cell: tuple[int, int], wall: bool) -> str:
        if wall:
            return "#"
        mark = "$" if cell in boxes else "@" if cell == man else " "
        return {"$": "*", "@": "+", " ": "."}[mark] if cell in targets else mark

    rows = [[character((y, x), wall) for x, wall in enumerate(row)] for y, row in enumerate(walls)]
    return "\n".join("".join(row) for row in rows)


def to_json(level: Board) -> str:
    """Return a level in JSON, on one line."""
    wall = [[(x, y) in level.walls for x in range(level.width)] for y in range(level.height)]
    return json.dumps(
        {
            "width": level.width,
            "height": level.height,
            "isWall": wall,
            "boxes": sorted([y, x] for x, y in level.boxes),
            "targets": sorted([y, x] for x, y in level.targets),
            "man_row": level.man[1],
            "man_col": level.man[0],
        }
    )
