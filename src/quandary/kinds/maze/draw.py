"""Draw mazes as the report does: dotted edges, crosses for checkpoints, grey squares for the ends."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from quandary.draw.shapes import Drawing, Line, Point, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.maze.edges import EdgeBoard, Marked
from quandary.kinds.maze.notation import write
from quandary.kinds.maze.rules import Maze, Part, Path, Vertex, edge

MARGIN = 0.5
DOTTED, SOLID, SOLVED, CROSS, RIM = 0.05, 0.12, 0.16, 0.06, 0.03
ARM, SQUARE = 0.14, 0.17
"""Half the width of a cross and of an endpoint's square."""


def draw(maze: Maze, state: Path | Marked | None = None) -> Drawing:
    """Draw a maze and the path or the marked edges on it, wider and in orange if they solve the maze."""
    if isinstance(state, frozenset):
        walked, is_solved = set(state), EdgeBoard(maze).is_solved(state)
    else:
        walked = {edge(here, there) for here, there in pairwise(state or ())}
        is_solved = bool(state) and maze.is_solved(state or ())
    return _page(maze, open_edges=set(maze.edges) - maze.breaks - walked, solid=walked, is_solved=is_solved)


def draw_sheet(maze: Maze, state: Collection[Part], left: Collection[Part]) -> Drawing:
    """Draw a solver's sheet with included edges solid, unknown ones dotted and excluded ones left out."""
    return _page(
        maze,
        open_edges={each for each in left if each.way},
        solid={each for each in state if each.way},
    )


def anchor(maze: Maze, state: Path, move: str | Part) -> Point:
    """Return the middle of the edge that a move crosses or marks."""
    if isinstance(move, Part):
        return middle(maze, move)
    here, there = state[-1], maze.ways[state[-1]][move]
    return middle(maze, edge(here, there))


def _page(
    maze: Maze, *, open_edges: Collection[Part], solid: Collection[Part], is_solved: bool = False
) -> Drawing:
    role, width = ("solved", SOLVED) if is_solved else ("path", SOLID)
    ways = {each: tuple(_at(maze, end) for end in each.ends) for each in maze.edges}
    shapes: list[Shape] = [
        Line(points, "ink", DOTTED, dashed=True) for each, points in ways.items() if each in open_edges
    ]
    shapes += [_square(maze, end) for end in maze.ends]
    shapes += [Line(points, role, width) for each, points in ways.items() if each in solid]
    for each in sorted(maze.checkpoints):
        shapes += _cross(middle(maze, each))
    side = maze.size - 1 + 2 * MARGIN
    return Drawing(side, side, tuple(shapes), f"A logic maze of {maze.size} × {maze.size} vertices")


def _at(maze: Maze, vertex: Vertex) -> Point:
    """Return the place of a vertex on the page, where y runs downwards."""
    return MARGIN + vertex[0], MARGIN + maze.size - 1 - vertex[1]


def middle(maze: Maze, each: Part) -> Point:
    """Return the middle of an edge, or the place of a vertex."""
    (ax, ay), (bx, by) = (_at(maze, end) for end in each.ends)
    return (ax + bx) / 2, (ay + by) / 2


def _square(maze: Maze, vertex: Vertex) -> Shape:
    x, y = _at(maze, vertex)
    return rectangle(x - SQUARE, y - SQUARE, 2 * SQUARE, 2 * SQUARE, fill="end", stroke="ink", width=RIM)


def _cross(centre: Point) -> Iterator[Shape]:
    """Draw a cross with a rim of paper, so that it stands out on a path."""
    x, y = centre
    for role, width in (("paper", CROSS + 2 * RIM), ("ink", CROSS)):
        yield Line(((x - ARM, y - ARM), (x + ARM, y + ARM)), role, width)
        yield Line(((x - ARM, y + ARM), (x + ARM, y - ARM)), role, width)


def symbols(mazes: Sequence[Maze]) -> Iterator[tuple[Drawing, str]]:
    """Yield what is on a maze, with its meaning."""
    end = rectangle(0.5 - SQUARE, 0.5 - SQUARE, 2 * SQUARE, 2 * SQUARE, fill="end", stroke="ink", width=RIM)
    line = Line(((0.0, 0.5), (1.0, 0.5)), "ink", DOTTED, dashed=True)
    yield Drawing(1, 1, (end,)), "An end of the path."
    yield Drawing(1, 1, (line,)), "A line that the path may follow. Where it is missing, there is no way."
    yield Drawing(1, 1, (line, *_cross((0.5, 0.5)))), "A checkpoint. The path must pass it."


PICTURES = Pictures(
    draw=draw,
    anchor=anchor,
    write=write,
    symbols=symbols,
    drawn_by={"edges": EdgeBoard},
)
