"""The rules of Witness panels in plain Python, the reference for the C++ core.

A panel is a grid of `width` × `height` cells with lines between them. A path runs along the lines from an
entrance to an exit, meets no junction twice, and must satisfy every element of the panel. On a symmetric
panel, a second path mirrors the first, and the two never meet.

`lattice.py` has the positions and `elements.py` the elements of a cell. `regions.py` decides whether the
elements of one region hold together, and `tiling.py` what polyominoes can cover.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from quandary.kinds.witness.elements import (
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
)
from quandary.kinds.witness.lattice import (
    STEPS,
    Cell,
    Junction,
    Path,
    Place,
    Symmetry,
    beside,
    between,
    covered_by,
    is_junction,
    sides,
    step,
)
from quandary.kinds.witness.regions import Region

__all__ = [
    "MOST_CELLS",
    "STEPS",
    "Cell",
    "Colour",
    "Element",
    "Eliminator",
    "Junction",
    "Panel",
    "Path",
    "Place",
    "Polyomino",
    "Square",
    "Star",
    "Symmetry",
    "Triangles",
    "between",
    "covered_by",
    "is_junction",
    "sides",
    "step",
]

MOST_CELLS = 10
"""The most cells along a side. A search on a larger panel would never end."""


@dataclass(frozen=True)
class Panel:
    """A Witness panel, as a path puzzle whose states are paths.

    >>> panel = Panel(1, 1, entrances=frozenset({(0, 0)}), exits=frozenset({(1, 1)}))
    >>> panel.moves(((0, 0),))
    ['up', 'right']
    >>> panel.apply(((0, 0),), "up")
    ((0, 0), (0, 1))
    >>> panel.is_solved(((0, 0), (0, 1), (1, 1)))
    True

    No junction is both entrance and exit, no place has two hexagons, and no edge is two of: crossed by a
    hexagon, broken by a gap, missing. On a symmetric panel, entrances and exits come in pairs, each the
    mirror image of the other, and have no blue or yellow hexagon. Other panels have no blue or yellow
    hexagons at all. Code that reads a panel checks all this, and that everything is on the panel.
    """

    width: int
    height: int
    entrances: frozenset[Junction]
    exits: frozenset[Junction]
    hexagons: frozenset[Place] = frozenset()
    """Junctions and edges that a path must cover. On a symmetric panel, either path may do so."""
    gaps: frozenset[Place] = frozenset()
    """Broken edges, which no path can cross."""
    missing: frozenset[Place] = frozenset()
    """Edges that are not drawn. A path cannot cross them, like gaps."""
    cells: frozenset[tuple[Cell, Element]] = frozenset()
    symmetry: Symmetry = Symmetry.NONE
    blue: frozenset[Place] = frozenset()
    """Hexagons that the first path, the drawn one, must cover."""
    yellow: frozenset[Place] = frozenset()
    """Hexagons that its mirror image must cover."""

    # The four methods

    def starts(self) -> tuple[Path, ...]:
        """Return a path of one junction for each entrance, from left to right, then from the bottom up.

        Of two mirrored entrances, the second is left out because it gives the same two lines, unless blue or
        yellow hexagons make a difference between them.
        """
        entrances = sorted(self.entrances)
        if self.symmetry is not Symmetry.NONE and not (self.blue or self.yellow):
            entrances = [here for here in entrances if here <= self.mirror(here)]
        return tuple((junction,) for junction in entrances)

    def moves(self, state: Path) -> list[str]:
        """Return the directions in which the path can go on: up, right, down, left."""
        taken = {*state, *self.second(state)}
        return [move for move, there in self.ways[state[-1]].items() if there not in taken]

    def apply(self, state: Path, move: str) -> Path:
        """Return the path, one step longer."""
        return (*state, self.ways[state[-1]][move])

    def is_solved(self, state: Path) -> bool:
        """Return whether the path ends at an exit and everything on the panel holds.

        An exit that is reached too early does not end play, because the path may run on to another one.
        """
        if state[-1] not in self.exits:
            return False
        first, second = covered_by(state), covered_by(self.second(state))
        if not second.isdisjoint(self.blue) or not first.isdisjoint(self.yellow):
            return False  # beyond repair: the hexagon lies in no region, so nothing removes it
        covered = first | second
        if not self.has_eliminators and self._fails_at_a_glance(covered):
            return False
        return all(self.region(cells, covered).holds() for cells in self.regions(covered))

    # Properties derived from the fields

    def mirror(self, junction: Junction) -> Junction:
        """Return the junction of the second path when the first is at a junction."""
        return self.symmetry.image(junction, self.width, self.height)

    def image(self, place: Place) -> Place:
        """Return the place that the second path covers when the first covers a place."""
        return self.symmetry.image(place, 2 * self.width, 2 * self.height)

    def second(self, state: Path) -> Path:
        """Return the path that mirrors another, empty if the panel has no symmetry."""
        if self.symmetry is Symmetry.NONE:
            return ()
        return tuple(map(self.mirror, state))

    def covered(self, state: Path) -> frozenset[Place]:
        """Return the places that a path covers, together with its mirror image if it has one."""
        return covered_by(state) | covered_by(self.second(state))

    @cached_property
    def ways(self) -> dict[Junction, dict[str, Junction]]:
        """The junction that each move leads to from each junction, along edges that can be crossed.

        On a symmetric panel, both paths must be able to go, and a junction on the axis, where they would
        meet, leads nowhere.
        """
        blocked = self.gaps | self.missing
        blocked |= frozenset(map(self.image, blocked))
        return {
            here: {
                move: there
                for move in STEPS
                if self.has_junction(there := step(here, move))
                and between(here, there) not in blocked
                and not self.is_on_axis(there)
            }
            for here in self.junctions()
        }

    def is_on_axis(self, junction: Junction) -> bool:
        """Return whether both paths of a symmetric panel would meet at a junction."""
        return self.symmetry is not Symmetry.NONE and self.mirror(junction) == junction

    @cached_property
    def element_at(self) -> dict[Cell, Element]:
        """The elements by cell, without empty cells."""
        return dict(self.cells)

    def elements_in(self, cells: Iterable[Cell]) -> list[Element]:
        """Return the elements in some cells."""
        return [self.element_at[cell] for cell in cells if cell in self.element_at]

    def eliminates(self, cell: Cell) -> bool:
        """Return whether there is an eliminator in a cell."""
        return isinstance(self.element_at.get(cell), Eliminator)

    @cached_property
    def has_eliminators(self) -> bool:
        """Whether something may be removed, so that no other element is certain to have to hold."""
        return any(isinstance(element, Eliminator) for _, element in self.cells)

    @cached_property
    def all_hexagons(self) -> frozenset[Place]:
        """The places of the hexagons of every colour."""
        return self.hexagons | self.blue | self.yellow

    @cached_property
    def colour_at(self) -> dict[Cell, Colour]:
        """The colours of the squares by cell."""
        return {cell: element.colour for cell, element in self.cells if isinstance(element, Square)}

    @cached_property
    def dividers(self) -> frozenset[Place]:
        """The edges between squares of different colours. A path takes them all if none is removed."""
        colours = self.colour_at
        return frozenset(
            side
            for cell, colour in colours.items()
            for side, beyond in sides(cell)
            if colours.get(beyond, colour) != colour
        )

    def has_junction(self, junction: Junction) -> bool:
        """Return whether the junction is on the panel."""
        return 0 <= junction[0] <= self.width and 0 <= junction[1] <= self.height

    def has_cell(self, cell: Cell) -> bool:
        """Return whether the cell is on the panel."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def junctions(self) -> Iterator[Junction]:
        """Yield all junctions, row by row from the bottom."""
        return ((x, y) for y in range(self.height + 1) for x in range(self.width + 1))

    def edges(self) -> Iterator[tuple[Junction, Junction]]:
        """Yield all edges by their two junctions, missing ones included, row by row from the bottom."""
        for here in self.junctions():
            for move in ("up", "right"):
                if self.has_junction(there := step(here, move)):
                    yield here, there

    def regions(self, covered: frozenset[Place]) -> Iterator[list[Cell]]:
        """Yield the regions into which paths divide the cells, given the places that they cover."""
        todo = {(x, y) for x in range(self.width) for y in range(self.height)}
        while todo:
            region = [todo.pop()]
            for cell in region:  # grows during the loop
                for side, beyond in sides(cell):
                    if beyond in todo and side not in covered:
                        todo.remove(beyond)
                        region.append(beyond)
            yield region

    def region(self, cells: Iterable[Cell], covered: frozenset[Place]) -> Region:
        """Return a region with its elements."""
        inside = frozenset(cells)
        here = {cell: self.element_at[cell] for cell in inside if cell in self.element_at}
        return Region(
            inside,
            elements=Counter(here.values()),
            broken=Counter(element for cell, element in here.items() if is_broken(cell, element, covered)),
            loose=sum(not inside.isdisjoint(beside(place)) for place in self.all_hexagons - covered),
        )

    def _fails_at_a_glance(self, covered: frozenset[Place]) -> bool:
        """Return whether something fails, by a fast test without regions that is nearly always enough."""
        return (
            not self.all_hexagons <= covered
            or not self.dividers <= covered
            or any(is_broken(cell, element, covered) for cell, element in self.cells)
        )


def is_broken(cell: Cell, element: Element, covered: frozenset[Place]) -> bool:
    """Return whether an element fails whatever its region: triangles beside too many or too few lines."""
    return isinstance(element, Triangles) and element.count != sum(side in covered for side, _ in sides(cell))
