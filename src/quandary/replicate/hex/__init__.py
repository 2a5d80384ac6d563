"""The tables of Mahmoud's thesis on the HEX tangram: published, as published, corrected.

"As published" is the reading of the thesis's own program. `quirks.py` names each of its quirks.
"""

from collections.abc import Callable, Sequence

from quandary.draw.shapes import Drawing
from quandary.replicate._graph import bar_chart
from quandary.replicate._table import PublishedTable, TableRow, several
from quandary.replicate.hex import constraints, counts, puzzle_144, statistics

SOURCE = "Mahmoud, End-to-end Game Design Using EPCG, MSc thesis, 2024"

UNITS = {
    "least_rank": "10^17 ways to place a set of pieces",
    "most_rank": "10^17 ways to place a set of pieces",
    "Total": "solutions in all",
    "Tilings": "tilings",
    "expansions": "states expanded",
    "expansions_with_rules": "states expanded, with rules",
    "expansions_share": "10^-8 per cent",
    "speedup": "per cent",
    "zero_share": "per cent of the patterns",
    "count_164": "patterns",
}
"""What the numbers of a table count that are not the same as its others."""


def unit_of(name: str) -> str:
    """Return what a number of the thesis counts.

    >>> unit_of("ch3_avg"), unit_of("size_4"), unit_of("Hook")
    ('bits, avg', 'size_4', '')
    """
    if name.startswith(("size_", "log2_size_")):
        return name
    chapter, _, column = name.partition("_")
    if chapter.startswith("ch") and column:
        return (
            column.partition("_")[0] if column.startswith("puzzles") else f"bits, {column.partition('_')[0]}"
        )
    return UNITS.get(name, "")


def _bars(title: str) -> Callable[[Sequence[TableRow]], Drawing]:
    return lambda rows: bar_chart(title, rows, unit_of)


TABLE = several(
    "hex",
    "The HEX tangram: solutions, entropies, patterns of holes, chapters",
    SOURCE,
    (
        PublishedTable(
            "3.1",
            "Table 3.1: locations of each piece",
            SOURCE,
            counts.locations,
            graph=_bars("Table 3.1: locations of each piece"),
        ),
        PublishedTable(
            "3.2",
            "Table 3.2: solutions by the piece left out",
            SOURCE,
            counts.solutions,
            graph=_bars("Table 3.2: solutions by the piece left out"),
        ),
        PublishedTable(
            "4.2",
            "Section 4.2: patterns of holes",
            SOURCE,
            constraints.patterns,
            graph=_bars("Section 4.2: patterns of holes"),
            also=("patterns",),
        ),
        PublishedTable(
            "4.7",
            "Figure 4.7: patterns by number of solutions",
            SOURCE,
            constraints.distribution,
            graph=constraints.draw_distribution,
        ),
        PublishedTable(
            "4.3",
            "Sections 4.3 and 5.3: puzzles in each chapter",
            SOURCE,
            constraints.chapters,
            also=("chapters",),
        ),
        PublishedTable(
            "5.1",
            "Table 5.1: entropies by chapter",
            SOURCE,
            statistics.rows,
            graph=_bars("Table 5.1: entropies by chapter"),
        ),
        PublishedTable("6.5", "Figure 6.5: what players see in puzzle 144", SOURCE, puzzle_144.rows),
    ),
)
