"""The paper of a booklet: named sizes, sizes of one's own, and margins that leave room for the binding."""

import re
from typing import NamedTuple

from quandary.errors import QuandaryError, UnknownNameError

PAPERS = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in millimetres."""
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}
SMALLEST, LARGEST = 90.0, 600.0
"""The least and the greatest width and height of a page, in millimetres."""
SMALL = 160.0
"""Pages up to this width are those of small books: A5, and 6×9 inches."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?[x×] ?(\d+(?:\.\d+)?) ?(mm|cm|in)")


class PageMargins(NamedTuple):
    """What is left free on a page, in millimetres."""

    inside: float
    outside: float
    top: float


def paper_size(name: str) -> tuple[float, float]:
    """Return the width and height of paper in millimetres, by its name or as it is written.

    >>> paper_size("A5"), paper_size("6x9in"), paper_size("170 x 240 mm")
    ((148.0, 210.0), (152.4, 228.6), (170.0, 240.0))

    Raises UnknownNameError for a name that is no paper, and QuandaryError for a size that cannot be printed.
    """
    if name in PAPERS:
        return PAPERS[name]
    if not (found := _SIZE.fullmatch(name.strip())):
        raise UnknownNameError("paper", name, [*PAPERS, "6x9in", "170x240mm"])
    width, height = (round(float(side) * UNITS[found[3]], 3) for side in found.groups()[:2])
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise QuandaryError(
            f"Paper of {width:g} × {height:g} mm cannot be used. Choose from {SMALLEST:g} to {LARGEST:g} mm."
        )
    return width, height


def margins_of(width: float, *, large_print: bool = False) -> PageMargins:
    """Return the usual margins of a page, by its width.

    >>> margins_of(148.0), margins_of(210.0)
    (PageMargins(inside=16.0, outside=11.0, top=13.0), PageMargins(inside=19.0, outside=13.0, top=15.0))
    """
    if width <= SMALL:
        return PageMargins(16.0, 11.0, 13.0)
    return PageMargins(19.0, 15.0 if large_print else 13.0, 15.0)
