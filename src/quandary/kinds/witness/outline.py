"""The outline of a panel, under rules that leave out cells which missing lines join to the outside.

Such cells are in no region, and nothing in them counts. What is left need not hang together by its cells:
lines may join two parts where only outside cells are beside them, or two cells at a corner. So a region is a
set of cells *and* lines there, found by spreading from cell to line to junction.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Protocol

from quandary.kinds.witness.lattice import STEPS, Cell, Place, is_cell, is_junction


class _Panel(Protocol):
    """The parts of a panel that its outline needs."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def pillar(self) -> bool: ...
    @property
    def missing(self) -> frozenset[Place]: ...
    @property
    def all_hexagons(self) -> frozenset[Place]: ...
    @property
    def may_have_outside(self) -> bool: ...

    def has_cell(self, cell: Cell) -> bool: ...
    def beside(self, place: Place) -> Iterator[Cell]: ...
    def wrapped_place(self, place: Place) -> Place: ...


class PanelOutline:
    """The cells and lines of a panel that count."""

    def __init__(self, panel: _Panel) -> None:
        self.panel = panel
        out = self._spread_from_outside() if panel.may_have_outside else set()
        self.outside: frozenset[Cell] = frozenset((x // 2, y // 2) for x, y in out if is_cell((x, y)))
        self._left_out = frozenset(out)

    @property
    def is_whole(self) -> bool:
        """Whether all cells count."""
        return not self.outside

    @cached_property
    def has_bridges(self) -> bool:
        """Whether regions may hang together by lines alone, or consist of nothing else."""
        if self.is_whole:
            return False
        lines = [place for place in self._places() if not is_cell(place) and place not in self._left_out]
        return any(self._is_bridge(place) for place in lines if place not in self.panel.missing)

    def _is_bridge(self, place: Place) -> bool:
        around = [self.panel.has_cell(cell) and cell not in self.outside for cell in self.panel.beside(place)]
        return not any(around) or (
            is_junction(place) and around in ([True, False, False, True], [False, True, True, False])
        )

    def parts(
        self, covered: frozenset[Place], walls: frozenset[Place]
    ) -> Iterator[tuple[frozenset[Cell], frozenset[Place]]]:
        """Yield the cells and lines of each region, also those of lines alone.

        An edge that is covered by half belongs to no region but divides nothing.
        """
        todo = set(self._places()) - self._left_out - walls
        while todo:
            part = [todo.pop()]
            for place in part:  # grows during the loop
                for near in self._near(place):
                    if near in todo:
                        todo.remove(near)
                        part.append(near)
            cells = frozenset((x // 2, y // 2) for x, y in part if is_cell((x, y)))
            yield cells, frozenset(place for place in part if not is_cell(place)) - covered

    def _places(self) -> Iterator[Place]:
        for x in range(2 * self.panel.columns - 1 + self.panel.pillar):
            for y in range(2 * self.panel.height + 1):
                yield x, y

    def _near(self, place: Place) -> Iterator[Place]:
        for dx, dy in STEPS.values():
            yield self.panel.wrapped_place((place[0] + dx, place[1] + dy))

    def _spread_from_outside(self) -> set[Place]:
        """Return the missing edges at the rim, what they join to the outside, and the ends of these edges.

        A junction with a hexagon stays.
        """
        panel, out = self.panel, set[Place]()
        todo = [place for place in panel.missing if self._is_on_rim(place)]
        while todo:
            place = todo.pop()
            if place in out or not self._can_leave(place):
                continue
            out.add(place)
            if not is_junction(place):
                todo += self._near(place)
        return out

    def _is_on_rim(self, place: Place) -> bool:
        x, y = place
        return y in (0, 2 * self.panel.height) or (not self.panel.pillar and x in (0, 2 * self.panel.width))

    def _can_leave(self, place: Place) -> bool:
        if is_junction(place):
            return place not in self.panel.all_hexagons
        if is_cell(place):
            return 0 <= place[1] <= 2 * self.panel.height and (
                self.panel.pillar or 0 <= place[0] <= 2 * self.panel.width
            )
        return place in self.panel.missing
