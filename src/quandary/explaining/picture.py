"""The puzzle with the bits of each decision drawn on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, fsum, hypot, inf, pi, sin
from typing import TypeAlias

from quandary.draw.shapes import CAPITALS, Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.explaining.explained import Explanation
from quandary.explaining.scale import shade

HEIGHT, HIGHEST = 0.24, 0.34
"""The height of a label in puzzle units, and on a large puzzle, which is shown at a smaller scale."""
LEGIBLE = 0.034
"""The height of a label as a share of the picture's width, at which it can be read on a telephone."""
RIM = 0.03
GAP = 0.02
LETTER, SMALLER = 0.85, 0.85
"""The text size relative to the height, and the size of the number relative to the text."""
CHARACTER = 0.6
"""The largest width of a digit relative to the font size, in the fonts used."""
ELEMENT = 0.83
"""The largest side of an element. What is larger is ground, on which a label may lie."""
RINGS, TURNS = 18, 24
"""The distances and directions in which a free place for a label is looked for."""
STEP = 0.08
NEAR = 0.6
"""The distance from its place beyond which a label has a line that leads there."""

Box: TypeAlias = tuple[float, float, float, float]
"""The left, upper, right and lower side of something on the page."""


@dataclass(frozen=True)
class Label:
    """A small rounded plate with text and an optional number in front."""

    at: Point
    bits: float
    number: str = ""
    times: int = 1

    @property
    def text(self) -> str:
        """The bits, or for several decisions at one place their sum and their number.

        >>> Label((0, 0), 1.585).text, Label((0, 0), 0.01).text, Label((0, 0), 3, times=2).text
        ('1.6', '<0.1', '3.0 (2×)')
        """
        said = f"{self.bits:.1f}" if self.bits >= 0.05 else "<0.1"
        return said if self.times == 1 else f"{said} ({self.times}×)"

    def size(self, height: float) -> tuple[float, float]:
        """Return the width and the height of the plate with its rim."""
        badge = _plate(self.number, height * SMALLER, height) if self.number else 0.0
        return badge + _plate(self.text, height, height) + 2 * RIM, height + 2 * RIM

    def shapes(self, page: Drawing, at: Point, height: float = HEIGHT) -> Iterator[Shape]:
        """Draw the plate at a point, moved and if necessary shrunk to fit on the page."""
        badge = _plate(self.number, height * SMALLER, height) if self.number else 0.0
        wide, high = self.size(height)
        scale = min(1, page.width / wide, page.height / high)
        x, y = _inside(page, at, scale * wide, scale * high)
        is_on_page = 0 <= self.at[0] <= page.width and 0 <= self.at[1] <= page.height
        if is_on_page and hypot(x - self.at[0], y - self.at[1]) > NEAR:
            yield Line((self.at, (x, y)), "ink", 2 * GAP)
        height, rim, badge = scale * height, scale * RIM, scale * badge
        # A line with round ends makes a plate with round sides. Wider lines below it make the rim.
        reach = scale * (wide - high) / 2
        ends = ((x - reach, y), (x + reach, y))
        yield Line(ends, "paper", height + 2 * rim)
        yield Line(ends, "ink", height + rim)
        yield Line(ends, fill := shade(self.bits), height)
        if self.number:
            left = x - reach
            yield Line(((left, y), (left + badge - height, y)), "ink", height)
            middle = left + (badge - height) / 2
            yield Text((middle, y), self.number, LETTER * SMALLER * height, "paper", bold=True)
        yield Text((x + badge / 2, y), self.text, LETTER * height, f"on-{fill}", bold=True)


def _plate(text: str, height: float, least: float) -> float:
    """Return the width of a plate for a text, at least its height."""
    return max(least, height * (CHARACTER * LETTER * len(text) + 0.55))


def _inside(page: Drawing, at: Point, wide: float, high: float) -> Point:
    """Return the point next to another one at which a plate is wholly on the page."""
    return (
        min(max(at[0], wide / 2), page.width - wide / 2),
        min(max(at[1], high / 2), page.height - high / 2),
    )


def picture(told: Explanation) -> Drawing | None:
    """Draw the solution with a label at every decision, or return None if the kind draws no pictures.

    >>> from quandary.explaining.explanation import explain
    >>> from quandary.kinds.witness import KIND
    >>> told = explain(KIND.parse("+-E/|.|/S-+"), KIND.player("none"))
    >>> picture(told).title
    'A Witness panel of 1 × 1 cells'

    Without a known solution, the puzzle is drawn as it is set. Without anchors there are no labels.
    """
    if told.kind is None or told.kind.pictures.draw is None:
        return None
    if told.profile is None:
        return told.kind.draw(told.puzzle, None)
    drawn = told.kind.draw(told.puzzle, told.profile.states[-1])
    height = label_height(drawn)
    return drawn.over(
        shape for label, at in placed(told, drawn, height) for shape in label.shapes(drawn, at, height)
    )


def label_height(drawn: Drawing) -> float:
    """Return the height of labels on a picture, larger on a large puzzle."""
    return min(max(HEIGHT, LEGIBLE * drawn.width), HIGHEST)


def placed(told: Explanation, drawn: Drawing, height: float) -> list[tuple[Label, Point]]:
    """Return each label with a point near its place where it covers no element and no other label."""
    elements = [box for shape in drawn.shapes if (box := element_box(shape))]
    plates = list[Box]()
    found = []
    for label in labels(told):
        wide, high = label.size(height)
        at = _freest(list(_around(drawn, label.at, wide, high)), wide, high, elements, plates)
        plates.append(_box(at, wide, high))
        found.append((label, at))
    return found


def _freest(
    points: Sequence[Point], wide: float, high: float, elements: Sequence[Box], plates: Sequence[Box]
) -> Point:
    """Return the first of the points at which a plate covers least.

    Where labels are too many, they cover each other before the puzzle. Most of them have room at once, so what is far
    away is left out first, and the first free point ends the search.
    """
    left, top = min(x for x, _ in points) - wide / 2, min(y for _, y in points) - high / 2
    right, bottom = max(x for x, _ in points) + wide / 2, max(y for _, y in points) + high / 2
    near, others = (
        [box for box in some if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
        for some in (elements, plates)
    )
    best, least = points[0], (inf, inf)
    for point in points:
        cost = _covered(point, wide, high, near), _covered(point, wide, high, others)
        if cost < least:
            best, least = point, cost
        if cost == (0, 0):
            break
    return best


def _around(page: Drawing, at: Point, wide: float, high: float) -> Iterator[Point]:
    """Yield points on the page at and around a point, nearest first."""
    yield _inside(page, at, wide, high)
    for ring in range(1, RINGS + 1):
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS + pi / 2  # downwards first
            there = at[0] + ring * STEP * cos(angle), at[1] + ring * STEP * sin(angle)
            yield _inside(page, there, wide, high)


def _box(at: Point, wide: float, high: float) -> Box:
    return at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2


def _covered(at: Point, wide: float, high: float, taken: Sequence[Box]) -> float:
    """Return the area of other things that a plate would cover."""
    left, top, right, bottom = _box(at, wide, high)
    return fsum(
        max(0.0, min(right, x2) - max(left, x1)) * max(0.0, min(bottom, y2) - max(top, y1))
        for x1, y1, x2, y2 in taken
    )


def element_box(shape: Shape) -> Box | None:
    """Return the box of a shape that shows something, or None if it is ground or a line.

    >>> element_box(Text((1, 1), "7", 0.5)) is None, element_box(Circle((1, 1), 3)) is None
    (False, True)
    """
    match shape:
        case Text():
            half = CHARACTER * shape.size * len(shape.text) / 2
            x = shape.at[0] + {"start": half, "middle": 0.0, "end": -half}[shape.anchor]
            return _box((x, shape.at[1]), 2 * half, CAPITALS * shape.size)
        case Circle():
            return (
                _box(shape.centre, 2 * shape.radius, 2 * shape.radius) if shape.radius < ELEMENT / 2 else None
            )
        case Polygon():
            xs, ys = zip(*shape.points, strict=True)
            box = min(xs), min(ys), max(xs), max(ys)
            return box if max(box[2] - box[0], box[3] - box[1]) < ELEMENT else None
        case _:
            return None


def labels(told: Explanation) -> list[Label]:
    """Return one label for each place where a decision is made."""
    if told.kind is None or told.kind.pictures.anchor is None or told.profile is None:
        return []
    profile, places = told.profile, dict[Point, list[tuple[int, float]]]()
    for number, step in profile.decisions:
        x, y = told.kind.pictures.anchor(told.puzzle, profile.states[number - 1], step.move)
        places.setdefault((round(x, 3), round(y, 3)), []).append((number, step.bits))
    return [
        Label(
            place,
            fsum(bits for _, bits in made),
            # On a path the order is obvious. In a fill puzzle, labels are numbered.
            str(made[0][0]) if profile.names_slots and len(made) == 1 else "",
            len(made),
        )
        for place, made in places.items()
    ]
