"""A simple learner, and the order in which it masters puzzles.

The learner has a policy over local features of a move, a softmax of their weighted sum. The features are: for
each rule of the kind's player, whether the rule rules the move out; how few options there are where the move is
made; and how many moves remain after it. At first all weights are 0, so it guesses. Then it masters, one after
another, the puzzle whose solution is most likely under its policy, and learns from its steps by gradient ascent
before it looks for the next one. The order of mastery is the learner's order. Nothing is random.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.kind import kind_of
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle, by_slot, is_fill
from quandary.rules import Rule
from quandary.solving.search import solutions

FloatArray: TypeAlias = NDArray[np.float64]
RATE = 0.5
"""How far one step of learning goes."""
ROUNDS = 5
"""How often the learner goes through the steps of a puzzle it has mastered."""


@dataclass(frozen=True)
class LearnedStep:
    """A step on the way to a solution: the features of every option, and which one is right."""

    features: FloatArray
    right: int


def lessons(puzzle: AnyPuzzle, limits: Limits) -> list[LearnedStep] | None:
    """Return the steps of a solution, or None if none is found in time."""
    found = solutions(puzzle, most=1, limits=limits).found
    if not found:
        return None
    kind = kind_of(puzzle)
    rules = kind.people.default.rules if kind else ()
    state, left, steps = found[0].start, list(found[0].moves), []
    while left:
        options = _options(puzzle, state, left)
        right = next(
            at for at, move in enumerate(options) if move in left and (is_fill(puzzle) or move == left[0])
        )
        if len(options) > 1:
            steps.append(LearnedStep(_features(puzzle, state, options, rules), right))
        left.remove(options[right])
        state = puzzle.apply(state, options[right])
    return steps


def _options(puzzle: AnyPuzzle, state: Any, left: list[Any]) -> list[Any]:
    """Return the moves that the learner compares: all of a path puzzle, those of the tightest slot else."""
    moves = list(puzzle.moves(state))
    if not is_fill(puzzle):
        return moves
    slots = by_slot(puzzle, state, moves)
    return min((each for each in slots.values() if any(move in left for move in each)), key=len)


def _features(puzzle: AnyPuzzle, state: Any, options: list[Any], rules: tuple[Rule, ...]) -> FloatArray:
    moves = tuple(puzzle.moves(state))
    columns = []
    for rule in rules:
        out = {move for finding in rule.find(puzzle, state, moves) for move in finding.cannot}
        columns.append([float(move in out) for move in options])
    columns.append([1.0 / len(options)] * len(options))
    after = [len(list(puzzle.moves(puzzle.apply(state, move)))) for move in options]
    most = max([*after, 1])
    columns.append([number / most for number in after])
    return np.array(columns, dtype=np.float64).T


def mastery(courses: list[list[LearnedStep]]) -> list[int]:
    """Return the place of each puzzle in the order in which the learner masters them, from 1.

    A puzzle without a choice is mastered at once, in place 0.
    The puzzles must be of one kind, since the features are those of its player.
    """
    width = next((lesson.features.shape[1] for each in courses for lesson in each), 0)
    weights: FloatArray = np.zeros(width)
    places = [0] * len(courses)
    left = [at for at, each in enumerate(courses) if each]
    for place in range(1, len(left) + 1):
        bits = [sum(_surprise(lesson, weights) for lesson in courses[at]) for at in left]
        chosen = left.pop(int(np.argmin(bits)))
        places[chosen] = place
        for _ in range(ROUNDS):
            weights = weights + RATE * _gradient(courses[chosen], weights)
    return places


def _policy(lesson: LearnedStep, weights: FloatArray) -> FloatArray:
    scores = lesson.features @ weights
    grown = np.exp(scores - scores.max())
    shares: FloatArray = grown / grown.sum()
    return shares


def _surprise(lesson: LearnedStep, weights: FloatArray) -> float:
    """Return the bits of the right move under the policy."""
    return float(-np.log2(max(_policy(lesson, weights)[lesson.right], 1e-12)))


def _gradient(course: list[LearnedStep], weights: FloatArray) -> FloatArray:
    """Return the direction in which the right moves get more likely, per step."""
    total: FloatArray = np.zeros_like(weights)
    for lesson in course:
        total += lesson.features[lesson.right] - _policy(lesson, weights) @ lesson.features
    return total / max(1, len(course))
