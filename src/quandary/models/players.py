"""Which player is it? The one whose bits go with what people did best, by cross-validation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.measuring.entropy import luck, remuse
from quandary.models.folds import Folds
from quandary.models.pipelines import pipeline
from quandary.models.question import Question, prepare
from quandary.models.statistics import Interval
from quandary.models.table import Table
from quandary.models.validate import Validation, difference, validate
from quandary.player import Player

ENOUGH_FOR_MIXTURES = 250
"""Mixtures of two players are tried only from this number of puzzles on."""
LEAKS = (0.05, 0.2)
LOOKAHEADS = (1,)
EACH = Limits(seconds=5.0)


@dataclass(frozen=True)
class PlayersFitted:
    """How well the bits of each player predict the target on unseen puzzles."""

    fits: Mapping[str, Validation]
    """By player, the best first."""
    differences: Mapping[str, Interval]
    """How much less R² each has than the best one."""
    mixtures: bool

    @property
    def verdict(self) -> str:
        """Return what the intervals allow to say."""
        best, *others = self.fits
        equal = [name for name in others if self.differences[name].high >= 0]
        if not equal:
            return f"The player {best!r} matches people best, and the data separate it from all others."
        return f"The player {best!r} matches people best, but the data do not separate it from {', '.join(map(repr, equal[:4]))}."

    def as_json(self) -> dict[str, Any]:
        """Return every number by name."""
        return {
            "best": next(iter(self.fits)),
            "verdict": self.verdict,
            "mixtures": self.mixtures,
            "players": {
                name: {
                    "rows": len(each.ids),
                    **{score: list(value) for score, value in each.scores.items()},
                    "less_than_best": list(self.differences[name]) if name in self.differences else None,
                }
                for name, each in self.fits.items()
            },
        }


def candidates(kind: Kind, wanted: str = "all") -> dict[str, Player]:
    """Return players by name: those named ("none;expert"), or all of the kind with each rule alone, leaks and lookahead."""
    if wanted != "all":
        return {name.strip(): kind.player(name.strip()) for name in wanted.split(";") if name.strip()}
    found = dict(kind.named_players())
    for rule in kind.people.rules:
        found.setdefault(f"rules={rule.name}", kind.player(f"rules={rule.name}"))
    default = kind.people.default
    for leak in LEAKS if default.rules else ():
        found[f"{default.name}, overlooking rules with weight {leak:g}"] = replace(default, leak=leak)
    for ahead in LOOKAHEADS:
        found[f"{default.name}, looking {ahead} ahead"] = replace(default, lookahead=ahead)
    return found


def bits_of(
    entries: Sequence[Entry], players: Mapping[str, Player], *, limits: Limits = EACH
) -> dict[str, Any]:
    """Return ReMUSE and luck of every puzzle for every player, by "measure@player"."""
    columns: dict[str, list[float]] = {}
    for name, player in players.items():
        for measure, of in (("remuse", remuse), ("luck", luck)):
            values = [of(entry.puzzle, player, limits=limits).value for entry in entries]
            columns[f"{measure}@{name}"] = [np.nan if value is None else value for value in values]
    return {name: np.array(values) for name, values in columns.items()}


def fit_players(
    table: Table, question: Question, entries: Sequence[Entry], wanted: str = "all", *, folds: Folds = Folds()
) -> PlayersFitted:
    """Compare players by how well a line on their bits predicts the target of puzzles not seen."""
    for column in filter(None, (question.target, question.trend, question.groups)):
        if column not in table.columns:
            table.column(column)  # raises before any puzzle is rated
    known = {name: at for at, name in enumerate(table.ids)}
    asked = [entry for entry in entries if entry.id in known]
    if not asked:
        raise QuandaryError(f"None of the puzzles has an id of {table.name}.")
    kind = asked[0].kind
    if any(entry.kind.name != kind.name for entry in asked):
        raise QuandaryError("Players are fitted to puzzles of one kind at a time.")
    players = candidates(kind, wanted)
    columns = bits_of(asked, players)
    whole = [at for at in range(len(asked)) if all(np.isfinite(column[at]) for column in columns.values())]
    rows = table.take([known[asked[at].id] for at in whole])
    rows = rows.having(**{_column(name): column[whole] for name, column in columns.items()})
    sets: dict[str, tuple[str, ...]] = {
        name: (_column(f"remuse@{name}"), _column(f"luck@{name}")) for name in players
    }
    mixtures = len(rows) >= ENOUGH_FOR_MIXTURES
    if mixtures:
        named = list(kind.named_players())
        sets |= {
            f"{a} and {b}": (*sets[a], *sets[b]) for a, b in combinations(named, 2) if a in sets and b in sets
        }
    model = pipeline("ridge-cv")
    fits = {
        name: validate(prepare(rows, replace(question, predictors=predictors)), model, folds=folds)
        for name, predictors in sets.items()
    }
    ordered = dict(sorted(fits.items(), key=lambda pair: -pair[1].scores["r2"].value))
    best = next(iter(ordered.values()))
    less = {name: difference(each, best, "r2") for name, each in ordered.items() if each is not best}
    return PlayersFitted(ordered, less, mixtures)


def _column(name: str) -> str:
    return name.replace(",", " ").replace("=", " ")
