"""Try the kinds on real puzzles:  python benchmarks/real.py [WORD] --data FOLDER.

Each real_*.py beside this file has a function `checks(data)` that yields a line for each thing it tried;
a line that begins with FAILED is a promise that does not hold, one that begins with SLOW a speed that was not
reached. Without the data there is nothing to try; samples.py writes puzzles of our own in the same forms.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from verdict import FAILED, SLOW, report


def lines(word: str, data: Path) -> Iterator[str]:
    """What every section with the word in its name has to say."""
    for path in sorted(Path(__file__).parent.glob("real_*.py")):
        if word in path.stem:
            yield f"== {path.stem}"
            yield from import_module(path.stem).checks(data)


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only sections with this in their name")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the data files")
    parser.add_argument("--any-speed", action="store_true", help="a machine that is slow is no failure")
    options = parser.parse_args()
    if not options.data.is_dir():
        parser.error(f"{options.data} is not a folder; samples.py makes one to try")
    marks = (FAILED,) if options.any_speed else (FAILED, SLOW)
    return report(lines(options.word, options.data), marks)


if __name__ == "__main__":
    sys.exit(main())
