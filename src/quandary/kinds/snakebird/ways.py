"""Solutions as players write them: the number of a bird, a colon, and a letter for each of its steps."""

import re
from collections.abc import Iterator, Sequence

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import STEPS, Board
from quandary.kinds.snakebird.rules import Flock, Level, Move, Position

LETTERS = {"U": "up", "R": "right", "D": "down", "L": "left"}
TURN = re.compile(r"(?:(\d{1,2}):)?([URDLurdl]+)", re.ASCII)


def spell(level: Level, moves: Sequence[Move]) -> str:
    """Return the moves of a level bird by bird.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> spell(parse(">R>GX/#####"), [Move("G", "right"), Move("R", "right"), Move("R", "right"), Move("R", "right")])
    '2:R 1:RRR'

    Birds are numbered from 1 by their heads in reading order at the start, and keep their numbers.
    """
    flock = level.in_steps()
    here, state = flock.starts()[0], level.starts()[0]
    turns: list[tuple[int, str]] = []
    for move in moves:
        body = state.birds[level.names.index(move.bird)]
        number = next(at for at, each in enumerate(here.birds) if each == body)
        letter = move.direction[0].upper()
        if turns and turns[-1][0] == number:
            turns[-1] = number, turns[-1][1] + letter
        else:
            turns.append((number, letter))
        here, state = flock.apply(here, Move(level.names[number], move.direction)), level.apply(state, move)
    return " ".join(f"{number + 1}:{letters}" for number, letters in turns)


def replay(board: Level | Flock, solution: str) -> list[Position]:
    """Return every state on the way, the start first, with every bird at its number.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> replay(parse(">R>GX/#####"), "2:R 1:RRR")[-1].birds
    ((), ())

    A turn without a number is the first bird's. Steps may also be written one by one: `G right R right`. Raises
    NotationError at a step that is not possible.
    """
    flock = board.in_steps() if isinstance(board, Level) else board
    states = [Position(board.birds, board.blocks, board.fruit)]
    for move in _steps(board, solution.split()):
        if move not in flock.moves(states[-1]):
            raise NotationError(f"Step {len(states)} of the solution, {move}, cannot be taken.")
        states.append(flock.apply(states[-1], move))
    return states


def _steps(level: Board, words: Sequence[str]) -> Iterator[Move]:
    at = 0
    while at < len(words):
        if words[at] in level.names and words[at + 1 : at + 2] and words[at + 1] in STEPS:
            yield Move(words[at], words[at + 1])
            at += 2
        else:
            yield from _turn(level, words[at])
            at += 1


def _turn(level: Board, word: str) -> Iterator[Move]:
    turn = TURN.fullmatch(word)
    number = int(turn[1] or 1) if turn else 0
    if turn is None or not 1 <= number <= len(level.birds):
        raise NotationError(
            f"{word[:20]!r} is not a turn of a bird; write its number from 1 to {len(level.birds)}, a colon and"
            " the letters U R D L, such as 1:UUR."
        )
    for letter in turn[2].upper():
        yield Move(level.names[number - 1], LETTERS[letter])
