"""The shade of bits: more bits contrast more with the paper, so that the order also shows in grey."""

from quandary.draw.palette import SHADES

MOST = 4.0
"""The bits of the strongest shade: a choice among sixteen."""


def shade(bits: float) -> str:
    """Return the role of a decision's colour, the same for the same bits in every puzzle.

    >>> shade(0), shade(1.585), shade(MOST), shade(9)
    ('bits-0', 'bits-3', 'bits-8', 'bits-8')
    """
    return f"bits-{round(min(max(bits / MOST, 0), 1) * (SHADES - 1))}"
