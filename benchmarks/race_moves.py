"""Races on features of Sokoban levels: the graph of pushes against the graph of steps, Python and networkx.

Also on features of a large generated tilt maze, in C++ and in Python.
"""

from collections.abc import Callable
from random import Random

from harness import Contender, Race, Work
from real_moves import by_networkx

from quandary.kinds.sokoban import KIND, Level
from quandary.kinds.sokoban.features import GraphName, features
from quandary.kinds.tilt.features import survey
from quandary.kinds.tilt.generate import generate

SMALL = "#######|# #  ##|# $ $@#|#    ##|###  ##|#  . .#|#######"
LARGE = "########|##     #|#   .$##|#.  #  #|# @ $  #|# .  $ #|########"
LARGE_MAZE = 5
"""A seed whose maze has many positions."""
COMPARED = (
    "reachable_states_count",
    "viable_states_count",
    "shortest_path",
    "shortest_boxes_path",
    "scc_count",
    "scc_shortest",
)


def by(view: GraphName, level: Level) -> Callable[[], Work]:
    """Compute all features from one graph, some of which are compared."""

    def run() -> Work:
        scores = features(level, view=view)
        answer = {name: scores[name].value for name in COMPARED}
        return Work(answer, int(answer["reachable_states_count"] or 0))

    return run


def race(name: str, text: str) -> Race:
    """Return a race on one level. networkx, the baseline, computes only some of the features."""
    level = KIND.parse(text)

    def networkx() -> Work:
        answer = by_networkx(level)
        return Work(answer, answer["reachable_states_count"])

    return Race(
        f"features of a {name} Sokoban level",
        (
            Contender("native, pushes", by("pushes", level)),
            Contender("native, steps", by("steps", level)),
            Contender("python, steps", by("python", level)),
            Contender("networkx, six features", networkx),
        ),
    )


def tilt_race() -> Race:
    """Visit every position of a maze of 15 × 15 cells with 20 checkpoints."""
    maze = generate(Random(LARGE_MAZE), "15x15-20")

    def by_engine(engine: str) -> Callable[[], Work]:
        def run() -> Work:
            seen = survey(maze, engine=engine)
            return Work((seen.shortest, seen.tiles, seen.stops), seen.states)

        return run

    engines = (("native", "auto"), ("python", "python"))
    contenders = tuple(Contender(name, by_engine(engine)) for name, engine in engines)
    return Race("rolling everywhere in a 15x15 tilt maze with 20 checkpoints", contenders)


def races() -> list[Race]:
    """Return all races."""
    return [race("small", SMALL), race("larger", LARGE), tilt_race()]
