"""The rows of a table as a graph: a line for each series, on a logarithmic or a linear scale."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from textwrap import wrap

from quandary.draw.charts import Axis, BarGroup, Series, dot, grouped_bars, told
from quandary.draw.palette import ROLES
from quandary.draw.place import fitted
from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.replicate._table import TableRow

WIDTH, HEIGHT = 16.0, 9.0
LEFT, RIGHT, TOP, BOTTOM = 1.6, 0.6, 0.6, 1.1
SERIES = tuple(role for role in ROLES if role.startswith("accent-"))
SMALL = 0.35
PRINTED = ", published"
"""How the name of a series ends whose numbers were printed and not computed. It is drawn hollow."""
BOX, GAP = 2.0, 0.35
LETTER = 0.6
"""The width of a letter as a share of its size, in the widest of the usual fonts."""
"""The size of a picture in a gallery, and the room between two."""
MOST_BARS = 60
FEW_PANELS, PANELS_ABREAST = 4, 3
"""The number of charts above which a picture has several side by side, and how many."""
WHOLE = 1e9
"""The number from which on digits are left out."""
PAGE = 1.414
"""The height of a page as a share of its width."""
LISTED_WIDTH, LISTED_LETTERS = 12.0, 62
HEADING = 0.42
"""The height of a line of a title."""
READINGS = (
    Series("published", "soft", is_hollow=True),
    Series("recomputed as published", SERIES[1]),
    Series("recomputed", SERIES[0]),
)
"""How numbers are drawn: nobody should take a printed number for one that was computed."""


def series(rows: Sequence[TableRow]) -> dict[str, list[Point]]:
    """Return the points of each series: a row called 9x9_40 belongs to 9x9, at 40.

    >>> series([TableRow("9x9_20", None, 0.5), TableRow("9x9_40", None, 0.7), TableRow("other", None, 1)])
    {'9x9': [(20.0, 0.5), (40.0, 0.7)]}
    """
    found: dict[str, list[Point]] = {}
    for row in rows:
        name, _, place = row.name.rpartition("_")
        if name and place.isdecimal() and row.ours is not None and row.ours > 0:
            found.setdefault(name, []).append((float(place), row.ours))
    return found


def graph(rows: Sequence[TableRow], title: str, across: str, up: str, *, is_linear: bool = False) -> Drawing:
    """Draw all series among some rows, on a logarithmic scale unless it should be linear."""
    axes = (_LinearAxes if is_linear else _Axes)(series(rows))
    return Drawing(WIDTH, HEIGHT, tuple(axes.shapes(across, up)), title)


def bar_chart(title: str, rows: Sequence[TableRow], unit_of: Callable[[str], str] | None = None) -> Drawing:
    """Draw the numbers of a table that has no graph of its own: printed ones hollow, ours filled.

    Numbers of different units have axes of their own. `unit_of` gives the unit of a row that has none, by its name.
    """
    if unit_of:
        rows = [replace(row, unit=row.unit or unit_of(row.name)) for row in rows]
    known = [row for row in rows if (row.published, row.as_published, row.ours) != (None, None, None)]
    by_unit = {unit: [row for row in known if row.unit == unit] for unit in _units(known)}
    # a bar says something only beside another one
    alone = [some[0] for some in by_unit.values() if len(some) == 1 and len(known) > 1]
    panels = [_bars_of(unit, some) for unit, some in by_unit.items() if len(some) > 1 or len(known) == 1]
    if len(panels) > FEW_PANELS:
        panels = [beside(panels[at : at + PANELS_ABREAST]) for at in range(0, len(panels), PANELS_ABREAST)]
    listed = [_listed(alone)] if alone else []
    return titled(stacked([*panels, *listed], title))


def _listed(rows: Sequence[TableRow]) -> Drawing:
    """Write numbers that nothing else can be compared with."""
    lines = [line for row in rows for line in wrap(_sentence(row), LISTED_LETTERS, subsequent_indent="  ")]
    words = [
        Text((0.3, HEADING * (0.7 + number)), line, SMALL * 0.9, "ink", anchor="start")
        for number, line in enumerate(lines)
    ]
    return Drawing(LISTED_WIDTH, HEADING * (len(lines) + 0.5), tuple(words))


def _sentence(row: TableRow) -> str:
    """Return a row as a sentence, with what it counts.

    >>> _sentence(TableRow("Total", 2508, 2508, unit="solutions in all"))
    'solutions in all: published 2,508, recomputed 2,508'
    """
    values = (row.published, row.as_published, row.ours)
    said = [
        f"{look.name} {_number(value)}"
        for look, value in zip(READINGS, values, strict=True)
        if value is not None
    ]
    return f"{row.unit or row.name}: {', '.join(said)}"


def _number(value: float) -> str:
    """Return a number in full if it is whole, else with four digits.

    >>> _number(392_326_063), _number(41.4537), _number(8.64976e12)
    ('392,326,063', '41.45', '8.65 trillion')
    """
    is_whole = value == round(value) and abs(value) < WHOLE
    return f"{value:,.0f}" if is_whole else told(float(f"{value:.4g}"))


def _units(rows: Sequence[TableRow]) -> list[str]:
    return list(dict.fromkeys(row.unit for row in rows))


def _bars_of(unit: str, rows: Sequence[TableRow]) -> Drawing:
    values = [(row.published, row.as_published, row.ours) for row in rows]
    used = [number for number in range(len(READINGS)) if any(each[number] is not None for each in values)]
    groups = [
        BarGroup(row.name, tuple(each[number] for number in used))
        for row, each in zip(rows[:MOST_BARS], values, strict=False)
    ]
    across = unit or "value"
    if len(rows) > MOST_BARS:
        across += f", the first {MOST_BARS} of {len(rows)} rows"
    return grouped_bars(groups, [READINGS[number] for number in used], across, across)


def titled(drawing: Drawing) -> Drawing:
    """Return a picture with its title above it, in as many lines as it needs.

    >>> titled(Drawing(12, 2, (), "A title")).shapes[0].text
    'A title'
    """
    size = HEADING * max(1.0, drawing.width / WIDTH)
    lines = wrap(drawing.title, int(drawing.width / ((LETTER + 0.02) * size)))
    words = [
        Text((0.15, size * (0.8 + number)), line, size, "ink", anchor="start", bold=True)
        for number, line in enumerate(lines)
    ]
    below = size * (len(lines) + 0.4)
    return replace(
        drawing,
        height=drawing.height + below,
        shapes=(*words, *(_moved(shape, 0.0, below) for shape in drawing.shapes)),
    )


def stacked(drawings: Sequence[Drawing], title: str) -> Drawing:
    """Stack pictures one below the other.

    >>> both = stacked([Drawing(2, 1, (Circle((1, 0.5), 0.4),))] * 2, "two")
    >>> both.height, [shape.centre for shape in both.shapes]
    (2.0, [(1.0, 0.5), (1.0, 1.5)])
    """
    shapes, height = list[Shape](), 0.0
    for drawing in drawings:
        shapes += (_moved(shape, 0.0, height) for shape in drawing.shapes)
        height += drawing.height
    return Drawing(max(drawing.width for drawing in drawings), height, tuple(shapes), title)


def page(drawings: Sequence[Drawing], title: str) -> Drawing:
    """Put pictures of the same size on a page of the usual shape, in as many columns as that takes.

    >>> page([Drawing(2, 1, ())] * 12, "twelve").width
    4.0
    """
    wide, tall = drawings[0].width, drawings[0].height
    shapes = {
        columns: tall * ceil(len(drawings) / columns) / (wide * columns)
        for columns in range(1, len(drawings) + 1)
    }
    columns = min(shapes, key=lambda each: abs(log10(shapes[each] / PAGE)))
    return stacked([beside(drawings[at : at + columns]) for at in range(0, len(drawings), columns)], title)


def beside(drawings: Sequence[Drawing]) -> Drawing:
    """Put pictures side by side.

    >>> both = beside([Drawing(2, 1, (Circle((1, 0.5), 0.4),))] * 2)
    >>> both.width, [shape.centre for shape in both.shapes]
    (4.0, [(1.0, 0.5), (3.0, 0.5)])
    """
    shapes, width = list[Shape](), 0.0
    for drawing in drawings:
        shapes += (_moved(shape, width, 0.0) for shape in drawing.shapes)
        width += drawing.width
    title = "; ".join(drawing.title for drawing in drawings)
    return Drawing(width, max(drawing.height for drawing in drawings), tuple(shapes), title)


def _moved(shape: Shape, right: float, down: float) -> Shape:
    match shape:
        case Line() | Polygon():
            return replace(shape, points=tuple((x + right, y + down) for x, y in shape.points))
        case Circle():
            return replace(shape, centre=(shape.centre[0] + right, shape.centre[1] + down))
        case Text():
            return replace(shape, at=(shape.at[0] + right, shape.at[1] + down))


class _Axes:
    """The position of numbers on the page."""

    def __init__(self, lines: dict[str, list[Point]]) -> None:
        self.lines = lines
        points = [point for line in lines.values() for point in line] or [(1.0, 1.0)]
        least, most = min(x for x, _ in points), max(x for x, _ in points)
        self.across = Axis(0 if least < most / 3 else least, most, is_whole=True)
        self.low = floor(log10(min(y for _, y in points)))
        self.high = max(self.low + 1, ceil(log10(max(y for _, y in points))))

    def height(self, y: float) -> float:
        """Return the share of the height at which a number is drawn."""
        return (log10(y) - self.low) / (self.high - self.low)

    def levels(self) -> list[float]:
        """Return the numbers that are marked, the lowest first."""
        return [10.0**power for power in range(self.low, self.high + 1)]

    def at(self, x: float, y: float) -> Point:
        share = (x - self.across.low) / ((self.across.high - self.across.low) or 1.0)
        return (
            LEFT + (WIDTH - LEFT - RIGHT) * share,
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * self.height(y),
        )

    def shapes(self, across: str, up: str) -> Iterator[Shape]:
        lowest, *_ = levels = self.levels()
        for level in levels:
            (x, y), end = self.at(self.across.low, level), self.at(self.across.high, level)
            yield Line(((x, y), end), "soft" if level == lowest else "faint", 0.02)
            yield Text((x - 0.15, y), told(level), SMALL, "soft", anchor="end")
        for tick in self.across.ticks():
            x, y = self.at(tick, lowest)
            yield Text((x, y + 0.3), told(tick), SMALL, "soft")
        yield Text((WIDTH / 2, HEIGHT - 0.3), across, SMALL, "soft")
        yield Text((LEFT, TOP / 2), up, SMALL, "soft", anchor="start")
        roles = self._roles()
        for name, line in self.lines.items():
            yield from self._line(name, line, roles[name])
        yield from self._names(roles)

    def _roles(self) -> dict[str, str]:
        """Return the colour of each series: that of what was printed is that of hollow bars."""
        ours = [name for name in self.lines if not name.endswith(PRINTED)]
        colours = {name: SERIES[number % len(SERIES)] for number, name in enumerate(ours)}
        return {name: colours.get(name, "soft") for name in self.lines}

    def _line(self, name: str, line: Sequence[Point], role: str) -> Iterator[Shape]:
        points = tuple(self.at(*point) for point in line)
        is_hollow = name.endswith(PRINTED)
        if len(points) > 1:
            yield Line(points, role, 0.05, dashed=is_hollow)
        yield from (dot(point, 0.09, role, is_hollow=is_hollow) for point in points)

    def _names(self, roles: dict[str, str]) -> Iterator[Shape]:
        """Yield the name of each series at its end, the highest first. One that would cover another is left out."""
        placed: list[tuple[float, float, float]] = []
        ends = {name: self.at(*line[-1]) for name, line in self.lines.items()}
        for name, (x, y) in sorted(ends.items(), key=lambda each: each[1][1]):
            end, wide = min(x, WIDTH - RIGHT), LETTER * SMALL * len(name)
            if all(
                abs(y - other) > SMALL or end - wide > right or end < left for other, left, right in placed
            ):
                placed.append((y, end - wide, end))
                yield Text((end, y - 0.3), name, SMALL, roles[name], anchor="end", bold=True)


class _LinearAxes(_Axes):
    """The same from 0 up, on a linear scale."""

    def __init__(self, lines: dict[str, list[Point]]) -> None:
        super().__init__(lines)
        most = max((y for line in lines.values() for _, y in line), default=1.0)
        step = 10.0 ** floor(log10(most))
        self.step = next(step * part for part in (0.1, 0.2, 0.5, 1.0, 2.0) if most <= 10 * step * part)
        self.top = self.step * ceil(most / self.step)

    def height(self, y: float) -> float:
        return y / self.top

    def levels(self) -> list[float]:
        return [self.step * number for number in range(round(self.top / self.step) + 1)]


@dataclass(frozen=True)
class Captioned:
    """A small picture with some lines of text below it."""

    drawing: Drawing
    lines: tuple[str, ...]


def gallery(rows: Sequence[Sequence[Captioned]], title: str) -> Drawing:
    """Draw rows of small pictures, each with its lines below.

    >>> gallery([[Captioned(Drawing(1, 1, ()), ("a",))] * 3], "Three").width
    7.4
    """
    tall = BOX + SMALL * (1 + max(len(each.lines) for row in rows for each in row)) + GAP
    longest = max(len(line) for row in rows for each in row for line in each.lines)
    step = max(BOX, LETTER * SMALL * 0.9 * longest) + GAP
    shapes: list[Shape] = []
    for line, row in enumerate(rows):
        for column, each in enumerate(row):
            x, y = GAP + column * step + (step - GAP - BOX) / 2, GAP / 2 + line * tall
            shapes += fitted(each.drawing, x, y, BOX, BOX)
            for number, text in enumerate(each.lines, start=1):
                at = (x + BOX / 2, y + BOX + SMALL * number)
                shapes.append(Text(at, text, SMALL * 0.9, "ink" if number == 1 else "soft", bold=number == 1))
    width = GAP + max(len(row) for row in rows) * step
    return titled(Drawing(width, len(rows) * tall, tuple(shapes), title))
