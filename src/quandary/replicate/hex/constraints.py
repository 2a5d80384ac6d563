"""The patterns of holes (section 4.2) and the puzzles in each chapter (sections 4.2.6 and 4.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import log2

import numpy as np

from quandary.draw.charts import distribution as bar_histogram
from quandary.draw.shapes import Drawing
from quandary.kinds.tangram.hex.constraints import ASYMMETRIC, BLUE, SELECTED, SYMMETRIC, Touch
from quandary.kinds.tangram.hex.pieces import LOCATIONS
from quandary.kinds.tangram.hex.spaces import PATTERNS, RELATIONS
from quandary.replicate._graph import stacked, titled
from quandary.replicate._table import TableRow
from quandary.replicate.hex import search
from quandary.replicate.hex.chapters import CAP, CHAPTERS, neighbours, tasks
from quandary.replicate.hex.quirks import FOUR_CHAPTERS, PUBLISHED, Quirks
from quandary.replicate.hex.spaces import ANY_BUMPS, ANY_LOCATIONS, ANY_SIDES, NO_REPEATS

CORRECTED = replace(PUBLISHED, stored_image_only=False, corners_by_distance=False, first_listed_present=False)
PRINTED_MAXIMUM = 164
STEP = 25
"""The width of a bar of Figure 4.7."""
SIZES = {
    1: 2508,
    2: 3000,
    3: 3000,
    4: 3000,
    5: 444,
    6: 3000,
    7: 101,
    8: 213,
    9: 136,
    10: 174,
    11: 27,
    12: 292,
}
"""The number of puzzles that Table 5.1 prints for each chapter."""


def patterns() -> Iterator[TableRow]:
    """Yield the statements about the patterns of holes."""
    theirs, ours = published_counts(), search.counts()
    fits, fit = theirs[:, 0], ours[:, 0]
    selected = PATTERNS.rank((BLUE, SELECTED))
    yield TableRow(
        "zero_share",
        40,
        100 * float((fit == 0).mean()),
        100 * float((fits == 0).mean()),
        "per cent; printed as 'over 40 %'; ours lets a solution fit in any of its twelve images",
    )
    yield TableRow(
        "max", 164, int(fit.max()), int(fits.max()), "164 is the maximum of the last group assignment only"
    )
    yield TableRow(
        "count_164",
        16,
        int(search.distribution(ours)[PRINTED_MAXIMUM]),
        int(search.distribution(theirs)[PRINTED_MAXIMUM]),
        "printed as the patterns with most solutions; there every pattern is counted twice, in ours once",
    )
    yield TableRow(
        "selected",
        101,
        int(fit[selected]),
        int(fits[_ASSIGNMENTS.index(("Wrench", "Mountains")) * PART + selected % PART]),
        "the pattern chosen; printed as the size of chapter 7",
    )
    yield TableRow(
        "maxmin",
        27,
        search.max_min(ours)[1],
        search.max_min(theirs)[1],
        "the poorest chapter of the best pattern; 27 is that of the pattern chosen, which is not the best",
    )
    yield TableRow(
        "maxmin_164",
        21,
        _poorest_of(ours, PRINTED_MAXIMUM),
        _poorest_of(theirs, PRINTED_MAXIMUM),
        "the poorest chapter of the best pattern with 164 solutions; there the sixteen have 23, 27, 32 or 34",
    )
    yield from _sizes()


def _poorest_of(found: search.Counts, solutions: int) -> int:
    """Return the size of the poorest chapter of the best pattern with that many solutions."""
    return search.max_min(found[found[:, 0] == solutions])[1]


def distribution() -> Iterator[TableRow]:
    """Yield Figure 4.7: how many patterns have how many solutions."""
    theirs, ours = (search.distribution(found) for found in (published_counts(), search.counts()))
    for first in range(0, len(ours), STEP):
        # the patterns with no solution stand alone
        for low, high in ((0, 1), (1, STEP)) if first == 0 else ((first, first + STEP),):
            name = "0" if high == 1 else f"{low}-{high - 1}"
            note = "the figure has no numbers; there each pattern counts twice" if low == 0 else ""
            yield TableRow(name, None, int(ours[low:high].sum()), int(theirs[low:high].sum()), note)


def draw_distribution(rows: Sequence[TableRow]) -> Drawing:
    """Draw Figure 4.7 in both readings, without the patterns that have no solution, whose share is said."""
    readings = {
        "as published": [row.as_published or 0 for row in rows],
        "corrected": [row.ours or 0 for row in rows],
    }
    panels = []
    for name, counts in readings.items():
        shown = [(STEP * (number - 0.5), int(count)) for number, count in enumerate(counts) if number]
        across = f"solutions, {name}; none: {100 * counts[0] / sum(counts):.1f} % of {sum(counts):,.0f}"
        panels.append(bar_histogram(shown, name, across, bins=len(shown), up="patterns"))
    return titled(stacked(panels, f"Figure 4.7: patterns by number of solutions, in steps of {STEP}"))


def _sizes() -> Iterator[TableRow]:
    """Yield the number of patterns that each of the five steps of section 4.2 leaves."""
    yield TableRow(
        "log2_size_1",
        None,
        log2(ANY_LOCATIONS.size),
        note="printed as 10^(4.13e16): numbers of locations were multiplied in the exponent, not added",
    )
    yield TableRow("log2_size_2", 174, log2(ANY_BUMPS.size))
    yield TableRow("size_3", 8.511e12, ANY_SIDES.size, note="15^11; 8.511 is a misprint for 8.650")
    yield TableRow("size_4", None, NO_REPEATS.size, note="its formula is not printed")
    yield TableRow("size_5", 248_832, PATTERNS.size, 248_832, "there each pair of groups is counted twice")


def chapters() -> Iterator[TableRow]:
    """Yield the numbers of relations, and of puzzles in each chapter, before the cap."""
    within = sum(each.one == each.other for each in RELATIONS.values)
    between = RELATIONS.size - within
    yield TableRow("relations_within", 20, within, unit="relations")
    note = "between two colours; there each pair of colours is counted in both orders"
    yield TableRow("relations_between", 80, between, 2 * between, note, unit="relations")
    for chapter in CHAPTERS:
        yield TableRow(
            f"ch{chapter}",
            SIZES[chapter],
            len(tasks(chapter, CORRECTED)),
            len(tasks(chapter, PUBLISHED)),
            "; ".join(_differences(chapter)),
        )


def _differences(chapter: int) -> Iterator[str]:
    kind = (chapter - 1) % 6
    if SIZES[chapter] == CAP:
        yield f"printed after a cap of {CAP:,}"
    if 1 <= kind <= 4:
        yield FOUR_CHAPTERS if chapter == 2 else "label swapped"
    if kind in (3, 4, 5):
        yield "there corners opposite each other are missed (Q12)"
    if kind in (2, 4, 5):
        yield "there the first piece of a colour must be present (Q13)"
    if chapter > 6:
        yield "ours tries all twelve images (Q11)"


PART = PATTERNS.size // 6
_ASSIGNMENTS = [
    (ASYMMETRIC[first], ASYMMETRIC[3 if second == first else second])
    for second in range(3)
    for first in range(4)
]
"""The original's twelve ways to choose the first group of asymmetric pieces, in its order."""


@cache
def published_counts() -> search.Counts:
    """Count the puzzles by category of all 248,832 patterns, testing only a solution's stored image."""
    parts = []
    for first in _ASSIGNMENTS:
        blue = tuple(sorted(first, key=ASYMMETRIC.index))
        found = search.prepare((blue[0], blue[1]), published_weights(first), symmetries=(0,))
        parts.append(found.counts(0, found.size))
    return np.concatenate(parts)


def published_weights(first: tuple[str, str], quirks: Quirks = PUBLISHED) -> search.Counts:
    """Count the puzzles of each category per solution, under the original's reading of colours."""
    second = tuple(piece for piece in ASYMMETRIC if piece not in first)
    colours = (*SYMMETRIC.values(), first, second)
    found = np.zeros((len(search.table()), len(search.CATEGORIES)), dtype=np.int64)
    found[:, 0] = 1
    for touch, lies_so in _touching(quirks).items():
        must = quirks.first_listed_present and touch in (Touch.EDGE, Touch.CORNER)
        for at, one in enumerate(colours):
            there = _present(one[0]) if must else True
            found[:, search.CATEGORIES.index(touch)] += search.satisfying(one, one, lies_so) & there
            for other in colours[at + 1 :]:
                found[:, -1] += search.satisfying(one, other, lies_so) & there
    return found


def _present(piece: str) -> search.Flags:
    flags: search.Flags = search.table()[:, search.COLUMNS.index(piece)] != search.ABSENT
    return flags


@cache
def _touching(quirks: Quirks) -> dict[Touch, search.Flags]:
    lies = search.touching()
    if not quirks.corners_by_distance:
        return lies
    near = np.array([*(neighbours(each.mask) for each in LOCATIONS), 0], dtype=np.uint64)[search.table()]
    corner = ((near[:, :, None] & near[:, None, :]) != 0) & ~lies[Touch.EDGE]
    return {**lies, Touch.CORNER: corner, Touch.NO_CORNER: ~corner & ~lies[Touch.EDGE]}
