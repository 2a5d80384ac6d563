"""Wrong answers to a logic maze, for the tutorial of a study."""

from collections.abc import Iterator
from itertools import pairwise, permutations

from quandary.draw.shapes import Drawing
from quandary.kinds.maze.draw import draw_sheet
from quandary.kinds.maze.rules import Maze, Part, Vertex, edge


def wrong_answers(maze: Maze) -> dict[str, Drawing]:
    """Draw a path that misses a cross or goes on after the end, lines that branch, and a loop, where the maze has room."""
    last = maze.size - 1
    direct = [_route(maze, turns) for turns in sorted(set(permutations("u" * last + "r" * last)))[:200]]
    open_routes = [route for route in direct if route is not None]
    found = {}
    misses = next((route for route in open_routes if not maze.is_solved(route)), None)
    if misses:
        found["misses"] = _drawn(maze, set(_edges(misses)))
    for route in open_routes:
        lines = set(_edges(route))
        inner = route[1:-1]
        beyond = next((edge(route[-1], w) for w in maze.ways[route[-1]].values() if w not in route), None)
        if beyond and "beyond" not in found:
            found["beyond"] = _drawn(maze, lines | {beyond})
        branch = next((edge(v, w) for v in inner for w in maze.ways[v].values() if w not in route), None)
        if branch and "branches" not in found:
            found["branches"] = _drawn(maze, lines | {branch})
        square = next((s for v in inner if (s := _square(maze, v))), None)
        if square and "loop" not in found:
            found["loop"] = _drawn(maze, lines | square)
    return found


def _route(maze: Maze, turns: tuple[str, ...]) -> tuple[Vertex, ...] | None:
    here, route = (0, 0), [(0, 0)]
    for turn in turns:
        there = maze.ways[here].get("up" if turn == "u" else "right")
        if there is None:
            return None
        route.append(there)
        here = there
    return tuple(route)


def _edges(route: tuple[Vertex, ...]) -> Iterator[Part]:
    return (edge(here, there) for here, there in pairwise(route))


def _square(maze: Maze, corner: Vertex) -> set[Part] | None:
    """Return the four edges of a square with a corner at its bottom left, if none is broken."""
    x, y = corner
    if max(x, y) >= maze.size - 1:
        return None
    sides = {Part(x, y, "h"), Part(x, y, "v"), Part(x, y + 1, "h"), Part(x + 1, y, "v")}
    return None if sides & maze.breaks else sides


def _drawn(maze: Maze, lines: set[Part]) -> Drawing:
    return draw_sheet(maze, lines, sorted(set(maze.edges) - maze.breaks - lines))
