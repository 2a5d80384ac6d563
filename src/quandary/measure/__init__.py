"""How hard is it? From puzzles to scores."""

from quandary.measure.bench import Bench
from quandary.measure.entropy import Worth, differential, muse, remuse
from quandary.measure.rate import DEFAULT_MEASURES, rate
from quandary.measure.table import Measure, measure, measures

__all__ = [
    "DEFAULT_MEASURES",
    "Bench",
    "Measure",
    "Worth",
    "differential",
    "measure",
    "measures",
    "muse",
    "rate",
    "remuse",
]
