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

    You get a folder with a small, plain board puzzle under your name, which works and passes the contract
    suite as it is. Write your rules in the place of its own. There is one file for each thing that a kind can
    offer, and its first line says when to delete it.
    Inside a source checkout of quandary the kind is added to it. Anywhere else you get a project of its
    own, a plug-in that an installed quandary finds.

        quandary new-kind peg_solitaire
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
    put(f"  pytest{' ' * 25}" + "what every kind promises, checked on yours")
