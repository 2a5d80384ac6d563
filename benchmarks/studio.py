"""Measure what-if in the studio: how soon the twelve nearest changes and fifty are answered, for each kind.

    benchmarks/studio.py [KIND ...]

Times are CPU times of the worker's own function, from a click to the answers, listing included.
"""

import sys
from collections.abc import Sequence
from random import Random
from time import process_time

from quandary.library import registry
from quandary.library.files import examples
from quandary.limits import Meter
from quandary.web.studio import tasks

SPOTS = 3
"""Spots that are clicked in each example."""


def share(times: Sequence[float], part: float) -> float:
    """Return the time below which a part of them lie, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


def main(kinds: Sequence[str]) -> None:
    """Print a line for each kind."""
    tasks.prepare()
    print("kind          examples  12: p50    p95   50: p50    p95 (ms)")
    for name in kinds or list(registry.find_kinds()):
        kind, twelve, fifty, many = registry.find_kind(name), list[float](), list[float](), 0
        for entry in examples(kind):
            many += 1
            text = kind.format(entry.puzzle)
            [listed, *_] = tasks.changes(Meter(), name, text)
            spots = [each["at"] for each in listed["changes"] if each["at"]]
            for at in Random(1).sample(spots, min(SPOTS, len(spots))):
                begin = process_time()
                for answers, _ in enumerate(tasks.what_if(Meter(), name, text, at), start=1):
                    if answers == 12:
                        twelve.append(process_time() - begin)
                    if answers == 50:
                        fifty.append(process_time() - begin)
                        break
        if twelve and fifty:
            told = " ".join(f"{share(times, part):7.0f}" for times in (twelve, fifty) for part in (0.5, 0.95))
            print(f"{name:12} {many:9} {told}")


if __name__ == "__main__":
    main(sys.argv[1:])
