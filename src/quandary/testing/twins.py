"""A kind's native twin gives the same answers as its Python rules, element for element."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from quandary._native import Native, core
from quandary.measure.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, Slot
from quandary.score import Score
from quandary.solve import count, explore, solutions
from quandary.solve.engine import native_of
from quandary.testing.samples import SMALL, NotRun, Samples, Situation, play, require

TOLERANCE = 1e-9
LOOKAHEADS = (0, 1, 2)
REQUIRED_MOVE = -1
"""The slot number of a required move's own slot."""


def check_native_equals_python(samples: Samples) -> None:
    """Graph, solutions, what every player sees, and entropy are the same from both engines."""
    if core() is None:
        raise NotRun("the compiled core is not installed")
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        twin = kind.native(puzzle) if kind.native else None
        require(twin, "it has no native twin, although it is small")
        _compare_graphs(puzzle)
        _compare_solutions(puzzle)
        for player in _players(samples, puzzle):
            for situation in play(puzzle, random):
                _compare_options(puzzle, twin, player, situation)  # type: ignore[arg-type]
            for measure in (muse, remuse):
                _compare_scores(
                    puzzle, player, *(measure(puzzle, player, engine=e) for e in ("python", "native"))
                )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


def _players(samples: Samples, puzzle: AnyPuzzle) -> Iterator[Player]:
    """Every named player that the native engine knows, looking none, one and two steps ahead."""
    for player in samples.kind.named_players().values():
        if native_of(puzzle, "auto", player):
            for lookahead in LOOKAHEADS:
                yield replace(player, lookahead=lookahead)


def _compare_graphs(puzzle: AnyPuzzle) -> None:
    one, other = (explore(puzzle, limits=SMALL, engine=engine) for engine in ("python", "native"))
    require(
        one.complete == other.complete,
        f"explore: complete is {one.complete} in Python, {other.complete} natively",
    )
    for name in ("first", "target", "solved", "starts"):
        ours, theirs = getattr(one, name), getattr(other, name)
        require(np.array_equal(ours, theirs), f"explore: {name} is {ours} in Python, {theirs} natively")


def _compare_solutions(puzzle: AnyPuzzle) -> None:
    one, other = (solutions(puzzle, limits=SMALL, engine=engine) for engine in ("python", "native"))
    require(one.complete == other.complete, f"solutions: {one.status} in Python, {other.status} natively")
    require(one.found == other.found, f"solutions: {one.found} in Python, {other.found} natively")
    facts = ("solutions", "total_length", "shortest", "longest", "complete")
    one_count, other_count = (count(puzzle, limits=SMALL, engine=engine) for engine in ("python", "native"))
    for fact in facts:
        ours, theirs = getattr(one_count, fact), getattr(other_count, fact)
        require(ours == theirs, f"count: {fact} is {ours} in Python, {theirs} natively")


def _compare_options(puzzle: AnyPuzzle, twin: Native, player: Player, situation: Situation) -> None:
    number = {move: at for at, move in enumerate(twin.moves)}
    path = [number[move] for move in situation.path]
    families = None if player.families is None else sorted(player.families)
    raw = twin.handle.options(path, [rule.name for rule in player.rules], families, player.lookahead)
    theirs = [(_slot(twin, slot), [twin.moves[move] for move in moves]) for slot, moves in raw]
    table = player.options(puzzle, situation.state)
    ours = [(_known(twin, slot), moves) for slot, moves in table.items()]
    require(ours == theirs, f"in {situation.state!r} {player} sees {ours} in Python, {theirs} natively")


def _slot(twin: Native, number: int) -> Slot | None:
    return None if number == REQUIRED_MOVE or not twin.slots else twin.slots[number]


def _known(twin: Native, slot: Slot) -> Slot | None:
    return slot if twin.slots and slot.family != "must" else None


def _compare_scores(puzzle: AnyPuzzle, player: Player, ours: Score, theirs: Score) -> None:
    what = f"{ours.measure} for {player}"
    require(ours.status == theirs.status, f"{what}: {ours.status} in Python, {theirs.status} natively")
    require(_near(ours.value, theirs.value), f"{what}: {ours.value} in Python, {theirs.value} natively")
    require(ours.states == theirs.states, f"{what}: {ours.states} states in Python, {theirs.states} natively")
    for score in (ours, theirs):
        if score.value is not None:
            bits = sum(step.bits for step in score.steps)
            require(
                _near(bits, score.value),
                f"{what}: the steps ({score.engine}) sum to {bits}, not {score.value}",
            )
            _check_line(puzzle, player, score)


def _near(one: float | None, other: float | None) -> bool:
    return one is other is None or (one is not None and other is not None and abs(one - other) <= TOLERANCE)


def _check_line(puzzle: AnyPuzzle, player: Player, score: Score) -> None:
    """The steps can be made, and end where the player sees a solution."""
    ends = [_end(puzzle, start, score) for start in puzzle.starts()]
    seen = any(end is not None and player.sees_solution(puzzle, end) for end in ends)
    line = " ".join(str(step.move) for step in score.steps)
    require(
        seen, f"{score.measure} for {player}: the steps ({score.engine}) {line} do not lead to a solution"
    )


def _end(puzzle: AnyPuzzle, state: Any, score: Score) -> Any:
    for step in score.steps:
        if puzzle.is_solved(state) or step.move not in puzzle.moves(state):
            return None
        state = puzzle.apply(state, step.move)
    return state
