"""A picture of a state map, from left to right by how near a state is to the goal.

Dead states lie below the others, as far to the right as the moves since the mistake lead. Fates differ in shape as well
as in colour: solved states are squares, live ones discs, dead ones rings.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import isfinite

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.explaining.fates import Fate, fates, shortest_way, summary
from quandary.graph import StateGraph

WIDTH, HEIGHT = 16.0, 9.0
MARGIN, BOTTOM = 0.5, 1.0
LARGEST, SMALLEST = 0.16, 0.012
"""The largest and the smallest radius of a state."""
LEAST = 0.3
"""The least share of the page for live states, and for dead ones, if there are both."""
SWEEPS = 6
"""How often states are moved towards their neighbours, to have fewer crossings."""
SMALL = 0.32
PAINT: Mapping[Fate, str] = {"solved": "solved", "live": "path", "dead": "soft"}


def draw_map(graph: StateGraph) -> Drawing:
    """Draw a state graph with a shortest solution in it.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.solving.explore import explore
    >>> draw_map(explore(KIND.parse("+-E/|.|/S-+"))).title
    '5 states: 2 solved, 3 live, 0 dead; the shortest solution has 2 moves.'
    """
    page = _Page(graph)
    return Drawing(WIDTH, HEIGHT, tuple(page.shapes()), summary(graph))


class _Page:
    """The place of each state on the page."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.edges = _edges(graph)
        self.fates = fates(graph)
        self.column = _columns(graph, self.edges)
        self.last = max(self.column, default=0)
        self.at: list[Point] = [(0.0, 0.0)] * len(graph)
        self.radius = {False: LARGEST, True: LARGEST}
        """The radius of live and of dead states."""
        self._place()

    def _place(self) -> None:
        """Put live states in columns above dead ones, each with room for their fullest column."""
        rows = {dead: self._rows(dead) for dead in (False, True)}
        full = {dead: max(map(len, rows[dead].values()), default=0) for dead in rows}
        across = (WIDTH - 2 * MARGIN) / max(1, self.last)
        top = MARGIN
        for dead in rows:
            high = (HEIGHT - BOTTOM - MARGIN) * _share(full[dead], full[not dead])
            for column, row in rows[dead].items():
                for place, number in enumerate(row):
                    y = top + high * (place + 0.5) / len(row)
                    self.at[number] = (WIDTH - MARGIN - across * (self.last - column), y)
            self.radius[dead] = max(SMALLEST, min(LARGEST, 0.42 * high / max(1, full[dead]), 0.3 * across))
            top += high

    def _rows(self, dead: bool) -> dict[int, list[int]]:
        """Return the states of each column in an order with few crossings."""
        rows: dict[int, list[int]] = defaultdict(list)
        for number, fate in enumerate(self.fates):
            if (fate == "dead") is dead:
                rows[self.column[number]].append(number)
        beside: dict[int, list[int]] = defaultdict(list)
        for start, end in self.edges:
            beside[start].append(end)
            beside[end].append(start)
        place = {number: at / len(row) for row in rows.values() for at, number in enumerate(row)}
        for sweep in range(SWEEPS):
            for column in sorted(rows, reverse=bool(sweep % 2)):
                row = rows[column]
                row.sort(
                    key=lambda number: _mean([place[n] for n in beside[number] if n in place], place[number])
                )
                place |= {number: at / len(row) for at, number in enumerate(row)}
        return rows

    def shapes(self) -> Iterator[Shape]:
        solution = shortest_way(self.graph)
        way = set(pairwise(solution))
        for start, end in self.edges:
            if (start, end) not in way:
                dead = self.fates[end] == "dead"
                thin = max(0.006, self.radius[dead] / 6)
                yield Line((self.at[start], self.at[end]), "faint" if dead else "line", thin)
        if way:
            points = tuple(self.at[number] for number in solution)
            yield Line(points, "solved", max(0.04, self.radius[False] / 2))
        for number, fate in enumerate(self.fates):
            yield from _mark(fate, self.at[number], self.radius[fate == "dead"])
        for start in map(int, self.graph.starts):
            radius = self.radius[self.fates[start] == "dead"]
            yield Circle(self.at[start], 1.7 * radius, stroke="ink", width=max(0.02, radius / 3))
        yield from _legend(self.fates)


def _share(own: int, other: int) -> float:
    """Return the share of the page for states of one sort, enough to be seen beside many of the other."""
    if not own or not other:
        return float(own > 0)
    return min(max(own / (own + other), LEAST), 1 - LEAST)


def _edges(graph: StateGraph) -> list[tuple[int, int]]:
    return [(start, int(end)) for start in range(len(graph)) for end in graph.children(start)]


def _columns(graph: StateGraph, edges: list[tuple[int, int]]) -> list[int]:
    """Return the column of each state: by distance to the goal, or for dead ones by moves since the mistake."""
    left = graph.steps_left
    far = max((int(each) for each in left if isfinite(each)), default=0)
    column = [far - int(each) if isfinite(each) else -1 for each in left]
    if not any(isfinite(each) for each in left):  # nothing can be solved: by distance from the start
        column = [0 if number in set(map(int, graph.starts)) else -1 for number in range(len(graph))]
    for start, end in edges:  # states are numbered breadth first
        if column[end] < 0:
            column[end] = column[start] + 1
    return [max(0, each) for each in column]


def _mean(numbers: list[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _mark(fate: Fate, at: Point, radius: float) -> Iterator[Circle | Polygon]:
    x, y = at
    match fate:
        case "solved":
            side = 1.8 * radius
            yield rectangle(
                x - side / 2, y - side / 2, side, side, fill=PAINT[fate], stroke="paper", width=radius / 5
            )
        case "live":
            yield Circle(at, radius, PAINT[fate], "paper", radius / 5)
        case "dead":
            yield Circle(at, 0.75 * radius, "paper", PAINT[fate], radius / 2)


def _legend(fates: list[Fate]) -> Iterator[Shape]:
    x, y = MARGIN, HEIGHT - SMALL
    for fate in ("solved", "live", "dead"):
        number = fates.count(fate)
        if number:
            yield from _mark(fate, (x, y), LARGEST)
            yield Text((x + 0.3, y), f"{fate}: {number:,}", SMALL, "ink", anchor="start")
            x += 3.3 if fate == "dead" else 2.6
    yield Circle((x, y), LARGEST, stroke="ink", width=LARGEST / 3)
    yield Text((x + 0.3, y), "start", SMALL, "ink", anchor="start")
    yield Line(((x + 1.9, y), (x + 2.6, y)), "solved", LARGEST / 2)
    yield Text((x + 2.8, y), "a shortest solution", SMALL, "ink", anchor="start")
