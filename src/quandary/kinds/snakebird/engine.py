"""Fast ways to solve Snakebird levels."""

from collections.abc import Iterator

from quandary._native import native_limits
from quandary.kind import Engines
from quandary.kinds.snakebird.board import STEPS, Board, reading_order
from quandary.kinds.snakebird.rules import Level, Move, Position
from quandary.kinds.snakebird.twin import native, twin
from quandary.limits import Budget, OutOfBudget
from quandary.parts.solvers import FirstSolution


def search(level: Level, budget: Budget) -> Iterator[list[Move]]:
    """Yield the moves of one solution with fewest moves, if there is one.

    Raises OutOfBudget if the budget runs out.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> from quandary.limits import Limits
    >>> [str(move) for move in next(search(parse("...X/>R../####"), Limits().start()))]
    ['R right', 'R up', 'R right']
    """
    handle = twin(level)
    if handle is None:
        moves = in_python(level, budget)
    else:
        found = handle.fewest(native_limits(budget.rest()))
        if found.stop:
            raise OutOfBudget(found.stop)
        ways = tuple(STEPS)
        numbers = found.value
        moves = numbers and [Move(level.names[number // 4], ways[number % 4]) for number in numbers]
    if moves is not None:
        yield moves


def in_python(level: Level, budget: Budget) -> list[Move] | None:
    """Return the moves of one solution with fewest moves, or None if there is none."""
    came_by: dict[Position, tuple[Position, Move] | None] = dict.fromkeys(level.starts())
    todo = list(came_by)
    for state in todo:  # breadth first; grows while we walk it
        budget.spend()
        for move in level.moves(state):
            child = level.apply(state, move)
            if child in came_by:
                continue
            came_by[child] = state, move
            if level.is_solved(child):
                return _line(child, came_by)
            todo.append(child)
    return None


def _line(state: Position, came_by: dict[Position, tuple[Position, Move] | None]) -> list[Move]:
    line = []
    while before := came_by[state]:
        state, move = before
        line.append(move)
    return line[::-1]


def onward(level: Board, state: Position) -> Level:
    """Return the level that begins in a state, in which the birds that are left keep their letters."""
    flock = sorted(
        ((body, name) for body, name in zip(state.birds, level.names, strict=False) if body),
        key=lambda bird: reading_order(bird[0][0]),
    )
    birds, names = tuple(body for body, _ in flock), "".join(name for _, name in flock)
    return Level(
        level.width,
        level.height,
        level.ground,
        level.spikes,
        level.exit,
        birds,
        names,
        state.fruit,
        state.blocks,
        level.portals,
        hovering=True,
    )


ENGINES = Engines(native=native, solvers=(FirstSolution(search), "native"), onward=onward)
