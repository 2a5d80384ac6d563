"""What an analysis finds: tables of numbers, figures, and sentences. A page and CSV files only print it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Shape, Text
from quandary.explaining.chart import tick_distance

WIDE, HIGH, LEFT, BASE, TOP = 16.0, 8.0, 1.4, 7.0, 0.5


@dataclass(frozen=True)
class DataSheet:
    """A table of numbers with a name, which is also that of its CSV file."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    is_main: bool = False
    """Whether the page shows it unfolded, however long it is."""
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    """Small pictures beside the cells of the first column, by what the cell says."""


@dataclass(frozen=True)
class Figure:
    """A drawing with its caption."""

    drawing: Drawing
    caption: str


@dataclass(frozen=True)
class ReportSection:
    """A part of the report."""

    title: str
    says: tuple[str, ...] = ()
    sheets: tuple[DataSheet, ...] = ()
    figures: tuple[Figure, ...] = field(default=())


def scatter(
    points: Sequence[tuple[float, float]],
    across: str,
    up: str,
    title: str,
    *,
    diagonal: bool = False,
    band: Sequence[tuple[float, float, float, float]] = (),
) -> Drawing:
    """Draw points with axes, and a line with its band if wanted: x, the line's height, and the ends of the band there.

    >>> scatter([(1, 2), (2, 3)], "bits", "rating", "Bits and ratings").title
    'Bits and ratings'
    """
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    axes = _Axes(min(xs), max(xs), min(ys), max(ys))
    shapes = axes.shapes(across, up)
    inside = [(x, *(min(max(y, axes.low), axes.high) for y in ends)) for x, *ends in band]
    for ends, role, wide in ((1, "accent-1", 0.06), (2, "soft", 0.03), (3, "soft", 0.03)):
        if inside:
            shapes.append(Line(tuple(axes.at(each[0], each[ends]) for each in inside), role, wide))
    if diagonal:
        low, high = max(min(xs), min(ys)), min(max(xs), max(ys))
        shapes.append(Line((axes.at(low, low), axes.at(high, high)), "faint", 0.05))
    return Drawing(
        WIDE, HIGH, (*shapes, *(Circle(axes.at(x, y), 0.12, fill="accent-1") for x, y in points)), title
    )


class _Axes:
    """Places on the page for values."""

    def __init__(self, left: float, right: float, low: float, high: float) -> None:
        self.left, self.right = left, right if right > left else left + 1
        self.low, self.high = low, high if high > low else low + 1

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = LEFT + (WIDE - LEFT - 0.4) * (x - self.left) / (self.right - self.left)
        return across, BASE - (BASE - TOP) * (y - self.low) / (self.high - self.low)

    def shapes(self, across: str, up: str) -> list[Shape]:
        found: list[Shape] = [Line(((LEFT, TOP), (LEFT, BASE), (WIDE - 0.4, BASE)), "ink", 0.04)]
        for value in _ticks(self.low, self.high):
            y = self.at(self.left, value)[1]
            found += [
                Line(((LEFT - 0.12, y), (LEFT, y)), "ink", 0.03),
                Text((LEFT - 0.2, y), f"{value:g}", 0.3, anchor="end"),
            ]
        for value in _ticks(self.left, self.right):
            x = self.at(value, self.low)[0]
            found += [
                Line(((x, BASE), (x, BASE + 0.12)), "ink", 0.03),
                Text((x, BASE + 0.35), f"{value:g}", 0.3),
            ]
        return [
            *found,
            Text((WIDE / 2, HIGH - 0.25), across, 0.34),
            Text((LEFT, 0.22), up, 0.34, anchor="start"),
        ]


def _ticks(low: float, high: float) -> list[float]:
    if not (isfinite(low) and isfinite(high)) or high <= low:
        return []
    distance = tick_distance(high - low, 6)
    first = int(low / distance) - 1
    values = [round(distance * number, 10) for number in range(first, first + 12)]
    return [value for value in values if low <= value <= high]
