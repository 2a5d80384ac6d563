"""Sameness: a turned, mirrored or relabelled puzzle is as hard as before."""

from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.measuring.entropy import muse, remuse
from quandary.puzzle import AnyPuzzle
from quandary.solving.search import count
from quandary.testing.notation import require_round_trip
from quandary.testing.samples import Samples, require, written

MOST = 4
DIGITS = 9


def check_symmetries(samples: Samples) -> None:
    """Compare the scores and the canonical text of symmetric puzzles."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        alike = list(kind.sameness.symmetries(puzzle)) if kind.sameness.symmetries else []
        require(puzzle in alike, "it is not among its own symmetries")
        expected = _scores(kind, puzzle)
        for other in random.sample(alike, min(MOST, len(alike))):
            require_round_trip(kind, other)
            found = _scores(kind, other)
            require(
                found == expected, f"its symmetric twin {written(kind, other)!r} has {found}, not {expected}"
            )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def _scores(kind: Kind, puzzle: AnyPuzzle) -> dict[str, Any]:
    """Return the scores that must not change.

    A greedy player breaks ties by slot order, so only some of its scores are compared.
    """
    bits = muse(puzzle)
    scores: dict[str, Any] = {"solutions": count(puzzle).solutions, "canonical": kind.canonical(puzzle)}
    if kind.people.policy == "greedy":
        return scores | {"needs a guess": bits.value != 0, "status": bits.status}
    return scores | {"muse": _rounded(bits.value), "remuse": _rounded(remuse(puzzle).value)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
