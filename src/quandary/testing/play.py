"""The promises of the four methods, along random play."""

from copy import deepcopy
from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.puzzle import AnyPuzzle
from quandary.testing.samples import Moment, Samples, play, require, written


def check_play(samples: Samples) -> None:
    """Play at random, and check that play has a start, is repeatable and changes nothing in place."""

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        starts = list(puzzle.starts())
        require(starts, "starts() is empty")
        require(starts == list(puzzle.starts()), "starts() differs from call to call")
        for start in starts:
            _follow(samples.kind, puzzle, start, random)

    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
    samples.try_on_drawn(promise)


def _follow(kind: Kind, puzzle: AnyPuzzle, start: Any, random: Random) -> None:
    text = written(kind, puzzle)
    again = kind.parse(text) if kind.notation.parse else deepcopy(puzzle)
    for situation in play(puzzle, random, start):
        _check_state(puzzle, situation.state)
        _check_moves(puzzle, again, situation)
        _check_apply(puzzle, situation)
    require(written(kind, puzzle) == text, "playing changed the puzzle itself")


def _check_state(puzzle: AnyPuzzle, state: Any) -> None:
    try:
        hash(state)
    except TypeError:
        raise AssertionError(f"a state is not hashable: {state!r}") from None
    solved = puzzle.is_solved(state)
    require(type(solved) is bool, f"is_solved({state!r}) is {solved!r}, not a bool")


def _check_moves(puzzle: AnyPuzzle, again: AnyPuzzle, situation: Moment) -> None:
    state, moves, path = situation
    texts = [str(move) for move in moves]
    require(list(puzzle.moves(state)) == moves, f"moves({state!r}) differ from call to call")
    require(len(set(moves)) == len(moves), f"moves({state!r}) lists a move twice: {moves}")
    require(len(set(texts)) == len(texts), f"two moves of {state!r} have the same text: {texts}")
    for text in texts:
        require(text and text.isprintable(), f"a move's text must be one printable line, not {text!r}")
    same = _replay(again, situation)
    require(same == state, f"the moves {' '.join(map(str, path))} led to {state!r} and to {same!r}")
    require(hash(same) == hash(state), f"equal states with different hashes: {state!r}")
    require(
        [str(move) for move in again.moves(same)] == texts,
        f"moves({state!r}) differ once the puzzle is written down and read again",
    )


def _check_apply(puzzle: AnyPuzzle, situation: Moment) -> None:
    state, moves, _ = situation
    before, digest = deepcopy(state), hash(state)
    for move in moves:
        after = puzzle.apply(state, move)
        require(after == puzzle.apply(state, move), f"apply({state!r}, {move}) differs from call to call")
        _check_state(puzzle, after)
        require(
            state == before and hash(state) == digest, f"apply(state, {move}) changed the state {before!r}"
        )
    require(moves == list(puzzle.moves(state)), f"applying the moves of {state!r} changed them")


def _replay(puzzle: AnyPuzzle, situation: Moment) -> Any:
    """Return the state that the situation's moves lead to, from whichever start allows them."""
    if not situation.path:
        return next((start for start in puzzle.starts() if start == situation.state), None)
    ends = [_walk(puzzle, start, situation.path) for start in puzzle.starts()]
    return next((end for end in ends if end == situation.state), next(iter(ends), None))


def _walk(puzzle: AnyPuzzle, state: Any, path: tuple[Any, ...]) -> Any:
    for move in path:
        if move not in puzzle.moves(state):
            return None
        state = puzzle.apply(state, move)
    return state
