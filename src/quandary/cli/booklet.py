"""`quandary booklet`: print puzzles and their answers as a PDF file or a page."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import say
from quandary.cli.options import DEFAULT_SECONDS, MORE, Force, PaletteName, Seconds
from quandary.errors import FileError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.publishing.booklet.content import Allowance, Book
    from quandary.publishing.booklet.style import Style

FORMATS = (".pdf", ".html")


_What: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="WHAT", help="A course file, or files of puzzles.")
]
_Output: TypeAlias = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Write to this .pdf or .html file.")
]
_Title: TypeAlias = Annotated[str, typer.Option("--title", metavar="T", help="Use this title.")]
_PerPage: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--per-page", metavar="N", min=1, max=48, help="Print N puzzles on a page [default: fitted]."
    ),
]
_Paper: TypeAlias = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="P",
        help="Use paper of the size A4, A5, letter or, for example, 6x9in or 170x240mm.",
    ),
]
_Answers: TypeAlias = Annotated[
    str,
    typer.Option(
        "--answers",
        metavar="WHERE",
        help="Print answers at the back, separate, below (upside down) or none.",
    ),
]
_Hints: TypeAlias = Annotated[bool, typer.Option("--hints", help="Add hints, step by step.")]
_LargePrint: TypeAlias = Annotated[bool, typer.Option("--large-print", help="Use large text and pictures.")]
_InkLight: TypeAlias = Annotated[
    bool, typer.Option("--ink-light", help="Use little ink and no colour.", rich_help_panel=MORE)
]
_Binding: TypeAlias = Annotated[
    str,
    typer.Option(
        "--binding",
        metavar="SIDE",
        help="Bind on the left or right, where the margin is wider, or none.",
        rich_help_panel=MORE,
    ),
]
_Inside: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--inside",
        metavar="MM",
        help="Leave a margin of MM millimetres at the binding [default: by paper].",
        rich_help_panel=MORE,
    ),
]
_Cover: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--cover",
        metavar="FILE",
        help="Fill the cover with this picture (SVG, PNG or JPEG).",
        rich_help_panel=MORE,
    ),
]
_Imprint: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--imprint", metavar="FILE", help="Print this text on the page after the cover.", rich_help_panel=MORE
    ),
]
_Worksheet: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--worksheet",
        help="Print pages of four with lines for name and score, and no cover.",
        rich_help_panel=MORE,
    ),
]
_Cards: TypeAlias = Annotated[
    bool, typer.Option("--cards", help="Print cards with answers on their backs.", rich_help_panel=MORE)
]
_Pieces: TypeAlias = Annotated[
    bool, typer.Option("--pieces", help="Add sheets of pieces to cut out.", rich_help_panel=MORE)
]
_Static: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--static", help="Write a static page without scripts or playable boards.", rich_help_panel=MORE
    ),
]


def booklet(
    what: _What,
    output: _Output,
    title: _Title = "",
    per_page: _PerPage = None,
    paper: _Paper = "A4",
    answers: _Answers = "back",
    hints: _Hints = False,
    large_print: _LargePrint = False,
    ink_light: _InkLight = False,
    binding: _Binding = "left",
    inside: _Inside = None,
    cover: _Cover = None,
    imprint: _Imprint = None,
    worksheet: _Worksheet = False,
    cards: _Cards = False,
    pieces: _Pieces = False,
    static: _Static = False,
    palette: PaletteName = "auto",
    seconds: Seconds = DEFAULT_SECONDS,
    force: Force = False,
) -> None:
    """Print puzzles and their answers as a booklet.

    WHAT is a course from "quandary curriculum", whose chapters become sections, or any files of puzzles,
    which are sorted by kind and level. The booklet has a cover, instructions for each kind, difficulty
    marks, and answers. A PDF carries its puzzles and answers as attached data. PDF needs typst:
    pip install "quandary[print]". An HTML page is one file that works offline, with folded answers.

    The same command writes the same bytes. With --answers separate the answers go to a second file,
    BOOK-answers.pdf. The exit code is 1 if a puzzle has no answer, and 2 if one cannot be read.

        quandary booklet course.json -o book.pdf
        quandary booklet sudokus.sdm -o friday.pdf --per-page 4 --paper A5 --answers separate
        quandary booklet levels.xsb -o sheet.pdf --worksheet --ink-light
        quandary booklet course.json -o book.pdf --paper 6x9in --cover front.png --imprint imprint.md
        quandary booklet course.json -o book.html
    """
    from quandary.publishing.booklet.front import read_front
    from quandary.publishing.booklet.style import Style

    style = Style.named(
        answers,
        binding,
        paper=paper,
        inside=inside,
        per_page=per_page,
        large_print=large_print,
        ink_light=ink_light,
        hints=hints,
        worksheet=worksheet,
        pieces=pieces,
        cards=cards,
        palette=palette,
    )
    for path in _targets(output, style):
        _check_output(path, what, force=force)
    front = read_front(cover, imprint)
    with counting("solving", meter := _meter()) as tick:
        work = _work(seconds, tick, meter, hints=hints)
        book = replace(_book(what, title, work, in_sections=not worksheet), front=front)
    for problem in work.problems:
        say(problem)
    for path in _targets(output, style):
        _write(path, book, style, is_answers=path != output, playable=not static)
        say(f"wrote {path}: {len(book.items):,} puzzles")
    if work.unreadable:
        raise typer.Exit(2)
    if work.problems:
        raise typer.Exit(1)


def _meter() -> Any:
    from quandary.limits import Meter

    return Meter()


def _work(seconds: float, tick: Any, meter: Any, *, hints: bool) -> "Allowance":
    from quandary.limits import MEMORY, Limits
    from quandary.publishing.booklet.content import Allowance

    return Allowance(Limits(seconds, MEMORY, meter=meter), tick, hints=hints)


def _targets(output: Path, style: "Style") -> list[Path]:
    """Return the files to be written."""
    if output.suffix.lower() == ".pdf" and style.answers == "separate":
        return [output, output.with_name(f"{output.stem}-answers{output.suffix}")]
    return [output]


def _check_output(path: Path, what: list[str], *, force: bool) -> None:
    from quandary.parts.atomic import check_target
    from quandary.publishing.booklet.attached import is_booklet
    from quandary.publishing.booklet.html import MARK
    from quandary.publishing.html import is_page

    ours: dict[str, Any] = {".pdf": is_booklet, ".html": lambda each: is_page(each, MARK)}
    if path.suffix.lower() not in ours:
        raise FileError(f"Cannot write a booklet to {path}. End its name in {' or '.join(FORMATS)}.")
    check_target(path, inputs=what, is_ours=ours[path.suffix.lower()], force=force)


def _book(what: list[str], title: str, work: "Allowance", *, in_sections: bool) -> "Book":
    from quandary.publishing.booklet.content import from_course, from_files, name_from
    from quandary.publishing.course import is_course, read_course

    if len(what) == 1 and is_course(what[0]):
        book = from_course(read_course(what[0]), work)
        return replace(book, title=title or book.title)
    return from_files(what, title or name_from(what), work, in_sections=in_sections)


def _write(path: Path, book: "Book", style: "Style", *, is_answers: bool, playable: bool) -> None:
    from quandary.draw.palette import palette as find_palette
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.booklet.html import booklet_page
    from quandary.publishing.booklet.pdf import to_pdf
    from quandary.publishing.booklet.sheets import sheets_for

    if path.suffix.lower() == ".html":
        name = "print" if style.ink_light else style.palette
        page = booklet_page(
            book, palette=find_palette(name), answers=style.answers != "none", playable=playable
        )
        write_atomically(path, page.encode())
    else:
        sheets = sheets_for(book, style) if style.pieces else ()
        write_atomically(path, to_pdf(book, style, sheets, part="answers" if is_answers else "book"))
