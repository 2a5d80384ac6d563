"""List all paths of an empty panel, and find those that solve a panel with elements without search.

Sets of paths are integers with one bit per path: those that cover a place, those that leave two cells in
one region, those that run along a given number of edges of a cell. Nearly every element on a panel keeps
some such set.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from quandary.errors import SpaceError
from quandary.kinds.witness.elements import Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import Cell, Path, Place, covered_by, sides
from quandary.kinds.witness.rules import Panel

MOST_PATHS = 2_000_000
"""More paths than a 5 × 5 panel has from corner to corner. A 6 × 6 panel has hundreds of millions."""

PathSet = int


class Paths:
    """The paths of an empty panel from its starts to its exit, shortest first.

    >>> from quandary.kinds.witness.notation import parse
    >>> paths = Paths(parse("+-+-E/|.|.|/+-+-+/|.|.|/S-+-+"))
    >>> len(paths.all)
    12
    >>> [len(path) - 1 for path in paths.solutions(parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"))]
    [4, 8]
    """

    def __init__(self, empty: Panel) -> None:
        self.all = sorted(_drawn(empty), key=len)
        self.every: PathSet = (1 << len(self.all)) - 1
        self._covering: dict[Place, PathSet] = defaultdict(int)
        self._joining: dict[frozenset[Cell], PathSet] = defaultdict(int)
        self._along: dict[tuple[Cell, int], PathSet] = defaultdict(int)
        for number, path in enumerate(self.all):
            self._enter(empty, path, 1 << number)

    def solutions(self, panel: Panel) -> list[Path]:
        """Return the paths that solve a panel with the same size, start and exit, shortest first."""
        return list(self._members(self.solving(panel)))

    def solving(self, panel: Panel) -> PathSet:
        """Return the paths that solve a panel, as a set."""
        left = self.every
        for place in panel.gaps | panel.missing:
            left &= ~self._covering[place]
        if panel.has_eliminators:
            return self._judged(panel, left)
        for place in panel.hexagons:
            left &= self._covering[place]
        for cell, element in panel.cells:
            if isinstance(element, Triangles):
                left &= self._along[cell, element.count]
        left &= self._dividing(panel) & self._pairing(panel)
        if any(isinstance(element, Polyomino) for _, element in panel.cells):
            return self._judged(panel, left)
        return left

    def _enter(self, empty: Panel, path: Path, bit: PathSet) -> None:
        """Add a path to the sets that it belongs to."""
        covered = covered_by(path)
        for place in covered:
            self._covering[place] |= bit
        for region in empty.regions(covered):
            for two in combinations(region, 2):
                self._joining[frozenset(two)] |= bit
            for cell in region:
                self._along[cell, sum(side in covered for side, _ in sides(cell))] |= bit

    def _dividing(self, panel: Panel) -> PathSet:
        """Return the paths that divide squares of different colours."""
        squares = [(cell, element) for cell, element in panel.cells if isinstance(element, Square)]
        together = 0
        for (cell, square), (other, another) in combinations(squares, 2):
            if square != another:
                together |= self._joining[frozenset((cell, other))]
        return self.every & ~together

    def _pairing(self, panel: Panel) -> PathSet:
        """Return the paths that give every star exactly one partner."""
        pairing = self.every
        for cell, star in panel.cells:
            if isinstance(star, Star):
                one = more = 0
                for other, element in panel.cells:
                    if other != cell and element.colour == star.colour:
                        joining = self._joining[frozenset((cell, other))]
                        one, more = one | joining, more | one & joining
                pairing &= one & ~more
        return pairing

    def _judged(self, panel: Panel, among: PathSet) -> PathSet:
        """Return those of some paths that satisfy the full rules, for elements that sets cannot handle."""
        return sum(1 << number for number, path in self._numbered(among) if panel.is_solved(path))

    def _members(self, some: PathSet) -> Iterator[Path]:
        return (path for _, path in self._numbered(some))

    def _numbered(self, some: PathSet) -> Iterator[tuple[int, Path]]:
        while some:
            number = (some & -some).bit_length() - 1
            yield number, self.all[number]
            some &= some - 1


def _drawn(empty: Panel) -> Iterator[Path]:
    """Yield every path from a start to an exit, abandoning those that lead to no exit."""
    drawn = 0
    todo = list(empty.starts())
    while todo:
        path = todo.pop()
        if path[-1] in empty.exits:
            drawn += 1
            if drawn > MOST_PATHS:
                raise too_many_paths(empty)
            yield path
        elif _leads_to_an_exit(empty, path):
            todo += [empty.apply(path, move) for move in empty.moves(path)]


def _leads_to_an_exit(empty: Panel, path: Path) -> bool:
    taken, reached = set(path), [path[-1]]
    for here in reached:  # grows during the loop
        for there in empty.ways[here].values():
            if there not in taken:
                taken.add(there)
                reached.append(there)
    return not empty.exits.isdisjoint(reached)


def too_many_paths(empty: Panel) -> SpaceError:
    """Return the error for an empty panel with too many paths."""
    return SpaceError(
        f"An empty panel of {empty.width} × {empty.height} cells has more than {MOST_PATHS:,} paths,"
        " which are too many to keep; use a smaller panel."
    )
