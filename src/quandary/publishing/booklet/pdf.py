"""Typeset a booklet with typst: the same book gives the same bytes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal, TypeAlias

from quandary._version import __version__
from quandary.draw.palette import Palette
from quandary.draw.palette import palette as find_palette
from quandary.draw.render import FONT
from quandary.draw.shapes import Drawing
from quandary.draw.svg import printable, to_svg
from quandary.errors import QuandaryError
from quandary.publishing.booklet.content import Book, Instructions, Item, Section
from quandary.publishing.booklet.sheets import Sheet
from quandary.publishing.booklet.style import PAPERS, Style, grid_for

HEADER = 0.08
"""The share of a cell's height that its heading takes, about."""
NARROWEST = {False: 52.0, True: 120.0}
"""The least width of a puzzle in millimetres when fitted, by whether it is large print."""
CARD_WIDTH, CARD_HEIGHT = 56.0, 80.0
"""The size of a card in millimetres."""
ANSWER_WIDTH, ANSWER_HEIGHT = 45.0, 60.0
SMALLEST_UNIT = 7.2
"""The least width of one unit of a drawing, about a cell, in millimetres when fitted."""
LINES = 9.0
"""The height of a puzzle's heading and the space around it, in millimetres."""
FORMAT = 1
Volume: TypeAlias = Literal["book", "answers"]
Sheets: TypeAlias = Sequence[Sheet]


@dataclass(frozen=True)
class PlacedPicture:
    """A picture on a page, in points from its upper left corner."""

    name: str
    page: int
    x: float
    y: float
    width: float
    height: float


def to_pdf(book: Book, style: Style = Style(), sheets: Sheets = (), *, part: Volume = "book") -> bytes:
    """Return a booklet as a PDF file with the puzzles and answers attached as data.

    If answers are separate, `part` is "book" or "answers".
    """
    data: bytes = _run("compile", book, style, sheets, part, format="pdf")
    return data


def to_pngs(book: Book, style: Style = Style(), sheets: Sheets = (), *, ppi: float = 60) -> list[bytes]:
    """Return every page as a PNG file, to look at."""
    pages = _run("compile", book, style, sheets, "book", format="png", ppi=ppi)
    return [pages] if isinstance(pages, bytes) else list(pages)


def boxes(
    book: Book, style: Style = Style(), sheets: Sheets = (), *, part: Volume = "book"
) -> list[PlacedPicture]:
    """Return the box of every picture, in order."""
    found = _run("query", book, style, sheets, part, selector="<box>", field="value")
    return [PlacedPicture(**each) for each in json.loads(found)]


def misplaced(found: list[PlacedPicture], style: Style) -> list[str]:
    """Return what is wrong with the boxes of pictures: outside the page, without area, or overlapping.

    >>> misplaced([PlacedPicture("a", 1, 60, 60, 10, 10), PlacedPicture("b", 1, 65, 65, 10, 10)], Style())
    ['a and b overlap on page 1']
    """
    width, height = (side * 72 / 25.4 for side in PAPERS[style.paper])
    problems = []
    for each in found:
        if min(each.width, each.height) < 1:
            problems.append(f"{each.name} has no room on page {each.page}")
        if (
            min(each.x, each.y) < 0
            or each.x + each.width > width + 0.1
            or each.y + each.height > height + 0.1
        ):
            problems.append(f"{each.name} leaves page {each.page}")
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            if one.page == other.page and _overlap(one, other):
                problems.append(f"{one.name} and {other.name} overlap on page {one.page}")
    return problems


def _overlap(one: PlacedPicture, other: PlacedPicture) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.1 and down > 0.1


def attached_data(book: Book) -> str:
    """Return the puzzles and answers of a booklet as JSON."""
    puzzles = [
        {
            "number": item.number,
            "id": item.entry.id,
            "kind": item.entry.kind.name,
            "rules": item.entry.kind.version,
            "puzzle": item.entry.kind.format(item.entry.puzzle),
            "answer": item.answer.text or None,
            **({"note": item.note} if item.note else {}),
        }
        for item in book.items
    ]
    told = {"booklet": FORMAT, "quandary": __version__, "title": book.title, "puzzles": puzzles}
    return json.dumps(told, ensure_ascii=False, indent=1)


def _run(method: str, book: Book, style: Style, sheets: Sheets, part: Volume, **options: Any) -> Any:
    """Let typst do something with a booklet."""
    try:
        import typst
    except ImportError as error:
        raise QuandaryError("A PDF booklet needs typst; install quandary[print]") from error
    inputs = {"book": json.dumps(_layout(book, style, sheets, part)), "data": attached_data(book)}
    with as_file(files(__package__)) as folder:
        return getattr(typst, method)(
            Path(folder) / "main.typ",
            root=folder,
            ignore_system_fonts=True,  # the fonts that come with typst, so that every machine makes the same
            sys_inputs=inputs,
            **options,
        )


def _layout(book: Book, style: Style, sheets: Sheets, part: Volume) -> dict[str, Any]:
    """Return everything that the template shows."""
    colours = "light" if style.palette == "auto" else style.palette
    pen = _Pen(find_palette("print" if style.ink_light else colours))
    width, height = PAPERS[style.paper]
    only_answers = part == "answers"
    linked = style.answers == "back"
    answers = (linked and not style.cards) or only_answers
    full = not only_answers and not style.worksheet and not style.cards
    plain = not only_answers and not style.cards
    return {
        "title": book.title if not only_answers else f"{book.title}: answers",
        "about": book.about,
        "counted": _counted(book),
        "width": width,
        "height": height,
        "margin": style.margin,
        "extra": style.extra if style.binding != "none" else 0,
        "binding": style.binding,
        "points": style.points,
        "legend": list(book.legend) if plain else [],
        "has-cover": style.cover and full,
        "cover": pen.svg(_showpiece(book).drawing) if book.items else None,
        "contents": full and len(book.sections) > 1,
        "instructions": [_told(each, pen) for each in book.instructions] if full else [],
        "worksheet": style.worksheet,
        "sections": []
        if not plain
        else [_section(each, style, pen, linked=linked) for each in book.sections],
        "hints": [_hint(item) for item in book.items if item.hints] if style.hints and plain else [],
        "answers": [_answers(each, pen, here=not only_answers) for each in book.sections] if answers else [],
        "answer-columns": max(2, int(style.size[0] / (ANSWER_WIDTH * (1.6 if style.large_print else 1)))),
        "answer-height": ANSWER_HEIGHT * (1.5 if style.large_print else 1),
        "cards": _cards(book, style, pen) if style.cards and not only_answers else None,
        "sheets": [_sheet(each, pen) for each in sheets] if not only_answers else [],
    }


@dataclass(frozen=True)
class _Pen:
    """Draws pictures for paper."""

    palette: Palette

    def svg(self, drawing: Drawing) -> str:
        return to_svg(drawing, palette=self.palette, font=FONT)


def _counted(book: Book) -> str:
    number = len(book.items)
    return f"{number:,} puzzle{'s' * (number != 1)}"


def _showpiece(book: Book) -> Item:
    """Return the puzzle for the cover: the middle one, which gives nothing away."""
    return book.items[len(book.items) // 2]


def _told(told: Instructions, pen: _Pen) -> dict[str, Any]:
    symbols = [{"svg": pen.svg(drawing), "says": says} for drawing, says in told.symbols]
    return {"title": told.title, "summary": told.summary, "blocks": told.blocks, "symbols": symbols}


def _section(section: Section, style: Style, pen: _Pen, *, linked: bool) -> dict[str, Any]:
    columns, rows = page_grid(section, style)
    items = [_puzzle(item, style, pen, linked=linked) for item in section.items]
    pages = [items[at : at + columns * rows] for at in range(0, len(items), columns * rows)]
    points = sum(item.points for item in section.items)
    return {
        "title": section.title,
        "about": section.about,
        "columns": columns,
        "rows": rows,
        "pages": pages,
        "points": points,
    }


def page_grid(section: Section, style: Style) -> tuple[int, int]:
    """Return the columns and rows of a section's pages."""
    width, height = style.size
    aspect = max(item.drawing.width / item.drawing.height for item in section.items)
    high = height * (1 - HEADER)
    if style.per_page is not None:
        return grid_for(style.per_page, width, high, aspect)
    widest = max(item.drawing.width for item in section.items)
    least = min(width, max(NARROWEST[style.large_print], SMALLEST_UNIT * widest))
    columns = max(1, int(width // least))
    rows = max(1, int(high / (width / columns / aspect + LINES)))
    number = len(section.items)
    if -(-number // (columns * (rows + 1))) < -(-number // (columns * rows)) and rows > 1:
        rows += 1  # a little smaller, but no page that is nearly empty
    return columns, min(rows, -(-number // columns))


def _puzzle(item: Item, style: Style, pen: _Pen, *, linked: bool) -> dict[str, Any]:
    below = style.answers == "below" and item.answer.drawing is not None
    return {
        "number": item.number,
        "title": printable(item.title),
        "marks": item.marks,
        "score": f"{item.score:.2f} bits" if item.score is not None and item.unit == "bits" else "",
        "points": item.points if style.worksheet else 0,
        "note": printable(item.note),
        "svg": pen.svg(item.drawing),
        "aspect": item.drawing.height / item.drawing.width,
        "alt": printable(item.drawing.title or item.entry.kind.title),
        "linked": linked,
        **({"below": pen.svg(item.answer.drawing)} if below and item.answer.drawing else {}),
    }


def _hint(item: Item) -> dict[str, Any]:
    return {"number": item.number, "lines": [printable(each) for each in item.hints]}


def _answers(section: Section, pen: _Pen, *, here: bool) -> dict[str, Any]:
    return {"title": section.title, "items": [_answer(item, pen, here=here) for item in section.items]}


def _answer(item: Item, pen: _Pen, *, here: bool) -> dict[str, Any]:
    drawing = item.answer.drawing
    return {
        "number": item.number,
        "here": here,
        "title": printable(item.title),
        "source": printable(item.entry.source),
        "svg": None if drawing is None else pen.svg(drawing),
        "aspect": 0.1 if drawing is None else drawing.height / drawing.width,
        "alt": f"The answer to puzzle {item.number}",
        "shown": printable(item.answer.shown),
        "note": printable(item.note),
    }


def _cards(book: Book, style: Style, pen: _Pen) -> dict[str, Any]:
    """Return the cards, page by page, with the backs in mirrored order."""
    width, height = style.size
    columns, rows = max(1, int(width // CARD_WIDTH)), max(1, int(height // CARD_HEIGHT))
    pages = []
    for at in range(0, len(book.items), columns * rows):
        items = book.items[at : at + columns * rows]
        fronts = [_card(item, item.drawing, pen, f"puzzle {item.number}") for item in items]
        backs = [_card(item, item.answer.drawing, pen, f"answer {item.number}") for item in items]
        pages.append({"fronts": fronts, "backs": list(_mirrored(backs, columns))})
    return {"width": CARD_WIDTH, "height": CARD_HEIGHT, "columns": columns, "pages": pages}


def _mirrored(cards: list[dict[str, Any]], columns: int) -> Iterator[dict[str, Any] | None]:
    """Yield the backs of cards as they lie when the sheet is turned over, with blanks for missing ones."""
    for at in range(0, len(cards), columns):
        row = cards[at : at + columns]
        yield from reversed([*row, *[None] * (columns - len(row))])


def _card(item: Item, drawing: Drawing | None, pen: _Pen, name: str) -> dict[str, Any]:
    return {
        "number": item.number,
        "marks": item.marks,
        "name": name,
        "svg": None if drawing is None else pen.svg(drawing),
        "aspect": 1.0 if drawing is None else drawing.height / drawing.width,
        "alt": name,
        "shown": printable(item.answer.shown),
    }


def _sheet(sheet: Sheet, pen: _Pen) -> dict[str, Any]:
    pictures = [
        {"svg": pen.svg(drawing), "width": width, "height": height}
        for drawing, width, height in sheet.pictures
    ]
    return {"title": sheet.title, "about": sheet.about, "pictures": pictures}
