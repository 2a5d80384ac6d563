"""Where experienced solvers would look around longest, in words and on the board."""

from typing import Any

from quandary.draw.shapes import Circle, Drawing, Text
from quandary.explaining.page import Aside
from quandary.explaining.scale import shade
from quandary.kind import Kind
from quandary.models.walks.fitted import FittedMoves
from quandary.models.walks.hesitation import ExpectedWalk, WrittenNext, expect_walk
from quandary.models.walks.walk import solved_moves
from quandary.rules import called

SHOWN = 3
DISC, LETTERS = 0.3, 0.26
"""The radius of a disc and the size of its number, in cells."""


def tell_hesitation(kind: Kind, puzzle: Any, fitted: FittedMoves) -> Aside:
    """Return the expected walk of experienced solvers in sentences, as a picture, and in numbers."""
    walk = expect_walk(kind, puzzle, fitted)
    return Aside(
        "Where experienced solvers would look around",
        tuple(hesitation_words(walk)),
        hesitation_picture(kind, puzzle, walk),
        {"hesitation": [step._asdict() for step in walk.steps]},
    )


def hesitation_words(walk: ExpectedWalk) -> list[str]:
    """Return sentences about a walk: how wide the choice is on average, and the steps at which it is widest."""
    told = [
        f"Experienced solvers choose the next cell with {walk.mean:.1f} bits of surprise per step on average,"
        f" {walk.bits:.0f} bits in all."
    ]
    steps = list(enumerate(walk.steps, start=1))
    widest = sorted(steps, key=lambda pair: -pair[1].bits)[:SHOWN]
    told += [_step(number, step) for number, step in sorted(widest)]
    unruled = sum(step.rule == "none" for step in walk.steps)
    if unruled:
        told.append(f"No rule decides {unruled} of the {len(walk.steps)} steps.")
    return told


def _step(number: int, step: WrittenNext) -> str:
    by = "no rule that we know" if step.rule == "none" else called(step.rule)
    return (
        f"Step {number}: {step.bits:.1f} bits among {step.open_places} open cells; then {step.move}, by {by}."
    )


def hesitation_picture(kind: Kind, puzzle: Any, walk: ExpectedWalk) -> Drawing | None:
    """Draw the board with a disc in every cell: the bits of the choice after which it is written, in shades."""
    anchor = kind.pictures.anchor
    if kind.pictures.draw is None or anchor is None:
        return None
    start, right = next(iter(puzzle.starts())), solved_moves(kind, puzzle)
    moves = {str(move): move for move in right.values()}
    drawn = kind.draw(puzzle, start)
    shapes = list[Circle | Text]()
    for number, step in enumerate(walk.steps, start=1):
        at = anchor(puzzle, start, moves[step.move])
        shapes += [
            Circle(at, DISC, shade(step.bits)),
            Text(at, str(number), LETTERS, f"on-{shade(step.bits)}"),
        ]
    return drawn.over(shapes)
