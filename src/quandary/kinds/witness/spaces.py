"""The spaces of panels that have a name."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.witness.elements import (
    CellSet,
    Colour,
    Element,
    Polyomino,
    Square,
    Star,
    Triangles,
    at_origin,
    orientations,
)
from quandary.kinds.witness.lattice import Junction
from quandary.kinds.witness.notation import ELEMENTS
from quandary.kinds.witness.rules import MOST_CELLS
from quandary.kinds.witness.space import PanelSpace
from quandary.parts.spaces.options import SYMMETRY, is_reduced, one_of, whole, wholes, width_and_height

ANY = "any"
CORNER = {"start": "corner", "exit": "corner"}
ON_LINES = {"hexagons_on_junctions": "0", "hexagons_on_edges": "0", "gaps": "0"}
SIZE = {"size": "3x3"}
LARGEST_POLYOMINO = 4


def _of_elements(
    summary: str, own: Mapping[str, str], elements: Callable[[Mapping[str, str]], Sequence[Element]]
) -> NamedSpace:
    """Return the space of panels with some elements in any cells, or with a number of each."""

    def build(options: Mapping[str, str]) -> PanelSpace:
        chosen = tuple(elements(options))
        if options["counts"] == ANY:
            return _panels(options, palette=chosen)
        counts = wholes(options, "counts", 0, MOST_CELLS**2)
        if len(counts) != len(chosen):
            raise SpaceError(
                f"counts={options['counts']} gives {len(counts)} numbers for {len(chosen)} elements:"
                f" {', '.join(map(str, chosen))}. Give one for each, or counts=any."
            )
        return _panels(options, counts=dict(zip(chosen, counts, strict=True)))

    return NamedSpace(summary, {**SIZE, **own, "counts": ANY, **ON_LINES, **CORNER, **SYMMETRY}, build)


def _panels(
    options: Mapping[str, str],
    *,
    palette: tuple[Element, ...] = (),
    counts: Mapping[Element, int] | None = None,
) -> PanelSpace:
    width, height = width_and_height(options, MOST_CELLS)
    most = 2 * (MOST_CELLS + 1) ** 2
    space = PanelSpace(
        width,
        height,
        counts=counts or {},
        palette=palette,
        start=_junction(options, "start", (0, 0)),
        exit=_junction(options, "exit", (width, height)),
        **{name: whole(options, name, 0, most) for name in ON_LINES},
        reduced=is_reduced(options),
    )
    _ = space.size  # raises if there are too many elements
    return space


def _junction(options: Mapping[str, str], name: str, corner: Junction) -> Junction:
    if options[name] == "corner":
        return corner
    found = re.fullmatch(r"(\d{1,3}),(\d{1,3})", options[name])
    if not found:
        raise SpaceError(f"{name}={options[name][:40]} is not a junction. Write {name}=1,0 or {name}=corner.")
    return int(found[1]), int(found[2])


def _colours(options: Mapping[str, str]) -> list[Colour]:
    """Return colours by name, or the first ones if their number is given."""
    text, known = options["colours"], list(Colour)
    if text.isdecimal():
        return known[: whole(options, "colours", 1, len(known))]
    try:
        return list(dict.fromkeys(Colour(part.strip()) for part in text.split(",")))
    except ValueError:
        raise SpaceError(
            f"colours={text[:40]} is not a number from 1 to {len(known)} or a list of {', '.join(known)}."
        ) from None


def _triangles(options: Mapping[str, str]) -> list[Element]:
    return [Triangles(number) for number in dict.fromkeys(wholes(options, "triangles", 1, 4))]


def _polyominoes(options: Mapping[str, str]) -> list[Element]:
    """Return every polyomino up to a number of cells, once for each orientation unless they rotate."""
    most = whole(options, "cells", 1, LARGEST_POLYOMINO)
    rotates = one_of(options, "rotate", ("no", "yes")) == "yes"
    shapes = [shape for cells in range(1, most + 1) for shape in _shapes(cells)]
    made = [Polyomino(shape, rotates=rotates and len(shape) > 1) for shape in shapes]
    if not rotates:
        return list(made)
    return [each for each in made if each.shape == min(orientations(each), key=sorted)]


def _shapes(cells: int) -> list[CellSet]:
    """Return the connected shapes with a number of cells, in each orientation, in a fixed order."""
    shapes: set[CellSet] = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        shapes = {at_origin(shape | {cell}) for shape in shapes for cell in _beside(shape)}
    return sorted(shapes, key=sorted)


def _beside(shape: CellSet) -> Iterable[tuple[int, int]]:
    around = {(x + dx, y + dy) for x, y in shape for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return around - shape


def _mixed(options: Mapping[str, str]) -> list[Element]:
    """Return the elements of some characters of the notation."""
    found = [ELEMENTS.get(character) for character in dict.fromkeys(options["elements"])]
    if not found or None in found:
        raise SpaceError(
            f"elements={options['elements'][:40]} is not a row of characters of the notation."
            " Write elements=bwB1 for black and white squares, black stars and one triangle."
        )
    return [each for each in found if each is not None]


def _on_lines(options: Mapping[str, str]) -> PanelSpace:
    return _panels(options)


SPACES = {
    "squares": _of_elements(
        "squares in any cells",
        {"colours": "2"},
        lambda options: [Square(colour) for colour in _colours(options)],
    ),
    "stars": _of_elements(
        "stars in any cells", {"colours": "1"}, lambda options: [Star(colour) for colour in _colours(options)]
    ),
    "triangles": _of_elements("triangles in any cells", {"triangles": "1,2,3"}, _triangles),
    "polyominoes": _of_elements(
        "polyominoes in any cells", {"cells": "2", "rotate": "no"}, lambda options: _polyominoes(options)
    ),
    "mixed": _of_elements("elements of several types in any cells", {"elements": "bwBW"}, _mixed),
    "hexagons": NamedSpace(
        "hexagons and gaps on the lines",
        {**SIZE, **ON_LINES, "hexagons_on_edges": "2", **CORNER, **SYMMETRY},
        _on_lines,
    ),
}
