"""Rate many puzzles in one call: the same scores as `rate`, without the overhead of a call for each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isinf, log2
from typing import get_args

from quandary._native import Columns, Entropy, measure_many
from quandary.kind import Policy, kind_of
from quandary.limits import CODES, DEFAULT, Limits, Stop
from quandary.measuring.entropy import VERSION
from quandary.measuring.rate import DEFAULT_MEASURES, rate
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.score import Score, Status
from quandary.solving.choose import QuickestEngine
from quandary.solving.native import NativeEngine

TOGETHER: tuple[Entropy, ...] = get_args(Entropy)
"""The measures that the compiled core computes for many puzzles at once."""
BOUNDED = "muse"
"""The measure for which the core knows a lower bound when it gives up."""
LIMIT_OF = {"seconds": "seconds", "memory": "memory", "states": "states"}


def rate_many(
    puzzles: Iterable[AnyPuzzle],
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    player: Player | None = None,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    threads: int = 1,
) -> list[dict[str, Score]]:
    """Return the scores of each puzzle by measure, in the order of the puzzles.

    >>> from quandary.kinds.witness import KIND
    >>> panels = [KIND.parse("+-E/|.|/S-+"), KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")]
    >>> [str(scores["remuse"]) for scores in rate_many(panels, ["remuse"])]
    ['0', '0.1601']

    The limits are for each puzzle. Bits of puzzles that have a native engine are measured together, on several
    threads if asked, and their scores have no steps. Everything else is measured one by one.
    """
    engines = [QuickestEngine(puzzle) for puzzle in puzzles]
    scores: list[dict[str, Score]] = [{} for _ in engines]
    for group in _groups(engines, player, policy):
        for measure in TOGETHER:
            if measure in measures:
                share = _share(limits, len(measures))
                for number, score in zip(group.numbers, group.take(measure, share, threads), strict=True):
                    scores[number][measure] = score
    for engine, found in zip(engines, scores, strict=True):
        if missing := [name for name in measures if name not in found]:
            found |= rate(engine.puzzle, missing, player=player, policy=policy, limits=limits, engine=engine)
    return [{name: found[name] for name in measures} for found in scores]


def _share(limits: Limits, pieces: int) -> Limits:
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds / pieces)


@dataclass(frozen=True)
class _Group:
    """Puzzles with the same player and policy, whose native engines can be asked together."""

    player: Player
    policy: Policy
    numbers: list[int] = field(default_factory=list)
    engines: list[NativeEngine] = field(default_factory=list)

    def take(self, measure: Entropy, limits: Limits, threads: int) -> Iterator[Score]:
        """Yield the score of each puzzle."""
        told = measure_many(
            measure,
            [engine.twin for engine in self.engines],
            self.player,
            greedy=self.policy == "greedy",
            limits=limits,
            threads=threads,
        )
        rows = _rows(told)
        name = str(self.player)
        for engine, (value, at_least, seconds, states, code) in zip(self.engines, rows, strict=True):
            stop = _stop(CODES[code], limits)
            status = Status.GAVE_UP if stop else Status.UNSOLVABLE if isinf(value) else Status.EXACT
            starts = len(list(engine.puzzle.starts()))
            yield Score(
                measure,
                value if status is Status.EXACT else None,
                status,
                VERSION,
                name,
                self.policy,
                engine.name,
                states=states,
                seconds=seconds,
                at_least=at_least if stop and measure == BOUNDED else None,
                start_bits=log2(starts) if starts > 1 else 0.0,
                reason=stop.text,
                stop=stop.code,
            )


def _rows(told: Columns) -> Iterator[tuple[float, float, float, int, int]]:
    columns = told.value, told.at_least, told.seconds, told.states, told.stop
    return zip(*(column.tolist() for column in columns), strict=True)


def _stop(code: str, limits: Limits) -> Stop:
    return Stop(code, getattr(limits, LIMIT_OF[code]) if code in LIMIT_OF else 0)


def _groups(engines: Sequence[QuickestEngine], player: Player | None, policy: Policy | None) -> list[_Group]:
    """Group the puzzles whose native engine knows the player, by kind."""
    groups: dict[int, _Group] = {}
    able: dict[tuple[int, type], bool] = {}
    for number, engine in enumerate(engines):
        kind = kind_of(engine.puzzle)
        native = engine.native if kind else None
        if kind is None or native is None:
            continue
        group = groups.get(id(kind))
        if group is None:
            people = kind.people
            group = groups[id(kind)] = _Group(player or people.default, policy or people.policy)
        made = id(kind), type(native.twin.handle)
        if made not in able:
            able[made] = not native.lacks(group.player)
        if able[made]:
            group.numbers.append(number)
            group.engines.append(native)
    return list(groups.values())
