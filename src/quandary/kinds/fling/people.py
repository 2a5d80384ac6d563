"""What people see on a Fling! board: balls that can no longer meet, and moves in the wrong order."""

from collections.abc import Iterable

from quandary.kind import People
from quandary.kinds.fling.features import has_one_solution
from quandary.kinds.fling.rules import Board, Memory, Position, islands
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule, dead_end


def is_stuck(board: Board, state: Position | Memory) -> bool:
    """Return whether several balls are left and none can be flung."""
    return not board.is_solved(state) and not board.moves(state)  # type: ignore[arg-type]


def is_lost_pair(board: Board, state: Position | Memory) -> bool:
    """Return whether two balls are left and neither can be flung at the other."""
    return balls_of(state).bit_count() == 2 and is_stuck(board, state)


def is_apart(board: Board, state: Position | Memory) -> bool:
    """Return whether the balls fall into several islands that never meet."""
    return len(islands(board, balls_of(state))) > 1


def balls_of(state: Position | Memory) -> Position:
    """Return the position of a state."""
    return state.balls if isinstance(state, Memory) else state


def _commute(board: Board, state: Position | Memory, moves: Moves) -> Iterable[Finding]:
    shut = tuple(move for move in moves if isinstance(state, Memory) and move in state.shut)
    if shut:
        yield Finding("commute", cannot=shut, why="it could as well have been made before the last move")


def _remembering(board: Board) -> Board:
    """Return the board with states that remember, if it has exactly one solution."""
    return board.remembering() if has_one_solution(board) else board


NO_MOVE = dead_end("no-move", is_stuck, says="A move is ruled out if no ball can be flung after it.")
PAIR = dead_end(
    "pair",
    is_lost_pair,
    says="Of two balls one must hit the other: they need a row or column in common, and a gap.",
)
ISLANDS = dead_end(
    "islands",
    is_apart,
    says="A move is ruled out if the balls then fall into groups that share no rows and no columns.",
)
COMMUTE = Rule(
    "commute",
    _commute,
    says="If there is only one solution, a move is ruled out that could as well have been made before the last one.",
    needs_unique=True,
    remembering=_remembering,
)

RULES = (NO_MOVE, PAIR, ISLANDS, COMMUTE)
CAREFUL = Player(rules=(NO_MOVE, PAIR), name="careful")
SURVEYOR = Player(rules=(NO_MOVE, PAIR, ISLANDS), name="surveyor")


PEOPLE = People(
    rules=RULES,
    players=(CAREFUL, SURVEYOR),
    columns=("remuse", "solutions", "full_states", "tree_ratio"),
    one_solution=True,
)
