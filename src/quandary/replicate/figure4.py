"""Figure 4 of Chen, White & Sturtevant: a panel and the choices in each state of its two solutions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from quandary.draw.shapes import Drawing
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.lattice import Path
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.replicate._graph import Captioned, gallery
from quandary.replicate._table import PublishedTable, TableRow

PANEL = "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"

WAYS = {
    "2": ("up", "right", "right", "up"),
    "3": ("right", "right", "up", "left", "left", "up", "right", "right"),
}
"""The moves to the states 2a, 2b, ... and 3a, 3b, ... from state 1."""

CHOICES = {
    "A": {"1": [2], "2": [2, 3, 2, 0], "3": [2, 1, 2, 2, 1, 1, 1, 0]},
    "L": {"1": [2], "2": [1, 1, 1, 0], "3": [2, 1, 1, 1, 1, 1, 1, 0]},
}
"""The columns |A| and |L| of the figure, as printed."""

PLAYERS = {"A": KIND.player("none"), "L": KIND.people.default}
"""A: every legal move is a choice. L: the moves that the paper's rules leave."""

ENTROPIES = ("muse_A", "muse_L", "remuse_A", "remuse_L")
NOT_PRINTED = "not printed; follows from Algorithm 2"


def rows() -> Iterator[TableRow]:
    """Yield the entropies of the panel, then the number of choices in each state."""
    panel = KIND.parse(PANEL)
    for column, published in ("A", 4.0), ("L", 1.0):
        yield TableRow(f"muse_{column}", published, muse(panel, PLAYERS[column]).value)
    for column, player in PLAYERS.items():
        yield TableRow(f"remuse_{column}", None, remuse(panel, player).value, note=NOT_PRINTED)
    for column, player in PLAYERS.items():
        yield from _choices(panel, column, player)


def _choices(panel: Panel, column: str, player: Player) -> Iterator[TableRow]:
    (start,) = panel.starts()
    yield _choice(f"{column}_1", CHOICES[column]["1"][0], panel, start, player)
    for way, moves in WAYS.items():
        _, *states = accumulate(moves, panel.apply, initial=start)
        for letter, state, published in zip("abcdefgh", states, CHOICES[column][way], strict=False):
            yield _choice(f"{column}_{way}{letter}", published, panel, state, player)


def _choice(name: str, published: int, panel: Panel, state: Path, player: Player) -> TableRow:
    if panel.is_solved(tuple(state)):
        return TableRow(name, published, 0, note="solved: play has ended")
    return TableRow(name, published, len(player.options(panel, state)[NEXT]))


def draw(rows: Sequence[TableRow]) -> Drawing:
    """Draw the panel in each state of its two solutions, with the choices of both players there."""
    panel, counted = KIND.parse(PANEL), {row.name: row for row in rows}
    (start,) = panel.starts()
    first = _captioned("1", panel, start, counted)
    pictures = []
    for way, moves in WAYS.items():
        _, *states = accumulate(moves, panel.apply, initial=start)
        named = zip((f"{way}{letter}" for letter in "abcdefgh"), states, strict=False)
        pictures.append([first, *(_captioned(name, panel, state, counted) for name, state in named)])
    bits = "; ".join(
        f"{name.replace('remuse_', 'ReMUSE of ').replace('muse_', 'MUSE of ')} {counted[name].ours:.2f}"
        for name in ENTROPIES
        if counted[name].ours is not None
    )
    return gallery(
        pictures, f"Figure 4: states and choices (A: all moves, L: those that the rules leave); {bits} bits"
    )


def _captioned(name: str, panel: Panel, state: Path, counted: Mapping[str, TableRow]) -> Captioned:
    return Captioned(
        KIND.draw(panel, state), (name, *(_told(column, counted[f"{column}_{name}"]) for column in PLAYERS))
    )


def _told(column: str, row: TableRow) -> str:
    """Return a number of choices, and the printed one if it differs."""
    printed = "" if row.published == row.ours else f" (printed {row.published:.0f})"
    return f"|{column}| = {row.ours:.0f}{printed}"


TABLE = PublishedTable(
    "figure4",
    "The panel of Figure 4: its entropies, and the choices in each state of its two solutions",
    "Chen, White & Sturtevant, Entropy as a Measure of Puzzle Difficulty, AIIDE 2023",
    rows,
    graph=draw,
)
