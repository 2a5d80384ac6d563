"""`quandary convert`: write puzzles in another notation or file format."""

from pathlib import Path
from typing import Annotated

import typer

from quandary.cli.console import put_data, say
from quandary.cli.options import Force, PuzzleArguments, RuleSetName
from quandary.cli.reading import Reading
from quandary.errors import QuandaryError


def convert(
    what: PuzzleArguments,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to this file, in the form that its name ends in."
        ),
    ] = None,
    wanted: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="FORM",
            help="Write this form: jsonl, csv, text, xsb, sdm, puzz.link, windmill ...",
        ),
    ] = "",
    ruleset: RuleSetName = "",
    force: Force = False,
) -> None:
    """Convert puzzles between notations and file formats, and keep titles, authors and facts.

    Every kind has .jsonl, .csv (with a header) and text. Sokoban has .xsb and json, Sudoku .sdm, .sdk,
    .opensudoku, puzz.link and tatham, Fillomino puzz.link and tatham, Witness windmill and jbzdarkid, tilt
    mazes json. All of these are read, too, whatever the file is called. Without -o the result is printed.
    Puzzles that cannot be read are reported, the others are converted, and the exit code is 2.

        quandary convert levels.xsb -o levels.csv
        quandary convert sudoku:.3....3....41... --as puzz.link
        quandary convert mazes.jsonl more.jsonl -o all.csv
        quandary convert 'https://puzz.link/p?fillomino/2/2/3i' --as text
    """
    from quandary.library.convert import form_for, write_form
    from quandary.library.given import apart
    from quandary.parts.atomic import check_target, write_atomically

    form = _form(wanted) if wanted else form_for(output) if output else ".jsonl"
    if output:
        check_target(output, inputs=what, is_ours=_is_other_form, force=force)
    reading = Reading(what, ruleset=ruleset)
    entries = list(apart(reading))
    if not entries:
        if reading.problems:
            raise typer.Exit(2)
        raise QuandaryError("There are no puzzles to convert.")
    text = write_form(entries, form)
    if output:
        write_atomically(output, text.encode())
        say(f"wrote {output}: {len(entries):,} puzzle{'s' * (len(entries) != 1)}")
    else:
        put_data(text.rstrip("\n"))
    reading.finish()


def _is_other_form(path: Path) -> bool:
    """Return False: a converted file looks like anybody's, so it is replaced only with --force."""
    return False


def _form(to: str) -> str:
    """Return the form that a person means: "csv" is ".csv"."""
    from quandary.library.convert import WRITERS
    from quandary.library.registry import find_kinds

    ends = {*WRITERS, *(end for kind in find_kinds().values() for end in kind.file_forms)}
    return f".{to}" if f".{to}" in ends else to
