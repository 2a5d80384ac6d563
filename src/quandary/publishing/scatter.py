"""A scatter of puzzles as a page: every point leads to its puzzle, which can be played there."""

from collections.abc import Sequence

from quandary.draw.palette import AUTO
from quandary.draw.shapes import Circle, Drawing
from quandary.library.files import Entry
from quandary.publishing.html import page, picture, text
from quandary.publishing.playing import BOARD_STYLE, scripts_for

MARK = "scatter"
WIDTH, PUZZLE = 960, 340
"""The widths of the scatter and of a puzzle, in pixels."""


def scatter_page(drawing: Drawing, entries: Sequence[Entry]) -> str:
    """Return a page with a scatter and, in the order of its points, the puzzles behind them."""
    points = [shape for shape in drawing.shapes if isinstance(shape, Circle)][: len(entries)]
    links = "".join(
        f'<a href="#puzzle-{number}" aria-label="{text(entry.title)}"><circle cx="{at.centre[0]:.4g}"'
        f' cy="{at.centre[1]:.4g}" r="{2 * at.radius:.4g}" fill="transparent"/></a>'
        for number, (at, entry) in enumerate(zip(points, entries, strict=True), start=1)
    )
    over = f'<svg class="links" viewBox="0 0 {drawing.width} {drawing.height}">{links}</svg>'
    articles = "\n".join(
        f'<article class="puzzle" id="puzzle-{number}"><h2>{text(entry.title)}</h2>'
        f"{picture(entry.kind.draw(entry.puzzle), PUZZLE)}</article>"
        for number, entry in enumerate(entries, start=1)
    )
    main = (
        f'<h1>{text(drawing.title)}</h1>\n<p>Choose a point to play its puzzle.</p>\n<div class="scatter">'
        f'{picture(drawing, WIDTH)}{over}</div>\n<div class="puzzles">{articles}</div>'
    )
    scripts = scripts_for(dict(enumerate(entries, start=1)))
    return page(drawing.title, main, _STYLE + BOARD_STYLE, MARK, AUTO, scripts)


_STYLE = """
.scatter { position: relative; max-width: 60rem; }
.scatter svg { width: 100%; }
.links { position: absolute; inset: 0; }
.links a:focus circle, .links a:hover circle { fill: var(--accent-2); fill-opacity: .5; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.6rem; align-items: start; }
.puzzle:target { outline: .2rem solid var(--accent-2); outline-offset: .5rem; }
.puzzle h2 { font-size: 1rem; }
"""
