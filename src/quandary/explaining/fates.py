"""The fates of states, and a shortest way to a solution, as a state graph tells them."""

from math import isfinite
from typing import Literal, TypeAlias

from quandary.graph import StateGraph

Fate: TypeAlias = Literal["solved", "live", "dead"]


def fate_of(graph: StateGraph, number: int) -> Fate:
    """Return whether a state is solved, live (it can still be solved) or dead."""
    if graph.solved[number]:
        return "solved"
    return "live" if isfinite(graph.steps_left[number]) else "dead"


def fates(graph: StateGraph) -> list[Fate]:
    """Return the fate of each state."""
    return [fate_of(graph, number) for number in range(len(graph))]


def shortest_way(graph: StateGraph) -> list[int]:
    """Return the numbers of the states on a shortest solution, empty if there is none."""
    left = graph.steps_left
    here = min(map(int, graph.starts), key=lambda start: left[start])
    if not isfinite(left[here]):
        return []
    way = [here]
    while left[way[-1]]:
        way.append(int(min(graph.children(way[-1]), key=lambda child: left[child])))
    return way


def summary(graph: StateGraph) -> str:
    """Return how many states have which fate, and how long a shortest solution is, in a sentence."""
    found = fates(graph)
    counts = ", ".join(f"{found.count(fate):,} {fate}" for fate in ("solved", "live", "dead"))
    moves = len(shortest_way(graph)) - 1
    way = f"the shortest solution has {moves:,} move{'s' * (moves != 1)}" if moves >= 0 else "no solution"
    return f"{len(graph):,} state{'s' * (len(graph) != 1)}: {counts}; {way}."
