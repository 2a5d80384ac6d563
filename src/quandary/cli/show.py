"""`quandary show`: draw puzzles in the terminal or in files."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import in_colour, only_ascii, put, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    After,
    Force,
    Index,
    Memory,
    PaletteName,
    PuzzleArguments,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import Reading, pick
from quandary.errors import QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.draw.palette import Palette
    from quandary.draw.shapes import Drawing
    from quandary.library.files import Entry
    from quandary.solving.follow import Followed

PLAIN = "text"
"""The kind's own notation."""
WIDEST = 10_000


_Solution: TypeAlias = Annotated[
    bool, typer.Option("--solution", help="Draw it solved, with the order of the moves.")
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the picture to this .svg, .png or .pdf file. With {id} or {n} in it, one file each.",
    ),
]
_Form: TypeAlias = Annotated[
    str | None,
    typer.Option("--as", metavar="FORM", help='Print it as "text" or in another notation.'),
]
_Columns: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--columns",
        metavar="N",
        min=1,
        max=50,
        help="Put N pictures in a row of a sheet.",
        rich_help_panel=MORE,
    ),
]
_Width: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--width",
        metavar="N",
        min=1,
        max=WIDEST,
        help="Make it N pixels, or characters, wide.",
        rich_help_panel=MORE,
    ),
]
_AsciiOnly: TypeAlias = Annotated[
    bool, typer.Option("--ascii", help="Print plain characters only.", rich_help_panel=MORE)
]


def show(
    puzzle: PuzzleArguments,
    solution: _Solution = False,
    after: After = None,
    output: _Output = None,
    index: Index = None,
    form: _Form = None,
    columns: _Columns = None,
    width: _Width = None,
    ascii_only: _AsciiOnly = False,
    palette: PaletteName = "auto",
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    force: Force = False,
) -> None:
    """Draw puzzles in the terminal, or as SVG, PNG or PDF.

    Several puzzles are drawn one after the other, or with -o on one sheet. If the name of the file has {id} or
    {n} in it, each puzzle gets a file of its own. The palette "auto" makes SVG files that turn dark with their
    page, and is light elsewhere. PNG and PDF need typst: pip install "quandary[print]". A kind without pictures
    is shown in its notation. If a puzzle has several starts, --after begins with the one to take, as in the
    fourth example. With --solution the exit code is 1 if there is no solution.

        quandary show sudoku:.3....3....41... --solution
        quandary show mazes.jsonl -n 3 -o maze-3.svg
        quandary show mazes.jsonl -o sheet.svg --columns 4
        quandary show 'witness:S-E/|.|/S-+' --after 'from (0, 0): up right'
        quandary show mazes.jsonl --solution -o 'answer-{n}.svg'
        quandary show 'witness:S-E/*.*/+-+' --as windmill
    """
    from quandary.draw.palette import palette as find_palette

    if form is not None and (solution or output or after is not None):
        raise typer.BadParameter("--as prints the puzzle itself, so it excludes --solution, --after and -o.")
    if solution and after is not None:
        raise typer.BadParameter("--solution and --after cannot be combined.")
    one_each = output is not None and ("{id}" in output.name or "{n}" in output.name)
    if output and not one_each:
        _check(output, puzzle, force=force)
    colours = find_palette(palette)
    reading = Reading(puzzle, ruleset=ruleset)
    entries = _picked(puzzle, index, ruleset) if index is not None else list(reading)
    if form is not None:
        for entry in entries:
            put(entry.kind.format(entry.puzzle) if form == PLAIN else entry.kind.form(form)(entry.puzzle))
    elif entries and output is None:
        _print(entries, solution, after, colours, seconds, memory, width, ascii_only=ascii_only)
    elif entries and output is not None:
        pages = [_drawing(entry, solution, after, seconds, memory) for entry in entries]
        if one_each:
            _save_each(entries, pages, output, colours, width, puzzle, force=force)
        else:
            _save_sheet(entries, pages, output, colours, width, columns)
    reading.finish()


def _picked(targets: Sequence[str], index: int, ruleset: str) -> "list[Entry]":
    if len(targets) > 1:
        raise typer.BadParameter("--index takes a puzzle of one file. Name only one.")
    return [pick(targets[0], index, ruleset=ruleset)]


def _check(output: Path, inputs: Sequence[str], *, force: bool) -> None:
    from quandary.draw.render import is_picture
    from quandary.parts.atomic import check_target

    check_target(output, inputs=inputs, is_ours=is_picture, force=force)


def _print(
    entries: "list[Entry]",
    solution: bool,
    after: str | None,
    palette: "Palette",
    seconds: float,
    memory: float,
    width: int | None,
    *,
    ascii_only: bool,
) -> None:
    """Print each puzzle, with its name if there are several."""
    from quandary.showing.picture import written

    for number, entry in enumerate(entries):
        if len(entries) > 1:
            put(f"{'' if number == 0 else chr(10)}{entry.title or entry.id}")
        way = _way(entry, solution, after, seconds, memory)
        if ascii_only or only_ascii():
            put(written(entry.puzzle, way.states[-1] if way else None))
        elif solution and way and entry.kind.pictures.draw:
            from quandary.showing.order import in_order

            put(on_terminal(in_order(entry.puzzle, way), palette, width))
        else:
            put(picture(entry, way.states[-1] if way else None, palette, width))


def _save_sheet(
    entries: "list[Entry]",
    pages: "list[Drawing]",
    output: Path,
    palette: "Palette",
    width: int | None,
    columns: int | None,
) -> None:
    from quandary.showing.saving import save
    from quandary.showing.sheet import sheet
    from quandary.showing.show import names

    page = pages[0] if len(pages) == 1 else sheet(pages, names(entries), columns=columns or 0)
    save(page, output, palette=palette, width=width)
    if len(pages) > 1:
        say(f"wrote {output}: {len(pages):,} puzzles")


def _save_each(
    entries: "list[Entry]",
    pages: "list[Drawing]",
    output: Path,
    palette: "Palette",
    width: int | None,
    inputs: Sequence[str],
    *,
    force: bool,
) -> None:
    import re

    from quandary.showing.saving import save

    files = []
    for number, entry in enumerate(entries, start=1):
        safe = re.sub(r"[^\w.=+ -]+", "-", entry.id)
        files.append(output.with_name(output.name.replace("{id}", safe).replace("{n}", str(number))))
    if len(set(files)) < len(files):
        raise QuandaryError(f"Two pictures would have the same name. Put {{n}} into {output}.")
    for file in files:
        _check(file, inputs, force=force)
    for file, page in zip(files, pages, strict=True):
        save(page, file, palette=palette, width=width)
    say(f"wrote {len(files):,} file{'s' * (len(files) != 1)}, {files[0]}{' ...' if len(files) > 1 else ''}")


def _way(
    entry: "Entry", solution: bool, after: str | None, seconds: float, memory: float
) -> "Followed | None":
    """Return the way of a solution or of some moves, None for the puzzle as it is set."""
    if solution:
        return _solved(entry, seconds, memory)
    return None if after is None else _replayed(entry, after)


def _drawing(entry: "Entry", solution: bool, after: str | None, seconds: float, memory: float) -> "Drawing":
    from quandary.showing.order import in_order

    if entry.kind.pictures.draw is None:
        raise QuandaryError(
            f"The kind {entry.kind.name!r} has no pictures. Leave out -o to print the puzzle."
        )
    way = _way(entry, solution, after, seconds, memory)
    if solution and way:
        return in_order(entry.puzzle, way)
    return entry.kind.draw(entry.puzzle, way.states[-1] if way else None)


def picture(entry: "Entry", state: Any, palette: "Palette", width: int | None = None) -> str:
    """Return a puzzle in a state as this terminal can show it."""
    from quandary.showing.picture import written

    if entry.kind.pictures.draw and not only_ascii():
        return on_terminal(entry.kind.draw(entry.puzzle, state), palette, width)
    return written(entry.puzzle, state)


def on_terminal(drawn: "Drawing", palette: "Palette", width: int | None = None) -> str:
    """Return a picture as this terminal can show it."""
    from quandary.draw.render import to_terminal

    columns = width or shutil.get_terminal_size().columns
    return to_terminal(drawn, palette=palette, columns=columns, colour=in_colour())


def _solved(entry: "Entry", seconds: float, memory: float) -> "Followed":
    from quandary.limits import Limits, Meter
    from quandary.solving.follow import follow_solution
    from quandary.solving.search import solutions

    with counting("solving", meter := Meter()):
        answer = solutions(entry.puzzle, most=1, limits=Limits(seconds, memory, meter=meter))
    if answer.found:
        return follow_solution(entry.puzzle, answer.found[0])
    if answer.complete:
        put(f"{entry.id}: no solution, proved")
        raise typer.Exit(1)
    raise QuandaryError(
        f"{entry.id}: gave up looking for a solution ({answer.stop.text}). Allow more with --seconds or --memory."
    )


def _replayed(entry: "Entry", text: str) -> "Followed":
    """Return the way of the moves of a text, and report whether they solve the puzzle."""
    from quandary.solving.follow import follow

    way = follow(entry.puzzle, text)
    number = len(way.states) - 1
    say(
        f"{entry.id}: {'solved' if way.is_solved else 'not solved'} after {number:,} move{'s' * (number != 1)}"
    )
    return way
