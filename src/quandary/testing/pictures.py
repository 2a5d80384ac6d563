"""Pictures: finite shapes on the page, drawn the same way every time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import isfinite
from random import Random
from typing import Any
from xml.etree import ElementTree

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.draw.svg import to_svg
from quandary.kind import Kind
from quandary.puzzle import AnyPuzzle
from quandary.solving.deduce import replay
from quandary.solving.expert import marking_of
from quandary.solving.search import solutions
from quandary.testing.people import trace_of
from quandary.testing.samples import SMALL, Samples, play, require

SLACK = 1e-6
STEPS = 4
"""How many steps of a deduction are drawn."""


def check_pictures(samples: Samples) -> None:
    """Draw puzzles at the start, during play and solved, and check that moves lie on the page."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        situations = list(play(puzzle, random))
        for state in (None, *(situation.state for situation in situations[:: max(1, len(situations) - 1)])):
            _check_picture(kind, puzzle, state)
        for solution in solutions(puzzle, most=1, limits=SMALL).found:
            _check_picture(kind, puzzle, solution.end(puzzle))
        for state, moves, _ in situations:
            _check_anchors(kind, puzzle, state, moves)

    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
    samples.try_on_drawn(promise)


def check_drawn_steps(samples: Samples) -> None:
    """Draw some steps of a solver, and the sheet after some steps."""
    kind, pictures = samples.kind, samples.kind.pictures

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        trace, marking = trace_of(kind, puzzle), marking_of(puzzle, kind)
        if trace and pictures.draw_step:
            steps = range(len(trace.steps))
            for number in random.sample(steps, min(STEPS, len(steps))):
                _check_drawing(partial(pictures.draw_step, puzzle, trace, number), f"step {number + 1}")
        if trace and marking and marking.draw:
            for notes in islice(replay(marking.sheet, trace), STEPS):
                draw = partial(marking.draw, notes.state, notes.moves)
                _check_drawing(draw, f"the sheet {notes.state!r}")

    samples.try_on_examples(promise, small=True)


def _check_picture(kind: Kind, puzzle: AnyPuzzle, state: Any) -> None:
    assert kind.pictures.draw  # noqa: S101 - for the type checker; kinds that do not draw are not asked
    what = "the puzzle as it is set" if state is None else f"state {state!r}"
    _check_drawing(partial(kind.draw, puzzle, state), what)
    if kind.pictures.write and state is not None:
        require(isinstance(kind.pictures.write(puzzle, state), str), f"write gives no text for {what}")


def _check_drawing(draw: Callable[[], Drawing], what: str) -> None:
    picture = draw()
    require(isinstance(picture, Drawing), f"draw gives {picture!r}, not a Drawing")
    require(picture == draw(), f"two drawings of {what} differ")
    for length in (picture.width, picture.height):
        require(
            isfinite(length) and length > 0, f"the page of {what} measures {picture.width} × {picture.height}"
        )
    for shape in picture.shapes:
        for point in _outline(shape):
            require(
                _is_on_page(picture, point), f"in the drawing of {what}, {shape} leaves the page at {point}"
            )
    try:
        ElementTree.fromstring(to_svg(picture))  # noqa: S314 - our own output
    except ElementTree.ParseError as error:
        raise AssertionError(f"the drawing of {what} does not make well-formed SVG: {error}") from error


def _check_anchors(kind: Kind, puzzle: AnyPuzzle, state: Any, moves: Sequence[Any]) -> None:
    if kind.pictures.anchor and kind.pictures.draw:
        page = kind.draw(puzzle, state)
        for move in moves:
            point = kind.pictures.anchor(puzzle, state, move)
            require(_is_on_page(page, point), f"the anchor of {move} is off the page: {point}")


def _outline(shape: Shape) -> Iterator[Point]:
    match shape:
        case Line(points=points) | Polygon(points=points):
            yield from points
        case Circle(centre=(x, y), radius=radius):
            yield from ((x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius))
        case Text(at=point):
            yield point


def _is_on_page(picture: Drawing, point: Point) -> bool:
    x, y = point
    return -SLACK <= x <= picture.width + SLACK and -SLACK <= y <= picture.height + SLACK
