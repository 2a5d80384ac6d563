"""Random boards: cars are parked at random, and then driven to a place from which the exit is far away."""

import re
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from quandary._native import native_limits
from quandary.errors import NoneFoundError, NotationError
from quandary.kinds.rushhour.engine import native, onward
from quandary.kinds.rushhour.rules import LEAST_SIDE, MOST_SIDE, RED, SHORTEST, Board, Car, Position
from quandary.kinds.rushhour.vary import LENGTHS, fits, new_letter, place
from quandary.limits import Limits, check_limits

if TYPE_CHECKING:
    from quandary.graph import StateGraph

SIZES = ("4x4", "5x5", "6x6")
"""Sizes with norms, smallest first. Others can be made as well."""
USUAL_SIZE = "6x6"
SMALL = Limits(states=30_000)
"""Lots with more positions are not looked at: the cars have too much room for a puzzle."""
TRIES = 200
"""Parking lots that are tried for one board."""
LEAST_SLIDES = 2.0
"""A board with fewer is no puzzle."""
FULL = (0.5, 0.72)
"""The share of cells that cars cover, from and to."""
TRUCKS = 0.3
"""The share of cars that are trucks."""
FAR = 0.6
"""A board is taken from this part of the distance of its lot on: nearer to the exit it would be dull."""


def generate(rng: Random, size: str) -> Board:
    """Generate a solvable board of a size, width x height.

    >>> board = generate(Random(1), "5x5")
    >>> board.width, board.height, board.is_solved(board.starts()[0])
    (5, 5, False)
    """
    for board, graph in _lots(rng, size):
        far = max(LEAST_SLIDES, FAR * _farthest(graph))
        if found := _driven(rng, board, graph, far, float("inf")):
            return found
    raise NoneFoundError(f"No Rush Hour board of {size} was found in {TRIES} tries; ask for another size.")


def aim_at_slides(rng: Random, size: str, low: float, high: float) -> Board | None:
    """Look for a board whose shortest solution has from `low` to `high` slides, or return None."""
    for board, graph in _lots(rng, size):
        if _farthest(graph) >= low and (found := _driven(rng, board, graph, max(1.0, low), high)):
            return found
    return None


AIMS = {"shortest": aim_at_slides}
"""Measures that `quandary generate --between` can aim at."""


def size_of(board: Board) -> str:
    """Return the size of a board in cells, width first: "6x6"."""
    return f"{board.width}x{board.height}"


def is_size(size: str) -> bool:
    """Return whether boards of a size can be made."""
    try:
        sides_of(size)
    except NotationError:
        return False
    return True


def sides_of(size: str) -> tuple[int, int]:
    """Return the width and the height of a size such as "6x6"."""
    match = re.fullmatch(r"(\d)x(\d)", size, re.ASCII)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (LEAST_SIDE < width <= MOST_SIDE and LEAST_SIDE <= height <= MOST_SIDE):
        raise NotationError(
            f"A Rush Hour board cannot have the size {size[:20]!r}; write width x height in cells, such as 6x6,"
            f" from {LEAST_SIDE + 1}x{LEAST_SIDE} to {MOST_SIDE}x{MOST_SIDE}."
        )
    return width, height


def _lots(rng: Random, size: str) -> Iterator[tuple[Board, "StateGraph"]]:
    """Yield lots with their graphs, if the graphs are small and car A can leave."""
    width, height = sides_of(size)
    for _ in range(TRIES):
        check_limits()
        board = _parked(rng, width, height)
        graph = _explored(board)
        if graph.complete and graph.solved.any():
            yield board, graph


def _parked(rng: Random, width: int, height: int) -> Board:
    """Return a board with car A at the left of a middle row and other cars wherever there is room for them."""
    row = rng.choice([(height - 1) // 2, height // 2])
    board = Board(width, height, (Car(RED, row, 0, SHORTEST, upright=False),))
    wanted = rng.uniform(*FULL) * width * height
    for _ in range(4 * width * height):
        covered = sum(car.length for car in board.cars)
        letter = new_letter(board)
        if covered >= wanted or letter is None:
            break
        car = _any_car(rng, board, letter)
        if fits(board, car) and not _shuts_in(board, car):
            board = place(board, car)
    return board


def _any_car(rng: Random, board: Board, letter: str) -> Car:
    upright, length = rng.random() < 0.5, LENGTHS[rng.random() < TRUCKS]
    lanes, room = (board.width, board.height) if upright else (board.height, board.width)
    length = min(length, room)
    return Car(letter, rng.randrange(lanes), rng.randrange(room - length + 1), length, upright)


def _shuts_in(board: Board, car: Car) -> bool:
    """Return whether a car can never let A pass: it lies in A's row, or is upright and as long as the board is high."""
    if not car.upright:
        return car.lane == board.cars[0].lane
    return car.length == board.height


def _explored(board: Board) -> "StateGraph":
    """Return the graph of a board, incomplete if it is not small."""
    import numpy as np

    from quandary.graph import StateGraph

    twin = native(board)
    if twin is not None:
        handle: Any = twin.handle
        raw = handle.explore(native_limits(SMALL))
        return StateGraph(raw.first, raw.target, raw.solved.astype(bool), raw.starts, raw.complete)
    index = {state: number for number, state in enumerate(board.starts())}
    states, first, target, solved = list(index), [0], list[int](), list[bool]()
    for state in states:  # grows during the loop
        if len(states) > (SMALL.states or 0):
            break
        solved.append(board.is_solved(state))
        for move in () if solved[-1] else board.moves(state):
            child = board.apply(state, move)
            if child not in index:
                index[child] = len(states)
                states.append(child)
            target.append(index[child])
        first.append(len(target))
    complete = len(solved) == len(states)
    return StateGraph(np.array(first), np.array(target, int), np.array(solved), np.array([0]), complete)


def _farthest(graph: "StateGraph") -> float:
    """Return the largest distance from the exit of positions from which it can be reached."""
    return float(max(steps for steps in graph.steps_left if steps != float("inf")))


def _driven(rng: Random, board: Board, graph: "StateGraph", low: float, high: float) -> Board | None:
    """Return the board in a random position from which the exit is from `low` to `high` slides away, if there is one."""
    import numpy as np

    fit = np.flatnonzero((graph.steps_left >= low) & (graph.steps_left <= high))
    return onward(board, _position(board, graph, int(fit[rng.randrange(len(fit))]))) if len(fit) else None


def _position(board: Board, graph: "StateGraph", number: int) -> Position:
    """Return the state with a number, by the moves that first led to it."""
    import numpy as np

    first_edges = dict(zip(*map(np.ndarray.tolist, np.unique(graph.target, return_index=True)), strict=True))
    path = []
    while number:
        edge = first_edges[number]
        number = int(np.searchsorted(graph.first, edge, side="right")) - 1
        path.append(edge - int(graph.first[number]))
    (state,) = board.starts()
    for choice in reversed(path):
        state = board.apply(state, board.moves(state)[choice])
    return state
