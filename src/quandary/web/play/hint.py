"""A hint: the easiest thing that a person could notice in a position, in words and with its place."""

from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Circle, Drawing
from quandary.limits import Limits
from quandary.puzzle import by_slot
from quandary.rules import believe
from quandary.solving.follow import spell
from quandary.solving.search import solutions
from quandary.web.limits import limit
from quandary.web.play.playable import Playable

MOST_TRIED = 2_000
"""The most legal moves in a position in which hints are looked for."""


def hint(playable: Playable, state: Any) -> dict[str, Any] | None:
    """Return the first finding of the easiest rule that finds something, or None.

    >>> from quandary.library.files import read
    >>> [entry] = read("sudoku:.3....3....41...")
    >>> puzzle = Playable.of(entry)
    >>> found = hint(puzzle, puzzle.puzzle.givens)
    >>> found["rule"], found["show"][:5]
    ('hidden-single-box', 'r2c2=')
    """
    if playable.kind is None or playable.steps is not playable.puzzle:
        return None
    puzzle, moves = playable.puzzle, tuple(playable.puzzle.moves(state))
    if len(moves) > MOST_TRIED:
        return None
    for rule in sorted(playable.kind.people.rules, key=lambda each: each.cost):
        for finding in rule.find(puzzle, state, moves):
            must = [move for move in finding.must if move in moves]
            cannot = [move for move in finding.cannot if move in moves]
            if must or cannot:
                spots = [spot for move in must or cannot if (spot := playable.anchor(state, move))]
                return {
                    "rule": rule.name,
                    "says": rule.says,
                    "where": finding.where,
                    "why": finding.why,
                    "must": [str(move) for move in must],
                    "cannot": [str(move) for move in cannot],
                    "show": str(must[0]) if must else _forced(playable, state),
                    "marks": _marks(spots, "new" if must else "struck"),
                }
    return None


def _forced(playable: Playable, state: Any) -> str | None:
    """Return a move that is the only one left for something, once every rule has been applied."""
    assert playable.kind is not None  # noqa: S101 - hints need rules
    left, musts = believe(playable.puzzle, state, playable.kind.people.rules)
    legal = [move for move in musts if move in left]
    alone = [moves[0] for moves in by_slot(playable.puzzle, state, left).values() if len(moves) == 1]
    return str((legal or alone)[0]) if legal or alone else None


def _marks(spots: list[tuple[float, float]], role: str) -> list[dict[str, Any]]:
    rings = tuple(Circle(spot, 0.45, stroke=role, width=0.07) for spot in dict.fromkeys(spots))
    shapes: list[dict[str, Any]] = drawing_data(Drawing(1, 1, rings))["shapes"]
    return shapes


def answer(playable: Playable) -> dict[str, Any] | None:
    """Return a solution as its start and its moves, or None if none was found in time."""
    found = solutions(playable.puzzle, most=1, limits=Limits(seconds=limit("solve_seconds"))).found
    if not found:
        return None
    first = found[0]
    start = next(
        name
        for name, state in playable.starts.items()
        if playable.steps is not playable.puzzle or state == first.start
    )
    if playable.steps is not playable.puzzle:
        return {"start": start, "moves": list(spell(playable.puzzle, first.start, first.moves))}
    return {"start": start, "moves": [str(move) for move in first.moves]}
