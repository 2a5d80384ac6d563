"""Count and measure the solutions of a maze without listing them, by a search that merges.

Vertices are processed column by column, from the start to the end. Of the path drawn so far, only two things
matter: where it crosses the line between processed vertices and the others, and which crossings are joined
behind the line. All paths with the same *frontier* of crossings continue alike, so they are counted together.
A frontier is

        shapes    a character for each place on the line, from the bottom up: "." no crossing,
                  "(" and ")" the two ends of a piece, "S" the piece that begins at the start
        reaches   for each crossing, the distance along the path, in half edges, from the middle of the edge
                  there to the nearest checkpoint, or below zero to the other end of a piece without any

Reaches are kept only to find the least separation, and are 0 otherwise. This is "frontier" or "broken
profile" dynamic programming, as in Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4).
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from quandary.feature import Tally
from quandary.kinds.maze.rules import WAYS, Maze, Part
from quandary.limits import Budget

NONE, OPEN, CLOSE, START = ".", "(", ")", "S"
Reaches: TypeAlias = list[int]


class Frontier(NamedTuple):
    """The part of the paths drawn so far that matters."""

    shapes: str
    reaches: tuple[int, ...]


def count(maze: Maze, budget: Budget) -> Tally:
    """Count the solutions and measure their lengths exactly, or raise OutOfBudget.

    >>> count(Maze(7), Budget())
    Tally(solutions=575780564, total_length=20744801272, shortest=12, longest=48)
    """
    layer = {_empty(maze): Tally(1, 0, 0, 0)}
    for x, y in maze.vertices:
        vertex, after = _Vertex(maze, x, y), dict[Frontier, Tally]()
        for frontier, tally in layer.items():
            budget.spend()
            for new, sides in vertex.pass_by(frontier):
                longer = tally.longer_by(len(sides))
                after[new] = after[new] + longer if new in after else longer
        layer = after
    return layer.get(_empty(maze), Tally())


def shortest(maze: Maze, budget: Budget) -> frozenset[Part] | None:
    """Return the edges of a shortest solution, or None if there is none.

    Raises OutOfBudget.

    >>> sorted(map(str, shortest(Maze(2, breaks=frozenset({Part(0, 0, "h")})), Budget())))
    ['00v', '01h']
    """
    layer: dict[Frontier, tuple[Part, ...]] = {_empty(maze): ()}
    for x, y in maze.vertices:
        vertex, after = _Vertex(maze, x, y), dict[Frontier, tuple[Part, ...]]()
        for frontier, edges in layer.items():
            budget.spend()
            for new, sides in vertex.pass_by(frontier):
                longer = edges + tuple(Part(x, y, WAYS[1 + side]) for side in sides)
                if new not in after or len(longer) < len(after[new]):
                    after[new] = longer
        layer = after
    found = layer.get(_empty(maze))
    return None if found is None else frozenset(found)


def separation(maze: Maze, budget: Budget) -> float | None:
    """Return the smallest longest stretch without a checkpoint over all solutions, or None if there are none.

    Stretches run between neighbouring checkpoints or endpoints along the path and are measured in edges. The
    checkpoint of an edge sits in its middle, hence halves. Raises OutOfBudget.

    >>> from quandary.kinds.maze.notation import parse
    >>> separation(parse("o-ox@/|.|.|/x-o-o/|.x.|/@-o-o"), Budget())
    2.5
    """
    shortest = count(maze, budget).shortest
    if shortest is None:
        return None
    # Some stretch is at least as long as the average one, so start from there.
    halves = -(-2 * shortest // (len(maze.checkpoints) + 1))
    while not _is_solvable_within(maze, halves, budget):
        halves += 1
    return halves / 2


def _is_solvable_within(maze: Maze, halves: int, budget: Budget) -> bool:
    """Return whether some solution has no stretch of more than `halves` half edges."""
    layer = {_empty(maze)}
    for x, y in maze.vertices:
        vertex, after = _Vertex(maze, x, y, halves), set[Frontier]()
        for frontier in layer:
            budget.spend()
            after.update(new for new, _ in vertex.pass_by(frontier))
        layer = after
    return bool(layer)


def _empty(maze: Maze) -> Frontier:
    return Frontier(NONE * (maze.size + 1), (0,) * (maze.size + 1))


class _Vertex:
    """The choices at one vertex: which of its edges the path takes.

    On the line, the edge that comes from below and then the edge to the right are at place y; the edge
    that comes from the left and then the edge upwards are at place y + 1.
    """

    def __init__(self, maze: Maze, x: int, y: int, limit: int | None = None) -> None:
        self.at, self.limit = y, limit
        self.is_start, self.is_end = (x, y) == maze.ends[0], (x, y) == maze.ends[1]
        self.is_top = y == maze.size - 1
        self.is_mark = Part(x, y) in maze.checkpoints
        last = maze.size - 1
        right = self._choices(maze, Part(x, y, "h"), exists=x < last)
        up = self._choices(maze, Part(x, y, "v"), exists=y < last)
        self.leaving = [tuple(side for side in (0, 1) if taken[side]) for taken in product(right, up)]
        self.marks = [Part(x, y, way) in maze.checkpoints for way in "hv"]

    @staticmethod
    def _choices(maze: Maze, each: Part, *, exists: bool) -> tuple[bool, ...]:
        """Return whether the path may leave an edge out, and whether it may take it."""
        if each in maze.checkpoints:
            return (True,)
        return (False, True) if exists and each not in maze.breaks else (False,)

    def pass_by(self, frontier: Frontier) -> Iterator[tuple[Frontier, tuple[int, ...]]]:
        """Yield the frontiers after this vertex, each with the edges added: 0 to the right, 1 upwards."""
        at = self.at
        come = [place for place in (at, at + 1) if frontier.shapes[place] != NONE]
        for sides in self.leaving:
            if self._fits(len(come), len(sides)):
                go = [at + side for side in sides]
                shapes, reaches = list(frontier.shapes), list(frontier.reaches)
                if self._draw(shapes, reaches, come, go) and self._mark_edges(shapes, reaches, go):
                    yield self._next(shapes, reaches), sides

    def _fits(self, come: int, go: int) -> bool:
        """Return whether the path may come and go by these numbers of edges here."""
        if self.is_start or self.is_end:
            return (come, go) == ((0, 1) if self.is_start else (1, 0))
        return come + go == 2 or (come + go == 0 and not self.is_mark)

    def _draw(self, shapes: list[str], reaches: Reaches, come: list[int], go: list[int]) -> bool:
        """Lead the path through the vertex, or return False if that is not possible."""
        if self.is_start:
            shapes[go[0]], reaches[go[0]] = START, self._halves(1)
            return True
        if self.is_end:
            return self._finish(shapes, reaches, come[0])
        if len(go) == 2:
            shapes[go[0]], shapes[go[1]] = OPEN, CLOSE
            reaches[go[0]] = reaches[go[1]] = self._halves(1 if self.is_mark else -2)
            return True
        if len(come) == 2:
            return self._join(shapes, reaches, *come)
        return not come or self._carry_on(shapes, reaches, come[0], go[0])

    def _finish(self, shapes: list[str], reaches: Reaches, come: int) -> bool:
        arrives = shapes[come] == START and self._meet_mark(shapes, reaches, come, 1)
        shapes[come], reaches[come] = NONE, 0
        return arrives and set(shapes) == {NONE}

    def _carry_on(self, shapes: list[str], reaches: Reaches, come: int, go: int) -> bool:
        if self.limit is not None:
            if self.is_mark:
                if not self._meet_mark(shapes, reaches, come, 1):
                    return False
                reaches[come] = 1
            else:
                longer = reaches[come] + (-2 if _is_blank(reaches, come) else 2)
                if not self._set(shapes, reaches, come, longer):
                    return False
        if come != go:
            shapes[come], shapes[go] = NONE, shapes[come]
            reaches[come], reaches[go] = 0, reaches[come]
        return True

    def _join(self, shapes: list[str], reaches: Reaches, below: int, left: int) -> bool:
        """Join two pieces, or return False if they are one, because that closes a loop."""
        far = [_mate(shapes, below), _mate(shapes, left)]
        if far[0] == left:
            return False
        if self.limit is not None and not self._join_reaches(shapes, reaches, (below, left), far):
            return False
        if START in (shapes[below], shapes[left]):
            shapes[far[shapes[below] == START]] = START
        else:
            shapes[min(far)], shapes[max(far)] = OPEN, CLOSE
        for place in (below, left):
            shapes[place], reaches[place] = NONE, 0
        return True

    def _join_reaches(
        self, shapes: list[str], reaches: Reaches, near: tuple[int, int], far: list[int]
    ) -> bool:
        if self.is_mark:
            return all(self._meet_mark(shapes, reaches, place, 1) for place in near)
        whole = sum(abs(reaches[place]) for place in near) + 2
        for place, other, end in zip(near, near[::-1], far, strict=True):
            if _is_blank(reaches, place):
                reaches[end] = -whole if _is_blank(reaches, other) else whole
        return self.limit is None or whole <= self.limit

    def _mark_edges(self, shapes: list[str], reaches: Reaches, go: list[int]) -> bool:
        """Meet the checkpoints of the added edges, or return False if a stretch is too long."""
        if self.limit is None:
            return True
        for place in go:
            if self.marks[place - self.at]:
                if not self._meet_mark(shapes, reaches, place, 0):
                    return False
                reaches[place] = 0
        return True

    def _meet_mark(self, shapes: list[str], reaches: Reaches, place: int, further: int) -> bool:
        """Let a piece meet a checkpoint, or return False if the stretch before it is too long."""
        if self.limit is None:
            return True
        stretch = abs(reaches[place]) + further
        if _is_blank(reaches, place):
            reaches[_mate(shapes, place)] = stretch
        return stretch <= self.limit

    def _set(self, shapes: list[str], reaches: Reaches, place: int, reach: int) -> bool:
        """Set the reach of a piece, and of its other end if it has no checkpoint."""
        if _is_blank(reaches, place):
            reaches[_mate(shapes, place)] = reach
        reaches[place] = reach
        return self.limit is None or abs(reach) <= self.limit

    def _halves(self, reach: int) -> int:
        return 0 if self.limit is None else reach

    def _next(self, shapes: list[str], reaches: Reaches) -> Frontier:
        """Return the frontier, with the line moved on after the last vertex of a column."""
        if self.is_top:
            shapes, reaches = [NONE, *shapes[:-1]], [0, *reaches[:-1]]
        return Frontier("".join(shapes), tuple(reaches))


def _is_blank(reaches: Reaches, place: int) -> bool:
    """Return whether the piece at a crossing has no checkpoint. Its length is never 0 then."""
    return reaches[place] < 0


def _mate(shapes: list[str], place: int) -> int:
    """Return the other crossing of a piece, or the same place for the piece from the start."""
    if shapes[place] == START:
        return place
    step = 1 if shapes[place] == OPEN else -1
    depth, at = 0, place
    while True:
        depth += {OPEN: 1, CLOSE: -1}.get(shapes[at], 0)
        if depth == 0:
            return at
        at += step
