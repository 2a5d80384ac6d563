"""`quandary show`: draw a puzzle in the terminal or in a file."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import in_colour, put, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Force,
    Memory,
    PaletteName,
    PuzzleArgument,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import pick
from quandary.errors import QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.draw.palette import Palette
    from quandary.draw.shapes import Drawing
    from quandary.library.files import Entry

PLAIN = "text"
"""The kind's own notation."""


def show(
    puzzle: PuzzleArgument,
    solution: Annotated[bool, typer.Option("--solution", help="Draw it solved.")] = False,
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="MOVES",
            help="Draw it after these moves, written as `solve` does.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the picture to this .svg, .png or .pdf file."
        ),
    ] = None,
    index: Annotated[
        int, typer.Option("--index", "-n", metavar="N", min=1, help="Show the N-th puzzle of a file.")
    ] = 1,
    form: Annotated[
        str | None,
        typer.Option("--as", metavar="FORM", help='Print it as "text" or in another notation.'),
    ] = None,
    palette: PaletteName = "auto",
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    force: Force = False,
) -> None:
    """Draw a puzzle in the terminal, or as SVG, PNG or PDF.

    The palette "auto" makes SVG files that turn dark with their page, and is light elsewhere. PNG and PDF
    need typst: pip install "quandary[print]". A kind without pictures is shown in its notation. If a
    puzzle has several starts, --after begins with the one to take, as in the third example. With
    --solution the exit code is 1 if there is no solution.

        quandary show sudoku:.3....3....41... --solution
        quandary show mazes.jsonl -n 3 -o maze-3.svg
        quandary show 'witness:S-E/|.|/S-+' --after 'from (0, 0): up right'
        quandary show 'witness:S-E/*.*/+-+' --as windmill
    """
    from quandary.draw.palette import palette as find_palette
    from quandary.draw.render import is_picture, save
    from quandary.parts.atomic import check_target

    if form is not None and (solution or output or after is not None):
        raise typer.BadParameter("--as prints the puzzle itself, so it excludes --solution, --after and -o.")
    if solution and after is not None:
        raise typer.BadParameter("--solution and --after exclude each other.")
    if output:
        check_target(output, inputs=[puzzle], is_ours=is_picture, force=force)
    entry, colours = pick(puzzle, index, ruleset=ruleset), find_palette(palette)
    if form is not None:
        put(entry.kind.format(entry.puzzle) if form == PLAIN else entry.kind.form(form)(entry.puzzle))
        return
    state = (
        _solved(entry, seconds, memory) if solution else None if after is None else _replayed(entry, after)
    )
    if output is None:
        put(picture(entry, state, colours))
        return
    if entry.kind.pictures.draw is None:
        raise QuandaryError(
            f"The kind {entry.kind.name!r} has no pictures. Leave out -o to print the puzzle."
        )
    save(entry.kind.draw(entry.puzzle, state), output, palette=colours)


def picture(entry: "Entry", state: Any, palette: "Palette") -> str:
    """Return a puzzle in a state as this terminal can show it."""
    kind = entry.kind
    if kind.pictures.draw:
        return on_terminal(kind.draw(entry.puzzle, state), palette)
    if state is None:
        return kind.format(entry.puzzle)
    return kind.pictures.write(entry.puzzle, state) if kind.pictures.write else str(state)


def on_terminal(drawn: "Drawing", palette: "Palette") -> str:
    """Return a picture as this terminal can show it."""
    from quandary.draw.render import to_terminal

    columns = shutil.get_terminal_size().columns
    return to_terminal(drawn, palette=palette, columns=columns, colour=in_colour())


def _solved(entry: "Entry", seconds: float, memory: float) -> Any:
    from quandary.limits import Limits, Meter
    from quandary.solving.follow import follow, solution_text
    from quandary.solving.search import solutions

    with counting("solving", meter := Meter()):
        answer = solutions(entry.puzzle, most=1, limits=Limits(seconds, memory, meter=meter))
    if answer.found:
        return follow(entry.puzzle, solution_text(entry.puzzle, answer.found[0])).states[-1]
    if answer.complete:
        put(f"{entry.id}: no solution, proved")
        raise typer.Exit(1)
    raise QuandaryError(
        f"{entry.id}: gave up looking for a solution ({answer.stop.text}). Allow more with --seconds or --memory."
    )


def _replayed(entry: "Entry", text: str) -> Any:
    """Return the state after the moves of a text, and report whether they solve the puzzle."""
    from quandary.solving.follow import follow

    states, is_solved = follow(entry.puzzle, text)
    number = len(states) - 1
    say(f"{entry.id}: {'solved' if is_solved else 'not solved'} after {number:,} move{'s' * (number != 1)}")
    return states[-1]
