"""The features of a level that correlate with solving times, and a few of the same sort.

Source: B. Klembarová, Complexity of Solving Puzzles, MSc thesis, Comenius University 2018, section 2.4.2.
They are exact, from the graph of pushes in C++ (see nodes.hpp) or, slowly, from the graph of single steps in
Python (reference.py).
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from quandary._native import native_limits
from quandary.kinds.sokoban.reference import survey_in_python
from quandary.kinds.sokoban.rules import Board, Level
from quandary.kinds.sokoban.twin import Numbering, make, push_distances
from quandary.limits import Limits, OutOfBudget, Stop
from quandary.parts.surveyed import declared
from quandary.score import Score, Status

GraphName: TypeAlias = Literal["pushes", "steps", "python"]
"""The graph to read the features from: that of pushes, that of steps, or that of steps in Python."""

STATIC = ("box_count", "tile_count", "width", "height")
OF_SOLUTIONS = (
    "shortest_path",
    "shortest_boxes_path",
    "counter_intuitive_steps",
    "astar_states_count",
    "scc_shortest",
)
INEXACT_WHEN_FAST = (
    "reachable_tile_count",
    "reachable_states_count",
    "scc_count",
    "viable_share",
    "dead_end_depth",
)

FEATURES: Mapping[str, tuple[str, str]] = {
    "box_count": ("boxes", "boxes"),
    "tile_count": ("cells", "cells to which the man could walk without boxes"),
    "width": ("cells", "columns of the level, walls included"),
    "height": ("cells", "rows of the level, walls included"),
    "reachable_tile_count": ("cells", "cells on which the man can ever stand"),
    "shortest_path": ("steps", "fewest steps of the man to a solution"),
    "shortest_boxes_path": ("pushes", "fewest pushes to a solution"),
    "reachable_states_count": ("states", "states of boxes and man that can be reached"),
    "viable_states_count": ("states", "those of them from which a solution can be reached"),
    "good_boxes_tiles": ("cells", "cells with a box in some viable state"),
    "counter_intuitive_steps": ("steps", "fewest steps away from targets in a solution with fewest steps"),
    "astar_states_count": ("states", "states that A* expands, with the cheapest matching as its estimate"),
    "scc_count": ("components", "strongly connected components of the graph of states"),
    "scc_shortest": ("edges", "fewest changes of component on the way to a solution"),
}
"""The unit and the description of each feature, by name."""

EXTRAS: Mapping[str, tuple[str, str]] = {
    "astar_lower": ("states", "states that A* expands however it breaks ties"),
    "astar_upper": ("states", "states that A* may expand"),
    "counter_intuitive_steps_grid": ("steps", "the same by distance along the floor instead of pushes"),
    "viable_share": ("share", "share of all states from which a solution can be reached"),
    "dead_end_depth": ("pushes", "most pushes beyond the last chance, 0 where nothing can go wrong"),
}

EXPLORING = 0.875
"""The share of the time for exploring a level. If that fails, A* gets the rest to find the fewest pushes."""


def features(
    level: Board, limits: Limits = Limits(), *, fast: bool = False, view: GraphName = "pushes"
) -> dict[str, Score]:
    """Return all features by name, in the order of `FEATURES` and `EXTRAS`.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> level = parse("######|#@$ .#|######")
    >>> {name: score.value for name, score in features(level).items() if "short" in name or "states" in name}
    {'shortest_path': 2, 'shortest_boxes_path': 2, 'reachable_states_count': 4, 'viable_states_count': 4, \
'astar_states_count': 3, 'scc_shortest': 2}

    `fast` skips pushes onto squares from which no box can reach a target. The features that need them are then
    marked as not computed, and the others are still exact.
    """
    values, _, stop, engine = _survey(level, limits, fast=fast, view=view)
    floor = level.floor
    values |= {
        "box_count": len(level.boxes),
        "tile_count": len(floor),
        "width": level.width,
        "height": level.height,
    }
    if values.get("good_boxes_tiles"):
        values["good_boxes_tiles"] += len(level.boxes - floor)  # those that are out of reach
    if "viable_states_count" in values:
        values["viable_share"] = values["viable_states_count"] / values["reachable_states_count"]
    scores = {}
    for name in (*FEATURES, *EXTRAS):
        value = values.get(name)
        if fast and name in INEXACT_WHEN_FAST:
            why = "not known when dead squares are skipped"
            scores[name] = Score(name, None, Status.NOT_COMPUTED, reason=why, engine=engine)
        elif value is None:
            scores[name] = Score(name, None, Status.GAVE_UP, reason=stop.text, stop=stop.code, engine=engine)
        else:
            status = Status.UNSOLVABLE if value < 0 else Status.EXACT
            known = values.get("nodes", 0)
            scores[name] = Score(name, None if value < 0 else value, status, engine=engine, states=known)
    return scores


def shortest_solution(level: Level, limits: Limits = Limits()) -> str | None:
    """Return a solution with fewest steps in LURD notation, or None if there is none.

    Raises OutOfBudget if the limits are reached.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> shortest_solution(parse("#####|#   #|# $.#|#@  #|#####"))
    'uR'
    """
    values, letters, stop, _ = _survey(level, limits, fast=True, view="pushes")
    if "shortest_path" not in values:
        raise OutOfBudget(stop)
    return letters or None


DECLARED = declared(
    {**FEATURES, **EXTRAS}, lambda level, limits, work: features(level, limits, fast=work.fast)
)
"""The features for the kind's card."""


def _survey(
    level: Board, limits: Limits, *, fast: bool, view: GraphName
) -> tuple[dict[str, Any], str, Stop, str]:
    """Return the values by name (-1 without a solution), a shortest solution, why it stopped, and the engine."""
    numbering = Numbering.of(level)
    handle = None if view == "python" else make("Level" if view == "pushes" else "Steps", level, numbering)
    if handle is None:
        return *survey_in_python(level, limits.start()), "python"
    distances = _distances(level, numbering)
    found = handle.survey(*distances, fast, native_limits(_part(limits, EXPLORING)))
    values, stop = found.values, found.stop
    if stop and view == "pushes" and "shortest_boxes_path" not in values:
        fewest = handle.fewest_pushes(distances[0], native_limits(_part(limits, 1 - EXPLORING)))
        if not fewest.stop:
            values["shortest_boxes_path"] = -1 if fewest.value is None else len(fewest.value)
    return values, found.letters, limits.named(stop), "native"


def _part(limits: Limits, share: float) -> Limits:
    """Return the same limits with a share of the seconds."""
    return limits.part(None if limits.seconds is None else share * limits.seconds)


def _distances(level: Board, numbering: Numbering) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the pushes by target and cell, and the pushes and the steps from each cell to the nearest target."""
    near, near_grid = (
        numbering.by_number(level, far) for far in (level.nearest_target, level.floor_distance)
    )
    return push_distances(level, numbering), near, near_grid
