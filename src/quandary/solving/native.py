"""The engine in C++: the same answers as in Python, much faster."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from quandary._native import Native, at_most, known_rules, native_limits
from quandary.engine import Count, Entropy, Guess, Solution, Solutions, StateCount, StateSums
from quandary.feature import Tally
from quandary.graph import StateGraph
from quandary.kind import Policy, kind_of
from quandary.limits import Budget, Limits, Stop
from quandary.player import MoveWeights, Player
from quandary.puzzle import NEXT, AnyPuzzle, Slot
from quandary.rules import Rule
from quandary.score import Decision
from quandary.solving.chance import seeds
from quandary.solving.deduce import DEFAULT, ENDINGS, in_order
from quandary.trace import Run, Runs

MOST_NAMED = 8
"""The number of rules that a message names. The others are counted."""


class NativeEngine:
    """An engine that asks a puzzle's twin in C++."""

    def __init__(self, puzzle: AnyPuzzle, twin: Native) -> None:
        self.puzzle = puzzle
        self.twin = twin

    @property
    def name(self) -> str:
        """The name of the engine in a score."""
        return self.twin.name

    def unmerged(self) -> "NativeEngine":
        """Return the same engine without merging states. It is slower and serves for comparison."""
        return NativeEngine(self.puzzle, self.twin.unmerged())

    def lacks(self, player: Player) -> str:
        """Return why it cannot answer for a player, or "" if it can.

        A prior has a twin if it weighs moves whatever the state.
        """
        if player.prior is not None and not isinstance(player.prior, MoveWeights):
            return "a prior has no native twin"
        known = set(self.twin.handle.rules())
        missing = [repr(rule.name) for rule in player.rules if not self._knows(rule, known)]
        return f"no native twin of {_rules(missing)}" if missing else ""

    def _knows(self, rule: Rule, known: set[str]) -> bool:
        """Return whether the twin knows a rule, or can learn one that the kind's own theory has proved."""
        if rule.lore is None:
            return bool(rule.native) and rule.native_name in known
        kind = kind_of(self.puzzle)
        return kind is not None and rule.lore.theory is kind.theory() and self.twin.can_learn

    def muse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice on any way to a solution."""
        return self._entropy("muse", player, policy, limits, bounded=True)

    def remuse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice, not counting choices that do not matter."""
        return self._entropy("remuse", player, policy, limits, bounded=False)

    def luck(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find how much luck blind play needs, in bits."""
        found = self._entropy("luck", player, policy, limits, bounded=False)
        return replace(found, at_least=found.stop.limit) if found.stop.code == "range" else found

    def _entropy(
        self, measure: str, player: Player, policy: Policy, limits: Limits, *, bounded: bool
    ) -> Entropy:
        """Ask the twin for a measure.

        States that merge have the same future for those who see dead ends. A player who leaks also walks into them.
        """
        twin, prior = self.twin.knowing(player), player.prior
        if player.leak and twin.merges:
            return self.unmerged()._entropy(measure, player, policy, limits, bounded=bounded)
        found = getattr(twin.handle, measure)(
            known_rules(player),
            _families(player),
            player.lookahead,
            policy == "greedy",
            native_limits(limits),
            leak=player.leak,
            weights=prior.weigh(self.puzzle, self.twin.moves) if isinstance(prior, MoveWeights) else [],
        )
        stop = limits.named(found.stop)
        return Entropy(
            None if found.value == inf or stop else found.value,
            tuple(map(self._decision, found.steps)),
            found.states,
            stop,
            found.at_least if stop and bounded else None,
            twin.name,
        )

    def _decision(self, step: Any) -> Decision:
        moved, slot = self.twin.moves[step.move], NEXT
        if self.twin.slots:
            slot = Slot("must", moved) if step.slot < 0 else self.twin.slots[step.slot]
        return Decision(slot, moved, step.options, step.bits)

    @property
    def can_tally(self) -> bool:
        """Whether the twin counts solutions without visiting each."""
        return hasattr(self.twin.handle, "tally")

    @property
    def quick_solutions(self) -> Callable[..., Any] | None:
        """The twin's solver made for its kind, if it has one."""
        return getattr(self.twin.handle, "quick_solutions", None) if self.twin.quick else None

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List at most `most` solutions that end in different solved states."""
        return self.solutions_by(self.twin.handle.solutions, most, limits)

    @property
    def can_attempt(self) -> bool:
        """Whether the twin can find some solution where a search for the shortest one takes too long."""
        return hasattr(self.twin.handle, "attempt")

    def attempt(self, limits: Limits) -> Solutions:
        """Find some solution, not a shortest one, or prove that there is none."""
        handle: Any = self.twin.handle
        found = self.solutions_by(lambda _, within: handle.attempt(within), 1, limits)
        return replace(found, any_length=True) if found.found else found

    def solutions_by(self, find: Callable[..., Any], most: int | None, limits: Limits) -> Solutions:
        """List solutions with one of the twin's solvers."""
        budget = limits.start()
        raw = find(at_most(most), native_limits(limits))
        starts, moves, found = list(self.puzzle.starts()), self.twin.moves, list[Solution]()
        complete, stop = raw.complete, limits.named(raw.stop)
        for each in raw.found:
            if found and budget.is_late:
                complete, stop = False, limits.named(Stop("seconds"))
                break
            found.append(Solution(starts[each.start], tuple(moves[m] for m in each.moves)))
        return Solutions(tuple(found), complete, raw.states, budget.seconds, self.name, stop)

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions without keeping them."""
        budget = limits.start()
        if self.can_tally:
            return self._tally(budget)
        raw = self.twin.handle.count(at_most(most), native_limits(limits))
        return Count(
            raw.solutions,
            raw.total_length,
            raw.shortest if raw.solutions else None,
            raw.longest if raw.solutions else None,
            raw.complete,
            raw.states,
            budget.seconds,
            self.name,
            limits.named(raw.stop),
        )

    def _tally(self, budget: Budget) -> Count:
        handle: Any = self.twin.handle
        raw = handle.tally(native_limits(budget.limits))
        sums, stop, told = raw.value, budget.limits.named(raw.stop), Tally()
        if sums.solutions and not stop:
            told = Tally(sums.solutions, sums.total_length, sums.shortest, sums.longest)
        return Count(*told, not stop, raw.states, budget.seconds, "native", stop)

    def count_states(self, limits: Limits) -> StateCount:
        """Count the reachable states."""
        budget = limits.start()
        raw = self.twin.handle.count_states(native_limits(limits))
        stop = limits.named(raw.stop)
        return StateCount(raw.represented, raw.complete, raw.states, budget.seconds, self.name, stop)

    def sum_states(self, limits: Limits) -> StateSums | None:
        """Sum over all states, each future once, if the twin can."""
        handle: Any = self.twin.handle
        if not hasattr(handle, "sum_states"):
            return None
        raw = handle.sum_states(native_limits(limits))
        return StateSums(
            raw.represented,
            raw.viable,
            raw.solved,
            raw.moving,
            raw.expansions,
            raw.starts,
            raw.loss,
            raw.complete,
            raw.states,
            "native, merged",
            limits.named(raw.stop),
        )

    def explore(self, limits: Limits) -> StateGraph:
        """Return the graph of all reachable states."""
        return _graph(self.twin.handle.explore(native_limits(limits)), limits)

    def explore_seen(self, player: Player, limits: Limits) -> StateGraph | None:
        """Return the graph of what a player may reach, if the twin can tell."""
        handle: Any = self.twin.handle
        remembers = any(rule.remembering or rule.lore for rule in player.rules)
        if remembers or not hasattr(handle, "explore_seen") or self.lacks(player):
            return None
        known = known_rules(player), _families(player), player.lookahead
        return _graph(handle.explore_seen(*known, native_limits(limits)), limits)

    def can_deduce(self, player: Player, guess: Guess) -> bool:
        """Return whether it can run a deduction solver for a player and a guessing policy.

        Such a run counts how often each rule is used, so those that were learned are asked one by one, in Python.
        """
        if guess.family is None or any(rule.lore is not None for rule in player.rules):
            return False
        return hasattr(self.twin.handle, "deduce") and player.is_even and not self.lacks(player)

    def deduce_often(self, player: Player, guess: Guess, runs: int, seed: int, limits: Limits) -> Runs:
        """Run a deducing and guessing solver `runs` times from one seed."""
        handle: Any = self.twin.handle
        rows = handle.deduce(*_to_deduce(player, guess, seeds(seed, runs), limits))
        names = tuple(rule.name for rule in in_order(player))
        return Runs(names, _runs(rows), seed, guess.name, "native")

    def deduce_each(
        self, player: Player, guess: Guess, each: Sequence[int], limits: Limits
    ) -> tuple[Run, ...]:
        """Run a deducing and guessing solver with each of some seeds."""
        handle: Any = self.twin.handle
        return _runs(handle.deduce(*_to_deduce(player, guess, each, limits)))


def _to_deduce(player: Player, guess: Guess, each: Sequence[int], limits: Limits) -> tuple[Any, ...]:
    """Return what the core is told for runs of a deducing and guessing solver."""
    rules = in_order(player)
    return (
        [rule.native_name for rule in rules],
        [rule.cost > 0 for rule in rules],
        _families(player),
        guess.family or None,
        guess.anywhere,
        each,
        native_limits(limits if limits.states is not None else replace(limits, states=DEFAULT.states)),
    )


def _runs(rows: Iterable[Any]) -> tuple[Run, ...]:
    return tuple(
        Run(ENDINGS[r.ending], tuple(r.fired), r.guesses, r.reverts, r.deepest, r.refutation, r.length)
        for r in rows
    )


def _families(player: Player) -> list[str] | None:
    return None if player.families is None else sorted(player.families)


def _rules(names: Sequence[str]) -> str:
    """Return the names of some rules as a phrase.

    >>> _rules(["'a'"]), _rules(["'a'", "'b'"])
    ("the rule 'a'", "the rules 'a', 'b'")
    """
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return f"the rule{'s' * (len(names) > 1)} {', '.join(names[:MOST_NAMED])}{more}"


def _graph(raw: Any, limits: Limits) -> StateGraph:
    """Return a graph of the core."""
    return StateGraph(
        raw.first,
        raw.target,
        raw.solved.astype(bool),
        raw.starts,
        raw.complete,
        "native",
        stop=limits.named(raw.stop),
    )
