"""Theories of puzzles in which a path is drawn along the lines of a grid, seen from its head.

Places are counted in half cells from the head: junctions are even-even, edges odd-even, cells odd-odd. A variable for
each edge says whether the finished path runs there.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from math import log2
from typing import Any, TypeAlias

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape
from quandary.parts.english import listed
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.laws import Clause, Laws
from quandary.theory.telling import LatticePoint, clauses, is_junction, place_of, where
from quandary.theory.windows import TURNS, WindowTheory, core

Spot: TypeAlias = Callable[[LatticePoint], Point]
"""Where a place is drawn."""

NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))
ON, OFF = ("line", "must", MOVE), "shut"
"""The sorts of facts that say that the path runs along an edge, and that it does not."""
FREE = "free"
"""The sort of the fact that an edge at the head is not drawn yet. The path takes only one of these."""
SILENT = ("plain", MOVE)
"""The sorts of facts that go without saying."""
MARGIN, LINE = 0.5, 0.2


class LineWindow:
    """The laws of a path in a window, as clauses. That it closes no loop is added where a path would close one."""

    def __init__(self, radius: int) -> None:
        self.reach = 2 * radius
        self.laws = Laws(self.broken)
        self._says: dict[Fact, list[int]] = {}
        span = range(-self.reach, self.reach + 1)
        self.edges = [(x, y) for x in span for y in span if (x + y) % 2]
        self.edge_of = {self.laws.variable(("line", *place)): place for place in self.edges}
        """The edge that each variable for one is about."""
        for x in span[::2]:
            for y in span[::2]:
                self._junction((x, y))

    def line(self, place: LatticePoint) -> int:
        """Return the variable of an edge."""
        return self.laws.variable(("line", *place))

    def literals(self, fact: Fact) -> list[int]:
        """Return what a fact says about the variables. What must be drawn at the head is not drawn yet."""
        if fact not in self._says:
            self._says[fact] = said = [self._literal(fact)]
            if fact.sort in ("must", MOVE) and fact.at in NEAR:
                said.append(self.laws.variable((FREE, *fact.at)))
        return self._says[fact]

    def _literal(self, fact: Fact) -> int:
        if fact.sort in ON:
            return self.line(place_of(fact))
        if fact.sort == OFF:
            return -self.line(place_of(fact))
        name = (fact.sort, *fact.at)
        return self.laws.variable(name if fact.value is None else (*name, fact.value))

    def near(self, place: LatticePoint) -> list[LatticePoint]:
        """Return the places around a place that are in the window."""
        x, y = place
        return [(x + dx, y + dy) for dx, dy in NEAR if max(abs(x + dx), abs(y + dy)) <= self.reach]

    def _junction(self, here: LatticePoint) -> None:
        around = [self.line(place) for place in self.near(here)]
        self.laws.at_most("a path meets a junction only once", 2, around)
        if here == (0, 0):
            self.origin(around)
        elif len(around) == len(NEAR):
            self.inner(here, around)

    def origin(self, around: list[int]) -> None:
        """Add the laws of the junction that is looked from: the head of the path."""
        free = [self.laws.variable((FREE, *place)) for place in self.near((0, 0))]
        for one, other in combinations(zip(free, around, strict=True), 2):
            self.laws.add("a path leaves a junction only once", *(-each for each in (*one, *other)))

    def inner(self, here: LatticePoint, around: list[int]) -> None:
        """Add the laws of a junction whose edges are all seen."""
        plain, dot, end = (self.laws.variable((sort, *here)) for sort in ("plain", "dot", "end"))
        for each in around:
            others = [other for other in around if other != each]
            self.laws.add("a path that gets there must go on", -plain, -each, *others)
        self.laws.at_least("the dot must be passed", 1, around, [dot])
        self.laws.at_most("the path ends there", 1, around, [end])
        self.laws.at_least("the path must get to its end", 1, around, [end])

    def broken(self, true: frozenset[int]) -> Iterator[tuple[Clause, str]]:
        """Yield the laws that a model breaks, among those that are too many to list."""
        if cycle := _cycle_among(frozenset(self.edge_of[each] for each in true & self.edge_of.keys())):
            yield tuple(-self.line(place) for place in cycle), "a path does not close a loop"


@lru_cache(maxsize=8)
def _window(theory: "LineTheory", radius: int) -> LineWindow:
    """Return a window that is kept, since what was found out there helps with the next question."""
    return theory.window(radius)


class LineTheory(WindowTheory):
    """A theory about a path, its junctions and its edges. A subclass says what is seen, and may know further laws."""

    version = 2
    has_history = True
    is_steady = False
    silent: tuple[str, ...] = SILENT
    counted: tuple[str, ...] = ()
    """The sorts of facts about cells whose lines are counted."""
    has_head = True
    """Whether the path has a head, at the place that is looked from."""
    advice = "Do not go ahead"
    mark = "dot"
    """What the path must pass is called."""

    def window(self, radius: int) -> LineWindow:
        """Return the laws of a new window."""
        return LineWindow(radius)

    def refutes(self, facts: Facts) -> Facts | None:
        """Return some of the facts that no path satisfies together, or None."""
        window = _window(self, self._radius(facts))
        literals: dict[int, list[Fact]] = {}
        for fact in sorted(facts, key=_first_told):
            for literal in window.literals(fact):
                literals.setdefault(literal, []).append(fact)
        return core(window.laws, literals)

    def _radius(self, facts: Facts) -> int:
        return max(map(self.reach, facts), default=1)

    def reach(self, fact: Fact) -> int:
        """Return the radius at which a fact is seen: a junction needs all its edges."""
        return _radius_of(place_of(fact))

    def weaker(self, fact: Fact) -> Facts:
        """Return of the edge by which the path came to its head that it did not come by the others."""
        came = self.has_head and fact.sort == "line" and fact.at in NEAR
        return frozenset(Fact(FREE, at) for at in NEAR if at != fact.at) if came else frozenset()

    def price(self, fact: Fact) -> float:
        """Return the bits for a sort and a place, or for a side of the head, and nothing for what goes without saying."""
        return 0.0 if fact.sort in self.silent else log2(4) if fact.sort == FREE else log2(9 * 25)

    def shape(self, facts: Facts) -> str:
        """Return whether something must be passed now, is left behind, or what the path does to itself."""
        sorts = {fact.sort for fact in facts}
        if any(fact.sort == "must" and fact.at in NEAR for fact in facts):
            return f"{self.mark} now or never"
        return (
            f"{self.mark} left behind" if sorts & {"dot", "must"} else "end" if "end" in sorts else "dead end"
        )

    def say(self, facts: Facts) -> str:
        """Return what is seen around the head, as if the move went up, and what would go wrong."""
        told = list(
            clauses(
                upright(facts),
                self.mark,
                self.content,
                has_head=self.has_head,
                silent=self.silent,
                counted=self.counted,
            )
        )
        return f"{self.advice}: {listed(told, ', and') or 'the way is shut'}. {self.because(facts)}"

    def because(self, facts: Facts) -> str:
        """Return what would go wrong, as a sentence."""
        shape, several = self.shape(facts), sum(fact.sort in ("dot", "must") for fact in facts) > 1
        return {
            f"{self.mark} now or never": "A path meets a point only once, so what lies beside it is taken now or never.",
            f"{self.mark} left behind": f"{'One of the' if several else 'The'} {self.mark}{'s' * several} could not be passed any more.",
            "end": "The path could not get to its end.",
        }.get(shape, "The path could not go on.")

    def content(self, fact: Fact) -> str:
        """Return what the cell of a fact has or is, or "" if the fact is about a line or a point."""
        return ""

    def prove(self, facts: Facts) -> list[str]:
        """Return why no path satisfies the facts, in a window of its own, so that earlier questions do not matter."""
        window = self.window(self._radius(facts))
        literals = [literal for fact in sorted(facts, key=repr) for literal in window.literals(fact)]
        window.laws.refuted(literals)  # so that the laws that are looked up are there
        return window.laws.prove(
            literals, lambda literal: self._said(window.laws.name[abs(literal)], literal > 0, facts)
        )

    def _said(self, name: tuple[Any, ...], holds: bool, facts: Facts) -> str:
        place = _turned(name[1:3], facts)
        if name[0] == "line":
            return f"the path {'runs' if holds else 'does not run'} {place}"
        return self.variable_in_words(name, holds, place)

    def variable_in_words(self, name: tuple[Any, ...], holds: bool, place: str) -> str:
        """Return in words what a variable says that is not about an edge."""
        return f"there is {'a' if holds else 'no'} {name[0]} {place}"

    def draw(self, facts: Facts) -> Drawing:
        """Draw a pattern with the head of the path in it and the move struck out."""
        turned = upright(facts)
        places = [place_of(fact) for fact in turned if fact.sort != "off"] + [(0, 0), (0, 2)]
        left, right = min(x for x, _ in places) // 2, -(-max(x for x, _ in places) // 2)
        low, high = min(y for _, y in places) // 2, -(-max(y for _, y in places) // 2)

        def spot(place: LatticePoint) -> Point:
            return MARGIN + place[0] / 2 - left, MARGIN + high - place[1] / 2

        shapes: list[Shape] = []
        shut = {place_of(fact) for fact in turned if fact.sort == "shut"}
        for x in range(2 * left, 2 * right + 1):
            for y in range(2 * low, 2 * high + 1):
                if (x + y) % 2 and (x, y) not in shut:
                    shapes.append(Line(_ends(spot, (x, y)), "track", LINE))
        for fact in sorted(turned, key=_layer):
            shapes += self.shapes(fact, spot)
        if self.has_head:
            shapes.append(Circle(spot((0, 0)), 0.15, fill="trace"))
        return Drawing(
            right - left + 2 * MARGIN, high - low + 2 * MARGIN, tuple(shapes), self.say(facts), "panel"
        )

    def shapes(self, fact: Fact, spot: Spot) -> Iterator[Shape]:
        """Draw one fact."""
        place = place_of(fact)
        at = spot(place)
        match fact.sort:
            case "line":
                yield Line(_ends(spot, place), "trace", 0.13)
            case "shut":
                yield from _cross(at, "soft")
            case "must" | "dot":
                yield Circle(at, 0.14, fill="track")
                yield Circle(at, 0.09, fill="dot")
            case "move":
                yield Line(_ends(spot, place), "struck", 0.08, dashed=True)
                yield from _cross(at, "struck")
            case "end":
                x, y = at
                flag = ((x - 0.1, y + 0.12), (x - 0.1, y - 0.18), (x + 0.16, y - 0.08), (x - 0.1, y))
                yield Circle(at, 0.26, fill="track")
                yield Polygon(flag, fill="dot")


@lru_cache(maxsize=1 << 14)
def _first_told(fact: Fact) -> tuple[bool, bool, str]:
    """Return the order in which facts are told to the laws: lines first, the move before all others."""
    return fact.sort not in ON, fact.sort != MOVE, repr(fact)


@lru_cache(maxsize=1 << 10)
def _radius_of(place: LatticePoint) -> int:
    far = max(map(abs, place))
    return max(1, far // 2 + 1 if is_junction(place) else -(-far // 2))


@lru_cache(maxsize=1 << 14)
def _cycle_among(lines: frozenset[LatticePoint]) -> list[LatticePoint]:
    """Return the edges of a cycle. Models that differ in other things are common."""
    return cycle_of(set(lines))


def cycle_of(lines: set[LatticePoint]) -> list[LatticePoint]:
    """Return the edges of a cycle among some edges, if there is one."""
    beside: dict[LatticePoint, list[LatticePoint]] = {}
    for x, y in lines:
        ends = ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))
        for end in ends:
            beside.setdefault(end, []).append((x, y))
    left = set(lines)
    while left:
        edge = left.pop()
        for end in (((edge[0] - 1, edge[1]) if edge[0] % 2 else (edge[0], edge[1] - 1)),):
            trail, here, came = [edge], end, edge
            while True:
                ahead = [each for each in beside[here] if each != came]
                if len(ahead) != 1:
                    break
                came = ahead[0]
                if came == edge:
                    return trail
                left.discard(came)
                trail.append(came)
                here = (2 * came[0] - here[0], 2 * came[1] - here[1])
    return []


def upright(facts: Facts) -> Facts:
    """Return the facts turned, not mirrored, so that the move goes up."""
    for turn in TURNS[:4]:
        turned = frozenset(fact._replace(at=turn(*fact.at)) for fact in facts)
        if any(fact.sort == MOVE and fact.at == (0, 1) for fact in turned):
            return turned
    return facts


def _turned(place: tuple[int, ...], facts: Facts) -> str:
    """Return a place of a pattern in words, turned as the pattern is."""
    for turn in TURNS[:4]:
        if any(fact.sort == MOVE and turn(*fact.at) == (0, 1) for fact in facts):
            return where(turn(*place))
    return where((place[0], place[1]))


def _ends(spot: Spot, place: LatticePoint) -> tuple[Point, Point]:
    x, y = place
    ends = ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))
    return spot(ends[0]), spot(ends[1])


def _layer(fact: Fact) -> tuple[int, str]:
    order = ("shut", "line", MOVE)
    return order.index(fact.sort) if fact.sort in order else len(order), repr(fact)


def _cross(at: Point, stroke: str) -> Iterator[Shape]:
    x, y = at
    for sign in (-1, 1):
        yield Line(((x - 0.12, y - 0.12 * sign), (x + 0.12, y + 0.12 * sign)), stroke, 0.05)
