"""The C++ twin of a Fling! board, and solutions that are told apart by their positions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from quandary._native import Native, core
from quandary.feature import Tally
from quandary.kind import Engines
from quandary.kinds.fling.counts import count
from quandary.kinds.fling.rules import Board, Fling, Memory, Position, RememberedBoard, ways
from quandary.limits import Budget, check_limits
from quandary.parts.solvers import FewSolutions, Tallying

MOST_NATIVE = 64
"""The most cells of a board in C++."""
BATCH = 16
"""How many solutions are asked for at first."""
LARGEST = 1 << 14
"""How many are asked for at most, so that the clock is looked at in between."""


def native(board: Board) -> Native | None:
    """Return the same board in C++, or None without the compiled core or where it is too large."""
    compiled = core()
    if compiled is None or board.width * board.height > MOST_NATIVE:
        return None
    form = compiled.fling.Memory if isinstance(board, RememberedBoard) else compiled.fling.Board
    return Native(form(board.width, board.height, board.balls), _flings(board.width, board.height))


@lru_cache(maxsize=64)
def _flings(width: int, height: int) -> tuple[Fling, ...]:
    """Return the moves that may be legal on a board of a size, by their number in C++."""
    return tuple(way.fling for cell in ways(width, height).values() for way in cell.values())


def onward(board: Board, state: Position | Memory) -> Board:
    """Return the board that begins in a state."""
    return Board(board.width, board.height, state.balls if isinstance(state, Memory) else state)


def tally(board: Board, budget: Budget) -> Tally:
    """Count the sequences of positions down to two balls that can be won, each as one solution."""
    solutions, length = count(board, budget, as_expert=False).solutions, board.balls.bit_count() - 1
    return Tally(solutions, solutions * length, length, length) if solutions else Tally()


def search(board: Board, budget: Budget) -> Iterator[Sequence[Fling]]:
    """Yield the moves of each solution: of moves to the same position the first, and of the last moves, too."""
    twin = native(board)
    if twin is None:
        yield from _listed(Board(board.width, board.height, board.balls), budget)
        return
    handle: Any = twin.handle
    skip, most = 0, BATCH
    while found := handle.list(skip, most):
        yield from ([twin.moves[move] for move in moves] for moves in found)
        if len(found) < most:
            return
        skip, most = skip + most, min(4 * most, LARGEST)


def _listed(board: Board, budget: Budget) -> Iterator[list[Fling]]:
    dead = set[Position]()

    def walk(state: Position, path: list[Fling]) -> Iterator[list[Fling]]:
        check_limits()
        budget.spend()
        children = dict[Position, Fling]()
        for move in board.moves(state):
            child = board.apply(state, move)
            if child not in children and not (children and board.is_solved(child)):
                children[child] = move
        any_found = False
        for child, move in children.items():
            if board.is_solved(child):
                any_found = True
                yield [*path, move]
            elif child not in dead:
                for found in walk(child, [*path, move]):
                    any_found = True
                    yield found
        if not any_found:
            dead.add(state)

    yield from [[]] if board.is_solved(board.balls) else walk(board.balls, [])


ENGINES = Engines(
    native=native,
    solvers=(FewSolutions(search, most=None), "native", Tallying(tally, by_way=True)),
    onward=onward,
)
