"""Improve a puzzle step by step: one change at a time, each the best of all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from quandary.errors import QuandaryError
from quandary.generating.vary import Direction, Variant, vary_once
from quandary.kind import Kind
from quandary.limits import DEFAULT, NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.measuring.rate import rate
from quandary.measuring.table import measure as find_measure
from quandary.player import Player
from quandary.score import Score
from quandary.solving.search import count

UNIQUE = "unique"
"""Asks that a puzzle keeps having exactly one solution."""
AT_ONCE = 4
"""The number of steps that share the time left. Later ones get what these leave."""
MOST_STEPS, WIDEST = 10_000, 1000


@dataclass(frozen=True)
class ImprovedPuzzle:
    """A puzzle on the way, with the change that led to it."""

    change: str
    """The change in words, or "" for the puzzle as it was."""
    puzzle: Any
    score: Score


@dataclass(frozen=True)
class Improvement:
    """The way from a puzzle to the best one that was found."""

    steps: list[ImprovedPuzzle] = field(default_factory=list)
    """Every puzzle on the way, the original first."""
    tried: int = 0
    """The number of changed puzzles that were scored."""
    unknown: int = 0
    """The number of those that took too long or cannot be measured."""
    stop: Stop = NOT_STOPPED
    """The limit that ended the search, if one did."""


@dataclass(frozen=True)
class _Path:
    """A puzzle that was reached, and the way to it."""

    steps: tuple[ImprovedPuzzle, ...]

    @property
    def last(self) -> ImprovedPuzzle:
        return self.steps[-1]


def improve_puzzle(
    kind: Kind,
    puzzle: Any,
    measure: str = "",
    *,
    steps: int = 10,
    beam: int = 1,
    direction: Direction = "harder",
    keep: Sequence[str] = (),
    player: Player | None = None,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Improvement:
    """Change a puzzle one element at a time so that a measure rises as far as possible, and return every step.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|.|/+-+-+/|.|.|/S-+-+")
    >>> for step in improve_puzzle(KIND, panel, "remuse", steps=2).steps:
    ...     print(f"{step.score.value:.3f}", step.change or "as it was")
    0.000 as it was
    1.065 with a hexagon at (0, 2)
    3.000 with a white square at (1, 0)

    With a `beam` of 1 every step takes the best change, and the search ends where no change helps. A wider beam
    follows that many puzzles at once, also through changes that do not help at once. A puzzle that is the same up to
    symmetry is visited once. Every puzzle on the way can be solved. `keep` names what else must stay as it is:
    "unique" (exactly one solution), or measures whose values must not change. The default measure is the kind's
    headline, and the limits are for everything together.
    """
    if not (1 <= steps <= MOST_STEPS and 1 <= beam <= WIDEST):
        raise QuandaryError(
            f"Cannot make {steps:,} steps with a beam of {beam:,}. Use up to {MOST_STEPS:,} and {WIDEST:,}."
        )
    name = measure or kind.people.headline
    kept = _Keeping(kind, puzzle, keep, player, limits)
    search = _Search(kind, name, 1 if direction == "harder" else -1, kept, player, tick)
    with limits.start() as budget:
        try:
            search.run(puzzle, steps, beam, budget)
        except OutOfBudget as out:
            search.stop = out.stop
    return Improvement(list(search.best.steps), search.tried, search.unknown, limits.named(search.stop))


class _Search:
    """A beam search over changes."""

    def __init__(
        self,
        kind: Kind,
        name: str,
        sign: int,
        kept: "_Keeping",
        player: Player | None,
        tick: Callable[[], None],
    ) -> None:
        self.kind, self.name, self.sign, self.kept = kind, name, sign, kept
        self.player, self.tick = player, tick
        self.tried = self.unknown = 0
        self.stop, self.best = NOT_STOPPED, _Path(())
        self._seen: set[str] = set()

    def run(self, puzzle: Any, steps: int, beam: int, budget: Budget) -> None:
        """Make up to a number of steps. `best` has what is found so far."""
        self.best = _Path((self._start(puzzle, budget),))
        self._seen.add(self.kind.canonical(puzzle))
        front = [self.best]
        for left in range(steps, 0, -1):
            found = [
                _Path((*path.steps, ImprovedPuzzle(each.change, each.puzzle, each.score)))
                for number, path in enumerate(front)
                for each in self._changes(path, budget.share(min(left, AT_ONCE) * (len(front) - number)))
            ]
            front = list(self._chosen(found, beam, greedy=beam == 1))
            if not front:
                return
            self.best = max([self.best, *front], key=self._merit)
            budget.check()

    def _start(self, puzzle: Any, budget: Budget) -> ImprovedPuzzle:
        score = rate(puzzle, [self.name], player=self.player, limits=budget.share(2))[self.name]
        if score.value is None:
            raise QuandaryError(f"The puzzle has no {self.name} to improve: {score}.")
        return ImprovedPuzzle("", puzzle, score)

    def _changes(self, path: _Path, limits: Limits) -> list[Variant]:
        variants = vary_once(
            self.kind,
            path.last.puzzle,
            self.name,
            known=path.last.score,
            player=self.player,
            limits=limits,
            tick=self.tick,
        )
        self.tried += len(variants.found) + variants.unknown
        self.unknown += variants.unknown
        self.stop = variants.stop or self.stop
        return variants.found

    def _chosen(self, paths: list[_Path], beam: int, *, greedy: bool) -> Iterator[_Path]:
        """Yield the best new puzzles, at most as many as the beam is wide."""
        number = 0
        for path in sorted(paths, key=self._merit, reverse=True):
            if number == beam or (greedy and self._merit(path)[0] <= self._merit(self.best)[0]):
                return
            text = self.kind.canonical(path.last.puzzle)
            if text not in self._seen and self.kept.allows(path.last.puzzle):
                number += 1
                self._seen.add(text)
                yield path

    def _merit(self, path: _Path) -> tuple[float, int]:
        """Return what makes a path better: its last score, then being short."""
        value = path.last.score.value
        return (0.0 if value is None else self.sign * value), -len(path.steps)


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
            raise QuandaryError("The puzzle does not have exactly one solution, so it cannot keep it.")
        self.values = self._values(puzzle)
        for name, value in zip(self.names, self.values, strict=True):
            if value is None:
                raise QuandaryError(f"The puzzle has no {name} that could be kept.")

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
