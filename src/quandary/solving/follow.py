"""Moves that somebody wrote down, made one after the other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from quandary.errors import NotationError
from quandary.kind import kind_of
from quandary.puzzle import AnyPuzzle


class Way(NamedTuple):
    """Every state on the way, the start first, and whether the last one is solved."""

    states: Sequence[Any]
    is_solved: bool


def follow(puzzle: AnyPuzzle, text: str) -> Way:
    """What the moves of a text lead to; NotationError at one that cannot be made.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> follow(maze, "right down").is_solved
    True

    Moves are written as players of the kind do, if they have a way of their own, else with spaces between.
    """
    kind = kind_of(puzzle)
    if kind and kind.notation.replay:
        states = kind.notation.replay(puzzle, text)
    else:
        states = [next(iter(puzzle.starts()))]
        for number, word in enumerate(text.split(), start=1):
            options = {str(move): move for move in puzzle.moves(states[-1])}
            if puzzle.is_solved(states[-1]) or word not in options:
                raise NotationError(_complaint(number, word, list(options), puzzle.is_solved(states[-1])))
            states.append(puzzle.apply(states[-1], options[word]))
    return Way(states, puzzle.is_solved(states[-1]))


def _complaint(number: int, word: str, options: list[str], is_over: bool) -> str:
    if is_over:
        return f"Move {number}, {word!r}, comes after the puzzle is solved; leave it out."
    few = ", ".join(options[:8]) + (", ..." if len(options) > 8 else "")
    return f"Move {number}, {word!r}, cannot be made; what can be is {few or 'nothing'}."
