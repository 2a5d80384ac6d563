"""Learned rules of Witness panels in words and pictures, turned so that the move in question goes up."""

from collections.abc import Iterator

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape, rectangle
from quandary.kinds.witness.elements import Colour, Element, Polyomino, Square, Star, Triangles, at_origin
from quandary.kinds.witness.lattice import Place, is_cell, is_junction
from quandary.kinds.witness.symbols import regular, symbol
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.windows import TURNS

TOLD = (Colour.BLACK, Colour.WHITE, Colour.CYAN)
"""The colours in which the first, second and third colour of a pattern are shown."""
MARGIN, LINE = 0.5, 0.2


def upright(facts: Facts) -> Facts:
    """Return the facts turned, not mirrored, so that the move goes up."""
    for turn in TURNS[:4]:
        turned = frozenset(fact._replace(at=turn(*fact.at)) for fact in facts)
        if any(fact.sort == MOVE and fact.at == (0, 1) for fact in turned):
            return turned
    return facts


def say(facts: Facts) -> str:
    """Return what is seen around the head, and that the path cannot go on."""
    told = [words for fact in sorted(upright(facts), key=_nearest) if (words := _words(fact))]
    seen = ", ".join(told) or "the way is shut"
    return f"Do not go ahead: {seen}."


def _nearest(fact: Fact) -> tuple[int, str, tuple[int, ...]]:
    return sum(map(abs, fact.at)), fact.sort, fact.at


def _words(fact: Fact) -> str:
    place, value = where(_place(fact)), fact.value
    match fact.sort:
        case "line":
            return f"the path runs {place}" if fact.at != (0, -1) else ""
        case "must":
            return f"a dot {place}"
        case "dot":
            return f"a dot {place}"
        case "shut":
            return f"no way {place}"
        case "start":
            return "the path starts here"
        case "triangles":
            return f"{value} triangle{'s' * (value != 1)} {place}"
        case "square" | "star":
            return f"a {TOLD[_number(value)]} {fact.sort} {place}"
        case "area":
            return f"a polyomino of {value} {place}"
    return ""


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _place(fact: Fact) -> Place:
    return fact.at[0], fact.at[1]


def where(place: Place) -> str:
    """Return a place in words, as seen from the head looking up.

    >>> where((0, 1)), where((1, 1)), where((-3, 0)), where((2, 2))
    ('ahead', 'ahead on the right', '2 to the left', '1 ahead, 1 to the right')
    """
    x, y = place
    if is_cell(place):
        rows, columns = (abs(y) + 1) // 2, (abs(x) + 1) // 2
        side = "on the right" if x > 0 else "on the left"
        far = "ahead" if y > 0 else "behind"
        return f"{_times(rows)}{far} {_times(columns)}{side}"
    if is_junction(place):
        return _steps(x // 2 if x > 0 else -(-x // 2), y // 2 if y > 0 else -(-y // 2))
    return _edge(x, y)


def _times(number: int) -> str:
    return "" if number == 1 else f"{number} "


def _steps(x: int, y: int) -> str:
    parts = []
    if y:
        parts.append(f"{abs(y)} {'ahead' if y > 0 else 'behind'}")
    if x:
        parts.append(f"{abs(x)} to the {'right' if x > 0 else 'left'}")
    return ", ".join(parts) or "here"


def _edge(x: int, y: int) -> str:
    """Return an edge in words: how many steps away it begins, and where it leads."""
    if (x, y) in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        return {(0, 1): "ahead", (1, 0): "to the right", (0, -1): "behind", (-1, 0): "to the left"}[x, y]
    if x == 0:
        return _steps(0, (abs(y) + 1) // 2 * (1 if y > 0 else -1))
    if y == 0:
        return _steps((abs(x) + 1) // 2 * (1 if x > 0 else -1), 0)
    if y % 2:
        base, way = (x // 2, (abs(y) - 1) // 2 * (1 if y > 0 else -1)), "onwards" if y > 0 else "backwards"
    else:
        base, way = ((abs(x) - 1) // 2 * (1 if x > 0 else -1), y // 2), "to the right" if x > 0 else "to the left"
    return f"from {_steps(*base)} {way}"


def place_in_words(place: tuple[int, ...], facts: Facts) -> str:
    """Return a place of a pattern in words, turned as `say` turns the pattern."""
    for turn in TURNS[:4]:
        if any(fact.sort == MOVE and turn(*fact.at) == (0, 1) for fact in facts):
            return where(turn(*place))
    return where((place[0], place[1]))


# Pictures


def draw(facts: Facts) -> Drawing:
    """Draw a pattern with the head of the path in it and the move struck out."""
    turned = upright(facts)
    places = [_place(fact) for fact in turned if fact.sort != "off"] + [(0, 0), (0, 2)]
    left, right = min(x for x, _ in places) // 2, -(-max(x for x, _ in places) // 2)
    low, high = min(y for _, y in places) // 2, -(-max(y for _, y in places) // 2)

    def spot(place: Place) -> Point:
        return MARGIN + place[0] / 2 - left, MARGIN + high - place[1] / 2

    shapes: list[Shape] = []
    shut = {_place(fact) for fact in turned if fact.sort == "shut"}
    for x in range(2 * left, 2 * right + 1):
        for y in range(2 * low, 2 * high + 1):
            if (x + y) % 2 and (x, y) not in shut:
                shapes.append(Line(_ends(spot, (x, y)), "track", LINE))
    for fact in sorted(turned, key=_layer):
        shapes += _shapes(fact, spot)
    shapes.append(Circle(spot((0, 0)), 0.15, fill="trace"))
    return Drawing(right - left + 2 * MARGIN, high - low + 2 * MARGIN, tuple(shapes), say(facts), "panel")


def _ends(spot: "object", place: Place) -> tuple[Point, Point]:
    x, y = place
    ends = ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))
    return spot(ends[0]), spot(ends[1])  # type: ignore[operator]


def _layer(fact: Fact) -> tuple[int, Fact]:
    order = ("shut", "line", MOVE)
    return order.index(fact.sort) if fact.sort in order else len(order), fact._replace(value=repr(fact.value))


def _shapes(fact: Fact, spot: "object") -> Iterator[Shape]:
    place = _place(fact)
    at: Point = spot(place)  # type: ignore[operator]
    match fact.sort:
        case "line":
            yield Line(_ends(spot, place), "trace", 0.13)
        case "shut":
            yield from _cross(at, "soft")
        case "must" | "dot":
            yield regular(at, 0.14, corners=6, fill="track")
            yield regular(at, 0.1, corners=6, fill="dot")
        case "move":
            yield Line(_ends(spot, place), "struck", 0.08, dashed=True)
            yield from _cross(at, "struck")
        case "start":
            yield Circle(at, 0.26, fill="track")
        case "blank":
            yield rectangle(at[0] - 0.06, at[1] - 0.06, 0.12, 0.12, stroke="track", width=0.02)
        case _:
            if element := _element(fact):
                yield from symbol(element, at)


def _cross(at: Point, stroke: str) -> Iterator[Shape]:
    x, y = at
    for sign in (-1, 1):
        yield Line(((x - 0.12, y - 0.12 * sign), (x + 0.12, y + 0.12 * sign)), stroke, 0.05)


def _element(fact: Fact) -> Element | None:
    number = _number(fact.value)
    match fact.sort:
        case "triangles":
            return Triangles(number)
        case "square":
            return Square(TOLD[number])
        case "star":
            return Star(TOLD[number])
        case "area":
            cells = frozenset((each % 3, each // 3) for each in range(abs(number)))
            return Polyomino(at_origin(cells), hollow=number < 0)
    return None
