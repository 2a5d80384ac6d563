"""What draws experienced solvers to a place: weights fitted to their walks, tested on what was held out.

even       all open places are equally likely
nearness   how far it is from the last move, and whether it lies in the same lines
rules      the easiest rule that decides it
all        both, and what is fresh, how much is open around it, and its value
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quandary.errors import FileError, QuandaryError
from quandary.kind import Kind
from quandary.models.logit import Floats, bits, fit_weights, stack
from quandary.models.statistics import Interval
from quandary.models.walks.options import NEARNESS, NO_RULE, PlaceChoice, choices, feature_names
from quandary.models.walks.walk import RecordedWalk
from quandary.parts.atomic import write_atomically

FORMAT, VERSION = "quandary moves", 1
LARGEST_FILE = 5_000_000
FOLDS, RESAMPLES, SEED = 5, 1000, 1
ENOUGH_WALKS = 20
"""The walks that a solver needs to be held out as one."""


class Lift(NamedTuple):
    """How much more often than by chance solvers choose what a rule decides."""

    rule: str
    cost: float | None
    """The cost of the rule as set by hand, or None where no rule decides."""
    moves: int
    lift: Interval


@dataclass(frozen=True)
class FittedMoves:
    """Weights by feature, with what they save on puzzles and solvers that were held out."""

    kind: str
    weights: Mapping[str, float]
    walks: int
    solvers: int
    choices: int
    bits: Mapping[str, Interval]
    """The bits per move on unseen puzzles: even, nearness, rules, all."""
    saved: Interval
    """What all features save against nearness alone, paired."""
    by_solver: Mapping[str, Interval]
    """The bits per move of each solver with enough walks, learned from the others."""
    lifts: tuple[Lift, ...]
    source: str = ""

    def vector(self, kind: Kind) -> Floats:
        """Return the weights in the order of the kind's features."""
        return np.array([self.weights.get(name, 0.0) for name in feature_names(kind)])

    @property
    def with_rule(self) -> float:
        """The share of moves that some rule decides."""
        without = sum(each.moves for each in self.lifts if each.rule == NO_RULE)
        return 1 - without / max(1, self.choices)


class _Solve(NamedTuple):
    """The choices of one walk."""

    puzzle: str
    solver: str
    made: list[PlaceChoice]


def fit_moves(
    walks: Iterable[RecordedWalk], *, source: str = "", told: Callable[[], None] = lambda: None
) -> FittedMoves:
    """Fit weights to walks of one kind, and test them on unseen puzzles and on unseen solvers."""
    solves, kinds = list[_Solve](), set[Kind]()
    for walk in walks:
        kinds.add(walk.kind)
        solves.append(_Solve(walk.name, walk.solver, list(choices(walk))))
        told()
    solves = [solve for solve in solves if solve.made]
    if len(kinds) != 1 or not solves:
        raise QuandaryError(
            f"The walks are of {len(kinds)} kinds and have {len(solves)} with a choice. Give walks of one kind."
        )
    [kind] = kinds
    names = feature_names(kind)
    columns = _columns(names)
    held = {name: _held_out(solves, some) for name, some in columns.items()}
    weights = fit_weights(stack(_pairs(solves)))
    return FittedMoves(
        kind=kind.name,
        weights=dict(zip(names, map(float, weights), strict=True)),
        walks=len(solves),
        solvers=len({solve.solver for solve in solves}),
        choices=sum(len(solve.made) for solve in solves),
        bits={"even": _interval(solves, _even(solves))}
        | {n: _interval(solves, each) for n, each in held.items()},
        saved=_interval(solves, [a - b for a, b in zip(held["nearness"], held["all"], strict=True)]),
        by_solver=dict(_by_solver(solves)),
        lifts=tuple(_lifts(kind, solves)),
        source=source,
    )


def _columns(names: Sequence[str]) -> dict[str, list[int]]:
    rules = [at for at, name in enumerate(names) if name.startswith("rule ")]
    near = [at for at, name in enumerate(names) if name in NEARNESS]
    return {"nearness": near, "rules": rules, "all": list(range(len(names)))}


def _pairs(solves: Iterable[_Solve]) -> list[tuple[Floats, int]]:
    return [(choice.table, choice.chosen) for solve in solves for choice in solve.made]


def _even(solves: Sequence[_Solve]) -> list[Floats]:
    return [np.log2([len(choice.places) for choice in solve.made]) for solve in solves]


def _held_out(solves: Sequence[_Solve], columns: Sequence[int]) -> list[Floats]:
    """Return the bits of each choice, solve by solve, learned from other puzzles."""
    near = fit_weights(stack(_pairs(solves), columns))
    puzzles = sorted({solve.puzzle for solve in solves})
    order = np.random.default_rng(SEED).permutation(len(puzzles))
    fold = {puzzle: int(at) % FOLDS for puzzle, at in zip(puzzles, order, strict=True)}
    found: dict[int, Floats] = {}
    for number in range(FOLDS):
        test = [at for at, solve in enumerate(solves) if fold[solve.puzzle] == number]
        train = [solve for solve in solves if fold[solve.puzzle] != number]
        if test and train:
            weights = fit_weights(stack(_pairs(train), columns), near=near)
            found |= {at: bits(stack(_pairs([solves[at]]), columns), weights) for at in test}
    if len(found) < len(solves):
        raise QuandaryError("All walks are of one puzzle, so none can be held out. Give walks of several.")
    return [found[at] for at in range(len(solves))]


def _by_solver(solves: Sequence[_Solve]) -> Iterable[tuple[str, Interval]]:
    """Yield the bits of each solver with enough walks, learned from other solvers on other puzzles."""
    for solver, count in Counter(solve.solver for solve in solves).most_common():
        test = [solve for solve in solves if solve.solver == solver]
        seen = {solve.puzzle for solve in test}
        train = [solve for solve in solves if solve.solver != solver and solve.puzzle not in seen]
        if count >= ENOUGH_WALKS and train:
            weights = fit_weights(stack(_pairs(train)))
            yield solver, _interval(test, [bits(stack(_pairs([solve])), weights) for solve in test])


def _interval(solves: Sequence[_Solve], values: Sequence[Floats]) -> Interval:
    """Return the mean over choices, with an interval from drawing puzzles again."""
    sums, counts = defaultdict[str, float](float), defaultdict[str, int](int)
    for solve, each in zip(solves, values, strict=True):
        sums[solve.puzzle] += float(each.sum())
        counts[solve.puzzle] += len(each)
    return drawn_again(np.array(list(sums.values())), np.array(list(counts.values()), dtype=float))


def drawn_again(above: Floats, below: Floats) -> Interval:
    """Return a ratio of sums over puzzles, with its interval."""
    chance = np.random.default_rng(SEED)
    drawn = chance.integers(0, len(above), (RESAMPLES, len(above)))
    means = above[drawn].sum(axis=1) / np.maximum(below[drawn].sum(axis=1), 1e-12)
    low, high = np.quantile(means, [0.025, 0.975])
    return Interval(float(above.sum() / below.sum()), float(low), float(high))


def _lifts(kind: Kind, solves: Sequence[_Solve]) -> Iterable[Lift]:
    """Yield how often each rule decides what is chosen, against its share of the open places, easiest rule first."""
    costs: dict[str, float | None] = {rule.name: rule.cost for rule in kind.people.rules}
    for rule in (*sorted(costs, key=lambda name: costs[name] or 0), NO_RULE):
        taken, open_ = defaultdict[str, float](float), defaultdict[str, float](float)
        for solve in solves:
            taken[solve.puzzle] += sum(choice.rules[choice.chosen] == rule for choice in solve.made)
            open_[solve.puzzle] += sum(choice.rules.count(rule) / len(choice.rules) for choice in solve.made)
        if sum(open_.values()) >= 1:
            found = drawn_again(np.array(list(taken.values())), np.array(list(open_.values())))
            yield Lift(rule, costs.get(rule), int(sum(taken.values())), found)


def contradictions(lifts: Sequence[Lift]) -> list[tuple[Lift, Lift]]:
    """Return pairs of rules of which the one that costs more by hand is chosen more often, with clear intervals.

    >>> easy, hard = Lift("row", 1.5, 90, Interval(1.0, 0.9, 1.1)), Lift("cell", 2.3, 90, Interval(2.4, 2.2, 2.6))
    >>> [(a.rule, b.rule) for a, b in contradictions([easy, hard])]
    [('row', 'cell')]
    """
    ruled = [each for each in lifts if each.cost is not None]
    return [
        (one, other)
        for one in ruled
        for other in ruled
        if (one.cost or 0) < (other.cost or 0) and one.lift.high < other.lift.low
    ]


def save_moves(fitted: FittedMoves, path: Path) -> None:
    """Write fitted moves to a .json file."""
    if path.suffix.lower() != ".json":
        raise FileError(f"Cannot write fitted moves to {path}. End its name in .json.")
    body = {"format": FORMAT, "version": VERSION, **asdict(fitted)}
    write_atomically(path, json.dumps(body, allow_nan=False).encode() + b"\n")


def load_moves(path: Path) -> FittedMoves:
    """Read fitted moves. A file that holds none is refused with one line."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        body = json.loads(path.read_bytes())
        if (
            not isinstance(body, dict)
            or body.pop("format", "") != FORMAT
            or body.pop("version", 0) != VERSION
        ):
            raise ValueError("it is not marked as such")
        return _loaded(body)
    except FileNotFoundError as error:
        raise FileError(
            f"There is no file {path}. Make one with: quandary learn moves WALKS -o {path}"
        ) from error
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise FileError(f"{path} holds no fitted moves, or is damaged: {str(error)[:200]}") from error


def _loaded(body: Mapping[str, Any]) -> FittedMoves:
    weights = {str(name): float(weight) for name, weight in body["weights"].items()}
    if not all(isfinite(each) and abs(each) < 50 for each in weights.values()):
        raise ValueError("its weights are not usable")
    return FittedMoves(
        kind=str(body["kind"]),
        weights=weights,
        walks=int(body["walks"]),
        solvers=int(body["solvers"]),
        choices=int(body["choices"]),
        bits={str(name): _number(each) for name, each in body["bits"].items()},
        saved=_number(body["saved"]),
        by_solver={str(name): _number(each) for name, each in body["by_solver"].items()},
        lifts=tuple(Lift(str(a), b, int(c), _number(d)) for a, b, c, d in body["lifts"]),
        source=str(body["source"]),
    )


def _number(each: Sequence[Any]) -> Interval:
    value, low, high = map(float, each)
    return Interval(value, low, high)


def is_moves(path: Path) -> bool:
    """Return whether a file holds fitted moves."""
    try:
        load_moves(path)
    except QuandaryError:
        return False
    return True
