"""A contact sheet: many pictures on one page, each with its name below."""

from collections.abc import Sequence
from math import ceil, sqrt

from quandary.draw.place import fitted
from quandary.draw.shapes import Drawing, Shape, Text
from quandary.errors import QuandaryError

SIDE, GAP, LINE = 6.0, 0.6, 0.5
"""The side of each picture, the space around it, and the height of its name, in puzzle units."""
MOST = 400
"""The most pictures on one sheet."""
LETTER = 0.6
"""The width of a character as a share of its height."""


def sheet(drawings: Sequence[Drawing], names: Sequence[str] = (), *, columns: int = 0) -> Drawing:
    """Return one picture with all drawings in rows, by default about as wide as high.

    >>> page = sheet([Drawing(2, 1, ()), Drawing(1, 1, ())], ["one", "two"])
    >>> page.width, [shape.text for shape in page.shapes if isinstance(shape, Text)]
    (13.8, ['one', 'two'])
    """
    if not drawings:
        raise QuandaryError("There are no pictures to put on a sheet.")
    if len(drawings) > MOST:
        raise QuandaryError(
            f"A sheet has at most {MOST:,} pictures, not {len(drawings):,}. Write one file each."
        )
    columns = min(columns or ceil(sqrt(len(drawings))), len(drawings))
    rows = ceil(len(drawings) / columns)
    below = LINE + GAP / 2 if any(names) else 0.0
    shapes = list[Shape]()
    for at, drawing in enumerate(drawings):
        row, column = divmod(at, columns)
        x, y = GAP + column * (SIDE + GAP), GAP + row * (SIDE + below + GAP)
        shapes += fitted(drawing, x, y, SIDE, SIDE)
        if at < len(names) and names[at]:
            shapes.append(Text((x + SIDE / 2, y + SIDE + below - LINE / 4), _short(names[at]), LINE))
    width, height = GAP + columns * (SIDE + GAP), GAP + rows * (SIDE + below + GAP)
    return Drawing(round(width, 6), round(height, 6), tuple(shapes), title=f"{len(drawings)} puzzles")


def _short(name: str) -> str:
    """Return a name that fits below its picture."""
    most = int(SIDE / LINE / LETTER)
    return name if len(name) <= most else f"{name[: most - 1]}…"
