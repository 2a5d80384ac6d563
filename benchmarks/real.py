"""Check the kinds on real puzzles:  python benchmarks/real.py [WORD] --data FOLDER.

Each real_*.py beside this file has a function `checks(data)` that yields a line for each check. A line that
starts with FAILED means that a check failed, one that starts with SLOW that a speed was not reached.
Without the data there is nothing to check. samples.py writes generated puzzles in the same formats.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from verdict import FAILED, SLOW, report


def lines(word: str, data: Path) -> Iterator[str]:
    """Yield the lines of every section with the word in its name."""
    for path in sorted(Path(__file__).parent.glob("real_*.py")):
        if word in path.stem:
            yield f"== {path.stem}"
            yield from import_module(path.stem).checks(data)


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only sections with this in their name")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the data files")
    parser.add_argument("--any-speed", action="store_true", help="do not fail on a slow machine")
    options = parser.parse_args()
    if not options.data.is_dir():
        parser.error(f"{options.data} is not a folder. Create one with samples.py")
    marks = (FAILED,) if options.any_speed else (FAILED, SLOW)
    return report(lines(options.word, options.data), marks)


if __name__ == "__main__":
    sys.exit(main())
