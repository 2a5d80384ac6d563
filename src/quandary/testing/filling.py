"""The promises of a fill puzzle: the order is free, and nothing comes back."""

from random import Random
from typing import Any, TypeAlias

from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, Slot, is_fill
from quandary.solving.search import solutions
from quandary.testing.samples import SMALL, Moment, Samples, play, require

MOVES, PAIRS = 40, 30
"""How many moves of a state, and pairs of them, are tried."""
Successors: TypeAlias = dict[Any, set[Any]]
"""The moves that are left after each of some moves."""


def check_filling(samples: Samples) -> None:
    """Fill at random, and check that moves drop out for good, commute, and fill open slots."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        if not is_fill(puzzle):
            return
        known = solutions(puzzle, limits=SMALL, engine="python")
        sets = [set(solution.moves) for solution in known.found] if known.complete else []
        for situation in play(puzzle, random):
            _check_slots(puzzle, situation)
            tries = random.sample(situation.moves, min(MOVES, len(situation.moves)))
            after = {move: _moves_after(puzzle, situation.state, move) for move in tries}
            _check_order_is_free(puzzle, situation, after, random)
            _check_losses(situation, after, sets)

    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
    samples.try_on_drawn(promise)


def _check_slots(puzzle: AnyFillPuzzle, situation: Moment) -> None:
    state, moves, _ = situation
    slots = list(puzzle.slots(state))
    require(slots == list(puzzle.slots(state)), f"slots({state!r}) differ from call to call")
    require(
        all(isinstance(slot, Slot) for slot in slots), f"slots({state!r}) yields something that is no Slot"
    )
    require(slots, f"{state!r} is not solved, but has no open slot")
    for move in moves:
        fills = list(puzzle.fills(move))
        require(fills == list(puzzle.fills(move)), f"fills({move}) differ from call to call")
        require(not set(fills).isdisjoint(slots), f"the move {move} of {state!r} fills no open slot: {fills}")


def _check_order_is_free(puzzle: AnyFillPuzzle, situation: Moment, after: Successors, random: Random) -> None:
    state, moves, _ = situation
    for move, rest in after.items():
        new = rest.difference(moves)
        require(not new, f"after {move} in {state!r} there are new moves: {' '.join(map(str, new))}")
        require(move not in rest, f"{move} can be made again after it was made in {state!r}")
    both = [(a, b) for a in after for b in after if b in after[a]]
    for a, b in random.sample(both, min(PAIRS, len(both))):
        require(a in after[b], f"in {state!r} {b} can follow {a}, but {a} cannot follow {b}")
        one = puzzle.apply(puzzle.apply(state, a), b)
        other = puzzle.apply(puzzle.apply(state, b), a)
        require(one == other, f"in {state!r} the order of {a} and {b} matters: {one!r} or {other!r}")


def _check_losses(situation: Moment, after: Successors, solved: list[set[Any]]) -> None:
    """Check that no solution has both a move and one that drops out after it."""
    state, moves, path = situation
    still = [solution for solution in solved if solution.issuperset(path)]
    for move, rest in after.items():
        lost = set(moves).difference(rest, {move})
        for solution in still:
            shared = lost & solution if move in solution else ()
            require(not shared, f"in {state!r} {move} rules out {shared}, but a solution has both")


def _moves_after(puzzle: AnyFillPuzzle, state: Any, move: Any) -> set[Any]:
    after = puzzle.apply(state, move)
    return set() if puzzle.is_solved(after) else set(puzzle.moves(after))
