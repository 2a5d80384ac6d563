"""Tables 3.1 and 3.2: the locations of each piece, and the solutions that leave it out."""

from collections import Counter
from collections.abc import Iterator

from quandary.kinds.hex.board import SYMMETRIES
from quandary.kinds.hex.pieces import BY_PIECE
from quandary.kinds.hex.solutions import all_solutions, find_solutions
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
MISPRINTS = {
    "Wrench": "misprint: 78 is the Elbow's number; a Wrench has 84 locations on each side",
    "Trapezoid": "misprint: 156 is the Triangle's number; a trapezoid looks the same turned over",
}


def locations() -> Iterator[TableRow]:
    """Yield Table 3.1."""
    for piece, published in LOCATIONS.items():
        yield TableRow(piece, published, len(BY_PIECE[piece]), note=MISPRINTS.get(piece, ""))


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
