"""The order of panels according to Chen, White & Sturtevant: Figure 8, sizes, and triangles.

The figure's panels are from the game and not printed legibly, so we built panels that match the text. The
other two parts are announced in the paper without numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from quandary._native import core
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.elements import Colour, Square, Triangles
from quandary.kinds.witness.lattice import Symmetry
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.sweep import sweep
from quandary.limits import Limits
from quandary.measuring.entropy import muse, remuse
from quandary.measuring.rate import rate
from quandary.models.statistics import correlate
from quandary.player import Player
from quandary.replicate._rated_panels import ALL_ALIKE, RatedPanel, adjusted_ratings, agreement, read_rated
from quandary.replicate._table import Table, TableRow, several
from quandary.rules import Rule

SOURCE = "Chen, White & Sturtevant, Entropy as a Measure of Puzzle Difficulty, AIIDE 2023"

PANELS = {
    "i": "+-E/|w|/+-+/|b|/S-+",
    "ii": "+-+-E/|b|w|/S-+-+",
    "iii": "+-E/|b|/+-+/|w|/+-+/|b|/S-+",
    "iv": "+-+-+-+-+/|w|w|w|w|/+-+-+-+-+/|b|b|b|b|/S-+-+-+-E",
    "v": "+-+-E/|b|w|/+-+-+/|b|w|/S-+-+",
    "vi": "+-+-+-+/|b|.|.|/+-+-+-E/|w|w|w|/+-+-+-+/|b|b|b|/S-+-+-+",
    "vii": "+-+-+-+/|.|b|.|/+-+-+-E/|w|w|w|/+-+-+-+/|b|b|b|/S-+-+-+",
    "viii": "+-+-+-+/|w|.|w|/+-+-+-+/|b|b|.|/E-+-+-+/|b|b|w|/S-+-+-+",
    "ix": "+-+-+-+-+/|w|w|w|w|/E-+-+-+-+/|b|b|b|b|/S-+-+-+-+",
}
"""The panels in the order of the game. The first three are trivial. Those from iv on, except v, have four
black squares beside the start, and the exit moves; v has two solutions, of which the one to the right is
shorter."""

RANKS = {"i": 1, "ii": 1, "iii": 1, "v": 4, "iv": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
"""The order by ReMUSE as the text gives it: three equal panels, then one swap."""

SIZES = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3))
LARGE = 500
"""The number of panels beyond which the compiled core is needed."""

TRIANGLE_PANELS = 152
PATIENCE = Limits(seconds=2, memory=2)
"""The limits for one panel of a file."""
NO_DATA = "needs panels: --data FILE"


def figure8() -> Iterator[TableRow]:
    """Yield the bits of each panel, and its place in the order by ReMUSE."""
    panels = {name: KIND.parse(text) for name, text in PANELS.items()}
    bits = {name: remuse(panel).value or 0.0 for name, panel in panels.items()}
    for name in ("iv", "v"):
        yield TableRow(f"muse_{name}", 1.0, muse(panels[name]).value, note="all of it at the start")
    for name, value in bits.items():
        yield TableRow(
            f"remuse_{name}", 0.0 if RANKS[name] == 1 else None, value, note="panel rebuilt from the text"
        )
    for name, value in bits.items():
        yield TableRow(f"rank_{name}", RANKS[name], 1 + sum(other < value - 1e-9 for other in bits.values()))
    agreed = correlate(list(range(len(bits))), list(bits.values()), method="spearman")
    yield TableRow("spearman", None, agreed.r, note="of the game's order with that by ReMUSE")


def sizes() -> Iterator[TableRow]:
    """Yield the distribution of ReMUSE over all panels of a size with squares of two colours.

    Mirror images count once.
    """
    for width, height in SIZES:
        size = f"{width}x{height}"
        space = PanelSpace(width, height, palette=(Square(Colour.BLACK), Square(Colour.WHITE)))
        yield TableRow(
            f"{size}_panels", None, space.size, note="every cell black, white or empty, corner to corner"
        )
        if core() is None and space.size > LARGE:
            yield TableRow(f"{size}_solvable", None, None, note="takes the compiled core")
            continue
        bits = sorted(_bits(space))
        yield TableRow(f"{size}_solvable", None, len(bits))
        yield TableRow(f"{size}_free", None, sum(value < 1e-9 for value in bits), note="solvable with 0 bits")
        yield TableRow(f"{size}_median", None, median(bits))
        yield TableRow(f"{size}_most", None, bits[-1])


def _bits(space: PanelSpace) -> Iterator[float]:
    for piece in sweep(space):
        for at in piece.solutions.nonzero()[0]:
            value = remuse(space.unrank(piece.first + int(at))).value
            if value is not None:
                yield value


def triangles() -> Iterator[TableRow]:
    """Yield the paper's claims about panels with triangles only. Our numbers need panels."""
    yield TableRow("triangle_panels", TRIANGLE_PANELS, None, note=NO_DATA)


def triangles_on(panels: Sequence[RatedPanel]) -> Iterator[TableRow]:
    """Yield the correlations of Table 1 for the panels that have triangles only."""
    rated = [each for each in panels if has_only_triangles(each.panel)]
    yield TableRow("triangle_panels", TRIANGLE_PANELS, len(rated), note=f"of {len(panels):,} in the file")
    if len(rated) < 4:
        return
    ratings = adjusted_ratings(rated)
    knowing = replace(
        KIND.people.default, rules=(*KIND.people.default.rules, *_triangle_rules()), name="with triangles"
    )
    yield _correlation("remuse", rated, ratings, note="the paper's three rules")
    yield _correlation("remuse", rated, ratings, knowing, name="remuse_knowing", note="and that of triangles")
    for measure in ("muse", "solutions", "average_length"):
        yield _correlation(measure, rated, ratings)


def _triangle_rules() -> list[Rule]:
    return [rule for rule in KIND.people.rules if rule.name == "triangles"]


def has_only_triangles(panel: Panel) -> bool:
    """Return whether a panel has one path, triangles, and no other elements."""
    return (
        panel.symmetry is Symmetry.NONE
        and bool(panel.cells)
        and all(isinstance(element, Triangles) for _, element in panel.cells)
        and not panel.hexagons | panel.gaps | panel.missing
    )


def _correlation(
    measure: str,
    rated: Sequence[RatedPanel],
    ratings: Sequence[float],
    player: Player | None = None,
    *,
    name: str = "",
    note: str = "",
) -> TableRow:
    scores = [rate(each.panel, [measure], player=player, limits=PATIENCE)[measure] for each in rated]
    values = [score.value if score.status == "exact" else None for score in scores]
    found = agreement(values, ratings)
    known = f"{len(rated) - values.count(None)} of {len(rated)} panels have a score"
    notes = [note, f"p {found.p:.1e}" if found else ALL_ALIKE, known]
    return TableRow(
        f"triangle_{name or measure}", None, found.r if found else None, note="; ".join(filter(None, notes))
    )


def with_data(path: Path) -> Table:
    """Return all three parts, the last one on the panels of a file."""
    panels = read_rated(path)
    *others, last = TABLE.parts
    on_file = replace(last, title=f"{last.title}, on {path.name}", rows=lambda: triangles_on(panels))
    return replace(several(TABLE.name, TABLE.title, TABLE.source, (*others, on_file)), with_data=with_data)


def _triangles_with_data(path: Path) -> Table:
    return with_data(path).part("triangles")


TABLE = replace(
    several(
        "witness-order",
        "The order of introductory panels by ReMUSE, its spread by size, and triangles",
        SOURCE,
        (
            Table(
                "figure8",
                "Figure 8: introductory panels in the order of the game and by ReMUSE",
                SOURCE,
                figure8,
            ),
            Table("sizes", "ReMUSE over all panels of each small size", SOURCE, sizes),
            Table(
                "triangles",
                "Panels with triangles only: correlations with adjusted ratings",
                SOURCE,
                triangles,
                with_data=_triangles_with_data,
            ),
        ),
    ),
    with_data=with_data,
)
