"""The ids of generated puzzles, by which a file of them is recognised."""

import re
from pathlib import Path
from typing import Any

from quandary.errors import QuandaryError
from quandary.generating.band import Band
from quandary.kind import Kind
from quandary.library.files import ASKED, Entry, read
from quandary.library.records import FactValue


def size_of(kind: Kind, puzzle: Any) -> str:
    """Return the size in the id of a puzzle."""
    return kind.maker.size(puzzle) if kind.maker.size else "any"


def name(kind: Kind, size: str, seed: int, number: int | str, asked: str = "") -> str:
    """Return the id of a generated puzzle. What was asked for is in it, so that no two runs share an id.

    >>> from quandary.library.registry import find_kind
    >>> name(find_kind("maze"), "3x3", 7, 0), name(find_kind("sudoku"), "9x9", 7, 0, "hard")
    ('maze-3x3-7-0', 'sudoku-9x9-hard-7-0')
    """
    return "-".join(filter(None, (kind.name, size, asked, str(seed), str(number))))


def entries_of(kind: Kind, band: Band, seed: int) -> list[Entry]:
    """Return the puzzles of a band with their ids, and what was asked for and their scores as facts."""
    asked: dict[str, FactValue] = {ASKED: band.wish} if band.wish else {}
    return [
        Entry(
            kind,
            made.puzzle,
            name(kind, size_of(kind, made.puzzle), seed, made.number, band.asked),
            facts={**asked, **made.facts},
        )
        for made in band.found
    ]


def is_generated(path: Path) -> bool:
    """Return whether every puzzle of a file has an id from `generate` and no title or source."""
    try:
        return all(isinstance(each, Entry) and _is_named(each) for each in read(str(path)))
    except QuandaryError:
        return False


def is_varied(path: Path) -> bool:
    """Return whether every puzzle of a file is a variant of another, as `vary` writes them."""
    try:
        found = list(read(str(path)))
    except QuandaryError:
        return False
    return all(isinstance(each, Entry) and {"change", "difference"} <= {*each.facts} for each in found)


def _is_named(entry: Entry) -> bool:
    start = f"{entry.kind.name}-{size_of(entry.kind, entry.puzzle)}-"
    is_numbered = re.fullmatch(r"(.+-)?-?\d+-(.+-)?\d+", entry.id.removeprefix(start)) is not None
    return entry.id.startswith(start) and is_numbered and not (entry.title or entry.source)
