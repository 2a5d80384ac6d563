"""The rise of a course as a drawing. One unit is a pixel."""

from quandary.draw.shapes import Drawing, Line, Shape, Text
from quandary.explaining.chart import SMALL, bar
from quandary.publishing.course import Course


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
            shapes.append(bar(x + wide * (at + 0.5), floor, 0.66 * wide, high, strong=score == max(each)))
        x += wide * (len(each) + gap)
    return Drawing(width, height, tuple(shapes), f"The scores of {count} puzzles in order")
