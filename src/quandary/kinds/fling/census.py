"""All boards of a size, counted: how many can be solved, how many have one solution, and which are the best.

The compiled core keeps two bits for every board with one ball fewer. Without it, small sizes are counted in Python.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import NamedTuple

from quandary._native import core
from quandary.errors import SpaceError
from quandary.kinds.fling.engine import MOST_NATIVE
from quandary.kinds.fling.features import survey
from quandary.kinds.fling.rules import Board, Position, islands
from quandary.kinds.fling.same import least, mirrored
from quandary.kinds.fling.space import Boards
from quandary.limits import check_limits

MOST_BOARDS = 4_000_000_000
"""The most boards that are gone through: their table takes a gigabyte."""


@dataclass(frozen=True)
class Row:
    """The counts of all boards with a given number of balls."""

    balls: int
    boards: int
    solvable: int
    unique: int
    """Boards with exactly one solution."""
    unique_by_moves: int
    """Boards with exactly one sequence of moves down to two balls that can be won."""
    legal_moves: int
    """The moves at the start of all boards together."""
    without_move: int
    apart: int
    """Boards whose balls fall into several islands."""
    apart_solvable: int
    """Those among them that can be solved all the same: none."""
    mirror_classes: int
    """Classes of boards that are the same mirrored, or on square boards with rows and columns exchanged."""
    mirror_solvable: int
    mirror_unique: int
    classes: int
    """Classes of boards that are the same mirrored or shifted as well."""
    solvable_classes: int
    unique_classes: int
    sequences: int = -1
    """The sequences of moves to one ball on all boards together, -1 if they were not counted."""
    most_sequences: int = -1


class Best(NamedTuple):
    """The largest tree_ratio of boards with one solution, and the least numbers of the classes that have it."""

    ratio: Fraction
    full_tree: int
    expert_tree: int
    boards: list[Position]
    classes: int
    """How many classes of boards have one solution."""


def census(
    width: int, height: int, balls: int, *, sequences: bool = False, engine: str = "auto"
) -> list[Row]:
    """Return the counts of all boards with 2, 3, ... balls.

    >>> [row.solvable for row in census(3, 3, 4)]
    [6, 4, 1]

    `sequences` also counts the sequences of moves, which takes eight bytes for a board.
    """
    _check(width, height, balls)
    compiled = None if engine == "python" else core()
    if compiled is None or width * height > MOST_NATIVE:
        return list(_in_python(width, height, balls))
    names = [each.name for each in fields(Row)]
    found = compiled.fling.table(width, height, balls, sequences)
    return [Row(**{name: getattr(row, name) for name in names}) for row in found]


def best(width: int, height: int, balls: int) -> Best:
    """Return the largest tree_ratio of all boards with one solution.

    >>> found = best(4, 4, 5)
    >>> found.full_tree, found.expert_tree, found.boards
    (41, 17, [7173])
    """
    found, boards = Fraction(0), list[Position]()
    trees, unique = (0, 0), unique_boards(width, height, balls)
    for number in unique:
        check_limits()
        seen = survey(Board(width, height, number))
        ratio = Fraction(seen.full_tree, seen.expert_tree)
        if ratio > found:
            found, boards, trees = ratio, [], (seen.full_tree, seen.expert_tree)
        if ratio == found:
            boards.append(number)
    return Best(found, *trees, boards, len(unique))


def unique_boards(width: int, height: int, balls: int) -> list[Position]:
    """Return the boards with one solution by their number, the least of each class, in order."""
    _check(width, height, balls)
    compiled = core()
    if compiled and width * height <= MOST_NATIVE:
        found: list[Position] = compiled.fling.unique_boards(width, height, balls)
        return found
    every = Boards(width, height, balls)
    boards = map(every.unrank, range(every.size))
    return [each.balls for each in boards if least(each) == each and survey(each).solutions == 1]


def _check(width: int, height: int, balls: int) -> None:
    if balls < 2 or balls > width * height:
        raise SpaceError(
            f"A {width}x{height} board cannot have {balls} balls; write from 2 to {width * height}."
        )
    size = max(Boards(width, height, k).size for k in range(2, balls + 1))
    if size > MOST_BOARDS:
        raise SpaceError(
            f"There are {size:,} {width}x{height} boards with {balls} balls or fewer, but the limit is {MOST_BOARDS:,}."
        )


def _in_python(width: int, height: int, balls: int) -> Iterator[Row]:
    for k in range(2, balls + 1):
        space = Boards(width, height, k)
        counts = [_looked_at(space.unrank(number)) for number in range(space.size)]
        yield Row(k, space.size, **{name: sum(each[name] for each in counts) for name in counts[0]})


def _looked_at(board: Board) -> Mapping[str, int]:
    """Return the counts of one board: 0 or 1, or its number of moves."""
    seen, moves = survey(board, as_expert=False), len(board.moves(board.balls))
    solvable, unique = seen.solutions > 0, seen.solutions == 1
    apart, mirror, first = (
        len(islands(board, board.balls)) > 1,
        mirrored(board) == board,
        least(board) == board,
    )
    return {
        "solvable": solvable,
        "unique": unique,
        "unique_by_moves": seen.solutions_by_moves == 1,
        "legal_moves": moves,
        "without_move": moves == 0,
        "apart": apart,
        "apart_solvable": apart and solvable,
        "mirror_classes": mirror,
        "mirror_solvable": mirror and solvable,
        "mirror_unique": mirror and unique,
        "classes": first,
        "solvable_classes": first and solvable,
        "unique_classes": first and unique,
    }
