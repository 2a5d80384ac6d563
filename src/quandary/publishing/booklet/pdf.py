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
from quandary.explaining import words
from quandary.publishing.booklet.content import Book, Instructions, Item, Section
from quandary.publishing.booklet.fitting import page_grid
from quandary.publishing.booklet.marks import legend
from quandary.publishing.booklet.paper import paper_size
from quandary.publishing.booklet.sheets import Sheet
from quandary.publishing.booklet.style import Style
from quandary.publishing.booklet.techniques import Technique

CARD_WIDTH, CARD_HEIGHT = 56.0, 80.0
"""The size of a card in millimetres."""
GREATEST_UNIT = {False: 18.0, True: 34.0}
"""The greatest width of one unit of a drawing, about a cell, in millimetres when fitted, by whether it is large print."""
ANSWER_WIDTH, ANSWER_UNIT = {False: 36.0, True: 72.0}, {False: 3.5, True: 7.0}
"""The least width of an answer and of a unit of its drawing."""
ANSWERS_ACROSS, ANSWERS_DOWN = 3, {False: 4, True: 3}
"""The most answers side by side, and one above the other."""
SUSPECTS, LESS = b"/Marked true/Suspects false", b"/Marked true               "
"""What typst says about tags. The second half is the default, and some readers take it for a mistake."""
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
    return data.replace(SUSPECTS, LESS)


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
    width, height = (side * 72 / 25.4 for side in paper_size(style.paper))
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
    width, height = paper_size(style.paper)
    inside, outside, top, bottom = style.margins
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
        "inside": inside,
        "outside": outside,
        "top": top,
        "bottom": bottom,
        "bound": style.is_bound,
        "binding": style.binding,
        "points": style.points,
        "legend": list(book.legend) if plain else [],
        "explained": full,
        "has-cover": style.cover and full,
        "cover": pen.svg(_showpiece(book).drawing) if book.items and not book.front.cover else None,
        "cover-fills": _filling(book.front.cover, width, height),
        "imprint": list(book.front.imprint) if full else [],
        "contents": full and len(book.sections) > 1,
        "instructions": [_told(each, pen) for each in book.instructions] if full else [],
        "worksheet": style.worksheet,
        "sections": []
        if not plain
        else [_section(each, style, pen, linked=linked) for each in book.sections],
        "hints": [_hint(item) for item in book.items if item.hints] if style.hints and plain else [],
        "answers": [_answers(each, style, pen, here=not only_answers) for each in book.sections]
        if answers
        else [],
        "answer-height": style.size[1] / ANSWERS_DOWN[style.large_print] - 12,
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
        "techniques": [_technique(each, pen) for each in section.techniques],
        "rules": _rules(section),
        "legend": list(legend(item.entry.kind for item in section.items if item.marks)),
        "columns": columns,
        "rows": rows,
        "pages": pages,
        "points": points,
    }


def _rules(section: Section) -> list[str]:
    """Return a sentence for each kind of a section, with its name if there are several."""
    kinds = {item.entry.kind.name: item.entry.kind for item in section.items}
    if len(kinds) == 1:
        return [kind.summary for kind in kinds.values()]
    return [f"{words.capital(kind.title)}: {kind.summary}" for kind in kinds.values()]


def _technique(each: Technique, pen: _Pen) -> dict[str, Any]:
    drawing = each.drawing
    return {
        "name": printable(words.capital(each.name)),
        "says": printable(each.says),
        "svg": None if drawing is None else pen.svg(drawing),
        "aspect": 1.0 if drawing is None else drawing.height / drawing.width,
        "shown": printable(words.capital(each.shown)),
    }


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
        "tallest": None if style.per_page else item.drawing.height * GREATEST_UNIT[style.large_print],
        "alt": printable(item.drawing.title or item.entry.kind.title),
        "linked": linked,
        **({"below": pen.svg(item.answer.drawing)} if below and item.answer.drawing else {}),
    }


def _hint(item: Item) -> dict[str, Any]:
    return {"number": item.number, "lines": [printable(each) for each in item.hints]}


def _answers(section: Section, style: Style, pen: _Pen, *, here: bool) -> dict[str, Any]:
    items = [each for item in section.items for each in _answer(item, pen, here=here)]
    return {"title": section.title, "columns": answer_columns(section, style), "items": items}


def answer_columns(section: Section, style: Style) -> int:
    """Return how many answers of a section stand side by side."""
    widest = max(item.drawing.width for item in section.items)
    least = max(ANSWER_WIDTH[style.large_print], ANSWER_UNIT[style.large_print] * widest)
    return min(ANSWERS_ACROSS, max(1, int(style.size[0] // least)))


def _answer(item: Item, pen: _Pen, *, here: bool) -> Iterator[dict[str, Any]]:
    """Yield the pictures of an answer, of which the last one has the moves and the note."""
    drawing = item.answer.drawing
    pictures = item.answer.stretches or (drawing,)
    for at, each in enumerate(pictures, start=1):
        is_last = at == len(pictures)
        yield {
            "number": item.number,
            "here": here,
            "first": at == 1,
            "part": f"{at} of {len(pictures)}" if len(pictures) > 1 else "",
            "title": printable(item.title),
            "source": printable(item.entry.source),
            "svg": None if each is None else pen.svg(each),
            "aspect": 0.1 if each is None else each.height / each.width,
            "alt": f"The answer to puzzle {item.number}",
            "name": f"answer {item.number}" if at == 1 else f"answer {item.number}, part {at}",
            "shown": printable(item.answer.shown) if is_last else "",
            "note": printable(item.note) if is_last else "",
        }


def _filling(cover: str, width: float, height: float) -> str | None:
    """Return a picture as large as the page, as SVG, since typst is given text only."""
    if not cover:
        return None
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image href="{cover}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice"/></svg>'
    )


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
