"""`quandary curriculum`: put puzzles into a playing order that teaches."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_table, put_text, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Jobs,
    Memory,
    PlayerName,
    Resume,
    Seconds,
    positive,
)
from quandary.errors import FileError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.publishing.course import Course
    from quandary.publishing.curriculum.pool import Means
    from quandary.publishing.curriculum.spec import CourseSpec
    from quandary.runs.ledger import Ledger

FORMATS = (".json", ".jsonl", ".svg", ".html")


def list_courses(wanted: bool) -> None:
    """Print the names of the shipped courses and exit."""
    if wanted:
        from quandary.courses import shipped

        put("\n".join(shipped()))
        raise typer.Exit


_What: TypeAlias = Annotated[
    list[str],
    typer.Argument(metavar="WHAT", help="A shipped course, a .toml description, or files of puzzles."),
]
_Output: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this .json, .jsonl, .svg or .html. Repeatable."
    ),
]
_Length: TypeAlias = Annotated[
    int, typer.Option("--length", metavar="N", min=1, max=1000, help="Choose N puzzles from the files.")
]
_By: TypeAlias = Annotated[
    str, typer.Option("--by", metavar="M", help="Order by this measure [default: the kind's].")
]
_Between: TypeAlias = Annotated[
    tuple[float, float] | None,
    typer.Option("--between", metavar="A B", help="Keep only puzzles that score from A to B."),
]
_Step: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--step",
        metavar="S",
        callback=positive,
        help="Limit the rise between puzzles to S.",
        rich_help_panel=MORE,
    ),
]
_Title: TypeAlias = Annotated[str, typer.Option("--title", metavar="T", help="Use this title.")]
_Check: TypeAlias = Annotated[
    bool, typer.Option("--check", help="Exit with 1 if the course has weaknesses.", rich_help_panel=MORE)
]
_Courses: TypeAlias = Annotated[
    bool,
    typer.Option("--list", is_eager=True, callback=list_courses, help="List the shipped courses and exit."),
]


def curriculum(
    what: _What,
    output: _Output = None,
    length: _Length = 12,
    by: _By = "",
    player: PlayerName = "",
    between: _Between = None,
    step: _Step = None,
    title: _Title = "",
    check: _Check = False,
    courses: _Courses = False,
    jobs: Jobs = 1,
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Choose puzzles and put them into an order that teaches.

    WHAT is the name of a shipped course (--list), a description in TOML with chapters of its own, or
    files of puzzles, from which N with evenly rising scores are chosen. Puzzles that are unsolvable,
    too slow to measure, or the same up to symmetry are left out and reported. A course file as WHAT
    is only checked again.

    The course file (.json) has every puzzle with its score and the reason why it was chosen. A .jsonl
    file has only the puzzles, in order, for other commands. The overview (.svg or .html) shows all of
    them, the higher the harder. The command also reports what is weak: gaps, spikes, rules that are never
    taught, pools that are too small.

        quandary curriculum hex -o course.json -o overview.html
        quandary curriculum levels.xsb --length 30 --by shortest_boxes_path -o course.json
        quandary curriculum my-course.toml -o course.json --check
    """
    outputs = output or []
    _check_outputs(outputs, what, force=force)
    if resume and not outputs:
        raise typer.BadParameter("--resume needs the -o of the interrupted run.")
    plan = {"what": what, "length": length, "by": by, "player": player, "seconds": seconds, "memory": memory}
    with _kept(outputs, plan, resume=resume) as ledger, counting("measuring", meter := _meter()) as tick:
        means = _means(seconds, memory, jobs, tick, ledger, meter)
        course = _course(
            what, means, length=length, by=by, player=player, between=between, step=step, title=title
        )
        for path in outputs:
            _write(path, course)
        if ledger is not None:
            ledger.remove()
    _report(course)
    for path in outputs:
        say(f"wrote {path}")
    if check and course.weak:
        raise typer.Exit(1)


def _meter() -> Any:
    from quandary.limits import Meter

    return Meter()


def _means(
    seconds: float, memory: float, jobs: int, tick: Any, ledger: "Ledger | None", meter: Any
) -> "Means":
    from quandary.limits import Limits
    from quandary.publishing.curriculum.pool import Means

    return Means(Limits(seconds, memory, meter=meter), jobs, tick, say, ledger)


def _course(what: list[str], means: "Means", **asked: Any) -> "Course":
    """Return the course that the arguments name, built or read."""
    from quandary.courses import shipped
    from quandary.publishing.course import is_course, read_course
    from quandary.publishing.curriculum.build import build, reviewed
    from quandary.publishing.curriculum.toml import read_spec

    if len(what) == 1 and not Path(what[0]).exists() and what[0] in shipped():
        return shipped()[what[0]](means)
    if len(what) == 1 and Path(what[0]).suffix.lower() == ".toml":
        return build(read_spec(what[0]), means)
    if len(what) == 1 and is_course(what[0]):
        return reviewed(read_course(what[0]))
    return build(_from_files(what, **asked), means)


def _from_files(what: list[str], **asked: Any) -> "CourseSpec":
    from quandary.courses import shipped
    from quandary.errors import UnknownNameError
    from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec

    for file in what:
        if (
            "." not in file
            and "/" not in file
            and ":" not in file
            and file != "-"
            and not Path(file).exists()
        ):
            raise UnknownNameError("course or file", file, shipped())
    name = Path(what[0]).stem if Path(what[0]).exists() else "course"
    title = asked["title"] or name
    chapter = ChapterSpec(
        title, files=tuple(what), length=asked["length"], between=asked["between"], place=f"{what[0]}"
    )
    return CourseSpec(title, [chapter], name=name, by=asked["by"], player=asked["player"], step=asked["step"])


def _check_outputs(outputs: list[Path], what: list[str], *, force: bool) -> None:
    from quandary.draw.render import is_picture
    from quandary.parts.atomic import check_target
    from quandary.publishing.course import is_course
    from quandary.publishing.curriculum.page import MARK
    from quandary.publishing.curriculum.playlist import is_playlist
    from quandary.publishing.html import is_page

    ours = {
        ".json": is_course,
        ".jsonl": is_playlist,
        ".svg": is_picture,
        ".html": lambda path: is_page(path, MARK),
    }
    for path in outputs:
        if path.suffix.lower() not in ours:
            raise FileError(f"Cannot write a course to {path}. End its name in {', '.join(FORMATS)}.")
        check_target(path, inputs=what, is_ours=ours[path.suffix.lower()], force=force)


def _kept(
    outputs: list[Path], asked: dict[str, Any], *, resume: bool
) -> "AbstractContextManager[Ledger | None]":
    from quandary.runs.output import keeping
    from quandary.runs.plan import Plan

    if not outputs or (outputs[0].exists() and not outputs[0].is_file()):
        return nullcontext()
    return keeping(outputs[0], Plan("curriculum", asked), resume=resume)


def _write(path: Path, course: "Course") -> None:
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.course import write_course
    from quandary.publishing.curriculum.page import curriculum_page
    from quandary.publishing.curriculum.playlist import write_playlist
    from quandary.publishing.curriculum.strip import strip
    from quandary.showing.saving import save

    match path.suffix.lower():
        case ".json":
            write_course(path, course)
        case ".jsonl":
            write_playlist(path, course)
        case ".svg":
            save(strip(course), path)
        case _:
            write_atomically(path, curriculum_page(course).encode())


def _report(course: "Course") -> None:
    """Print a row for each chapter, then what is weak."""
    from quandary.publishing.curriculum.words import amount

    view = table(">", "chapter", ">puzzles", ">from", ">to", "measure", ">pool", "new")
    for number, chapter in enumerate(course.chapters, start=1):
        scores = [each.score for each in chapter.puzzles if each.score is not None]
        view.add_row(
            str(number),
            chapter.title,
            str(len(chapter.puzzles)),
            *((amount(min(scores)), amount(max(scores))) if scores else ("", "")),
            f"{chapter.by} ({chapter.unit})",
            f"{chapter.pool.total or chapter.pool.usable:,}",
            ", ".join(dict.fromkeys([*chapter.introduces, *chapter.teaches])),
        )
    put_table(view)
    for weakness in course.weak:
        put_text(f"weak: {weakness}")
