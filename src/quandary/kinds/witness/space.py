"""Spaces of panels, whose solutions are counted, and whose best panels are found, faster than one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quandary.kinds.witness.numbering import NumberedPanels
from quandary.parts.space import Bounded


@dataclass(frozen=True)
class PanelSpace(NumberedPanels):
    """The panels of one size, from one start to one exit, with a given number of each element.

    >>> from quandary.kinds.witness.elements import Colour, Square
    >>> black, white = Square(Colour.BLACK), Square(Colour.WHITE)
    >>> space = PanelSpace(2, 2, counts={black: 2, white: 2})
    >>> space.size                  # six ways, of which two are their own image and four are images in pairs
    4
    >>> space.rank(space.unrank(3))
    3

    Instead of `counts`, `palette` lets every cell hold any of its elements, or nothing. Hexagons and gaps are
    put on junctions and edges in all ways, but not on start and exit.
    """

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the solutions of panels, the lengths of shortest ones, and ReMUSE, without a search."""
        if not {*measures} <= {"solutions", "shortest", "remuse"}:
            return None
        return self._swept(numbers, measures)

    @property
    def bounded_by(self) -> tuple[str, str]:
        """The expressions by which `bounded` ranks: few solutions, then long ones."""
        return "-solutions", "shortest"

    def bounded(self, most: int) -> Bounded:
        """Return the best panels without visiting all. Raises SpaceError if there are eliminators."""
        from quandary.kinds.witness.bounded import best

        found = best(self, most)
        rows = [(panel.number, (-float(panel.solutions), float(panel.shortest))) for panel in found.best]
        return Bounded(rows, found.seen, found.is_complete, found.said)

    @cached_property
    def _swept(self) -> Callable[[range, Sequence[str]], Mapping[str, Any] | None]:
        from quandary.kinds.witness.sweep import columns

        return columns(self)
