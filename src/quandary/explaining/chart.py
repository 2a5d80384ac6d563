"""The profile as a chart: a bar for each decision, and a line for the running total."""

from collections.abc import Iterator
from math import ceil

from quandary.draw.shapes import Drawing, Line, Point, Shape, Text, rectangle
from quandary.explaining.profile import Profile
from quandary.explaining.scale import shade
from quandary.explaining.words import amount, bits, count

WIDTH, HEIGHT = 10.0, 4.4
LEFT, RIGHT, TOP, BOTTOM = 1.1, 0.4, 0.6, 1.0
SMALL = 0.34
WIDEST_BAR = 0.7
MOST_TICKS = 6


def chart(profile: Profile) -> Drawing | None:
    """Draw the bits of each step and their running total, or return None if nothing is uncertain."""
    return (
        Drawing(WIDTH, HEIGHT, tuple(_Axes(profile).shapes()), _caption(profile))
        if profile.decisions
        else None
    )


def _caption(profile: Profile) -> str:
    steps, decisions = count(len(profile.steps), "step"), count(len(profile.decisions), "decision")
    return f"The bits of each step: {steps}, {decisions}, {bits(profile.total)} in all"


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


class _Axes:
    """The position of steps and bits on the page."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.every_bit = tick_distance(profile.total, MOST_TICKS)
        self.most = self.every_bit * ceil(profile.total / self.every_bit - 1e-9)
        self.step = (WIDTH - LEFT - RIGHT) / len(profile.steps)

    def at(self, step: float, value: float) -> Point:
        """Return the point for the end of a step (0: the beginning) and a number of bits."""
        return LEFT + self.step * step, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / self.most

    def shapes(self) -> Iterator[Shape]:
        yield from self._scale()
        yield from self._bars()
        yield from self._total()

    def _scale(self) -> Iterator[Shape]:
        end = len(self.profile.steps)
        for tick in range(round(self.most / self.every_bit) + 1):
            value = tick * self.every_bit
            yield Line((self.at(0, value), self.at(end, value)), "soft" if tick == 0 else "faint", 0.02)
            x, y = self.at(0, value)
            yield Text((x - 0.15, y), amount(value), SMALL, "soft", anchor="end")
        every = max(1, round(tick_distance(end, 12)))
        for number in sorted({1, *range(every, end + 1, every)}):
            x, y = self.at(number - 0.5, 0)
            yield Text((x, y + 0.27), str(number), SMALL, "soft")
        yield Text((LEFT - 0.15, 0.22), "bits", SMALL, "soft", anchor="end")
        yield Text((WIDTH / 2, HEIGHT - 0.2), "step", SMALL, "soft")

    def _bars(self) -> Iterator[Shape]:
        wide = min(WIDEST_BAR, 0.8 * self.step)
        for number, decision in self.profile.decisions:
            x, y = self.at(number - 0.5, decision.bits)
            floor = self.at(0, 0)[1]
            fill = shade(decision.bits)
            yield rectangle(x - wide / 2, y, wide, floor - y, fill=fill, stroke="ink", width=0.02)

    def _total(self) -> Iterator[Shape]:
        """Draw the running total as a staircase that rises after each decision."""
        points, before = [self.at(0, 0)], 0.0
        for number, total in enumerate(self.profile.so_far, start=1):
            if total > before:
                points += [self.at(number, before), self.at(number, total)]
                before = total
        points.append(self.at(len(self.profile.steps), before))
        yield Line(tuple(points), "accent-1", 0.05)
        x, y = points[-1]
        yield Text((x, y - 0.25), bits(before), SMALL, "accent-1", anchor="end", bold=True)
