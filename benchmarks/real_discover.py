"""Do learned rules describe people better? ReMUSE and luck of rated panels for several players, against the votes.

Rules are learned from generated panels with squares and hexagons, which the rated panels have. Differences between
players come with bootstrap intervals over panels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from quandary.discovering import discover
from quandary.generating.band import generated
from quandary.kinds.witness import KIND
from quandary.limits import Limits
from quandary.measuring.entropy import luck, remuse
from quandary.models.statistics import correlate
from quandary.player import Player
from quandary.replicate._rated_panels import RatedPanel, adjusted_ratings, read_rated
from quandary.theory.learned import as_rules

TRAINING = 60
RESAMPLED = 1000
EACH = Limits(seconds=60)


def checks(data: Path) -> Iterator[str]:
    """Compare players on the rated panels."""
    for path in sorted((data / "witness").glob("paper*.json")):
        rated = read_rated(path)
        yield f"{path.name}: {len(rated)} rated panels"
        yield from _compared(rated, adjusted_ratings(rated))


def players() -> dict[str, Player]:
    """Return the players to compare: by hand, learned, and both."""
    panels = [
        panel
        for elements in ("squares", "hexagons")
        for panel in islice(generated(KIND, "3x3", 1, wishes={"elements": elements}), TRAINING)
    ]
    found = discover(panels, KIND.theory(), limits=Limits(seconds=600))
    learned = as_rules(found.rules, KIND.theory())
    default = KIND.people.default
    return {
        "default": default,
        "expert": KIND.player("expert"),
        "learned": replace(default, rules=learned, name="learned"),
        "learned and exit": replace(default, rules=(KIND.rule("exit-reachable"), *learned), name="both"),
    }


def _compared(rated: Sequence[RatedPanel], ratings: Sequence[float]) -> Iterator[str]:
    who = players()
    for measure in (remuse, luck):
        columns = {}
        for name, player in who.items():
            values = [measure(each.panel, player, limits=EACH).value for each in rated]
            columns[name] = [0.0 if value is None else value for value in values]
            if lost := values.count(None):
                yield f"{measure.__name__}: {lost} panels without a value for {name}, counted as 0"
            found = correlate(columns[name], list(ratings))
            yield f"{measure.__name__}: r = {found.r:.3f} ({found.low:.3f} to {found.high:.3f}) for {name}"
        for name in list(columns)[1:]:
            low, high = _difference(columns[name], columns["default"], ratings)
            yield f"{measure.__name__}: {name} less default: {low:+.3f} to {high:+.3f} (95 %)"


def _difference(one: Sequence[float], other: Sequence[float], target: Sequence[float]) -> tuple[float, float]:
    """Return the interval of the difference of two correlations, by resampling panels."""
    random, found = Random(1), list[float]()
    while len(found) < RESAMPLED:
        rows = random.choices(range(len(target)), k=len(target))
        wanted = [target[row] for row in rows]
        columns = [[column[row] for row in rows] for column in (one, other)]
        if all(len(set(column)) > 1 for column in (*columns, wanted)):
            a, b = (correlate(column, wanted).r for column in columns)
            found.append(a - b)
    found.sort()
    return found[int(0.025 * RESAMPLED)], found[int(0.975 * RESAMPLED)]
