"""Draw declared puzzles: the board, its clues, the marks on it, and the steps of a solver."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from math import cos, pi, sin
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.pencil.clues import Labels, Margins, borders
from quandary.pencil.grid import OPEN, Grid, Write
from quandary.pencil.marks import Digits, Shade
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.words import different
from quandary.pencil.words.word import NO, YES, SpotNumber
from quandary.trace import Step, Trace

MARGIN = 0.25
THIN, THICK, LINE = 0.02, 0.08, 0.13
SIZES = {1: 0.7, 2: 0.6, 3: 0.45}
INSET = 0.44
"""Half the side of a filled cell, which leaves the lines around it to be seen."""
PLACE = re.compile(
    r"r(?P<row>\d+)c(?P<column>\d+)|row (?P<line>\d+)|column (?P<rank>\d+)|corner (?P<down>\d+), (?P<right>\d+)"
)
"""A place in the words of a clue."""
NOT = "\u2260"
"""Put before digits that are ruled out, for people who cannot see colours."""


def draw(puzzle: Pencil, state: State | None = None, *, title: str = "") -> Drawing:
    """Draw the board with its clues, and the marks of a state: shading and lines under the clues, all else over them."""
    room, grid = room_of(puzzle), puzzle.grid
    written = puzzle.start if state is None else state
    shaded = {spot for spot, value in enumerate(written) if value == YES and _is_filled(grid, spot)}
    shapes = [
        *board_shapes(puzzle),
        *_marks(puzzle, written, under=True),
        *(_over_shade(shape, grid, shaded) for shape in clue_shapes(puzzle)),
        *_marks(puzzle, written, under=False),
    ]
    moved = tuple(moved_by(shape, room.left, room.top) for shape in shapes)
    return Drawing(
        grid.width + room.left + room.right, grid.height + room.top + room.bottom, moved, title=title
    )


def anchor(puzzle: Pencil, state: State, move: Write) -> Point:
    """Return the middle of the move's spot."""
    room, (x, y) = room_of(puzzle), puzzle.grid.places[move.spot].middle
    return x + room.left, y + room.top


def spot_named(puzzle: Pencil, words: str) -> Point | None:
    """Return where a clue stands on the page whose words end with its place: r1c2, row 2, column 3."""
    place = PLACE.search(words)
    if place is None:
        return None
    room, (row, column) = room_of(puzzle), (place["row"] or place["line"], place["column"] or place["rank"])
    if place["down"]:
        return room.left + int(place["right"]) - 1, room.top + int(place["down"]) - 1
    x = room.left / 2 if column is None else room.left + int(column) - 0.5
    y = room.top / 2 if row is None else room.top + int(row) - 0.5
    return x, y


def draw_step(puzzle: Pencil, trace: Trace, number: int, *, title: str = "") -> Drawing:
    """Draw the board before a step, with what the step writes in green and what it rules out in red."""
    room, step = room_of(puzzle), trace.steps[number]
    drawing = draw(puzzle, state_before(puzzle, trace, number), title=title)
    return drawing.over(moved_by(shape, room.left, room.top) for shape in _found(puzzle, step))


def state_before(puzzle: Pencil, trace: Trace, number: int) -> State:
    """Return the board before a step of a trace, counted from 0."""
    state, before = list(puzzle.start), list[list[int]]()
    for step in trace.steps[:number]:
        if step.action == "guess":
            before.append(list(state))
        elif step.action == "revert":
            state = before.pop()
        for move in step.finding.must:
            state[move.spot] = move.value
    return tuple(state)


def write(puzzle: Pencil, state: State | None = None) -> str:
    """Write the board in characters: digits, # and x for shading, lines for edges, a point for what is open."""
    grid, values = puzzle.grid, puzzle.start if state is None else state
    if not grid.edges:
        texts = [_sign(grid, spot, values[spot]) for spot in grid.cells]
        wide = max(map(len, texts))
        return "\n".join(" ".join(texts[cell].rjust(wide) for cell in row) for row in grid.rows)
    canvas = [[" "] * (2 * grid.width + 1) for _ in range(2 * grid.height + 1)]
    for spot, value in enumerate(values):
        x, y = grid.places[spot].middle
        canvas[round(2 * y)][round(2 * x)] = _sign(grid, spot, value)
    return "\n".join("".join(row).rstrip() for row in canvas)


def room_of(puzzle: Pencil) -> Margins:
    """Return the room around the board, in cells."""
    rooms = [clue.margins(value) for clue, value in puzzle.told]
    return Margins(*(MARGIN + max((room[side] for room in rooms), default=0) for side in range(4)))


def clue_shapes(puzzle: Pencil) -> Iterator[Shape]:
    """Draw the clues."""
    for clue, value in puzzle.told:
        yield from clue.draw(value, puzzle.grid)


def board_shapes(puzzle: Pencil) -> Iterator[Shape]:
    """Draw thin lines, boxes and a frame, or dots where lines go along the grid."""
    grid = puzzle.grid
    if any(mark.layer == "grid lines" for mark in grid.marks):
        for x in range(grid.width + 1):
            yield from (Circle((x, y), 0.05, fill="ink") for y in range(grid.height + 1))
        return
    for y in range(1, grid.height):
        yield Line(((0, y), (grid.width, y)), "line", THIN)
    for x in range(1, grid.width):
        yield Line(((x, 0), (x, grid.height)), "line", THIN)
    yield from borders(_boxes(puzzle), grid)
    corners = ((0, 0), (grid.width, 0), (grid.width, grid.height), (0, grid.height), (0, 0))
    yield Line(corners, "given", THICK)


def _boxes(puzzle: Pencil) -> Labels:
    """Return the boxes of the board: sets of all digits that cover it, other than lines and what clues tell."""
    grid, most = puzzle.grid, puzzle.grid.domains[0].bit_count()
    told = {scope for clue, value in puzzle.told for scope in clue.names(value, grid)}
    sets = [word.scope for word in puzzle.words if isinstance(word, different) and len(word.scope) == most]
    label = dict[int, int]()
    for number, box in enumerate(sorted(sets, key=lambda scope: tuple(scope) in told)):
        if box not in grid.lines and not label.keys() & {*box}:  # a cage may be just as large as a box
            label |= dict.fromkeys(box, number)
    whole = len(label) == len(grid.cells)
    return tuple(label[cell] if whole else None for cell in grid.cells)


def _marks(puzzle: Pencil, state: State, *, under: bool) -> Iterator[Shape]:
    hidden, lines = hidden_crosses(puzzle), frozenset(puzzle.grid.edges)
    for spot, value in enumerate(state):
        if (
            value != OPEN
            and puzzle.start[spot] == OPEN
            and (_is_under(puzzle.grid, spot) or (value == YES and spot in lines)) == under
            and not (value == NO and any(at < 0 or state[at] == YES for at in hidden.get(spot, ())))
        ):
            yield from _mark(puzzle.grid, spot, value, "written")


@lru_cache(64)
def hidden_crosses(puzzle: Pencil) -> dict[SpotNumber, tuple[SpotNumber, ...]]:
    """Return the spots where no cross is drawn: a clue is there (-1), or one of these has a mark that says as much."""
    grid, found = puzzle.grid, dict[SpotNumber, tuple[SpotNumber, ...]]()
    if grid.marks[0].layer != "cells" or grid.marks[0].everywhere:
        return found
    clues = {(int(shape.at[1]), int(shape.at[0])) for shape in clue_shapes(puzzle) if isinstance(shape, Text)}
    for cell in grid.cells:
        lines = tuple(grid.out(cell).values()) if len(grid.marks) > 1 else ()
        found[cell] = (-1,) if divmod(cell, grid.width) in clues else lines
        for edge in lines:
            found[edge] = (*found.get(edge, ()), cell)
    return found


def _mark(grid: Grid, spot: SpotNumber, value: int, role: str) -> Iterator[Shape]:
    """Draw one mark."""
    _name, (x, y), ends, mark = grid.places[spot]
    if isinstance(mark, Digits):
        text = str(value)
        yield Text((x, y), text, SIZES.get(len(text), 0.35), role)
    elif isinstance(mark, Shade) and mark.look == "slant":
        rise = 0.5 if value == YES else -0.5
        yield Line(((x - 0.5, y - rise), (x + 0.5, y + rise)), "ink" if role == "written" else role, LINE)
    elif value != YES and isinstance(mark, Shade) and mark.look == "disc" and mark.other != "cross":
        yield Circle((x, y), 0.3, stroke=role, width=0.06)
    elif value != YES:
        yield from _crossed(x, y, ends is not None, mark.other, role)
    elif ends:
        yield Line(ends, "ink" if role == "written" else role, LINE)
    elif isinstance(mark, Shade) and mark.look == "star":
        yield Polygon(tuple(_star(x, y)), fill=role)
    elif isinstance(mark, Shade) and mark.look == "disc":
        yield Circle((x, y), 0.33, fill=role)
    else:
        fill = "full-black" if role == "written" else role
        yield rectangle(x - INSET, y - INSET, 2 * INSET, 2 * INSET, fill=fill)


def _crossed(x: float, y: float, on_edge: bool, other: str, role: str) -> Iterator[Shape]:
    """Draw that there is no mark: a cross, or a dot where the other value has a name of its own."""
    usual, size = ("ink", 0.08) if on_edge else ("soft", 0.13)
    role = usual if role == "written" else role
    if other != "cross":
        yield Circle((x, y), 0.08, fill=role)
        return
    for rise in (-size, size):
        yield Line(((x - size, y - rise), (x + size, y + rise)), role, 0.04)


def _star(x: float, y: float) -> Iterator[Point]:
    for at in range(10):
        far, turn = (0.4 if at % 2 == 0 else 0.17), pi * at / 5
        yield x + far * sin(turn), y - far * cos(turn)


def _is_under(grid: Grid, spot: SpotNumber) -> bool:
    mark = grid.places[spot].mark
    return isinstance(mark, Shade) and mark.look in ("filled", "slant")


def _is_filled(grid: Grid, spot: SpotNumber) -> bool:
    mark = grid.places[spot].mark
    return isinstance(mark, Shade) and mark.look == "filled"


def _over_shade(shape: Shape, grid: Grid, shaded: set[SpotNumber]) -> Shape:
    """Return a text as it can be read on a filled cell, if it stands on one."""
    if (
        isinstance(shape, Text)
        and shaded
        and 0 <= shape.at[0] < grid.width
        and 0 <= shape.at[1] < grid.height
    ) and int(shape.at[1]) * grid.width + int(shape.at[0]) in shaded:
        return replace(shape, fill="on-full-black")
    return shape


def _found(puzzle: Pencil, step: Step) -> Iterator[Shape]:
    """Draw what a step writes and rules out."""
    for move in step.finding.must:
        yield from _lit(puzzle.grid, move.spot, "new-area")
        if move.value != OPEN:
            yield from _mark(puzzle.grid, move.spot, move.value, "new")
    struck = dict[SpotNumber, list[int]]()
    for move in step.finding.cannot:
        struck.setdefault(move.spot, []).append(move.value)
    for spot, values in struck.items():
        yield from _lit(puzzle.grid, spot, "struck-area")
        yield Text(
            puzzle.grid.places[spot].middle, NOT + " ".join(map(str, values)), 0.24, "struck", bold=True
        )


def _lit(grid: Grid, spot: SpotNumber, role: str) -> Iterator[Shape]:
    _, (x, y), ends, _ = grid.places[spot]
    if ends:
        yield Circle((x, y), 0.3, fill=role)
    else:
        yield rectangle(x - 0.5, y - 0.5, 1, 1, fill=role)


def _sign(grid: Grid, spot: SpotNumber, value: int) -> str:
    _, _, ends, mark = grid.places[spot]
    if value == OPEN:
        return " " if ends else "."
    if isinstance(mark, Digits):
        return str(value)
    if isinstance(mark, Shade) and mark.look == "slant":
        return "\\" if value == YES else "/"
    if ends:
        return ("-" if ends[0][1] == ends[1][1] else "|") if value == YES else "x"
    return "#" if value == YES else "x"


def moved_by(shape: Any, right: float, down: float) -> Shape:
    """Return a shape further to the right and down."""
    place = partial(_shifted, right=right, down=down)
    match shape:
        case Line(points=points) | Polygon(points=points):
            moved: Shape = replace(shape, points=tuple(map(place, points)))
        case Circle(centre=centre):
            moved = replace(shape, centre=place(centre))
        case _:
            moved = replace(shape, at=place(shape.at))
    return moved


def _shifted(point: Point, *, right: float, down: float) -> Point:
    return point[0] + right, point[1] + down
