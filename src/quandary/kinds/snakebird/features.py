"""Features of a level, computed from its graph of positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from quandary._native import native_limits
from quandary.feature import Work
from quandary.kinds.snakebird.rules import Level, played
from quandary.kinds.snakebird.twin import twin
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.parts.surveyed import declared, exact, gave_up
from quandary.score import Score

STATIC: Mapping[str, tuple[str, str]] = {
    "width": ("cells", "columns of the board"),
    "height": ("cells", "rows of the board"),
    "bird_count": ("birds", "birds"),
    "bird_cells": ("cells", "cells of all birds at the start"),
    "fruit_count": ("fruit", "fruit to be eaten"),
    "block_count": ("blocks", "blocks that can be pushed"),
    "ground_count": ("cells", "cells of ground"),
    "spike_count": ("cells", "cells of spikes"),
}
"""The unit and the meaning of each feature that needs no search, by name."""
OF_POSITIONS: Mapping[str, tuple[str, str]] = {
    "shortest_path": ("moves", "fewest moves to a solution"),
    "reachable_states_count": ("states", "positions that play can reach"),
    "viable_states_count": ("states", "positions from which a solution can be reached"),
    "dead_end_share": ("share", "share of unsolved positions from which no solution can be reached"),
    "deepest_fall": ("rows", "most rows that a bird or a block falls after one move"),
    "scc_count": ("components", "strongly connected components of the graph of positions, won ones included"),
    "scc_shortest": ("steps", "fewest steps from component to component to a solution"),
}
"""The same for those that need every position."""


@dataclass(frozen=True)
class Survey:
    """The counts from moving everywhere. `shortest` is None if there is no solution."""

    states: int
    """Positions that are not won, as other programs count them."""
    won: int
    deepest_fall: int
    shortest: int | None
    engine: str = "python"


def features(level: Level, limits: Limits, work: Work) -> dict[str, Score]:
    """Return all features by name. If a limit is reached, those that need every position give up together."""
    scores = exact(_counted(level))
    try:
        graph, moved = work.graph(), survey(level, limits)
    except OutOfBudget as out:
        return scores | gave_up(OF_POSITIONS, out)
    states, viable, won = len(graph), int(graph.viable.sum()), int(graph.solved.sum())
    values: dict[str, float | None] = {
        "shortest_path": graph.shortest,
        "reachable_states_count": states,
        "viable_states_count": viable,
        "dead_end_share": 1 - (viable - won) / (states - won) if states > won else 1.0,
        "deepest_fall": moved.deepest_fall,
        "scc_count": graph.components[0] if states else 0,
        "scc_shortest": graph.crossed(),
    }
    return scores | exact(values, engine=graph.engine, states=states)


def _counted(level: Level) -> dict[str, float | None]:
    return {
        "width": level.width,
        "height": level.height,
        "bird_count": len(level.birds),
        "bird_cells": sum(map(len, level.birds)),
        "fruit_count": len(level.fruit),
        "block_count": len(level.blocks),
        "ground_count": len(level.ground),
        "spike_count": len(level.spikes),
    }


def survey(level: Level, limits: Limits = Limits(), *, engine: str = "auto") -> Survey:
    """Count what only a level has, by visiting every position that play can reach, or raise OutOfBudget at a limit.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> survey(parse("@..X/>R../.#.#"), engine="python")
    Survey(states=21, won=1, deepest_fall=1, shortest=11, engine='python')
    """
    handle = None if engine == "python" else twin(level)
    if handle is None:
        return _survey_in_python(level, limits.start())
    seen = handle.survey(native_limits(limits))
    if seen.stop:
        raise OutOfBudget(seen.stop)
    shortest = seen.shortest if seen.shortest >= 0 else None
    return Survey(seen.states, seen.won, seen.deepest_fall, shortest, "native")


def _survey_in_python(level: Level, budget: Budget) -> Survey:
    depth = dict.fromkeys(level.starts(), 0)
    order, deepest = list(depth), 0
    for state in order:  # breadth first; grows during the loop
        budget.spend()
        for move, scene in [] if level.is_solved(state) else played(level, state):
            child = level.apply(state, move)
            deepest = max(deepest, *scene.fallen)
            if child not in depth:
                depth[child] = depth[state] + 1
                order.append(child)
    won = [depth[state] for state in order if level.is_solved(state)]
    return Survey(len(order) - len(won), len(won), deepest, min(won, default=None))


DECLARED = declared(
    {**STATIC, **OF_POSITIONS},
    features,
    versions={"reachable_states_count": 2, "viable_states_count": 2},
)
"""All features, declared for the kind. Since version 2, counts of states have those that are won, as in other kinds."""
