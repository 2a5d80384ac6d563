"""A drawing in dots of one colour, as in an engraving.

Dark areas are solid. An outline separates two areas that meet, dotted if they differ little. Each hue has
its own hatching, taken from heraldry, which has had the same problem since the first printed books: vertical
strokes for red, horizontal for blue, the two diagonals for green and purple, dots for gold.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from quandary.draw.colour import parse_colour
from quandary.draw.palette import LIGHT, Palette
from quandary.draw.raster import Pixels, rasterise
from quandary.draw.shapes import Drawing

Dots: TypeAlias = npt.NDArray[np.bool_]

LUMA = np.array([0.299, 0.587, 0.114])
"""The share of red, green and blue in brightness."""
DARK = 0.5
"""The least contrast, as a share of the strongest, for solid areas and solid outlines."""
NIGHT = 0.35
"""Paper darker than this counts as dark, and light areas on it are drawn solid."""
SEEN = 0.04
"""The least contrast at which two areas are drawn apart."""
VIVID = 0.25
"""The least difference between the strongest and the weakest of red, green and blue that makes a hue."""


def hatch(drawing: Drawing, scale: float, *, palette: Palette = LIGHT) -> Dots:
    """Return the picture as rows × columns of dots, with `scale` dots per unit.

    >>> from quandary.draw.shapes import rectangle
    >>> squares = rectangle(0, 0, 1, 1, fill="black"), rectangle(2, 0, 1, 1, fill="blue")
    >>> for row in hatch(Drawing(4, 1, squares), 5):
    ...     print("".join("#" if dot else "." for dot in row))
    #####.....#####......
    #####.....#...#......
    #####.....#####......
    #####.....#...#......
    #####.....#####......
    #####.....#...#......
    """
    picture = rasterise(drawing, scale, samples=1, palette=palette) / 255
    paper = np.array(parse_colour(palette[drawing.background])[:3]) / 255
    contrast = np.abs(picture - paper)
    ink = _ink(picture, paper)
    has_hue = (np.ptp(picture, axis=-1) >= VIVID) & (contrast.max(axis=-1) >= SEEN)
    areas = np.where(has_hue, _hatching(picture), ink >= DARK)
    steps = _steps(picture, contrast @ LUMA)
    row, column = np.indices(ink.shape)
    outlines = (steps >= DARK) | (steps >= SEEN) & ((row + column) % 2 == 0)
    dots: Dots = areas | outlines
    return dots


def _ink(picture: Pixels, paper: Pixels) -> Pixels:
    """Return how much darker than the paper each dot is, or lighter if the paper is dark, from 0 to 1."""
    light, ground = picture @ LUMA, float(paper @ LUMA)
    ink: Pixels = (ground - light) / ground if ground >= NIGHT else (light - ground) / (1 - ground)
    return ink


def _steps(picture: Pixels, contrast: Pixels) -> Pixels:
    """Return how much each dot differs from neighbours closer to paper, so that outlines lie inside shapes."""
    steps = np.zeros_like(contrast)
    for axis in (0, 1):
        along, colours, height = (np.moveaxis(array, axis, 0) for array in (steps, picture, contrast))
        difference = np.abs(colours[1:] - colours[:-1]).max(axis=-1)
        falls = height[:-1] > height[1:]
        along[:-1] = np.maximum(along[:-1], difference * falls)
        along[1:] = np.maximum(along[1:], difference * ~falls)
    return steps


def _hatching(picture: Pixels) -> Dots:
    """Return the dots that hatch each hue of the picture."""
    row, column = np.indices(picture.shape[:2])
    upright, level = column % 2 == 0, row % 2 == 0
    falling, rising = (row - column) % 3 == 0, (row + column) % 3 == 0
    hue = _hue(picture)
    # red (to 20 degrees), gold, green, blue, purple, and red again
    patterns = [upright, upright & level, falling, level, rising]
    return np.select([hue < end for end in (20, 70, 170, 260, 330)], patterns, upright)


def _hue(picture: Pixels) -> Pixels:
    """Return the angles on the colour wheel, with red at 0, green at 120 and blue at 240."""
    red, green, blue = np.moveaxis(picture, -1, 0)
    spread = np.maximum(np.ptp(picture, axis=-1), 1e-9)
    sixths = np.select(
        [picture.argmax(axis=-1) == 0, picture.argmax(axis=-1) == 1],
        [(green - blue) / spread, (blue - red) / spread + 2],
        (red - green) / spread + 4,
    )
    degrees: Pixels = sixths * 60 % 360
    return degrees
