"""Find the best panels of a space by few solutions, then by long ones, without visiting all of it.

Elements on a panel only rule out paths, as long as no eliminator removes elements. So the paths that are left
when part of a panel has been filled are all that its completions can have as solutions, and no completion is
better than one with a single solution, the longest of these paths. If that is no better than the worst of the
best panels so far, all completions are passed over. Stars and polyominoes depend on the whole panel and are
judged at the end.

On large panels this takes too long, because the first panels of a space are nearly empty and have many solutions. There one
goes the other way round, *path first*: for each of the longest paths, colour its regions, until the path is
the only solution.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from quandary._native import core
from quandary.errors import NativeError, SpaceError
from quandary.kinds.witness.elements import Eliminator, Square, Triangles
from quandary.kinds.witness.layouts import Layer, Letters
from quandary.kinds.witness.numbering import NumberedPanels
from quandary.kinds.witness.paths import Paths
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.sweep import FoundPanel, compiled_sweep, fits

MOST_PATHS_IN_ORDER = 100_000
"""With more paths than this, path first is quicker. A 4 × 4 panel has 8,512, a 5 × 5 panel 1,262,816."""


@dataclass(frozen=True)
class BestPanels:
    """The best panels of a space, and how they were found."""

    best: list[FoundPanel]
    """The best first. Of equal panels, the one with the smaller number comes first."""
    seen: int
    """The number of panels that were looked at."""
    size: int
    """The number of panels of the space."""
    is_complete: bool
    """Whether a run over the whole space would give the same list. If not, other panels may be as good, but
    none is better."""
    said: str
    """What the list speaks for, in words."""

    @property
    def share(self) -> float:
        """The share of the space that was looked at."""
        return self.seen / self.size


def best(
    space: NumberedPanels, most: int = 10, *, engine: Literal["auto", "python", "native"] = "auto"
) -> BestPanels:
    """Return the solvable panels with the fewest solutions, and among them those with the longest.

    >>> from quandary.kinds.witness.elements import Colour, Square
    >>> from quandary.kinds.witness.space import PanelSpace
    >>> space = PanelSpace(3, 3, palette=(Square(Colour.BLACK), Square(Colour.WHITE)))
    >>> found = best(space, 2)
    >>> [(panel.number, panel.solutions, panel.shortest) for panel in found.best]
    [(845, 1, 14), (854, 1, 14)]
    >>> found.is_complete, found.share < 0.5
    (True, True)

    Squares in any cells of a panel with too many paths are found path first. Raises SpaceError if the space
    has eliminators, since nothing bounds their panels.
    """
    _check(space)
    if engine == "native" and core() is None:
        raise NativeError("The compiled core is not installed; use engine='python'.")
    if engine == "python" or not fits(space):
        return _in_python(space, most)
    swept = compiled_sweep(space)
    if swept.path_count > MOST_PATHS_IN_ORDER and _has_free_squares(space):
        return _path_first(space, swept, most)
    found = swept.best(most)
    return _complete(space, [_found(space, each) for each in found.best], found.panels)


def _check(space: NumberedPanels) -> None:
    if any(isinstance(element, Eliminator) for element in space.elements):
        raise SpaceError(
            "Eliminators remove other elements, so that nothing bounds the solutions of a panel that is partly"
            " filled. Leave out the eliminators, or go through the whole space."
        )


def _has_free_squares(space: NumberedPanels) -> bool:
    only_squares = bool(space.palette) and all(isinstance(element, Square) for element in space.palette)
    return only_squares and not (space.hexagons_on_junctions or space.hexagons_on_edges or space.gaps)


def _complete(space: NumberedPanels, found: list[FoundPanel], seen: int) -> BestPanels:
    said = (
        f"These are the best of all {space.size:,} panels: {seen:,} were looked at,"
        " and bounds show that none of the others is better."
    )
    return BestPanels(found, seen, space.size, True, said)


def _path_first(space: NumberedPanels, swept: Any, most: int) -> BestPanels:
    """Find panels with squares everywhere whose only solution is a longest path, at most one for each path."""
    chosen = swept.path_first(2 * most)  # a panel and its mirror image may be one and the same
    found: dict[int, FoundPanel] = {}
    for each in chosen.best:
        if len(found) < most:
            panel = _found(space, each)
            found.setdefault(panel.number, panel)
    said = (
        f"No panel of the space is better than these: one solution, as long as any path can be. {chosen.panels:,} of"
        f" {space.size:.3g} panels were looked at, those with squares in all cells on {chosen.beginnings:,} of the"
        f" {chosen.paths:,} longest paths. Others may be as good."
    )
    in_order = sorted(found.values(), key=lambda each: each.number)
    return BestPanels(in_order, chosen.panels, space.size, False, said)


def _found(space: NumberedPanels, chosen: Any) -> FoundPanel:
    number = space.layouts.rank(_split(chosen.letters, space.layouts.layers))
    return FoundPanel(number, chosen.solutions, chosen.shortest, None, space.unrank(number))


def _split(letters: Sequence[int], layers: Sequence[Layer]) -> list[Letters]:
    split, rest = list[Letters](), list(letters)
    for layer in layers:
        split.append(tuple(rest[: layer.places]))
        rest = rest[layer.places :]
    return split


# The reference, readable and slow


def _in_python(space: NumberedPanels, most: int) -> BestPanels:
    search = _Search(space, most)
    if most > 0:
        search.go_on((), 0)
    return _complete(space, search.best, search.seen)


class _Search:
    """A search through the beginnings of panels, in the order of their numbers."""

    def __init__(self, space: NumberedPanels, most: int) -> None:
        self.space = space
        self.most = most
        self.paths = Paths(space.empty)
        self.best: list[FoundPanel] = []
        self.seen = 0

    def go_on(self, begun: tuple[Letters, ...], number: int) -> None:
        """Look at the panels that begin with these letters, the first of which has this number."""
        if self._is_whole(begun):
            self._take(begun, number)
            return
        for longer, count in self.space.layouts.longer(begun):
            if self._wants(longer):
                self.go_on(longer, number)
            number += count

    def _is_whole(self, begun: tuple[Letters, ...]) -> bool:
        layers = self.space.layouts.layers
        return len(begun) == len(layers) and len(begun[-1]) == layers[-1].places

    def _wants(self, begun: tuple[Letters, ...]) -> bool:
        """Return whether a completion may be among the best."""
        left = self.paths.solutions(_without_late_ones(self.space.filled(tuple(self._padded(begun)))))
        return bool(left) and self._is_among_best(1, len(left[-1]) - 1)

    def _padded(self, begun: tuple[Letters, ...]) -> Iterator[Letters]:
        for at, layer in enumerate(self.space.layouts.layers):
            used = begun[at] if at < len(begun) else ()
            yield (*used, *(0,) * (layer.places - len(used)))

    def _take(self, layout: tuple[Letters, ...], number: int) -> None:
        self.seen += 1
        panel = self.space.filled(layout)
        solutions = self.paths.solutions(panel)
        if solutions and self._is_among_best(len(solutions), len(solutions[0]) - 1):
            self.best.append(FoundPanel(number, len(solutions), len(solutions[0]) - 1, None, panel))
            self.best.sort(key=lambda found: (found.solutions, -found.shortest, found.number))
            del self.best[self.most :]

    def _is_among_best(self, solutions: int, shortest: int) -> bool:
        if len(self.best) < self.most:
            return True
        worst = self.best[-1]
        return (solutions, -shortest) < (worst.solutions, -worst.shortest)


def _without_late_ones(panel: Panel) -> Panel:
    """Return the panel without the elements that depend on what is still to come."""
    early = frozenset(held for held in panel.cells if isinstance(held[1], Square | Triangles))
    return replace(panel, cells=early)
