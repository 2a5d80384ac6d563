"""Features of Sokoban levels: the graph of pushes against the graph of steps, Python and networkx."""

from collections.abc import Callable

from harness import Contender, Race, Work
from real_moves import by_networkx

from quandary.kinds.sokoban import KIND, Level
from quandary.kinds.sokoban.features import View, features

SMALL = "#######|# #  ##|# $ $@#|#    ##|###  ##|#  . .#|#######"
LARGE = "########|##     #|#   .$##|#.  #  #|# @ $  #|# .  $ #|########"
COMPARED = (
    "reachable_states_count",
    "viable_states_count",
    "shortest_path",
    "shortest_boxes_path",
    "scc_count",
    "scc_shortest",
)


def by(view: View, level: Level) -> Callable[[], Work]:
    """All features from one graph; some of them are compared."""

    def run() -> Work:
        scores = features(level, view=view)
        answer = {name: scores[name].value for name in COMPARED}
        return Work(answer, int(answer["reachable_states_count"] or 0))

    return run


def race(name: str, text: str) -> Race:
    """The same level for all; networkx, the baseline, has only some of the features to find."""
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


def races() -> list[Race]:
    """Both of them."""
    return [race("small", SMALL), race("larger", LARGE)]
