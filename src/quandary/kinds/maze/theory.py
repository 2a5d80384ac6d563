"""The laws of a logic maze in a window, from which rules are learned: for walking it, and for marking its sheet."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from quandary.kinds.maze.rules import STEPS, Maze, Part, Path, Vertex, covered_by, edge
from quandary.kinds.maze.sheet import MarkedParts, MazeSheet
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.lines import FREE, NEAR, SILENT, LineTheory, LineWindow
from quandary.theory.telling import LatticePoint, is_cell, is_junction


class MazeTheory(LineTheory):
    """What is seen around the head of a path in a maze: checkpoints, breaks, the rim and the end."""

    mark = "checkpoint"

    def facts(self, puzzle: Maze, state: Path, move: str, radius: int) -> Facts:
        """Return the facts within `radius` vertices of the head."""
        return _seen(puzzle, state, radius) | {Fact(MOVE, STEPS[move])}


@lru_cache(maxsize=64)
def _seen(maze: Maze, state: Path, radius: int) -> Facts:
    """Return the facts around the head of a path, without the move."""
    head, reach, covered, visited = state[-1], 2 * radius, covered_by(state), set(state[:-1])
    found = list[Fact]()

    def look(place: LatticePoint, at: LatticePoint) -> None:
        here, there = (
            ((place[0] - place[0] % 2) // 2, (place[1] - place[1] % 2) // 2),
            (
                (place[0] + place[0] % 2) // 2,
                (place[1] + place[1] % 2) // 2,
            ),
        )
        if is_junction(place):
            if max(map(abs, at)) < reach and at != (0, 0) and here in maze.ways:
                if here not in (*maze.ends, state[0]):
                    found.append(Fact("plain", at))
                elif here == maze.ends[1]:
                    found.append(Fact("end", at))
                if Part(*here) in maze.checkpoints - covered:
                    found.append(Fact("dot", at))
            return
        line = edge(here, there)
        if line in covered:
            found.append(Fact("line", at))
            return
        if at in NEAR:
            found.append(Fact(FREE, at))
        if line in maze.checkpoints:
            found.append(Fact("must", at))
        if there not in maze.ways.get(here, {}).values() or not visited.isdisjoint((here, there)):
            found.append(Fact("shut", at))

    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            place = (2 * head[0] + dx, 2 * head[1] + dy)
            if not is_cell(place):
                look(place, (dx, dy))
    return frozenset(found)


class _SheetWindow(LineWindow):
    """The laws of a window that is not looked at from the head of a path: all junctions are alike."""

    def origin(self, around: list[int]) -> None:
        """Add the laws of any junction."""
        self.inner((0, 0), around)


class SheetTheory(LineTheory):
    """What is seen around an edge of a sheet, from either of its ends: parts that are marked or left out, and clues."""

    by_marks = True
    has_head = False
    advice = "Leave this edge out"
    mark = "checkpoint"
    silent = SILENT

    def window(self, radius: int) -> LineWindow:
        """Return the laws of a new window."""
        return _SheetWindow(radius)

    def facts(self, puzzle: MazeSheet, state: MarkedParts, move: Part, radius: int) -> Facts:
        """Return the facts within `radius` vertices of the first end of an edge if nothing is left out yet."""
        return _marked(puzzle, state, set(puzzle.moves(state)), move, move.ends[0], radius)

    def sights(
        self, puzzle: MazeSheet, state: MarkedParts, moves: Sequence[Part], radius: int
    ) -> Iterator[list[Facts]]:
        """Yield what is seen of each part from both ends, given which others are left out."""
        left = set(moves)
        for move in moves:
            yield [_marked(puzzle, state, left, move, end, radius) for end in move.ends]


def _marked(
    sheet: MazeSheet, state: MarkedParts, left: Collection[Part], move: Part, here: Vertex, radius: int
) -> Facts:
    """Return what is seen around a vertex of an edge, and nothing if the move is a vertex."""
    if not move.way:
        return frozenset()
    far, reach = next(end for end in move.ends if end != here), 2 * radius
    found = [Fact(MOVE, (far[0] - here[0], far[1] - here[1]))]
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            x, y = 2 * here[0] + dx, 2 * here[1] + dy
            if is_junction((x, y)) and max(abs(dx), abs(dy)) < reach:
                found += _vertex(sheet, state, (x // 2, y // 2), (dx, dy))
            elif (x + y) % 2:
                ends = ((x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2))
                found += _edge(sheet, state, left, ends, (dx, dy))
    return frozenset(found)


def _vertex(sheet: MazeSheet, state: MarkedParts, vertex: Vertex, at: LatticePoint) -> Iterator[Fact]:
    """Yield whether a path ends at a vertex, only passes it, and must do so."""
    if vertex in sheet.edges_at:
        yield Fact("end" if vertex in sheet.maze.ends else "plain", at)
        if Part(*vertex) in state or Part(*vertex) in sheet.wanted:
            yield Fact("dot", at)


def _edge(
    sheet: MazeSheet,
    state: MarkedParts,
    left: Collection[Part],
    ends: tuple[Vertex, Vertex],
    at: LatticePoint,
) -> Iterator[Fact]:
    """Yield whether an edge is marked, must be, or is left out."""
    if not all(end in sheet.edges_at for end in ends):
        yield Fact("shut", at)
        return
    part = edge(*ends)
    if part in state:
        yield Fact("line", at)
    elif part in sheet.maze.checkpoints:
        yield Fact("must", at)
    elif part not in left or part in sheet.maze.breaks:
        yield Fact("shut", at)


THEORY = MazeTheory()
SHEET = SheetTheory()
