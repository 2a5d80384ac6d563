"""Readable pictures: in every palette, and for people who see or print no colours.

What carries information stands out from what lies around it, 3 : 1 as WCAG defines contrast, which is
that of grey pictures. What differs between two pictures differs in grey, too.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from quandary.draw.colour import contrast, luminance, over, parse_colour
from quandary.draw.palette import COLOUR_BLIND, DARK, DECORATION, GROUNDS, LIGHT, PRINT, Palette
from quandary.draw.raster import rasterise
from quandary.draw.shapes import CAPITALS, Circle, Drawing, Line, Polygon, Shape, Text
from quandary.puzzle import AnyPuzzle
from quandary.solving.search import solutions
from quandary.testing.samples import SMALL, Samples, play, require

PALETTES = (LIGHT, DARK, PRINT, COLOUR_BLIND)
ENOUGH = 3.0
"""The contrast of what can be read."""
MOSTLY = 0.8
"""The part of an outline, or of the ground of a text, that must have it."""
DIFFERENT, SEEN = 1.5, 4
"""The contrast at which two greys differ, and how many pixels must."""
PIXELS = 48
"""To the unit."""
MOST_PIXELS = 480
"""Along a side: large puzzles are looked at from further away."""
NEIGHBOURS = 3

Ids = npt.NDArray[np.int64]


def check_readable(samples: Samples) -> None:
    """Check that pictures of every example can be read in every palette and in grey."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        states = [None, *[situation.state for situation in play(puzzle, random)][1:3]]
        states += [found.end(puzzle) for found in solutions(puzzle, most=1, limits=SMALL).found]
        pictures = [kind.draw(puzzle, state) for state in states]
        changes = list(kind.maker.neighbours(puzzle)) if kind.maker.neighbours else []
        changed = random.sample(changes, min(NEIGHBOURS, len(changes)))
        others = [kind.draw(other, None) for _, other in changed]
        for picture in (pictures[0], pictures[-1]):
            for complaint in complaints(picture):
                raise AssertionError(complaint)
        for other in (*pictures[1:], *others):
            for palette in PALETTES:
                alike = look_alike(pictures[0], other, palette)
                require(not alike, f"two pictures differ in colour only, in the palette {palette.name!r}")

    samples.try_on_examples(promise)


def complaints(drawing: Drawing) -> Iterator[str]:
    """Yield a sentence for each shape that cannot be read in some palette.

    >>> pale = Circle((0.5, 0.5), 0.4, fill="yellow")
    >>> next(complaints(Drawing(1, 1, (pale,))))[:67]
    "a Circle ('yellow' on 'paper') has a contrast of 1.1 in the palette"
    """
    for shape, around in _surroundings(drawing):
        for palette in PALETTES:
            # What has the same colour is one thing to the eye.
            contrasts = {
                pair: _contrast(*pair, palette) for pair in around if palette[pair[0]] != palette[pair[1]]
            }
            clear = sum(around[pair] for pair, each in contrasts.items() if each >= ENOUGH)
            if clear < MOSTLY * sum(around[pair] for pair in contrasts):
                (top, below), worst = min(contrasts.items(), key=lambda item: item[1])
                yield (
                    f"a {type(shape).__name__} ({top!r} on {below!r}) has a contrast of {worst:.1f} in the "
                    f"palette {palette.name!r}, not {ENOUGH:g}: name other roles, or give it an outline"
                )


def look_alike(one: Drawing, other: Drawing, palette: Palette) -> bool:
    """Return whether two pictures that differ cannot be told apart in grey.

    >>> red, green, black = (
    ...     Drawing(1, 1, (Circle((0.5, 0.5), 0.4, fill=fill),)) for fill in ("brown", "green", "black")
    ... )
    >>> look_alike(red, green, LIGHT), look_alike(red, black, LIGHT)
    (True, False)
    """
    if one == other or _words(one) != _words(other) or (one.width, one.height) != (other.width, other.height):
        return False
    lights = [_lights(drawing, palette) + 0.05 for drawing in (one, other)]
    ratio = np.maximum(*lights) / np.minimum(*lights)
    return int((ratio >= DIFFERENT).sum()) < SEEN


def _words(drawing: Drawing) -> list[Any]:
    return [replace(shape, fill="ink") for shape in drawing.shapes if isinstance(shape, Text)]


def _scale(drawing: Drawing) -> float:
    return min(PIXELS, MOST_PIXELS / max(drawing.width, drawing.height))


def _lights(drawing: Drawing, palette: Palette) -> npt.NDArray[np.float64]:
    """Return the light of each pixel, from 0 to 1."""
    paper = parse_colour(palette["paper"])
    colours = (over(parse_colour(palette[paint]), paper) for paint in _paints(drawing))
    return np.array([luminance(colour) for colour in colours])[_ids(drawing)]


def _surroundings(drawing: Drawing) -> Iterator[tuple[Shape, Counter[tuple[str, str]]]]:
    """Yield each shape that matters, and how often each of its paints meets each other paint."""
    paints, ids = _paints(drawing), _ids(drawing)
    meetings = _meetings(ids)
    for number, shape in enumerate(drawing.shapes, start=1):
        if isinstance(shape, Text):
            below = _below(ids, shape, _scale(drawing))
            around = Counter({(shape.fill, paints[each]): times for each, times in below.items()})
        else:
            around = Counter[tuple[str, str]]()
            for (one, other), times in meetings.get(number, {}).items():
                around[paints[one], paints[other]] += times
        told = {paint for paint in _sides(shape) if paint} - DECORATION - GROUNDS
        around = Counter({pair: times for pair, times in around.items() if _matters(*pair)})
        if told and around:
            yield shape, around


def _matters(paint: str, other: str) -> bool:
    return paint != other and other not in DECORATION


def _sides(shape: Shape) -> tuple[str | None, str | None]:
    match shape:
        case Line():
            return None, shape.stroke
        case Text():
            return shape.fill, None
        case Polygon() | Circle():
            return shape.fill, shape.stroke if shape.width > 0 else None


def _paints(drawing: Drawing) -> list[str]:
    """Return the paint for each number that a pixel can have."""
    sides = [side or drawing.background for shape in drawing.shapes for side in _sides(shape)]
    return [drawing.background, drawing.background, *sides]


@lru_cache(maxsize=8)
def _ids(drawing: Drawing) -> Ids:
    """Return a number for each pixel: 0 for paper, 2n for the fill and 2n + 1 for the outline of shape n."""
    scale = _scale(drawing)
    shapes: list[Shape] = []
    for number, shape in enumerate(drawing.shapes, start=1):
        fill, stroke = (f"#{2 * number + side:06x}" for side in (0, 1))
        if isinstance(shape, Line):
            shapes.append(replace(shape, stroke=stroke, width=max(shape.width, 1 / scale)))
        elif isinstance(shape, Polygon | Circle):
            wide = max(shape.width, 1 / scale) if shape.stroke and shape.width > 0 else 0.0
            shapes.append(
                replace(shape, fill=shape.fill and fill, stroke=shape.stroke and stroke, width=wide)
            )
    numbered = replace(drawing, shapes=tuple(shapes), background="black")
    pixels = rasterise(numbered, scale, samples=1).round().astype(np.int64)
    ids: Ids = pixels @ np.array([1 << 16, 1 << 8, 1])
    return ids


def _meetings(ids: Ids) -> dict[int, Counter[tuple[int, int]]]:
    """Count, for each shape, how often its pixels have each neighbour outside of it."""
    meetings: dict[int, Counter[tuple[int, int]]] = {}
    for one, other in ((ids[1:], ids[:-1]), (ids[:, 1:], ids[:, :-1])):
        both = np.stack([one.ravel(), other.ravel()], axis=1)
        pairs, times = np.unique(both[both[:, 0] // 2 != both[:, 1] // 2], axis=0, return_counts=True)
        for (a, b), count in zip(pairs.tolist(), times.tolist(), strict=True):
            meetings.setdefault(a // 2, Counter())[a, b] += count
            meetings.setdefault(b // 2, Counter())[b, a] += count
    return meetings


def _below(ids: Ids, text: Text, scale: float) -> Counter[int]:
    """Count the pixels under the middle of a text."""
    (x, y), half = text.at, CAPITALS * text.size / 2
    reach = 0.2 * text.size * len(text.text)
    x += {"start": reach, "middle": 0.0, "end": -reach}[text.anchor]
    rows = slice(max(0, round((y - half) * scale)), max(1, round((y + half) * scale)))
    columns = slice(max(0, round((x - reach) * scale)), max(1, round((x + reach) * scale)))
    return Counter(ids[rows, columns].ravel().tolist())


@cache
def _contrast(paint: str, other: str, palette: Palette) -> float:
    """Return the contrast of one paint beside another. A translucent one counts as it looks there."""
    one, two = parse_colour(palette[paint]), parse_colour(palette[other])
    return contrast(over(one, two), over(two, one))
