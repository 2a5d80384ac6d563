"""MUSE and ReMUSE: the bits of choice that a player faces on the way to a solution.

One formula for both species of puzzle:

    E(s) = 0 if solved; ∞ if a slot the player looks at has no move;
           else the least, over slots, of [ bits of the slot + least E among its children ]

A path puzzle has a single slot, the next step. A slot with n moves costs log2 n bits for MUSE and
KL(softmin(children) ‖ prior) for ReMUSE. Source: Chen, White & Sturtevant, Entropy as a Measure of
Puzzle Difficulty, AIIDE 2023; where it leaves a point open, docs/background.md says what is done.
"""

from dataclasses import dataclass
from functools import cache
from math import inf, log2
from typing import Any

from quandary._native import Native, native_limits
from quandary.kind import Policy, kind_of
from quandary.limits import Budget, Limits
from quandary.measuring.backward import backward
from quandary.measuring.bits import in_bits
from quandary.measuring.choices import View
from quandary.measuring.least_cost import least_cost
from quandary.player import Player
from quandary.puzzle import NEXT, AnyPuzzle, Slot
from quandary.rules import Rule
from quandary.score import Decision, Score, Status
from quandary.solving.engine import Engine, native_of

VERSION = 1
DEFAULT = Limits(seconds=60, memory=4)


def muse(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine = "auto",
) -> Score:
    """The fewest bits of choice on any way to a solution: Minimum Uniform Solution Entropy.

    >>> from quandary.kinds.witness import KIND
    >>> muse(KIND.parse("+-E/|.|/S-+")).value     # right or up, and both lead home
    1.0

    `steps` holds the solution found and the bits of each step. Without a player it is the kind's own.
    """
    setting = _setting(puzzle, player, policy)
    budget = limits.start()
    if twin := native_of(puzzle, engine, setting.player):
        return _native_score("muse", twin, setting, budget)
    found = least_cost(View(puzzle, setting.player, setting.policy, budget))
    value = None if found.units is None else in_bits(found.units)
    at_least = in_bits(found.reached) if found.gave_up else None
    return setting.score("muse", value, found.gave_up, budget, found.states, found.steps, at_least)


def remuse(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    engine: Engine = "auto",
) -> Score:
    """MUSE that forgives choices which do not matter: Relative MUSE.

    >>> from quandary.kinds.witness import KIND
    >>> remuse(KIND.parse("+-E/|.|/S-+")).value   # both ways are equally good
    0.0
    """
    setting = _setting(puzzle, player, policy)
    budget = limits.start()
    if twin := native_of(puzzle, engine, setting.player):
        return _native_score("remuse", twin, setting, budget)
    found = backward(View(puzzle, setting.player, setting.policy, budget))
    value = None if found.value == inf else found.value
    return setting.score("remuse", value, found.gave_up, budget, found.states, found.steps)


@dataclass(frozen=True)
class Worth:
    """What knowing one rule is worth, in bits; None where a side of it could not be measured."""

    rule: str
    alone: float | None
    """How much easier the puzzle gets for somebody who knows nothing else."""
    missed: float | None
    """How much harder it gets for the player when only this rule is forgotten."""


def differential(
    puzzle: AnyPuzzle,
    rule: Rule,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
) -> Worth:
    """Differential entropy: the bits of MUSE that one rule saves.

    `alone` compares a player without rules with one who knows only this rule. `missed` compares
    `player` (the kind's default) without the rule and with it. Puzzles with much of it teach the rule.
    """
    setting = _setting(puzzle, player, policy)
    budget = limits.start()

    @cache  # without other rules both comparisons are the same
    def bits(*rules: Rule) -> float | None:
        return muse(puzzle, setting.player.knowing(*rules), policy=setting.policy, limits=budget.rest()).value

    def saved(*others: Rule) -> float | None:
        before = bits(*others)
        after = (
            bits(*others, rule) if before else before
        )  # where nothing is uncertain, a sound rule changes nothing
        return None if before is None or after is None else before - after

    return Worth(
        rule.name, saved(), saved(*(each for each in setting.player.rules if each.name != rule.name))
    )


@dataclass(frozen=True)
class _Setting:
    """Who plays, and how: what a score must say to be compared."""

    player: Player
    policy: Policy
    start_bits: float

    def score(
        self,
        measure: str,
        value: float | None,
        gave_up: str,
        budget: Budget,
        states: int,
        steps: tuple[Decision, ...] = (),
        at_least: float | None = None,
        engine: str = "python",
    ) -> Score:
        status = Status.GAVE_UP if gave_up else Status.UNSOLVABLE if value is None else Status.EXACT
        return Score(
            measure,
            value,
            status,
            VERSION,
            player=str(self.player),
            policy=self.policy,
            engine=engine,
            states=states,
            seconds=budget.seconds,
            at_least=at_least,
            start_bits=self.start_bits,
            reason=gave_up,
            steps=steps,
        )


def _setting(puzzle: AnyPuzzle, player: Player | None, policy: Policy | None) -> _Setting:
    kind = kind_of(puzzle)
    starts = max(1, len(list(puzzle.starts())))
    return _Setting(
        player or (kind.people.default if kind else Player(name="none")),
        policy or (kind.people.policy if kind else "best"),
        log2(starts),
    )


def _native_score(measure: str, twin: Native, setting: _Setting, budget: Budget) -> Score:
    player = setting.player
    families = None if player.families is None else sorted(player.families)
    found = getattr(twin.handle, measure)(
        [rule.name for rule in player.rules],
        families,
        player.lookahead,
        setting.policy == "greedy",
        native_limits(budget.rest()),
    )
    stop = found.stop
    steps = tuple(_decision(twin, step.slot, step.move, step.options, step.bits) for step in found.steps)
    return setting.score(
        measure,
        None if found.value == inf or stop else found.value,
        stop.text,
        budget,
        found.states,
        steps,
        found.at_least if stop and measure == "muse" else None,
        twin.name,
    )


def _decision(twin: Native, slot: int, move: int, options: int, bits: float) -> Decision:
    moved: Any = twin.moves[move]
    if not twin.slots:
        return Decision(NEXT, moved, options, bits)
    return Decision(Slot("must", moved) if slot < 0 else twin.slots[slot], moved, options, bits)
