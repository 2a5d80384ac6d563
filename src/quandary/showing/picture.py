"""Pictures of positions, for every puzzle: the kind's, the class's own, or the state as text."""

from typing import Any

from quandary.draw.shapes import Drawing, Point, Text
from quandary.kind import kind_of

LINE_HEIGHT = 0.6
NUMBERED = r"cell \d+"
"""The names of places that mean nothing to people, since no picture shows these numbers."""


def draw(puzzle: Any, state: Any = None, *, title: str = "") -> Drawing:
    """Draw a state of a puzzle, or the puzzle as it is set.

    A class without a kind may have a method `draw(state)`. Other states are drawn as text.

    >>> class Door:
    ...     def starts(self): return ["closed"]
    >>> [shape.text for shape in draw(Door()).shapes]
    ['closed']
    """
    kind = kind_of(puzzle)
    if kind and kind.pictures.draw:
        return kind.pictures.draw(puzzle, state)
    here = next(iter(puzzle.starts())) if state is None else state
    if hasattr(puzzle, "draw"):
        drawing: Drawing = puzzle.draw(here)
        return drawing
    lines = written(puzzle, here).splitlines() or [""]
    shapes = tuple(
        Text((0.3, LINE_HEIGHT * (n + 0.7)), line, 0.4, anchor="start") for n, line in enumerate(lines)
    )
    return Drawing(max(4, 0.3 * max(map(len, lines))), LINE_HEIGHT * (len(lines) + 0.5), shapes, title)


def written(puzzle: Any, state: Any = None) -> str:
    """Write a state of a puzzle, or the puzzle as it is set, in plain characters."""
    kind = kind_of(puzzle)
    if state is None and kind and kind.notation.format:
        return kind.format(puzzle)
    here = next(iter(puzzle.starts())) if state is None else state
    return kind.pictures.write(puzzle, here) if kind and kind.pictures.write else str(here)


def tell(puzzle: Any, move: Any) -> str:
    """Return a move as people would say it.

    >>> from quandary.kinds.fling import KIND
    >>> board = KIND.parse("o.oo.")
    >>> tell(board, next(iter(board.moves(board.balls))))
    'the ball at r1c1 right'
    """
    kind = kind_of(puzzle)
    return kind.pictures.tell(puzzle, move) if kind and kind.pictures.tell else str(move)


def anchor(puzzle: Any, state: Any, move: Any) -> Point | None:
    """Return the place in the picture where a move is made, if the kind or the class says so."""
    kind = kind_of(puzzle)
    if kind and kind.pictures.anchor:
        return kind.pictures.anchor(puzzle, state, move)
    place: Point | None = puzzle.anchor(state, move) if hasattr(puzzle, "anchor") else None
    return place
