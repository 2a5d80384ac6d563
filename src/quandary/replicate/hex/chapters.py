"""The twelve chapters and their puzzles, under the original's reading of colours and bumps."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from quandary.kinds.tangram.declare import Location
from quandary.kinds.tangram.hex.constraints import COLOURS, SELECTED, SYMMETRIC, Touch
from quandary.kinds.tangram.hex.pieces import CELLS, DECLARED, LAYOUT, LOCATIONS, TRAPEZOID
from quandary.kinds.tangram.hex.solutions import StoredSolution, all_solutions
from quandary.parts.masks import bits
from quandary.replicate.hex.quirks import Quirks

TYPES = (Touch.NO_EDGE, Touch.EDGE, Touch.NO_CORNER, Touch.CORNER)
"""The relations in the original's order."""
CHAPTERS = range(1, 13)
CAP = 3000
"""The largest number of puzzles measured in a chapter."""
FIRST, SECOND = ("Wrench", "Mountains"), ("Triangle", "Hook")
"""The pairs of asymmetric pieces, in the order in which the original lists them."""
COLOUR_PIECES = (*SYMMETRIC.values(), FIRST, SECOND)
"""The pieces of the five colours, in listed order. The trapezoid stands for two."""


class ChapterPuzzle(NamedTuple):
    """A puzzle of a chapter: a solution by index, and the relation it must keep, if any."""

    solution: int
    relation: tuple[int, int, Touch] | None = None


@dataclass(frozen=True)
class Contacts:
    """The pieces of a solution that touch, by place in its list."""

    edge: tuple[tuple[bool, ...], ...]
    corner: tuple[tuple[bool, ...], ...]

    def holds(self, touch: Touch, one: int, other: int) -> bool:
        """Return whether a relation holds between two pieces."""
        edge, corner = self.edge[one][other], self.corner[one][other]
        if touch is Touch.EDGE:
            return edge
        if touch is Touch.NO_EDGE:
            return not edge
        return corner if touch is Touch.CORNER else not edge and not corner


@cache
def contacts(quirks: Quirks) -> tuple[Contacts, ...]:
    """Return the contacts in every solution."""
    return tuple(_contacts(solution, quirks) for solution in all_solutions())


def _contacts(solution: StoredSolution, quirks: Quirks) -> Contacts:
    places = solution.locations
    edge = tuple(tuple(bool(a.halo & b.mask) for b in places) for a in places)
    corner = tuple(
        tuple(not edge[i][j] and i != j and _near(a, b, quirks) for j, b in enumerate(places))
        for i, a in enumerate(places)
    )
    return Contacts(edge, corner)


def _near(one: Location, other: Location, quirks: Quirks) -> bool:
    if not quirks.corners_by_distance:
        return bool(one.corners & other.corners)
    return bool(neighbours(one.mask) & neighbours(other.mask))


@cache
def neighbours(mask: int) -> int:
    """Return the cells that share an edge with one of these, which may include some of them."""
    near = 0
    for cell in bits(mask):
        near |= LAYOUT.near[cell]
    return near


@cache
def colour_slots(forbidden: str) -> tuple[tuple[int, ...], ...]:
    """Return the places of each colour's pieces in a solution's list, in listed order."""
    pieces = next(each.pieces for each in all_solutions() if each.forbidden == forbidden)
    return tuple(
        tuple(at for piece in members for at, each in enumerate(pieces) if each == piece)
        for members in COLOUR_PIECES
    )


def satisfies(index: int, relation: tuple[int, int, Touch], quirks: Quirks) -> bool:
    """Return whether a solution can be a puzzle with a relation."""
    one, other, touch = relation
    solution, contact = all_solutions()[index], contacts(quirks)[index]
    slots = colour_slots(solution.forbidden)
    first = COLOUR_PIECES[one][0]
    if one == other and len(slots[one]) < 2:
        return False
    if quirks.first_listed_present and touch in (Touch.EDGE, Touch.CORNER) and first == solution.forbidden:
        return False
    return all(contact.holds(touch, a, b) for a in slots[one] for b in slots[other] if a != b)


def is_compatible(index: int, relation: tuple[int, int, Touch], quirks: Quirks) -> bool:
    """Return whether a solution breaks no pair of a relation.

    This is the looser test by which rivals are listed.
    """
    one, other, touch = relation
    solution, contact = all_solutions()[index], contacts(quirks)[index]
    slots = colour_slots(solution.forbidden)
    tested = slots[one]
    if quirks.second_stands_for_both:
        last = len(solution.pieces) - 1  # trapezoids are listed last
        tested = tuple(last if solution.pieces[at] == TRAPEZOID else at for at in tested)
    return all(contact.holds(touch, a, b) for b in slots[other] for a in tested if a != b)


@cache
def fitting(quirks: Quirks) -> tuple[int, ...]:
    """Return the solutions that fit the selected pattern of holes, by index."""
    fits = fitting_locations()
    symmetries = (0,) if quirks.stored_image_only else range(12)
    return tuple(
        index
        for index, solution in enumerate(all_solutions())
        if any(all(fits >> number & 1 for number in solution.image(symmetry)) for symmetry in symmetries)
    )


@cache
def fitting_locations() -> int:
    """Return the locations that fit the selected pattern, each judged by the first way to place the piece."""
    found = 0
    for each in LOCATIONS:
        flips, turns = _first_way(each)
        # After an odd number of turns and flips, the triangles that pointed up lie on the bumps.
        found |= SELECTED.holes(each.piece)[flips].has(up=(flips + turns) % 2 == 1) << each.number
    return found


def _first_way(place: Location) -> tuple[int, int]:
    """Return the first symmetry, as flips and turns, that brings a piece to its place."""
    lattice, declared = LAYOUT.lattice, DECLARED[place.piece].cells
    cells = lattice.settled([CELLS[cell] for cell in bits(place.mask)])
    return next(way for way in lattice.symmetries if lattice.settled(lattice.image(declared, way)) == cells)


@cache
def tasks(chapter: int, quirks: Quirks) -> tuple[ChapterPuzzle, ...]:
    """Return all puzzles of a chapter, in the original's order, before the cap."""
    return tuple(_tasks(chapter, quirks))


def _tasks(chapter: int, quirks: Quirks) -> Iterator[ChapterPuzzle]:
    base = range(len(all_solutions())) if chapter <= 6 else fitting(quirks)
    colours = range(len(COLOURS))
    kind = (chapter - 1) % 6
    relations: list[tuple[int, int, Touch] | None]
    if kind == 0:
        relations = [None]
    elif kind < 5:
        relations = [(colour, colour, TYPES[kind - 1]) for colour in colours]
    else:
        relations = [
            (one, other, touch) for touch in TYPES for one in colours for other in colours if one < other
        ]
    for index in base:
        for relation in relations:
            if relation is None or satisfies(index, relation, quirks):
                yield ChapterPuzzle(index, relation)
