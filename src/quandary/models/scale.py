"""Minutes instead of bits: a scale for one kind, from puzzles whose times or solve rates are known (anchors).

    log2 seconds = a + b · bits + c · log2 shortest

One line per kind, with a weak prior on b and c that all kinds share, since ten anchors do not tell them well. The
share of people who solve a puzzle is a logistic curve on the same line. Intervals come from how far each anchor is off
if it is left out. There is no scale without anchors: measures that ignore the kind do not tell time.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, isfinite, log, log2, sqrt
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from quandary.errors import FileError, QuandaryError
from quandary.parts.atomic import write_atomically

FloatArray: TypeAlias = NDArray[np.float64]

FORMAT, VERSION = "quandary scale", 1
FEWEST_ANCHORS = 5
SHARE = 0.8
"""The share of puzzles that an interval is made for."""
PRIOR_MEAN = (0.3, 1.0)
PRIOR_SPREAD = (0.3, 1.5)
"""What is known about b and c before any anchor: more bits and longer solutions take longer, not how much."""
USUAL_NOISE = 0.75
"""The spread of log2 seconds around the line that the prior is weighed against."""
NOISE_WEIGHT = 3
"""The number of anchors that the usual noise is worth beside what the anchors show: ten that happen to lie on a line
do not mean that all puzzles do."""
LARGEST_FILE = 1_000_000


@dataclass(frozen=True)
class Anchor:
    """A puzzle with its bits and shortest length, and what is known about people: seconds, or a solve rate, or both."""

    bits: float
    shortest: float
    seconds: float | None = None
    solve_rate: float | None = None


@dataclass(frozen=True)
class TimeEstimate:
    """What a scale says about a puzzle."""

    seconds: float
    low: float
    high: float
    solve_rate: float | None = None

    def __str__(self) -> str:
        """Return it in words.

        >>> print(TimeEstimate(118, 44, 310, 0.79))
        about 2 min (45 s to 5 min); 8 in 10 solve it
        """
        told = f"about {in_words(self.seconds)} ({in_words(self.low)} to {in_words(self.high)})"
        return told if self.solve_rate is None else f"{told}; {_out_of_ten(self.solve_rate)}"


@dataclass(frozen=True)
class Scale:
    """A fitted scale of one kind."""

    kind: str
    measure: str
    """The measure whose bits it takes."""
    a: float
    b: float
    c: float
    reach: float
    """Half the width of an interval in log2 seconds."""
    anchors: int
    low_bits: float
    high_bits: float
    solve: tuple[float, float] | None = None
    """Constant and slope of the log odds to solve a puzzle, along log2 seconds."""
    baseline_reach: float = 0.0
    """The same half width if every puzzle is taken for the median one."""

    def estimate(self, bits: float, shortest: float) -> TimeEstimate:
        """Return the time that people need, and the share that solves the puzzle."""
        line = self.a + self.b * bits + self.c * log2(max(1.0, shortest))
        rate = None
        if self.solve is not None:
            rate = 1 / (1 + exp(-max(-30.0, min(30.0, self.solve[0] + self.solve[1] * line))))
        return TimeEstimate(2**line, 2 ** (line - self.reach), 2 ** (line + self.reach), rate)

    def is_beyond(self, bits: float) -> bool:
        """Return whether a puzzle has more or fewer bits than any anchor."""
        return not self.low_bits <= bits <= self.high_bits


def in_words(seconds: float) -> str:
    """Return a time as people say it.

    >>> in_words(3.2), in_words(47), in_words(118), in_words(5000), in_words(90_000)
    ('3 s', '45 s', '2 min', '1.4 h', '25 h')
    """
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 57.5:
        return f"{5 * round(seconds / 5)} s"
    if seconds < 57.5 * 60:
        minutes = seconds / 60
        return (
            f"{minutes:.0f} min"
            if minutes >= 3 or abs(minutes - round(minutes)) < 0.25
            else f"{minutes:.1f} min"
        )
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 10 else f"{hours:,.0f} h"


def _out_of_ten(rate: float) -> str:
    if rate > 0.95:
        return "nearly everybody solves it"
    if rate < 0.05:
        return "hardly anybody solves it"
    return f"{max(1, min(9, round(10 * rate)))} in 10 solve it"


def censored_median(seconds: Sequence[float | None]) -> float | None:
    """Return the median time over all people, with None for those who did not solve the puzzle.

    Such a time is longer than any other. If most did not solve it, the median is not known.

    >>> censored_median([10, 30, None]), censored_median([10, None, None])
    (30.0, None)
    """
    ordered = sorted(float("inf") if each is None else float(each) for each in seconds)
    if not ordered:
        return None
    middle = (
        ordered[(len(ordered) - 1) // 2]
        if len(ordered) % 2
        else (ordered[len(ordered) // 2 - 1] + ordered[len(ordered) // 2]) / 2
    )
    return middle if isfinite(middle) else None


def calibrate(kind: str, anchors: Iterable[Anchor], *, measure: str = "luck") -> Scale:
    """Fit a scale to anchors. At least five must have times.

    >>> known = [Anchor(bits, 4, 2 ** (1 + bits / 2), 0.9) for bits in range(2, 12)]
    >>> scale = calibrate("mine", known)
    >>> print(scale.estimate(6, 4))
    about 15 s (10 s to 25 s); 9 in 10 solve it
    """
    known = list(anchors)
    timed = [each for each in known if each.seconds is not None and each.seconds > 0]
    if len(timed) < FEWEST_ANCHORS:
        raise QuandaryError(
            f"not computed: {'no anchors' if not timed else f'only {len(timed)} anchors'} for this kind,"
            f" but a scale needs {FEWEST_ANCHORS} puzzles with times."
        )
    x = np.array([[each.bits, log2(max(1.0, each.shortest))] for each in timed])
    y = np.array([log2(each.seconds) for each in timed if each.seconds])
    left_out = np.array(
        [y[at] - _line(np.delete(x, at, 0), np.delete(y, at)) @ [1, *x[at]] for at in range(len(y))]
    )
    alone = np.array([y[at] - np.median(np.delete(y, at)) for at in range(len(y))])
    a, b, c = (float(each) for each in _line(x, y))
    return Scale(
        kind,
        measure,
        a,
        b,
        c,
        _reach(left_out),
        len(timed),
        float(x[:, 0].min()),
        float(x[:, 0].max()),
        _solving(known, (a, b, c)),
        _reach(alone),
    )


def _line(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return a, b, c by least squares with the prior, whose weight is that of a few anchors."""
    precision = np.diag([USUAL_NOISE / each for each in PRIOR_SPREAD])
    design = np.vstack([np.column_stack([np.ones(len(y)), x]), np.column_stack([np.zeros(2), precision])])
    target = np.concatenate([y, precision @ PRIOR_MEAN])
    return np.asarray(np.linalg.lstsq(design, target, rcond=None)[0], dtype=np.float64)


def _reach(left_out: FloatArray) -> float:
    """Return how far an interval reaches: a t-quantile of the residuals of anchors that were left out, and of the prior."""
    count = len(left_out)  # each of them was predicted from an anchor fewer, so they are a little too far off
    squares = float(np.sum(left_out**2)) * (count - 1) / count
    known = count + NOISE_WEIGHT
    noise = sqrt((squares + NOISE_WEIGHT * USUAL_NOISE**2) / known)
    return float(stats.t.ppf((1 + SHARE) / 2, known - 1) * noise)


def _solving(anchors: Sequence[Anchor], line: tuple[float, float, float]) -> tuple[float, float] | None:
    """Return constant and slope of the log odds to solve a puzzle, along the line of times."""
    rated = [each for each in anchors if each.solve_rate is not None and 0 <= each.solve_rate <= 1]
    if len(rated) < FEWEST_ANCHORS:
        return None
    a, b, c = line
    x = np.array([a + b * each.bits + c * log2(max(1.0, each.shortest)) for each in rated])
    y = np.array([_logit(each.solve_rate or 0.0) for each in rated])
    centre = float(x.mean())
    slope = min(0.0, float(np.sum((x - centre) * (y - y.mean())) / (np.sum((x - centre) ** 2) + 1.0)))
    return float(y.mean()) - slope * centre, slope


def _logit(rate: float) -> float:
    inside = min(0.99, max(0.01, rate))
    return log(inside / (1 - inside))


# Files


def save_scale(scale: Scale, path: Path) -> None:
    """Write a scale to a .json file."""
    body = {"format": FORMAT, "version": VERSION, **asdict(scale)}
    write_atomically(path, json.dumps(body, indent=1, allow_nan=False).encode() + b"\n")


def load_scale(path: Path) -> Scale:
    """Read a scale. A file that is not one is refused with one line."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError("it is too large")
        body = json.loads(path.read_bytes())
        return _scale(body)
    except FileNotFoundError as error:
        raise FileError(
            f"There is no scale {path}. Make one with: quandary calibrate KIND anchors.jsonl -o {path}"
        ) from error
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise FileError(f"{path} is not a quandary scale, or is damaged: {str(error)[:200]}") from error


def is_scale(path: Path) -> bool:
    """Return whether a file is a scale."""
    try:
        load_scale(path)
    except QuandaryError:
        return False
    return True


def _scale(body: Mapping[str, Any]) -> Scale:
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise ValueError("it is not marked as one")
    if body.get("version") != VERSION:
        raise ValueError(f"it has version {body.get('version')}, but this quandary reads {VERSION}")
    numbers = {
        name: float(body[name])
        for name in ("a", "b", "c", "reach", "low_bits", "high_bits", "baseline_reach")
    }
    if not all(isfinite(each) for each in numbers.values()):
        raise ValueError("its numbers are not finite")
    solve = body.get("solve")
    made = None if solve is None else (float(solve[0]), float(solve[1]))
    return Scale(str(body["kind"]), str(body["measure"]), anchors=int(body["anchors"]), solve=made, **numbers)
