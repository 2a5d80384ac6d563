"""How hard is it? From puzzles to scores."""

from quandary.measure.bench import Bench, Sampling
from quandary.measure.entropy import Worth, differential, muse, remuse
from quandary.measure.rate import DEFAULT_MEASURES, rate
from quandary.measure.table import Measure, measure, measures

__all__ = [
    "DEFAULT_MEASURES",
    "Bench",
    "Measure",
    "Sampling",
    "Worth",
    "differential",
    "measure",
    "measures",
    "muse",
    "rate",
    "remuse",
]
