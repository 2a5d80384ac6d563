"""Read walks, whatever their form: JSON Lines of plays, rows of an archive, or the events of a study with their times."""

import csv
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from quandary.errors import FileError, QuandaryError
from quandary.library.registry import find_kind
from quandary.models.walks.archive import walk_of_row
from quandary.models.walks.walk import RecordedWalk, WalkStep

LARGEST = 1_000_000_000
"""The most bytes of text that are read."""


@dataclass(frozen=True)
class ReadWalks:
    """The walks of a file, and what could not be read."""

    walks: tuple[RecordedWalk, ...]
    refused: int = 0
    why: str = ""
    """Why the first of those could not be read."""
    source: str = ""

    @property
    def of_places(self) -> bool:
        """Whether they are of a kind whose places are filled."""
        return bool(self.walks) and hasattr(self.walks[0].puzzle, "fills")


def read_walks(path: Path, kind: str = "") -> ReadWalks:
    """Read the walks of a file. What is not one is counted; if none is, FileError tells why the first is not."""
    walks, refused, why = list[RecordedWalk](), 0, ""
    for make in _events(path) if path.suffix == ".csv" else _lines(path, kind):
        try:
            if (walk := make()) is not None:
                walks.append(walk)
        except (QuandaryError, ValueError, KeyError, TypeError, AttributeError) as error:
            refused, why = refused + 1, why or f"{error}"
    if not walks:
        raise FileError(f"{path} holds no walks{f': {why}' if why else ''}.")
    return ReadWalks(tuple(walks), refused, why, path.name)


def _lines(path: Path, kind: str) -> Iterator[Callable[[], RecordedWalk | None]]:
    for number, line in enumerate(_text(path), start=1):
        if line.strip():
            yield lambda line=line, number=number: _walk(line, number, kind)  # type: ignore[misc]


def _text(path: Path) -> Iterator[str]:
    try:
        read = 0
        opened: Any = lzma.open if path.suffix == ".xz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                read += len(line)
                if read > LARGEST:
                    raise FileError(f"{path} is too large. Split it.")
                yield line
    except FileNotFoundError as error:
        raise FileError(f"There is no file {path}.") from error
    except (OSError, lzma.LZMAError, UnicodeDecodeError, EOFError) as error:
        raise FileError(f"{path} cannot be read: {error}") from error


def _walk(line: str, number: int, kind: str) -> RecordedWalk | None:
    row = json.loads(line)
    if not isinstance(row, dict):
        raise QuandaryError(f"line {number} is not an object")
    if isinstance(row.get("moves"), str) or "moves" not in row:
        return walk_of_row(row, kind or str(row.get("puzzle", "")))
    return _play(row, number)


def _play(row: Mapping[str, Any], number: int) -> RecordedWalk:
    kind = find_kind(str(row["kind"]))
    puzzle = kind.parse(str(row["puzzle"]))
    steps = tuple(_written(str(move)) for move in row["moves"])
    return RecordedWalk(kind, puzzle, str(row["puzzle"]), str(row.get("solver", "")), steps)


def _written(move: str) -> WalkStep:
    place, _, value = move.rpartition("=")
    return WalkStep("write", place, value)


def _events(path: Path) -> Iterator[Callable[[], RecordedWalk | None]]:
    """Yield the walks of a study's events.csv, whose puzzles are in puzzles.csv beside it."""
    puzzles = {row["puzzle"]: row for row in _table(path.with_name("puzzles.csv"))}
    for (person, _, name), rows in groupby(
        _table(path), key=lambda row: (row["participant"], row["position"], row["puzzle"])
    ):
        events = list(rows)
        yield lambda person=person, name=name, events=events: _of_events(person, puzzles[name], events)  # type: ignore[misc]


def _table(path: Path) -> list[dict[str, str]]:
    try:
        return list(csv.DictReader(_text(path)))
    except csv.Error as error:
        raise FileError(f"{path} is not a table: {error}") from error


def _of_events(
    person: str, told: Mapping[str, str], events: Iterable[Mapping[str, str]]
) -> RecordedWalk | None:
    kind = find_kind(told["kind"])
    puzzle = kind.parse(told["notation"])
    steps, there, before = list[WalkStep](), list[str](), 0
    for event in events:
        seconds = (int(event["ms"]) - before) / 1000
        before = int(event["ms"])
        if event["verb"] == "move":
            steps.append(_written(event["move"])._replace(seconds=seconds))
            there.append(steps[-1].place)
        elif event["verb"] == "restart":
            steps += [WalkStep("back", place) for place in reversed(there)]
            there.clear()
        elif event["verb"] == "erase":
            steps.append(WalkStep("erase", event["move"].partition("=")[0], seconds=seconds))
        elif event["verb"] in ("undo", "back") and there:
            steps.append(WalkStep("back", there.pop(), seconds=seconds))
    return RecordedWalk(kind, puzzle, told["puzzle"], person, tuple(steps)) if steps else None
