"""The ids of generated puzzles, by which a file of them is recognised."""

import re
from pathlib import Path
from typing import Any

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library.files import Entry, read


def size_of(kind: Kind, puzzle: Any) -> str:
    """Return the size in the id of a puzzle."""
    return kind.maker.size(puzzle) if kind.maker.size else "any"


def name(kind: Kind, size: str, seed: int, number: int | str) -> str:
    """Return the id of a generated puzzle.

    >>> from quandary.library.registry import kind
    >>> name(kind("maze"), "3x3", 7, 0)
    'maze-3x3-7-0'
    """
    return f"{kind.name}-{size}-{seed}-{number}"


def is_generated(path: Path) -> bool:
    """Return whether every puzzle of a file has an id from `generate` and no title or source."""
    try:
        return all(isinstance(each, Entry) and _is_named(each) for each in read(str(path)))
    except QuandaryError:
        return False


def _is_named(entry: Entry) -> bool:
    start = f"{entry.kind.name}-{size_of(entry.kind, entry.puzzle)}-"
    is_numbered = re.fullmatch(r"-?\d+-(.+-)?\d+", entry.id.removeprefix(start)) is not None
    return entry.id.startswith(start) and is_numbered and not (entry.title or entry.source)
