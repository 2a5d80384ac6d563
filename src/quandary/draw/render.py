"""Drawings in the terminal, as PNG and as PDF, and as a file under any name."""

import re
import zlib
from pathlib import Path
from typing import Literal

from quandary.draw.palette import AUTO, LIGHT, Palette, painted
from quandary.draw.shapes import Drawing
from quandary.draw.svg import printable, to_svg
from quandary.errors import FileError, QuandaryError

SVG_SCALE, PNG_WIDTH = 48, 800
"""Pixels per unit of an SVG, and across a PNG, unless told."""
POINTS = 36
"""Points per unit on paper, which gives the SVG's own size."""
SIGNATURES = {
    ".svg": rb'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 [^>]*role="img"',
    ".png": rb"\x89PNG[\s\S]{29}\x00\x00\x00\x11tEXtSoftware\x00quandary",
    ".pdf": rb"%PDF-[\s\S]*/Keywords\(quandary\)",
}
"""The first bytes of a saved picture, by the end of its name."""
IHDR_END = 33
"""The number of bytes in a PNG before the place where text may stand."""
FONT = "DejaVu Sans Mono"
"""The font that comes with typst, so that pictures are the same on every machine."""


def to_terminal(drawing: Drawing, *, palette: Palette = LIGHT, columns: int = 80, colour: bool = True) -> str:
    """Return the picture as lines of characters, at most `columns` wide.

    With colour, each character holds two pixels (half blocks, 24-bit colours), without it eight dots
    (braille). Texts are written as characters in their places.

    >>> from quandary.draw.shapes import Line, Text
    >>> tent = Drawing(2, 1, (Line(((0, 1), (1, 0), (2, 1)), width=0.1), Text((1, 0.7), "7")))
    >>> print(to_terminal(tent, columns=13, colour=False))
        ⢀⠔⠑⢄
      ⢀⠔⠁   ⠑⢄
    ⢀⠔⠁   7   ⠑⢄
    ⠁           ⠁
    """
    from quandary.draw.terminal import characters  # with numpy, which only pictures in the terminal need

    return characters(painted(drawing, palette), columns, in_colour=colour)


def to_png(drawing: Drawing, *, palette: Palette = LIGHT, width: int = PNG_WIDTH) -> bytes:
    """Return the picture as a PNG file `width` pixels wide, with the same bytes every time."""
    if width < 1:
        raise QuandaryError(f"A PNG cannot be {width} pixels wide; ask for at least 1")
    height = max(1, round(width * drawing.height / drawing.width))
    plain = _typeset(painted(drawing, palette), "png", width, height)
    text = b"tEXtSoftware\0quandary"
    signature = (len(text) - 4).to_bytes(4, "big") + text + zlib.crc32(text).to_bytes(4, "big")
    return plain[:IHDR_END] + signature + plain[IHDR_END:]


def to_pdf(drawing: Drawing, *, palette: Palette = LIGHT) -> bytes:
    """Return the picture as a PDF file with one page of its size, with the same bytes every time."""
    return _typeset(painted(drawing, palette), "pdf", drawing.width * POINTS, drawing.height * POINTS)


def as_file(
    drawing: Drawing, path: str | Path, *, palette: Palette = AUTO, width: int | None = None
) -> bytes:
    """Return what a file with this name contains: the picture as SVG, PNG or PDF, by the end of the name."""
    match Path(path).suffix.lower():
        case ".svg":
            scale = SVG_SCALE if width is None else width / drawing.width
            return to_svg(drawing, palette=palette, scale=scale).encode()
        case ".png":
            return to_png(drawing, palette=palette, width=PNG_WIDTH if width is None else width)
        case ".pdf":
            return to_pdf(drawing, palette=palette)
    raise FileError(f"Cannot save a picture as {path}: end its name in .svg, .png or .pdf")


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture that quandary saved."""
    signature = SIGNATURES.get(path.suffix.lower())
    return signature is not None and re.match(signature, path.read_bytes()) is not None


# Everything comes in as data, never as typst code, so titles and texts cannot run anything.
_PAGE = b"""
#let title = if sys.inputs.title != "" { sys.inputs.title }
#let (width, height) = ("width", "height").map(side => float(sys.inputs.at(side)) * 1pt)
#set document(title: title, keywords: "quandary", date: none)
#set page(width: width, height: height, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: width, height: height, fit: "stretch", alt: title)
"""


def _typeset(drawing: Drawing, kind: Literal["png", "pdf"], width: float, height: float) -> bytes:
    try:
        import typst
    except ImportError as error:
        raise QuandaryError("PNG and PDF need typst; install quandary[print]") from error
    inputs = {
        "title": printable(drawing.title),
        "svg": to_svg(drawing, palette=LIGHT, font=FONT),
        "width": str(width),
        "height": str(height),
    }
    # At 72 pixels per inch a pixel is a point, so the PNG gets exactly the size of the page.
    return typst.compile(_PAGE, format=kind, ppi=72, sys_inputs=inputs)
