"""The picture of several orders: a column for each, and a line for each puzzle."""

from collections.abc import Iterator

from quandary.draw.shapes import Circle, Drawing, Line, Shape, Text
from quandary.publishing.ordering.compare import Comparison, Order

WIDE, HIGH, TOP, MARGIN = 4.0, 0.36, 1.3, 0.5
NAMES = 3.2
"""The width of the puzzles' names on the left."""
SERIES = 7


def slopes(compared: Comparison) -> Drawing:
    """Draw the orders side by side, the easiest puzzle on top."""
    number = len(compared.entries)
    width = MARGIN * 2 + NAMES + WIDE * (len(compared.orders) - 1) + 1.0
    shapes = list(_lines(compared)) + list(_columns(compared))
    return Drawing(width, TOP + HIGH * number + MARGIN, tuple(shapes), "Orders of the same puzzles")


def _x(column: int) -> float:
    return MARGIN + NAMES + WIDE * column


def _y(place: float) -> float:
    return TOP + HIGH * (place - 0.5)


def _lines(compared: Comparison) -> Iterator[Shape]:
    ranks = [order.ranks for order in compared.orders]
    for at, entry in enumerate(compared.entries):
        yield Text((MARGIN + NAMES - 0.2, _y(at + 1)), entry.id[-28:], 0.2, "ink", "end")
        role = f"accent-{at % SERIES + 1}"
        for column in range(len(ranks) - 1):
            here, there = ranks[column][at], ranks[column + 1][at]
            if here is not None and there is not None:
                yield Line(((_x(column), _y(here)), (_x(column + 1), _y(there))), role, 0.04)
        for column, places in enumerate(ranks):
            place = places[at]
            if place is not None:
                yield Circle((_x(column), _y(place)), 0.09, fill=role)


def _columns(compared: Comparison) -> Iterator[Shape]:
    first: Order = compared.orders[0]
    for column, order in enumerate(compared.orders):
        yield Text((_x(column), 0.45), order.name, 0.3, "ink", bold=True)
        agreed = compared.agreement(first, order) if column else None
        if agreed is not None:
            yield Text((_x(column), 0.85), f"ρ = {agreed.r:.2f}", 0.24, "soft")
