"""Puzzle files as the studio changes them: one line at a time, never over a change that somebody else made.

The files on disk are the truth. A save reads the file again, replaces the one line of the puzzle and writes the whole
file under a temporary name that takes its place. Lines that cannot be read stay as they are.
"""

import json
import re
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

from quandary.errors import FileError, QuandaryError
from quandary.library.files import Entry, format_line, read
from quandary.parts.atomic import make_folder, write_atomically

OURS = ".jsonl"
"""The end of the names of files that can be changed. Puzzles of other formats are saved into one of these beside."""
HIDDEN = ".quandary"
"""The folder for drafts, in the folder of the puzzles."""


LEFT_BEHIND = 3600.0
"""Seconds after which a temporary file is nobody's."""


class ChangedOnDiskError(QuandaryError):
    """The puzzle's line was changed by somebody else since it was read."""


@dataclass(frozen=True)
class FileLine:
    """A line of a puzzle file: its number from 0, the id of its puzzle, and its text."""

    number: int
    id: str
    text: str


def digest(text: str) -> str:
    """Return a short text that tells two lines apart."""
    return sha256(text.encode()).hexdigest()[:16]


def lines_of(path: Path) -> list[FileLine]:
    """Return every line of a file with the id of its puzzle, "" where there is none."""
    try:
        text = path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path.name}: {error}.") from error
    found, count = list[FileLine](), 0
    for number, line in enumerate(text.splitlines()):
        ident = ""
        if line.strip():
            count += 1
            ident = _id_in(line) or f"{path.stem}-{count}"
        found.append(FileLine(number, ident, line))
    return found


def _id_in(line: str) -> str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    ident = value.get("id") if isinstance(value, dict) else None
    return ident if isinstance(ident, str) else ""


def save(path: Path, entry: Entry, *, known: str | None, force: bool = False) -> str:
    """Write a puzzle into its line, or as a new last line, and return the digest of the line.

    `known` is the digest of the line that the page has seen, None for a new puzzle. Raises ChangedOnDiskError if the line
    has become another one meanwhile, unless forced.
    """
    there = lines_of(path)
    own = next((line for line in there if line.id == entry.id), None)
    if not force:
        if own is not None and known is None:
            raise ChangedOnDiskError(f"{path.name} has a puzzle with the id {entry.id!r} already.")
        if known is not None and (own is None or digest(own.text) != known):
            gone = "is gone from" if own is None else "was changed in"
            raise ChangedOnDiskError(f"The puzzle {gone} {path.name} since you opened it.")
    text = format_line(entry)
    texts = [line.text for line in there]
    if own is None:
        texts.append(text)
    else:
        texts[own.number] = text
    write_lines(path, texts)
    return digest(text)


def remove(path: Path, ident: str, known: str) -> None:
    """Take a puzzle out of its file. Raises ChangedOnDiskError if its line has become another one."""
    there = lines_of(path)
    own = next((line for line in there if line.id == ident), None)
    if own is None or digest(own.text) != known:
        raise ChangedOnDiskError(f"The puzzle was changed in {path.name} since you opened it.")
    write_lines(path, [line.text for line in there if line is not own])


def write_lines(path: Path, texts: list[str]) -> None:
    """Write a file of lines, completely or not at all."""
    write_atomically(path, "".join(f"{text}\n" for text in texts).encode())


def add(path: Path, entries: list[Entry]) -> list[Entry]:
    """Append puzzles to a file under ids that are free, in one write, and return them with these ids."""
    there = lines_of(path)
    taken = {line.id for line in there}
    added = list[Entry]()
    for entry in entries:
        fresh = replace(entry, id=free_id(entry.id, taken))
        taken.add(fresh.id)
        added.append(fresh)
    write_lines(path, [*(line.text for line in there), *map(format_line, added)])
    return added


def free_id(wanted: str, taken: set[str]) -> str:
    """Return an id that is not taken.

    >>> free_id("maze", {"maze", "maze-2"})
    'maze-3'
    """
    number, free = 1, wanted
    while free in taken:
        number += 1
        free = f"{wanted}-{number}"
    return free


def sweep_folder(folder: Path) -> None:
    """Remove what writes that were killed an hour ago or more have left behind."""
    for each in folder.glob(".quandary-*"):
        if (
            re.fullmatch(r"\.quandary-[0-9a-f]{16}", each.name)
            and time() - each.stat().st_mtime > LEFT_BEHIND
        ):
            each.unlink(missing_ok=True)


def is_changeable(path: Path) -> bool:
    """Return whether lines of a file can be replaced."""
    return path.suffix == OURS


def beside(path: Path) -> Path:
    """Return the file that the puzzles of a file in a customary format are saved to.

    >>> beside(Path("levels.xsb")).name
    'levels.jsonl'
    """
    return path if is_changeable(path) else path.with_suffix(OURS)


def read_all(path: Path, most: int) -> tuple[list[Entry], list[str]]:
    """Return the puzzles of a file, at most so many, and what is wrong with the other lines."""
    entries, problems = list[Entry](), list[str]()
    try:
        for each in read(str(path)):
            if isinstance(each, FileError):
                problems.append(str(each))
            elif len(entries) == most:
                problems.append(f"{path.name} has more than {most:,} puzzles. The rest is left out.")
                break
            else:
                entries.append(each)
    except QuandaryError as error:
        problems.append(str(error))
    return entries, problems


# Drafts


@dataclass(frozen=True)
class KeptDraft:
    """What somebody has changed and not saved."""

    kind: str
    puzzle: str
    title: str
    known: str | None
    """The digest of the line that it is a change of."""
    at: float


def _draft_path(folder: Path, key: str) -> Path:
    return folder / HIDDEN / f"draft-{key}.json"


def keep_draft(folder: Path, key: str, *, kind: str, puzzle: str, title: str, known: str | None) -> None:
    """Keep what is not saved yet, so that a closed page or a dead machine loses nothing."""
    make_folder(folder / HIDDEN)
    told = {"kind": kind, "puzzle": puzzle, "title": title, "known": known, "at": time()}
    write_atomically(_draft_path(folder, key), json.dumps(told, ensure_ascii=False).encode())


def read_draft(folder: Path, key: str) -> KeptDraft | None:
    """Return what was kept, or None."""
    try:
        told: Any = json.loads(_draft_path(folder, key).read_bytes())
        return KeptDraft(
            str(told["kind"]), str(told["puzzle"]), str(told["title"]), told["known"], float(told["at"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def drop_draft(folder: Path, key: str) -> None:
    """Forget a draft."""
    _draft_path(folder, key).unlink(missing_ok=True)
