"""The verb `play`: puzzles on a board in the browser."""

import sys
from typing import Annotated

import typer

from quandary.cli.console import put, say
from quandary.cli.options import PuzzleArgument
from quandary.cli.reading import Reading
from quandary.errors import QuandaryError

MOST = 2_000


def play(
    puzzle: PuzzleArgument,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Serve on this port. 0 takes a free one."),
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Play puzzles in the browser, with undo, hints and the answer.

        quandary play sudoku:.3....3....41...
        quandary play mazes.jsonl
        quandary play my_puzzle.py:Crossing

    FILE.py:CLASS is a puzzle of your own: its four methods, and for the picture draw(state) and
    anchor(state, move) if it has them. The page is for this computer only, and the printed link works
    once. Ctrl-C ends it.
    """
    from quandary.library.own import is_own, read_own

    web_is_there()
    from quandary.web.play import shelf
    from quandary.web.play.playable import Playable
    from quandary.web.project.boot import boot
    from quandary.web.project.run import listen, serve
    from quandary.web.project.serving import Serving

    if is_own(puzzle):
        served = [Playable.own(read_own(puzzle), puzzle.rpartition(":")[2])]
    else:
        reading = Reading([puzzle])
        served = [Playable.of(entry) for entry, _ in zip(reading, range(MOST), strict=False)]
        if not served:
            raise typer.Exit(2) if reading.problems else QuandaryError(f"{puzzle} has no puzzles.")
    serving = Serving(app="play", port=port)
    made = listen(serving)
    boot(serving)
    shelf.put(served, puzzle[-100:])
    link = f"http://127.0.0.1:{made.getsockname()[1]}/?token={serving.token}"
    put(link)
    say(f"serving {len(served)} puzzle{'s' * (len(served) != 1)} to this computer only; Ctrl-C ends it")
    if browser and sys.stdout.isatty():
        import webbrowser

        webbrowser.open(link)
    serve(made, serving)


def web_is_there() -> None:
    """Raise an error that says what to install if Django is missing."""
    from importlib.util import find_spec

    if find_spec("django") is None or find_spec("waitress") is None or find_spec("whitenoise") is None:
        raise QuandaryError("Pages in the browser need Django; install quandary[web]")
