"""Read and write declared puzzles as puzz.link addresses. Each clue owns its part."""

import re
from collections.abc import Iterator
from typing import Any

from quandary.errors import NotationError
from quandary.parts.addresses import SITE
from quandary.pencil.clues import BoardSize, Clue
from quandary.pencil.codes import LinkPart
from quandary.pencil.notation import LONGEST
from quandary.pencil.puzzle import Pencil


def pattern(genre: str) -> re.Pattern[str]:
    """Return the pattern of the addresses of a genre: one of its names, the columns, the rows, and the rest."""
    names = "|".join(map(re.escape, genre.split()))
    return re.compile(rf"(?<![\w/-])(?:{names})/(?:v:/)?(\d{{1,3}})/(\d{{1,3}})/([^?#\s]*)")


def can_link(puzzle: type[Pencil]) -> bool:
    """Return whether every clue of a declaration has a part of an address."""
    return all(clue.link() for clue in puzzle.clues)


def read_link(genre: str, puzzle: type[Pencil], text: str) -> tuple[BoardSize, tuple[Any, ...]] | None:
    """Return the size and the clues that an address tells, or None if the text is none of this genre."""
    match = pattern(genre).search(text[:LONGEST])
    if match is None:
        return None
    told, rest = BoardSize(int(match[2]), int(match[1])), match[3]
    edge = max(part.edge for _, _, part in _parts(puzzle))
    size, values = BoardSize(told.rows + edge, told.columns + edge), dict[int, Any]()
    for at, clue, part in _parts(puzzle):
        if values and not rest:  # parts at the end that tell nothing may be left out
            values[at] = clue.blank(size)
            continue
        found, rest = part.code.read(rest, told)
        values[at] = part.value(found, size)
    return size, tuple(values[at] for at in range(len(puzzle.clues)))


def write_link(genre: str, puzzle: Pencil) -> str:
    """Return the address of a puzzle. Raises NotationError if it cannot tell all of its clues."""
    size = BoardSize(puzzle.rows, puzzle.columns)
    parts = list(_parts(type(puzzle)))
    edge = max(part.edge for _, _, part in parts)
    told = BoardSize(size.rows - edge, size.columns - edge)
    while len(parts) > 1 and puzzle.given[parts[-1][0]] == parts[-1][1].blank(size):
        parts.pop()
    body = "".join(part.code.write(part.told(puzzle.given[at], size), told) for at, _, part in parts)
    link = f"{SITE}{genre.split()[0]}/{told.columns}/{told.rows}/{body}"
    if read_link(genre, type(puzzle), link) != (size, puzzle.given):
        raise NotationError("An address of puzz.link cannot tell all of this puzzle's clues.")
    return link


def _parts(puzzle: type[Pencil]) -> Iterator[tuple[int, Clue, LinkPart]]:
    """Yield the clues with their numbers and their parts, in the order of the address."""
    parts = [(at, clue, part) for at, clue in enumerate(puzzle.clues) if (part := clue.link())]
    return iter(sorted(parts, key=lambda each: (each[2].order, each[0])))
