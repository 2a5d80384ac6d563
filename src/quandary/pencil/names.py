"""The names of places in sentences: "row 3", "the cage at r1c1", "r2c2 and r2c3"."""

from collections.abc import Iterable, Mapping

from quandary.pencil.grid import Grid
from quandary.pencil.words.word import YES, Names, Scope, SpotNumber, spelled

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

    def count(self, number: int, value: int = YES) -> str:
        """Return a number of marks in words."""
        one, several = self._grid.marks[0].called(value)
        return f"{spelled(number)} {one if number == 1 else several}"

    def __call__(self, scope: Iterable[SpotNumber]) -> str:
        """Return the name of some spots."""
        spots = tuple(scope)
        if spots in self._places and spots and not self._grid.places[spots[0]].ends:
            return self._places[spots]
        if len(spots) == 1:
            return self._spot(spots[0])
        return self._edges(spots) if self._grid.places[spots[0]].ends else self._cells(spots)

    def _spot(self, spot: SpotNumber) -> str:
        return self._grid.places[spot].name

    def _cells(self, spots: Scope) -> str:
        if len(spots) > 2 and (spots in self._straight(spots)):
            return f"{self._spot(spots[0])} to {self._spot(spots[-1])}"
        names = [self._spot(spot) for spot in spots]
        if len(names) > FEW:
            return f"{', '.join(names[: FEW - 1])} and {len(names) - FEW + 1} more"
        return f"{', '.join(names[:-1])} and {names[-1]}"

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
                f"the dot {int(x) + 1}, {int(y) + 1}"
                if whole
                else self._grid.name(int(y) * self._grid.width + int(x))
            )
        xs, ys = (sum(place.middle[axis] for place in places) / len(places) for axis in (0, 1))
        return self._grid.name(int(ys) * self._grid.width + int(xs))
