"""The signs of difficulty: discs of doubt on a picture, a place among others on a ruler."""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

from quandary.draw.shapes import Circle, Drawing, Line, Shape, Text
from quandary.explaining.explained import Explanation
from quandary.explaining.picture import labels
from quandary.explaining.profile import FREE
from quandary.puzzle import is_fill
from quandary.verdict import WORDS, Rank

LARGEST_DISC, SMALLEST_DISC = 0.25, 0.18
"""The radii of discs in units of the puzzle: the hardest decision's, and the least that holds a number."""


def doubt(told: Explanation) -> Drawing | None:
    """Draw the solution with a disc at each decision, the larger the more bits, or return None if the kind draws none.

    Where things move across the board, the discs lie on the position at the start.
    """
    if told.kind is None or told.kind.pictures.draw is None:
        return None
    stays = is_fill(told.puzzle) or told.kind.pictures.moved is None
    drawn = told.kind.draw(told.puzzle, told.profile.states[-1] if told.profile and stays else None)
    found = labels(told)
    most = max((label.bits for label in found), default=1.0)
    title = (
        f"{drawn.title}{', solved' if stays else ''}, with the bits of each decision"
        if found
        else drawn.title
    )
    return replace(
        drawn.over(shape for label in found for shape in _disc(label.at, label.bits, most)), title=title
    )


def _disc(at: tuple[float, float], bits: float, most: float) -> Iterator[Shape]:
    radius = max(SMALLEST_DISC, LARGEST_DISC * sqrt(bits / most))
    hardest = bits >= most - FREE
    yield Circle(at, radius, fill="doubt", stroke="ink" if hardest else "paper", width=0.04)
    yield Text(at, f"{bits:.1f}", 0.95 * radius, "on-doubt", bold=True)


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
