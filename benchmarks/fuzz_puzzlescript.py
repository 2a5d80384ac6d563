"""Read texts that are nearly PuzzleScript, and look for crashes and hangs.

    python benchmarks/fuzz_puzzlescript.py --sources 200000 --texts 10000000 [--data FOLDER] [--seed S]

Sources are whole games with mistakes, which are compiled: those that come with quandary, and with --data also those of
FOLDER/puzzlescript/*.jsonl.xz. Texts are a few lines of words, signs and odd characters below a heading, which go
through the reader of lines and tokens. Whatever the text, it is read, or its mistakes are listed, within half a second
of processor time. Each seed of a thousand is independent, so that a run can be continued.
"""

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time

from fuzz import ODD, spoil

from quandary.kinds.puzzlescript import KIND
from quandary.kinds.puzzlescript.compile import compile_text
from quandary.kinds.puzzlescript.reader import read
from quandary.kinds.puzzlescript.words import SECTIONS

BATCH = 1000
LONGEST = 0.5
WORDS = (
    *("player", "crate", "wall", "background", "target", "thing", "p", "#", ".", "*", "@"),
    *("=", "and", "or", "on", "no", "all", "some", "any", "->", "[", "]", "|", "...", "+", ",", "(", ")", "[]", "[|]"),
    *(">", "<", "^", "v", "up", "down", "left", "right", "moving", "stationary", "parallel", "perpendicular", "action"),
    *("late", "rigid", "random", "randomdir", "startloop", "endloop", "horizontal", "vertical", "orthogonal"),
    *("again", "cancel", "checkpoint", "restart", "win", "message", "sfx0", "sfx10", "move", "create", "destroy", "123456"),
    *("title", "author", "homepage", "realtime_interval", "noaction", "color_palette", "red", "#fff", "transparent"),
    *("00000", ".1.1.", "0....", "====", "levels", "rules", "objects", "message hello", "\t", "  ", "\r"),
)  # fmt: skip


def soup(random: Random) -> str:
    """Return a few lines of words and odd characters, most of them below a heading."""
    lines = [random.choice((*SECTIONS, ""))]
    for _ in range(random.choice((1, 1, 2, 4))):
        words = random.choices(WORDS, k=random.randint(0, 12))
        if random.random() < 0.2:
            words.insert(random.randint(0, len(words)), random.choice(ODD))
        lines.append(random.choice((" ", " ", " ", "")).join(words))
    return "\n".join(lines)


def games(data: str) -> tuple[str, ...]:
    """Return whole games."""
    found = [path.read_text("utf-8") for path in sorted((KIND.folder / "games").glob("*.txt"))]
    for path in sorted(Path(data, "puzzlescript").glob("*.jsonl.xz")) if data else ():
        with lzma.open(path, "rt", encoding="utf-8") as file:
            found += [json.loads(line)["source"] for line in file]
    return tuple(text for text in found if len(text) < 20_000)


def tried(
    name: str, draw: Callable[[Random], str], take: Callable[[str], bool], seed: int, tally: Counter[str]
) -> Iterator[str]:
    """Read a thousand texts, and yield a line for each that goes wrong."""
    random = Random(f"{name} {seed}")
    for _ in range(BATCH):
        text = draw(random)
        begin = process_time()
        try:
            fate = "read" if take(text) else "refused"
        except Exception as error:
            fate = "crashed"
            yield f"FAILED {name}, seed {seed}: {type(error).__name__}: {error} on {text[:300]!r}"
        if (took := process_time() - begin) > LONGEST:
            fate = "hung"
            yield f"FAILED {name}, seed {seed}: {took:.2f} s for {len(text):,} characters: {text[:100]!r}"
        tally[fate] += 1


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=int, default=2_000)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--data", default="")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    whole, failed = games(asked.data), 0
    for name, number, draw, take in (
        ("sources", asked.sources, lambda random: spoil(whole, random), lambda text: compile_text(text)[0] is not None),
        ("texts", asked.texts, soup, lambda text: not read(text).errors),
    ):  # fmt: skip
        tally = Counter[str]()
        for seed in range(asked.seed, asked.seed + -(-number // BATCH)):
            for line in tried(name, draw, take, seed, tally):
                print(line, flush=True)
                failed += 1
        print(
            f"{name}: {tally.total():,}: {', '.join(f'{count:,} {fate}' for fate, count in tally.items())}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
