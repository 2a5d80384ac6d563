"""Rate many puzzles in one call: the same scores as `rate`, without the overhead of a call for each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, log2
from typing import Any, get_args

from quandary._native import Columns, EntropyName, Native, measure_many
from quandary.kind import Kind, Policy, kind_for
from quandary.limits import CODES, DEFAULT, Budget, Limits, OutOfBudget, Stop
from quandary.measuring.entropy import VERSIONS
from quandary.measuring.rate import DEFAULT_MEASURES, rate
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import remembered
from quandary.score import Score, Status
from quandary.solving.native import NativeEngine

TOGETHER: tuple[EntropyName, ...] = get_args(EntropyName)
"""The measures that the compiled core computes for many puzzles at once."""
BOUNDED = "muse"
"""The measure for which the core knows a lower bound when it gives up."""
NOTICED = 0.01
"""The seconds from which on it counts how long a twin takes to build."""
LIMITED = ("seconds", "memory", "states")
"""The codes that are the names of limits."""


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
    asked = list(puzzles)
    scores: list[dict[str, Score]] = [{} for _ in asked]
    spent = dict[int, float]()
    together = any(name in TOGETHER for name in measures)
    for group in _groups(asked, player, policy, limits, spent) if together else ():
        within = _share(_less(limits, spent.get(group.numbers[0], 0.0)), len(measures))
        for measure in TOGETHER:
            if measure in measures:
                for number, score in zip(group.numbers, group.take(measure, within, threads), strict=True):
                    scores[number][measure] = score
    for number, (puzzle, found) in enumerate(zip(asked, scores, strict=True)):
        if len(found) < len(measures) and (missing := [name for name in measures if name not in found]):
            rest = _less(limits, spent.get(number, 0.0))
            found |= rate(puzzle, missing, player=player, policy=policy, limits=rest)
    return scores if len(measures) == 1 else [{name: found[name] for name in measures} for found in scores]


def _less(limits: Limits, spent: float) -> Limits:
    """Return the limits without some seconds that a puzzle has had already."""
    if not spent or limits.seconds is None:
        return limits
    return limits.part(max(0.0, limits.seconds - spent))


def _share(limits: Limits, pieces: int) -> Limits:
    return limits.part(None if limits.seconds is None else limits.seconds / pieces)


@dataclass(frozen=True)
class _Group:
    """Puzzles whose native twins can be asked together: they have the same player and policy."""

    player: Player
    policy: Policy
    numbers: list[int] = field(default_factory=list)
    twins: list[Native] = field(default_factory=list)

    def take(self, measure: EntropyName, limits: Limits, threads: int) -> Iterator[Score]:
        """Yield the score of each puzzle."""
        told = measure_many(
            measure, self.twins, self.player, greedy=self.policy == "greedy", limits=limits, threads=threads
        )
        blanks = _Blanks(
            Score(measure, None, Status.UNSOLVABLE, VERSIONS[measure], str(self.player), self.policy)
        )
        for twin, (value, at_least, seconds, states, code, starts) in zip(
            self.twins, _rows(told), strict=True
        ):
            said: dict[str, Any] = {"states": states, "seconds": seconds}
            if code:
                stop = _stop(CODES[code], limits, at_least)
                said |= {"status": Status.GAVE_UP, "reason": stop.text, "stop": stop.code}
                said |= {"at_least": at_least} if measure == BOUNDED else {}
            elif value != inf:
                said["status"] = Status.EXACT
                said["value"] = value
            yield blanks.of(twin, starts).but(said)


class _Blanks:
    """Scores without a value, made once for all puzzles with the same engine and number of starts."""

    def __init__(self, blank: Score) -> None:
        self.blank = blank
        self.made: dict[tuple[type, int], Score] = {}

    def of(self, twin: Native, starts: int) -> Score:
        """Return the blank score of a puzzle."""
        kept = self.made.get((type(twin.handle), starts))
        if kept is None:
            bits = log2(starts) if starts > 1 else 0.0
            kept = self.blank.but({"engine": twin.name, "start_bits": bits})
            self.made[type(twin.handle), starts] = kept
        return kept


def _rows(told: Columns) -> Iterator[tuple[float, float, float, int, int, int]]:
    columns = told.value, told.at_least, told.seconds, told.states, told.stop, told.starts
    return zip(*(column.tolist() for column in columns), strict=True)


def _stop(code: str, limits: Limits, at_least: float) -> Stop:
    return limits.named(Stop(code, getattr(limits, code) if code in LIMITED else at_least))


def _groups(
    puzzles: Sequence[AnyPuzzle],
    player: Player | None,
    policy: Policy | None,
    limits: Limits,
    spent: dict[int, float],
) -> Iterable[_Group]:
    """Group the puzzles that have a native twin which knows the player, kind by kind.

    A puzzle whose twin takes long to build is alone, and the time is noted in `spent`.
    """
    groups: dict[tuple[int, int | None], _Group] = {}
    budget: Budget | None = None
    able: dict[tuple[int, type], bool] = {}
    kinds: dict[type, Kind | None] = {each: kind_for(each) for each in set(map(type, puzzles))}
    for number, puzzle in enumerate(puzzles):
        kind = kinds[type(puzzle)]
        if kind is None or kind.engines.native is None:
            continue
        who = player or kind.people.default
        if budget is None or budget.seconds > NOTICED:
            budget = limits.start()
        before = budget.seconds
        twin = _built(kind, remembered(puzzle, who.rules), budget)
        if (took := budget.seconds - before) > NOTICED:
            spent[number] = took
        if twin is None:
            continue
        key = id(kind), number if number in spent else None
        group = groups.get(key)
        if group is None:
            group = groups[key] = _Group(who, policy or kind.people.policy)
        made = id(kind), type(twin.handle)
        if made not in able:
            able[made] = group.player.is_even and not NativeEngine(puzzle, twin).lacks(group.player)
        if able[made]:
            group.numbers.append(number)
            group.twins.append(twin.knowing(group.player))
    return [group for group in groups.values() if group.numbers]


def _built(kind: Kind, puzzle: AnyPuzzle, budget: Budget) -> Native | None:
    """Return the twin of a puzzle, or None if it has none or takes too long to build."""
    try:
        with budget:
            return kind.engines.native(puzzle) if kind.engines.native else None
    except OutOfBudget:
        return None
