"""The road from a dump of the community's site to the panels of the entropy paper.

The paper took panels of 4 × 4 cells that have nothing but squares, hexagons and gaps, dropped copies of panels in
the game, and dropped those with more than 40 votes as outliers. The authors' program read one start and one exit.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from quandary.errors import FileError
from quandary.kinds.witness import Panel
from quandary.kinds.witness.elements import Square
from quandary.kinds.witness.rulesets import GAME
from quandary.replicate._first_wall import suits
from quandary.replicate._ordered_panels import read_panels
from quandary.replicate._rated_panels import RatedPanel, read_rated
from quandary.replicate._table import TableRow

SIZE = (4, 4)
MOST_VOTES = 40
VOTES, OUTLIERS = "votes", 5
"""The step that drops outliers, and how many the paper dropped."""
LEFT = 104
"""The number of panels that the paper was left with."""


@dataclass(frozen=True)
class Selection:
    """The panels of a dump that come through, and how many each step leaves."""

    panels: list[RatedPanel]
    steps: tuple[tuple[str, str, int], ...]
    """The name of a step, what it keeps, and how many it leaves."""

    def rows(self) -> Iterator[TableRow]:
        """Yield a row for each step."""
        for name, keeps, number in self.steps:
            yield TableRow(name, LEFT if name == self.steps[-1][0] else None, number, note=keeps)
        for (_, _, before), (name, _, after) in pairwise(self.steps):
            if name == VOTES:
                note = "" if before - after == OUTLIERS else "differs, unexplained"
                yield TableRow("outliers", OUTLIERS, before - after, note=note)


def select(dump: Path, exclude: Path | None = None) -> Selection:
    """Choose the panels of a dump that the paper would have chosen, without the panels of another file."""
    panels = read_rated(dump)
    known = {plain(panel) for panel in read_panels(exclude)} if exclude else set()
    keep: Sequence[tuple[str, str, Callable[[RatedPanel], bool]]] = (
        ("size", "4×4 cells", lambda each: (each.panel.width, each.panel.height) == SIZE),
        ("elements", "squares, hexagons and gaps only", lambda each: has_known_elements(each.panel)),
        ("one_path", "one path, one start, one exit", lambda each: suits(each.panel)),
        (VOTES, f"at most {MOST_VOTES} votes", lambda each: each.votes <= MOST_VOTES),
        ("new", _said(exclude), lambda each: plain(each.panel) not in known),
    )
    steps = [("panels", "in the file", len(panels))]
    for name, keeps, passes in keep:
        panels = [each for each in panels if passes(each)]
        steps.append((name, keeps, len(panels)))
    if not panels:
        raise FileError(f"No panel of {dump.name} is like those of the paper; give a dump of the site.")
    return Selection(panels, tuple(steps))


def has_known_elements(panel: Panel) -> bool:
    """Return whether a panel has only what the paper's rules are about."""
    return not panel.missing and all(isinstance(element, Square) for _, element in panel.cells)


def plain(panel: Panel) -> Panel:
    """Return a panel without what does not make it another one: its rule set and where its exits point."""
    return replace(panel, rules=GAME, pointing=frozenset())


def _said(exclude: Path | None) -> str:
    if exclude is None:
        return "copies of panels in the game are still there; leave them out with --exclude FILE"
    return f"not among the panels of {exclude.name}"
