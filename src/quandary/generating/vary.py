"""Changes to a puzzle: one, ranked by the effect on a measure, or several, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, TypeAlias

from quandary.errors import QuandaryError
from quandary.generating.what_if import WhatIf, listed, measured, nearest
from quandary.kind import Kind
from quandary.kind.change import Change
from quandary.limits import DEFAULT, NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.measuring.rate import rate
from quandary.measuring.table import measure as find_measure
from quandary.player import Player
from quandary.score import Score
from quandary.solving.search import count

PATIENCE = 4
"""How many times as long as the original a variant may take, even if not all can be tried then."""
Direction: TypeAlias = Literal["harder", "easier"]


@dataclass(frozen=True)
class Variant:
    """A changed puzzle, and its score."""

    change: str
    """The change in words, or several, separated by semicolons."""
    puzzle: Any
    score: Score
    difference: float
    """Its score minus the score of the original puzzle."""
    how: Change | None = None
    """The change with its verb and its place, if it is one."""


@dataclass(frozen=True)
class Variants:
    """What changes make of one puzzle."""

    score: Score
    """The score of the puzzle itself."""
    found: list[Variant] = field(default_factory=list)
    """The variants that can be compared, largest change first, or the steps, one after the other."""
    unsolvable: int = 0
    unknown: int = 0
    """The number of variants that took too long or cannot be measured."""
    tried: int = 0
    """The number of variants that may be solvable, those of unknown score included."""
    stop: Stop = NOT_STOPPED
    """Why not every change was listed and measured, if that is so."""
    others: tuple[WhatIf, ...] = ()
    """The changes of one element that leave no solution, or whose score is not known."""


def vary_once(
    kind: Kind,
    puzzle: Any,
    measure: str = "",
    *,
    direction: Direction | None = None,
    known: Score | None = None,
    player: Player | None = None,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Variants:
    """Return every puzzle that is one change away, ranked by the effect on a measure.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|.|/+-+-+/|.|w|/S-+-+")
    >>> best = vary_once(KIND, panel, "solutions", direction="harder").found[0]
    >>> best.change, best.difference
    ('without the black square at r1c1', 6)

    The default measure is the kind's headline. A `direction` keeps only changes that raise or lower the
    measure. Changes that leave no solution are among the `others`, even if the measure needs no solution.
    The limits are for all puzzles together: the original may take half of the time unless its score is `known`,
    each variant an equal share of the rest, and what one does not use is left to the others. If that is less than a
    few times what the original took, fewer variants are tried, by lot. `tick` is called for each. Raises
    QuandaryError if the kind has no neighbours.
    """
    name = measure or kind.people.headline
    with limits.start() as budget:
        score = known or _score_to_compare(puzzle, name, player, budget.share(2))
        changes, stop = listed(kind, puzzle)
        tried = list[WhatIf]()
        enough = PATIENCE * score.seconds
        for each in measured(_in_time(changes, enough, budget), [name], budget, player=player, enough=enough):
            tick()
            tried.append(each)
    late = next((each.scores[name] for each in tried if each.scores[name].stop == "seconds"), None)
    found = [
        Variant(each.change.words, each.puzzle, theirs, theirs.value - (score.value or 0), each.change)
        for each in tried
        if (theirs := each.scores[name]).value is not None
    ]
    unsolvable = [each for each in tried if each.is_solvable is False]
    return Variants(
        score,
        sorted(_towards(found, direction), key=lambda variant: -abs(variant.difference)),
        unsolvable=len(unsolvable),
        unknown=len(tried) - len(found) - len(unsolvable),
        tried=len(tried) - len(unsolvable),
        stop=stop or _stopped(budget, late),
        others=tuple(each for each in tried if each.scores[name].value is None),
    )


def _in_time(changes: Sequence[Change], enough: float, budget: Budget) -> list[tuple[float, Change]]:
    """Return the changes in their order, or shuffled if there is time for some of them only."""
    left, order = budget.seconds_left, list(changes)
    if left is not None and len(order) * enough > left:
        Random(len(order)).shuffle(order)
    return nearest(order, None)


def _stopped(budget: Budget, late: Score | None) -> Stop:
    """Return the reason why changes were not measured, if the time was over."""
    over = budget.seconds_left is not None and budget.seconds_left <= 0
    return Stop("seconds", budget.limits.seconds or 0) if over and late else NOT_STOPPED


def _score_to_compare(puzzle: Any, name: str, player: Player | None, limits: Limits) -> Score:
    score = rate(puzzle, [name], player=player, limits=limits)[name]
    if score.value is None:
        why = f"{score} ({score.reason})" if score.reason else str(score)
        raise QuandaryError(f"The puzzle has no {name} to compare with: {why}.")
    return score


def _towards(variants: list[Variant], direction: Direction | None) -> Iterator[Variant]:
    sign = {"harder": 1, "easier": -1, None: 0}[direction]
    return (each for each in variants if not sign or each.difference * sign > 0)


UNIQUE = "unique"
"""Asks that a puzzle keeps having exactly one solution."""
AT_ONCE = 4
"""The number of steps that share the time left. Later ones get what these leave."""
MOST_STEPS, WIDEST = 10_000, 1000
_Path: TypeAlias = tuple[Variant, ...]
"""A puzzle, and those that changes made of it one after the other."""


def vary_steps(
    kind: Kind,
    puzzle: Any,
    measure: str = "",
    *,
    steps: int = 10,
    beam: int = 1,
    to: float | None = None,
    direction: Direction | None = None,
    keep: Sequence[str] = (),
    player: Player | None = None,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Variants:
    """Change a puzzle one element at a time so that a measure rises as far as possible, and return every step.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|.|/+-+-+/|.|.|/S-+-+")
    >>> for step in vary_steps(KIND, panel, "remuse", steps=2).found:
    ...     print(f"{step.score.value:.3f}", step.change)
    1.065 with a hexagon at point r1c1
    3.000 with a white square at r2c2

    With the `direction` "easier" the measure falls. With `to` everything that was tried is returned, nearest to this
    value and with the fewest changes first. With a `beam` of 1 every step takes the best change, and the search ends
    where no change helps. A wider beam follows that many puzzles at once, also through changes that do not help at
    once. A puzzle that is the same up to symmetry is visited once. Every puzzle on the way can be solved. `keep` names
    what else must stay as it is: "unique" (exactly one solution), or measures whose values must not change. The limits
    are for everything together.
    """
    if not (1 <= steps <= MOST_STEPS and 1 <= beam <= WIDEST):
        raise QuandaryError(
            f"Cannot make {steps:,} steps with a beam of {beam:,}. Use up to {MOST_STEPS:,} and {WIDEST:,}."
        )
    name = measure or kind.people.headline
    kept = _Keeping(kind, puzzle, keep, player, limits)
    with limits.start() as budget:
        score = _score_to_compare(puzzle, name, player, budget.share(2))

        def vary_more(last: Variant, within: Limits) -> Variants:
            return vary_once(
                kind, last.puzzle, name, known=last.score, player=player, limits=within, tick=tick
            )

        search = _Search(kind, Variant("", puzzle, score, 0.0), to, direction, kept, vary_more)
        try:
            search.run(steps, beam, budget)
        except OutOfBudget as out:
            search.stop = out.stop
    return Variants(
        score,
        list(search.best[1:]) if to is None else search.ranked(),
        unsolvable=search.unsolvable,
        unknown=search.unknown,
        tried=search.tried,
        stop=limits.named(search.stop),
    )


class _Search:
    """A beam search over changes, for the highest value, the lowest, or the one nearest to what is wanted."""

    def __init__(
        self,
        kind: Kind,
        start: Variant,
        to: float | None,
        direction: Direction | None,
        kept: "_Keeping",
        vary_more: Callable[[Variant, Limits], Variants],
    ) -> None:
        self.kind, self.start, self.to, self.kept = kind, start, to, kept
        self.sign, self.vary_more = -1 if direction == "easier" else 1, vary_more
        self.best: _Path = (start,)
        self.found, self.stop = list[_Path](), NOT_STOPPED
        self.tried = self.unknown = self.unsolvable = 0
        self._seen = {kind.canonical(start.puzzle)}

    def run(self, steps: int, beam: int, budget: Budget) -> None:
        """Make up to a number of steps. `best` and `found` have what is found so far."""
        front = [self.best]
        for left in range(steps, 0, -1):
            found = [
                (*path, replace(each, difference=self._value(each) - self._value(self.start)))
                for number, path in enumerate(front)
                for each in self._changes(path[-1], budget.share(min(left, AT_ONCE) * (len(front) - number)))
            ]
            self.found += found
            front = list(self._chosen(found, beam, greedy=beam == 1 and self.to is None))
            if not front:
                return
            self.best = max([self.best, *front], key=self._merit)
            if self.to is not None and self._value(self.best[-1]) == self.to:
                return
            budget.check()

    def ranked(self) -> list[Variant]:
        """Return every puzzle that was found, the best first, with all its changes in words."""
        paths = dict[str, _Path]()
        for path in self.found:
            paths.setdefault(self.kind.format(path[-1].puzzle), path)
        paths.pop(self.kind.format(self.start.puzzle), None)
        ranked = sorted(
            paths.values(),
            key=lambda path: (-self._merit(path)[0], len(path), abs(path[-1].difference)),
        )
        return [
            replace(path[-1], change="; ".join(each.change for each in path[1:]))
            for path in ranked
            if self.kept.allows(path[-1].puzzle)
        ]

    def _changes(self, last: Variant, limits: Limits) -> list[Variant]:
        variants = self.vary_more(last, limits)
        self.tried += variants.tried
        self.unknown += variants.unknown
        self.unsolvable += variants.unsolvable
        self.stop = variants.stop or self.stop
        return variants.found

    def _chosen(self, paths: list[_Path], beam: int, *, greedy: bool) -> Iterator[_Path]:
        """Yield the best new puzzles, at most as many as the beam is wide."""
        number = 0
        for path in sorted(paths, key=self._merit, reverse=True):
            if number == beam or (greedy and self._merit(path)[0] <= self._merit(self.best)[0]):
                return
            text = self.kind.canonical(path[-1].puzzle)
            if text not in self._seen and self.kept.allows(path[-1].puzzle):
                number += 1
                self._seen.add(text)
                yield path

    def _merit(self, path: _Path) -> tuple[float, int]:
        """Return what makes a path better: its last score, then being short."""
        value = self._value(path[-1])
        return (self.sign * value if self.to is None else -abs(value - self.to)), -len(path)

    def _value(self, variant: Variant) -> float:
        return variant.score.value or 0.0


class _Keeping:
    """What must stay as it is."""

    def __init__(
        self, kind: Kind, puzzle: Any, keep: Sequence[str], player: Player | None, limits: Limits
    ) -> None:
        self.is_unique = UNIQUE in keep
        self.names = [name for name in keep if name != UNIQUE]
        self.player, self.limits = player, limits
        for name in self.names:
            find_measure(name, kind)  # raises if there is none of that name
        if self.is_unique and not self._has_one_solution(puzzle):
            raise QuandaryError(
                "The puzzle does not have exactly one solution, so uniqueness cannot be kept."
            )
        self.values = self._values(puzzle)
        for name, value in zip(self.names, self.values, strict=True):
            if value is None:
                raise QuandaryError(f"The puzzle has no {name} to keep.")

    def allows(self, puzzle: Any) -> bool:
        """Return whether a puzzle keeps what the original has."""
        if self.is_unique and not self._has_one_solution(puzzle):
            return False
        return self._values(puzzle) == self.values

    def _values(self, puzzle: Any) -> list[float | None]:
        if not self.names:
            return []
        scores = rate(puzzle, self.names, player=self.player, limits=self.limits)
        return [scores[name].value for name in self.names]

    def _has_one_solution(self, puzzle: Any) -> bool:
        found = count(puzzle, most=2, limits=self.limits)
        return found.complete and found.solutions == 1
