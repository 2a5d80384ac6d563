"""The laws of a Witness panel in a window around the head of the path, from which rules are learned.

Places are counted in half cells from the head: junctions are even-even, edges odd-even, cells odd-odd. A variable
for each edge says whether the finished path runs there, or the second one of a symmetric panel: the two never
meet, so the laws are the same. The theory holds on panels without eliminators, pillars and ends in the middle of
an edge. On other panels there are no facts, so nothing is refuted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations
from typing import Any

from quandary.draw.shapes import Shape
from quandary.kinds.witness.elements import Element, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import STEPS, Path, Place, between, is_cell, is_junction, point_at
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.telling import content, shapes
from quandary.kinds.witness.tiling import area_of
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.laws import Clause
from quandary.theory.lines import FREE, NEAR, LineTheory, LineWindow, Spot

COUNTS = (1, 2, 3)
"""The numbers of triangles that a cell can have."""
COLOURS = 3
"""The number of colours that are told apart. Elements of further colours are not seen."""
OTHER = -1
"""The colour of an element that no star or square on the panel has."""
CONTENTS = ("blank", "square", "star", "triangles", "area")
SILENT = ("plain", "cell", "paint", MOVE)
"""The sorts of facts that go without saying."""
BECAUSE = {
    "triangles: too many lines": "It would get more lines than triangles.",
    "triangles: too few lines": "It would end up with fewer lines than triangles.",
    "triangles: another number of lines": "It could not get exactly as many lines as triangles.",
    "triangles: several cells": "They could not all get as many lines as triangles.",
    "squares": "Squares of two colours would stay in one region.",
    "stars": "A star would not get exactly one partner of its colour.",
    "polyominoes": "A closed region would not have as many cells as its polyominoes.",
}
"""What would go wrong, for each family of patterns."""


class WitnessTheory(LineTheory):
    """What is seen around the head of a path, and what a path and its regions can never do."""

    silent = SILENT
    counted = ("triangles",)
    mark = "hexagon"

    def window(self, radius: int) -> LineWindow:
        """Return the laws of a new window."""
        return _Window(radius)

    def facts(self, puzzle: Panel, state: Path, move: str, radius: int) -> Facts:
        """Return the facts within `radius` junctions of the head."""
        around = _seen(puzzle, state, radius)
        return around | {Fact(MOVE, STEPS[move])} if around else around

    def turns(self, facts: Facts) -> Iterable[Facts]:
        """Yield the facts turned and mirrored, with their colours in every order."""
        used = sorted({_colour(fact) for fact in facts} - {None, OTHER})
        for images in permutations(range(COLOURS), len(used)):
            into = dict(zip(used, images, strict=True))
            painted = frozenset(
                fact._replace(value=into[_colour(fact)]) if _colour(fact) in into else fact for fact in facts
            )
            yield from super().turns(painted)

    def shape(self, facts: Facts) -> str:
        """Return the elements that a pattern is about, or what the path does to itself."""
        sorts = {fact.sort for fact in facts}
        named = {"triangles": "triangles", "square": "squares", "star": "stars", "area": "polyominoes"}
        words = [plural for sort, plural in named.items() if sort in sorts]
        if words == ["triangles"]:
            return f"triangles: {self._miscount(facts)}"
        return " and ".join(words) if words else super().shape(facts)

    def _miscount(self, facts: Facts) -> str:
        """Return what is wrong with triangles: which other numbers of them would be wrong, too, tells it."""
        cells = [fact for fact in facts if fact.sort == "triangles"]
        if len(cells) > 1:
            return "several cells"
        [cell] = cells
        rest = facts - {cell}
        wrong = {n for n in COUNTS if self.refutes(rest | {cell._replace(value=n)}) is not None}
        if wrong.issuperset(n for n in COUNTS if n >= _count(cell)):
            return "too few lines"
        if wrong.issuperset(n for n in COUNTS if n <= _count(cell)):
            return "too many lines"
        return "another number of lines"

    def content(self, fact: Fact) -> str:
        """Return what is told of the cell of a fact."""
        return content(fact)

    def because(self, facts: Facts) -> str:
        """Return what would go wrong with the elements, or with the path."""
        return BECAUSE.get(self.shape(facts)) or super().because(facts)

    def variable_in_words(self, name: tuple[Any, ...], holds: bool, place: str) -> str:
        """Return what the colour of a region is, or that something is there."""
        if name[0] == "colour":
            which = ("first", "second", "third")[name[3]]
            return f"the region {place} is {'' if holds else 'not '}that of the {which} colour"
        return super().variable_in_words(name, holds, place)

    def shapes(self, fact: Fact, spot: Spot) -> Iterator[Shape]:
        """Draw one fact as on a panel."""
        found = list(shapes(fact, spot))
        yield from found or super().shapes(fact, spot)


def _count(fact: Fact) -> int:
    return fact.value if isinstance(fact.value, int) else 0


def _colour(fact: Fact) -> Any:
    return fact.value if fact.sort in ("square", "star", "paint") else None


# What is seen


@lru_cache(maxsize=8)
def _colours(panel: Panel) -> dict[Any, int]:
    """Return the number of each colour that is told apart, as they come on the panel."""
    told = dict.fromkeys(e.colour for e in panel.counted.values() if isinstance(e, Square | Star))
    return {colour: number for number, colour in enumerate(islice(told, COLOURS))}


def _holds_on(panel: Panel) -> bool:
    return not (
        panel.has_eliminators
        or panel.pillar
        or panel.edge_entrances
        or panel.edge_exits
        or not panel.outline.is_whole
    )


@lru_cache(maxsize=64)
def _seen(panel: Panel, state: Path, radius: int) -> Facts:
    """Return the facts around the head of a path, without the move."""
    if not _holds_on(panel):
        return frozenset()
    sight, reach = _Sight(panel, state), 2 * radius
    x, y = sight.head
    found = list[Fact]()
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            place, at = (x + dx, y + dy), (dx, dy)
            if is_cell(place):
                found += sight.cell(place, at)
            elif not is_junction(place):
                found += sight.edge(place, at)
            elif max(abs(dx), abs(dy)) < reach and at != (0, 0):
                found += sight.junction(place, at)
    return frozenset(found)


class _Sight:
    """A panel and a path on it, place by place."""

    def __init__(self, panel: Panel, state: Path) -> None:
        self.panel = panel
        self.head = between(state[-1], state[-1])
        second = panel.second(state)
        self.covered = panel.covered(state)
        self.visited = {between(here, here) for here in (*state[:-1], *second[:-1])}
        self.heads = {between(path[-1], path[-1]) for path in (state, second) if path}
        self.ends = {between(end, end) for end in (*panel.exits, state[0], *second[:1])}
        self.colours = _colours(panel)
        self.has_stars = any(isinstance(each, Star) for each in panel.counted.values())

    def edge(self, place: Place, at: Place) -> Iterator[Fact]:
        """Yield whether the path runs along an edge, must, or cannot any more."""
        if place in self.covered:
            yield Fact("line", at)
            return
        if at in NEAR:
            yield Fact(FREE, at)
        if place in self.panel.all_hexagons:
            yield Fact("must", at)
        if not self._is_open(place):
            yield Fact("shut", at)

    def _is_open(self, place: Place) -> bool:
        """Return whether either path may still take an edge."""
        if not self.panel.has_edge(place):
            return False
        x, y = place
        ends = {(x - x % 2, y - y % 2), (x + x % 2, y + y % 2)}
        if not self.visited.isdisjoint(ends) or ends <= self.heads:
            return False
        here, there = map(point_at, ends)
        return there in self.panel.ways[here].values() and here in self.panel.ways[there].values()

    def junction(self, place: Place, at: Place) -> Iterator[Fact]:
        """Yield whether the path can neither start nor end at a junction, and whether it must pass."""
        x, y = place
        if self.panel.has_junction((x // 2, y // 2)):
            if place not in self.ends:
                yield Fact("plain", at)
            if place in self.panel.all_hexagons and place not in self.covered:
                yield Fact("dot", at)

    def cell(self, place: Place, at: Place) -> Iterator[Fact]:
        """Yield whether a cell is on the panel, and what it holds."""
        cell = (place[0] // 2, place[1] // 2)
        if not self.panel.has_cell(cell):
            yield Fact("off", at)
            return
        yield Fact("cell", at)
        yield from self._content(self.panel.counted.get(cell), at)

    def _content(self, element: Element | None, at: Place) -> Iterator[Fact]:
        match element:
            case None:
                yield Fact("blank", at)
            case Square() | Star():
                if element.colour in self.colours:
                    yield Fact(
                        "square" if isinstance(element, Square) else "star", at, self.colours[element.colour]
                    )
            case Triangles():
                yield Fact("triangles", at, element.count)
            case Polyomino():
                yield Fact("area", at, area_of(element))
        if self.has_stars and isinstance(element, Triangles | Polyomino):
            yield Fact("paint", at, self.colours.get(element.colour, OTHER))


# What it means


class _Window(LineWindow):
    """The laws of a window with cells. Those about closed regions are added when a path breaks them."""

    def __init__(self, radius: int) -> None:
        super().__init__(radius)
        self._regional, self._known = set[int](), 1
        """The variables of elements that are about whole regions, and up to which number they were looked for."""
        span = range(-self.reach, self.reach + 1)
        self.cells = [(x, y) for x in span for y in span if is_cell((x, y))]
        for cell in self.cells:
            self._cell(cell)

    def _cell(self, cell: Place) -> None:
        around = [self.line(place) for place in self.near(cell)]
        self.laws.at_most("a path does not close a loop", 3, around)
        for count in (1, 2, 3, 4):
            given = [self.laws.variable(("triangles", *cell, count))]
            told = f"line{'s' * (count > 1)} beside {count} triangle{'s' * (count > 1)}"
            self.laws.at_most(f"there can be only {count} {told}", count, around, given)
            self.laws.at_least(f"there must be {count} {told}", count, around, given)
        colours = [self.laws.variable(("colour", *cell, each)) for each in range(COLOURS)]
        for number, colour in enumerate(colours):
            square = self.laws.variable(("square", *cell, number))
            self.laws.add("the square is in it", -square, colour)
        self.laws.at_most("squares of a region have one colour", 1, colours)
        for dx, dy in ((2, 0), (0, 2)):
            other = (cell[0] + dx, cell[1] + dy)
            if other in self.cells:
                self._same_region(cell, other, (cell[0] + dx // 2, cell[1] + dy // 2))

    def _same_region(self, here: Place, there: Place, edge: Place) -> None:
        given = [-self.laws.variable(("cell", *each)) for each in (here, there)]
        for colour in range(COLOURS):
            a, b = (self.laws.variable(("colour", *each, colour)) for each in (here, there))
            why = "cells with no line between them are in one region"
            self.laws.add(why, *given, self.line(edge), -a, b)
            self.laws.add(why, *given, self.line(edge), a, -b)

    # Laws that are looked up

    def broken(self, true: frozenset[int]) -> Iterator[tuple[Clause, str]]:
        """Yield the laws about loops and regions that a model breaks."""
        yield from super().broken(true)
        name = self.laws.name
        self._regional.update(
            each for each in range(self._known, len(name)) if name[each][0] in ("star", "area")
        )
        self._known = len(name)
        if true.isdisjoint(self._regional):
            return
        held = {name[each] for each in true}
        lines = {self.edge_of[each] for each in true & self.edge_of.keys()}
        content = {(told[1], told[2]): (told[0], *told[3:]) for told in held if told[0] in CONTENTS}
        paint = {(name[1], name[2]): name[3] for name in held if name[0] == "paint"}
        known = {cell for cell in self.cells if ("cell", *cell) in held}
        off = {cell for cell in self.cells if ("off", *cell) in held}
        todo = set(known)
        while todo:
            region = self._spread(todo, lines, known)
            colour = {
                cell: content[cell][1] if content[cell][0] in ("square", "star") else paint.get(cell)
                for cell in region
                if cell in content
            }
            yield from self._too_many(region, content, colour)
            yield from self._closed(region, lines, known, off, content, colour, paint)

    def _spread(self, todo: set[Place], lines: set[Place], known: set[Place]) -> dict[Place, Place]:
        """Return the cells of a region, each with the one that it was reached from, and take them from `todo`."""
        start = min(todo)
        todo.remove(start)
        region, ring = {start: start}, [start]
        for x, y in ring:  # grows during the loop
            for dx, dy in STEPS.values():
                edge, cell = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if edge not in lines and cell in todo and cell in known:
                    todo.remove(cell)
                    region[cell] = (x, y)
                    ring.append(cell)
        return region

    def _literals(
        self, cells: Iterable[Place], content: dict[Place, Any], paint: dict[Place, Any]
    ) -> Iterator[int]:
        for cell in cells:
            yield -self.laws.variable(("cell", *cell))
            kind, *value = content[cell]
            yield -self.laws.variable((kind, *cell, *value))
            if cell in paint:
                yield -self.laws.variable(("paint", *cell, paint[cell]))

    def _too_many(
        self, region: dict[Place, Place], content: dict[Place, Any], colour: dict[Place, Any]
    ) -> Iterator[tuple[Clause, str]]:
        """Yield that a star is in one region with two others of its colour."""
        for number in range(COLOURS):
            alike = [cell for cell in region if colour.get(cell) == number]
            stars = [cell for cell in alike if content[cell][0] == "star"]
            if not stars or len(alike) < 3:
                continue
            three = [stars[0], *[cell for cell in alike if cell != stars[0]][:2]]
            tree = _joined(region, three)
            joints = [
                self.line(_middle(cell, region[cell]))
                for cell in tree
                if region[cell] in tree and region[cell] != cell
            ]
            cells = [-self.laws.variable(("cell", *cell)) for cell in tree]
            held = [
                -self.laws.variable((content[cell][0], *cell, *content[cell][1:]))
                for cell in three
                if content[cell][0] in ("square", "star")
            ] + [
                -self.laws.variable(("paint", *cell, number))
                for cell in three
                if content[cell][0] not in ("square", "star")
            ]
            yield (*joints, *cells, *held), "a star has only one partner of its colour in its region"

    def _closed(
        self,
        region: dict[Place, Place],
        lines: set[Place],
        known: set[Place],
        off: set[Place],
        content: dict[Place, Any],
        colour: dict[Place, Any],
        paint: dict[Place, Any],
    ) -> Iterator[tuple[Clause, str]]:
        """Yield that a closed region whose cells are all known does not hold."""
        if not all(cell in content for cell in region):
            return
        border, inner, beyond = [], [], []
        for x, y in region:
            for dx, dy in STEPS.values():
                edge, cell = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if edge in lines:
                    border.append(edge)
                elif cell in region:
                    inner.append(edge)
                elif cell in off:
                    beyond.append(cell)
                else:
                    return
        if why := _fails(region, content, colour):
            clause = [
                *(-self.line(edge) for edge in border),
                *(self.line(edge) for edge in inner),
                *(-self.laws.variable(("off", *cell)) for cell in beyond),
                *self._literals(region, content, paint),
            ]
            yield tuple(dict.fromkeys(clause)), why


def _middle(here: Place, there: Place) -> Place:
    return (here[0] + there[0]) // 2, (here[1] + there[1]) // 2


def _joined(region: dict[Place, Place], cells: Sequence[Place]) -> set[Place]:
    """Return the cells on the way from each of some cells to where the region was entered."""
    tree = set[Place]()
    for cell in cells:
        while cell not in tree:
            tree.add(cell)
            cell = region[cell]
    return tree


def _fails(cells: Iterable[Place], content: dict[Place, Any], colour: dict[Place, Any]) -> str:
    """Return why the elements of a closed region do not hold, or "" if they may."""
    cells = list(cells)
    areas = [content[cell][1] for cell in cells if content[cell][0] == "area"]
    if areas and sum(areas) not in (0, len(cells)):
        return "a closed region has as many cells as its polyominoes"
    stars = {colour[cell] for cell in cells if content[cell][0] == "star"}
    is_told = all(content[cell][0] == "blank" or colour.get(cell) is not None for cell in cells)
    if stars and is_told:
        alike = Counter(colour.get(cell) for cell in cells)
        if any(alike[each] != 2 for each in stars):
            return "a star needs one partner of its colour in its region"
    return ""


THEORY = WitnessTheory()
