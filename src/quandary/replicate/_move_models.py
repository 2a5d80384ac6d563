"""The printed numbers of chapter 2 of the thesis on tilt mazes and Sokoban. A dash stands for a feature left out."""

from collections.abc import Mapping
from dataclasses import dataclass

MODELS = ("linear", "ridge", "lasso", "lasso-lars", "elastic-net", "linear-svr", "random-forest")
"""The seven regressors, in the order of the tables' rows."""


@dataclass(frozen=True)
class Published:
    """The four tables of one set of levels."""

    numbers: tuple[str, str, str, str]
    """Of the tables: grid search scores and coefficients, RFECV scores and coefficients."""
    features: tuple[str, ...]
    grid: str
    """Parameter, train score and test score of each model."""
    coefficients: str
    chosen: str
    """Train and test score after RFECV."""
    selected: str


TILT = Published(
    ("2.3", "2.4", "2.5", "2.6"),
    (
        "width",
        "reachable_tile_count",
        "scc_checkpoint_count",
        "reachable_states_count_log",
        "shortest_path_tiles_log",
        "viable_states_count_log",
        "shortest_path_log",
        "scc_count_log",
    ),
    """- .72 .6887
    56.23 .64 .5360
    .10 .64 .5402
    .10 .64 .5402
    .18 .64 .5433
    .37 .68 .5792
    15 .79 .4611""",
    """-.26 .39 -.19 .39 .79 -.35 -.39 .21
    .10 .10 .10 .11 .14 -.01 .06 .15
    0 .13 0 .06 .27 0 0 .24
    0 .13 0 .06 .27 0 0 .24
    .04 .11 .03 .08 .22 0 0 .20
    .03 .17 -.01 .31 .39 -.29 -.05 .13
    .03 .22 .12 .21 .33 .04 .02 .04""",
    """.46 .4779
    .64 .5373
    .61 .5054
    .61 .5054
    .60 .4981
    .45 .4613
    .80 .4055""",
    """- - - .78 - -.40 - -
    .10 .10 .10 .10 .14 - .06 .15
    - .11 - - .28 - - .23
    - .11 - - .28 - - .23
    - .12 - - .27 - - .22
    - - - .75 - -.40 - -
    .01 .19 .07 .24 .36 .01 - .11""",
)

CZECH = Published(
    ("2.9", "2.10", "2.11", "2.12"),
    (
        "box_count",
        "width",
        "height",
        "reachable_tile_count",
        "shortest_path",
        "shortest_boxes_path",
        "good_boxes_tiles",
        "viable_states_count_log",
        "counter_intuitive_steps_log",
        "astar_states_count_log",
        "scc_shortest_log",
        "tile_count_log",
    ),
    """- .8149 .7293
    1.33 .8047 .7164
    .01 .8056 .7154
    .01 .8056 .7154
    .01 .8037 .7149
    .52 .7768 .6815
    15 .8146 .6039""",
    """.23 -.19 -.15 -.61 .64 -.24 .41 -.34 .11 .21 -.16 .58
    .25 .04 .05 -.47 .57 -.15 .21 -.22 .14 .14 -.15 .19
    .26 0 0 -.53 .61 -.14 .20 -.15 .12 .10 -.14 .26
    .26 0 0 -.53 .61 -.14 .20 -.15 .12 .10 -.14 .26
    .26 0 0 -.49 .59 -.13 .18 -.16 .13 .10 -.14 .25
    .24 -.06 .01 -.57 .63 -.15 .40 -.35 .15 .23 -.21 .27
    .01 .01 .03 .03 .77 .04 .01 .01 .03 .01 .04 .01""",
    """.81 .6827
    .74 .6304
    .74 .6317
    .74 .6317
    .74 .6318
    .74 .7261
    .79 .6370""",
    """.21 -.25 -.19 -.7002 .6410 -.15 .45 -.37 - .27 -.18 .69
    .33 - - -.5954 .5979 - - - - - - .33
    .33 - - -.6045 .6037 - - - - - - .34
    .33 - - -.6046 .6036 - - - - - - .34
    .31 - - -.5241 .5829 - - - - - - .28
    .37 - - -.5484 .7336 -.37 .23 -.21 .17 .12 - .29
    - - - .0571 .7433 .06 - - .04 .10 - -""",
)

RUSSIAN = Published(
    ("2.13", "2.14", "2.15", "2.16"),
    (
        "box_count",
        "width",
        "height",
        "reachable_tile_count",
        "scc_shortest",
        "counter_intuitive_steps_log",
        "astar_states_count",
        "good_boxes_tiles",
        "shortest_boxes_path",
        "shortest_path_log",
    ),
    """- .594123 .5074
    .001 .594123 .5074
    .00133 .593980 .5095
    .00133 .593982 .5096
    .001 .594092 .5086
    10 .576651 .4847
    10 .783464 .3739""",
    """.42 -.03 .03 -.15 -.11 .13 -.01 -.04 -.06 .55
    .42 -.03 .03 -.15 -.11 .13 -.01 -.04 -.06 .55
    .41 -.03 .02 -.13 -.11 .12 -.01 -.04 -.04 .53
    .41 -.03 .02 -.13 -.11 .12 -.01 -.04 -.04 .53
    .42 -.03 .02 -.14 -.11 .13 -.01 -.04 -.05 .54
    .43 .11 .04 -.21 -.13 .12 .01 -.00 -.14 .56
    .05 .03 .02 .04 .04 .03 .42 .04 .06 .27""",
    """.593120 .5123
    .593158 .5007
    .588178 .5223
    .588177 .5223
    .584241 .5239
    .386366 .2610
    .742122 .3398""",
    """.41 - .04 -.20 -.12 .13 - - -.09 .56
    .40 -.04 - -.14 -.11 .13 - - -.08 .55
    .37 -.04 - -.09 -.11 .09 - - - .46
    .37 -.04 - -.09 -.11 .09 - - - .46
    .35 -.04 - -.07 -.09 .09 - -.00 - .44
    .30 -.02 - - -.12 .08 -.09 -.28 - .40
    .07 - - - - - .53 - .09 .32""",
)

SETS: Mapping[str, Published] = {"tilt": TILT, "cz-sokoban": CZECH, "ru-sokoban": RUSSIAN}


def cells(text: str) -> list[list[float | None]]:
    r"""Return the numbers of a table, row by row, with None for a dash.

    >>> cells("- .5\n1 2")
    [[None, 0.5], [1.0, 2.0]]
    """
    return [[None if cell == "-" else float(cell) for cell in line.split()] for line in text.splitlines()]
