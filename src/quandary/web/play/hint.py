"""Hints and answers for the board, as data."""

from itertools import pairwise
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Drawing
from quandary.limits import Limits
from quandary.showing.hint import hint_at
from quandary.showing.playable import Playable
from quandary.solving.follow import follow, spell
from quandary.solving.search import solutions
from quandary.web.limits import limit


def hint(playable: Playable, moves: str) -> dict[str, Any]:
    """Return the easiest thing to see after some moves, or the move that spoiled the puzzle, as data.

    >>> from quandary.library.files import read
    >>> [entry] = read("sudoku:.3....3....41...")
    >>> found = hint(Playable.of(entry), "")
    >>> found["rule"], found["show"]
    ('naked-single', 'r3c2=2')
    """
    states = follow(playable.steps, moves).states
    found = hint_at(
        playable.puzzle, states, steps=playable.steps, limits=Limits(seconds=limit("solve_seconds"))
    )
    return {
        "says": found.says,
        "degrees": found.degrees,
        "rule": found.rule,
        "where": found.where,
        "why": found.why,
        "must": [str(move) for move in found.must],
        "cannot": [str(move) for move in found.cannot],
        "show": None if found.move is None else str(found.move),
        "marks": drawing_data(Drawing(1, 1, found.marks))["shapes"],
    }


def answer(playable: Playable) -> dict[str, Any] | None:
    """Return a solution as its start and its moves, or None if none was found in time."""
    found = solutions(playable.puzzle, most=1, limits=Limits(seconds=limit("solve_seconds"))).found
    if not found:
        return None
    first = found[0]
    if playable.is_drawn:
        marks = playable.steps.spelled(first.end(playable.puzzle))
        return {"start": next(iter(playable.starts)), "moves": [str(mark) for mark in marks]}
    start = next(
        name
        for name, state in playable.starts.items()
        if playable.steps is not playable.puzzle or state == first.start
    )
    if playable.steps is not playable.puzzle:
        return {
            "start": start,
            "moves": _in_steps(playable, spell(playable.puzzle, first.start, first.moves)),
        }
    return {"start": start, "moves": [str(move) for move in first.moves]}


def _in_steps(playable: Playable, text: str) -> list[str]:
    """Return moves, as players write them, in the steps in which the board plays them."""
    steps, states = playable.steps, follow(playable.puzzle, text).states
    return [
        next(str(move) for move in steps.moves(here) if steps.apply(here, move) == there)
        for here, there in pairwise(states)
    ]
