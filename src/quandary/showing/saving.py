"""Save a picture under any name."""

from pathlib import Path

from quandary.draw.palette import AUTO, Palette
from quandary.draw.render import as_file
from quandary.draw.shapes import Drawing
from quandary.parts.atomic import write_atomically


def save(drawing: Drawing, path: str | Path, *, palette: Palette = AUTO, width: int | None = None) -> None:
    """Write the picture to a file as SVG, PNG or PDF, chosen by the end of its name.

    By default an SVG follows the page that shows it, and a PNG or PDF is light. The width is in pixels.

    >>> save(Drawing(1, 1, ()), "panel.gif")
    Traceback (most recent call last):
    ...
    quandary.errors.FileError: Cannot save a picture as panel.gif: end its name in .svg, .png or .pdf
    """
    write_atomically(path, as_file(drawing, path, palette=palette, width=width))
