"""The outlook of a path: the places it can still reach and the regions that are closed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quandary.kinds.witness.lattice import Cell, Path, Place, Point, Symmetry, between
from quandary.kinds.witness.rules import Panel


@dataclass(frozen=True)
class PathOutlook:
    """A path together with all the ways in which it could go on. It may also stay as it is."""

    panel: Panel
    state: Path

    @cached_property
    def reachable(self) -> frozenset[Point]:
        """The points that the path can reach, its head included."""
        panel = self.panel
        seen = set(map(panel.wrapped, (*self.state, *panel.second(self.state))))
        todo = [panel.wrapped(self.state[-1])]
        for here in todo:  # grows during the loop
            fresh = [there for there in panel.ways[here].values() if there not in seen]
            seen.update(fresh)
            todo += fresh
        return frozenset(todo)

    @cached_property
    def first(self) -> frozenset[Place]:
        """The junctions and edges that the path itself may still cover."""
        ahead = {
            self.panel.edge_towards(here, move)
            for here in self.reachable
            for move, there in self.panel.ways[here].items()
            if there in self.reachable
        }
        return frozenset(ahead.union(between(here, here) for here in self.reachable))

    @cached_property
    def either(self) -> frozenset[Place]:
        """The places that the path or its mirror image may still cover."""
        if self.panel.symmetry is Symmetry.NONE:
            return self.first
        return self.first.union(map(self.panel.image, self.first))

    @cached_property
    def covered(self) -> frozenset[Place]:
        """The places that either path covers now."""
        return self.panel.covered(self.state)

    @cached_property
    def walls(self) -> frozenset[Place]:
        """The edges with which either path divides cells now, if it goes on."""
        return self.panel.walls(self.state)

    @cached_property
    def closed(self) -> tuple[frozenset[Cell], ...]:
        """The regions that no path can divide any further and that hold no eliminator.

        Anything that fails in one of them fails for good.
        """
        return tuple(self._closed())

    def _closed(self) -> Iterator[frozenset[Cell]]:
        for cells, inner in self._regions():
            if self.either.isdisjoint(inner) and not any(map(self.panel.eliminates, cells)):
                yield cells

    def _regions(self) -> Iterator[tuple[frozenset[Cell], Iterable[Place]]]:
        """Yield the cells of each region, with the places where a path could divide it."""
        if self.panel.outline.has_bridges:  # any of its lines may be all that holds it together
            yield from (part for part in self.panel.outline.parts(self.walls, self.walls) if part[0])
            return
        for cells in map(frozenset, self.panel.regions(self.walls)):
            yield (
                cells,
                (side for cell in cells for side, beyond in self.panel.sides(cell) if beyond in cells),
            )


@lru_cache(maxsize=64)
def outlook(panel: Panel, state: Path) -> PathOutlook:
    """Return the outlook of a path, cached because several rules look at the same one in turn."""
    return PathOutlook(panel, state)
