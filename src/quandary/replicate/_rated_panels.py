"""Panels that people have voted on, and how far measures agree with the votes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quandary.errors import FileError, NotationError, QuandaryError
from quandary.kinds.witness import KIND, Panel
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.models.statistics import Correlation, correlate, fit

LOOKAHEADS = (0, 1, 2)
ALL_ALIKE = "all alike, so that nothing can go with it"
LIMITS = Limits(seconds=20, memory=2)
"""The limits for all measures of one panel."""

ENTROPIES = tuple(f"{name}_n{steps}" for name in ("muse", "remuse") for steps in LOOKAHEADS)
MEASURES = (*ENTROPIES, "solutions", "average_length")
"""The rows of the paper's Table 1."""


@dataclass(frozen=True)
class RatedPanel:
    """A published panel."""

    name: str
    panel: Panel
    votes: float
    created: float
    scores: Mapping[str, float] = field(default_factory=dict)
    """The scores computed by others, by our names, if the file gives them."""


def read_rated(path: Path) -> list[RatedPanel]:
    """Read the panels of a file.

    It is a JSON list, or JSON Lines, of objects with `contents`, `upvotes` and `createUtc`.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {error}") from error
    found = [_rated(f"entry {number} of {path.name}", entry) for number, entry in _entries(path.name, text)]
    if not found:
        raise FileError(f"{path.name} has no panels.")
    return found


def _entries(name: str, text: str) -> Iterator[tuple[int, Any]]:
    pieces = [text] if text.lstrip().startswith("[") else [line for line in text.splitlines() if line.strip()]
    for number, piece in enumerate(pieces, start=1):
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError):
            where = name if len(pieces) == 1 else f"line {number} of {name}"
            raise FileError(
                f"{where} is not JSON: give a list of panels, or one panel on each line."
            ) from None
        yield from enumerate(value, start=1) if isinstance(value, list) else [(number, value)]


def _rated(where: str, entry: Any) -> RatedPanel:
    if not isinstance(entry, dict):
        raise FileError(f"{where} is not a panel: give an object with contents, upvotes and createUtc.")
    for key, kind in (("contents", str), ("upvotes", int | float), ("createUtc", int | float)):
        if not isinstance(entry.get(key), kind) or isinstance(entry[key], bool):
            raise FileError(
                f"{where} has no {key}: give its Windmill link, its votes and its time of creation."
            )
    try:
        panel = KIND.parse(entry["contents"])
    except NotationError as error:
        raise FileError(f"{where}: {error}") from error
    return RatedPanel(
        str(entry.get("id", where)), panel, entry["upvotes"], entry["createUtc"], _scores(entry)
    )


def _scores(entry: Mapping[str, Any]) -> dict[str, float]:
    """Return the authors' scores if they are given with the panel."""
    names = {**{name: name for name in ENTROPIES}, "n_solutions": "solutions", "avg_len": "average_length"}
    given = entry.get("paper")
    if not isinstance(given, dict):
        return {}
    return {
        ours: given[theirs] for theirs, ours in names.items() if isinstance(given.get(theirs), int | float)
    }


def adjusted_ratings(rated: Sequence[RatedPanel]) -> list[float]:
    """Return the votes minus what the time of creation alone predicts.

    Later panels were seen by fewer people.
    """
    if len({each.created for each in rated}) < 2 or len(rated) < 4:
        raise QuandaryError(
            "Give at least four panels, created at different times: there is nothing to adjust."
        )
    first, last = min(each.created for each in rated), max(each.created for each in rated)
    times = [[(each.created - first) / (last - first)] for each in rated]
    votes = [each.votes for each in rated]
    expected = fit(times, votes).predict(times)
    return [vote - float(usual) for vote, usual in zip(votes, expected, strict=True)]


def measured(panels: Iterable[Panel]) -> dict[str, list[float | None]]:
    """Return the scores of panels for the default player, by the rows of Table 1, or None."""
    columns: dict[str, list[float | None]] = {name: [] for name in MEASURES}
    for panel in panels:
        for steps in LOOKAHEADS:
            looking = replace(KIND.people.default, lookahead=steps)
            names = ("muse", "remuse") if steps else ("muse", "remuse", "solutions", "average_length")
            for name, score in rate(panel, names, player=looking, limits=LIMITS).items():
                row = f"{name}_n{steps}" if name in ("muse", "remuse") else name
                columns[row].append(score.value if score.status == "exact" else None)
    return columns


def agreement(scores: Sequence[float | None], ratings: Sequence[float]) -> Correlation | None:
    """Compute the correlation of scores with ratings, over the panels that have a score.

    Returns None if these scores are all equal.
    """
    both = [(score, rating) for score, rating in zip(scores, ratings, strict=True) if score is not None]
    if len(both) < 3 or any(len({pair[column] for pair in both}) == 1 for column in (0, 1)):
        return None
    return correlate([score for score, _ in both], [rating for _, rating in both])
