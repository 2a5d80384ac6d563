"""How many puzzles of a section fit on a page."""

from itertools import product

from quandary.publishing.booklet.content import Section
from quandary.publishing.booklet.style import WORKSHEET, Style

LEAST_UNIT = {False: 7.0, True: 15.0}
"""The least width of one unit of a drawing, about a cell, in millimetres, by whether it is large print."""
NARROWEST = {False: 52.0, True: 100.0}
"""The least width of a puzzle in millimetres."""
LINES = {False: 8.0, True: 14.0}
"""The height of a puzzle's heading, in millimetres."""
GUTTER = 5.0
"""The space between puzzles, in millimetres."""
HEADING = 0.1
"""The share of a page that the heading of its section takes, about."""
MOST_ACROSS, MOST_DOWN = 6, 8


def page_grid(section: Section, style: Style) -> tuple[int, int]:
    """Return the columns and rows of a section's pages.

    There are as few pages as can be read well, and on them the puzzles are as large as can be.
    """
    width, height = style.size[0], style.size[1] * (1 - HEADING)
    count = style.per_page or (min(WORKSHEET, len(section.items)) if style.worksheet else None)
    if count is not None:
        aspect = max(item.drawing.width / item.drawing.height for item in section.items)
        return grid_for(count, width, height, aspect)
    large, number = style.large_print, len(section.items)

    def unit(grid: tuple[int, int]) -> float:
        wide, high = (
            (side + GUTTER) / some - GUTTER for side, some in zip((width, height), grid, strict=True)
        )
        return min(
            min(wide / item.drawing.width, (high - LINES[large]) / item.drawing.height)
            for item in section.items
        )

    def pages(grid: tuple[int, int]) -> int:
        return -(-number // (grid[0] * grid[1]))

    widest = max(1, min(MOST_ACROSS, int((width + GUTTER) // (NARROWEST[large] + GUTTER))))
    grids = product(range(1, widest + 1), range(1, MOST_DOWN + 1))
    readable = [grid for grid in grids if unit(grid) >= LEAST_UNIT[large]]
    return min(readable, key=lambda grid: (pages(grid), -unit(grid)), default=(1, 1))


def grid_for(count: int, width: float, height: float, aspect: float) -> tuple[int, int]:
    """Return the columns and rows of a page on which `count` pictures become largest.

    >>> grid_for(6, 170, 260, 1.0), grid_for(2, 170, 260, 1.0)
    ((2, 3), (1, 2))
    """

    def side(columns: int) -> float:
        rows = -(-count // columns)
        return min(width / columns, height / rows * aspect)

    best = max(range(1, count + 1), key=lambda columns: (round(side(columns), 6), -columns))
    return best, -(-count // best)
