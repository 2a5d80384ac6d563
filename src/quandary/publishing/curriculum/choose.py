"""Choose the puzzles of a chapter: evenly spread scores, the nearest puzzle to each, and no two alike.

The targets are Equation 5.2 of Mahmoud's thesis: least + (most − least)·i/(n − 1) for i = 0 … n − 1.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quandary.library.files import Entry
from quandary.publishing.curriculum.alike import Looks


@dataclass(frozen=True)
class Candidate:
    """A puzzle with its score, a place in the pool, and facts for the course."""

    entry: Entry
    score: float
    moves: tuple[Any, ...] = ()
    """Those of a solution, if one is known."""
    unique: bool | None = None
    note: str = ""

    @cached_property
    def looks(self) -> Looks:
        """Its texts, for comparing."""
        return Looks(self.entry.kind, self.entry.puzzle)


@dataclass(frozen=True)
class Chosen:
    """A candidate, the score that was wanted in its place, and why it was not the nearest if so."""

    candidate: Candidate
    target: float
    passed_over: tuple[Candidate, ...] = field(default=())
    """Nearer candidates that look like one chosen before."""
    held_back: bool = False
    """Whether the largest step kept a harder one out."""


def targets(low: float, high: float, length: int) -> list[float]:
    """Return evenly spread scores.

    >>> targets(0, 11, 12)[:3], targets(2, 9, 1)
    ([0.0, 1.0, 2.0], [2])
    """
    return [low] if length == 1 else [low + (high - low) * i / (length - 1) for i in range(length)]


def choose(
    candidates: Sequence[Candidate], length: int, *, step: float | None = None, alike: bool = False
) -> list[Chosen]:
    """Choose puzzles with rising scores near evenly spread targets, as many as there are up to `length`.

    The last is the hardest of all. Of equally near puzzles the first is taken, and one that looks like a puzzle chosen before only if no
    other is within half the distance of two targets. With a `step`, no score exceeds the one before by more,
    as long as there is such a puzzle. With `alike`, puzzles that look alike do not matter.
    """
    ranked = sorted(candidates, key=lambda each: each.score)
    if not ranked or length < 1:
        return []
    length = min(length, len(ranked))
    low, high = ranked[0].score, ranked[-1].score
    if step is not None:
        high = min(high, low + step * (length - 1))
    wanted = targets(low, high, length)
    reach = (high - low) / (length - 1) / 2 if length > 1 else 0.0
    if step is not None or length == 1:
        return _rising(ranked, wanted, reach, step, alike=alike)
    scores = [each.score for each in ranked]
    end = max(bisect_left(scores, high), length - 1)
    hardest = Chosen(ranked[end], high)  # taken first, so that no likeness keeps it out
    return [*_rising(ranked[:end], wanted[:-1], reach, step, alike=alike, others=(hardest,)), hardest]


def _rising(
    ranked: Sequence[Candidate],
    wanted: Sequence[float],
    reach: float,
    step: float | None,
    *,
    alike: bool,
    others: Sequence[Chosen] = (),
) -> list[Chosen]:
    """Choose a puzzle for each target, one after the other. Those chosen already are the others."""
    picked: list[Chosen] = []
    first = 0
    scores = [each.score for each in ranked]
    for place, target in enumerate(wanted):
        last = len(ranked) - (len(wanted) - place - 1)  # leave enough for the rest
        held = False
        if step is not None and picked:
            limit = bisect_right(scores, picked[-1].candidate.score + step + 1e-9)
            held = first < limit < last
            last = limit if held else last
        seen = () if alike else (*others, *picked)
        at, passed = _pick(ranked, scores, range(first, last), target, reach, seen)
        picked.append(
            Chosen(ranked[at], target, passed, held and at == last - 1 and ranked[at].score < target)
        )
        first = at + 1
    return picked


def _pick(
    ranked: Sequence[Candidate],
    scores: Sequence[float],
    among: range,
    target: float,
    reach: float,
    picked: Sequence[Chosen],
) -> tuple[int, tuple[Candidate, ...]]:
    """Return the place of the nearest candidate that looks new, and the nearer ones that do not."""
    passed: list[Candidate] = []
    nearest: int | None = None
    for at in _outwards(scores, among, target):
        nearest = at if nearest is None else nearest
        if abs(scores[at] - target) > max(reach, abs(scores[nearest] - target)):
            break
        if not any(ranked[at].looks.is_near(each.candidate.looks) for each in picked):
            return at, tuple(passed)
        passed.append(ranked[at])
    if nearest is None:
        raise ValueError("no candidate is left")
    return nearest, ()


def _outwards(scores: Sequence[float], among: range, target: float) -> Iterator[int]:
    """Yield places by the distance of their score from the target, the first of equal ones first."""
    right = bisect_left(scores, target, among.start, among.stop)
    left = right - 1
    while left >= among.start or right < among.stop:
        below = target - scores[left] if left >= among.start else None
        above = scores[right] - target if right < among.stop else None
        if above is None or (below is not None and below < above):
            run = bisect_left(scores, scores[left], among.start, left + 1)
            yield from range(run, left + 1)
            left = run - 1
        else:
            run = bisect_right(scores, scores[right], right, among.stop)
            yield from range(right, run)
            right = run
