"""Panels by number: every way to put some elements on an empty panel.

A panel and its mirror image count once if a mirror keeps start and exit in place. There is at most one such
mirror: on a square panel from corner to corner, it is the diagonal between them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import product
from typing import Any

from quandary.errors import SpaceError
from quandary.kinds.witness.elements import Element, Polyomino, orientations
from quandary.kinds.witness.lattice import Cell, Junction, Place, between
from quandary.kinds.witness.layouts import Layer, Layouts, Letters
from quandary.kinds.witness.rules import MOST_CELLS, Panel
from quandary.kinds.witness.same import PanelTurn
from quandary.parts.square import TURNS

PLAIN, HEXAGON, GAP = range(3)
"""The letters on the lines."""


@dataclass(frozen=True)
class Places:
    """Some places of a panel in the order of a layer, starting with those that the mirror swaps, in pairs."""

    all: tuple[Place, ...]
    pairs: int

    @classmethod
    def of(cls, places: Sequence[Place], mirror: Mapping[Place, Place]) -> "Places":
        """Put places into that order."""
        pairs = [(place, mirror[place]) for place in places if place < mirror[place]]
        alone = [place for place in places if place == mirror[place]]
        return cls((*(place for pair in pairs for place in pair), *alone), len(pairs))

    def layer(self, what: str, counts: Sequence[int]) -> Layer:
        """Return a layer with each letter from 1 on used `counts` times, and nothing (0) elsewhere."""
        free = len(self.all) - sum(counts)
        if free < 0 or min(counts, default=0) < 0:
            raise SpaceError(
                f"{sum(counts)} things cannot be put on {len(self.all)} {what}; use other counts."
            )
        return Layer(self.pairs, len(self.all) - 2 * self.pairs, len(counts) + 1, (free, *counts))

    def free_layer(self, letters: int) -> Layer:
        """Return a layer with any of these letters everywhere, or nothing."""
        return Layer(self.pairs, len(self.all) - 2 * self.pairs, letters + 1)


@dataclass(frozen=True)
class NumberedPanels:
    """The panels of one size, from one start to one exit, each with its number.

    Instead of `counts`, `palette` lets every cell hold any of its elements, or nothing. Hexagons and gaps are
    put on junctions and edges in all ways, but not on start and exit.
    """

    width: int
    height: int
    counts: Mapping[Element, int] = field(default_factory=dict)
    palette: tuple[Element, ...] = ()
    start: Junction = (0, 0)
    exit: Junction | None = None
    """The exit, by default the top right corner."""
    hexagons_on_junctions: int = 0
    hexagons_on_edges: int = 0
    gaps: int = 0
    reduced: bool = True
    """Whether a panel and its mirror image count once. Otherwise every placement counts."""

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MOST_CELLS and 1 <= self.height <= MOST_CELLS):
            raise SpaceError(
                f"A side of a panel has 1 to {MOST_CELLS} cells, not {self.width} × {self.height}."
            )
        if self.counts and self.palette:
            raise SpaceError(
                "Give `counts` or `palette`: a number for each element, or elements for any cell."
            )
        for what, junction in (("start", self.start), ("exit", self.end)):
            if not self.empty.has_junction(junction):
                raise SpaceError(
                    f"The {what} {junction} is not on a panel of {self.width} × {self.height} cells."
                )
        if self.start == self.end:
            raise SpaceError(f"Start and exit are both at {self.start}; move one of them.")

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to other processes, which is nothing that was computed from it."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def size(self) -> int:
        """The number of panels, up to mirror images if the space is reduced."""
        return self.layouts.size

    def unrank(self, number: int) -> Panel:
        """Return the panel with a number."""
        return self.filled(self.layouts.unrank(number))

    def filled(self, layout: Sequence[Letters]) -> Panel:
        """Return the panel with these letters on its cells, junctions and edges."""
        cells, junctions, edges = layout
        elements = self.elements
        held = frozenset(
            (cell, elements[letter - 1]) for cell, letter in zip(self._cells, cells, strict=True) if letter
        )
        if not (any(junctions) or any(edges)):
            return replace(self.empty, cells=held)
        on_edges = list(zip(self.edges.all, edges, strict=True))
        on_junctions = zip(self.junctions.all, junctions, strict=True)
        return replace(
            self.empty,
            hexagons=frozenset(place for place, mark in (*on_junctions, *on_edges) if mark == HEXAGON),
            gaps=frozenset(place for place, mark in on_edges if mark == GAP),
            cells=held,
        )

    def rank(self, panel: Panel) -> int:
        """Return the number of a panel, or of its mirror image."""
        if replace(panel, hexagons=frozenset(), gaps=frozenset(), cells=frozenset()) != self.empty:
            raise SpaceError("The panel is not in this space: its size, lines, start or exit are different.")
        return self.layouts.rank(tuple(self._letters(panel)))

    @cached_property
    def empty(self) -> Panel:
        """The panel with nothing on it."""
        return Panel(self.width, self.height, entrances=frozenset({self.start}), exits=frozenset({self.end}))

    @property
    def end(self) -> Junction:
        """The junction of the exit."""
        return (self.width, self.height) if self.exit is None else self.exit

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """The elements by their letters, from 1."""
        return self.palette or tuple(self.counts)

    @cached_property
    def layouts(self) -> Layouts:
        """The letters of every panel on its cells, junctions and edges."""
        counts = tuple(self.counts.values())
        return Layouts(
            (
                self.cells.free_layer(len(self.palette))
                if self.palette
                else self.cells.layer("cells", counts),
                self.junctions.layer("junctions", (self.hexagons_on_junctions,)),
                self.edges.layer("edges", (self.hexagons_on_edges, self.gaps)),
            )
        )

    @cached_property
    def cells(self) -> Places:
        """The cells, by the places of their middles."""
        places = [(2 * x + 1, 2 * y + 1) for y in range(self.height) for x in range(self.width)]
        return Places.of(places, self._mirror)

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(map(_cell, self.cells.all))

    @cached_property
    def junctions(self) -> Places:
        """The junctions that may have a hexagon."""
        ends = {self.start, self.end}
        return Places.of([between(j, j) for j in self.empty.junctions() if j not in ends], self._mirror)

    @cached_property
    def edges(self) -> Places:
        """The edges."""
        return Places.of([between(*ends) for ends in self.empty.edges()], self._mirror)

    @cached_property
    def _mirror(self) -> dict[Place, Place]:
        """The image of each place under the mirror that keeps the panel and its elements, if there is one."""
        everywhere = list(product(range(2 * self.width + 1), range(2 * self.height + 1)))
        for view in (PanelTurn(self.width, self.height, turn) for turn in TURNS if self.reduced):
            image = {place: view.place(place) for place in everywhere}
            moves = any(image[place] != place for place in everywhere)
            if moves and view.panel(self.empty) == self.empty and self._keeps_elements(view):
                return image
        return {place: place for place in everywhere}

    def _keeps_elements(self, view: PanelTurn) -> bool:
        return all(_form(view.element(element)) == _form(element) for element in self.elements)

    def _letters(self, panel: Panel) -> Iterator[Letters]:
        letter = {_form(element): number for number, element in enumerate(self.elements, start=1)}
        for _, element in panel.cells:
            if _form(element) not in letter:
                raise SpaceError(f"The panel is not in this space: it has a {element}.")
        marks = dict.fromkeys(panel.hexagons, HEXAGON) | dict.fromkeys(panel.gaps, GAP)
        held = {cell: letter[_form(element)] for cell, element in panel.cells}
        yield tuple(held.get(_cell(place), 0) for place in self.cells.all)
        yield tuple(marks.get(place, PLAIN) for place in self.junctions.all)
        yield tuple(marks.get(place, PLAIN) for place in self.edges.all)


def _cell(middle: Place) -> Cell:
    return middle[0] // 2, middle[1] // 2


def _form(element: Element) -> Element:
    """Return the same element for all polyominoes that can be rotated into each other."""
    if not isinstance(element, Polyomino):
        return element
    return replace(element, shape=min(orientations(element), key=sorted))
