"""Anchors from a file of puzzles with people's data, and ratings told in minutes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from quandary.errors import FileError
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import DEFAULT, Limits
from quandary.measuring.rate import rate
from quandary.models.scale import Anchor, Scale
from quandary.score import Score, Status

if TYPE_CHECKING:
    from quandary.runs.batch import Rating

SECONDS = ("seconds", "median_seconds", "mean_seconds", "median_time", "time")
RATES = ("solve_rate", "solved_share")
COUNTS = (("solved", "tried"), ("solves", "plays"), ("solved", "played"))
"""Facts that tell people's times and solve rates, the best first."""


def anchors_of(
    kind: Kind, entries: Iterable[Entry], *, measure: str = "luck", limits: Limits = DEFAULT
) -> Iterator[Anchor | FileError]:
    """Yield an anchor for each puzzle, or why it is none."""
    for entry in entries:
        place = entry.where or entry.id
        if entry.kind.name != kind.name:
            yield FileError(f"{place}: it is a {entry.kind.title}, not a {kind.title}")
            continue
        seconds, solved = _fact(entry, SECONDS), _solve_rate(entry)
        if not is_told(entry):
            yield FileError(f'{place}: its facts have neither "seconds" nor "solve_rate"')
            continue
        if seconds is not None and seconds <= 0:
            yield FileError(f"{place}: a time of {seconds:g} seconds is impossible")
            continue
        if solved is not None and not 0 <= solved <= 1:
            yield FileError(f"{place}: a solve rate of {solved:g} is impossible, it must be from 0 to 1")
            continue
        scores = rate(entry.puzzle, (measure, "shortest"), limits=limits)
        bits, shortest = scores[measure].value, scores["shortest"].value
        if bits is None or shortest is None:
            yield FileError(f"{place}: {measure} is {scores[measure]}, shortest is {scores['shortest']}")
            continue
        yield Anchor(bits, shortest, seconds, solved)


def is_told(entry: Entry) -> bool:
    """Return whether a puzzle says how long people took, or how many solved it."""
    return _fact(entry, SECONDS) is not None or _solve_rate(entry) is not None


def _fact(entry: Entry, names: Iterable[str]) -> float | None:
    for name in names:
        value = entry.facts.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return None


def _solve_rate(entry: Entry) -> float | None:
    known = _fact(entry, RATES)
    if known is not None:
        return known
    for solved, tried in COUNTS:
        part, whole = _fact(entry, [solved]), _fact(entry, [tried])
        if part is not None and whole:
            return part / whole
    return None


def timed(rating: "Rating", scale: Scale) -> "Rating":
    """Return a rating with the time that people need and the share that solves the puzzle, as a scale tells."""
    bits, shortest = (rating.scores.get(name) for name in (scale.measure, "shortest"))
    if rating.failure or bits is None or shortest is None:
        return rating
    if rating.entry.kind.name != scale.kind:
        return _told(rating, None, "no anchors for this kind")
    if bits.value is None or shortest.value is None:
        return _told(rating, None, f"{scale.measure} is {bits}")
    found = scale.estimate(bits.value, shortest.value)
    beyond = "; outside the range of the anchors" if scale.is_beyond(bits.value) else ""
    time = Score(
        "time", found.seconds, Status.ESTIMATE, reason=f"{found}{beyond}", low=found.low, high=found.high
    )
    return replace(rating, scores={**rating.scores, "time": time, "solve_rate": _rate(found.solve_rate)})


def _rate(value: float | None) -> Score:
    if value is None:
        return Score("solve_rate", None, Status.NOT_COMPUTED, reason="the anchors have no solve rates")
    return Score("solve_rate", value, Status.ESTIMATE)


def _told(rating: "Rating", value: None, reason: str) -> "Rating":
    none = {name: Score(name, value, Status.NOT_COMPUTED, reason=reason) for name in ("time", "solve_rate")}
    return replace(rating, scores={**rating.scores, **none})
