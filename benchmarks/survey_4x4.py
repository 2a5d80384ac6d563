"""Sum up ReMUSE over all 4x4 panels with squares of two colours, which `replicate witness-order` ships.

    quandary exhaust witness squares --with size=4x4 --with symmetry=reduced --by remuse --best 1 \
        --checkpoint run --json > run.json
    python benchmarks/survey_4x4.py run.json > src/quandary/replicate/data/witness_4x4.json

The run takes some minutes.
"""

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

FREE = 1e-9


def summed_up(told: dict[str, Any]) -> dict[str, Any]:
    """Return the counts of a run, its median, its hardest panel, and how many panels there are for each whole bit."""
    values: list[tuple[float, int]] = [(value, count) for value, count in told["histogram"]]
    by_bits = [0] * (1 + int(values[-1][0]))
    for value, count in values:
        by_bits[int(value)] += count
    return {
        "space": told["space"],
        "digest": told["digest"],
        "panels": told["size"],
        "solvable": sum(by_bits),
        "free": sum(count for value, count in values if value < FREE),
        "median": median(values),
        "most": values[-1][0],
        "hardest": told["best"][0]["rank"],
        "by_bits": by_bits,
    }


def median(values: list[tuple[float, int]]) -> float:
    """Return the middle of values that each occur so many times, or the mean of the two in the middle."""
    upto = list(accumulate(count for _, count in values))
    middle = [
        next(v for (v, _), last in zip(values, upto, strict=True) if last > at) for at in _middle(upto[-1])
    ]
    return sum(middle) / len(middle)


def _middle(number: int) -> list[int]:
    return [number // 2] if number % 2 else [number // 2 - 1, number // 2]


if __name__ == "__main__":
    json.dump(summed_up(json.loads(Path(sys.argv[1]).read_text("utf-8"))), sys.stdout, indent=2)
    print()
