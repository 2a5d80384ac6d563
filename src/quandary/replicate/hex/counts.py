"""Tables 3.1 and 3.2: the locations of each piece, and the solutions that leave it out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod

from quandary.kinds.tangram.hex.pieces import BY_PIECE, COPIES, SYMMETRIES
from quandary.kinds.tangram.hex.solutions import all_solutions, find_solutions
from quandary.replicate._table import TableRow

LOCATIONS = {
    "Mountains": 192,
    "Hook": 192,
    "Triangle": 156,
    "Trapezoid": 156,
    "Snake": 84,
    "Wrench": 78,
    "Elbow": 78,
    "Line": 72,
    "Butterfly": 42,
    "Hexagon": 19,
}
"""Table 3.1 as printed."""
SOLUTIONS = {
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
"""Table 3.2 as printed."""
EXPANSIONS = 392_326_063
"""Section 3.4.3 as printed."""
MISPRINTS = {
    "Wrench": "misprint: 78 is the Elbow's number; a Wrench has 84 locations on each side",
    "Trapezoid": "misprint: 156 is the Triangle's number; a trapezoid looks the same turned over",
}


def locations() -> Iterator[TableRow]:
    """Yield Table 3.1."""
    for piece, published in LOCATIONS.items():
        yield TableRow(piece, published, len(BY_PIECE[piece]), note=MISPRINTS.get(piece, ""))
    printed, true = (
        _ranks(LOCATIONS, twice=False),
        _ranks({piece: len(BY_PIECE[piece]) for piece in LOCATIONS}),
    )
    note = "in units of 10^17; printed with the misprints above, and with the trapezoid counted once"
    yield TableRow("least_rank", 1.372, true[0], printed[0], f"fewest ways to place a set of pieces, {note}")
    yield TableRow("most_rank", 13.86, true[1], printed[1], f"most ways to place a set of pieces, {note}")


def _ranks(locations: Mapping[str, int], *, twice: bool = True) -> tuple[float, float]:
    """Return the fewest and the most ways to place a set of pieces, in units of 10^17."""
    copies = [piece for piece in locations for _ in range(COPIES[piece] if twice else 1)]
    ways = [
        prod(locations[piece] for piece in copies if piece != forbidden) / 1e17 for forbidden in locations
    ]
    return min(ways), max(ways)


def solutions() -> Iterator[TableRow]:
    """Yield Table 3.2 from a new search."""
    found = find_solutions()
    counts = Counter(solution.forbidden for solution in found)
    for piece, published in SOLUTIONS.items():
        yield TableRow(piece, published, counts[piece])
    yield TableRow(
        "Total", 2508, len(found), note="" if tuple(found) == all_solutions() else "the cached file differs"
    )
    images = {tuple(sorted(each.image(symmetry))) for each in found for symmetry in range(len(SYMMETRIES))}
    yield TableRow(
        "Tilings", None, len(images), note="not printed; no solution is symmetric, so twelve times as many"
    )
    yield from _expansions()


def _expansions() -> Iterator[TableRow]:
    """Yield what the text says about the work of the search."""
    yield TableRow(
        "expansions", EXPANSIONS, None, note="depends on the order of its search, which is not printed"
    )
    yield TableRow("expansions_with_rules", 2_595_601, None, note="the same with R1-R5 of chapter 5")
    yield TableRow(
        "expansions_share",
        0.283,
        EXPANSIONS / 13.86e17 * 1e10,
        note="of the most ways to place a set, in 10^-8 per cent; the printed share is ten times too small",
    )
    yield TableRow(
        "speedup", 86.52, 100 * (1 - 78 / 580), note="per cent, from 9 min 40 s to 1 min 18 s; both printed"
    )
