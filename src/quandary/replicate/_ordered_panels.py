"""Panels in the order of a designer, and in that of a measure: Figures 8 and 9 of the entropy paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from quandary.draw.place import fitted
from quandary.draw.shapes import Drawing, Line, Shape, Text
from quandary.errors import FileError, NotationError, QuandaryError
from quandary.kinds.witness import KIND, Panel
from quandary.limits import Limits
from quandary.measuring.entropy import remuse
from quandary.models.statistics import correlate
from quandary.replicate._graph import titled
from quandary.replicate._rated_panels import read_rated
from quandary.replicate._table import TableRow

LIMITS = Limits(states=5_000_000)
"""The limits for one panel, in states, so that the order does not depend on how busy the machine is."""
TIED = 1e-9
BOX, GAP, ROW = 2.0, 0.35, 3.0
SMALL = 0.32


@dataclass(frozen=True)
class Placed:
    """A panel with its label."""

    label: str
    panel: Panel


def read_order(path: Path) -> list[Placed]:
    """Read panels in order: one on each line, perhaps after a label, or blocks with blank lines between them.

    Raises FileError if the file has fewer than two panels or one of them cannot be read.
    """
    text = _text(path)
    blocks = KIND.notation.found_in(text)
    if blocks:
        found = [
            Placed(str(place), _parsed(each.notation, each.line, path.name))
            for place, each in enumerate(blocks, start=1)
        ]
    else:
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
        found = list(_labelled([(number, line) for number, line in lines if line], path.name))
    if len(found) < 2:
        raise FileError(f"{path.name} has {len(found)} panels; an order needs at least two.")
    return found


def read_panels(path: Path) -> list[Panel]:
    """Read the panels of a file: in an order, or with votes."""
    if _text(path).lstrip()[:1] in ("[", "{"):
        return [each.panel for each in read_rated(path)]
    return [each.panel for each in read_order(path)]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {error}") from error


def _labelled(lines: Sequence[tuple[int, str]], name: str) -> Iterator[Placed]:
    for place, (number, line) in enumerate(lines, start=1):
        first, _, rest = line.partition(" ")
        labelled = rest and "/" not in first and not first.endswith("_0")
        label, notation = (first.strip("[]().:"), rest) if labelled else (str(place), line)
        yield Placed(label, _parsed(notation.strip(), number, name))


def _parsed(notation: str, number: int, name: str) -> Panel:
    try:
        panel: Panel = KIND.parse(notation)
    except NotationError as error:
        raise FileError(
            f"line {number} of {name}: {error} Write `label panel`, the panel in one line."
        ) from error
    return panel


def scores(panels: Sequence[Placed]) -> list[float]:
    """Return ReMUSE of each panel. Raises QuandaryError if one has none."""
    found = []
    for each in panels:
        score = remuse(each.panel, limits=LIMITS)
        if score.value is None:
            raise QuandaryError(f"The panel {each.label} has no ReMUSE: {score.status}. Leave it out.")
        found.append(score.value)
    return found


def ranks(values: Sequence[float]) -> list[int]:
    """Return the place of each value, the smallest first. Equal values share a place.

    >>> ranks([0, 0, 3, 1])
    [1, 1, 4, 3]
    """
    return [1 + sum(other < value - TIED for other in values) for value in values]


def swaps(values: Sequence[float]) -> list[tuple[int, int]]:
    """Return the pairs that stand in the wrong order, by their numbers from 0.

    >>> swaps([0, 1, 0.5])
    [(1, 2)]
    """
    return [
        (one, two) for one, two in combinations(range(len(values)), 2) if values[one] > values[two] + TIED
    ]


def rows_on(panels: Sequence[Placed], published: Mapping[str, int]) -> Iterator[TableRow]:
    """Yield the bits and the rank of each panel, how many pairs are swapped, and Spearman's ρ.

    Published ranks stand beside ours if the labels are those of the publication.
    """
    values, labels = scores(panels), [each.label for each in panels]
    printed = published if set(labels) == set(published) else {}
    for label, value in zip(labels, values, strict=True):
        yield TableRow(f"remuse_{label}", None, value)
    for label, rank in zip(labels, ranks(values), strict=True):
        yield TableRow(f"rank_{label}", printed.get(label), rank)
    pairs = swaps(values)
    named = ", ".join(f"{labels[one]} and {labels[two]}" for one, two in pairs[:5])
    more = f" and {len(pairs) - 5} more" if len(pairs) > 5 else ""
    yield TableRow(
        "swaps",
        1 if printed else None,
        len(pairs),
        note=f"pairs in another order: {named}{more}" if pairs else "",
    )
    if len(values) > 2 and len(set(values)) > 1:
        found = correlate(list(range(len(values))), values, method="spearman")
        yield TableRow(
            "spearman", None, found.r, note=f"of the given order with that by ReMUSE, p {found.p:.1e}"
        )


def picture(panels: Sequence[Placed]) -> Drawing:
    """Draw the panels in the given order and, below, in that of ReMUSE, with lines between the two."""
    values = scores(panels)
    order = sorted(range(len(panels)), key=lambda number: (round(values[number], 9), number))
    width = GAP + len(panels) * (BOX + GAP)
    shapes: list[Shape] = []
    for column, each in enumerate(panels):
        shapes += _box(each, column, 0.9, each.label)
    for column, number in enumerate(order):
        shapes += _box(
            panels[number], column, 0.9 + ROW + BOX, f"{panels[number].label}: {values[number]:.2f}"
        )
        start, end = _middle(number), _middle(column)
        shapes.append(Line(((start, 1.0 + BOX), (end, 0.3 + ROW + BOX)), "soft", 0.04))
    shapes.append(Text((GAP, 0.25), "in the given order", SMALL, "soft", anchor="start"))
    below = 1.25 + ROW + 2 * BOX
    shapes.append(Text((GAP, below), "by ReMUSE, in bits", SMALL, "soft", anchor="start"))
    return titled(Drawing(width, below + 0.35, tuple(shapes), "Panels in the given order and by ReMUSE"))


def _middle(column: int) -> float:
    return GAP + column * (BOX + GAP) + BOX / 2


def _box(each: Placed, column: int, top: float, label: str) -> Iterator[Shape]:
    yield Text((_middle(column), top - 0.25), label, SMALL)
    yield from fitted(KIND.draw(each.panel), _middle(column) - BOX / 2, top, BOX, BOX)
