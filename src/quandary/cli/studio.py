"""The verb `studio`: everything without a terminal."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quandary.cli.console import put, say
from quandary.cli.options import MORE, Port
from quandary.cli.play import web_is_there
from quandary.errors import FileError


def studio(
    what: Annotated[
        list[Path] | None,
        typer.Argument(metavar="WHAT", help="Files and folders of puzzles [default: this folder]."),
    ] = None,
    port: Port = 0,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in the browser.", rich_help_panel=MORE),
    ] = True,
) -> None:
    """Look at puzzles, change them, order and print them, all in the browser.

        quandary studio
        quandary studio levels.jsonl
        quandary studio my-puzzles/

    The page shows every puzzle with how hard it is. Open one to change it on the board and to see what each
    change would do. New puzzles go to puzzles.jsonl in the folder. The page is for this computer only, and the
    printed link works once. Ctrl-C stops it.
    """
    web_is_there()
    targets = [each.resolve() for each in what or [Path()]]
    for each in targets:
        if not each.exists():
            raise FileError(
                f"There is no file or folder {each.name}. Name one that exists, or none for this folder."
            )
    open_studio(targets, port=port, browser=browser and sys.stdout.isatty())


def open_studio(targets: list[Path], *, port: int, browser: bool) -> None:
    """Serve the studio until it is interrupted."""
    from quandary.web.project.boot import boot
    from quandary.web.project.run import listen, serve
    from quandary.web.project.serving import Serving
    from quandary.web.studio.crew import Crew
    from quandary.web.studio.desk import Desk, open_desk
    from quandary.web.studio.files import sweep_folder
    from quandary.web.studio.tasks import work

    serving = Serving(app="studio", port=port)
    made = listen(serving)
    boot(serving)
    from quandary.web.studio.views import employ

    first = targets[0]
    desk = Desk(list(targets), first if first.is_dir() else first.parent)
    open_desk(desk)
    sweep_folder(desk.folder)
    crew = Crew(work)
    employ(crew)
    desk.look()
    link = f"http://127.0.0.1:{made.getsockname()[1]}/?token={serving.token}"
    put(link)
    count = len(desk.items)
    say(f"{count:,} puzzle{'s' * (count != 1)} on the desk, for this computer only; Ctrl-C stops it")
    if browser:
        import webbrowser

        webbrowser.open(link)
    try:
        serve(made, serving)
    finally:
        crew.end()
