"""The puzzle with the bits of each decision drawn on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import fsum, hypot

from quandary.draw.shapes import CAPITALS, Drawing, Line, Point, Shape, Text
from quandary.explaining.explanation import Explanation
from quandary.explaining.scale import shade

HEIGHT = 0.24
"""The height of a label in puzzle units, reduced on a drawing that is too small for it."""
RIM = 0.03
GAP = 0.02
LETTER, SMALLER = 0.85, 0.85
"""The text size relative to the height, and the size of the number relative to the text."""
CHARACTER = 0.6
"""The largest width of a digit relative to the font size, in the fonts used."""


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

    def shapes(self, page: Drawing) -> Iterator[Shape]:
        """Draw the plate, moved and if necessary shrunk to fit on the page."""
        badge = _plate(self.number, HEIGHT * SMALLER) if self.number else 0.0
        wide, high = badge + _plate(self.text, HEIGHT) + 2 * RIM, HEIGHT + 2 * RIM
        scale = min(1, page.width / wide, page.height / high)
        x = min(max(self.at[0], scale * wide / 2), page.width - scale * wide / 2)
        y = min(max(self.at[1], scale * high / 2), page.height - scale * high / 2)
        height, rim, badge = scale * HEIGHT, scale * RIM, scale * badge
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


def _plate(text: str, height: float) -> float:
    """Return the width of a plate for a text, at least its height."""
    return max(HEIGHT, height * (CHARACTER * LETTER * len(text) + 0.55))


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
    return drawn.over(shape for label in _labels(told, drawn) for shape in label.shapes(drawn))


def _labels(told: Explanation, drawn: Drawing) -> list[Label]:
    """Return one label for each place where a decision is made."""
    if told.kind is None or told.kind.pictures.anchor is None or told.profile is None:
        return []
    profile, places = told.profile, dict[Point, list[tuple[int, float]]]()
    for number, step in profile.decisions:
        x, y = told.kind.pictures.anchor(told.puzzle, profile.states[number - 1], step.move)
        places.setdefault((round(x, 3), round(y, 3)), []).append((number, step.bits))
    texts = [shape for shape in drawn.shapes if isinstance(shape, Text)]
    return [
        Label(
            _clear_of(texts, place),
            fsum(bits for _, bits in made),
            # On a path the order is obvious. In a fill puzzle, labels are numbered.
            str(made[0][0]) if profile.names_slots and len(made) == 1 else "",
            len(made),
        )
        for place, made in places.items()
    ]


def _clear_of(texts: Iterable[Text], at: Point) -> Point:
    """Return the point, moved just below any text there so that it stays legible."""
    for text in texts:
        half = CAPITALS * text.size / 2
        if hypot(text.at[0] - at[0], text.at[1] - at[1]) < half:
            return text.at[0], text.at[1] + half + HEIGHT / 2 + RIM + GAP
    return at
