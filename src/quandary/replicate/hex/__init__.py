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
    "least_rank": "fewest ways to place a set of pieces, in units of 10^17",
    "most_rank": "most ways to place a set of pieces, in units of 10^17",
    "Total": "solutions in all",
    "Tilings": "tilings",
    "expansions": "states expanded",
    "expansions_with_rules": "states expanded, with rules",
    "expansions_share": "share expanded, in units of 10^-8 per cent",
    "speedup": "per cent of the time saved by rules",
    "zero_share": "per cent of the patterns without a solution",
    "count_164": "patterns with 164 solutions",
    "solutions": "solutions",
    "log2_size_1": "patterns after step 1, as a power of 2",
    "log2_size_2": "patterns after step 2, as a power of 2",
    "size_3": "patterns after step 3",
    "size_4": "patterns after step 4",
    "size_5": "patterns after step 5",
}
"""What the numbers of a table count that are not the same as its others."""
STATISTICS = {"min": "least", "max": "most", "avg": "mean", "med": "median", "std": "standard deviation"}


def unit_of(name: str, usual: str = "") -> str:
    """Return what a number of the thesis counts: that of the others in its table unless it differs.

    >>> unit_of("ch3_avg"), unit_of("Tilings"), unit_of("Hook", "locations")
    ('bits, mean', 'tilings', 'locations')
    """
    chapter, _, column = name.partition("_")
    if chapter.startswith("ch") and column:
        column = column.partition("_")[0]
        return column if column == "puzzles" else f"bits, {STATISTICS[column]}"
    return UNITS.get(name, usual)


def _bars(title: str, usual: str = "") -> Callable[[Sequence[TableRow]], Drawing]:
    return lambda rows: bar_chart(title, rows, lambda name: unit_of(name, usual))


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
            graph=_bars("Table 3.1: locations of each piece", "locations"),
        ),
        PublishedTable(
            "3.2",
            "Table 3.2: solutions by the piece left out",
            SOURCE,
            counts.solutions,
            graph=_bars("Table 3.2: solutions by the piece left out", "solutions"),
        ),
        PublishedTable(
            "4.2",
            "Section 4.2: patterns of holes",
            SOURCE,
            constraints.patterns,
            graph=_bars("Section 4.2: patterns of holes", "puzzles"),
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
            graph=_bars("Sections 4.3 and 5.3: puzzles in each chapter", "puzzles"),
            also=("chapters",),
        ),
        PublishedTable(
            "5.1",
            "Table 5.1: entropies by chapter",
            SOURCE,
            statistics.rows,
            graph=_bars("Table 5.1: entropies by chapter"),
        ),
        PublishedTable(
            "6.5",
            "Figure 6.5: what players see in puzzle 144",
            SOURCE,
            puzzle_144.rows,
            graph=_bars("Figure 6.5: what players see in puzzle 144", "bits"),
        ),
    ),
)
