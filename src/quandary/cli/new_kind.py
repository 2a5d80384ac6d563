"""`quandary new-kind`: start a new kind."""

from pathlib import Path
from typing import Annotated

import typer

from quandary.cli.console import put


def new_kind(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the kind: a-z, 0-9 and _.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="Create the plug-in project in this folder.")
    ] = Path(),
) -> None:
    """Start a new kind of puzzle from a working template.

    The new folder holds a small board puzzle under your name that works and passes the contract suite as it
    is. Replace its rules with yours. There is one file for each thing that a kind can offer, and its first
    line says when to delete it. Inside a source checkout of quandary the kind is added to the checkout.
    Anywhere else you get a separate project, a plug-in for an installed quandary.

        quandary new-kind peg_solitaire
        quandary new-kind peg_solitaire --into ..
    """
    from quandary.library.new_kind import new_kind as make

    folder = make(name, into)
    plug_in = (folder / "pyproject.toml").exists()
    put(f"Made {folder}. Next:")
    if plug_in:
        put(f"  cd {folder} && pip install -e '.[test]'")
    put(f"  quandary kinds                 it is listed as {name}")
    put("  edit rules.py                  the rules of your puzzle, in plain Python")
    put("  look at the other files        the first line of each says when to delete it")
    put(f"  pytest{' ' * 25}" + "check that your kind keeps the contract")
