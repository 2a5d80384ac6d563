"""Positions and ways counted in Python, level by level: a board with k balls takes k - 1 moves."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from quandary.kinds.fling.rules import Board, Fling, Position, islands
from quandary.limits import Budget


@dataclass(frozen=True)
class Survey:
    """The counts over all ways from the start, as whole numbers of any size."""

    solutions: int
    solutions_by_moves: int
    full_states: int
    full_tree: int
    expert_states: int
    expert_tree: int
    engine: str = "python"
    states: int = 0


def count(board: Board, budget: Budget, *, as_expert: bool = True, sees_islands: bool = False) -> Survey:
    """Count positions and ways in Python, the reference."""
    plain = Board(board.width, board.height, board.balls)
    expert = _as_expert(plain, budget, sees_islands=sees_islands) if as_expert else (0, 0)
    return Survey(*_all(plain, budget), *expert, states=budget.states)


def _all(board: Board, budget: Budget) -> tuple[int, int, int, int]:
    """Return the solutions by positions and by moves, the positions, and the nodes of the tree of moves."""
    level = {board.balls: (1, 1)}
    solutions = by_moves = int(board.is_solved(board.balls))
    states = tree = 0
    while level:
        after: dict[Position, list[int]] = defaultdict(lambda: [0, 0])
        for state, (moves_here, positions_here) in level.items():
            budget.spend()
            states, tree = states + 1, tree + moves_here
            children = Counter(board.apply(state, move) for move in open_moves(board, state))
            if state.bit_count() == 2 and children:
                solutions, by_moves = solutions + positions_here, by_moves + moves_here
            for child, moves in children.items():
                after[child][0] += moves * moves_here
                after[child][1] += positions_here
        level = {state: (moves, positions) for state, (moves, positions) in after.items()}
    return solutions, by_moves, states, tree


def _as_expert(board: Board, budget: Budget, *, sees_islands: bool) -> tuple[int, int]:
    """Return the positions and the nodes of the tree on ways where no move commutes with the one before it."""
    level = {(board.balls, frozenset[Fling]()): 1}
    states = tree = 0
    while level:
        after: dict[tuple[Position, frozenset[Fling]], int] = defaultdict(int)
        states, tree = states + len({state for state, _ in level}), tree + sum(level.values())
        for (state, shut), here in level.items():
            budget.spend()
            lost = sees_islands and len(islands(board, state)) > 1
            for move in [] if lost else open_moves(board, state):
                budget.check()  # what commutes takes long to see among many balls
                if move not in shut:
                    after[board.apply(state, move), board.commuting(state, move)] += here
        level = dict(after)
    return states, tree


def open_moves(board: Board, state: Position) -> list[Fling]:
    """Return the legal moves, none where the board is solved."""
    return [] if board.is_solved(state) else board.moves(state)
