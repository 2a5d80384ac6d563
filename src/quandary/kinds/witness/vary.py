"""Panels one step away: with one thing more, one thing less, or one thing changed."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.draw.shapes import Point
from quandary.kind.change import Change
from quandary.kinds.witness.draw import place_spot
from quandary.kinds.witness.elements import Colour, Element, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import Cell, Place, between, is_junction
from quandary.kinds.witness.legend import format_element
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.same import words
from quandary.parts.spots import named


def neighbours(panel: Panel) -> Iterator[Change]:
    """Yield each change of one element, in words, with the changed panel.

    >>> from quandary.kinds.witness.notation import format, parse
    >>> changes = dict(neighbours(parse("+-+-E/|b|.|/S-+-+")))
    >>> print(format(changes["the black square moved from r1c1 to r1c2"]))
    +-+-E
    |.|b|
    S-+-+

    Elements are added to cells in the types and colours that are there already, or as squares and triangles
    if there are none. The board itself, with its starts and exits, does not change.
    """
    for less in reductions(panel):
        yield less.but(f"without {less.words}")
    yield from _additions(panel)
    yield from _changes(panel)
    yield from _moves(panel)
    yield from _on_lines(panel)


def _additions(panel: Panel) -> Iterator[Change]:
    for cell in _empty(panel):
        for element in _palette(panel):
            said = f"with {_article(element)}{described(element)} at {_named(panel, cell)}"
            yield Change(said, _with(panel, cell, element), "add", _middle(panel, cell))


def _changes(panel: Panel) -> Iterator[Change]:
    """Yield the panels with one element in another colour, or with another number of triangles."""
    for cell, element in _in_order(panel):
        for other in _palette(panel):
            if type(other) is type(element) and other != element and _is_alike(element, other):
                said = f"{described(other)} for {described(element)} at {_named(panel, cell)}"
                yield Change(said, _with(panel, cell, other), "replace", _middle(panel, cell))


def _moves(panel: Panel) -> Iterator[Change]:
    for cell, element in _in_order(panel):
        for beyond in _empty(panel):
            left = replace(panel, cells=panel.cells - {(cell, element)})
            said, moved = (
                f"the {described(element)} moved from {_named(panel, cell)} to {_named(panel, beyond)}",
                _with(left, beyond, element),
            )
            yield Change(said, moved, "move", _middle(panel, cell), _middle(panel, beyond))


def _on_lines(panel: Panel) -> Iterator[Change]:
    """Yield the panels with one hexagon or gap more, or with one moved a step."""
    ends = {between(here, here) for here in panel.entrances | panel.exits}
    edges = [between(*edge) for edge in panel.edges()]
    taken = panel.all_hexagons | panel.gaps | panel.missing
    free = [
        place for place in [*(between(j, j) for j in panel.junctions()), *edges] if place not in taken | ends
    ]
    whole = {place for place in free if not is_junction(place)} - panel.edge_entrances - panel.edge_exits
    for place in sorted(free):
        at, more = place_spot(panel, place), replace(panel, hexagons=panel.hexagons | {place})
        yield Change(f"with a hexagon {words(panel, place)}", more, "add", at)
        if place in whole:
            yield Change(
                f"with a gap {words(panel, place)}", replace(panel, gaps=panel.gaps | {place}), "add", at
            )
    for place in sorted(free):
        for other in sorted(_near(place) & panel.hexagons):
            moved = panel.hexagons - {other} | {place}
            yield Change(
                f"the hexagon {words(panel, other)} moved to {words(panel, place).removeprefix('at ')}",
                replace(panel, hexagons=moved),
                "move",
                place_spot(panel, other),
                place_spot(panel, place),
            )
        for other in sorted(_near(place) & panel.gaps) if place in whole else ():
            moved = panel.gaps - {other} | {place}
            yield Change(
                f"the gap {words(panel, other)} moved to {words(panel, place).removeprefix('at ')}",
                replace(panel, gaps=moved),
                "move",
                place_spot(panel, other),
                place_spot(panel, place),
            )


def described(element: Element) -> str:
    """Describe an element in words that distinguish it from others of its type.

    >>> described(Triangles(2)), described(Star(Colour.RED))
    ('2 triangles', 'red star')
    """
    return format_element(element)


def _article(element: Element) -> str:
    if isinstance(element, Triangles):
        return ""
    return "an " if described(element)[0] in "aeiou" else "a "


def _palette(panel: Panel) -> list[Element]:
    """Return the elements that a cell of this panel could hold, type by type."""
    found = [element for _, element in _in_order(panel)]
    colours = sorted({e.colour for e in found if isinstance(e, Square | Star)}, key=list(Colour).index)
    squares = list[Element](map(Square, colours if len(colours) > 1 else (Colour.BLACK, Colour.WHITE)))
    triangles = list[Element](map(Triangles, (1, 2, 3)))
    if not found:
        return squares + triangles
    offered: list[Element] = []
    for sort, all_of_it in ((Square, squares), (Star, list(map(Star, colours))), (Triangles, triangles)):
        if any(isinstance(element, sort) for element in found):
            offered += all_of_it
    return list(dict.fromkeys(offered + found))


def _is_alike(element: Element, other: Element) -> bool:
    """Return whether only the colour or the number differs, not the shape."""
    return not isinstance(element, Polyomino) or element.shape == getattr(other, "shape", None)


def _near(place: Place) -> frozenset[Place]:
    """Return the places on the lines a step away: from an edge its ends and the edges beyond, and so on."""
    x, y = place
    return frozenset(
        (x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if 0 < abs(dx) + abs(dy) <= 2
    )


def _empty(panel: Panel) -> list[Cell]:
    cells = ((x, y) for x in range(panel.width) for y in range(panel.height))
    return [cell for cell in cells if cell not in panel.element_at]


def _in_order(panel: Panel) -> list[tuple[Cell, Element]]:
    return sorted(panel.cells, key=lambda pair: pair[0])


def _named(panel: Panel, cell: Cell) -> str:
    return named(cell, panel.height - 1)


def _with(panel: Panel, cell: Cell, element: Element) -> Panel:
    others = {pair for pair in panel.cells if pair[0] != cell}
    return replace(panel, cells=frozenset(others | {(cell, element)}))


def reductions(panel: Panel) -> Iterator[Change]:
    """Yield each thing that can be left out, in words, with the panel without it.

    Missing lines, entrances, exits and the symmetry stay, because they are the board and not elements on it.
    """
    for cell, element in sorted(panel.cells, key=lambda pair: pair[0]):
        less = replace(panel, cells=panel.cells - {(cell, element)})
        yield Change(f"the {element} at {_named(panel, cell)}", less, "remove", _middle(panel, cell))
    for name, field in (
        ("hexagon", "hexagons"),
        ("blue hexagon", "blue"),
        ("yellow hexagon", "yellow"),
        ("gap", "gaps"),
    ):
        places = getattr(panel, field)
        for place in sorted(places):
            less = replace(panel, **{field: places - {place}})
            yield Change(f"the {name} {words(panel, place)}", less, "remove", place_spot(panel, place))


def _middle(panel: Panel, cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return place_spot(panel, (2 * cell[0] + 1, 2 * cell[1] + 1))
