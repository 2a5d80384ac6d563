"""Solve on from a position, and find the move after which no solution was left."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from quandary.engine import Solution, Solutions
from quandary.kind import kind_of
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.search import solutions

Live: TypeAlias = Literal["live", "lost", "unknown"]
"""Whether a solution is left: proved, disproved, or not decided within the limits."""
LISTED = 2_000
"""The most solutions of the whole puzzle among which a way on is looked for."""


class Rest:
    """A puzzle that begins in another state."""

    def __init__(self, puzzle: AnyPuzzle, state: Any) -> None:
        self.puzzle, self.state = puzzle, state
        self.moves, self.apply, self.is_solved = puzzle.moves, puzzle.apply, puzzle.is_solved
        if is_fill(puzzle):
            self.slots, self.fills = puzzle.slots, puzzle.fills

    def starts(self) -> Iterable[Any]:
        """Return the state."""
        return [self.state]


def rest_of(puzzle: AnyPuzzle, state: Any) -> Any:
    """Return the puzzle that begins in a state, one of its kind if the kind can make it.

    >>> from quandary.kinds.sudoku import KIND
    >>> rest_of(KIND.parse(".3....3....41..."), ".3....3....41..2").givens
    '.3....3....41..2'
    """
    kind = kind_of(puzzle)
    made = kind.engines.onward(puzzle, state) if kind and kind.engines.onward else None
    return Rest(played(puzzle), state) if made is None else made


def played(puzzle: AnyPuzzle) -> Any:
    """Return the puzzle in the steps in which people play it, whose states `follow` returns: its `in_steps()`, if any."""
    in_steps = getattr(puzzle, "in_steps", None)
    return in_steps() if in_steps else puzzle


def made(puzzle: AnyPuzzle, states: Sequence[Any]) -> list[Any]:
    """Return the moves that lead from each state to the next.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> from quandary.solving.follow import follow
    >>> made(maze, follow(maze, "right down").states)
    ['right', 'down']
    """
    return [
        next(move for move in puzzle.moves(one) if puzzle.apply(one, move) == other)
        for one, other in pairwise(states)
    ]


def solve_on(puzzle: AnyPuzzle, states: Sequence[Any], *, limits: Limits = Limits()) -> Solutions:
    """Find a solution that goes on from the last of some states, or prove that there is none.

    Where a state is the path so far, `puzzle.beginning(state)` may return the puzzle whose solutions begin with it.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> from quandary.solving.follow import follow
    >>> solve_on(maze, follow(maze, "right").states).found[0].moves
    ('down',)
    """
    state = states[-1]
    rest = rest_of(puzzle, state)
    if not isinstance(rest, Rest):
        return solutions(rest, most=1, limits=limits)
    if beginning := getattr(puzzle, "beginning", None):
        return _after(solutions(beginning(state), most=1, limits=limits), states)
    with limits.start() as budget:
        if played(puzzle) is puzzle and (found := _among_listed(puzzle, states, budget.share(2))):
            return found
        return solutions(rest, most=1, limits=budget.rest())


def _after(answer: Solutions, states: Sequence[Any]) -> Solutions:
    """Return what is left of solutions that go through some states."""
    done = len(states) - 1
    return replace(answer, found=tuple(Solution(states[-1], each.moves[done:]) for each in answer.found))


def _among_listed(puzzle: AnyPuzzle, states: Sequence[Any], limits: Limits) -> Solutions | None:
    """Look for a way on among the solutions of the whole puzzle, which its fastest engine lists."""
    listed = solutions(puzzle, most=LISTED, limits=limits)
    moves = made(puzzle, states)
    for each in listed.found:
        if is_fill(puzzle):
            if set(moves) <= set(each.moves):
                left = tuple(move for move in each.moves if move not in set(moves))
                return Solutions((Solution(states[-1], left),), False)
        elif each.start == states[0] and list(each.moves[: len(moves)]) == moves:
            return Solutions((Solution(states[-1], each.moves[len(moves) :]),), False)
    # A state that holds its whole path is reached by no other way, so the list decides.
    if listed.complete and (is_fill(puzzle) or _is_path(states[-1], len(moves))):
        return Solutions((), True, listed.states, listed.seconds, listed.engine)
    return None


def _is_path(state: Hashable, moves: int) -> bool:
    """Return whether a state is the path so far, a tuple that grows with every move."""
    return type(state) is tuple and len(state) == moves + 1


def outlook(puzzle: AnyPuzzle, states: Sequence[Any], limits: Limits = Limits()) -> Live:
    """Return whether a solution is left in the last of some states."""
    if puzzle.is_solved(states[-1]):
        return "live"
    status = solve_on(puzzle, states, limits=limits).status
    return "live" if status == "solved" else "lost" if status == "none" else "unknown"


def lost_since(puzzle: AnyPuzzle, states: Sequence[Any], limits: Limits = Limits()) -> int | None:
    """Return the number of the first state in which no solution is left, or None if that is not proved.

    >>> from quandary.kinds.sudoku import KIND
    >>> sudoku = KIND.parse(".3....3....41...")
    >>> from quandary.solving.follow import follow
    >>> lost_since(sudoku, follow(sudoku, "r2c2=1 r1c1=4 r1c4=1").states)
    2

    State 0 is the start. Once lost is lost for good, so bisection finds it with a few searches.
    """
    with limits.start() as budget:
        if outlook(puzzle, states, budget.share(2)) != "lost":
            return None
        live, lost = -1, len(states) - 1
        while lost - live > 1:
            middle = (live + lost) // 2
            seen = outlook(puzzle, states[: middle + 1], budget.share(2))
            if seen == "unknown":
                return None
            live, lost = (middle, lost) if seen == "live" else (live, middle)
        return lost
