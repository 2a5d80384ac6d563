"""People's paths through the states of a puzzle, drawn as a map: the start on the left, wider where more people went."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Shape, Text
from quandary.showing.playable import Playable
from quandary.web.play.judge import LogEntry, LogError, states

MOST_STATES = 400
WIDE, HIGHEST, EDGE = 16.0, 8.0, 0.6


def ways(playable: Playable, logs: Sequence[Sequence[LogEntry]]) -> Drawing | None:
    """Draw which states people reached and how often they went from one to another, or None if nobody moved."""
    steps, seen = Counter[tuple[Any, Any]](), Counter[Any]()
    for log in logs:
        try:
            reached = [state for state in states(playable, log) if state is not None]
        except LogError:
            continue
        seen.update(reached)
        steps.update((one, other) for one, other in pairwise(reached) if one != other)
    if not steps:
        return None
    kept = {state for state, _ in seen.most_common(MOST_STATES)}
    places = _layout(playable, steps, seen, kept)
    high = max(y for _, y in places.values()) + EDGE + 0.2
    most = max(steps.values())
    shapes: list[Shape] = []
    for (one, other), count in sorted(steps.items(), key=lambda pair: pair[1]):
        if one in places and other in places:
            shapes.append(
                Line(
                    (places[one], places[other]),
                    "accent-1" if count > 1 else "line",
                    0.02 + 0.2 * count / most,
                )
            )
    for state, place in places.items():
        solved = playable.steps.is_solved(state)
        shapes.append(
            Circle(
                place,
                0.16 if solved else 0.09,
                fill="solved" if solved else "paper",
                stroke="ink",
                width=0.03,
            )
        )
    shapes.append(Text((EDGE, high), f"{len(logs)} people, {len(places)} states", 0.3, anchor="start"))
    return Drawing(WIDE, high + 0.2, tuple(shapes), f"People's paths through {playable.id}")


def _layout(
    playable: Playable, steps: Counter[tuple[Any, Any]], seen: Counter[Any], kept: set[Any]
) -> dict[Any, tuple[float, float]]:
    """Place states by how many steps people needed to get there, the most visited in the middle."""
    after = defaultdict[Any, set[Any]](set)
    for one, other in steps:
        after[one].add(other)
    depth = {state: 0 for state in playable.starts.values() if state in seen}
    todo = list(depth)
    for state in todo:  # grows during the walk
        for there in after[state]:
            if there not in depth:
                depth[there] = depth[state] + 1
                todo.append(there)
    layers = defaultdict[int, list[Any]](list)
    for state in sorted((each for each in depth if each in kept), key=lambda each: (-seen[each], str(each))):
        layers[depth[state]].append(state)
    far, rows = max(layers) or 1, max(map(len, layers.values()))
    apart = min(0.8, (HIGHEST - 2 * EDGE) / max(1, rows - 1))
    middle = EDGE + apart * ((rows - 1) // 2)
    places = {}
    for at, layer in layers.items():
        for rank, state in enumerate(layer):
            offset = (rank + 1) // 2 * (1 if rank % 2 else -1)
            places[state] = (EDGE + (WIDE - 2 * EDGE) * at / far, middle + offset * apart)
    return places
