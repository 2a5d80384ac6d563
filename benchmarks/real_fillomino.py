"""Check Fillomino on real puzzles, with the files in the folder `fillomino` of the data, if any.

*.json    {name: {"problem": ..., "solution": ...}}: a line with rows and columns, then rows of numbers with "-" for empty

Processor time is measured, so that other work on the machine does not count.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from verdict import pace, verdict

from quandary.kinds.fillomino.board import MOST, BoardNumbers
from quandary.kinds.fillomino.notation import parse
from quandary.kinds.fillomino.rules import Fillomino
from quandary.limits import Limits
from quandary.solving.search import solutions

LIMIT = Limits(seconds=20)
SHARE, MEDIAN = 0.99, 0.030
"""The share that must be proved, and the largest median time in seconds."""


class Attempt(NamedTuple):
    """The result for one puzzle."""

    name: str
    proved: bool
    """Whether it has the published solution and, over all numbers, no other."""
    seconds: float


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    for path in sorted((data / "fillomino").glob("*.json")):
        entries = json.loads(path.read_text("utf-8"))
        small = {name: each for name, each in entries.items() if max(_size(each["problem"])) <= MOST}
        yield f"{path.name}: {len(small)} of {len(entries)} puzzles have at most {MOST} rows and columns"
        yield from _verdicts([_attempt(name, each) for name, each in small.items()])


def _attempt(name: str, entry: dict[str, str]) -> Attempt:
    puzzle, published = _puzzle(entry["problem"]), _numbers(entry["solution"])
    begin = process_time()
    found = solutions(puzzle, most=2, limits=LIMIT)
    seconds = process_time() - begin
    proved = found.complete and [each.end(puzzle) for each in found.found] == [published]
    return Attempt(name, proved, seconds)


def _verdicts(attempts: list[Attempt]) -> Iterator[str]:
    times = [each.seconds for each in attempts]
    good = sum(each.proved for each in attempts)
    middle, slowest = median(times), max(attempts, key=lambda each: each.seconds)
    told = (
        f"{good} of {len(attempts)} equal to the published solution and proved unique over all numbers; median"
        f" {middle * 1000:.1f} ms, slowest {slowest.seconds:.2f} s ({slowest.name}), all {sum(times):.1f} s"
    )
    yield verdict(good >= SHARE * len(attempts), told) if middle <= MEDIAN else pace(False, told)
    for each in attempts:
        if not each.proved:
            yield f"not proved: {each.name}, after {each.seconds:.2f} s"


def _size(text: str) -> tuple[int, int]:
    rows, columns = text.partition("\n")[0].split()
    return int(rows), int(columns)


def _puzzle(text: str) -> Fillomino:
    return parse(text.partition("\n")[2])


def _numbers(text: str) -> BoardNumbers:
    return tuple(int(word) for word in text.partition("\n")[2].split())
