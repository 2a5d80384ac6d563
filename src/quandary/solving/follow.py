"""Moves as text: write them as players do, read them, and make them.

Moves are on one line, separated by spaces, or written as players of the kind write them. If a puzzle has
several starts, the text begins with one of them: `from (0, 1): right up`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

from quandary.engine import Solution
from quandary.errors import NotationError
from quandary.kind import kind_of
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, is_fill

MOST_NAMED = 8
"""The number of moves or starts that an error names."""
_FROM = re.compile(r"\s*from\s+([^:]*?)\s*:(.*)", re.DOTALL)


class Followed(NamedTuple):
    """All states on the way, start first, and whether the last one is solved."""

    states: Sequence[Any]
    is_solved: bool
    moves: Sequence[Any] | None = None
    """The moves between the states, or None where the kind replays what players write in steps of its own."""


def follow(puzzle: AnyPuzzle, text: str) -> Followed:
    """Make the moves of a text one by one. Raises NotationError at an illegal move.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> follow(maze, "right down").is_solved
    True
    >>> from quandary.kinds.witness import KIND
    >>> follow(KIND.parse("S-E/|.|/S-+"), "from (0, 1): right").states
    [((0, 1),), ((0, 1), (1, 1))]

    A start must be named only if there are several.
    """
    kind, starts = kind_of(puzzle), starts_by_name(puzzle)
    start, moves = _split(starts, text)
    if kind and kind.notation.moves and len(starts) == 1:
        states = kind.notation.moves.replay(puzzle, moves)
        return Followed(states, puzzle.is_solved(states[-1]))
    return _made(puzzle, start, _moves(puzzle, start, moves))


def follow_solution(puzzle: AnyPuzzle, solution: Solution) -> Followed:
    """Make the moves of a solution, in the steps in which it is played.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> follow_solution(maze, Solution(next(iter(maze.starts())), ("right", "down"))).is_solved
    True
    """
    kind = kind_of(puzzle)
    if kind and kind.notation.moves:
        return follow(puzzle, solution_text(puzzle, solution))
    return _made(puzzle, solution.start, solution.moves)


def _made(puzzle: AnyPuzzle, start: Any, moves: Sequence[Any]) -> Followed:
    states = [*accumulate(moves, puzzle.apply, initial=start)]
    return Followed(states, puzzle.is_solved(states[-1]), list(moves))


def spell(puzzle: AnyPuzzle, start: Any, moves: Sequence[Any]) -> str:
    """Write moves from a start as text that `follow` reads.

    >>> from quandary.kinds.witness import KIND
    >>> spell(KIND.parse("+-E/|.|/S-+"), ((0, 0),), ["right", "up"])
    'right up'
    >>> spell(KIND.parse("S-E/|.|/S-+"), ((0, 1),), ["right"])
    'from (0, 1): right'
    """
    kind = kind_of(puzzle)
    name = start_name(puzzle, start)
    if kind and kind.notation.moves and not name:
        return kind.notation.moves.spell(puzzle, moves)
    return " ".join([*([f"from {name}:"] if name else ()), *map(str, moves)])


def solution_text(puzzle: AnyPuzzle, solution: Solution) -> str:
    """Write a solution as text that `follow` reads, with its start if there are several."""
    return spell(puzzle, solution.start, solution.moves)


def start_name(puzzle: AnyPuzzle, start: Any) -> str:
    """Return the name of a start, or "" if there is only one.

    >>> from quandary.kinds.witness import KIND
    >>> start_name(KIND.parse("S-E/|.|/S-+"), ((0, 1),))
    '(0, 1)'
    """
    names = starts_by_name(puzzle)
    return next(name for name, each in names.items() if each == start) if len(names) > 1 else ""


def starts_by_name(puzzle: AnyPuzzle) -> dict[str, Any]:
    """Return every start by name: what the puzzle's method `start_name` calls it, or its number from 1.

    >>> from quandary.kinds.witness import KIND
    >>> starts_by_name(KIND.parse("S-E/|.|/S-+"))
    {'(0, 0)': ((0, 0),), '(0, 1)': ((0, 1),)}
    """
    starts = dict.fromkeys(puzzle.starts())
    if name := getattr(puzzle, "start_name", None):
        return {name(start): start for start in starts}
    return {str(number): start for number, start in enumerate(starts, start=1)}


def _split(starts: Mapping[str, Any], text: str) -> tuple[Any, str]:
    """Split a text into its start, or the only one, and the text of its moves."""
    named = _FROM.fullmatch(text)
    if not named:
        if len(starts) > 1:
            example = f"from {next(iter(starts))}: {' '.join(text.split())[:40]}".rstrip()
            raise NotationError(
                f"The puzzle has {len(starts)} starts, {_few(starts)}. Name one first, as in {example!r}."
            )
        return next(iter(starts.values())), text
    name, moves = named.groups()
    alike = {_squeezed(each): start for each, start in starts.items()}
    if _squeezed(name) not in alike:
        raise NotationError(f"The puzzle has no start {name[:40]!r}. Its starts: {_few(starts)}.")
    return alike[_squeezed(name)], moves


def _moves(puzzle: AnyPuzzle, start: Any, text: str) -> list[Any]:
    found, here, words, at = list[Any](), start, text.split(), 0
    while at < len(words):
        is_over = puzzle.is_solved(here)
        options = {} if is_over else {str(move): move for move in puzzle.moves(here)}
        # The text of a move may contain spaces, and begin with the text of another move.
        fitting = [name for name in options if (wanted := name.split()) == words[at : at + len(wanted)]]
        if not fitting:
            broken = "" if is_over else broken_by(puzzle, here, words[at])
            raise NotationError(_complaint(len(found) + 1, words[at], options, broken, is_over=is_over))
        name = max(fitting, key=len)
        found.append(options[name])
        here = puzzle.apply(here, options[name])
        at += len(name.split())
    return found


def broken_by(puzzle: AnyPuzzle, state: Any, word: str) -> str:
    """Return what a move would break that cannot be made in a fill puzzle, in words, or nothing if that is not known.

    >>> from quandary.kinds.sudoku import KIND
    >>> sudoku = KIND.parse(".3....3....41...")
    >>> broken_by(sudoku, sudoku.givens, "r2c2=3")
    '3 in row 2 is there already, 3 in column 2 is there already, 3 in box 1 is there already'
    """
    if not is_fill(puzzle):
        return ""
    bare = _emptied(puzzle)
    move = next((move for move in bare.moves(next(iter(bare.starts()))) if str(move) == word), None)
    if move is None:
        return ""
    open_ones = set(puzzle.slots(state))
    shut = [slot for slot in bare.fills(move) if slot not in open_ones]
    cells = [f"{slot.name} is filled already" for slot in shut if slot.family == "cell"]
    return ", ".join(cells or [f"{slot.name} is there already" for slot in shut])


def _emptied(puzzle: AnyPuzzle) -> AnyFillPuzzle:
    """Return a puzzle with everything left out that can be."""
    kind, here = kind_of(puzzle), puzzle
    while kind and kind.maker.reductions:
        less = next(iter(kind.maker.reductions(here)), None)
        if less is None:
            break
        here = less[1]
    return cast(AnyFillPuzzle, here)


def _complaint(number: int, word: str, options: Iterable[str], broken: str, *, is_over: bool) -> str:
    if is_over:
        return f"Move {number}, {word!r}, comes after the puzzle is solved. Leave it out."
    if broken:
        return f"Move {number}, {word!r}, cannot be made: {broken}."
    return f"Move {number}, {word!r}, is not legal. Legal moves: {_few(options) or 'none'}."


def _few(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:MOST_NAMED]) + (", ..." if len(listed) > MOST_NAMED else "")


def _squeezed(text: str) -> str:
    return "".join(text.split())
