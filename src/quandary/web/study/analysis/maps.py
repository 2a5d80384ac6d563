"""People and puzzles on one scale: the Wright map, and how the chance of success grows with skill."""

from collections.abc import Callable, Sequence
from math import exp

import numpy as np

from quandary.draw.charts import SERIES, Axis, Frame
from quandary.draw.shapes import Drawing, Line, Shape, Text, rectangle
from quandary.models.skill import Skills
from quandary.web.study.analysis.data import Data
from quandary.web.study.analysis.sheets import Figure, ReportSection
from quandary.web.study.analysis.truths import Truths

WIDE, HIGH, MIDDLE, TOP, BASE = 16.0, 11.0, 7.0, 1.0, 10.4
BIN = 0.5
MOST_CURVES = 6
NAME = 0.26


def section(data: Data, found: Truths) -> ReportSection:
    """Return the maps as a part of the report, if the answers allow a Rasch model."""
    if found.rasch is None:
        return ReportSection(
            "People and puzzles on one scale",
            (
                "There is no Rasch model: everybody solved everything, or there are too few answers for each puzzle.",
            ),
        )
    return ReportSection(
        "People and puzzles on one scale",
        (
            "Skill and difficulty by the Rasch model, in logits. A person has an even chance at a puzzle of the same height."
            " Puzzles that everybody solved, or nobody, are in grey: their place is bounded by the others.",
        ),
        (),
        (
            Figure(
                wright_map(data, found.rasch),
                "Wright map: people on the left; on the right puzzles, by their place in puzzles.csv.",
            ),
            Figure(
                item_curves(data, found.rasch),
                "The chance of success by skill, for puzzles from easy to hard.",
            ),
        ),
    )


def wright_map(data: Data, skills: Skills) -> Drawing:
    """Draw how many people have which skill, and which puzzles have which difficulty, at the same heights."""
    people = [each.value for each in skills.people]
    puzzles = [each.value for each in skills.puzzles]
    low = BIN * np.floor(min(*people, *puzzles) / BIN)
    high = BIN * np.ceil(max(*people, *puzzles) / BIN + 0.01)

    def height(value: float) -> float:
        return float(BASE - (BASE - TOP) * (value - low) / (high - low))

    shapes: list[Shape] = [Line(((MIDDLE, TOP - 0.2), (MIDDLE, BASE)), "ink", 0.03)]
    shapes += [
        Text((MIDDLE - 0.3, 0.4), "people, able at the top", 0.32, anchor="end"),
        Text((MIDDLE + 0.3, 0.4), "puzzles, hard at the top", 0.32, anchor="start"),
    ]
    for tick in range(int(np.ceil(low)), int(np.floor(high)) + 1):
        shapes.append(Line(((1.0, height(tick)), (WIDE - 0.4, height(tick))), "faint", 0.02))
        shapes.append(Text((0.8, height(tick)), f"{tick}", 0.3, anchor="end"))
    steps = np.arange(low, high + BIN / 2, BIN)
    counts = np.histogram(people, bins=[*steps, high + BIN])[0]
    unit, tall = (MIDDLE - 1.6) / max(1, counts.max()), (BASE - TOP) * BIN / (high - low)
    for start, count in zip(steps, counts, strict=True):
        if count:
            across = unit * count
            shapes.append(
                rectangle(
                    MIDDLE - 0.1 - across, height(start) - 0.85 * tall, across, 0.7 * tall, fill="accent-1"
                )
            )
    return Drawing(WIDE, HIGH, (*shapes, *_names(data, puzzles, height)), "Wright map")


def _names(data: Data, puzzles: Sequence[float], height: Callable[[float], float]) -> list[Shape]:
    """Return the numbers of the puzzles, those of the same bin beside each other."""
    rows: dict[int, int] = {}
    found: list[Shape] = []
    same = np.nanmin(data.solved, axis=0) == np.nanmax(data.solved, axis=0)
    for number in np.argsort(puzzles):
        at = int(puzzles[number] // BIN)
        place = rows[at] = rows.get(at, -1) + 1
        if place < 14:
            x, y = MIDDLE + 0.4 + 0.6 * place, height(BIN * at + BIN / 2)
            role = "soft" if same[number] else "ink"
            found.append(Text((x, y), str(number + 1), NAME, role, anchor="start"))
    return found


def item_curves(data: Data, skills: Skills) -> Drawing:
    """Draw the chance of success by skill for some puzzles, from the easiest to the hardest."""
    order = np.argsort([each.value for each in skills.puzzles])
    chosen = [order[int(at)] for at in np.linspace(0, len(order) - 1, min(MOST_CURVES, len(order)))]
    values = [skills.puzzles[n].value for n in dict.fromkeys(chosen)]
    frame = Frame(Axis.over([min(values) - 3, max(values) + 3]), Axis.over([0.0, 1.0]))
    reach = np.linspace(frame.across.low, frame.across.high, 41)
    shapes = list(frame.axes("skill in logits", "chance of success"))
    for at, (n, value) in enumerate(zip(dict.fromkeys(chosen), values, strict=True)):
        points = tuple(frame.at(float(x), 1 / (1 + exp(value - float(x)))) for x in reach)
        x, y = frame.at(value, 0.5)
        shapes.append(Line(points, SERIES[at % len(SERIES)], 0.05))
        # names stand where the chance is even, one below the other, so that none covers another
        shapes.append(Text((x + 0.15, y + 0.35 * (at - 2)), data.puzzles[n], NAME, anchor="start", bold=True))
    return Drawing(frame.width, frame.height, tuple(shapes), "Item curves")
