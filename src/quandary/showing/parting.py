"""Say in which cells or at which step two solutions differ."""

from itertools import takewhile
from typing import Any

from quandary.engine import Solution
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.showing.picture import tell

NAMED = 2
"""The number of differences that are named. The rest are only counted."""


def parting(puzzle: AnyPuzzle, one: Solution, other: Solution) -> str:
    """Return where two solutions differ: the first slots, or the first step, "" if that cannot be told.

    >>> from quandary.kinds.sudoku import KIND
    >>> from quandary.solving.search import solutions
    >>> puzzle = KIND.parse("..343412..434321")
    >>> parting(puzzle, *solutions(puzzle, most=2).found)
    'r1c1=1 or r1c1=2, r1c2=2 or r1c2=1, and 2 more'
    """
    return _in_cells(puzzle, one, other) if is_fill(puzzle) else _at_a_step(puzzle, one, other)


def _in_cells(puzzle: Any, one: Solution, other: Solution) -> str:
    taken, pairs = {*one.moves, *other.moves} - ({*one.moves} & {*other.moves}), list[str]()
    ours, theirs = ([move for move in each.moves if move in taken] for each in (one, other))
    for move in sorted(ours, key=str):
        places = list(puzzle.fills(move))
        rival = next((each for each in theirs if places[0] in puzzle.fills(each)), None)
        pairs.append(f"{tell(puzzle, move)} or {tell(puzzle, rival)}" if rival else tell(puzzle, move))
    more = f", and {len(pairs) - NAMED} more" if len(pairs) > NAMED else ""
    return ", ".join(pairs[:NAMED]) + more


def _at_a_step(puzzle: AnyPuzzle, one: Solution, other: Solution) -> str:
    if one.start != other.start:
        return "they begin at different starts"
    pairs = zip(one.moves, other.moves, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if same >= min(len(one.moves), len(other.moves)):
        return ""
    first, second = (tell(puzzle, each.moves[same]) for each in (one, other))
    return f"they part at step {same + 1}, {first} or {second}"
