"""Symmetries of panels: turned or mirrored."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quandary.kind import Sameness
from quandary.kinds.witness.elements import Element, Polyomino, at_origin
from quandary.kinds.witness.lattice import Place, Symmetry
from quandary.kinds.witness.notation import format as write_text
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.wellformed import with_directions
from quandary.parts.spots import on_the_lines
from quandary.parts.square import TURNS, Turn, images

SWAPPED = {Symmetry.HORIZONTAL: Symmetry.VERTICAL, Symmetry.VERTICAL: Symmetry.HORIZONTAL}
"""The symmetries that change when rows and columns swap places."""


def symmetries(panel: Panel) -> list[Panel]:
    """Return the panel turned and mirrored in all eight ways, without duplicates. A pillar also goes round.

    >>> from quandary.kinds.witness.notation import parse
    >>> len(symmetries(parse("+-E/|.|/S-+"))), len(symmetries(parse("+-+-E/|2|.|/S-+-+")))
    (4, 8)
    """
    if panel.pillar:
        return list(dict.fromkeys(_pillars(panel)))
    return images(panel, lambda panel, turn: PanelTurn(panel.width, panel.height, turn).panel(panel))


def _pillars(panel: Panel) -> Iterator[Panel]:
    """Yield a pillar, turned upside down and mirrored, from every side."""
    for turn in TURNS:
        if not turn.swapped:
            turned = PanelTurn(panel.width, panel.height, turn, pillar=True).panel(panel)
            yield from (_rolled(turned, steps) for steps in _turns_round(panel))


def _turns_round(panel: Panel) -> range:
    """Return how far a pillar may go round. Where the second path runs the other way round, its axes must stay."""
    stays = panel.symmetry in (Symmetry.HORIZONTAL, Symmetry.ROTATIONAL)
    return range(0, panel.width, panel.width // 2 if stays else 1)


def _rolled(panel: Panel, steps: int) -> Panel:
    """Return a pillar with its first column moved that many steps to the right."""

    def moved(places: frozenset[Place]) -> frozenset[Place]:
        return frozenset(panel.wrapped_place((x + 2 * steps, y)) for x, y in places)

    def shifted(points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(((x + steps) % panel.width, y) for x, y in points)

    return replace(
        panel,
        entrances=shifted(panel.entrances),
        exits=shifted(panel.exits),
        hexagons=moved(panel.hexagons),
        gaps=moved(panel.gaps),
        missing=moved(panel.missing),
        cells=frozenset((((x + steps) % panel.width, y), element) for (x, y), element in panel.cells),
        blue=moved(panel.blue),
        yellow=moved(panel.yellow),
        edge_entrances=moved(panel.edge_entrances),
        edge_exits=moved(panel.edge_exits),
        pointing=frozenset((panel.wrapped_place((x + 2 * steps, y)), way) for (x, y), way in panel.pointing),
    )


def words(panel: Panel, place: Place) -> str:
    """Describe a place in words, as at a point where lines meet or between two."""
    x, y = place
    return on_the_lines((x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2), panel.height)


@dataclass(frozen=True)
class PanelTurn:
    """One of the eight ways to look at a panel of `width` × `height` cells."""

    width: int
    height: int
    turn: Turn
    pillar: bool = False

    def panel(self, panel: Panel) -> Panel:
        """Return the image of a panel."""
        turned = Panel(
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
            rules=panel.rules,
            pillar=panel.pillar,
            edge_entrances=self._places(panel.edge_entrances),
            edge_exits=self._places(panel.edge_exits),
        )
        pointing = [(self.place(end), self._way(*way)) for end, way in panel.pointing]
        return with_directions(turned, pointing)

    def _way(self, right: int, up: int) -> tuple[int, int]:
        """Return the image of a direction."""
        x, y = -right if self.turn.mirrored else right, -up if self.turn.flipped else up
        return (y, x) if self.turn.swapped else (x, y)

    def place(self, place: Place) -> Place:
        """Return the image of a place."""
        x, y = self.turn.point(place, 2 * self.width, 2 * self.height)
        return x % (2 * self.width) if self.pillar else x, y

    def _junctions(self, points: frozenset[Place]) -> frozenset[Place]:
        images = (self.turn.point(point, self.width, self.height) for point in points)
        return frozenset((x % self.width if self.pillar else x, y) for x, y in images)

    def _places(self, points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(map(self.place, points))

    def element(self, element: Element) -> Element:
        """Return the image of an element."""
        if not isinstance(element, Polyomino):
            return element
        turned = frozenset(self.turn.point(cell, 0, 0) for cell in element.shape)
        return replace(element, shape=at_origin(turned))


def canonical(panel: Panel) -> str:
    """Return the same text for all panels that are the same turned or mirrored, wherever their exits point."""
    return min(map(write_text, symmetries(replace(panel, pointing=frozenset()))))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
