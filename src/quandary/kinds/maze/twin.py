"""The C++ twins of a maze, for walking and for marking, and merged counting in either language."""

from collections.abc import Callable, Iterable
from typing import Any

from quandary._native import Native, core, native_limits
from quandary.feature import Tally
from quandary.kinds.maze import merge
from quandary.kinds.maze.rules import STEPS, WAYS, Maze, Part
from quandary.kinds.maze.walk import MazeWalk
from quandary.kinds.maze.walk import walk as walk_in_python
from quandary.limits import Budget, OutOfBudget
from quandary.puzzle import Slot

SMALL, LARGE = 64, 128
"""The numbers of vertices that boards have room for."""


def native(maze: Maze) -> Native | None:
    """Return the same maze in C++, or None without the compiled core."""
    handle = _handle("Maze", maze)
    return None if handle is None else Native(handle, tuple(STEPS))


def native_sheet(maze: Maze) -> Native | None:
    """Return the maze's sheet in C++, or None without the compiled core."""
    handle = _handle("Sheet", maze)
    if handle is None:
        return None
    numbered = [divmod(number, maze.size) for number in range(_board(maze))]
    moves = tuple(Part(x, y, way) for way in WAYS for x, y in numbered)
    slots = tuple(Slot(family, Part(x, y)) for family in ("end", "vertex") for x, y in numbered)
    return Native(handle, moves, slots)


def count(maze: Maze, budget: Budget) -> Tally:
    """Run `merge.count`, in the compiled core if there is one."""
    handle = _handle("Maze", maze)
    if handle is None:
        return merge.count(maze, budget)
    return _tally(_within(budget, handle.tally))


def walk(maze: Maze, budget: Budget) -> MazeWalk:
    """Run `walk.walk`, in the compiled core if there is one."""
    handle = _handle("Maze", maze)
    if handle is None:
        return walk_in_python(maze, budget)
    found = handle.walk(native_limits(budget.rest()))
    if found.stop:
        raise OutOfBudget(found.stop)
    return MazeWalk(found.states, _tally(found.value))


def _tally(sums: Any) -> Tally:
    if not sums.solutions:
        return Tally()
    return Tally(sums.solutions, sums.total_length, sums.shortest, sums.longest)


def shortest(maze: Maze, budget: Budget) -> frozenset[Part] | None:
    """Run `merge.shortest`, in the compiled core if there is one."""
    handle = _handle("Maze", maze)
    if handle is None:
        return merge.shortest(maze, budget)
    edges = _within(budget, handle.shortest)
    if not edges:
        return None
    return frozenset(_edge(maze, number) for number in edges)


def separation(maze: Maze, budget: Budget) -> float | None:
    """Run `merge.separation`, in the compiled core if there is one."""
    handle = _handle("Maze", maze)
    if handle is None:
        return merge.separation(maze, budget)
    halves = _within(budget, handle.separation)
    return None if halves is None else halves / 2


def _edge(maze: Maze, number: int) -> Part:
    x, y = divmod(number // 2, maze.size)
    return Part(x, y, WAYS[1 + number % 2])


def _within(budget: Budget, find: Callable[[Any], Any]) -> Any:
    found = find(native_limits(budget.rest()))
    if found.stop:
        raise OutOfBudget(found.stop)
    return found.value


def _handle(what: str, maze: Maze) -> Any:
    compiled = core()
    if compiled is None:
        return None
    make = getattr(compiled.maze, f"{what}{_board(maze)}")
    return make(
        maze.size,
        _numbers(maze, "", maze.checkpoints),
        *(_numbers(maze, way, maze.checkpoints) for way in WAYS[1:]),
        *(_numbers(maze, way, maze.breaks) for way in WAYS[1:]),
    )


def _board(maze: Maze) -> int:
    return SMALL if maze.size**2 <= SMALL else LARGE


def _numbers(maze: Maze, way: str, parts: Iterable[Part]) -> list[int]:
    """Return some parts by the number of their vertex."""
    return sorted(each.x * maze.size + each.y for each in parts if each.way == way)
