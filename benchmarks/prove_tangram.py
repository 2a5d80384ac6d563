"""Check the known numbers of declared tangrams:  python benchmarks/prove_tangram.py.

Pentominoes on all rectangles, hexiamonds, and HEX by declaration beside the kind `hex`: all solutions, where they
start, and their entropies. The tests check a part. This takes a few minutes.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from time import process_time

from verdict import pace, report, verdict

from quandary.kinds.tangram.hex.pieces import LETTERS
from quandary.kinds.tangram.hex.pieces import LOCATIONS as HEX_LOCATIONS
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import starts as hex_starts
from quandary.kinds.tangram.notation import parse
from quandary.kinds.tangram.starts import Starts, starts
from quandary.kinds.tangram.tilings import up_to_symmetry
from quandary.library import registry
from quandary.limits import Limits
from quandary.measuring.entropy import muse

PENTOMINOES = {"3x20": 2, "4x15": 368, "5x12": 1010, "6x10": 2339}
TABLE = {
    "Hexagon": 673,
    "Butterfly": 352,
    "Wrench": 321,
    "Snake": 307,
    "Mountains": 265,
    "Hook": 179,
    "Triangle": 176,
    "Elbow": 129,
    "Line": 97,
    "Trapezoid": 9,
}
"""Table 3.2 of the thesis."""
STARTS = {1: 50, 2: 2047, 3: 411}
SECONDS = 10


def checks() -> Iterator[str]:
    """Yield one line for each claim."""
    for size, expected in PENTOMINOES.items():
        begin = process_time()
        found = len(up_to_symmetry(parse(f"pentominoes {size}")))
        seconds = process_time() - begin
        yield verdict(found == expected, f"pentominoes {size}: {found} tilings, {seconds:.2f} s")
        yield pace(seconds <= SECONDS, f"pentominoes {size}: {seconds:.2f} s of at most {SECONDS} s")
    found = len(up_to_symmetry(parse("hexiamonds")))
    yield verdict(found == 156, f"hexiamonds: {found} tilings of the rhombus of side 6")
    families = {piece: starts(parse(f"hex -{LETTERS[piece]}")) for piece in TABLE}
    for piece, expected in TABLE.items():
        found = len(families[piece].solutions)
        yield verdict(found == expected, f"HEX without the {piece}: {found} solutions")
    total = sum(len(family.solutions) for family in families.values())
    yield verdict(total == sum(TABLE.values()) == 2508, f"HEX by declaration: {total} solutions")
    sizes = Counter(len(family.find(each)) for family in families.values() for each in family.solutions)
    yield verdict(
        sizes == STARTS, f"HEX by declaration starts with 1, 2, 3 pieces: {dict(sorted(sizes.items()))}"
    )
    yield from entropies(families)


def entropies(families: dict[str, Starts]) -> Iterator[str]:
    """Compare the MUSE of every start of the kind `hex` with that of the same declaration."""
    ours, theirs = registry.find_kind("tangram").player("tiler"), registry.find_kind("hex").player("tiler")
    different, begin = 0, process_time()
    for solution in all_solutions():
        family = hex_starts(solution.forbidden)
        start = family.find(solution.numbers)
        locations = families[solution.forbidden].empty.layout.locations
        for number in start:
            assert locations[number].mask == HEX_LOCATIONS[number].mask
        one = muse(family.puzzle(start), theirs, limits=Limits()).value
        other = muse(families[solution.forbidden].puzzle(start), ours, limits=Limits()).value
        different += one != other
    yield verdict(
        different == 0,
        f"MUSE of {len(all_solutions())} starts in both kinds: {different} differ, {process_time() - begin:.0f} s",
    )


if __name__ == "__main__":
    sys.exit(report(checks()))
