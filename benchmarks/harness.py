"""Races: quandary's engines, other programs and plain baselines on the same work, in the same run.

A race counts only if all contenders give the same answer. Times are the best of several rounds. Ratios and
counts are reported, since seconds alone say more about the machine than about quandary.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple


class Work(NamedTuple):
    """The answer of a contender, and the number of states it visited."""

    answer: Any
    states: int


@dataclass(frozen=True)
class Contender:
    """A program that can do the work."""

    name: str
    run: Callable[[], Work]
    prepare: Callable[[], object] = tuple
    """Work to do before the clock starts, such as compiling."""


@dataclass(frozen=True)
class Race:
    """The same work for all contenders. The last one is the baseline."""

    name: str
    contenders: tuple[Contender, ...]


@dataclass(frozen=True)
class Result:
    """The result of a contender. `ratio` says how many times faster than the baseline it was."""

    race: str
    contender: str
    seconds: float
    states: int
    ratio: float

    @property
    def states_per_second(self) -> float:
        """The number of states visited per second."""
        return self.states / self.seconds


def hold(race: Race, *, rounds: int = 3) -> list[Result]:
    """Hold a race and return the results in the order of its contenders.

    >>> fast, slow = Contender("fast", lambda: Work(1, 9)), Contender("slow", lambda: Work(1, 9))
    >>> [result.contender for result in hold(Race("nothing much", (fast, slow)))]
    ['fast', 'slow']
    """
    timed = [(contender, *_best_of(contender, rounds)) for contender in race.contenders]
    answers = {contender.name: work.answer for contender, work, _ in timed}
    if any(answer != next(iter(answers.values())) for answer in answers.values()):
        raise AssertionError(f"{race.name}: the contenders disagree: {answers}")
    baseline = timed[-1][2]
    return [
        Result(race.name, contender.name, seconds, work.states, baseline / seconds)
        for contender, work, seconds in timed
    ]


def _best_of(contender: Contender, rounds: int) -> tuple[Work, float]:
    best = float("inf")
    contender.prepare()
    for _ in range(rounds):
        begin = perf_counter()
        work = contender.run()
        best = min(best, perf_counter() - begin)
        if best > 2:  # long enough to tell
            break
    return work, best


def table(results: Iterable[Result]) -> str:
    """Return the results as text, a block for each race."""
    lines, race = list[str](), ""
    for result in results:
        if result.race != race:
            race = result.race
            lines += ["", race]
        lines.append(
            f"  {result.contender:<28}{result.seconds:>10.4f} s{result.states:>14,} states"
            f"{result.states_per_second:>16,.0f} /s{result.ratio:>10.1f} ×"
        )
    return "\n".join(lines)
