"""Hold all races, or those whose name contains a word:  python benchmarks/run.py [WORD] [--json]."""

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from harness import Race, hold, table


def all_races() -> list[Race]:
    """Return the races of every race_*.py beside this file."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("race_*.py"))
    return [race for module in modules for race in import_module(module).races()]


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="hold only races with this in their name")
    parser.add_argument("--json", action="store_true", help="one JSON object per result")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds, of which the best counts")
    options = parser.parse_args()
    chosen = [race for race in all_races() if options.word in race.name]
    if not chosen:
        print(f"no race is named {options.word!r}", file=sys.stderr)
        return 2
    for race in chosen:
        results = hold(race, rounds=options.rounds)
        if options.json:
            print("\n".join(json.dumps(asdict(result)) for result in results), flush=True)
        else:
            print(table(results), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
