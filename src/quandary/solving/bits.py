"""Bits, counted exactly.

Costs are whole multiples of 2⁻⁴⁰ bit, and the cost of n alternatives is the sum over n's prime
factors. So choosing among 2, then 3 costs exactly as much as choosing among 6, sums do not depend on the
order or the engine, and ties are true ties. The error is below 1e-10 bit.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, inf, log2

UNIT = 2**40


@cache
def cost(alternatives: int) -> int:
    """Return the cost of a choice among equally likely alternatives, in units.

    >>> cost(6) == cost(2) + cost(3), cost(1), in_bits(cost(8))
    (True, 0, 3.0)
    """
    factor = next((p for p in range(2, int(alternatives**0.5) + 1) if alternatives % p == 0), 0)
    return cost(factor) + cost(alternatives // factor) if factor else round(log2(alternatives) * UNIT)


def cost_of(probability: float) -> int:
    """Return the cost of a move that a player tries with this probability, in units."""
    return round(-log2(probability) * UNIT)


def in_bits(units: int) -> float:
    """Convert units to bits."""
    return units / UNIT


def surprise(values: Sequence[float], prior: Sequence[float]) -> float:
    """Compute KL(softmin(values) ‖ prior) in bits.

    An infinite value has weight 0 but its share of the prior still counts, so one good option among
    k costs log2 k, and equal options cost nothing.

    >>> surprise([2, inf], [.5, .5]), surprise([3, 3], [.5, .5])
    (1.0, 0.0)
    """
    least = min(values)
    if least == inf:
        raise ValueError("surprise needs one finite value")
    weights = [exp(least - value) for value in values]
    total = fsum(weights)
    shares = [weight / total for weight in weights]
    return max(0.0, fsum(p * log2(p / q) for p, q in zip(shares, prior, strict=True) if p > 0))
