"""Simulated people: how a person of some skill would fare with a puzzle of some difficulty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from random import Random
from typing import Any

from quandary.errors import QuandaryError
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.models.walks.fitted import FittedMoves
from quandary.models.walks.hesitation import draw_walk
from quandary.showing.playable import Playable
from quandary.web.play.hint import answer
from quandary.web.play.judge import LogEntry, text_of

DETOUR = 0.15
"""The chance of a wrong step that is taken back, for each step of a person and a puzzle that are even."""
QUICK, SPREAD = 1.2, 0.4
"""The typical seconds for a step, and the spread of their logarithm."""


@dataclass(frozen=True)
class Given:
    """What a simulated person hands in for a puzzle."""

    moves: str
    log: list[LogEntry]
    rating: int | None
    skipped: bool
    ms: int
    clicks: int


@dataclass(frozen=True)
class Person:
    """A person with a skill, on the scale of difficulties, who rates in their own way."""

    number: int
    skill: float
    bias: float

    @classmethod
    def draw(cls, seed: int, number: int) -> "Person":
        """Draw a person from a seed."""
        random = Random(f"{seed} {number}")
        return cls(number, random.gauss(0, 1), random.gauss(0, 0.8))


def difficulties(puzzles: Mapping[str, Playable]) -> dict[str, float]:
    """Return a difficulty for every puzzle: its kind's headline measure, standardised within the set."""
    found = {}
    for name, each in puzzles.items():
        measure = each.kind.people.headline if each.kind else "remuse"
        try:
            score = rate(each.puzzle, [measure], limits=Limits(seconds=2))[measure]
            found[name] = log(1 + float(score.value)) if score.value is not None else 0.0
        except QuandaryError:
            found[name] = 0.0
    middle = sum(found.values()) / len(found)
    wide = (sum((value - middle) ** 2 for value in found.values()) / len(found)) ** 0.5 or 1.0
    return {name: (value - middle) / wide for name, value in found.items()}


@lru_cache(maxsize=5_000)
def _answer(playable: Playable) -> Any:
    return answer(playable)


def respond(
    person: Person,
    playable: Playable,
    difficulty: float,
    scale: Sequence[int],
    seed: int,
    fitted: FittedMoves | None = None,
) -> Given:
    """Let a person solve a puzzle: with detours and a rating, or skip it if it is too hard.

    The moves are made in the order of the solution, or in one drawn by weights that were fitted to the kind.
    """
    random = Random(f"{seed} {person.number} {playable.id}")
    gap = difficulty - person.skill
    least, most = scale
    found = _answer(playable)
    gives_up = found is None or random.random() < 1 / (1 + exp(3.0 - gap))
    log_, at, made = list[LogEntry](), 0.0, list[str]()
    if found and len(playable.starts) > 1:
        log_.append((0, "start", found["start"]))
    for move in () if found is None else _in_order(playable, found["moves"], fitted, random):
        at += 1000 * QUICK * random.lognormvariate(0.35 * gap, SPREAD)
        log_.append((round(at), "move", move))
        made.append(move)
        if random.random() < DETOUR * exp(gap / 2):
            log_ += [(round(at + 300), "undo", ""), (round(at + 700), "redo", "")]
            at += 700
        if gives_up and random.random() < 0.5:
            break
    middle, unit = (least + most) / 2, (most - least) / 6
    felt = middle + unit * (gap + person.bias * 0.5 + random.gauss(0, 0.6))
    rating = None if gives_up else min(most, max(least, round(felt)))
    moves = text_of(playable, found["start"] if found else None, made)
    return Given(moves, log_, rating, gives_up, round(at), len(log_))


def _in_order(
    playable: Playable, moves: Sequence[str], fitted: FittedMoves | None, random: Random
) -> Sequence[str]:
    """Return the moves of a solution in an order that experienced solvers might take, if weights tell."""
    if fitted is None or playable.kind is None or playable.kind.name != fitted.kind:
        return moves
    drawn = [step.move for step in draw_walk(playable.kind, playable.puzzle, fitted, random).steps]
    return drawn if sorted(drawn) == sorted(moves) else moves
