"""The hardest moment of a solution: the position, and the move that is hard to find."""

from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape
from quandary.explaining.explained import Explanation

RING, HEAD = 0.42, 0.28
"""The radius of the ring around the place of the move, and the length of an arrow's head, in units of the puzzle."""
WIDTH = 0.09


def moment(told: Explanation) -> Drawing | None:
    """Draw the position before the hardest step with its move, or return None if the kind draws no pictures.

    >>> from quandary.explaining.explanation import explain
    >>> from quandary.kinds.witness import KIND
    >>> moment(explain(KIND.parse("+-E/|.|/S-+"), KIND.player("none"))) is None
    True
    """
    hardest = told.profile.hardest if told.profile else None
    if told.kind is None or told.kind.pictures.draw is None or told.profile is None or hardest is None:
        return None
    number, step = hardest
    state = told.profile.states[number - 1]
    drawn = told.kind.draw(told.puzzle, state)
    moved = told.kind.pictures.moved(told.puzzle, state, step.move) if told.kind.pictures.moved else None
    if moved is not None and moved[0] != moved[1]:
        return drawn.over(_arrow(*moved))
    if told.kind.pictures.anchor is None:
        return drawn
    return drawn.over(
        [Circle(told.kind.pictures.anchor(told.puzzle, state, step.move), RING, None, "doubt", WIDTH)]
    )


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> list[Shape]:
    """Return a ring where the move starts, and an arrow to where it ends."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    base = end[0] - x * HEAD, end[1] - y * HEAD
    wings = (
        (base[0] - y * HEAD / 2, base[1] + x * HEAD / 2),
        (base[0] + y * HEAD / 2, base[1] - x * HEAD / 2),
    )
    return [
        Circle(start, RING, None, "doubt", WIDTH),
        Line((start, base), "doubt", WIDTH),
        Polygon((end, *wings), "doubt"),
    ]
