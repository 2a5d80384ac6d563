"""The features of a level from the graph of its single steps, in the plainest code possible.

Everything faster is checked against this. Play ends in a winning state, so each cell on which the man can
arrive gives a winning state, and a component, of its own.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from quandary.kinds.sokoban.rules import Board, Cell, Stand, Steps, cheapest_matching
from quandary.limits import Budget, OutOfBudget, Stop, check_limits
from quandary.parts.directed import components, expansions, parents, reach


@dataclass
class StepGraph:
    """Every state that single steps can reach, in breadth-first order."""

    steps: Steps
    states: list[Stand]
    children: list[list[int]]
    letters: list[list[str]]
    """The moves to the children."""

    @classmethod
    def of(cls, board: Board, budget: Budget) -> "StepGraph":
        """Return the graph of a level.

        Raises OutOfBudget if the budget runs out.
        """
        steps = Steps(board.width, board.height, board.walls, board.targets, board.boxes, board.man)
        states = steps.starts()
        number = {states[0]: 0}
        graph = cls(steps, states, [], [])
        for state in states:  # grows during the walk
            budget.spend()
            moves = [] if steps.is_solved(state) else steps.moves(state)
            ends = []
            for move in moves:
                child = steps.apply(state, move)
                if child not in number:
                    number[child] = len(states)
                    states.append(child)
                ends.append(number[child])
            graph.children.append(ends)
            graph.letters.append(moves)
        return graph

    @property
    def solved(self) -> list[int]:
        """Return the winning states."""
        return [node for node, state in enumerate(self.states) if self.steps.is_solved(state)]

    def is_push(self, node: int, child: int) -> bool:
        """Return whether the step from one state to the other moves a box."""
        return self.states[node].boxes != self.states[child].boxes


def survey_in_python(board: Board, budget: Budget) -> tuple[dict[str, Any], str, Stop]:
    """Return the values by name (-1 without a solution), a shortest solution, and why it stopped."""
    try:
        with budget:
            return *_surveyed(board, StepGraph.of(board, budget)), Stop()
    except OutOfBudget as out:
        return {}, "", out.stop


def _surveyed(board: Board, graph: StepGraph) -> tuple[dict[str, Any], str]:
    viable = _ancestors(graph)
    steps = _levels(graph)
    solved = graph.solved
    length = min((steps[node] for node in solved), default=-1)
    values: dict[str, Any] = {
        "nodes": len(graph.states),
        "reachable_states_count": len(graph.states),
        "reachable_tile_count": len({state.man for state in graph.states}),
        "viable_states_count": len(viable),
        "good_boxes_tiles": len(_cells_with_boxes(graph, viable)),
        "dead_end_depth": _most_pushes_from(graph, viable) if viable else -1,
        "shortest_path": length,
        "shortest_boxes_path": _cheapest(graph, graph.is_push) if solved else -1,
    }
    component = components(graph.children)
    values["scc_count"] = len(set(component))
    values["scc_shortest"] = _cheapest(graph, lambda a, b: component[a] != component[b]) if solved else -1
    astar_names = ("astar_states_count", "astar_lower", "astar_upper")
    against_names = ("counter_intuitive_steps", "counter_intuitive_steps_grid")
    if not solved:
        return values | dict.fromkeys((*astar_names, *against_names), -1), ""
    values |= dict(zip(astar_names, _astar(graph, steps, length), strict=True))
    for name, near in zip(against_names, (board.nearest_target, board.floor_distance), strict=True):
        values[name] = _fewest_against(graph, steps, length, near)
    return values, _line(graph, steps, length)


def _ancestors(graph: StepGraph) -> set[int]:
    """Return the states that lead to a winning state, winning ones included."""
    return set(reach(graph.solved, parents(graph.children).__getitem__))


def _cells_with_boxes(graph: StepGraph, nodes: set[int]) -> set[Cell]:
    return {cell for node in nodes for cell in graph.states[node].boxes & graph.steps.floor}


def _most_pushes_from(graph: StepGraph, ring: set[int]) -> int:
    """Return the most pushes that any state is away from the nearest of the given states."""
    seen, depth = set(ring), 0
    while True:
        todo, following = list(ring), set[int]()
        for node in todo:  # grows during the walk
            check_limits()
            for child in graph.children[node]:
                if child in seen:
                    continue
                if graph.is_push(node, child):
                    following.add(child)
                else:
                    seen.add(child)
                    todo.append(child)
        ring = following - seen
        if not ring:
            return depth
        seen |= ring
        depth += 1


def _levels(graph: StepGraph) -> list[int]:
    """Return the fewest steps to each state."""
    steps = [0] + [-1] * (len(graph.states) - 1)
    for node, ends in enumerate(graph.children):
        for child in ends:
            if steps[child] < 0:
                steps[child] = steps[node] + 1
    return steps


def _cheapest(graph: StepGraph, costs: Callable[[int, int], bool]) -> int:
    """Return the cost of the cheapest way to a winning state, where each step costs 1 or nothing."""
    least, queue = {0: 0}, deque([0])
    done: set[int] = set()
    solved = set(graph.solved)
    while True:
        check_limits()
        node = queue.popleft()
        if node in done:
            continue
        done.add(node)
        if node in solved:
            return least[node]
        for child in graph.children[node]:
            cost = least[node] + int(costs(node, child))
            if cost < least.get(child, inf):
                least[child] = cost
                (queue.append if cost > least[node] else queue.appendleft)(child)


def _astar(graph: StepGraph, steps: list[int], length: int) -> tuple[int, int, int]:
    """Return how many states A* expands, and how many have f below and up to the length of a solution."""
    known: dict[frozenset[Cell], float] = {}

    def estimate(node: int) -> float:
        boxes = graph.states[node].boxes
        check_limits()
        if boxes not in known:
            known[boxes] = cheapest_matching(graph.steps, boxes)
        return known[boxes]

    sums = [steps[node] + estimate(node) for node in range(len(steps))]
    bounds = sum(f < length for f in sums), sum(f <= length for f in sums)
    taken = expansions([0], graph.children.__getitem__, estimate, set(graph.solved).__contains__)
    return taken or -1, *bounds


def _fewest_against(graph: StepGraph, steps: list[int], length: int, near: Mapping[Cell, float]) -> int:
    """Return the fewest steps of a shortest solution that take boxes away from their nearest targets."""

    def sum_of(node: int) -> float:
        return sum(near.get(cell, inf) for cell in graph.states[node].boxes)

    least: dict[int, int] = {0: 0}
    for node, ends in enumerate(graph.children):  # in order of steps
        check_limits()
        for child in ends:
            if steps[child] == steps[node] + 1:
                cost = least[node] + (graph.is_push(node, child) and sum_of(child) > sum_of(node))
                least[child] = min(least.get(child, cost), cost)
    return min(least[node] for node in graph.solved if steps[node] == length)


def _line(graph: StepGraph, steps: list[int], length: int) -> str:
    """Return a shortest solution as letters."""
    came_by: dict[int, tuple[int, str]] = {}
    for node, ends in enumerate(graph.children):
        for child, letter in zip(ends, graph.letters[node], strict=True):
            if steps[child] == steps[node] + 1:
                came_by.setdefault(child, (node, letter))
    node = next(node for node in graph.solved if steps[node] == length)
    letters = ""
    while node:
        node, letter = came_by[node]
        letters = letter + letters
    return letters
