"""The overview of a course: every puzzle as a small picture, the higher the harder."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from quandary.draw.place import fitted
from quandary.draw.shapes import Drawing, Line, Shape, Text, rectangle
from quandary.library import registry
from quandary.publishing.course import Chapter, Course, CoursePuzzle
from quandary.publishing.curriculum.words import amount
from quandary.rules import called

WIDE = 12
"""The number of puzzles in a row."""
THUMB, GAP, RISE = 1.0, 0.3, 1.6
"""The side of a small picture, the space between two, and the height between the easiest and the hardest."""
HEAD, FOOT, TITLE, MARGIN = 0.75, 0.5, 0.9, 0.4
AXIS = 1.0
LONGEST = 13
"""The number of characters of a label that fit above a picture."""


def strip(course: Course, *, titled: bool = True) -> Drawing:
    """Draw the overview of a course, chapter by chapter. Chapters with the same measure share a scale."""
    width = 2 * MARGIN + AXIS + WIDE * (THUMB + GAP)
    shapes: list[Shape] = []
    y = MARGIN
    if titled:
        shapes.append(Text((MARGIN, MARGIN + 0.3), course.title, 0.55, "ink", "start", bold=True))
        y += TITLE
    number = 0
    for place, chapter in enumerate(course.chapters, start=1):
        shapes.append(Text((MARGIN, y + 0.2), f"{place}  {chapter.title}", 0.36, "ink", "start", bold=True))
        shapes.append(Text((width - MARGIN, y + 0.2), _measured(chapter), 0.24, "soft", "end"))
        y += HEAD
        for first in range(0, len(chapter.puzzles), WIDE):
            row = chapter.puzzles[first : first + WIDE]
            shapes += _row(_ends(course, chapter), row, number, y)
            number += len(row)
            y += RISE + THUMB + FOOT + 0.3
    return Drawing(width, y + MARGIN, tuple(shapes), title=f"Overview of {course.title}")


def _measured(chapter: Chapter) -> str:
    """Return what is measured, in plain words: "bits for the player “none”"."""
    player = f" for the player “{chapter.player}”" if chapter.player and chapter.unit == "bits" else ""
    return f"{chapter.unit or chapter.by}{player}"


def _ends(course: Course, chapter: Chapter) -> tuple[float, float]:
    """Return the lowest and the highest score of all chapters that are measured like this one."""
    scores = [
        puzzle.score
        for each in course.chapters
        for puzzle in each.puzzles
        if (each.by, each.player) == (chapter.by, chapter.player) and puzzle.score is not None
    ]
    return min(scores, default=0.0), max(scores, default=0.0)


def _row(ends: tuple[float, float], row: Sequence[CoursePuzzle], number: int, y: float) -> Iterator[Shape]:
    low, high = ends
    left, floor = MARGIN + AXIS, y + RISE + THUMB
    yield Line(((left - 0.1, floor), (left + WIDE * (THUMB + GAP), floor)), "faint", 0.03)
    for value, height in dict.fromkeys([(low, 0.0), (high, RISE if high > low else 0.0)]):
        yield Text((left - 0.2, floor - height - THUMB / 2), amount(value), 0.24, "soft", "end")
    heights = [_height(each, low, high) for each in row]
    middles = [(left + at * (THUMB + GAP) + THUMB / 2, floor - h - THUMB / 2) for at, h in enumerate(heights)]
    if len(middles) > 1:
        yield Line(tuple(middles), "accent-1", 0.04)
    tops = [(left + at * (THUMB + GAP), floor - height - THUMB) for at, height in enumerate(heights)]
    for at, (puzzle, (x, top)) in enumerate(zip(row, tops, strict=True)):
        yield from _thumbnail(puzzle, x, top)
        yield Text((x + THUMB / 2, floor + 0.17), str(number + at + 1), 0.2, "soft")
    for puzzle, (x, top) in zip(row, tops, strict=True):  # after all pictures, which would cover them
        lines = [(line, role) for label, role in _labels(puzzle) for line in reversed(wrap(label, LONGEST))]
        for at, (line, role) in enumerate(lines):
            yield Text((x + THUMB / 2, top - 0.12 - 0.2 * at), line, 0.15, role, bold=True)


def _height(puzzle: CoursePuzzle, low: float, high: float) -> float:
    return RISE * ((puzzle.score or low) - low) / (high - low) if high > low else 0.0


def _labels(puzzle: CoursePuzzle) -> Iterator[tuple[str, str]]:
    if puzzle.note:
        yield puzzle.note.partition(":")[0], "accent-2"
    if puzzle.teaches:
        yield called(puzzle.teaches), "accent-3"
    for name in puzzle.meets:
        yield f"+ {name}", "accent-2"


def _thumbnail(puzzle: CoursePuzzle, x: float, y: float) -> Iterator[Shape]:
    kind = registry.find_kind(puzzle.kind)
    yield rectangle(x, y, THUMB, THUMB, fill="paper", stroke="faint", width=0.02)
    if kind.pictures.draw is None:
        yield Text((x + THUMB / 2, y + THUMB / 2), puzzle.id[:12], 0.14)
    else:
        yield from fitted(
            kind.draw(kind.parse(puzzle.puzzle)), x + 0.04, y + 0.04, THUMB - 0.08, THUMB - 0.08
        )
