"""The tables of an export, checked, as arrays of people × puzzles. Whatever is left out is listed."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.library.files import Entry
from quandary.showing.playable import Playable
from quandary.web.play.judge import LogEntry as Event
from quandary.web.study.export import unsafe
from quandary.web.study.folder import drawn
from quandary.web.study.records import names

FloatArray: TypeAlias = NDArray[np.float64]
LATER = tuple(
    name
    for table in ("responses", "participants", "puzzles")
    for name in names(table)
    if name.startswith("seconds_")
    or name in ("drawing", "flags", "refused", "outcome", "panel", "session", "checks_wrong")
)
"""Columns that older exports do not have."""
LARGEST = 500_000_000
"""The largest table in bytes that is read."""


@dataclass(frozen=True)
class Exclusion:
    """Something that is left out, and why."""

    what: str
    reason: str


@dataclass(frozen=True)
class Data:
    """The answers of an export. Arrays have a row per person and a column per puzzle, nan where there is none."""

    about: Mapping[str, Any]
    people: tuple[str, ...]
    puzzles: tuple[str, ...]
    rating: FloatArray
    """Skips have the rating that the study gives them."""
    seconds: FloatArray
    """Only for puzzles that were solved."""
    clicks: FloatArray
    solved: FloatArray
    skipped: FloatArray
    position: FloatArray
    traits: Mapping[str, tuple[str, ...]]
    """The answers to each question, a word per person, "" if there is none."""
    finished: NDArray[np.bool_]
    playables: Mapping[str, Playable] = field(compare=False)
    events: Mapping[str, list[list[Event]]] = field(compare=False)
    """The logs of each puzzle."""
    exclusions: tuple[Exclusion, ...] = ()
    begun: int = 0
    """How many people began, with or without an answer."""

    @cached_property
    def log_seconds(self) -> FloatArray:
        """The natural logarithm of the time, nan where the puzzle was not solved."""
        return np.log(np.maximum(self.seconds, 0.05))

    @property
    def scale(self) -> tuple[int, int]:
        """The ends of the rating scale."""
        return self.about["rating"]["least"], self.about["rating"]["most"]


def read_data(folder: Path) -> Data:
    """Read an export. Raises FileError that names the file and the remedy."""
    if not (folder / "responses.csv").is_file():
        raise FileError(
            f"{folder} is not an export folder: it has no responses.csv. Make one: quandary study export DIR -o {folder}"
        )
    _check_sums(folder)
    about = json.loads((folder / "study.json").read_text("utf-8"))
    responses, participants = _rows(folder, "responses"), _rows(folder, "participants")
    excluded = [
        Exclusion(f"participant {row['participant']}", "answered no puzzle")
        for row in participants
        if row["answered"] == "0"
    ]
    answered = {row["participant"] for row in responses}
    people = tuple(row["participant"] for row in participants if row["participant"] in answered)
    listed = [row for row in _rows(folder, "puzzles") if row["role"] == "study"]
    seen = {row["puzzle"] for row in responses}
    excluded += [
        Exclusion(f"puzzle {row['puzzle']}", "has no answer") for row in listed if row["puzzle"] not in seen
    ]
    puzzles = tuple(row["puzzle"] for row in listed if row["puzzle"] in seen)
    if len(people) < 2 or len(puzzles) < 2:
        raise FileError(
            f"{folder} has answers of {len(people)} people to {len(puzzles)} puzzles. An analysis needs two of each."
        )
    who = {row["participant"]: row for row in participants}
    return Data(
        about=about,
        people=people,
        puzzles=puzzles,
        traits=_traits(about, participants, people),
        finished=np.array([who[name]["finished"] == "1" for name in people]),
        playables=_playables(listed, excluded),
        events=_events(folder),
        exclusions=tuple(excluded),
        begun=len(participants),
        **_columns(responses, people, puzzles),
    )


def _columns(
    responses: Iterable[Mapping[str, str]], people: Sequence[str], puzzles: Sequence[str]
) -> dict[str, FloatArray]:
    """Return what was measured as tables of people by puzzles, nan where nothing was."""
    persons, places = ({name: n for n, name in enumerate(each)} for each in (people, puzzles))
    columns = {
        name: np.full((len(people), len(puzzles)), np.nan)
        for name in ("rating", "seconds", "clicks", "solved", "skipped", "position")
    }
    for row in responses:
        if row["participant"] not in persons:
            continue
        place = persons[row["participant"]], places[row["puzzle"]]
        for name in ("rating", "solved", "skipped", "position"):
            columns[name][place] = float(row[name]) if row[name] else np.nan
        if row["solved"] == "1":
            columns["seconds"][place], columns["clicks"][place] = float(row["seconds"]), float(row["clicks"])
    return columns


def _traits(
    about: Mapping[str, Any], participants: Sequence[Mapping[str, str]], people: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the answers of people to each question, and their arms if there are several."""
    who = {row["participant"]: row for row in participants}
    traits = {
        each["id"]: tuple(who[name].get(each["id"], "") for name in people) for each in about["questions"]
    }
    if len({row["arm"] for row in participants}) > 1:
        traits["arm"] = tuple(who[name]["arm"] for name in people)
    return traits


def _check_sums(folder: Path) -> None:
    sums = folder / "SHA256SUMS"
    for line in sums.read_text("utf-8").splitlines() if sums.is_file() else ():
        digest, _, name = line.partition("  ")
        file = folder / Path(name).name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
            raise FileError(
                f"{file} has changed since the export. Export again, or delete SHA256SUMS if the change is intended."
            )


def _rows(folder: Path, table: str) -> list[dict[str, str]]:
    path = folder / f"{table}.csv"
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise FileError(f"{path} is missing or larger than {LARGEST // 10**6} MB.")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        known = {*(reader.fieldnames or ()), *LATER}
        missing = [name for name in names(table) if name not in known]
        if missing:
            raise FileError(f"{path} lacks the columns {', '.join(missing)}.")
        return [{name: unsafe(cell or "") for name, cell in row.items() if name} for row in reader]


def _events(folder: Path) -> dict[str, list[list[Event]]]:
    logs: dict[tuple[str, str], list[Event]] = {}
    for row in _rows(folder, "events"):
        logs.setdefault((row["puzzle"], row["participant"]), []).append(
            (int(row["ms"]), row["verb"], row["move"])
        )
    found: dict[str, list[list[Event]]] = {}
    for (puzzle, _), log in logs.items():
        found.setdefault(puzzle, []).append(log)
    return found


def _playables(rows: list[dict[str, str]], excluded: list[Exclusion]) -> dict[str, Playable]:
    found = {}
    for row in rows:
        try:
            kind = registry.find_kind(row["kind"])
            entry = Entry(kind, kind.parse(row["notation"]), row["puzzle"], row["title"])
            found[row["puzzle"]] = drawn(Playable.of(entry), row.get("drawing", ""))
        except QuandaryError as error:
            excluded.append(Exclusion(f"measures of {row['puzzle']}", f"the puzzle cannot be read: {error}"))
    return found
