"""Colours for bits: from pale to dark, so that they tell more from less in grey, too."""

from itertools import pairwise

from quandary.draw.colour import parse_colour

STOPS = ("#fff0bd", "#fec65f", "#f58a3c", "#cf3f36", "#7d1240", "#3d0a34")
MOST = 4.0
"""From here on it gets no darker: a choice among sixteen."""
INK, PAPER = "#1b1b1f", "#ffffff"


def colour(bits: float) -> str:
    """The colour of a decision; the same for the same bits on every puzzle.

    >>> colour(0), colour(MOST), colour(9)
    ('#fff0bd', '#3d0a34', '#3d0a34')
    """
    at = min(max(bits / MOST, 0), 1) * (len(STOPS) - 1)
    low, high = list(pairwise(STOPS))[min(int(at), len(STOPS) - 2)]
    part = at - min(int(at), len(STOPS) - 2)
    mixed = (
        round(a + (b - a) * part) for a, b in zip(parse_colour(low)[:3], parse_colour(high)[:3], strict=True)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def ink_on(fill: str) -> str:
    """Black or white, whichever can be read on the colour.

    >>> ink_on("#fff0bd") == INK, ink_on("#3d0a34") == PAPER
    (True, True)
    """
    return INK if lightness(fill) > 0.5 else PAPER


def lightness(css: str) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue, _ = parse_colour(css)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
