"""Water jugs as bars."""

from quandary.draw.shapes import Drawing, Point, Shape, Text, rectangle
from quandary.kind import Pictures
from quandary.kinds._template.rules import Jugs, Pour, State

UNIT = 0.25
"""The height of one measure of water."""
MARGIN, TOP, STEP, JUG = 0.5, 1.0, 1.5, 1.0


def draw(puzzle: Jugs, state: State | None = None) -> Drawing:
    """The jugs, side by side on the ground, with what is in them."""
    ground = TOP + UNIT * max(puzzle.sizes)
    width = 2 * MARGIN + STEP * len(puzzle.sizes) - (STEP - JUG)
    shapes: list[Shape] = [Text((width / 2, TOP / 2), f"wanted: {puzzle.wanted}", size=0.5)]
    for jug, (size, amount) in enumerate(zip(puzzle.sizes, state or puzzle.starts()[0], strict=True)):
        left = MARGIN + STEP * jug
        height, water = UNIT * size, UNIT * amount
        shapes += [
            rectangle(left, ground - water, JUG, water, fill="pale-blue"),
            rectangle(left, ground - height, JUG, height, stroke="ink", width=0.05),
            Text((left + JUG / 2, ground + MARGIN), f"{amount} of {size}", size=0.3),
        ]
    return Drawing(width, ground + 2 * MARGIN, tuple(shapes), title="Water jugs")


def anchor(puzzle: Jugs, state: State, move: Pour) -> Point:
    """The top of the water that is poured."""
    source = move.source
    return MARGIN + STEP * source + JUG / 2, TOP + UNIT * (max(puzzle.sizes) - state[source])


def write(puzzle: Jugs, state: State) -> str:
    """What is in each jug.

    >>> write(Jugs(sizes=(8, 5, 3), wanted=4), (3, 5, 0))
    '3/8 5/5 0/3'
    """
    return " ".join(f"{amount}/{size}" for amount, size in zip(state, puzzle.sizes, strict=True))


PICTURES = Pictures(draw=draw, anchor=anchor, write=write)
