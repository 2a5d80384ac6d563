"""The laws of a logic maze in a window around the head of the path, from which rules are learned."""

from functools import lru_cache

from quandary.kinds.maze.rules import STEPS, Maze, Part, Path, covered_by, edge
from quandary.theory import MOVE, Fact, Facts
from quandary.theory.lines import LatticePoint, LineTheory, is_cell, is_junction


class MazeTheory(LineTheory):
    """What is seen around the head of a path in a maze: checkpoints, breaks, the rim and the end."""

    def facts(self, puzzle: Maze, state: Path, move: str, radius: int) -> Facts:
        """Return the facts within `radius` vertices of the head."""
        return _seen(puzzle, state, radius) | {Fact(MOVE, STEPS[move])}


@lru_cache(maxsize=64)
def _seen(maze: Maze, state: Path, radius: int) -> Facts:
    """Return the facts around the head of a path, without the move."""
    head, reach, covered, visited = state[-1], 2 * radius, covered_by(state), set(state[:-1])
    found = [Fact("start", (0, 0))] if len(state) == 1 else []

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


THEORY = MazeTheory()
