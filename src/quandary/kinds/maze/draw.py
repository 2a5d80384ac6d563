"""Mazes as the report shows them: dotted edges, crosses for checkpoints, grey squares for the ends."""

from collections.abc import Collection, Iterator
from itertools import pairwise

from quandary.draw.shapes import Drawing, Line, Point, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.maze.notation import write
from quandary.kinds.maze.rules import Maze, Part, Path, Vertex, edge

MARGIN = 0.5
DOTTED, SOLID, CROSS = 0.05, 0.12, 0.06
ARM, SQUARE = 0.14, 0.17
"""Half the width of a cross, and of an endpoint's square."""
INK, GREY, WALK, DONE = "#20242a", "#9aa0a8", "#2b5fab", "#e07b1a"


def draw(maze: Maze, state: Path | None = None) -> Drawing:
    """The picture of a maze, with a path on it if one is given; it turns orange when it solves the maze."""
    path = state or ()
    walked = {edge(here, there) for here, there in pairwise(path)}
    colour = DONE if path and maze.is_solved(path) else WALK
    return _page(maze, open_edges=set(maze.edges) - maze.breaks - walked, solid=walked, colour=colour)


def draw_sheet(maze: Maze, state: Collection[Part], left: Collection[Part]) -> Drawing:
    """The picture of a solver's sheet: included edges solid, unknown ones dotted, excluded ones not drawn."""
    return _page(
        maze,
        open_edges={each for each in left if each.way},
        solid={each for each in state if each.way},
        colour=WALK,
    )


def anchor(maze: Maze, state: Path, move: str) -> Point:
    """The middle of the edge that a move crosses."""
    here, there = state[-1], maze.ways[state[-1]][move]
    return _middle(maze, edge(here, there))


def _page(maze: Maze, *, open_edges: Collection[Part], solid: Collection[Part], colour: str) -> Drawing:
    shapes: list[Shape] = [_square(maze, end) for end in maze.ends]
    for each in maze.edges:
        a, b = (_at(maze, end) for end in each.ends)
        if each in solid:
            shapes.append(Line((a, b), colour, SOLID))
        elif each in open_edges:
            shapes.append(Line((a, b), INK, DOTTED, dashed=True))
    for each in sorted(maze.checkpoints):
        shapes += _cross(_middle(maze, each))
    side = maze.size - 1 + 2 * MARGIN
    return Drawing(side, side, tuple(shapes), f"A logic maze of {maze.size} × {maze.size} vertices")


def _at(maze: Maze, vertex: Vertex) -> Point:
    """Where a vertex is on the page, whose y runs downwards."""
    return MARGIN + vertex[0], MARGIN + maze.size - 1 - vertex[1]


def _middle(maze: Maze, each: Part) -> Point:
    """The middle of an edge; of a vertex, itself."""
    (ax, ay), (bx, by) = (_at(maze, end) for end in each.ends)
    return (ax + bx) / 2, (ay + by) / 2


def _square(maze: Maze, vertex: Vertex) -> Shape:
    x, y = _at(maze, vertex)
    return rectangle(x - SQUARE, y - SQUARE, 2 * SQUARE, 2 * SQUARE, fill=GREY)


def _cross(centre: Point) -> Iterator[Shape]:
    x, y = centre
    yield Line(((x - ARM, y - ARM), (x + ARM, y + ARM)), INK, CROSS)
    yield Line(((x - ARM, y + ARM), (x + ARM, y - ARM)), INK, CROSS)


PICTURES = Pictures(draw=draw, anchor=anchor, write=write, draw_sheet=draw_sheet)
