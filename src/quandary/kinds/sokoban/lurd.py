"""Solutions in LURD notation: a letter per step, capital for a push."""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

from quandary.errors import NotationError
from quandary.kinds.sokoban.rules import (
    DIRECTIONS,
    LETTERS,
    STEPS,
    Board,
    Cell,
    Level,
    Push,
    Stand,
    back,
    step,
)

RUNS = "0123456789"


def replay(board: Board, solution: str) -> list[Stand]:
    """Return every state on the way, the start first.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> replay(parse("######|#@$ .#|######"), "RR")[-1].man
    (3, 1)

    Spaces and line ends are skipped, and a number repeats the letter after it: `3R`. Capital and small letters
    mean the same, since the board shows what is pushed. Raises NotationError at a step that is blocked.
    """
    walk = Level(board.width, board.height, board.walls, board.targets, board.boxes, board.man).in_steps()
    states = walk.starts()
    for number, letter in enumerate(_letters(solution), start=1):
        options = {move.lower(): move for move in walk.moves(states[-1])}
        if letter.lower() not in options:
            raise NotationError(
                f"Step {number} of the solution, {letter!r}, cannot be taken: something is in the way."
            )
        states.append(walk.apply(states[-1], options[letter.lower()]))
    return states


def spell(level: Level, pushes: Sequence[Push]) -> str:
    """Return the solution that makes the pushes, with the shortest walks between them.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> level = parse("#####|#   #|#@$.#|#####")
    >>> spell(level, [Push((2, 2), "right")])
    'R'
    """
    boxes, man, letters = level.boxes, level.man, ""
    for box, direction in pushes:
        letters += _walk(level, boxes, man, back(box, direction)) + LETTERS[direction].upper()
        boxes, man = boxes - {box} | {step(box, direction)}, box
    return letters


def pushes_of(board: Board, solution: str) -> list[Push]:
    """Return the pushes that a solution makes."""
    states = replay(board, solution)
    return [
        Push(after.man, _direction(before.man, after.man))
        for before, after in pairwise(states)
        if before.boxes != after.boxes
    ]


def _direction(here: Cell, there: Cell) -> str:
    return next(direction for direction in STEPS if step(here, direction) == there)


def _letters(solution: str) -> Iterable[str]:
    times = ""
    for character in solution:
        if character in RUNS and len(times) < 5:
            times += character
        elif character.lower() in DIRECTIONS:
            yield from character * int(times or 1)
            times = ""
        elif not character.isspace():
            raise NotationError(
                f"{character!r} is not a step; write solutions with the letters u r d l, capital for pushes."
            )


def _walk(board: Board, boxes: frozenset[Cell], here: Cell, there: Cell) -> str:
    """Return the shortest walk, preferring up, right, down and left in this order."""
    came_by: dict[Cell, str] = {here: ""}
    queue = deque([here])
    while there not in came_by:
        cell = queue.popleft()
        for direction in STEPS:
            beside = step(cell, direction)
            if beside not in came_by and board.is_free(beside, boxes):
                came_by[beside] = came_by[cell] + LETTERS[direction]
                queue.append(beside)
    return came_by[there]
