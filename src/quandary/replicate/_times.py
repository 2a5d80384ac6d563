"""A table of people's times, and its summary: Tables 2.1, 2.2, 2.7 and 2.8 of the thesis on tilt mazes and Sokoban."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, log
from pathlib import Path

from quandary.errors import FileError
from quandary.models.table import LONG
from quandary.replicate._table import TableRow

PRINTED = {
    "2.2, tilt mazes": (6265, 110, 882, 15, 90 + 5 / 24),
    "2.7, Czech Sokoban": (5081, 81, 415, 7, 60 + 23 / 24),
    "2.8, Russian Sokoban": (1584, 762, 55, 26, 76 + 12 / 24),
}
"""Users, levels, users per level, levels per user and days of play, by table."""
NAMES = ("users", "levels", "users_per_level", "levels_per_user", "total_days")


@dataclass(frozen=True)
class Times:
    """The seconds that each user took for each level."""

    seconds: dict[tuple[str, str], float]

    @property
    def users(self) -> set[str]:
        """Those who solved at least one level."""
        return {user for user, _ in self.seconds}

    @property
    def levels(self) -> dict[str, list[float]]:
        """The times of each level."""
        found: dict[str, list[float]] = {}
        for (_, level), seconds in self.seconds.items():
            found.setdefault(level, []).append(seconds)
        return found

    def summary(self) -> tuple[float, ...]:
        """Return the numbers of users and levels, their averages, and the days of play."""
        users, levels, cells = len(self.users), len(self.levels), len(self.seconds)
        return users, levels, cells / levels, cells / users, sum(self.seconds.values()) / 86_400

    def mean_logs(self) -> dict[str, float]:
        """Return the mean of the logarithms of each level's times."""
        return {level: sum(map(log, some)) / len(some) for level, some in self.levels.items()}


def read_times(path: Path) -> Times:
    """Read times as the thesis has them, a row per user and a column per level, or as user, level, seconds."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise FileError(f"Cannot read {path}: {error}") from error
    if len(rows) < 2:
        raise FileError(
            f"{path} has no times. Write a row for each user and a column for each level, in seconds."
        )
    head, *body = rows
    is_long = [each.strip().lower() for each in head[:3]] == list(LONG)
    cells = _long(body) if is_long else _wide(head, body)
    found = {(user, level): _number(path, line, text) for line, user, level, text in cells if text.strip()}
    if not found:
        raise FileError(f"{path} has no times.")
    return Times(found)


def _long(body: list[list[str]]) -> Iterator[tuple[int, str, str, str]]:
    for line, row in enumerate(body, start=2):
        if len(row) >= len(LONG):
            yield line, row[0], row[1], row[2]


def _wide(head: list[str], body: list[list[str]]) -> Iterator[tuple[int, str, str, str]]:
    for line, row in enumerate(body, start=2):
        for level, text in zip(head[1:], row[1:], strict=False):
            yield line, row[0], level, text


def _number(path: Path, line: int, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (isfinite(seconds) and seconds > 0):
        raise FileError(f"line {line} of {path.name}: {text[:20]!r} is not a time in seconds above 0.")
    return seconds


def _natural(text: str) -> list[tuple[int, str]]:
    """Return what to sort by so that level-10 comes after level-9.

    >>> sorted(["l10", "l9"], key=_natural)
    ['l9', 'l10']
    """
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", text)]


def printed() -> Iterator[TableRow]:
    """Yield the three printed summaries."""
    for number, values in PRINTED.items():
        for name, value in zip(NAMES, values, strict=True):
            yield TableRow(
                f"{name} ({number})", value, None, note="needs a table of times: --data FILE", unit=name
            )


def summary_on(path: Path) -> Iterator[TableRow]:
    """Yield the summary of a table of one's own, and the mean log time of each level."""
    times = read_times(path)
    for name, value in zip(NAMES, times.summary(), strict=True):
        yield TableRow(name, None, value, note=f"of {path.name}", unit=name)
    for level, value in sorted(times.mean_logs().items(), key=lambda each: _natural(each[0])):
        people = len(times.levels[level])
        yield TableRow(f"mean_log_time {level}", None, value, note=f"{people} users", unit="mean log seconds")
