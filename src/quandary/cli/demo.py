"""`quandary demo`: show what quandary is for, on one screen and on a page with pictures."""

import sys
import warnings
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quandary.cli.console import in_colour, put, say
from quandary.cli.options import Force

if TYPE_CHECKING:
    from quandary.publishing.demo.content import Demo

PAGE = Path("demo.html")
NEXT = f"""\
Next:
  quandary demo -o {PAGE}   see pictures of every kind, a course, a booklet
  quandary rate PUZZLE...      rate your own puzzles
  quandary explain PUZZLE      see where one is hard, and why
  quandary kinds               list the kinds and what each offers
  quandary --help              list all commands"""
REST_FOLLOWS = "The compiled core is being built; the rest follows."


def demo(
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the page to this .html, or its first part to this .svg.",
        ),
    ] = None,
    while_building: Annotated[
        bool, typer.Option("--while-building", hidden=True, help="Show only how hard one puzzle is.")
    ] = False,
    force: Force = False,
) -> None:
    """Show what quandary is for: one puzzle explained, and one of every kind rated.

    It takes a few seconds. In a terminal it then offers to open a page with pictures of every kind, a hint, a
    course and a booklet, each with the command that makes it. With -o it only writes that page.

        quandary demo
        quandary demo -o demo.html
    """
    from quandary.courses import shipped
    from quandary.publishing.demo.content import demo as begin

    if output:
        _check(output, force=force)
    shown = begin(shipped())
    for problem in shown.problems:
        say(problem)
    if output:
        _write(shown, output)
    elif while_building:
        _put_first(shown)
    else:
        _put_everything(shown)
        if _at_terminal():
            _offer(shown)


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _put_first(shown: "Demo") -> None:
    from quandary._native import PurePythonWarning
    from quandary.publishing.demo.text import moment, story

    warnings.simplefilter("ignore", PurePythonWarning)  # the last line says that the core is on its way
    put("\n".join([*story(shown), *moment(shown), "", REST_FOLLOWS]))


def _put_everything(shown: "Demo") -> None:
    from quandary.publishing.demo.text import advice, steps, story, table

    put("\n".join([*story(shown), *steps(shown, in_colour=in_colour()), "", *advice(shown), ""]))
    put("\n".join([*table(shown), "", NEXT]))


def _offer(shown: "Demo") -> None:
    """Ask whether to write the page and open it, unless a file of that name is not ours."""
    from quandary.errors import FileError

    try:
        _check(PAGE, force=False)
    except FileError:
        return
    if typer.confirm(f"\nWrite {PAGE.resolve()} and open it?", default=False):
        _write(shown, PAGE)
        webbrowser.open(PAGE.resolve().as_uri())


def _check(output: Path, *, force: bool) -> None:
    """Refuse to write over a file that this command did not make, or in a form that it does not know."""
    from quandary.draw.render import is_picture
    from quandary.errors import FileError
    from quandary.parts.atomic import check_target
    from quandary.publishing.demo.page import is_demo

    if output.suffix.lower() not in (".html", ".svg"):
        raise FileError(f"Cannot write the demo as {output}: end its name in .html or .svg.")
    check_target(output, is_ours=is_picture if output.suffix.lower() == ".svg" else is_demo, force=force)


def _write(shown: "Demo", output: Path) -> None:
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.demo.page import demo_page
    from quandary.publishing.demo.poster import poster
    from quandary.showing.saving import save

    if output.suffix.lower() == ".svg":
        drawn = poster(shown)
        save(drawn, output, width=round(drawn.width))
    else:
        write_atomically(output, demo_page(shown).encode())
    say(f"wrote {output}")
