"""Slitherlink beside panels with triangles: the same clue on the same board, measured in the same way.

The paper says that its panels with triangles are similar to Slitherlink and that ReMUSE can measure both. Nobody has
published ratings of Slitherlinks, so what can be compared are the bits themselves and what goes with them, on
generated puzzles with one solution.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import median
from typing import Any

from quandary.generating.band import generated
from quandary.kind import Kind
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.models.statistics import correlate
from quandary.player import Player
from quandary.replicate._table import TableRow

SIZE, SEED, PUZZLES = "4x4", 1, 40
PATIENCE = Limits(states=2_000_000)


def slitherlink() -> Iterator[TableRow]:
    """Yield the bits of both kinds, and how they go with the length of the line and with the number of clues."""
    panels, loops = find_kind("witness"), find_kind("slitherlink")
    known = panels.people.default
    triangles = tuple(rule for rule in panels.people.rules if rule.name == "triangles")
    knowing = replace(known, rules=(*known.rules, *triangles), name="with triangles")
    yield from _rows("slitherlink", loops, {}, loops.people.default)
    yield from _rows("triangles", panels, {"elements": "triangles"}, knowing)


def _rows(name: str, kind: Kind, wishes: dict[str, str], player: Player) -> Iterator[TableRow]:
    made = generated(kind, SIZE, SEED, wishes=wishes)
    puzzles = list(
        islice((each for each in made if _is_plain(kind.format(each)) and _is_unique(each)), PUZZLES)
    )
    scores = [rate(each, ["remuse"], player=player, limits=PATIENCE)["remuse"].value for each in puzzles]
    known = [
        (float(_clues(kind.format(each))), bits)
        for each, bits in zip(puzzles, scores, strict=True)
        if bits is not None
    ]
    clues, bits = zip(*known, strict=True)
    yield TableRow(
        f"{name}_puzzles", None, len(bits), note=f"generated, {SIZE}, one solution, player {player}"
    )
    yield TableRow(f"{name}_median", None, median(bits), unit="bits of ReMUSE")
    yield TableRow(f"{name}_most", None, max(bits), unit="bits of ReMUSE")
    yield TableRow(f"{name}_free", None, sum(value < 1e-9 for value in bits), note="with 0 bits")
    found = correlate(clues, bits, method="spearman")
    told = f"rank correlation with the number of clues, 95 % {found.low:.2f} to {found.high:.2f}"
    yield TableRow(f"{name}_by_clues", None, found.r, note=told)


def _is_unique(puzzle: Any) -> bool:
    return rate(puzzle, ["solutions"], limits=PATIENCE)["solutions"].value == 1


def _is_plain(text: str) -> bool:
    """Return whether a panel has no gaps. Slitherlinks never have."""
    return "x" not in text


def _clues(text: str) -> int:
    """Count the cells with a number of sides.

    >>> _clues("|2|.|3|")
    2
    """
    return sum(sign.isdigit() for sign in text)
