"""The first part of the demo as one picture: a puzzle, its bits step by step, the verdict, and every kind."""

import textwrap
from collections.abc import Iterator

from quandary.draw.place import fitted
from quandary.draw.shapes import Drawing, Line, Shape, Text
from quandary.explaining import words
from quandary.explaining.chart import step_bars
from quandary.explaining.signs import doubt
from quandary.parts.english import plural
from quandary.publishing.demo.content import Demo, difficulty
from quandary.runs.batch import Rating
from quandary.showing.picture import draw

WIDTH, MARGIN, GAP = 960.0, 32.0, 32.0
BOARD = 300.0
"""The side of the large picture."""
COLUMN = WIDTH - 2 * MARGIN - GAP - BOARD
CHART = 170.0
ACROSS, THUMB = 5, 104.0
"""The number of kinds in a row, and the side of their pictures."""
ROW = THUMB + 64
TITLE, WORDS, LABEL = 26.0, 17.0, 14.0
"""The sizes of text."""
LETTER = 0.52
"""The width of a letter relative to its size, on average."""


def poster(shown: Demo) -> Drawing:
    """Draw the story beside its puzzle, and below it one puzzle of every kind with its verdict."""
    top = MARGIN + BOARD + GAP
    rows = -(-len(shown.ratings) // ACROSS)
    shapes = [*_story(shown), Line(((MARGIN, top), (WIDTH - MARGIN, top)), "faint", 1)]
    for number, rating in enumerate(shown.ratings):
        row, column = divmod(number, ACROSS)
        wide = (WIDTH - 2 * MARGIN) / ACROSS
        shapes += _kind(rating, MARGIN + column * wide + wide / 2, top + GAP + row * ROW)
    told = shown.story
    says = f"{words.title(told)}: {words.headline(told)}. {words.hardest(told)} Below, a puzzle of every kind with its verdict."
    return Drawing(WIDTH, top + GAP + rows * ROW, tuple(shapes), says)


def _story(shown: Demo) -> Iterator[Shape]:
    told = shown.story
    y = MARGIN + TITLE / 2
    yield Text((MARGIN, y), words.title(told), TITLE, "ink", "start", bold=True)
    said = f"{words.headline(told)}: {words.context(told)}" if words.context(told) else words.headline(told)
    for line in textwrap.wrap(said, int(COLUMN / (LETTER * WORDS))):
        y += 1.5 * WORDS
        yield Text((MARGIN, y + 6), line, WORDS, "ink", "start")
    if told.profile:
        chart = step_bars(told.profile, COLUMN, CHART)
        yield from fitted(chart, MARGIN, MARGIN + BOARD - CHART, COLUMN, CHART)
    if drawn := doubt(told):
        yield from fitted(drawn, WIDTH - MARGIN - BOARD, MARGIN, BOARD, BOARD)


def _kind(rating: Rating, x: float, y: float) -> Iterator[Shape]:
    kind = rating.entry.kind
    yield from fitted(draw(rating.entry.puzzle, None), x - THUMB / 2, y, THUMB, THUMB)
    yield Text((x, y + THUMB + 16), words.capital(plural(kind.title)), LABEL, "ink", bold=True)
    yield Text((x, y + THUMB + 34), words.capital(difficulty(rating)), LABEL, "soft")
