"""The verb `play`: puzzles on a board in the browser."""

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quandary.cli.console import put, say
from quandary.cli.options import MORE, Force, Port, PuzzleArgument, Seed
from quandary.cli.reading import Reading
from quandary.errors import QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.showing.playable import Playable
    from quandary.web.play.strip import Mark

MOST = 2_000


def play(
    puzzle: PuzzleArgument,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write a page that needs no server.")
    ] = None,
    force: Force = False,
    practice: Annotated[
        bool, typer.Option("--practice", help="Choose the next puzzle by what you solved so far.")
    ] = False,
    seed: Seed = 1,
    port: Port = 0,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in the browser.", rich_help_panel=MORE),
    ] = True,
) -> None:
    """Play puzzles in the browser, with undo, hints and the answer.

        quandary play sudoku:.3....3....41...
        quandary play mazes.jsonl
        quandary play my_puzzle.py:Crossing
        quandary play course.json
        quandary play course.json --practice
        quandary play mazes.jsonl -o mazes.html

    FILE.py:CLASS is a puzzle of your own: its four methods, and for the picture draw(state) and
    anchor(state, move) if it has them. The page is for this computer only, and the printed link works
    once. Ctrl-C stops it. A page written with -o is one file that needs no server.
    """
    web_is_there()
    served = _read(puzzle)
    if output:
        _write(output, puzzle, served, force=force)
        return
    from quandary.web.play import shelf
    from quandary.web.project.boot import boot
    from quandary.web.project.run import listen, serve
    from quandary.web.project.serving import Serving

    serving = Serving(app="play", port=port)
    made = listen(serving)
    boot(serving)
    shelf.put(served, puzzle[-100:], _marks(puzzle))
    if practice:
        _practise(puzzle, served, seed)
    link = f"http://127.0.0.1:{made.getsockname()[1]}/?token={serving.token}"
    put(link)
    say(f"serving {len(served)} puzzle{'s' * (len(served) != 1)} to this computer only; Ctrl-C stops it")
    if browser and sys.stdout.isatty():
        import webbrowser

        webbrowser.open(link)
    serve(made, serving)


def _read(target: str) -> "list[Playable]":
    """Return the puzzles of a file, a course, or a class of the user's own."""
    from quandary.library.own import is_own, own_name, read_all_own
    from quandary.publishing.course import is_course, read_course
    from quandary.showing.playable import Playable

    if is_own(target):
        own = [Playable.own(puzzle, own_name(place)) for place, puzzle in read_all_own(target)]
        for each in own:
            _ = each.data  # a mistake in its methods shows here and not on a page
        return own
    if target != "-" and is_course(target):
        return [Playable.of(entry) for entry in islice(read_course(target).entries(), MOST)]
    reading = Reading([target])
    served = [Playable.of(entry) for entry in islice(reading, MOST)]
    if not served:
        raise typer.Exit(2) if reading.problems else QuandaryError(f"{target} has no puzzles.")
    return served


def _practise(target: str, served: "list[Playable]", seed: int) -> None:
    """Begin to practise: by the scores of a course, or by the headline measure of each puzzle."""
    from quandary.publishing.course import is_course, read_course
    from quandary.web.play.practice import begin
    from quandary.web.study.simulate import difficulties

    if target != "-" and is_course(target):
        chapters = read_course(target).chapters
        listed = [puzzle.score for chapter in chapters for puzzle in chapter.puzzles]
        scores = dict(zip((each.id for each in served), listed, strict=False))
    else:
        scores = dict(difficulties({each.id: each for each in served}))
    begin(served, scores, seed)


def _marks(target: str) -> "list[Mark]":
    """Return the marks of a course above its puzzles, none for other files."""
    from quandary.publishing.course import is_course, read_course
    from quandary.web.play.strip import marks

    return marks(read_course(target))[:MOST] if target != "-" and is_course(target) else []


def _write(output: Path, target: str, served: "list[Playable]", *, force: bool) -> None:
    from quandary.board.page import is_playable, playable_page
    from quandary.parts.atomic import check_target, write_atomically
    from quandary.publishing.classroom import class_data, class_notes
    from quandary.publishing.course import is_course, read_course
    from quandary.showing.playable import play_files
    from quandary.web.play.style import palette_css

    if output.suffix != ".html":
        raise QuandaryError(f"Cannot write {output}: end its name in .html")
    check_target(output, inputs=[target], is_ours=is_playable, force=force)
    is_a_course = target != "-" and is_course(target)
    course = read_course(target) if is_a_course else None
    data = []
    with counting("solving") as tick:
        for each, shown in zip(
            served, class_data(served, class_notes(course) if course else []), strict=True
        ):
            if shown is None:
                raise QuandaryError(
                    f"The puzzle {each.id} has too many states for a page without a server. Play it without -o."
                )
            data.append(shown)
            tick()
    title = course.title if course else Path(target).stem if Path(target).suffix else served[0].name
    page = playable_page(title, data, play_files(served), palette_css(), about=course.about if course else "")
    write_atomically(output, page.encode())
    say(f"wrote {output}")


def web_is_there() -> None:
    """Raise an error that says what to install if Django is missing."""
    from importlib.util import find_spec

    if find_spec("django") is None or find_spec("waitress") is None or find_spec("whitenoise") is None:
        raise QuandaryError("Pages in the browser need Django; install quandary[web]")
