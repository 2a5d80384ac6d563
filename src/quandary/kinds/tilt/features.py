"""Ten features of a maze that correlate with solving times, computed from its graph of positions.

Source: B. Klembarová, Complexity of Solving Puzzles, MSc thesis, Comenius University 2018, section 2.3.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quandary._native import native_limits
from quandary.feature import Work
from quandary.kinds.tilt.engine import native
from quandary.kinds.tilt.rules import Maze
from quandary.kinds.tilt.segments import SegmentGraph
from quandary.limits import Budget, Limits, OutOfBudget
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
    """The counts from rolling everywhere. `shortest` and `tiles` are None if there is no solution."""

    states: int
    stops: int
    shortest: int | None
    tiles: int | None
    engine: str = "python"


def features(maze: Maze, limits: Limits, work: Work) -> dict[str, Score]:
    """Return all features by name. If a limit is reached, those that need every position give up together."""
    segments = SegmentGraph(maze)
    scores = exact(
        {
            "width": maze.width,
            "tile_count": maze.width * maze.height,
            "checkpoint_count": len(maze.checkpoints),
            "scc_count": segments.component_count,
            "scc_checkpoint_count": segments.checkpoint_component_count,
        }
    )
    try:
        graph, rolled = work.graph(), survey(maze, limits)
    except OutOfBudget as out:
        return scores | gave_up((*OF_POSITIONS, *OF_SOLUTIONS, *EXTRAS), out)
    viable = int(graph.viable.sum())
    values: dict[str, float | None] = {
        "reachable_tile_count": rolled.stops,
        "reachable_states_count": len(graph),
        "viable_states_count": viable,
        "shortest_path": graph.shortest,
        "shortest_path_tiles": rolled.tiles,
        "viable_share": viable / len(graph),
    }
    return scores | exact(values, engine=graph.engine, states=len(graph))


def survey(maze: Maze, limits: Limits = Limits(), *, engine: str = "auto") -> Survey:
    """Count what only a maze has, by visiting every position that play can reach, or raise OutOfBudget at a limit.

    >>> from quandary.kinds.tilt.notation import parse
    >>> survey(parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+"), engine="python")
    Survey(states=5, stops=5, shortest=2, tiles=3, engine='python')
    """
    twin = None if engine == "python" else native(maze)
    if twin is None:
        return _survey_in_python(maze, limits.start())
    handle: Any = twin.handle
    seen = handle.survey(native_limits(limits))
    if seen.stop:
        raise OutOfBudget(seen.stop)
    shortest, tiles = (seen.shortest, seen.tiles) if seen.shortest >= 0 else (None, None)
    return Survey(seen.states, seen.stops, shortest, tiles, "native")


def _survey_in_python(maze: Maze, budget: Budget) -> Survey:
    start = maze.starts()[0]
    rolls, tiles = {start: 0}, {start: 0}
    order = [start]
    for state in order:  # breadth first; grows during the loop
        budget.spend()
        for move in [] if maze.is_solved(state) else maze.moves(state):
            child = maze.apply(state, move)
            if child not in rolls:
                rolls[child] = rolls[state] + 1
                order.append(child)
            if rolls[child] == rolls[state] + 1:  # a roll on a shortest way to the child
                rolled = tiles[state] + maze.rolls[state.ball, move].tiles
                tiles[child] = min(tiles.get(child, rolled), rolled)
    solved = [(rolls[state], tiles[state]) for state in order if maze.is_solved(state)]
    shortest, fewest = min(solved, default=(None, None))
    return Survey(len(order), len({state.ball for state in order}), shortest, fewest)


DECLARED = declared({**FEATURES, **EXTRAS}, features)
"""All features, declared for the kind."""
