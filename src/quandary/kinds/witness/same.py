"""Symmetries of panels: turned or mirrored."""

from dataclasses import dataclass, replace

from quandary.kind import Sameness
from quandary.kinds.witness.elements import Element, Polyomino, at_origin
from quandary.kinds.witness.lattice import Place, Symmetry
from quandary.kinds.witness.rules import Panel
from quandary.parts.square import Turn, images

SWAPPED = {Symmetry.HORIZONTAL: Symmetry.VERTICAL, Symmetry.VERTICAL: Symmetry.HORIZONTAL}
"""The symmetries that change when rows and columns swap places."""


def symmetries(panel: Panel) -> list[Panel]:
    """Return the panel turned and mirrored in all eight ways, without duplicates.

    >>> from quandary.kinds.witness.notation import parse
    >>> len(symmetries(parse("+-E/|.|/S-+"))), len(symmetries(parse("+-+-E/|2|.|/S-+-+")))
    (4, 8)
    """
    return images(panel, lambda panel, turn: PanelTurn(panel.width, panel.height, turn).panel(panel))


def words(place: Place) -> str:
    """Describe a place in words, as at a junction or between two.

    >>> words((2, 2)), words((1, 0))
    ('at (1, 1)', 'between (0, 0) and (1, 0)')
    """
    x, y = place
    here, there = (x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2)
    return f"at {here}" if here == there else f"between {here} and {there}"


@dataclass(frozen=True)
class PanelTurn:
    """One of the eight ways to look at a panel of `width` × `height` cells."""

    width: int
    height: int
    turn: Turn

    def panel(self, panel: Panel) -> Panel:
        """Return the image of a panel."""
        return Panel(
            *self.turn.size(self.width, self.height),
            entrances=self._junctions(panel.entrances),
            exits=self._junctions(panel.exits),
            hexagons=self._places(panel.hexagons),
            gaps=self._places(panel.gaps),
            missing=self._places(panel.missing),
            cells=frozenset(
                (self.turn.point(cell, self.width - 1, self.height - 1), self.element(element))
                for cell, element in panel.cells
            ),
            symmetry=SWAPPED.get(panel.symmetry, panel.symmetry) if self.turn.swapped else panel.symmetry,
            blue=self._places(panel.blue),
            yellow=self._places(panel.yellow),
        )

    def place(self, place: Place) -> Place:
        """Return the image of a place."""
        return self.turn.point(place, 2 * self.width, 2 * self.height)

    def _junctions(self, points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(self.turn.point(point, self.width, self.height) for point in points)

    def _places(self, points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(map(self.place, points))

    def element(self, element: Element) -> Element:
        """Return the image of an element."""
        if not isinstance(element, Polyomino):
            return element
        turned = frozenset(self.turn.point(cell, 0, 0) for cell in element.shape)
        return replace(element, shape=at_origin(turned))


SAMENESS = Sameness(symmetries=symmetries)
