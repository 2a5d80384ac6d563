"""Read ever longer texts in every notation and file format, and look for time that grows faster than the text.

    python benchmarks/linear.py [--longest N] [WORD]

The texts repeat one, two or three characters that mean something to some kind, alone, before and after a good
puzzle. A parser is suspect if a text that is four times as long takes more than eight times as long, and
that is more than a tenth of a second of processor time. WORD selects parsers by name.
"""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from time import process_time
from typing import Any

from verdict import report, verdict

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import examples, read

CHARACTERS = "10aA_-.#/|\n\t =,[+x*oS%"
STEPS = (1, 4, 16)
GROWTH, NOTICEABLE = 8.0, 0.1


def parsers(word: str) -> Iterator[tuple[str, Callable[[str], Any], str]]:
    """Yield the name of every parser, the parser, and a text that it reads."""
    for name in registry.find_kinds():
        kind: Kind = registry.find_kind(name)
        puzzle = examples(kind)[0].puzzle
        named: list[tuple[str, Callable[[str], Any]]] = [(f"{name} parse", kind.parse)]
        if kind.notation.recognise:
            named.append((f"{name} recognise", kind.notation.recognise))
        if kind.notation.moves:
            named.append((f"{name} replay", partial(kind.notation.moves.replay, puzzle)))
        yield from ((each, parse, kind.format(puzzle)) for each, parse in named if word in each)
    if word in "file":
        yield "file", lambda text: list(read("-", stdin=io.BufferedReader(io.BytesIO(text.encode())))), "#"


def patterns() -> Iterator[str]:
    """Yield what is repeated."""
    yield from CHARACTERS
    yield from map("".join, product(CHARACTERS, repeat=2))
    yield from ("\n \n", "1 1", "A=1", "\nA=", "_1_", "/a_", "#\n\n", "- -", "x@\n", "%3D", "\r\n\t")


def seconds(parse: Callable[[str], Any], text: str) -> float:
    """Return the processor time for reading a text, good or bad."""
    begin = process_time()
    with suppress(QuandaryError):
        parse(text)
    return process_time() - begin


def suspects(parse: Callable[[str], Any], good: str, longest: int) -> Iterator[str]:
    """Yield the patterns whose time grows too fast."""
    for pattern in patterns():
        for before, after in (("", ""), (f"{good}\n", ""), ("", f"\n{good}")):
            # Notations have limits on their length, some of which are short.
            for most in (longest, 40_000, 16_000, 3_900):
                texts = [
                    before + pattern * (most // step // len(pattern)) + after for step in reversed(STEPS)
                ]
                took = seconds(parse, texts[-1])
                if took > NOTICEABLE and took > GROWTH * min(seconds(parse, texts[-2]) for _ in range(2)):
                    yield f"{pattern!r} × {most // len(pattern):,}: {took:.2f} s"


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--longest", type=int, default=200_000, help="the longest text")
    options = parser.parse_args()

    def lines() -> Iterator[str]:
        for name, parse, good in parsers(options.word):
            begin, found = process_time(), list(suspects(parse, good, options.longest))
            worst = "; ".join(found[:3]) or "time grows with the text"
            yield verdict(not found, f"{name}: {worst} ({process_time() - begin:.1f} s)")

    return report(lines())


if __name__ == "__main__":
    sys.exit(main())
