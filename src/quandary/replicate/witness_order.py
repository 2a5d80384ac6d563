"""The order of panels according to Chen, White & Sturtevant: Figures 8 and 9, sizes, and triangles.

The figures' panels are the game's and another paper's, so they come from a file: `--data FILE`, with one panel on
each line, perhaps after a label. The other two parts are announced in the paper without numbers; the last one
takes a file of rated panels, which is recognised by its content.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from statistics import median

from quandary._native import core
from quandary.draw.charts import BarGroup, Series, distribution, grouped_bars
from quandary.draw.shapes import Drawing
from quandary.errors import FileError
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.elements import Colour, Square, Triangles
from quandary.kinds.witness.lattice import Symmetry
from quandary.kinds.witness.space import PanelSpace
from quandary.limits import Limits
from quandary.measuring.entropy import remuse
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.replicate._graph import SERIES, stacked, titled
from quandary.replicate._ordered_panels import picture, read_order, rows_on
from quandary.replicate._rated_panels import ALL_ALIKE, RatedPanel, adjusted_ratings, agreement, read_rated
from quandary.replicate._slitherlink import slitherlink
from quandary.replicate._table import PublishedTable, TableRow, several
from quandary.rules import Rule

NAME = "witness-order"
SOURCE = "Chen, White & Sturtevant, Entropy as a Measure of Puzzle Difficulty, AIIDE 2023"

RANKS = {"i": 1, "ii": 1, "iii": 1, "iv": 5, "v": 4, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
"""The order of Figure 8 by ReMUSE: three equal panels, then one swap."""
NO_ORDER = "needs the panels in order: --data FILE"

SIZES = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3))
LARGEST = Path(__file__).parent / "data" / "witness_4x4.json"
MADE_BY = "found by quandary exhaust witness squares --with size=4x4 --with symmetry=reduced --by remuse"
LARGE = 500
"""The number of panels beyond which the compiled core is needed."""

TRIANGLE_PANELS = 152
TRIANGLE_SIZE = (4, 4)
"""The size of the paper's other panels. Scores of different sizes do not compare, so only these count if a file has
enough of them."""
FEWEST = 4
PATIENCE = Limits(states=2_000_000)
"""The limits for one panel of a file: states, so that r does not depend on how busy the machine is."""
NO_DATA = "needs panels: --data FILE"


def figure8() -> Iterator[TableRow]:
    """Yield the published ranks. Without the panels there is nothing to compare."""
    for name, rank in RANKS.items():
        yield TableRow(f"rank_{name}", rank, None, note=NO_ORDER)
    yield TableRow("swaps", 1, None, note=f"iv and v; {NO_ORDER}")


def sizes() -> Iterator[TableRow]:
    """Yield the distribution of ReMUSE over all panels of a size with squares of two colours.

    Mirror images count once. The largest size is not computed anew: a run through it takes some minutes.
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
    yield from _largest_size()


def _bits(space: PanelSpace) -> Iterator[float]:
    """Yield ReMUSE of the solvable panels."""
    swept = space.sweep(range(space.size), ["remuse"])
    values = (
        swept["remuse"].tolist()
        if swept
        else (remuse(space.unrank(number)).value for number in range(space.size))
    )
    return (value for value in values if value is not None and not isnan(value))


def _largest_size() -> Iterator[TableRow]:
    """Yield what a run through the 4 × 4 panels has found (data/witness_4x4.json)."""
    found = json.loads(LARGEST.read_text("utf-8"))
    yield TableRow("4x4_panels", None, found["panels"], note=f"{MADE_BY}; digest {found['digest']}")
    yield TableRow("4x4_solvable", None, found["solvable"])
    yield TableRow("4x4_free", None, found["free"], note="solvable with 0 bits")
    yield TableRow("4x4_median", None, found["median"])
    yield TableRow("4x4_most", None, found["most"], note=f"panel {found['hardest']:,}")
    for bits, number in enumerate(found["by_bits"]):
        yield TableRow(f"4x4_from_{bits}", None, number, note=f"solvable, {bits} to {bits + 1} bits")


def draw_sizes(rows: Sequence[TableRow]) -> Drawing:
    """Draw bits by size, shares of panels by size, and how the bits of the largest size are spread: each on its own axis."""
    known = {row.name: row.ours for row in rows if row.ours is not None}
    names = [f"{width}x{height}" for width, height in (*SIZES, (4, 4)) if f"{width}x{height}_most" in known]
    bits = [BarGroup(name, (known[f"{name}_median"], known[f"{name}_most"])) for name in names]
    shares = [
        BarGroup(
            name,
            (
                100 * known[f"{name}_solvable"] / known[f"{name}_panels"],
                100 * known[f"{name}_free"] / known[f"{name}_panels"],
            ),
        )
        for name in names
    ]
    spread = [
        (float(name.rpartition("_")[2]) + 0.5, int(value))
        for name, value in known.items()
        if "_from_" in name
    ]
    one, other = SERIES[:2]
    panels = [
        grouped_bars(bits, [Series("median", one), Series("most", other)], "Bits", "ReMUSE in bits"),
        grouped_bars(
            shares,
            [Series("solvable", one), Series("solvable with 0 bits", other)],
            "Shares",
            "per cent of all panels",
        ),
        distribution(spread, "4x4", "ReMUSE in bits, solvable 4x4 panels", bins=len(spread), up="panels"),
    ]
    return titled(stacked(panels, "ReMUSE over all panels of each small size, squares of two colours"))


def triangles() -> Iterator[TableRow]:
    """Yield the paper's claims about panels with triangles only. Our numbers need panels."""
    yield TableRow("triangle_panels", TRIANGLE_PANELS, None, note=NO_DATA)


def triangles_on(panels: Sequence[RatedPanel]) -> Iterator[TableRow]:
    """Yield the correlations of Table 1 for the panels that have triangles only."""
    all_sizes = [each for each in panels if has_only_triangles(each.panel)]
    rated = [each for each in all_sizes if (each.panel.width, each.panel.height) == TRIANGLE_SIZE]
    which = "4×4 only"
    if len(rated) < FEWEST:
        rated, which = all_sizes, "all sizes, too few are 4×4"
    note = f"{which}, {len(all_sizes):,} of all sizes among {len(panels):,} in the file"
    if len(rated) != TRIANGLE_PANELS:
        note += f"; the paper has {TRIANGLE_PANELS}: differs, unexplained"
    yield TableRow("triangle_panels", TRIANGLE_PANELS, len(rated), note=note, unit="panels")
    if len(rated) < FEWEST:
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
        f"triangle_{name or measure}",
        None,
        found.r if found else None,
        note="; ".join(filter(None, notes)),
        unit="correlation with adjusted ratings",
    )


def with_data(path: Path) -> PublishedTable:
    """Return all parts, one of them on the panels of a file: its first or its last, by the content."""
    first, others, triangle, loops = TABLE.parts
    if is_rated(path):
        return _table((first, others, _triangles_with_data(path), loops))
    return _table(
        (_order_with_data(path), others, triangle, loops), graph=lambda _: picture(read_order(path))
    )


def is_rated(path: Path) -> bool:
    """Return whether a file has rated panels, which are objects, and not panels in an order."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(1000).lstrip()[:1] in ("[", "{")
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error}") from error


def _order_with_data(path: Path) -> PublishedTable:
    panels, first = read_order(path), TABLE.parts[0]
    return replace(
        first,
        title=f"{first.title}, on {path.name}",
        rows=lambda: rows_on(panels, RANKS),
        graph=lambda _: picture(panels),
    )


def _triangles_with_data(path: Path) -> PublishedTable:
    panels, last = read_rated(path), TABLE.parts[2]
    return replace(last, title=f"{last.title}, on {path.name}", rows=lambda: triangles_on(panels))


def _table(
    parts: Sequence[PublishedTable], graph: Callable[[Sequence[TableRow]], Drawing] | None = None
) -> PublishedTable:
    whole = several(NAME, "The order of panels by ReMUSE, its spread by size, and triangles", SOURCE, parts)
    return replace(whole, with_data=with_data, graph=graph)


TABLE = _table(
    (
        PublishedTable(
            "figure8",
            "Figures 8 and 9: panels in the order of a designer and by ReMUSE",
            SOURCE,
            figure8,
            with_data=_order_with_data,
        ),
        PublishedTable("sizes", "ReMUSE over all panels of each small size", SOURCE, sizes, graph=draw_sizes),
        PublishedTable(
            "triangles",
            "Panels with triangles only: correlations with adjusted ratings",
            SOURCE,
            triangles,
            with_data=_triangles_with_data,
        ),
        PublishedTable(
            "slitherlink", "Slitherlink beside panels with triangles, generated", SOURCE, slitherlink
        ),
    )
)
