"""The signs of the demo as drawings: bars and discs of doubt, a place among others, the rise of a course.

One unit is a pixel, except on a picture of a puzzle.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, sqrt

from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape, Text, rectangle
from quandary.explaining import words
from quandary.explaining.chart import tick_distance
from quandary.explaining.explained import Explanation
from quandary.explaining.picture import labels
from quandary.explaining.profile import FREE, Profile
from quandary.publishing.course import Course
from quandary.verdict import WORDS, Rank

SMALL = 13.0
"""The height of a line of text."""
MOST_TICKS = 3
LARGEST_DISC, SMALLEST_DISC = 0.25, 0.18
"""The radii of discs in units of the puzzle: the hardest decision's, and the least that holds a number."""


def doubt(told: Explanation) -> Drawing | None:
    """Draw the solution with a disc at each decision, the larger the more bits, or return None if the kind draws none."""
    if told.kind is None or told.kind.pictures.draw is None:
        return None
    drawn = told.kind.draw(told.puzzle, told.profile.states[-1] if told.profile else None)
    found = labels(told)
    most = max((label.bits for label in found), default=1.0)
    title = f"{drawn.title}, solved, with the bits of each decision" if found else drawn.title
    return replace(
        drawn.over(shape for label in found for shape in _disc(label.at, label.bits, most)), title=title
    )


def _disc(at: tuple[float, float], bits: float, most: float) -> Iterator[Shape]:
    radius = max(SMALLEST_DISC, LARGEST_DISC * sqrt(bits / most))
    hardest = bits >= most - FREE
    yield Circle(at, radius, fill="doubt", stroke="ink" if hardest else "paper", width=0.04)
    yield Text(at, f"{bits:.1f}", 0.95 * radius, "on-doubt", bold=True)


def bars(profile: Profile, width: float, height: float) -> Drawing:
    """Draw the bits of each step, the hardest in full colour and named."""
    left, right, top, bottom = 34.0, 4.0, 46.0, 26.0
    floor, count = height - bottom, len(profile.steps)
    most = max(step.bits for step in profile.steps) or 1.0
    every = tick_distance(most, MOST_TICKS)
    scale, wide = (floor - top) / (every * ceil(most / every - FREE)), (width - left - right) / count
    hardest = profile.hardest
    shapes: list[Shape] = [Text((left - 10, 29), "bits", SMALL, "soft", "end")]
    for tick in range(ceil(most / every - FREE) + 1):
        y = floor - tick * every * scale
        shapes.append(Line(((left, y), (width - right, y)), "faint" if tick else "line", 1))
        if tick:
            shapes.append(Text((left - 10, y), words.amount(tick * every), SMALL, "soft", "end"))
    every_step = max(1, ceil(count * 26 / (width - left)))
    for number, step in enumerate(profile.steps, start=1):
        x = left + wide * (number - 0.5)
        is_hardest = hardest is not None and number == hardest[0]
        if step.bits < FREE:
            shapes.append(Circle((x, floor - 4), 2, fill="line"))
        else:
            shapes.append(_bar(x, floor, min(0.66 * wide, 34), step.bits * scale, strong=is_hardest))
        if is_hardest or (number - 1) % every_step == 0:
            role = "ink" if is_hardest else "soft"
            shapes.append(Text((x, floor + 15), str(number), SMALL, role, bold=is_hardest))
    if hardest is not None:
        x, y = left + wide * (hardest[0] - 0.5), floor - hardest[1].bits * scale
        shapes += _named(x, y, f"hardest moment: step {hardest[0]}", width)
    return Drawing(width, height, tuple(shapes), f"The bits of each of {count} steps")


def _bar(x: float, floor: float, wide: float, high: float, *, strong: bool) -> Polygon:
    return rectangle(x - wide / 2, floor - high, wide, high, fill="doubt" if strong else "doubt-soft")


def _named(x: float, y: float, says: str, width: float) -> Iterator[Shape]:
    """Yield a label above a bar, on the side where there is room."""
    yield Line(((x, y - 4), (x, 10), (x + (10 if x < width / 2 else -10), 10)), "ink", 1)
    side = ("start", x + 15) if x < width / 2 else ("end", x - 15)
    yield Text((side[1], 10), says, SMALL, "ink", "start" if side[0] == "start" else "end", bold=True)


def ruler(place: Rank, width: float = 200.0) -> Drawing:
    """Draw the place of a puzzle among others: a zone for each word or level, and a dot."""
    ends = (
        [100 * number / place.levels for number in range(1, place.levels + 1)]
        if place.levels > 1
        else list(WORDS.values())
    )
    shapes: list[Shape] = []
    for low, high in zip([0.0, *ends], ends, strict=False):
        shapes.append(Line(((width * low / 100 + 3, 6), (width * high / 100 - 3, 6)), "faint", 4))
    at = min(max(width * place.share / 100, 6), width - 6)
    shapes.append(Circle((at, 6), 5, fill="doubt", stroke="paper", width=2))
    return Drawing(width, 12, tuple(shapes), f"{place.share:.0f} on a scale from 0 to 100")


def rise(course: Course, width: float, height: float) -> Drawing:
    """Draw the scores of a course as bars, chapter by chapter."""
    scores = [[puzzle.score or 0.0 for puzzle in chapter.puzzles] for chapter in course.chapters]
    count, most = sum(map(len, scores)), max(max(each) for each in scores)
    gap, floor = 2.0, height - 22
    wide = (width - 12) / (count + gap * (len(scores) - 1))
    shapes, x = list[Shape](), 0.0
    for number, (chapter, each) in enumerate(zip(course.chapters, scores, strict=True), start=1):
        shapes.append(Line(((x, floor), (x + wide * len(each), floor)), "line", 1))
        shapes.append(Text((x, floor + 14), f"{number} {chapter.title}", SMALL, "soft", "start"))
        for at, score in enumerate(each):
            high = max(2.0, (floor - 4) * score / most)
            shapes.append(_bar(x + wide * (at + 0.5), floor, 0.66 * wide, high, strong=score == max(each)))
        x += wide * (len(each) + gap)
    return Drawing(width, height, tuple(shapes), f"The scores of {count} puzzles in order")
