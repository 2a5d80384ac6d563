"""Features: a kind's own numbers are finite, and the same every time."""

from math import isfinite
from random import Random

from quandary.measuring.feature import read_feature
from quandary.measuring.subject import Subject
from quandary.measuring.table import measures
from quandary.puzzle import AnyPuzzle
from quandary.testing.examples import ENOUGH
from quandary.testing.samples import Samples, require, require_names

NAME = r"[A-Za-z][A-Za-z0-9_]*"


def check_features(samples: Samples) -> None:
    """Compute every feature twice, and check that it is the same finite number or status."""
    kind = samples.kind
    require_names(kind, "feature", (feature.name for feature in kind.own_features), NAME)
    clash = [feature.name for feature in kind.own_features if feature.name in measures()]
    require(not clash, f"{kind.name}: its features have names of generic measures: {clash}")

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        one, other = Subject(puzzle), Subject(puzzle)
        for feature in kind.own_features:
            value, again = (read_feature(feature, subject, ENOUGH).value for subject in (one, other))
            require(value is None or isfinite(value), f"its {feature.name} is {value}")
            require(value == again, f"its {feature.name} is {value} and then {again}")

    samples.try_on_examples(promise)
    samples.try_on_drawn(promise)
