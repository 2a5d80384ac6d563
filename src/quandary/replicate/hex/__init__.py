"""The tables of Mahmoud's thesis on the HEX tangram: published, as published, corrected.

"As published" is the reading of the thesis's own program. `quirks.py` names each of its quirks.
"""

from quandary.replicate._table import PublishedTable, several
from quandary.replicate.hex import constraints, counts, puzzle_144, statistics

SOURCE = "Mahmoud, End-to-end Game Design Using EPCG, MSc thesis, 2024"

TABLE = several(
    "hex",
    "The HEX tangram: solutions, entropies, patterns of holes, chapters",
    SOURCE,
    (
        PublishedTable("3.1", "Table 3.1: locations of each piece", SOURCE, counts.locations),
        PublishedTable("3.2", "Table 3.2: solutions by the piece left out", SOURCE, counts.solutions),
        PublishedTable(
            "4.2", "Section 4.2: patterns of holes", SOURCE, constraints.patterns, also=("patterns",)
        ),
        PublishedTable(
            "4.7", "Figure 4.7: patterns by number of solutions", SOURCE, constraints.distribution
        ),
        PublishedTable(
            "4.3",
            "Sections 4.3 and 5.3: puzzles in each chapter",
            SOURCE,
            constraints.chapters,
            also=("chapters",),
        ),
        PublishedTable("5.1", "Table 5.1: entropies by chapter", SOURCE, statistics.rows),
        PublishedTable("6.5", "Figure 6.5: what players see in puzzle 144", SOURCE, puzzle_144.rows),
    ),
)
