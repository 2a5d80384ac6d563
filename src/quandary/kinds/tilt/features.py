"""Ten features of a maze that correlate with solving times, computed from its graph of positions.

Source: B. Klembarová, Complexity of Solving Puzzles, MSc thesis, Comenius University 2018, section 2.3.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quandary._native import native_limits
from quandary.kinds.tilt.engine import native
from quandary.kinds.tilt.rules import Maze, Position
from quandary.kinds.tilt.segments import SegmentGraph
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.parts.directed import reach
from quandary.parts.surveyed import declared, exact, gave_up
from quandary.score import Score

STATIC = ("width", "tile_count", "checkpoint_count", "scc_count", "scc_checkpoint_count")
OF_POSITIONS = ("reachable_tile_count", "reachable_states_count", "viable_states_count")
OF_SOLUTIONS = ("shortest_path", "shortest_path_tiles")

FEATURES: Mapping[str, tuple[str, str]] = {
    "width": ("cells", "columns of the board"),
    "tile_count": ("cells", "cells of the board"),
    "checkpoint_count": ("checkpoints", "checkpoints to collect"),
    "shortest_path": ("rolls", "fewest rolls to a solution"),
    "shortest_path_tiles": ("cells", "fewest tiles crossed by a solution with the fewest rolls"),
    "reachable_tile_count": ("cells", "cells where the ball can stop, its start included"),
    "reachable_states_count": ("states", "positions that play can reach"),
    "viable_states_count": ("states", "positions from which a solution can be reached"),
    "scc_count": ("components", "strongly connected components of the segment graph"),
    "scc_checkpoint_count": ("components", "strongly connected components with a checkpoint"),
}
"""The unit and the meaning of each feature, by name."""

EXTRAS: Mapping[str, tuple[str, str]] = {
    "viable_share": ("share", "share of all positions from which a solution can be reached"),
}
"""Features beyond the ten."""


@dataclass(frozen=True)
class Survey:
    """The counts from visiting every position. `shortest` is None if there is no solution."""

    states: int
    viable: int
    stops: int
    shortest: int | None
    tiles: int | None
    engine: str = "python"


def features(maze: Maze, limits: Limits = Limits(), *, engine: str = "auto") -> dict[str, Score]:
    """Return all features by name, in the order of `FEATURES` and `EXTRAS`.

    >>> from quandary.kinds.tilt.notation import parse
    >>> maze = parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> {name: score.value for name, score in features(maze).items() if "states" in name or "path" in name}
    {'shortest_path': 2, 'shortest_path_tiles': 3, 'reachable_states_count': 5, 'viable_states_count': 5}

    If a limit is reached, all features that need every position give up together.
    """
    segments = SegmentGraph(maze)
    values: dict[str, float | None] = {
        "width": maze.width,
        "tile_count": maze.width * maze.height,
        "checkpoint_count": len(maze.checkpoints),
        "scc_count": segments.component_count,
        "scc_checkpoint_count": segments.checkpoint_component_count,
    }
    scores = exact(values)
    try:
        seen = survey(maze, limits, engine=engine)
    except OutOfBudget as out:
        scores |= gave_up((*OF_POSITIONS, *OF_SOLUTIONS, *EXTRAS), out)
        return {name: scores[name] for name in (*FEATURES, *EXTRAS)}
    values = dict(zip(OF_POSITIONS, (seen.stops, seen.states, seen.viable), strict=True))
    values |= dict(zip(OF_SOLUTIONS, (seen.shortest, seen.tiles), strict=True))
    values["viable_share"] = seen.viable / seen.states
    scores |= exact(values, engine=seen.engine, states=seen.states)
    return {name: scores[name] for name in (*FEATURES, *EXTRAS)}


def survey(maze: Maze, limits: Limits = Limits(), *, engine: str = "auto") -> Survey:
    """Visit every position that play can reach, or raise OutOfBudget at a limit."""
    twin = None if engine == "python" else native(maze)
    if twin is None:
        return _survey_in_python(maze, limits.start())
    handle: Any = twin.handle
    seen = handle.survey(native_limits(limits))
    if seen.stop:
        raise OutOfBudget(seen.stop)
    solvable = seen.shortest >= 0
    return Survey(
        seen.states,
        seen.viable,
        seen.stops,
        seen.shortest if solvable else None,
        seen.tiles if solvable else None,
        "native",
    )


def _survey_in_python(maze: Maze, budget: Budget) -> Survey:
    start = maze.starts()[0]
    rolls, tiles = {start: 0}, {start: 0}
    parents: dict[Position, list[Position]] = {start: []}
    order = [start]
    for state in order:  # breadth first; grows during the loop
        budget.spend()
        for move in [] if maze.is_solved(state) else maze.moves(state):
            child = maze.apply(state, move)
            if child not in rolls:
                rolls[child], parents[child] = rolls[state] + 1, []
                order.append(child)
            parents[child].append(state)
            if rolls[child] == rolls[state] + 1:  # a roll on a shortest way to the child
                rolled = tiles[state] + maze.rolls[state.ball, move].tiles
                tiles[child] = min(tiles.get(child, rolled), rolled)
    solved = [state for state in order if maze.is_solved(state)]
    shortest = min((rolls[state] for state in solved), default=None)
    return Survey(
        states=len(order),
        viable=len(reach(solved, parents.__getitem__)),
        stops=len({state.ball for state in order}),
        shortest=shortest,
        tiles=min((tiles[state] for state in solved if rolls[state] == shortest), default=None),
    )


DECLARED = declared({**FEATURES, **EXTRAS}, lambda maze, limits, _: features(maze, limits))
"""All features, declared for the kind."""
