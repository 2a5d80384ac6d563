"""Make courses from real collections: Sokoban levels that people play, and panels of the community's editor.

It reads FOLDER/sokoban/microban1.xsb and online.jsonl, and FOLDER/witness/windmill_2022_part.jsonl. Missing
files are skipped.
"""

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from verdict import pace, verdict

from quandary.limits import Limits
from quandary.publishing.course import Chapter, Course
from quandary.publishing.curriculum.build import build
from quandary.publishing.curriculum.pool import Means
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec

LINKS = 1_000
LENGTH = 40
MINUTES = 10
"""The most minutes that a course may take."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    with TemporaryDirectory() as folder:
        levels = _levels(data / "sokoban", Path(folder))
        if levels:
            yield from _course("Sokoban", levels, "shortest_boxes_path", Limits(2.0, 1.0))
        links = data / "witness" / "windmill_2022_part.jsonl"
        if links.exists():
            file = Path(folder) / "links.jsonl"
            file.write_text("".join(_witness(links)))
            yield from _course("Witness", [file], "remuse", Limits(2.0, 1.0))


def _levels(folder: Path, to: Path) -> list[Path]:
    files = [path for path in (folder / "microban1.xsb",) if path.exists()]
    if (folder / "online.jsonl").exists():
        lines = (folder / "online.jsonl").read_text("utf-8").splitlines()
        made = [_line("sokoban", each["puzzle"], each["id"]) for each in map(json.loads, lines)]
        (to / "online.jsonl").write_text("".join(made))
        files.append(to / "online.jsonl")
    return files


def _witness(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        for each in map(json.loads, islice(file, LINKS)):
            yield _line("witness", each["contents"], each["id"])


def _line(kind: str, puzzle: str, name: str) -> str:
    return json.dumps({"kind": kind, "puzzle": puzzle, "id": name}) + "\n"


def _course(name: str, files: list[Path], by: str, limits: Limits) -> Iterator[str]:
    said: list[str] = []
    chapter = ChapterSpec(name, files=tuple(map(str, files)), length=LENGTH, by=by)
    begin = perf_counter()
    course = build(CourseSpec(name, [chapter]), Means(limits, say=said.append))
    seconds = perf_counter() - begin
    pool = course.chapters[0].pool
    told = pool.usable + pool.unreadable + pool.duplicates + pool.unsolvable + pool.unmeasured
    yield verdict(
        pool.considered == told > 0, f"{name}: {pool.considered:,} puzzles are read, each accounted for"
    )
    yield (
        f"{name}: {pool.usable:,} usable, {pool.unreadable} unreadable, {pool.duplicates} duplicates,"
        f" {pool.unsolvable} unsolvable, {pool.unmeasured} not measured in {limits.seconds:g} s"
    )
    yield from (f"  said: {each}" for each in said)
    yield from (f"  weak: {each}" for each in course.weak)
    length = min(LENGTH, pool.usable)
    yield verdict(len(course.puzzles) == length, f"{name}: a course of {len(course.puzzles)} puzzles")
    yield verdict(_rises(course.chapters[0]), f"{name}: scores rise from {pool.low:g} to {pool.high:g}")
    yield verdict(_explained(course), f"{name}: every choice is explained")
    yield pace(seconds <= 60 * MINUTES, f"{name}: built in {seconds:.0f} s, at most {MINUTES} minutes")


def _rises(chapter: Chapter) -> bool:
    scores = [puzzle.score or 0.0 for puzzle in chapter.puzzles]
    return all(one <= two for one, two in pairwise(scores))


def _explained(course: Course) -> bool:
    return all("target" in puzzle.why for puzzle in course.puzzles)
