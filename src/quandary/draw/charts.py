"""Charts: scatter, bars, boxes, histograms and curves, drawn like every other picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from quandary.draw.palette import ROLES
from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape, Text, rectangle

WIDTH, HEIGHT = 12.0, 7.5
LEFT, RIGHT, TOP, BOTTOM = 1.5, 0.5, 0.7, 1.1
SMALL = 0.32
SERIES = tuple(role for role in ROLES if role.startswith("accent-"))
MOST_TICKS = 6
MOST_POINTS = 4000
"""Points beyond which every n-th is drawn."""
LINE_HEIGHT = 0.55
BAR_HEIGHT, GROUP_GAP, LEGEND_LINE = 0.3, 0.25, 0.45
LARGE = {1e12: "trillion", 1e9: "billion", 1e6: "million"}
BOX_LEGEND = "box: the middle half; upright line: the median; line: all"
WIDE_TICK = 9
"""Letters of a tick beyond which every other one is left out."""


@dataclass(frozen=True)
class Axis:
    """A range of numbers, with round ticks inside."""

    low: float
    high: float
    is_whole: bool = False
    """Whether only whole numbers are ticks."""

    @classmethod
    def over(cls, values: Sequence[float], *, zero: bool = False) -> "Axis":
        """Return an axis that holds all values with a little room, and zero if wanted."""
        known = [each for each in values if isfinite(each)] or [0.0, 1.0]
        low, high = min(known + [0.0] * zero), max(known + [0.0] * zero)
        room = 0.05 * ((high - low) or abs(high) or 1.0)
        return cls(low - (room if low < 0 or not zero else 0), high + room)

    def ticks(self) -> list[float]:
        """Return round numbers inside the axis.

        >>> Axis(0, 1.05).ticks()
        [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
        >>> Axis(0, 1.05, is_whole=True).ticks()
        [0, 1]
        """
        rough = max((self.high - self.low) / MOST_TICKS, self.is_whole)
        power = 10 ** floor(log10(rough))
        step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
        first = -floor(-self.low / step)
        return [round(step * each, 10) for each in range(first, floor(self.high / step) + 1)]


def told(value: float) -> str:
    """Return a number as it stands at an axis, without powers of ten.

    >>> told(2500), told(1_500_000), told(8.5e12), told(0.25), told(-10.0)
    ('2,500', '1.5 million', '8.5 trillion', '0.25', '-10')
    """
    for size, name in LARGE.items():
        if abs(value) >= size:
            return f"{value / size:g} {name}"
    return f"{value:,.0f}" if abs(value) >= 1000 and value == round(value) else f"{value:g}"


@dataclass(frozen=True)
class Frame:
    """The place of numbers on a chart."""

    across: Axis
    up: Axis
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    top: float = TOP

    def at(self, x: float, y: float) -> Point:
        """Return where a point is drawn."""
        inner = self.width - self.left - RIGHT, self.height - self.top - BOTTOM
        share = (x - self.across.low) / (self.across.high - self.across.low)
        rise = (y - self.up.low) / (self.up.high - self.up.low)
        return self.left + inner[0] * share, self.height - BOTTOM - inner[1] * rise

    def axes(self, across: str, up: str, *, numbers: bool = True) -> Iterator[Shape]:
        """Yield grid lines, ticks and the names of both axes."""
        for y in self.up.ticks():
            yield Line((self.at(self.across.low, y), self.at(self.across.high, y)), "faint", 0.02)
            place = self.at(self.across.low, y)
            yield Text((place[0] - 0.15, place[1]), told(y), SMALL, "soft", anchor="end")
        if numbers:
            for x in self.across.ticks():
                place = self.at(x, self.up.low)
                yield Text((place[0], place[1] + 0.3), told(x), SMALL, "soft")
        yield Line(
            (self.at(self.across.low, self.up.low), self.at(self.across.high, self.up.low)), "soft", 0.03
        )
        yield Text((self.width / 2, self.height - 0.3), across, SMALL, "soft")
        yield Text((0.15, TOP / 2), up, SMALL, "soft", anchor="start")


def scatter(
    points: Sequence[Point],
    title: str,
    across: str,
    up: str,
    *,
    diagonal: bool = False,
    line: Sequence[Point] = (),
) -> Drawing:
    """Draw points, with a diagonal or another line if wanted.

    >>> scatter([(1, 2), (2, 3)], "Two puzzles", "length", "rating").title
    'Two puzzles'
    """
    shown = points[:: max(1, len(points) // MOST_POINTS)] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in shown], [y for _, y in shown]
    frame = Frame(Axis.over([*xs, *ys] if diagonal else xs), Axis.over([*xs, *ys] if diagonal else ys))
    shapes = list(frame.axes(across, up))
    if diagonal:
        ends = max(frame.across.low, frame.up.low), min(frame.across.high, frame.up.high)
        shapes.append(Line((frame.at(ends[0], ends[0]), frame.at(ends[1], ends[1])), "soft", 0.03))
    shapes += (Circle(frame.at(*point), 0.07, fill=SERIES[0]) for point in shown)
    if line:
        shapes.append(Line(tuple(frame.at(*point) for point in line), SERIES[1], 0.06))
        if len(line) > 2:
            shapes += (Circle(frame.at(*point), 0.1, fill=SERIES[1]) for point in line)
    return Drawing(WIDTH, HEIGHT, tuple(shapes), title)


def curve(
    lines: dict[str, Sequence[Point]], title: str, across: str, up: str, *, hollow: Sequence[str] = ()
) -> Drawing:
    """Draw a line for each series, with its name at the end. The points of some series may be hollow.

    >>> drawn = curve({"ours": [(1, 2), (2, 3)], "printed": [(2, 4)]}, "Two", "x", "y", hollow=["printed"])
    >>> [shape.fill for shape in drawn.shapes if isinstance(shape, Circle)]
    ['accent-1', 'accent-1', None]
    """
    points = [point for line in lines.values() for point in line] or [(0.0, 0.0)]
    frame = Frame(Axis.over([x for x, _ in points], zero=True), Axis.over([y for _, y in points]))
    shapes, named = list(frame.axes(across, up)), list[float]()
    for number, (name, line) in enumerate(lines.items()):
        role = "soft" if name in hollow else SERIES[number % len(SERIES)]
        places = tuple(frame.at(*point) for point in line)
        if len(places) > 1:
            shapes.append(Line(places, role, 0.06, dashed=name in hollow))
        shapes += (dot(place, 0.1, role, is_hollow=name in hollow) for place in places)
        if places:
            x, y = places[-1]
            is_close = any(abs(y - other) < SMALL for other in named)
            named.append(y)
            shapes.append(
                Text((x, y + (0.3 if is_close else -0.3)), name, SMALL, role, anchor="end", bold=True)
            )
    return Drawing(WIDTH, HEIGHT, tuple(shapes), title)


def dot(place: Point, radius: float, role: str, *, is_hollow: bool) -> Circle:
    """Return a point of a series: filled, or a ring.

    >>> dot((0, 0), 0.1, "soft", is_hollow=True).fill is None
    True
    """
    if is_hollow:
        return Circle(place, radius, stroke=role, width=radius / 2)
    return Circle(place, radius, fill=role)


def histogram(
    values: Sequence[float], title: str, across: str, *, bins: int = 20, up: str = "number"
) -> Drawing:
    """Draw how often values occur."""
    return distribution([(each, 1) for each in values], title, across, bins=bins, up=up)


class Bins(NamedTuple):
    """How many values are in each of some ranges of the same width, side by side."""

    low: float
    """Where the first range begins."""
    step: float
    counts: list[int]
    is_whole: bool
    """Whether all values are whole. Then the ranges begin and end halfway between whole numbers."""

    def range(self, number: int) -> tuple[float, float]:
        """Return where a range begins and ends."""
        return self.low + self.step * number, self.low + self.step * (number + 1)

    def name(self, number: int) -> str:
        """Return which values are in a range.

        >>> binned([(0, 5), (1, 2), (4, 1)], 3).name(1), binned([(0, 5), (0.5, 2), (4, 1)], 2).name(1)
        ('2 to 3', '2 to 4')
        """
        low, high = self.range(number)
        if not self.is_whole:
            return f"{low:.4g} to {high:.4g}"
        first, last = ceil(low), floor(high)
        return f"{first:,}" if first == last else f"{first:,} to {last:,}"


def binned(counted: Sequence[tuple[float, int]], bins: int) -> Bins:
    """Return how many values are in each range, of at most as many ranges.

    >>> binned([(0, 5), (1, 2), (4, 1)], 5)
    Bins(low=-0.5, step=1, counts=[5, 2, 0, 0, 1], is_whole=True)
    >>> binned([(0.0, 5), (0.5, 2), (4.0, 1)], 4).counts
    [7, 0, 0, 1]
    """
    known = [each for each in counted if isfinite(each[0])] or [(0.0, 0)]
    low, high = min(known)[0], max(known)[0]
    found = empty_bins(low, high, bins, is_whole=all(value == floor(value) for value, _ in known))
    for value, count in known:
        found.counts[min(len(found.counts) - 1, int((value - found.low) / found.step))] += count
    return found


def empty_bins(low: float, high: float, bins: int, *, is_whole: bool) -> Bins:
    """Return ranges that cover the values from the lowest to the highest, before anything is counted."""
    if not is_whole:
        return Bins(low, (high - low) / bins or 1.0, [0] * bins, is_whole)
    step = ceil((high - low + 1) / bins)
    return Bins(low - 0.5, step, [0] * ceil((high - low + 1) / step), is_whole)


def distribution(
    counted: Sequence[tuple[float, int]], title: str, across: str, *, bins: int = 20, up: str = "number"
) -> Drawing:
    """Draw how often values occur that are given with their numbers."""
    return draw_bins(binned(counted, bins), title, across, up)


def draw_bins(found: Bins, title: str, across: str, up: str = "number") -> Drawing:
    """Draw how many values are in each range."""
    ends = found.range(0)[0], found.range(len(found.counts) - 1)[1]
    most = Axis.over(found.counts, zero=True).high
    frame = Frame(Axis(*ends, is_whole=found.is_whole), Axis(0, most, is_whole=True))
    shapes = list(frame.axes(across, up))
    for number, count in enumerate(found.counts):
        if count:
            low, high = found.range(number)
            (x0, y0), (x1, y1) = frame.at(low, 0), frame.at(high, count)
            shapes.append(rectangle(x0 + 0.02, y1, x1 - x0 - 0.04, y0 - y1, fill=SERIES[0]))
    return Drawing(WIDTH, HEIGHT, tuple(shapes), title)


@dataclass(frozen=True)
class Bar:
    """A bar with its name, and an interval around its end if there is one."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


def bars(rows: Sequence[Bar], title: str, across: str) -> Drawing:
    """Draw a bar for each row, from top to bottom."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    height = TOP + BOTTOM + LINE_HEIGHT * max(1, len(rows))
    left = 0.6 + 0.19 * max((len(row.name) for row in rows), default=0)
    frame = Frame(Axis.over(ends, zero=True), Axis(0, max(1, len(rows))), WIDTH, height, left)
    shapes: list[Shape] = list(_upright_lines(frame))
    for number, row in enumerate(rows):
        middle = len(rows) - number - 0.5
        (x0, y), (x1, _) = frame.at(0, middle), frame.at(row.value, middle)
        shapes.append(rectangle(min(x0, x1), y - 0.16, max(0.01, abs(x1 - x0)), 0.32, fill=SERIES[0]))
        if row.low is not None and row.high is not None:
            shapes.append(Line((frame.at(row.low, middle), frame.at(row.high, middle)), "ink", 0.05))
        shapes.append(Text((left - 0.15, y), row.name, SMALL, "soft", anchor="end"))
    shapes.append(Text((WIDTH / 2, height - 0.3), across, SMALL, "soft"))
    return Drawing(WIDTH, height, tuple(shapes), title)


class BarGroup(NamedTuple):
    """A row of a chart that has several bars, one for each series. A bar without a value is left out."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Series:
    """What bars of the same look have in common: a name for the legend."""

    name: str
    role: str
    is_hollow: bool = False


def grouped_bars(rows: Sequence[BarGroup], series: Sequence[Series], title: str, across: str) -> Drawing:
    """Draw several bars for each row, from top to bottom, with a legend that names the series.

    >>> both = Series("published", "soft", is_hollow=True), Series("ours", "accent-1")
    >>> grouped_bars([BarGroup("r", (0.4, 0.5)), BarGroup("p", (0.1, None))], both, "Two rows", "value").title
    'Two rows'
    """
    legend = list(_legend(series))
    top = TOP + LEGEND_LINE * (_lines(legend) - 1)
    height = top + BOTTOM + GROUP_GAP + sum(_group_height(row) for row in rows)
    left = 0.6 + 0.2 * max((len(row.name) for row in rows), default=0)
    width = WIDTH + max(0.0, left - WIDTH / 2)
    ends = [value for row in rows for value in row.values if value is not None]
    frame = Frame(Axis.over(ends, zero=True), Axis(0, 1), width, height, left, top)
    shapes = [*_upright_lines(frame), *legend]
    y = top + GROUP_GAP
    for row in rows:
        shapes += _group(row, series, frame, y)
        y += _group_height(row)
    shapes.append(Text((width / 2, height - 0.3), across, SMALL, "soft"))
    return Drawing(width, height, tuple(shapes), title)


def _group_height(row: BarGroup) -> float:
    return GROUP_GAP + BAR_HEIGHT * max(1, sum(value is not None for value in row.values))


def _group(row: BarGroup, series: Sequence[Series], frame: Frame, top: float) -> Iterator[Shape]:
    known = [(value, each) for value, each in zip(row.values, series, strict=True) if value is not None]
    zero = frame.at(0, 0)[0]
    for number, (value, each) in enumerate(known):
        end = frame.at(value, 0)[0]
        y, across = top + BAR_HEIGHT * number, max(0.01, abs(end - zero))
        yield _bar(each, min(zero, end), y, across, BAR_HEIGHT - 0.06)
    middle = top + (BAR_HEIGHT * max(1, len(known)) - 0.06) / 2
    yield Text((frame.left - 0.15, middle), row.name, SMALL, "soft", anchor="end")


def _bar(series: Series, x: float, y: float, across: float, down: float) -> Shape:
    if series.is_hollow:
        return rectangle(x, y, across, down, stroke=series.role, width=0.04)
    return rectangle(x, y, across, down, fill=series.role)


def _legend(series: Sequence[Series]) -> Iterator[Shape]:
    x, y = 0.3, TOP / 2
    for each in series:
        wide = 1.0 + 0.19 * len(each.name)
        if x > 0.3 and x + wide > WIDTH:
            x, y = 0.3, y + LEGEND_LINE
        yield _bar(each, x, y - 0.1, 0.4, 0.2)
        yield Text((x + 0.55, y), each.name, SMALL, "soft", anchor="start")
        x += wide


def _lines(legend: Sequence[Shape]) -> int:
    return len({shape.at[1] for shape in legend if isinstance(shape, Text)}) or 1


def _upright_lines(frame: Frame) -> Iterator[Shape]:
    ticks = frame.across.ticks()
    for x in ticks[:: 2 if max(len(told(tick)) for tick in ticks) > WIDE_TICK else 1]:
        yield Line((frame.at(x, frame.up.low), frame.at(x, frame.up.high)), "faint", 0.02)
        place = frame.at(x, frame.up.low)
        yield Text((place[0], place[1] + 0.3), told(x), SMALL, "soft")


def boxes(rows: dict[str, Sequence[float]], title: str, across: str) -> Drawing:
    """Draw the quartiles, the range and the median of each row's values, from top to bottom."""
    every = [each for values in rows.values() for each in values] or [0.0]
    height = TOP + BOTTOM + LINE_HEIGHT * max(1, len(rows))
    left = 0.6 + 0.19 * max((len(name) for name in rows), default=0)
    frame = Frame(Axis.over(every), Axis(0, max(1, len(rows))), WIDTH, height, left)
    shapes: list[Shape] = list(_upright_lines(frame))
    shapes.append(Text((0.3, TOP / 2), BOX_LEGEND, SMALL, "soft", anchor="start"))
    for number, (name, values) in enumerate(rows.items()):
        middle = len(rows) - number - 0.5
        low, first, median, third, high = (quantile(values, share) for share in (0, 0.25, 0.5, 0.75, 1))
        shapes.append(Line((frame.at(low, middle), frame.at(high, middle)), "soft", 0.04))
        (x0, y), (x1, _) = frame.at(first, middle), frame.at(third, middle)
        shapes.append(rectangle(x0, y - 0.18, max(0.01, x1 - x0), 0.36, fill=SERIES[0]))
        x, _ = frame.at(median, middle)
        shapes.append(Line(((x, y - 0.18), (x, y + 0.18)), "ink", 0.05))
        shapes.append(Text((left - 0.15, y), name, SMALL, "soft", anchor="end"))
    shapes.append(Text((WIDTH / 2, height - 0.3), across, SMALL, "soft"))
    return Drawing(WIDTH, height, tuple(shapes), title)


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile, interpolated between neighbours.

    >>> quantile([1, 2, 4], 0.5), quantile([1, 2], 0.5)
    (2.0, 1.5)
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
