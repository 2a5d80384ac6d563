"""Rate anything: scores for one puzzle, a table for many."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from quandary.errors import QuandaryError
from quandary.kind import Policy, kind_of
from quandary.library.files import Entry
from quandary.library.given import given
from quandary.limits import DEFAULT, Limits
from quandary.measuring.rate import rate as rate_one
from quandary.measuring.subject import SAMPLING, Sampling
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, Puzzle
from quandary.runs.batch import Rating
from quandary.runs.rows import as_json, columns, facts_in, flat, in_words, rounded, uncertain_in
from quandary.runs.summary import summary
from quandary.runs.tables import write_table
from quandary.score import Score
from quandary.verdict import Verdict, side_by_side

if TYPE_CHECKING:
    from quandary.engine import Engine

SHOWN = 50
"""The most rows that a notebook shows."""


class Ratings(Sequence[Rating]):
    """The ratings of several puzzles: a sequence that is also a table.

    `polars()` and `pandas()` return it as a data frame, `rows()` as dictionaries, and `save()` writes a file.
    """

    def __init__(self, ratings: Sequence[Rating], measures: Sequence[str]) -> None:
        self._ratings, self.measures = tuple(ratings), tuple(measures)

    def __len__(self) -> int:
        return len(self._ratings)

    def __getitem__(self, at: Any) -> Any:
        found = self._ratings[at]
        return Ratings(found, self.measures) if isinstance(at, slice) else found

    def __iter__(self) -> Iterator[Rating]:
        return iter(self._ratings)

    def __repr__(self) -> str:
        number = len(self)
        return f"<Ratings: {number:,} puzzle{'s' * (number != 1)} by {', '.join(self.measures)}>"

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """How hard each puzzle is, with its place among those of this table.

        >>> found = rate(["witness:+-E/|w|/S-+", "witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"], ["remuse"])
        >>> [verdict.rank for verdict in found.verdicts]
        ['1st of 2 here', '2nd of 2 here']
        """
        return side_by_side([each.verdict for each in self])

    def summary(self) -> list[str]:
        """Return sentences about the puzzles: how many are how hard, and which stick out."""
        return list(summary(self._ratings, self.verdicts))

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per puzzle: its id, kind, scores, facts and running time."""
        found = [as_json(each) for each in self]
        uncertain = uncertain_in(found, self.measures)
        return [flat(row, self.measures, facts_in(found), uncertain) for row in found]

    def column(self, measure: str) -> list[float | None]:
        """Return the values of one measure, None for puzzles without it."""
        return [each.scores[measure].value if measure in each.scores else None for each in self]

    def polars(self) -> Any:
        """Return the table as a polars data frame."""
        frame = _frames("polars")
        return frame.DataFrame(self.rows(), schema=self._columns(), infer_schema_length=None, strict=False)

    def pandas(self) -> Any:
        """Return the table as a pandas data frame."""
        return _frames("pandas").DataFrame(self.rows(), columns=self._columns())

    def _columns(self) -> list[str]:
        found = [as_json(each) for each in self]
        return columns(self.measures, facts_in(found), uncertain_in(found, self.measures))

    def save(self, path: str | Path) -> None:
        """Write the table as .csv, .jsonl or .parquet."""
        write_table(Path(path), [as_json(each) for each in self], self.measures)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        head = "".join(f"<th>{escape(name)}</th>" for name in ("puzzle", *self.measures, "difficulty"))
        body = "".join(self._row(each) for each in self._ratings[:SHOWN])
        more = f"<p>and {len(self) - SHOWN:,} more</p>" if len(self) > SHOWN else ""
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.summary()) if len(self) > 1 else ""
        page = f"{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
        return {"text/plain": repr(self), "text/html": page}

    def _row(self, rating: Rating) -> str:
        cells = [
            rating.entry.id,
            *(rounded(rating.scores[name]) if name in rating.scores else "–" for name in self.measures),
            in_words(rating),
        ]
        return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


@overload
def rate(
    what: AnyPuzzle,
    measures: Sequence[str] = ...,
    *,
    player: Player | str | None = ...,
    policy: Policy | None = ...,
    limits: Limits = ...,
    sampling: Sampling = ...,
    fast: bool = ...,
    engine: "Engine | None" = ...,
) -> dict[str, Score]: ...


@overload
def rate(
    what: Any,
    measures: Sequence[str] = ...,
    *,
    player: Player | str | None = ...,
    policy: Policy | None = ...,
    limits: Limits = ...,
    sampling: Sampling = ...,
    fast: bool = ...,
    engine: "Engine | None" = ...,
) -> Any: ...


def rate(
    what: Any,
    measures: Sequence[str] = (),
    *,
    player: Player | str | None = None,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    sampling: Sampling = SAMPLING,
    fast: bool = False,
    engine: "Engine | None" = None,
) -> Any:
    """Return the scores of one puzzle by measure, or a table of `Ratings` for a file or several puzzles.

    >>> panel = "witness:+-E/|.|/S-+"
    >>> rate(panel, ["muse", "solutions"])
    <Ratings: 1 puzzle by muse, solutions>
    >>> from quandary.kinds.witness import KIND
    >>> rate(KIND.parse("+-E/|.|/S-+"), ["solutions"])["solutions"] == 2
    True
    >>> rate([panel, panel], ["solutions"]).column("solutions")
    [2, 2]

    Without measures they are those of the kind, its headline first. The player is one of the kind's, by name, or one of your own. `rate(...).polars()` is a data frame. The limits
    are for each puzzle.
    """

    def scores(puzzle: Any, kind: Any) -> dict[str, Score]:
        who = kind.player(player) if isinstance(player, str) and kind else player
        if isinstance(who, str):
            raise QuandaryError(
                f"{type(puzzle).__name__} has no kind, so it has no player {who!r}. Give a Player."
            )
        return rate_one(
            puzzle,
            measures,
            player=who,
            policy=policy,
            limits=limits,
            sampling=sampling,
            fast=fast,
            engine=engine,
        )

    if isinstance(what, Entry):
        return scores(what.puzzle, what.kind)
    if isinstance(what, Puzzle):
        return scores(what, kind_of(what))
    found = [Rating(each, scores(each.puzzle, each.kind)) for each in given(what)]
    return Ratings(found, measures or tuple(dict.fromkeys(name for each in found for name in each.scores)))


def _frames(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        wanted = '"quandary[parquet]"' if name == "polars" else name
        raise QuandaryError(f"This table needs {name}. Run: pip install {wanted}") from error
