"""The shade of bits: ever further from the paper, so that it tells more from less in grey, too."""

from quandary.draw.palette import SHADES

MOST = 4.0
"""From here on the shade stays the same: a choice among sixteen."""


def shade(bits: float) -> str:
    """Return the role of a decision's colour; the same for the same bits on every puzzle.

    >>> shade(0), shade(1.585), shade(MOST), shade(9)
    ('bits-0', 'bits-3', 'bits-8', 'bits-8')
    """
    return f"bits-{round(min(max(bits / MOST, 0), 1) * (SHADES - 1))}"
