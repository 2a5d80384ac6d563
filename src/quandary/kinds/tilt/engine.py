"""The C++ twin of a tilt maze."""

from dataclasses import replace

from quandary._native import Native, core
from quandary.engine import Engine, Solver
from quandary.kind import Engines
from quandary.kinds.tilt.rules import STEPS, Cell, Maze, Position
from quandary.kinds.tilt.segments import SegmentGraph


def native(maze: Maze) -> Native | None:
    """Return the same maze in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None

    def number(cell: Cell) -> int:
        return cell[1] * maze.width + cell[0]

    open_sides = [
        sum(1 << at for at, move in enumerate(STEPS) if maze.neighbour(cell, move)) for cell in maze.cells()
    ]
    handle = compiled.tilt.Maze(
        maze.width, number(maze.ball), [number(cell) for cell in maze.checkpoints], open_sides
    )
    return Native(handle, tuple(STEPS))


def estimate(maze: Maze, state: Position) -> float:
    """Return the rolls needed to reach the hardest checkpoint alone, a lower bound on the rolls left."""
    rolls = maze.rolls_needed[state.ball]
    return max((rolls[i] for i in range(len(rolls)) if not state.collected >> i & 1), default=0)


class Segments(Solver):
    """The segments that a ball rolls along, which tell whether there is a solution, but not the shortest one."""

    name = "segments"

    def decide(self, asked: Engine) -> list[str] | None:
        """Find some solution without a search, or None if there is none."""
        return SegmentGraph(asked.puzzle).solution()


def onward(maze: Maze, state: Position) -> Maze:
    """Return the maze with the ball where a state has it and the checkpoints that are left."""
    left = tuple(cell for at, cell in enumerate(maze.checkpoints) if not state.collected >> at & 1)
    return replace(maze, ball=state.ball, checkpoints=left)


ENGINES = Engines(native=native, solvers=(Segments(), "native"), estimate=estimate, onward=onward)
