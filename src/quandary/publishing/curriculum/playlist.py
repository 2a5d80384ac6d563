"""The puzzles of a course as an ordinary puzzle file, for commands that do not know courses."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from quandary.errors import QuandaryError
from quandary.library.files import Entry, read, write
from quandary.publishing.course import Course


def write_playlist(path: str | Path, course: Course) -> None:
    """Write the puzzles in playing order, with chapter and score as facts."""
    entries, ids = [], dict[str, int]()
    for number, chapter in enumerate(course.chapters, start=1):
        for puzzle in chapter.puzzles:
            ids[puzzle.id] = again = ids.get(puzzle.id, 0) + 1
            facts: dict[str, Any] = {"chapter": number}
            if puzzle.score is not None:
                facts[chapter.by] = puzzle.score
            entry = puzzle.entry()
            name = f"{puzzle.id}-{again}" if again > 1 else puzzle.id
            entries.append(Entry(entry.kind, entry.puzzle, name, entry.title, entry.source, facts))
    write(path, entries)


def write_order(path: str | Path, ordered: Sequence[tuple[Entry, float | None]], by: str) -> None:
    """Write puzzles in a new order, with their place and their score as facts."""
    entries = []
    for place, (entry, value) in enumerate(ordered, start=1):
        facts: dict[str, Any] = {**entry.facts, "chapter": 1, "place": place}
        facts |= {} if value is None else {by: value}
        entries.append(replace(entry, facts=facts))
    write(path, entries)


def is_playlist(path: Path) -> bool:
    """Return whether every puzzle of a file has a chapter."""
    try:
        return all(isinstance(each, Entry) and "chapter" in each.facts for each in read(str(path)))
    except QuandaryError:
        return False
