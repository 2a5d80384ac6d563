"""Read mangled puzzles in every notation and file format, and look for crashes, hangs and lost meaning.

    python benchmarks/fuzz.py --inputs 10000000 [--seed S] [WORD]

The texts are examples and generated puzzles in every notation and file format that can write them, spliced and
spoilt, and their solutions as players write moves. Whatever
the text, a parser must read it or refuse it in one printable line, within a fifth of a second of processor time.
What it reads must be the same after writing and reading it again. Files must yield entries or errors. Each seed
of a thousand inputs is independent, so a run can be continued: --seed is the first of them. WORD selects
targets by name.
"""

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from time import process_time
from typing import NamedTuple

from quandary.errors import FileError, NotationError, QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.convert import forms_of, write_form
from quandary.library.files import Entry, examples, read
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.follow import follow, solution_text
from quandary.solving.search import solutions

LONGEST = 0.2
"""Seconds of processor time above which an input hangs."""
BATCH = 1000
LARGEST = 20_000
"""The most characters of an input. Longer ones are for linear.py."""
ODD = "\0\x1b\n\r\t \"'\\/-+.,:;=~_#@0123456789aAzZ²٣é\u2028\u202e\ud800🧩{}[]|"
GENERATED = 4


class Target(NamedTuple):
    """Something that reads texts, and good texts to begin with."""

    name: str
    read: Callable[[str], str]
    """Reads a text and returns "read" or "refused", or raises something else."""
    texts: tuple[str, ...]


def targets(word: str) -> list[Target]:
    """Return every parser whose name has a word in it."""
    made, everything = list[Target](), list[str]()
    for name in registry.find_kinds():
        kind = registry.find_kind(name)
        texts = tuple(_texts(kind))
        everything += texts
        made.append(Target(f"{name} parse", partial(_parse, kind), texts))
        if kind.notation.recognise:
            files = tuple("\n\n".join(texts[at:]) for at in range(0, len(texts), 5))
            made.append(Target(f"{name} recognise", partial(_recognise, kind), files))
        puzzle = min((entry.puzzle for entry in examples(kind)), key=lambda each: len(kind.format(each)))
        found = solutions(puzzle, most=4, limits=Limits(seconds=2)).found
        made.append(
            Target(
                f"{name} moves", partial(_play, puzzle), tuple(solution_text(puzzle, each) for each in found)
            )
        )
        everything += _files(kind)
    made.append(Target("file", _read_file, tuple(everything)))
    made.append(Target("command line", _read_target, tuple(everything)))
    return [each for each in made if word in each.name]


def _texts(kind: Kind) -> Iterator[str]:
    puzzles = [entry.puzzle for entry in examples(kind)]
    if kind.maker.generate:
        puzzles += [kind.generate(Random(seed), kind.maker.sizes[0]) for seed in range(GENERATED)]
    for puzzle in puzzles:
        for write in (kind.format, *kind.text_forms.values()):
            with suppress(NotationError):
                yield write(puzzle)


def _files(kind: Kind) -> Iterator[str]:
    """Yield a file of the first examples in every form that `convert` writes."""
    for form in forms_of(kind):
        with suppress(QuandaryError):
            yield write_form(examples(kind)[:3], form)


def _play(puzzle: AnyPuzzle, text: str) -> str:
    try:
        follow(puzzle, text)
    except NotationError as error:
        assert str(error).isprintable() and str(error), f"the message is {str(error)!r}"
        return "refused"
    return "read"


def _parse(kind: Kind, text: str) -> str:
    try:
        puzzle = kind.parse(text)
    except NotationError as error:
        assert str(error).isprintable() and str(error), f"the message is {str(error)!r}"
        return "refused"
    written = kind.format(puzzle)
    assert kind.parse(written) == puzzle, f"it is written as {written!r}, which is another puzzle"
    return "read"


def _recognise(kind: Kind, text: str) -> str:
    found = kind.notation.found_in(text)
    for each in found or ():
        assert each.line >= 1 and isinstance(each.notation, str), f"it finds {each}"
    return "read" if found else "refused"


def _read_file(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    fates = set[str]()
    try:
        for item in read("-", stdin=io.BufferedReader(io.BytesIO(data))):
            if isinstance(item, FileError):
                assert str(item).isprintable() and "a bug in the kind" not in str(item), str(item)
            fates.add("read" if isinstance(item, Entry) else "refused")
    except QuandaryError as error:
        assert str(error).isprintable() and " failed: " not in str(error), str(error)
    return "read" if "read" in fates else "refused"


def _read_target(text: str) -> str:
    if text.strip() in ("", "-") or len(text) > 4000:
        return "refused"
    with suppress(QuandaryError):
        return (
            "read" if any(isinstance(item, Entry) for item in read(f"no-such-folder/{text}")) else "refused"
        )
    return "refused"


def spoil(texts: tuple[str, ...], random: Random) -> str:
    """Return a text with a few mistakes, or parts of two."""
    text = random.choice(texts)
    if random.random() < 0.1:
        other = random.choice(texts)
        text = text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        text = _spoil_once(text, random)[:LARGEST]
    return text


def _spoil_once(text: str, random: Random) -> str:
    at, sort = random.randint(0, len(text)), random.randrange(8)
    odd = random.choice(text) if text and random.random() < 0.5 else random.choice(ODD)
    match sort:
        case 0:
            return text[:at] + odd + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + odd + text[at + 1 :]
        case 3:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        case 4:
            end = random.randint(at, len(text))
            return text[:at] + text[at:end] * random.choice((0, 2, 3, 30)) + text[end:]
        case 5:
            return text[:at] + odd * random.choice((10, 100, 3000)) + text[at:]
        case 6:
            return text[:at]
        case _:
            number = random.choice(("0", "-1", "999", "1" + "0" * 30, "1e9", "٣"))
            return text[:at] + number + text[at:]


def fuzz(target: Target, seed: int, number: int, tally: Counter[str]) -> Iterator[str]:
    """Read spoilt texts and yield a line for each that goes wrong."""
    random = Random(f"{target.name} {seed}")
    for _ in range(number):
        text = spoil(target.texts, random)
        begin = process_time()
        try:
            fate = target.read(text)
        except Exception as error:
            fate = "crashed"
            yield f"FAILED {target.name}, seed {seed}: {type(error).__name__}: {str(error)[:200]} on {text[:300]!r}"
        if (took := process_time() - begin) > LONGEST:
            fate = "hung"
            yield f"FAILED {target.name}, seed {seed}: {took:.2f} s for {len(text):,} characters: {text[:100]!r}"
        tally[fate] += 1


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chosen, tally, seed = targets(options.word), Counter[str](), options.seed
    while tally.total() < options.inputs:
        for target in chosen:
            for line in fuzz(target, seed, BATCH, tally):
                print(line, flush=True)
        seed += 1
        if (seed - options.seed) % 10 == 0:
            print(f"  up to seed {seed}: {_told(tally)}", flush=True)
    print(f"{tally.total():,} inputs, seeds {options.seed} to {seed - 1}: {_told(tally)}")
    return int(tally["crashed"] + tally["hung"] > 0)


def _told(tally: Counter[str]) -> str:
    return ", ".join(f"{tally[fate]:,} {fate}" for fate in ("read", "refused", "crashed", "hung"))


if __name__ == "__main__":
    sys.exit(main())
