"""A drawing as characters: half blocks with colour, braille dots without."""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from quandary.draw.colour import parse_colour
from quandary.draw.hatch import hatch
from quandary.draw.raster import rasterise
from quandary.draw.shapes import Drawing, Text

ROWS = 24
"""The height to which a picture is enlarged, so that all of it fits on the screen."""
SMALLEST, LARGEST = 4, 12
"""The range of columns per unit: enough for a line and a digit, not more than looks good."""

Rgb: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class CharacterStyle:
    """The colours of a character, None where there is no colour."""

    front: Rgb | None = None
    back: Rgb | None = None
    bold: bool = False

    def code(self) -> str:
        """Return the escape sequence that switches to this style from any other."""
        codes = ["0"] + ["1"] * self.bold
        for layer, rgb in (38, self.front), (48, self.back):
            codes += [f"{layer};2;{rgb[0]};{rgb[1]};{rgb[2]}"] if rgb else []
        return f"\x1b[{';'.join(codes)}m"


PLAIN = CharacterStyle()
HALF = "▀"


@dataclass
class TerminalCell:
    """A place for one character, empty in the right half of a wide one."""

    character: str
    style: CharacterStyle = PLAIN


Page: TypeAlias = list[list[TerminalCell]]


def characters(drawing: Drawing, columns: int, *, in_colour: bool) -> str:
    """Return the picture as lines of characters for `render.to_terminal`."""
    per_unit = _columns_per_unit(drawing, columns)
    page = _half_blocks(drawing, per_unit) if in_colour else _braille(drawing, per_unit)
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            _write(page, shape, per_unit, in_colour)
    return "\n".join(_line(row) for row in page)


def _columns_per_unit(drawing: Drawing, columns: int) -> float:
    """Return the columns per unit that fill a screen, within the width and with text at least a row tall."""
    text = min((shape.size for shape in drawing.shapes if isinstance(shape, Text)), default=1.0)
    wanted = min(LARGEST, max(SMALLEST, 2 * ROWS / drawing.height, 2 / text))
    size = min(wanted, (max(columns, 1) - 1) / drawing.width)
    if size < 1:
        return size
    # Whole columns and whole rows make all cells alike, so that all digits sit at the same height.
    return math.floor(size) if size < SMALLEST else 2 * math.floor(size / 2)


def _half_blocks(drawing: Drawing, per_unit: float) -> Page:
    pixels = rasterise(drawing, per_unit).round().astype(int)
    paper = np.broadcast_to(parse_colour(drawing.background)[:3], pixels[:1].shape)
    rows = np.vstack([pixels, paper]).tolist()  # an odd last row stands on paper
    pairs = zip(rows[0:-1:2], rows[1::2], strict=True)
    return [
        [_half_block(tuple(top), tuple(bottom)) for top, bottom in zip(*pair, strict=True)] for pair in pairs
    ]


def _half_block(top: Rgb, bottom: Rgb) -> TerminalCell:
    return (
        TerminalCell(" ", CharacterStyle(back=top))
        if top == bottom
        else TerminalCell(HALF, CharacterStyle(top, bottom))
    )


def _braille(drawing: Drawing, per_unit: float) -> Page:
    dots = hatch(drawing, 2 * per_unit)
    rows, columns = dots.shape
    dots = np.pad(dots, ((0, -rows % 4), (0, -columns % 2)))
    # Braille numbers the six upper dots of a character downwards, and the two lowest came later.
    weights = np.array([[1, 8], [2, 16], [4, 32], [64, 128]])
    blocks = dots.reshape(dots.shape[0] // 4, 4, dots.shape[1] // 2, 2)
    sums: list[list[int]] = (blocks * weights[:, None, :]).sum(axis=(1, 3)).tolist()
    return [[TerminalCell(chr(0x2800 + total) if total else " ") for total in row] for row in sums]


def _write(page: Page, text: Text, per_unit: float, in_colour: bool) -> None:
    """Write the text over the cells in its place and cut off what lies outside the page."""
    pieces = _pieces(text.text)
    length = sum(width for _, width in pieces)
    before = {"start": 0.0, "middle": (length - 1) / 2, "end": length - 1.0}[text.anchor]
    column = math.floor(text.at[0] * per_unit - before + 0.5 + 1e-6)
    row = math.floor((text.at[1] * per_unit + 0.5) / 2 + 1e-6)
    if not 0 <= row < len(page):
        return
    for piece, width in pieces:
        if 0 <= column <= len(page[row]) - width:
            style = _text_style(text, page[row][column]) if in_colour else PLAIN
            _put(page[row], column, [piece, *[""] * (width - 1)], style)
        column += width


def _text_style(text: Text, below: TerminalCell) -> CharacterStyle:
    """Return the text's colour on the half of the cell that shows it better."""
    red, green, blue, _ = parse_colour(text.fill)
    halves = [below.style.back, *[below.style.front] * (below.character == HALF)]
    back = max(filter(None, halves), key=lambda half: math.dist(half, (red, green, blue)))
    return CharacterStyle((red, green, blue), back, text.bold)


def _put(row: list[TerminalCell], column: int, halves: Sequence[str], style: CharacterStyle) -> None:
    after = column + len(halves)
    if row[column].character == "":  # the right half of a wide character, which must go as a whole
        row[column - 1].character = " "
    if after < len(row) and row[after].character == "":
        row[after].character = " "
    row[column:after] = [TerminalCell(half, style) for half in halves]


def _pieces(text: str) -> list[tuple[str, int]]:
    """Split a text into characters with their accents, each with the number of columns it takes."""
    pieces: list[tuple[str, int]] = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category == "Cf" or unicodedata.name(character, "").startswith("VARIATION SELECTOR"):
            continue  # these only change how their neighbours look and the direction of text
        if category in {"Mn", "Me"} and pieces:
            base, width = pieces.pop()
            pieces.append((base + character, width))
        else:
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            pieces.append((character if character.isprintable() else "\N{REPLACEMENT CHARACTER}", width))
    return pieces


def _line(row: Sequence[TerminalCell]) -> str:
    parts, current = [], PLAIN
    for cell in row:
        if cell.character and cell.style != current:
            current = cell.style
            parts.append(current.code())
        parts.append(cell.character)
    line = "".join(parts)
    return line.rstrip() if current == PLAIN else line + PLAIN.code()
