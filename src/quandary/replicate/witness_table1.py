"""Table 1 of Chen, White & Sturtevant: how far measures of Witness panels agree with the votes of players.

We may not distribute the panels, so they come from a file: a JSON list of objects with `contents`, the
Windmill link, `upvotes` and `createUtc`. "As published" is the authors' own reading of their rules, in
`_first_wall.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from quandary.replicate._first_wall import FirstWall, suits
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
from quandary.replicate._table import Table, TableRow

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

NO_DATA = "needs the panels: --data FILE"
SIZE_ONLY = "the paper prints the size without the sign"
SAME = 1e-6


def rows() -> Iterator[TableRow]:
    """Yield the printed numbers. Without the panels there is nothing to compare."""
    for name, (published, p) in PUBLISHED.items():
        yield TableRow(name, published, None, note=f"{NO_DATA}; published p {p:.1e}")


def with_data(path: Path) -> Table:
    """Return the table for the panels of a file."""
    rated = read_rated(path)
    return Table(TABLE.name, f"{TABLE.title}, on {path.name}", TABLE.source, lambda: _on(rated))


def _on(rated: Sequence[RatedPanel]) -> Iterator[TableRow]:
    ratings = adjusted_ratings(rated)
    ours = measured(each.panel for each in rated)
    theirs = _as_published(rated) | {name: ours[name] for name in ("solutions", "average_length")}
    for name in MEASURES:
        found = agreement(ours[name], ratings)
        original = agreement(theirs[name], ratings) if name in theirs else None
        published, p = PUBLISHED[name]
        ours_p = f"p {found.p:.1e}" if found else ALL_ALIKE
        notes = [f"{ours_p}, published {p:.1e}", *_remarks(name, rated, ours, theirs)]
        yield TableRow(
            name, published, found.r if found else None, original.r if original else None, "; ".join(notes)
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


TABLE = Table(
    "witness-table1",
    "Correlations of measures with the adjusted ratings of Witness panels",
    "Chen, White & Sturtevant, Entropy as a Measure of Puzzle Difficulty, AIIDE 2023, Table 1",
    rows,
    with_data=with_data,
)
