"""The game of 24 as a puzzle of one's own: four methods, and every measure works, the calibrated scale too.

    python examples/twenty_four.py                    rate some puzzles
    python examples/twenty_four.py 24.csv             calibrate on people's times and compare (see below)

Four numbers are given. Combine two of them by +, −, × or ÷ until one number is left, which must be 24. The
optional file has a row for each puzzle, with columns "Puzzles" ("1 1 4 6"), "AMT (s)" (people's mean seconds) and
"Solved rate" ("99.20%").
"""

import csv
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

from quandary.measuring.entropy import luck, odds, remuse
from quandary.models.scale import Anchor, Scale, calibrate

GOAL = Fraction(24)
Hand = tuple[Fraction, ...]


class TwentyFour:
    """A puzzle of the game. A state is the sorted tuple of the numbers that are left."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def starts(self) -> list[Hand]:
        """Return the one start."""
        return [tuple(sorted(Fraction(each) for each in self.numbers))]

    def moves(self, hand: Hand) -> list[str]:
        """Return every way to combine two of the numbers, each once."""
        return list(_ways(hand))

    def apply(self, hand: Hand, move: str) -> Hand:
        """Return the numbers that are left after a move."""
        return _ways(hand)[move]

    def is_solved(self, hand: Hand) -> bool:
        """Return whether 24 is left alone."""
        return hand == (GOAL,)


@cache
def _ways(hand: Hand) -> dict[str, Hand]:
    """Return every move with the numbers that it leaves."""
    ways: dict[str, Hand] = {}
    for one, other in combinations(range(len(hand)), 2):
        a, b = hand[one], hand[other]
        rest = [each for at, each in enumerate(hand) if at not in (one, other)]
        made = {f"{a}+{b}": a + b, f"{b}-{a}": b - a, f"{a}-{b}": a - b, f"{a}*{b}": a * b}
        if b:
            made[f"{a}/{b}"] = a / b
        if a:
            made[f"{b}/{a}"] = b / a
        ways |= {move: tuple(sorted([*rest, value])) for move, value in made.items()}
    return ways


def anchor(numbers: str, seconds: float, rate: float) -> Anchor | None:
    """Return a puzzle with people's data as an anchor, or None if it has no solution."""
    bits = luck(TwentyFour(*map(int, numbers.split()))).value
    return None if bits is None else Anchor(bits, 3, seconds, rate)


def read(path: str) -> list[Anchor]:
    """Read anchors from a file of people's times."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = [
            anchor(row["Puzzles"], float(row["AMT (s)"]), float(row["Solved rate"].rstrip("%")) / 100)
            for row in csv.DictReader(file)
        ]
    return [each for each in rows if each is not None]


def main(arguments: list[str]) -> int:
    """Rate some puzzles, and tell minutes if a file of times is given."""
    scale: Scale | None = None
    if arguments:
        known = read(arguments[0])
        scale = calibrate("twenty-four", known[:: max(1, len(known) // 20)])
        print(f"calibrated on {scale.anchors} puzzles of {len(known)}")
    for numbers in ((1, 1, 4, 6), (2, 3, 5, 12), (3, 3, 8, 8)):
        puzzle = TwentyFour(*numbers)
        bits = luck(puzzle)
        if bits.value is None:
            continue
        told = f"{' '.join(map(str, numbers)):>10}: {odds(bits.value)}, ReMUSE {remuse(puzzle)} bits"
        print(f"{told}, {scale.estimate(bits.value, 3)}" if scale else told)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
