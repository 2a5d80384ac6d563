"""A kind's native twin gives the same answers as its Python rules, element for element."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import fsum
from random import Random
from typing import Any

import numpy as np

from quandary._native import Native, core
from quandary.engine import EngineName
from quandary.kind import Policy
from quandary.limits import Limits
from quandary.measuring.entropy import luck, muse, remuse
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, Slot
from quandary.rules import Rule
from quandary.score import Score, Status
from quandary.solving.choose import QuickestEngine
from quandary.solving.explore import explore
from quandary.solving.search import Count, count, solutions
from quandary.testing.samples import SMALL, NotRun, Samples, play, require, work

TOLERANCE = 1e-9
LOOKAHEADS = (0, 1, 2)
ENGINES: tuple[EngineName, EngineName] = ("python", "unmerged")
"""These two look at the same states; a native engine that merges them has to give the same values."""
POLICIES: tuple[Policy, Policy] = ("best", "greedy")
LEAK = 0.125
PLAYERS = 9
"""The number of players, drawn at random, that are compared on an example."""
LONG_LOOK = 15_000
LONG_SEARCH = 150_000
LONG_EXPLORATION = 20_000
REQUIRED_MOVE = -1
"""The slot number of a required move's own slot."""


def check_native_equals_python(samples: Samples) -> None:
    """Compare the graph, the solutions, every player's options and the entropy from both engines."""
    if core() is None:
        raise NotRun("the compiled core is not installed")
    kind = samples.kind

    def answers(puzzle: AnyPuzzle, random: Random) -> None:
        if QuickestEngine(puzzle).native:
            _compare_graphs(puzzle)
            _compare_solutions(puzzle)

    def sight(puzzle: AnyPuzzle, random: Random, most: int) -> None:
        twin = kind.engines.native(puzzle) if kind.engines.native else None
        if twin is None:
            raise AssertionError("it has no native twin, although it is small")
        players = list(_players(samples, puzzle))
        for player in random.sample(players, min(most, len(players))):
            _compare_options(puzzle, twin, player, random)
            _compare_scores(puzzle, player)

    samples.try_on_examples(partial(_check_declared, kind.people.rules))
    samples.try_on_examples(answers)
    samples.try_on_generated(answers)
    samples.try_on_examples(partial(sight, most=PLAYERS), small=True)
    samples.try_on_generated(partial(sight, most=1), small=True)


def _check_declared(rules: Iterable[Rule], puzzle: AnyPuzzle, random: Random) -> None:
    """Check that every rule has a native twin or declares that it has none."""
    if native := QuickestEngine(puzzle).native:
        known = set(native.twin.handle.rules())
        for rule in rules:
            has = rule.name in known
            require(
                has or not rule.native,
                f"the rule {rule.name!r} has no native twin: write it, or declare native=False",
            )
            require(
                rule.native or not has, f"the rule {rule.name!r} says native=False, but it has a native twin"
            )


def _players(samples: Samples, puzzle: AnyPuzzle) -> Iterator[Player]:
    """Yield every named player that the native engine knows, looking none, one and two steps ahead."""
    for player in samples.kind.named_players().values():
        native = QuickestEngine(puzzle).native
        if native and not native.lacks(player):
            for lookahead in LOOKAHEADS:
                yield replace(player, lookahead=lookahead)


def _first_moves(puzzle: AnyPuzzle) -> list[Any]:
    start = next(iter(puzzle.starts()))
    return [] if puzzle.is_solved(start) else list(puzzle.moves(start))


def _compare_graphs(puzzle: AnyPuzzle) -> None:
    limits = Limits(states=LONG_EXPLORATION // max(1, len(_first_moves(puzzle))))
    one, other = (explore(puzzle, limits=limits, engine=engine) for engine in ENGINES)
    require(
        one.complete == other.complete,
        f"explore: complete is {one.complete} in Python, {other.complete} natively",
    )
    for name in ("first", "target", "solved", "starts"):
        ours, theirs = getattr(one, name), getattr(other, name)
        require(np.array_equal(ours, theirs), f"explore: {name} is {ours} in Python, {theirs} natively")


def _compare_solutions(puzzle: AnyPuzzle) -> None:
    one, other = (solutions(puzzle, limits=SMALL, engine=engine) for engine in ENGINES)
    require(one.complete == other.complete, f"solutions: {one.status} in Python, {other.status} natively")
    require(one.found == other.found, f"solutions: {one.found} in Python, {other.found} natively")
    one_count, other_count = (count(puzzle, limits=SMALL, engine=engine) for engine in ENGINES)
    require(
        one_count.complete == other_count.complete,
        f"count: complete is {one_count.complete} in Python, {other_count.complete} natively",
    )
    if one.complete and one_count.complete:  # cut short, each has counted other ones
        _compare_counts(one_count, other_count)
        merged = solutions(puzzle, engine="native").found
        require(one.found == merged, f"solutions: {one.found} in Python, {merged} merged")
        _compare_counts(one_count, count(puzzle, engine="native"))


def _compare_counts(one: Count, other: Count) -> None:
    for fact in ("solutions", "total_length", "shortest", "longest", "complete"):
        ours, theirs = getattr(one, fact), getattr(other, fact)
        require(ours == theirs, f"count: {fact} is {ours} in Python, {theirs} {other.engine}")


def _compare_options(puzzle: AnyPuzzle, twin: Native, player: Player, random: Random) -> None:
    """Compare the player's options, slot by slot, along random play."""
    number = {move: at for at, move in enumerate(twin.moves)}
    rules = [rule.name for rule in player.rules]
    families = None if player.families is None else sorted(player.families)
    for state, moves, path in play(puzzle, random):
        if work(player, moves) <= LONG_LOOK:
            raw = twin.handle.options([number[move] for move in path], rules, families, player.lookahead)
            theirs = [(_slot(twin, each.slot), [twin.moves[move] for move in each.moves]) for each in raw]
            ours = [(_known(twin, slot), options) for slot, options in player.options(puzzle, state).items()]
            require(ours == theirs, f"in {state!r} {player} sees {ours} in Python, {theirs} natively")


def _slot(twin: Native, number: int) -> Slot | None:
    return None if number == REQUIRED_MOVE or not twin.slots else twin.slots[number]


def _known(twin: Native, slot: Slot) -> Slot | None:
    return slot if twin.slots and slot.family != "must" else None


def _compare_scores(puzzle: AnyPuzzle, player: Player) -> None:
    effort = max(1, work(player, _first_moves(puzzle)))
    if effort > LONG_LOOK:
        return
    limits = Limits(states=LONG_SEARCH // effort)
    forgetful = replace(player, leak=LEAK)
    for measure, who in ((muse, player), (remuse, player), (luck, player), (luck, forgetful)):
        for policy in POLICIES:
            score = partial(measure, puzzle, who, policy=policy, limits=limits)
            ours, theirs, merged = score(engine="python"), score(engine="unmerged"), score(engine="native")
            what = f"{ours.measure} for {who}, {policy}"
            _compare(what, ours, theirs)
            require(
                ours.states == theirs.states,
                f"{what}: {ours.states} states in Python, {theirs.states} natively",
            )
            if ours.status is not Status.GAVE_UP:
                _compare(what, ours, merged)
            for each in (ours, theirs, merged):
                if each.value is not None:
                    _check_steps(puzzle, who, each)


def _compare(what: str, ours: Score, theirs: Score) -> None:
    require(ours.status == theirs.status, f"{what}: {ours.status} in Python, {theirs.status} {theirs.engine}")
    require(
        _near(ours.value, theirs.value), f"{what}: {ours.value} in Python, {theirs.value} {theirs.engine}"
    )


def _near(one: float | None, other: float | None) -> bool:
    return one is other is None or (one is not None and other is not None and abs(one - other) <= TOLERANCE)


def _check_steps(puzzle: AnyPuzzle, player: Player, score: Score) -> None:
    """Check that the steps sum to the value, can be made, and end where the player sees a solution."""
    what = f"{score.measure} for {player}, {score.policy}, {score.engine}"
    bits = fsum(step.bits for step in score.steps)
    require(_near(bits, score.value), f"{what}: the steps sum to {bits}, not to {score.value}")
    ends = [_end(puzzle, start, score) for start in puzzle.starts()]
    seen = any(end is not None and player.sees_solution(puzzle, end) for end in ends)
    line = " ".join(str(step.move) for step in score.steps)
    require(seen, f"{what}: the steps {line} do not lead to a solution")


def _end(puzzle: AnyPuzzle, state: Any, score: Score) -> Any:
    """Return the state after the steps from a start, or None if they cannot be made from it."""
    for step in score.steps:
        if puzzle.is_solved(state) or step.move not in puzzle.moves(state):
            return None
        state = puzzle.apply(state, step.move)
    return state
