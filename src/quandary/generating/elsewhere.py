"""Look for the size or level at which wanted puzzles are found, where there are too few of them."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from quandary.errors import QuandaryError
from quandary.generating.recipe import Recipe
from quandary.generating.sieve import Sieve
from quandary.generating.wishes import NO_RANGES
from quandary.kind import Kind
from quandary.limits import Budget, Limits, OutOfBudget

LOOK = 6.0
"""The most seconds for looking at other sizes and levels."""
SHARE = 0.1
"""The share of the time that a look may take when there is none left."""
LOOKED_AT = 12
"""The number of puzzles that are tried at another size or level."""


def elsewhere(
    kind: Kind,
    size: str,
    level: str,
    wishes: Mapping[str, str],
    by: str,
    low: float,
    high: float,
    also: Mapping[str, tuple[float, float]] = NO_RANGES,
    limits: Limits = Limits(LOOK),
) -> str:
    """Say at which size, or at which level, some puzzles fit, after a quick look at the others.

    >>> from quandary.library.registry import find_kind
    >>> elsewhere(find_kind("maze"), "3x3", "", {}, "shortest", 20, 30)
    'Try --size 6x6, where 5 of the first 12 fit.'
    """
    if (low, high) == (-inf, inf) and not also:
        return ""
    options = [
        ("--size", name, Recipe(kind, name, 1, level, wishes)) for name in kind.maker.sizes if name != size
    ]
    if not wishes:
        options += [
            ("--level", name, Recipe(kind, size, 1, name)) for name in kind.maker.levels if name != level
        ]
    best, place = 0, ""
    with limits.start() as budget:
        for option, name, order in options:
            hits = _hits(order, Sieve(kind, by, low, high, asked=True, also=also), budget)
            if hits > best:
                best, place = hits, f"{option} {name}"
    return f"Try {place}, where {best} of the first {LOOKED_AT} fit." if best else ""


def for_a_look(budget: Budget) -> Limits:
    """Return the limits of looking elsewhere after the work of a budget: what is left of it, or a small share.

    >>> for_a_look(Limits(seconds=600).start()).seconds, for_a_look(Limits().start()).seconds
    (6.0, 6.0)
    """
    limits, left = budget.limits, budget.seconds_left
    if limits.seconds is None or left is None:
        return replace(limits, seconds=LOOK)
    return replace(limits, seconds=min(LOOK, max(left, limits.seconds * SHARE)))


def _hits(order: Recipe, sieve: Sieve, budget: Budget) -> int:
    """Return how many of the first puzzles of an order fit, as far as time allows."""
    hits = 0
    for number in range(LOOKED_AT):
        if budget.is_late:
            break
        try:
            made = sieve.scored(number, order.make(number), budget)
        except (OutOfBudget, QuandaryError):
            break
        hits += sieve.fits(made)
    return hits
