"""Races on HEX: solutions against the thesis's depth-first search, patterns of holes, initial states.

The depth-first search is compiled here and runs on one set of pieces only, since all ten take a quarter of an
hour. All sets have 9 to 11 pieces and about as many placements to try, so its time for all solutions
is about ten times what is shown, and the ratio to "all ten sets" is ten times larger.
"""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from harness import Contender, Race, Work

import quandary
from quandary.kinds.tangram.hex.pieces import CELLS, COPIES, LOCATIONS, PIECES, SYMMETRIES
from quandary.kinds.tangram.hex.solutions import GUIDES, all_solutions, find_solutions, moved
from quandary.kinds.tangram.hex.spaces import PATTERNS
from quandary.kinds.tangram.hex.starts import Starts, starts
from quandary.parts.exact_cover import ExactCover
from quandary.parts.masks import bits
from quandary.replicate.hex import search

LEFT_OUT = "Line"
SOURCE = Path(__file__).with_name("hex_depth_first.cpp")


HEADERS = Path(quandary.__file__).parent / "kinds"
COMPILER = shutil.which("c++")


@cache
def program() -> tuple[Path, tempfile.TemporaryDirectory[str]]:
    """Compile the thesis's search and return it with its temporary folder."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "depth_first"
    command = [COMPILER or "c++", "-O3", "-std=c++20", f"-I{HEADERS}", str(SOURCE), "-o", str(path)]
    subprocess.run(command, check=True)  # noqa: S603 - our own source
    return path, folder


def solving() -> Race:
    """Find the solutions without the Line."""

    def all_sets() -> Work:
        found = find_solutions()
        return Work(sum(each.forbidden == LEFT_OUT for each in found), len(found))

    def one_set() -> Work:
        guide = GUIDES[0]
        others = [piece for piece in PIECES if piece not in (guide, LEFT_OUT)]
        item = {guide: len(CELLS)} | {piece: len(CELLS) + 1 + at for at, piece in enumerate(others)}
        first = {
            number
            for number in range(len(LOCATIONS))
            if number == min(moved(symmetry)[number] for symmetry in range(len(SYMMETRIES)))
        }
        options = [
            (*bits(each.mask), item[each.piece])
            for each in LOCATIONS
            if each.piece in others or (each.piece == guide and each.number in first)
        ]
        count = ExactCover(len(CELLS) + 1, options, [COPIES[piece] for piece in others]).count()
        return Work(count, count)

    def depth_first() -> Work:
        command = [str(program()[0]), str(PIECES.index(LEFT_OUT))]
        printed = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own
        count, expansions, _ = printed.stdout.split()
        return Work(int(count), int(expansions))

    return Race(
        "HEX solutions without the Line (the depth-first search would need about ten times as long for all)",
        (
            Contender("exact cover, all ten sets", all_sets),
            Contender("exact cover, without the Line", one_set),
            Contender("depth first, without the Line", depth_first, prepare=program),
        ),
    )


def patterns() -> Race:
    """Count all patterns of holes with all constraints, and some of them one solution at a time."""
    some = range(0, PATTERNS.size, PATTERNS.size // 12)

    def all_by_bits() -> Work:
        found = search.counts()
        return Work([int(found[rank, 0]) for rank in some], PATTERNS.size)

    def by_bits() -> Work:
        return Work([int(search.counts(rank, rank + 1)[0, 0]) for rank in some], len(some))

    def one_by_one() -> Work:
        images = [[each.image(symmetry) for symmetry in range(len(SYMMETRIES))] for each in all_solutions()]
        counts = []
        for rank in some:
            _, holes = PATTERNS.unrank(rank)
            counts.append(sum(any(map(holes.fit, every)) for every in images))
        return Work(counts, len(some))

    return Race(
        "HEX patterns of holes",
        (
            Contender("bits, all of them", all_by_bits),
            Contender(f"bits, {len(some)} of them", by_bits),
            Contender(f"one by one, {len(some)} of them", one_by_one),
        ),
    )


def initial_states() -> Race:
    """Find the initial states of all solutions. States are solutions."""

    def by_bits() -> Work:
        found = [starts(each.forbidden).find(each.numbers) for each in all_solutions()]
        return Work(sum(map(len, found)), len(found))

    def from_nothing() -> Work:
        families = {piece: Starts(piece) for piece in PIECES}
        found = [families[each.forbidden].find(each.numbers) for each in all_solutions()]
        return Work(sum(map(len, found)), len(found))

    return Race(
        "HEX initial states of all 2508 solutions",
        (Contender("sets known", by_bits), Contender("sets made first", from_nothing)),
    )


def races() -> list[Race]:
    """Return all races, quickest first."""
    can_compile = COMPILER and (HEADERS / "hex" / "board.hpp").exists()
    return [initial_states(), patterns(), *([solving()] if can_compile else [])]
