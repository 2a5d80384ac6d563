"""Table 1 of Chen, White & Sturtevant: how far measures of Witness panels agree with the votes of players.

Figure 6 has the same as a scatter of single panels, and Figure 7 four of them.

We may not distribute the panels, so they come from a file: a JSON list of objects with `contents`, the
Windmill link, `upvotes` and `createUtc`. The authors' repository has them, and the dump of the site that `--select`
reads. "As published" is the authors' own reading of their rules, in
`_first_wall.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quandary.draw.charts import scatter
from quandary.draw.shapes import Drawing
from quandary.kinds.witness import KIND
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.measuring.entropy import remuse
from quandary.measuring.rate import rate
from quandary.replicate._first_wall import FirstWall, suits
from quandary.replicate._graph import Captioned, gallery, titled
from quandary.replicate._rated_panels import (
    ALL_ALIKE,
    LOOKAHEADS,
    MEASURES,
    RatedPanel,
    adjusted_ratings,
    agreement,
    measured,
    read_rated,
)
from quandary.replicate._selection import select
from quandary.replicate._table import PublishedTable, TableRow, several
from quandary.solving.search import solutions

NAME = "witness-table1"
SOURCE = "Chen, White & Sturtevant, Entropy as a Measure of Puzzle Difficulty, AIIDE 2023"
STATES = Limits(states=5_000_000)
"""The limits for one panel of a figure."""

PUBLISHED = {
    "muse_n0": (0.41, 1.1e-5),
    "muse_n1": (0.40, 2.4e-5),
    "muse_n2": (0.40, 2.4e-5),
    "remuse_n0": (0.57, 1.5e-10),
    "remuse_n1": (0.56, 4.9e-10),
    "remuse_n2": (0.56, 4.2e-10),
    "solutions": (0.32, 9.7e-4),
    "average_length": (0.47, 3.9e-7),
}
"""Pearson correlation with the adjusted rating, and its p-value, as printed."""


@dataclass(frozen=True)
class Printed:
    """What the text says of a panel of Figure 7, and the codes of the panels that fit it."""

    names: tuple[str, ...]
    votes: int
    actions: int | None = None
    remuse: float | None = None
    note: str = ""

    def says(self) -> list[tuple[str, float | None]]:
        """Return the rows about the panel with the printed numbers."""
        return [("votes", self.votes), ("solutions", 1), ("actions", self.actions), ("remuse", self.remuse)]


FIGURE_7 = {
    "a": Printed(("7vx13hg", "kwbtem0"), -6, note="two panels fit the text, this one and kwbtem0"),
    "b": Printed(
        ("cjyn1cr",), -15, 24, note="the only trivial panel with 24 actions; its votes differ, unexplained"
    ),
    "c": Printed(("ek45fc0",), 15, 24, 6),
    "d": Printed(("n43b378",), 28, note="the highest ReMUSE of the four, with fewer actions than b and c"),
}

REPOSITORY = "ideaowl-sandbox/entropy-as-a-measure-of-puzzle-difficulty"
NO_DATA = f"needs the panels: --data FILE, from the authors' repository {REPOSITORY}"
NO_DUMP = f"needs the site's dump, which {REPOSITORY} has: --data FILE --select"
SIZE_ONLY = "the paper prints the size without the sign"
SAME = 1e-6


def rows() -> Iterator[TableRow]:
    """Yield the printed numbers. Without the panels there is nothing to compare."""
    for name, (published, p) in PUBLISHED.items():
        yield TableRow(name, published, None, note=f"{NO_DATA}; published p {p:.1e}")


def with_data(path: Path) -> PublishedTable:
    """Return the table and the figures for the panels of a file."""
    return _table(_parts_on(read_rated(path), path.name))


def selected(path: Path, exclude: Path | None = None) -> PublishedTable:
    """Return the same for those panels of a dump of the site that the paper would have chosen."""
    chosen = select(path, exclude)
    steps = PublishedTable("selection", f"From {path.name} to the panels of the paper", SOURCE, chosen.rows)
    parts = tuple(replace(part, selected=None) for part in (steps, *_parts_on(chosen.panels, path.name)))
    return _table(parts)


def _parts_on(rated: Sequence[RatedPanel], name: str) -> tuple[PublishedTable, ...]:
    table, scatter_plot, four, _ = TABLE.parts
    return (
        replace(table, title=f"{table.title}, on {name}", rows=lambda: _on(rated)),
        replace(
            scatter_plot,
            title=f"{scatter_plot.title}, on {name}",
            rows=lambda: figure6_on(rated),
            graph=lambda rows: _scatter(rows, rated),
            entries=lambda rows: _entries(rows, rated),
        ),
        replace(
            four,
            title=f"{four.title}, on {name}",
            rows=lambda: figure7_on(rated),
            graph=lambda rows: _four_panels(rows, rated),
        ),
    )


def figure6_on(rated: Sequence[RatedPanel]) -> Iterator[TableRow]:
    """Yield ReMUSE of each panel, with its adjusted rating."""
    theirs = _as_published(rated).get("remuse_n0")
    for number, (each, rating) in enumerate(zip(rated, adjusted_ratings(rated), strict=True)):
        score = remuse(each.panel, limits=STATES)
        yield TableRow(
            each.name,
            each.scores.get("remuse_n0"),
            score.value,
            theirs[number] if theirs else None,
            f"adjusted rating {rating:.2f}",
        )


def _scatter(rows: Sequence[TableRow], rated: Sequence[RatedPanel]) -> Drawing:
    known = [(row.ours, rating) for row, rating in zip(rows, adjusted_ratings(rated), strict=True)]
    points = [(bits, rating) for bits, rating in known if bits is not None]
    found = agreement([bits for bits, _ in points], [rating for _, rating in points])
    told = f"r {found.r:.2f} (95 % {found.low:.2f} to {found.high:.2f})" if found else ALL_ALIKE
    title = f"Figure 6: adjusted ratings of panels by ReMUSE. {told}, {len(points)} panels"
    return titled(scatter(points, title, "ReMUSE in bits", "adjusted rating"))


def _entries(rows: Sequence[TableRow], rated: Sequence[RatedPanel]) -> list[Entry]:
    """Return the panels of the scatter, in the order of its points."""
    return [
        Entry(KIND, each.panel, each.name, title=f"{each.name}: {row.ours:.2f} bits, {row.note}")
        for row, each in zip(rows, rated, strict=True)
        if row.ours is not None
    ]


def figure7() -> Iterator[TableRow]:
    """Yield what the text says of the four panels."""
    for letter, said in FIGURE_7.items():
        for what, value in said.says():
            yield TableRow(f"{what}_{letter}", value, None, note=NO_DATA)


def figure7_on(rated: Sequence[RatedPanel]) -> Iterator[TableRow]:
    """Yield the four panels with one solution, as far as the file has them."""
    by_name = {each.name: each for each in rated}
    for letter, said in FIGURE_7.items():
        name = next((name for name in said.names if name in by_name), None)
        if name is None:
            yield TableRow(
                f"panel_{letter}", None, None, note=f"{' or '.join(said.names)} is not in the file"
            )
            continue
        panel = by_name[name].panel
        scores = rate(panel, ["solutions", "shortest", "remuse"], limits=STATES)
        ours = {"votes": by_name[name].votes, "solutions": scores["solutions"].value}
        ours |= {"actions": scores["shortest"].value, "remuse": scores["remuse"].value}
        for what, value in said.says():
            yield TableRow(f"{what}_{letter}", value, ours[what], note=f"{name}; {said.note}".rstrip("; "))


def _four_panels(rows: Sequence[TableRow], rated: Sequence[RatedPanel]) -> Drawing:
    """Draw the panels of Figure 7 with their solutions, and below each what was printed and what we find."""
    by_name, found = {each.name: each for each in rated}, {row.name: row for row in rows}
    pictures = []
    for letter, said in FIGURE_7.items():
        name = next((name for name in said.names if name in by_name), None)
        if name is None:
            continue
        panel = by_name[name].panel
        solved = solutions(panel, most=1, limits=STATES).found
        lines = [f"{letter}) {name}", *(_beside(what, found[f"{what}_{letter}"]) for what, _ in said.says())]
        state = solved[0].end(panel) if solved else None
        pictures.append(Captioned(KIND.draw(panel, state), tuple(lines)))
    return gallery([pictures], "Figure 7: four panels with one solution; printed numbers in brackets")


def _beside(what: str, row: TableRow) -> str:
    printed = "" if row.published is None else f" ({row.published:g})"
    return f"{what} {'–' if row.ours is None else f'{row.ours:.4g}'}{printed}"


def _on(rated: Sequence[RatedPanel]) -> Iterator[TableRow]:
    ratings = adjusted_ratings(rated)
    ours = measured(each.panel for each in rated)
    theirs = _as_published(rated) | {name: ours[name] for name in ("solutions", "average_length")}
    for name in MEASURES:
        found = agreement(ours[name], ratings)
        original = agreement(theirs[name], ratings) if name in theirs else None
        published, p = PUBLISHED[name]
        ours_p = f"p {found.p:.1e}" if found else ALL_ALIKE
        theirs_p = f"as published p {original.p:.1e}, " if original else ""
        notes = [f"{ours_p}, {theirs_p}printed {p:.1e}", *_remarks(name, rated, ours, theirs)]
        if original and round(abs(original.r), 2) != published:
            notes.append(
                f"as published it is {abs(original.r):.4f}, printed {published:.2f}: differs, unexplained"
            )
        yield TableRow(
            name,
            published,
            found.r if found else None,
            original.r if original else None,
            "; ".join(notes),
            "correlation with adjusted ratings",
        )


def _as_published(rated: Sequence[RatedPanel]) -> dict[str, list[float | None]]:
    """Return the entropies as the authors computed them.

    A panel that their program could not have read has none.
    """
    if not all(suits(each.panel) for each in rated):
        return {}
    columns: dict[str, list[float | None]] = {name: [] for name in MEASURES[: 2 * len(LOOKAHEADS)]}
    for each in rated:
        view = FirstWall(each.panel)
        for steps in LOOKAHEADS:
            for name, value in view.bits(steps)._asdict().items():
                columns[f"{name}_n{steps}"].append(value)
    return columns


def _remarks(
    name: str,
    rated: Sequence[RatedPanel],
    ours: Mapping[str, Sequence[float | None]],
    theirs: Mapping[str, Sequence[float | None]],
) -> Iterator[str]:
    if left_out := ours[name].count(None):
        yield f"{left_out} of {len(rated)} panels have no score"
    if name in theirs and all(name in each.scores for each in rated):
        pairs = zip(theirs[name], (each.scores[name] for each in rated), strict=True)
        same = sum(score is not None and abs(score - given) < SAME for score, given in pairs)
        yield f"as published, {same} of {len(rated)} are the file's own scores"
    if name == "solutions":
        yield SIZE_ONLY


def _table(parts: Sequence[PublishedTable]) -> PublishedTable:
    whole = several(
        NAME, "Correlations of measures with the adjusted ratings of Witness panels", SOURCE, parts
    )
    graphs = [(part.graph, part.entries) for part in parts if part.graph]
    graph, entries = graphs[0] if graphs else (None, None)
    return replace(whole, with_data=with_data, selected=selected, graph=graph, entries=entries)


def _part_on(name: str) -> Callable[[Path], PublishedTable]:
    return lambda path: with_data(path).part(name)


TABLE = _table(
    (
        PublishedTable(
            "table1",
            "Table 1: correlations with the adjusted ratings of Witness panels",
            SOURCE,
            rows,
            with_data=_part_on("table1"),
        ),
        PublishedTable(
            "figure6",
            "Figure 6: ratings of panels and their ReMUSE",
            SOURCE,
            lambda: [TableRow("panels", 104, None, note=NO_DATA)],
            with_data=_part_on("figure6"),
        ),
        PublishedTable(
            "figure7",
            "Figure 7: four panels with one solution",
            SOURCE,
            figure7,
            with_data=_part_on("figure7"),
        ),
        PublishedTable(
            "selection",
            "From a dump of the site to the panels of the paper",
            SOURCE,
            lambda: [TableRow("panels", 104, None, note=NO_DUMP)],
            selected=lambda path, exclude: selected(path, exclude).part("selection"),
        ),
    )
)
