"""The bits of each step as bars. One unit is a pixel."""

from collections.abc import Iterator
from math import ceil

from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape, Text, rectangle
from quandary.explaining import words
from quandary.explaining.profile import FREE, Profile

SMALL = 13.0
"""The height of a line of text."""
MOST_TICKS = 3


def tick_distance(most: float, ticks: int) -> float:
    """Return a round distance (1, 2 or 5 times a power of ten) that reaches `most` in at most `ticks` ticks.

    >>> tick_distance(3, 6), tick_distance(9.58, 6), tick_distance(0.4, 6), tick_distance(57, 12)
    (0.5, 2.0, 0.1, 5.0)
    """
    distance, factors = 1e-9, (2, 2.5, 2)
    turn = 0
    while most / distance > ticks:
        distance *= factors[turn % 3]
        turn += 1
    return float(f"{distance:.3g}")


def step_bars(profile: Profile, width: float, height: float) -> Drawing:
    """Draw the bits of each step on an axis of their own, the hardest in full colour and named."""
    left, right, top, bottom = 34.0, 4.0, 46.0, 26.0
    floor, count = height - bottom, len(profile.steps)
    most = max(step.bits for step in profile.steps) or 1.0
    every = tick_distance(most, MOST_TICKS)
    scale, wide = (floor - top) / (every * ceil(most / every - FREE)), (width - left - right) / count
    hardest = profile.hardest
    shapes: list[Shape] = [Text((left - 10, 29), "bits", SMALL, "soft", "end")]
    for tick in range(ceil(most / every - FREE) + 1):
        y = floor - tick * every * scale
        shapes.append(Line(((left, y), (width - right, y)), "faint" if tick else "line", 1))
        if tick:
            shapes.append(Text((left - 10, y), words.amount(tick * every), SMALL, "soft", "end"))
    every_step = max(1, ceil(count * 26 / (width - left)))
    for number, step in enumerate(profile.steps, start=1):
        x = left + wide * (number - 0.5)
        is_hardest = hardest is not None and number == hardest[0]
        if step.bits < FREE:
            shapes.append(Circle((x, floor - 4), 2, fill="line"))
        else:
            shapes.append(bar(x, floor, min(0.66 * wide, 34), step.bits * scale, strong=is_hardest))
        if is_hardest or (number - 1) % every_step == 0:
            role = "ink" if is_hardest else "soft"
            within = min(x, width - 0.45 * SMALL * len(str(number)))
            shapes.append(Text((within, floor + 15), str(number), SMALL, role, bold=is_hardest))
    if hardest is not None:
        x, y = left + wide * (hardest[0] - 0.5), floor - hardest[1].bits * scale
        shapes += _named(x, y, f"hardest moment: step {hardest[0]}", width)
    return Drawing(width, height, tuple(shapes), f"The bits of each of {count} steps")


def bar(x: float, floor: float, wide: float, high: float, *, strong: bool) -> Polygon:
    """Draw a bar that stands on the floor, in full colour if it is strong."""
    return rectangle(x - wide / 2, floor - high, wide, high, fill="doubt" if strong else "doubt-soft")


def _named(x: float, y: float, says: str, width: float) -> Iterator[Shape]:
    """Yield a label above a bar, on the side where there is room."""
    yield Line(((x, y - 4), (x, 10), (x + (10 if x < width / 2 else -10), 10)), "ink", 1)
    side = ("start", x + 15) if x < width / 2 else ("end", x - 15)
    yield Text((side[1], 10), says, SMALL, "ink", "start" if side[0] == "start" else "end", bold=True)
