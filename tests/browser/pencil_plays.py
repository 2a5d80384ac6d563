"""Plays of declared pencil puzzles, made from a solution: nobody lists them, so that a new kind is played as it is."""

from collections.abc import Iterator
from typing import Any

from quandary.kind import Kind
from quandary.library.files import examples
from quandary.pencil.draw import room_of
from quandary.pencil.grid import OPEN
from quandary.pencil.marks import Digits
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.search import completions
from quandary.pencil.words.word import NO, YES

ARROWS = {(0, -1): "Up", (1, 0): "Right", (0, 1): "Down", (-1, 0): "Left"}
NOWHERE = "tap 0.02,0.02"


def pencil_plays(kind: Kind) -> list[dict[str, Any]]:
    """Return a play by each device that solves the smallest example, one that does not, and some that are refused."""
    puzzle = min((entry.puzzle for entry in examples(kind)), key=lambda each: each.rows * each.columns)
    solved = next(completions(puzzle))
    marks = [spot for spot, value in enumerate(solved) if is_mark(puzzle, spot, value)]
    cross = next(
        (spot for spot, value in enumerate(solved) if value == NO and is_harmless(puzzle, spot)), None
    )
    text = kind.format(puzzle)
    by_mouse = [
        *taps(puzzle, cross, "cross"),
        *(each for spot in marks for each in taps(puzzle, spot, solved[spot])),
    ]
    moves = [text_of(puzzle, spot, solved[spot]) for spot in marks]
    crossed = [] if cross is None else [text_of(puzzle, cross, NO)]
    by_key = list(pressed(puzzle, solved, marks))
    return [
        play(text, "mouse", by_mouse, [*crossed, *moves], "solved"),
        play(text, "touch", by_mouse[len(taps(puzzle, cross, "cross")) :], moves, "solved"),
        play(text, "keyboard", by_key, moves, "solved"),
        play(text, "mouse", taps(puzzle, marks[0], solved[marks[0]]), moves[:1], "not-a-solution"),
        play(text, "mouse", [NOWHERE], [], "refused"),
        play(text, "keyboard", ["key Backspace", "key Enter"], [], "refused"),
    ]


def play(puzzle: str, by: str, gestures: list[str], moves: list[str], verdict: str) -> dict[str, Any]:
    """Return a line as in plays.jsonl."""
    return {"puzzle": puzzle, "by": by, "gestures": gestures, "moves": " ".join(moves), "verdict": verdict}


def is_mark(puzzle: Pencil, spot: int, value: int) -> bool:
    """Return whether a spot has to be written on: crosses may be left out."""
    return puzzle.start[spot] == OPEN and (puzzle.grid.places[spot].mark.everywhere or value != NO)


def is_harmless(puzzle: Pencil, spot: int) -> bool:
    """Return whether a mark on an open spot breaks no rule at once, so that a strict board takes it, too."""
    marked = (*puzzle.start[:spot], YES, *puzzle.start[spot + 1 :])
    is_cross = not puzzle.grid.places[spot].mark.everywhere
    return is_cross and puzzle.start[spot] == OPEN and not puzzle.broken(marked)


def text_of(puzzle: Pencil, spot: int, value: int) -> str:
    """Return the text of a move."""
    return next(str(move) for move in puzzle.grid.moves[spot] if move.value == value)


def taps(puzzle: Pencil, spot: int | None, value: int | str) -> list[str]:
    """Return the gestures that write a value: a tap and buttons for a digit, one tap for a mark, two for a cross."""
    if spot is None:
        return []
    room, (x, y) = room_of(puzzle), puzzle.grid.places[spot].middle
    tap = f"tap {x + room.left},{y + room.top}"
    if isinstance(puzzle.grid.places[spot].mark, Digits):
        return [tap, *(f"key {digit}" for digit in str(value))]
    if value == NO:  # the first tap may be refused, but it chooses the cell
        return [tap, "key x"]
    return [tap] * (2 if value == "cross" else 1)


def pressed(puzzle: Pencil, solved: State, marks: list[int]) -> Iterator[str]:
    """Yield keys: arrows to a cell, then the digit, Enter for a mark, or an arrow with Alt for the edge beside it."""
    yield "key ArrowRight"  # chooses the first cell
    here, grid = (0, 0), puzzle.grid
    for spot in marks:
        place = grid.places[spot]
        x, y = place.middle
        there = min(int(x), grid.width - 1), min(int(y), grid.height - 1)
        for axis in (0, 1):
            step = [(1, 0), (0, 1)][axis] if there[axis] > here[axis] else [(-1, 0), (0, -1)][axis]
            yield from [f"key Arrow{ARROWS[step]}"] * abs(there[axis] - here[axis])
        here = there
        if place.ends:
            way = round(2 * (x - here[0] - 0.5)), round(2 * (y - here[1] - 0.5))
            yield f"key Alt+Arrow{ARROWS[way]}"
        elif isinstance(place.mark, Digits):
            yield from (f"key {digit}" for digit in str(solved[spot]))
        else:
            yield "key Enter" if solved[spot] == YES else "key x"
