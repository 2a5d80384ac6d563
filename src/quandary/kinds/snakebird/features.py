"""Features of a level, computed from its graph of positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from quandary._native import native_limits
from quandary.kinds.snakebird.rules import Level, Position, played
from quandary.kinds.snakebird.twin import twin
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.parts.directed import components, parents, reach
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
    """The counts from visiting every position. `shortest` and `crossings` are None if there is no solution.

    `states` and `viable` leave out the positions that are won.
    """

    states: int
    viable: int
    won: int
    components: int
    deepest_fall: int
    shortest: int | None
    crossings: int | None
    engine: str = "python"


def features(level: Level, limits: Limits = Limits(), *, engine: str = "auto") -> dict[str, Score]:
    """Return all features by name, in the order of `STATIC` and `OF_POSITIONS`.

    >>> from quandary.kinds.snakebird.notation import parse
    >>> level = parse("@..X/>R../.#.#")
    >>> {name: score.value for name, score in features(level).items() if name in ("spike_count", "shortest_path")}
    {'spike_count': 0, 'shortest_path': 11}

    If a limit is reached, all features that need every position give up together.
    """
    scores = exact(_counted(level))
    try:
        seen = survey(level, limits, engine=engine)
    except OutOfBudget as out:
        return scores | gave_up(OF_POSITIONS, out)
    values: dict[str, float | None] = {
        "shortest_path": seen.shortest,
        "reachable_states_count": seen.states + seen.won,
        "viable_states_count": seen.viable + seen.won,
        "dead_end_share": 1 - seen.viable / seen.states if seen.states else 1.0,
        "deepest_fall": seen.deepest_fall,
        "scc_count": seen.components,
        "scc_shortest": seen.crossings,
    }
    return scores | exact(values, engine=seen.engine, states=seen.states)


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
    """Visit every position that play can reach, or raise OutOfBudget at a limit."""
    handle = None if engine == "python" else twin(level)
    if handle is None:
        return _survey_in_python(level, limits.start())
    seen = handle.survey(native_limits(limits))
    if seen.stop:
        raise OutOfBudget(seen.stop)
    solvable = seen.shortest >= 0
    return Survey(
        seen.states,
        seen.viable,
        seen.won,
        seen.components,
        seen.deepest_fall,
        seen.shortest if solvable else None,
        seen.crossings if solvable else None,
        "native",
    )


def _survey_in_python(level: Level, budget: Budget) -> Survey:
    number = {state: at for at, state in enumerate(level.starts())}
    order, depth = list(number), [0] * len(number)
    children: list[list[int]] = []
    deepest = 0
    for at, state in enumerate(order):  # breadth first; grows during the loop
        budget.spend()
        children.append([])
        for child, fallen in [] if level.is_solved(state) else _after(level, state):
            if child not in number:
                number[child] = len(order)
                order.append(child)
                depth.append(depth[at] + 1)
            children[at].append(number[child])
            deepest = max(deepest, fallen)
    won = [at for at, state in enumerate(order) if level.is_solved(state)]
    part = components(children)
    return Survey(
        states=len(order) - len(won),
        viable=len(reach(won, parents(children).__getitem__)) - len(won),
        won=len(won),
        components=len(set(part)),
        deepest_fall=deepest,
        shortest=min((depth[at] for at in won), default=None),
        crossings=_crossings(children, part, won),
    )


def _after(level: Level, state: Position) -> list[tuple[Position, int]]:
    """Return the positions after each move, and the most rows that something fell."""
    return [(level.apply(state, move), max(scene.fallen)) for move, scene in played(level, state)]


def _crossings(children: list[list[int]], part: list[int], won: list[int]) -> int | None:
    """Return the fewest edges between components on a way to a won position: steps inside one cost nothing."""
    goals = set(won)
    now, seen = [0] if children else [], set[int]()
    crossed = 0
    while now:
        later: list[int] = []
        for node in now:  # grows while we walk it
            if node in seen:
                continue
            seen.add(node)
            if node in goals:
                return crossed
            for child in children[node]:
                (now if part[child] == part[node] else later).append(child)
        now, crossed = later, crossed + 1
    return None


DECLARED = declared(
    {**STATIC, **OF_POSITIONS},
    lambda level, limits, _: features(level, limits),
    versions={"reachable_states_count": 2, "viable_states_count": 2},
)
"""All features, declared for the kind. Since version 2, counts of states have those that are won, as in other kinds."""
