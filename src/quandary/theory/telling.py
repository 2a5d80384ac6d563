"""What is seen around the head of a path in words: cells with their sides, points with the ways that leave them.

Everything is told as seen from the head looking the way of the move. Places are counted in half cells, as in `lines`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from quandary.parts.english import listed
from quandary.theory import Fact, Facts

LatticePoint: TypeAlias = tuple[int, int]
WAYS = {(0, 1): "ahead", (-1, 0): "left", (1, 0): "right", (0, -1): "back"}
"""The directions in words, in the order in which they are told."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def is_junction(place: LatticePoint) -> bool:
    """Return whether a place is that of a junction."""
    return place[0] % 2 == place[1] % 2 == 0


def is_cell(place: LatticePoint) -> bool:
    """Return whether a place is the middle of a cell."""
    return place[0] % 2 == place[1] % 2 == 1


def place_of(fact: Fact) -> LatticePoint:
    """Return the place of a fact."""
    return fact.at[0], fact.at[1]


def where(place: LatticePoint) -> str:
    """Return a place in words.

    >>> where((0, 1)), where((1, 1)), where((-3, 0)), where((2, 2))
    ('ahead', 'ahead on the right', 'left from the point on the left', 'at the point ahead on the right')
    """
    if is_cell(place):
        return _beside(*(_away(each) for each in place))
    if is_junction(place):
        return f"at {point(place)}"
    start, way = _way(place)
    return f"{WAYS[way]} from {point(start)}" if start != (0, 0) else WAYS[way]


def point(place: LatticePoint) -> str:
    """Return the name of a junction.

    >>> point((0, 0)), point((0, 2)), point((2, 0)), point((-4, -2))
    ('here', 'the next point', 'the point on the right', 'the point behind, two to the left')
    """
    if place == (0, 0):
        return "here"
    return "the next point" if place == (0, 2) else f"the point {_beside(place[0] // 2, place[1] // 2)}"


def aside(cell: LatticePoint) -> str:
    """Return a cell of a picture, counted to the right and down from the one in question, in words.

    >>> aside((1, 0)), aside((0, -2)), aside((-1, 1))
    ('on the right', 'two above', 'below on the left')
    """
    x, y = cell
    rows = f"{NUMBERS[abs(y)]} " * (abs(y) > 1) + ("below" if y > 0 else "above") if y else ""
    side = "right" if x > 0 else "left"
    columns = f"{NUMBERS[abs(x)]} to the {side}" if abs(x) > 1 else f"on the {side}" if x else ""
    return f"{rows} {columns}".strip() if abs(x) < 2 else f"{rows}, {columns}".removeprefix(", ")


def clauses(
    facts: Facts,
    mark: str,
    content: Callable[[Fact], str],
    *,
    has_head: bool,
    silent: Collection[str],
    counted: Collection[str],
) -> Iterator[str]:
    """Yield what is seen, as if the move went up: cells first, then the ways that leave each point.

    `mark` is what the path must pass, and `content` says what a cell has or is, or "" of what is no cell. Where the path
    came from is told as the side of a cell only if lines are `counted` there.
    """
    told = [fact for fact in facts if fact.sort not in silent]
    cells = {fact: words for fact in sorted(told, key=_nearest) if (words := content(fact))}
    beside = set[LatticePoint]()
    for fact, words in cells.items():
        sides = {} if fact.sort == "off" else _sides(place_of(fact))
        if has_head and fact.sort not in counted:
            sides = {place: name for place, name in sides.items() if place not in WAYS}
        beside |= sides.keys()
        yield f"{words}{_along(sides, told)}"
    rest = [fact for fact in told if fact not in cells and not (fact.sort in SIDE and fact.at in beside)]
    for fact in sorted(rest, key=_nearest):
        if is_junction(place_of(fact)):
            yield from _at_point(fact, mark)
    starts = {_way(place_of(fact))[0] for fact in rest if not is_junction(place_of(fact))}
    for start in sorted(starts, key=lambda each: (abs(each[0]) + abs(each[1]), each)):
        yield from _from_point(start, rest, mark, has_head=has_head)


SIDE = {"line": "a line", "shut": "no way"}
"""What is told of an edge as the side of a cell."""


def _along(sides: Mapping[LatticePoint, str], told: Sequence[Fact]) -> str:
    """Return what runs along the sides of a cell."""
    parts = []
    for sort, what in SIDE.items():
        names = [name for place, name in sides.items() if any((f.sort, f.at) == (sort, place) for f in told)]
        if names:
            many = len(names) > 1
            along = f"its {listed(names, 'and' if sort == 'line' else 'or')} side{'s' * (many and sort == 'line')}"
            parts.append(f"{'lines' if many and sort == 'line' else what} along {along}")
    return f" and {listed(parts)}" if parts else ""


def _sides(cell: LatticePoint) -> dict[LatticePoint, str]:
    """Return the edges of a cell: the near one and the far one, and those on the left and on the right."""
    x, y = cell
    near, far = ((x, y - 1), (x, y + 1)) if y > 0 else ((x, y + 1), (x, y - 1))
    return {near: "near", far: "far", (x - 1, y): "left", (x + 1, y): "right"}


def _at_point(fact: Fact, mark: str) -> Iterator[str]:
    here = point(place_of(fact))
    match fact.sort:
        case "end":
            yield "the path ends here" if here == "here" else f"the path ends at {here}"
        case "dot":
            yield f"{here} has a {mark}" if here != "here" else f"there is a {mark} here"


def _from_point(start: LatticePoint, told: Sequence[Fact], mark: str, *, has_head: bool) -> Iterator[str]:
    """Yield what is seen of the edges that leave a point."""
    seen = {(fact.sort, _way(place_of(fact))) for fact in told if not is_junction(place_of(fact))}
    here = f" from {point(start)}" if start != (0, 0) else ""
    for sort in ("line", "free", "must", "shut"):
        ways = [name for way, name in WAYS.items() if (sort, (start, way)) in seen]
        if not ways:
            continue
        if sort == "free":
            yield f"the path did not come from {listed([_side(each) for each in ways], 'or')}"
        elif sort == "line" and not here and has_head:
            came = [_side(each) for each in ways if each != "back"]
            yield from [f"the path came from {listed(came)}"] if came else []
        elif sort == "line":
            yield f"the path runs {listed(ways)}{here}"
        elif sort == "must":
            yield f"there {'is' if len(ways) == 1 else 'are'} {_some(len(ways), mark)} on the way {listed(ways)}{here}"
        else:
            yield f"no way leads {listed(ways, 'or')}{here}"


def _side(way: str) -> str:
    return f"the {way}" if way in ("left", "right") else "behind"


def _some(number: int, what: str) -> str:
    return f"a {what}" if number == 1 else f"{NUMBERS[number]} {what}s"


def _way(edge: LatticePoint) -> tuple[LatticePoint, LatticePoint]:
    """Return the nearer end of an edge, and the direction in which it leaves that."""
    x, y = edge
    if x % 2:
        step = 1 if x > 0 else -1
        return (x - step, y), (step, 0)
    step = 1 if y > 0 else -1
    return (x, y - step), (0, step)


def _beside(x: int, y: int) -> str:
    """Return steps to the right and ahead in words."""
    far = "ahead" if y > 0 else "behind"
    rows = "" if not y else far if abs(y) == 1 else f"{NUMBERS[abs(y)]} {far}"
    side = "right" if x > 0 else "left"
    if abs(x) <= 1:
        return f"{rows} on the {side}".strip() if x else rows
    return f"{rows}, {NUMBERS[abs(x)]} to the {side}".removeprefix(", ")


def _away(half: int) -> int:
    """Return how many cells away the middle of a cell is."""
    return (abs(half) + 1) // 2 * (1 if half > 0 else -1)


def _nearest(fact: Fact) -> tuple[int, str, tuple[int, ...]]:
    return sum(map(abs, fact.at)), fact.sort, fact.at
