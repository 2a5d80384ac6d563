"""Features of a panel that need no search: what is on it, and how it is laid out.

People's votes go with them more than with bits: a panel is liked for its looks too. `content` counts elements,
`layout` looks at symmetry and places, `neighbours` at what lies beside what, and the rest at single elements.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import log2

from quandary.feature import Feature, Tally, Work
from quandary.kinds.witness.elements import (
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
)
from quandary.kinds.witness.lattice import Cell, Place, Point, Symmetry, is_junction, point_at
from quandary.kinds.witness.rules import Panel

KINDS = ("squares", "stars", "triangles", "polyominoes", "hollows", "eliminators", "hexagons", "gaps")
"""The kinds of element, for pairs that occur together."""


def _ratio(part: float, whole: float) -> float:
    return part / max(1, whole)


def _entropy(counts: Iterable[int]) -> float:
    known = [each for each in counts if each]
    total = sum(known)
    return -sum(each / total * log2(each / total) for each in known) if total else 0.0


def _of(panel: Panel, kind: type) -> list[Element]:
    return [element for _, element in panel.cells if isinstance(element, kind)]


def _kinds(panel: Panel) -> dict[str, int]:
    polyominoes = _of(panel, Polyomino)
    hollow = sum(1 for each in polyominoes if isinstance(each, Polyomino) and each.hollow)
    return {
        "squares": len(_of(panel, Square)),
        "stars": len(_of(panel, Star)),
        "triangles": len(_of(panel, Triangles)),
        "polyominoes": len(polyominoes) - hollow,
        "hollows": hollow,
        "eliminators": len(_of(panel, Eliminator)),
        "hexagons": len(_hexagons(panel)),
        "gaps": len(panel.gaps),
    }


def _hexagons(panel: Panel) -> frozenset[Place]:
    return panel.hexagons | panel.blue | panel.yellow


def _starts(panel: Panel) -> frozenset[Point]:
    """Return where a path may start, also in the middle of an edge."""
    return panel.entrances.union(map(point_at, panel.edge_entrances))


def _steps_between(panel: Panel, one: Point, other: Point) -> float:
    """Return how far two points are apart along the lines. On a pillar, the shorter way round counts."""
    across = abs(one[0] - other[0])
    return min(across, panel.width - across if panel.pillar else across) + abs(one[1] - other[1])


def content(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield counts and densities of everything on the panel."""
    area, counts = panel.width * panel.height, _kinds(panel)
    hexagons = _hexagons(panel)
    shapes = [each for each in _of(panel, Polyomino) if isinstance(each, Polyomino)]
    lines = 2 * area + panel.width + panel.height
    covered = sum(-len(each.shape) if each.hollow else len(each.shape) for each in shapes)
    squares = {element.colour for element in _of(panel, Square)}
    yield "width", panel.width
    yield "height", panel.height
    yield "area", area
    yield "starts_count", len(_starts(panel))
    yield "exits_count", len(panel.ends)
    yield "hexagons", len(hexagons)
    yield "hexagons_on_junctions", sum(map(is_junction, hexagons))
    yield "gaps", len(panel.gaps)
    yield "missing_lines", len(panel.missing)
    yield "filled_cells", len(panel.cells)
    yield "colours", len({element.colour for _, element in panel.cells})
    yield "square_colours", len(squares)
    yield "polyomino_area", covered
    yield "hollow", counts["hollows"]
    yield "turning", sum(each.rotates for each in shapes)
    yield "triangle_sum", sum(each.count for each in _of(panel, Triangles) if isinstance(each, Triangles))
    for name in ("squares", "stars", "triangles", "polyominoes", "eliminators"):
        yield f"{name}_count", counts[name]
    yield "symmetric", panel.symmetry is not Symmetry.NONE
    yield "rotational", panel.symmetry is not Symmetry.NONE and panel.symmetry.name.startswith("ROT")
    yield "density", len(panel.cells) / area
    yield "hexagon_density", len(hexagons) / lines
    yield "gap_density", len(panel.gaps) / lines
    yield "polyomino_density", covered / area
    yield "element_kinds", sum(counts[name] > 0 for name in KINDS if name != "gaps")


def layout(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield the symmetry of the elements, and where starts and exits are."""
    placed = {(cell, str(element), element.colour) for cell, element in panel.cells}
    wide, high = panel.width - 1, panel.height - 1
    turns: Mapping[str, Callable[[Cell], Cell]] = {
        "left_right": lambda cell: (wide - cell[0], cell[1]),
        "up_down": lambda cell: (cell[0], high - cell[1]),
        "half_turn": lambda cell: (wide - cell[0], high - cell[1]),
    }
    shares = {
        name: _ratio(len(placed & {(turn(cell), text, colour) for cell, text, colour in placed}), len(placed))
        for name, turn in turns.items()
    }
    yield "symmetry_best", max(shares.values())
    yield "symmetry_exact", max(shares.values()) == 1 and bool(placed)
    for name, share in shares.items():
        yield f"symmetry_{name}", share
    looks = Counter((text, colour) for _, text, colour in placed)
    yield "distinct_elements", len(looks)
    yield "commonest_share", _ratio(max(looks.values(), default=0), len(placed))
    yield "elements", len(placed) + len(_hexagons(panel))
    for name, places in (("start", _starts(panel)), ("exit", panel.ends)):
        yield f"{name}_corners", sum(_is_corner(panel, each) for each in places)
        yield f"{name}_inside", sum(not _is_border(panel, each) for each in places)
        yield f"{name}_edges", sum(_is_border(panel, each) and not _is_corner(panel, each) for each in places)
    near = min(_steps_between(panel, start, end) for start in _starts(panel) for end in panel.ends)
    yield "start_to_exit", near
    yield "start_beside_exit", near <= 1
    yield "side_difference", abs(panel.width - panel.height)
    yield "dividing_lines", _dividing(panel)
    corners = {(0, 0), (panel.width, panel.height)}, {(0, panel.height), (panel.width, 0)}
    alone = len(panel.entrances) == 1 == len(panel.exits)
    yield "corner_to_corner", alone and set(panel.entrances | panel.exits) in corners
    yield "usual_corners", panel.entrances == {(0, 0)} and panel.exits == {(panel.width, panel.height)}
    (first, *_), (last, *_) = sorted(_starts(panel)), sorted(panel.ends)
    yield "parity", (sum(first) + sum(last)) % 2


def _is_border(panel: Panel, point: Point) -> bool:
    """Return whether a point is at the rim. A pillar has none on its sides."""
    return point[1] in (0, panel.height) or (not panel.pillar and point[0] in (0, panel.width))


def _is_corner(panel: Panel, point: Point) -> bool:
    return not panel.pillar and point[0] in (0, panel.width) and point[1] in (0, panel.height)


def _dividing(panel: Panel) -> int:
    """Return the inner grid lines that are blocked for more than half of their length."""
    blocked = panel.gaps | panel.missing
    across = Counter(y for x, y in blocked if y % 2 == 0 and 0 < y < 2 * panel.height and x % 2)
    down = Counter(
        x for x, y in blocked if x % 2 == 0 and (panel.pillar or 0 < x < 2 * panel.width) and y % 2
    )
    return sum(2 * n > panel.width for n in across.values()) + sum(
        2 * n > panel.height for n in down.values()
    )


def neighbours(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield what lies beside what, and where filled cells are."""
    cells = dict(panel.cells)
    pairs = [
        (element, cells[there])
        for (x, y), element in cells.items()
        for there in (((x + 1) % panel.width if panel.pillar else x + 1, y), (x, y + 1))
        if there in cells
    ]
    same = sum(one == other for one, other in pairs)
    alike = sum(one != other and type(one) is type(other) for one, other in pairs)
    yield "beside", len(pairs)
    yield "beside_per_cell", _ratio(len(pairs), len(cells))
    yield "beside_same", _ratio(same, len(pairs))
    yield "beside_alike", _ratio(alike, len(pairs))
    yield "beside_other", _ratio(len(pairs) - same - alike, len(pairs))
    yield "beside_colour", _ratio(sum(one.colour == other.colour for one, other in pairs), len(pairs))
    wide, high, count = panel.width, panel.height, len(cells)
    on_edge = [(not panel.pillar and x in (0, wide - 1), y in (0, high - 1)) for x, y in cells]
    yield "on_border", _ratio(sum(a or b for a, b in on_edge), count)
    yield "in_corners", sum(a and b for a, b in on_edge)
    far = sum(max(abs(x - (wide - 1) / 2), abs(y - (high - 1) / 2)) for x, y in cells)
    yield "from_middle", _ratio(far, count) / max(wide, high)
    yield "off_centre_across", abs(sum(x for x, _ in cells) / count - (wide - 1) / 2) if count else 0
    yield "off_centre_up", abs(sum(y for _, y in cells) / count - (high - 1) / 2) if count else 0
    yield "checkerboard", abs(_ratio(sum((x + y) % 2 for x, y in cells), count) - 0.5)
    yield "full", count == wide * high
    yield "rows_used", len({y for _, y in cells}) / high
    yield "columns_used", len({x for x, _ in cells}) / wide
    rows = ["".join(_letter(cells.get((x, y))) for x in range(wide)) for y in range(high)]
    packed = len(zlib.compress("\n".join(rows).encode(), 9))
    yield "packed", packed
    yield "packed_per_cell", _ratio(packed, count)
    yield "equal_rows", high - len(set(rows))
    yield "empty", not cells and not _hexagons(panel)


def _letter(element: Element | None) -> str:
    if element is None:
        return "."
    return f"{type(element).__name__[1]}{element.colour.name[:2]}{getattr(element, 'count', '')}"


def colours(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield how colours are spread, and what they mean for stars and squares."""
    counts = Counter(element.colour for _, element in panel.cells)
    sizes = sorted(counts.values())
    yield "colour_largest", sizes[-1] if sizes else 0
    yield "colour_smallest", sizes[0] if sizes else 0
    yield "colours_odd", sum(each % 2 for each in sizes)
    yield "colour_entropy", _entropy(sizes)
    stars = Counter(element.colour for element in _of(panel, Star))
    yield "star_colours", len(stars)
    yield "star_colours_odd", sum(each % 2 for each in stars.values())
    yield "star_pairs", sum(each // 2 for each in stars.values())
    yield "star_colours_of_two", sum(counts[colour] == 2 for colour in stars)
    others = [element for _, element in panel.cells if not isinstance(element, Star)]
    yield "others_in_star_colours", sum(element.colour in stars for element in others)
    squares = Counter(element.colour for element in _of(panel, Square))
    yield "square_balance", min(squares.values()) / max(squares.values()) if squares else -1
    for colour in Colour:
        yield f"in_{colour.name.lower()}", counts[colour]
    odd = [
        element
        for _, element in panel.cells
        if (isinstance(element, Triangles) and element.colour is not Colour.ORANGE)
        or (isinstance(element, Polyomino) and element.colour not in (Colour.YELLOW, Colour.BLUE))
    ]
    yield "unusual_colours", len(odd)


def shapes(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield the sizes and forms of polyominoes, the numbers of triangles, and where hexagons and gaps are."""
    area = panel.width * panel.height
    all_of = [each for each in _of(panel, Polyomino) if isinstance(each, Polyomino)]
    solid = [each for each in all_of if not each.hollow]
    sizes = [len(each.shape) for each in solid]
    hollow = sum(len(each.shape) for each in all_of if each.hollow)
    yield "polyomino_largest", max(sizes, default=0)
    yield "polyomino_mean", _ratio(sum(sizes), len(sizes))
    yield "polyomino_singles", sizes.count(1)
    yield "polyomino_per_cell", sum(sizes) / area
    yield "hollow_per_cell", hollow / area
    yield "polyomino_distinct", len({each.shape for each in solid})
    yield "polyomino_apart", sum(not _is_connected(each.shape) for each in all_of)
    yield "polyomino_bars", sum(_is_bar(each.shape) for each in solid)
    yield "polyomino_too_big", sum(_is_too_big(panel, each.shape) for each in all_of)
    triangles = Counter(each.count for each in _of(panel, Triangles) if isinstance(each, Triangles))
    for count in (1, 2, 3):
        yield f"triangles_{count}", triangles[count]
    yield "triangles_more", sum(n for count, n in triangles.items() if count > 3)
    yield "triangle_entropy", _entropy(triangles.values())
    eliminators = len(_of(panel, Eliminator))
    yield "eliminator_share", _ratio(eliminators, len(panel.cells))
    yield "eliminators_over", 2 * eliminators - len(panel.cells)
    hexagons, blocked = _hexagons(panel), panel.gaps | panel.missing
    on_junctions = sum(map(is_junction, hexagons))
    yield "hexagon_junction_share", on_junctions / ((panel.width + 1) * (panel.height + 1))
    yield "hexagons_on_edges", len(hexagons) - on_junctions
    yield "hexagons_on_edges_odd", (len(hexagons) - on_junctions) % 2
    yield "hexagons_coloured", len(panel.blue) + len(panel.yellow)
    yield "hexagon_border_share", _ratio(sum(_on_border(panel, each) for each in hexagons), len(hexagons))
    yield "gap_border_share", _ratio(sum(_on_border(panel, each) for each in blocked), len(blocked))


def _on_border(panel: Panel, place: Place) -> bool:
    return _is_border(panel, point_at(place))


def _is_connected(shape: frozenset[Cell]) -> bool:
    if not shape:
        return True
    todo = [next(iter(shape))]
    seen = set(todo)
    for x, y in todo:  # grows during the loop
        fresh = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & shape - seen
        seen |= fresh
        todo += fresh
    return len(seen) == len(shape)


def _is_bar(shape: frozenset[Cell]) -> bool:
    return len(shape) > 1 and (len({x for x, _ in shape}) == 1 or len({y for _, y in shape}) == 1)


def _is_too_big(panel: Panel, shape: frozenset[Cell]) -> bool:
    return bool(shape) and (
        max(x for x, _ in shape) >= panel.width or max(y for _, y in shape) >= panel.height
    )


def together(panel: Panel) -> Iterator[tuple[str, float]]:
    """Yield which kinds of element occur together, and how evenly."""
    counts = _kinds(panel)
    for one, other in combinations(KINDS, 2):
        yield f"{one}_with_{other}", counts[one] > 0 and counts[other] > 0
    present = [counts[name] for name in KINDS if name != "gaps" and counts[name]]
    yield "one_kind", len(present) == 1
    yield "kind_balance", min(present) / max(present) if present else 0
    yield "kind_entropy", _entropy(present)


PARTS: Sequence[Callable[[Panel], Iterator[tuple[str, float]]]] = (
    content,
    layout,
    neighbours,
    colours,
    shapes,
    together,
)


def static_features(panel: Panel) -> dict[str, float]:
    """Return every feature that needs no search, by name.

    >>> from quandary.kinds.witness.notation import parse
    >>> found = static_features(parse("+-+-E/|b|w|/+-+-+/|.|2|/S-+-+"))
    >>> found["filled_cells"], found["squares_with_triangles"], found["colours"]
    (3.0, 1.0, 3.0)
    """
    return {name: float(value) for part in PARTS for name, value in part(panel)}


def _feature(name: str) -> Feature:
    def read(panel: Panel, work: Work) -> float:
        return work.once("static", lambda _: static_features(panel))[name]

    return Feature(name, "value", name.replace("_", " "), read, work="static", version=2)


_EMPTY = Panel(1, 1, frozenset({(0, 0)}), frozenset({(1, 1)}))
STATIC = tuple(_feature(name) for name in static_features(_EMPTY))
"""The features for the kind's card."""


def _per_junction(name: str, says: str, length: Callable[[Tally], float | None]) -> Feature:
    def read(panel: Panel, work: Work) -> float | None:
        found = length(work.tally())
        return None if found is None else found / ((panel.width + 1) * (panel.height + 1))

    return Feature(name, "share", says, read, work="solutions")


PER_JUNCTION = (
    _per_junction(
        "shortest_per_junction", "the shortest solution per junction", lambda tally: tally.shortest
    ),
    _per_junction(
        "average_per_junction",
        "the mean length of solutions per junction",
        lambda tally: tally.total_length / tally.solutions if tally.solutions else None,
    ),
)
"""Lengths that can be compared between panels of different size."""
SOLVED = (
    "muse",
    "remuse",
    "luck",
    "remuse@none",
    "remuse@expert",
    "shortest",
    "solutions",
    "average_length",
    "longest",
    "start_bits",
    "solution_steps",
    "choices",
    "largest_choice",
    "first_third",
    "two_way_choices",
    "remuse_states",
    "does_not_matter",
    "rules_save",
)
"""General measures that need a search, beside them."""
