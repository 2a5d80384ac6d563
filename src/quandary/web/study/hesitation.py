"""Where people hesitated and turned back, step by step, beside the bits that were predicted for the step."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Shape, Text, rectangle
from quandary.errors import QuandaryError
from quandary.explaining.chart import tick_distance
from quandary.explaining.explanation import explain
from quandary.limits import Limits
from quandary.showing.playable import Playable
from quandary.web.limits import limit
from quandary.web.play.judge import LogEntry, LogError, states

TURNS = {"undo", "back", "erase", "restart"}
WIDTH, HEIGHT, LEFT, BASE, TOP = 16.0, 6.0, 1.2, 5.0, 0.6


@dataclass(frozen=True)
class Hesitation:
    """One step of the predicted way, and what people did in the same state."""

    step: int
    move: str
    options: int
    bits: float
    people: int
    """How many people were in the state."""
    visits: int
    """How often they moved on from it: somebody who comes back counts again."""
    seconds: float | None
    """The typical time before the next move, as a geometric mean."""
    turned: float | None
    """The share of those times in which the next thing was to take something back."""


def hesitations(playable: Playable, logs: Iterable[Sequence[LogEntry]]) -> list[Hesitation]:
    """Return the steps of the predicted way with people's times in the same states."""
    way = _predicted(playable)
    waits, turns = defaultdict[Any, list[float]](list), defaultdict[Any, int](int)
    who = defaultdict[Any, set[int]](set)
    for person, entries in enumerate(logs):
        try:
            reached = states(playable, entries, lenient=True)
        except LogError:  # nothing is believed that the rules do not allow
            continue
        before = 0
        for (at, verb, _), state in zip(entries, reached, strict=False):
            waits[state].append(max(0.05, (at - before) / 1000))
            who[state].add(person)
            turns[state] += verb in TURNS
            before = at
    return [
        _hesitation(number, step, waits[state], turns[state], len(who[state]))
        for number, (step, state) in enumerate(way, start=1)
    ]


def _predicted(playable: Playable) -> list[tuple[Any, Any]]:
    """Return the decisions of the kind's usual player and the states in which they are taken."""
    try:
        told = explain(playable.puzzle, limits=Limits(seconds=limit("solve_seconds"), states=200_000))
    except QuandaryError:
        return []
    if told.profile is None:
        return []
    reached = [_as_drawn(playable, state) for state in told.profile.states]
    return list(zip(told.profile.steps, reached, strict=False))


def _as_drawn(playable: Playable, state: Any) -> Any:
    """Return a state of the puzzle as the board has it, if answers are drawn in another way."""
    return frozenset(playable.steps.spelled(state)) if playable.way else state


def _hesitation(number: int, step: Any, waits: list[float], turned: int, people: int) -> Hesitation:
    seconds = exp(fsum(map(log, waits)) / len(waits)) if waits else None
    share = turned / len(waits) if waits else None
    return Hesitation(number, str(step.move), step.options, step.bits, people, len(waits), seconds, share)


def overlay_chart(steps: Sequence[Hesitation]) -> Drawing:
    """Draw the predicted bits as bars, people's times as dots, and turning back as rings around them."""
    most_bits = max([each.bits for each in steps] + [1.0])
    most_seconds = max([each.seconds or 0 for each in steps] + [1.0])
    wide = (WIDTH - LEFT - 1.2) / len(steps)
    shapes: list[Shape] = [Line(((LEFT, BASE), (WIDTH - 1.2, BASE)), "ink", 0.04)]
    for value in _ticks(most_bits):
        y = BASE - (BASE - TOP) * value / most_bits
        shapes += [
            Line(((LEFT - 0.1, y), (LEFT, y)), "ink", 0.03),
            Text((LEFT - 0.2, y), f"{value:g}", 0.3, anchor="end"),
        ]
    for value in _ticks(most_seconds):
        y = BASE - (BASE - TOP) * value / most_seconds
        shapes += [Text((WIDTH - 1.0, y), f"{value:g} s", 0.3, "accent-2", anchor="start")]
    for each in steps:
        x = LEFT + wide * (each.step - 0.5)
        tall = (BASE - TOP) * each.bits / most_bits
        if tall > 0:
            shapes.append(rectangle(x - 0.35 * wide, BASE - tall, 0.7 * wide, tall, fill="accent-1"))
        if each.seconds is not None:
            y = BASE - (BASE - TOP) * each.seconds / most_seconds
            shapes.append(Circle((x, y), 0.12, fill="accent-2", stroke="paper", width=0.03))
            if each.turned:
                shapes.append(Circle((x, y), 0.14 + 0.3 * each.turned, stroke="accent-2", width=0.05))
    shapes += [
        Text((LEFT, 0.25), "bars: predicted bits", 0.32, "accent-1", anchor="start"),
        Text(
            (WIDTH - 1.2, 0.25), "dots: people's seconds, rings: backtracking", 0.32, "accent-2", anchor="end"
        ),
        Text((WIDTH / 2, BASE + 0.5), "step", 0.32),
    ]
    return Drawing(WIDTH, HEIGHT, tuple(shapes), "Predicted bits and people's hesitation, step by step")


def _ticks(most: float) -> list[float]:
    distance = tick_distance(most, 5)
    return [distance * number for number in range(int(most / distance + 1e-9) + 1)]
