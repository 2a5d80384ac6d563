"""The names of places in sentences: "row 3", "the cage at r1c1", "r2c2 and r2c3"."""

import re
from collections.abc import Iterable, Mapping

from quandary.pencil.grid import Grid
from quandary.pencil.marks import AnyMark
from quandary.pencil.words.word import YES, Names, Scope, SpotNumber, spelled

SEVERAL = re.compile(r" (and (r\d+c\d+|\d+ more)|to r\d+c\d+)$")
"""The end of a name that lists several places."""
SIDE = re.compile(r"(?P<cell>r\d+c\d+)\.(?P<side>\w+)")
"""The name of a side of a cell."""
FEW = 4
"""The most places that are listed by name."""


class PuzzleNames(Names):
    """The names of one puzzle.

    >>> from quandary.pencil.marks import Shade
    >>> names = PuzzleNames(Grid(2, 5, (Shade("star"),)), {})
    >>> names((0, 1, 2, 3, 4)), names((0, 6)), names((0, 1, 2)), names.count(2)
    ('row 1', 'r1c1 and r2c2', 'r1c1 to r1c3', 'two stars')
    """

    def __init__(self, grid: Grid, places: Mapping[Scope, str]) -> None:
        self._grid = grid
        self._places = {
            **places,
            **{line: f"row {at}" for at, line in enumerate(grid.rows, start=1)},
            **{line: f"column {at}" for at, line in enumerate(grid.columns, start=1)},
        }
        self.mark, self.marks = grid.marks[0].called(YES)

    def kind(self, value: int) -> str:
        """Return what spots with a value are called, several of them: "black cells"."""
        return self._grid.marks[0].called(value)[1]

    def have(self, scope: Iterable[SpotNumber]) -> str:
        """Return some spots as the subject of a sentence: several that are listed "have" something."""
        name = self(scope)
        return f"{name} {'have' if SEVERAL.search(name) else 'has'}"

    def count(self, number: int, value: int = YES) -> str:
        """Return a number of marks in words."""
        return _counted(self._grid.marks[0], number, value)

    def counted(self, scope: Iterable[SpotNumber], number: int, value: int = YES) -> str:
        """Return a number of marks on some spots in words, as their own mark is called."""
        own = next((self._grid.places[spot].mark for spot in scope), self._grid.marks[0])
        return _counted(own, number, value)

    def __call__(self, scope: Iterable[SpotNumber]) -> str:
        """Return the name of some spots."""
        spots = tuple(scope)
        if not spots:
            return "no place"
        if spots in self._places and spots and not self._grid.places[spots[0]].ends:
            return self._places[spots]
        if len(spots) == 1:
            return self._spot(spots[0])
        if cell := self._cell_with_edges(spots):
            return cell
        if len(spots) >= len(self._grid.cells) > 1 and {*spots} >= {*self._whole(spots[0])}:
            return "the board"
        return self._edges(spots) if self._grid.places[spots[0]].ends else self._cells(spots)

    def _cell_with_edges(self, spots: Scope) -> str:
        """Return the name of a cell that comes with edges of its own, or nothing."""
        cells = [spot for spot in spots if not self._grid.places[spot].ends]
        return self._spot(cells[0]) if len(cells) == 1 < len(spots) else ""

    def _whole(self, spot: SpotNumber) -> Scope:
        """Return all spots of the layer of a spot."""
        return self._grid.edges if self._grid.places[spot].ends else self._grid.cells

    def _spot(self, spot: SpotNumber) -> str:
        name, side = self._grid.places[spot].name, SIDE.fullmatch(self._grid.places[spot].name)
        if side:
            return f"the {side['side']} of {side['cell']}"
        return f"the edge from {name.replace('-', ' to ')}" if "-" in name else name

    def _cells(self, spots: Scope) -> str:
        if len(spots) > 2 and (spots in self._straight(spots)):
            return f"{self._spot(spots[0])} to {self._spot(spots[-1])}"
        if box := self._box(spots):
            return box
        names = [self._spot(spot) for spot in spots]
        if len(names) > FEW:
            return f"{', '.join(names[: FEW - 1])} and {len(names) - FEW + 1} more"
        return f"{', '.join(names[:-1])} and {names[-1]}"

    def _box(self, spots: Scope) -> str:
        """Return the name of some cells that form a rectangle, or nothing."""
        places = [divmod(spot, self._grid.width) for spot in sorted(spots)]
        (top, left), (bottom, right) = places[0], places[-1]
        high, wide = bottom - top + 1, right - left + 1
        whole = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
        if min(high, wide) < 2 or places != whole:
            return ""
        return f"the {'square' if high == wide == 2 else 'box'} at {self._grid.name(min(spots))}"

    def _straight(self, spots: Scope) -> Iterable[Scope]:
        """Return the part of a line between the first and the last of some cells."""
        for line in self._grid.lines:
            if spots[0] in line and spots[-1] in line:
                yield line[line.index(spots[0]) : line.index(spots[-1]) + 1]

    def _edges(self, spots: Scope) -> str:
        """Return the place that some edges share: the cell that they surround, or the dot where they meet."""
        places = [self._grid.places[spot] for spot in spots]
        ends = [set(place.ends or ()) for place in places]
        if shared := set.intersection(*ends):
            x, y = next(iter(shared))
            whole = (int(x), int(y)) == (x, y)
            return (
                f"the dot in row {int(y) + 1}, column {int(x) + 1}"
                if whole
                else self._grid.name(int(y) * self._grid.width + int(x))
            )
        xs, ys = (sum(place.middle[axis] for place in places) / len(places) for axis in (0, 1))
        return self._grid.name(int(ys) * self._grid.width + int(xs))


def _counted(mark: AnyMark, number: int, value: int) -> str:
    one, several = mark.called(value)
    return f"{spelled(number)} {one if number == 1 else several}"
