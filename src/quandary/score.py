"""Scores: a value with its status, measure, player and engine."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import Any, TypedDict

from quandary.puzzle import Slot


class Status(StrEnum):
    """How far a score can be trusted."""

    EXACT = "exact"
    ESTIMATE = "estimate"
    """A mean over `runs` runs from a `seed`. `spread` is their standard deviation."""
    LOWER_BOUND = "lower bound"
    """The true value is at least this: counting stopped at a limit set by the caller."""
    GAVE_UP = "gave up"
    """Time, memory or states ran out. Nothing is claimed beyond `at_least`."""
    UNSOLVABLE = "unsolvable"
    """There is provably no solution, so there is nothing to measure."""
    NOT_COMPUTED = "not computed"
    """The measure does not apply here, and `reason` says why."""


class NotComputed(Exception):  # noqa: N818 - not an error: it becomes a status
    """Raised when a measure does not apply to a puzzle. The message says why."""


@dataclass(frozen=True)
class Decision:
    """One step of a solution: the slot, the chosen move, the number of options and the cost."""

    slot: Slot
    move: Hashable
    options: int
    bits: float


class ScoreJson(TypedDict, total=False):
    """A score as printed by `rate --json`."""

    value: float | None
    status: str
    at_least: float
    reason: str
    stop: str
    version: int
    player: str
    policy: str
    start_bits: float
    spread: float
    runs: int
    seed: int
    low: float
    high: float
    engine: str
    slow: str
    states: int
    seconds: float


@dataclass(frozen=True, eq=False, repr=False)
class Score:
    """A value with everything needed to compare it with another one.

    >>> print(Score("muse", 4.0, Status.EXACT))
    4
    >>> print(Score("muse", None, Status.GAVE_UP, at_least=2.5))
    gave up (at least 2.5)
    >>> print(Score("C7", 8.86, Status.ESTIMATE, spread=1.94, runs=100, seed=1))
    8.86 ± 1.9

    A score with a value is a number in comparisons, sums and formats. Without a value these raise TypeError.

    >>> score = Score("muse", 4.5, Status.EXACT)
    >>> f"{score:.2f}", score > 0.5, score + 1, max(score, 5)
    ('4.50', True, 5.5, 5)
    """

    measure: str
    value: float | None
    status: Status
    version: int = 1
    player: str = ""
    policy: str = ""
    engine: str = "python"
    slow: str = ""
    """Why Python was used although the puzzle has a native engine."""
    states: int = 0
    seconds: float = 0.0
    at_least: float | None = None
    start_bits: float = 0.0
    """The bits to choose among several starts. They are reported separately, not added to the value."""
    reason: str = ""
    stop: str = ""
    """The code of the limit that was reached ("seconds", "memory", "states" ...), or "" if none was."""
    steps: tuple[Decision, ...] = ()
    spread: float | None = None
    """The standard deviation over the runs of an estimate."""
    runs: int = 0
    seed: int | None = None
    low: float | None = None
    """The lower end of the interval of an estimate."""
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            hint = "" if self.at_least is None else f" (at least {self.at_least:.4g})"
            return f"{self.status}{hint}"
        if self.spread is not None:
            return f"{self.value:.4g} ± {self.spread:.2g}"
        sign = "≥ " if self.status is Status.LOWER_BOUND else ""
        return f"{sign}{self.value:.10g}" if self.value == int(self.value) else f"{sign}{self.value:.4f}"

    def __repr__(self) -> str:
        whose = f" for the player {self.player}" if self.player else ""
        return f"<Score {self.measure}: {self}{whose}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        told = " · ".join(
            filter(None, (str(self.status), self.player and f"player {self.player}", self.reason))
        )
        page = f"<b>{escape(self.measure)}</b> {escape(str(self))} <small>{escape(told)}</small>"
        return {"text/plain": repr(self), "text/html": page}

    # A number where it has a value

    def __float__(self) -> float:
        if self.value is None:
            why = f" ({self.reason})" if self.reason else ""
            raise TypeError(f"The score {self.measure} has no value to calculate with: {self}{why}.")
        return float(self.value)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec and self.value is not None else str(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Score):
            return self.__dict__ == other.__dict__
        return self.value is not None and self.value == other

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: "Score | float") -> bool:
        return float(self) < float(other)

    def __le__(self, other: "Score | float") -> bool:
        return float(self) <= float(other)

    def __gt__(self, other: "Score | float") -> bool:
        return float(self) > float(other)

    def __ge__(self, other: "Score | float") -> bool:
        return float(self) >= float(other)

    def __add__(self, other: "Score | float") -> float:
        return float(self) + float(other)

    def __sub__(self, other: "Score | float") -> float:
        return float(self) - float(other)

    def __rsub__(self, other: float) -> float:
        return float(other) - float(self)

    def __mul__(self, other: "Score | float") -> float:
        return float(self) * float(other)

    def __truediv__(self, other: "Score | float") -> float:
        return float(self) / float(other)

    def __rtruediv__(self, other: float) -> float:
        return float(other) / float(self)

    def __round__(self, digits: int | None = None) -> float:
        return round(float(self), digits)

    __radd__, __rmul__ = __add__, __mul__

    def but(self, changes: Mapping[str, Any]) -> "Score":
        """Return a copy with other fields, as `dataclasses.replace` does, in a fraction of the time.

        >>> print(Score("muse", 4.0, Status.EXACT).but({"value": 2.5}))
        2.5000
        """
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.__dict__.update(changes)
        return made

    def with_seconds(self, seconds: float) -> "Score":
        """Return the same score with a running time."""
        return replace(self, seconds=seconds)

    def as_json(self) -> ScoreJson:
        """Return the score as `rate --json` prints it, without empty fields."""
        always: ScoreJson = {"value": self.value, "status": str(self.status), "version": self.version}
        rest: dict[str, Any] = {
            "at_least": self.at_least,
            "reason": self.reason or None,
            "stop": self.stop or None,
            "player": self.player or None,
            "policy": self.policy or None,
            "start_bits": self.start_bits or None,
            "spread": self.spread,
            "runs": self.runs or None,
            "seed": self.seed,
            "low": self.low,
            "high": self.high,
            "slow": self.slow or None,
        }
        filled = {name: value for name, value in rest.items() if value is not None}
        work: ScoreJson = {"engine": self.engine, "states": self.states, "seconds": round(self.seconds, 6)}
        return ScoreJson(**{**always, **filled, **work})  # type: ignore[typeddict-item]
