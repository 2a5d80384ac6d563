# Delete this file, and its lines in __init__.py, if the puzzle needs no pictures.
"""Pictures of the board."""

from quandary.draw.shapes import Circle, Drawing, Point, Shape, Text, rectangle
from quandary.kind import Pictures
from quandary.kinds._template.rules import Field, Move, State, Template

MARGIN = 0.5


def draw(puzzle: Template, state: State | None = None) -> Drawing:
    """Draw the board in a state, or at the start if there is none."""
    height, width = len(puzzle.rows), len(puzzle.rows[0])
    shapes: list[Shape] = []
    for row, line in enumerate(puzzle.rows):
        for column, character in enumerate(line):
            shapes += _field(Field(row, column), character)
    shapes.append(Circle(_middle(state or puzzle.starts()[0]), radius=0.4, stroke="ink", width=0.08))
    return Drawing(width + 2 * MARGIN, height + 2 * MARGIN, tuple(shapes), title="Template puzzle")


def anchor(puzzle: Template, state: State, move: Move) -> Point:
    """Return the point of the drawing at which a move is made."""
    return _middle(move)


def write(puzzle: Template, state: State) -> str:
    """Write a state as a solver would note it."""
    return str(state)


def _field(field: Field, character: str) -> list[Shape]:
    left, top = MARGIN + field.column, MARGIN + field.row
    square = rectangle(left, top, 1, 1, fill="floor", stroke="ink", width=0.03)
    return [square, Text(_middle(field), character)]


def _middle(field: Field) -> Point:
    return MARGIN + field.column + 0.5, MARGIN + field.row + 0.5


PICTURES = Pictures(draw=draw, anchor=anchor, write=write)
