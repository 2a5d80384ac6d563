"""A booklet as one page for the browser: it works offline, folds the answers, and prints well."""

from collections.abc import Iterable

from quandary.draw.palette import AUTO, Palette
from quandary.publishing.booklet.content import Book, Instructions, Item, Section
from quandary.publishing.booklet.markdown import Block, Span
from quandary.publishing.html import page, picture, text
from quandary.publishing.playing import BOARD_STYLE, scripts_for

MARK = "booklet"
WIDTH, SYMBOL = 340, 64
"""The widths of a puzzle and of a symbol, in pixels."""


def booklet_page(book: Book, *, palette: Palette = AUTO, answers: bool = True, playable: bool = True) -> str:
    """Return a booklet as a page, always the same text for the same book. Its puzzles can be played on it."""
    parts = [
        f"<header><h1>{text(book.title)}</h1>",
        f"<p>{text(book.about)}</p>" if book.about else "",
        "</header>",
        _contents(book),
        "".join(f'<p class="weak">{text(line)}</p>' for line in book.legend),
        *(_instructions(told, palette) for told in book.instructions),
        *(
            _section(section, number, palette, answers=answers)
            for number, section in enumerate(book.sections, start=1)
        ),
    ]
    scripts = scripts_for({item.number: item.entry for item in book.items}) if playable else None
    style = f"{_STYLE}\n{BOARD_STYLE}" if scripts else _STYLE
    return page(book.title, "\n".join(filter(None, parts)), style, MARK, palette, scripts)


def _contents(book: Book) -> str:
    if len(book.sections) < 2:
        return ""
    links = "".join(
        f'<li><a href="#section-{number}">{text(section.title)}</a></li>'
        for number, section in enumerate(book.sections, start=1)
    )
    return f'<nav><ul class="contents">{links}</ul></nav>'


def _instructions(told: Instructions, palette: Palette) -> str:
    symbols = "".join(
        f"<li>{picture(drawing, SYMBOL, palette)}<span>{text(says)}</span></li>"
        for drawing, says in told.symbols
    )
    return "\n".join(
        [
            f'<section class="told"><h2>{text(told.title)}</h2>',
            f"<p><em>{text(told.summary)}</em></p>",
            *map(_block, told.blocks),
            f'<ul class="symbols">{symbols}</ul>' if symbols else "",
            "</section>",
        ]
    )


def _block(block: Block) -> str:
    if "items" in block:
        return "<ul>" + "".join(f"<li>{_runs(item)}</li>" for item in block["items"]) + "</ul>"
    return f"<p>{_runs(block['paragraph'])}</p>"


def _runs(runs: Iterable[Span]) -> str:
    tags = {"bold": "strong", "soft": "em", "code": "code"}
    return "".join(
        f"<{tags[name]}>{text(value)}</{tags[name]}>" if name in tags else text(value)
        for run in runs
        for name, value in run.items()
    )


def _section(section: Section, number: int, palette: Palette, *, answers: bool) -> str:
    about = f"<p>{text(section.about)}</p>" if section.about else ""
    items = "\n".join(_puzzle(item, palette, answers=answers) for item in section.items)
    return (
        f'<section id="section-{number}"><h2>{text(section.title)}</h2>\n{about}{_techniques(section, palette)}'
        f'<div class="puzzles">\n{items}\n</div></section>'
    )


def _techniques(section: Section, palette: Palette) -> str:
    return "".join(
        f'<div class="told"><h3>{text(each.name[:1].upper() + each.name[1:])}</h3><p>{text(each.says)}</p>'
        + (
            f"{picture(each.drawing, WIDTH, palette)}<p>An example. {text(each.shown)}.</p>"
            if each.drawing
            else ""
        )
        + "</div>"
        for each in section.techniques
    )


def _puzzle(item: Item, palette: Palette, *, answers: bool) -> str:
    marks = f'<span class="marks" title="{text(item.verdict.short)}">{item.marks}</span>'
    head = f"<h3>{item.number} <span>{text(item.title)}</span>{marks if item.marks else ''}</h3>"
    note = f'<p class="weak">{text(item.note)}</p>' if item.note else ""
    hints = "".join(f"<li>{text(each)}</li>" for each in item.hints)
    folded = f"<details><summary>Hints</summary><ol>{hints}</ol></details>" if hints else ""
    return (
        f'<article class="puzzle" id="puzzle-{item.number}">{head}\n{picture(item.drawing, WIDTH, palette)}'
        f"{note}{folded}{_answer(item, palette) if answers else ''}</article>"
    )


def _answer(item: Item, palette: Palette) -> str:
    pictures = item.answer.stretches or ((item.answer.drawing,) if item.answer.drawing else ())
    drawing = "".join(picture(each, WIDTH, palette) for each in pictures)
    shown = f'<p class="moves">{text(item.answer.shown)}</p>' if item.answer.shown else ""
    return f"<details><summary>Answer</summary>{drawing}{shown}</details>"


_STYLE = """
.contents { columns: 16rem; padding-left: 1.2rem; }
a { color: var(--accent-1); }
.told { max-width: 46rem; }
.symbols { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .8rem; padding: 0; list-style: none; }
.symbols li { display: flex; gap: .8rem; align-items: center; }
.symbols svg { flex: 0 0 auto; width: 64px; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.6rem; align-items: start; }
.puzzle h3 { display: flex; gap: .6rem; margin: 0 0 .4rem; align-items: baseline; }
.puzzle h3 span:first-of-type { font-weight: 400; flex: 1; }
.marks { color: var(--soft); font-size: .75rem; letter-spacing: .1em; white-space: nowrap; margin-left: auto; }
.puzzle svg { width: 100%; }
details { margin-top: .5rem; }
summary { cursor: pointer; color: var(--accent-1); }
.moves { font-family: ui-monospace, monospace; font-size: .85rem; }
@media print { details:not([open]), nav, footer { display: none; } .puzzles { display: block; columns: 2; } .puzzle { margin-bottom: 1cm; }
  section { break-before: page; } }
"""
