"""`quandary exhaust`: score every puzzle of a space."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_json, put_json_line, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Jobs,
    Json,
    Memory,
    PlayerName,
    Scheduler,
    Seconds,
    Seed,
    Size,
)
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quandary.generating.exhausting.request import Request
    from quandary.generating.exhausting.result import Exhausted
    from quandary.generating.exhausting.values import Values
    from quandary.generating.scoring import Task
    from quandary.kind import Kind

BEST = 10
MOST_LINES = 24
"""The number of lines of a histogram in the terminal."""
BAR = 50
LONGEST_NOTATION = 100
LONGEST_NAME = 250
"""What is longer is no file's name."""


_Kind: TypeAlias = Annotated[
    str, typer.Argument(metavar="KIND", help="Kind of puzzle, as `quandary kinds` lists it.")
]
_Space: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="SPACE", help="Space of that kind, as `quandary kinds KIND` lists it, or FILE.py:NAME."
    ),
]
_Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=CHOICE", help="Set an option of the space. Repeatable."),
]
_By: TypeAlias = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="M",
        help="Rank by this measure, or by an expression [default: the kind's headline].",
    ),
]
_Then: TypeAlias = Annotated[
    str,
    typer.Option("--then", metavar="M", help="Rank puzzles with equal values by this.", rich_help_panel=MORE),
]
_Where: TypeAlias = Annotated[
    str,
    typer.Option(
        "--where", metavar="CONDITION", help="Rank only puzzles with this: 'solutions = 1 and muse > 2'."
    ),
]
_Best: TypeAlias = Annotated[
    int | None,
    typer.Option("--best", metavar="K", min=1, help=f"Keep the K best puzzles [default: {BEST}]."),
]
_Between: TypeAlias = Annotated[
    tuple[float, float] | None,
    typer.Option("--between", metavar="A B", help="Keep every puzzle that scores from A to B."),
]
_Histogram: TypeAlias = Annotated[
    bool, typer.Option("--histogram", help="Show how many puzzles have each value.")
]
_Sample: TypeAlias = Annotated[
    int | None, typer.Option("--sample", metavar="N", min=1, help="Score only N random puzzles.")
]
_Part: TypeAlias = Annotated[
    str,
    typer.Option(
        "--slice", metavar="I/N", help="Score only the I-th of N equal slices.", rich_help_panel=MORE
    ),
]
_Bounded: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--bounded",
        help="Skip puzzles that provably cannot be among the best: Witness panels by"
        " -solutions, then shortest.",
        rich_help_panel=MORE,
    ),
]
_Checkpoint: TypeAlias = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="DIR", help="Save progress in this folder, and continue from it."),
]
_DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="Print the size and the expected time, and exit.")
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the puzzles to this .jsonl, or all to this .json or .html file, or the histogram to .svg, .png or .pdf.",
    ),
]


def exhaust(
    kind: _Kind,
    space: _Space,
    options: _Options = None,
    size: Size = "",
    by: _By = "",
    then: _Then = "",
    where: _Where = "",
    best: _Best = None,
    between: _Between = None,
    histogram: _Histogram = False,
    sample: _Sample = None,
    seed: Seed = 1,
    part: _Part = "1/1",
    bounded: _Bounded = False,
    checkpoint: _Checkpoint = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    dry_run: _DryRun = False,
    player: PlayerName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    output: _Output = None,
    force: Force = False,
) -> None:
    """Score every puzzle of a space and keep the best.

    A space is a numbered list of all puzzles that fit a description: every placement of squares on a panel, every board with
    three balls. "quandary kinds KIND" lists the spaces of a kind with their options. --by takes measures, as
    "rate --list-measures" lists them, and expressions of them with + - * / and parentheses. Larger is better:
    put a minus sign in front to look for small values. A measure for another player is "remuse@expert".

    A space counts all placements. With --with symmetry=reduced, where it is offered, puzzles that are the same
    turned or mirrored count once. With --checkpoint a run can be stopped, even killed, and the same command
    continues it. The digest is the same in one go or in pieces, in one process or on many machines.

        quandary exhaust witness squares --size 3x3 --by remuse --best 5
        quandary exhaust witness squares --size 3x3 --by -solutions --then shortest --jobs 2
        quandary exhaust witness squares --size 4x4 --by -solutions --then shortest --bounded
        quandary exhaust witness stars --by 'remuse@none - remuse@expert' --histogram
        quandary exhaust witness squares --size 4x4 --by remuse --sample 1000 -o page.html
        quandary exhaust witness squares --size 4x4 --checkpoint run --slice 1/100
        quandary exhaust fling boards --with balls=5 --by tree_ratio --where 'solutions = 1'
        quandary exhaust tangram patterns --with of=garden.txt --by richness
    """
    from quandary.generating.evaluator import Evaluator
    from quandary.generating.exhausting.request import Request
    from quandary.generating.found import Wanted
    from quandary.generating.scoring import Task, name_space
    from quandary.library import registry
    from quandary.limits import Limits

    _check(best, between, jobs, scheduler)
    if output:
        _check_output(output, force=force)
    chosen = registry.find_kind(kind)
    task = Task(
        name_space(kind, space, _read_files(chosen, _options(options or [], size))),
        Evaluator(by or chosen.people.headline, then, where),
        Wanted(best or BEST, between),
        player,
        Limits(seconds, memory),
    )
    request = Request(task, sample, seed, _slice(part), checkpoint, jobs, scheduler)
    if bounded:
        if any((where, between, histogram, output, dry_run)) or request != Request(task, seed=seed):
            raise typer.BadParameter("--bounded works only with --by, --then, --best and --json.")
        _show_bounded(task, json=json)
    elif dry_run:
        _tell(request, json=json)
    else:
        _go_through(request, output, histogram=histogram, plain=best is None and between is None, json=json)


def _check(best: int | None, between: Any, jobs: int, scheduler: str) -> None:
    """Refuse options that exclude each other."""
    if best is not None and between is not None:
        raise typer.BadParameter("--best and --between cannot be combined.")
    if scheduler and jobs > 1:
        raise typer.BadParameter("--jobs and --scheduler cannot be combined.")


def _go_through(request: "Request", output: Path | None, *, histogram: bool, plain: bool, json: bool) -> None:
    """Score every puzzle, and write or show what was found. Exit with 1 if nothing was kept."""
    from quandary.generating.exhaust import run

    with counting("scoring") as tick:
        result = run(request, tick)
    if output:
        _write(output, result)
    if json:
        put_json_line(result.to_json())
    elif not output:
        _show(result, histogram=histogram, plain=histogram and plain)
    if not result.found.kept:
        raise typer.Exit(1)


def _options(words: list[str], size: str) -> dict[str, str]:
    """Return options by name, given as in ["colours=3"]."""
    found = {"size": size} if size else {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise typer.BadParameter(f"{word!r} is not an option of a space. Write --with NAME=VALUE.")
        found[name] = value
    return found


def _read_files(kind: "Kind", options: dict[str, str]) -> dict[str, str]:
    """Return options in which the name of a file stands for the puzzle in it, in the kind's notation."""
    from quandary.errors import FileError, NotationError

    found = dict(options)
    for name, text in options.items():
        if len(text) < LONGEST_NAME and Path(text).is_file():
            try:
                found[name] = kind.format(kind.parse(Path(text).read_text("utf-8")))
            except (OSError, UnicodeDecodeError, NotationError) as error:
                raise FileError(f"{name}={text}: {error}") from error
    return found


def _slice(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,18})/(\d{1,18})", text)
    if not found:
        raise typer.BadParameter(f"{text!r} is not a slice. Write --slice 1/4 for the first quarter.")
    return int(found[1]), int(found[2])


def _check_output(output: Path, *, force: bool) -> None:
    from quandary.parts.atomic import check_target
    from quandary.publishing.survey import FORMATS, is_survey

    if output.suffix.lower() not in FORMATS:
        raise typer.BadParameter(f"Cannot write {output}. End its name in {', '.join(FORMATS)}.")
    check_target(output, is_ours=is_survey, force=force)


def _write(output: Path, result: "Exhausted") -> None:
    from quandary.publishing.survey import save_survey

    save_survey(result, output)
    say(f"wrote {output}: {len(result.found.kept):,} puzzles of {result.seen:,} seen")


def _tell(request: "Request", *, json: bool) -> None:
    from quandary.generating.exhausting.outlook import look_ahead

    outlook = look_ahead(request)
    if json:
        put_json(
            {
                "space": outlook.space,
                "size": outlook.size,
                "asked": outlook.asked,
                "per_second": float(f"{outlook.per_second:.3g}"),
                "seconds": float(f"{outlook.seconds:.3g}"),
            }
        )
        return
    put(f"{outlook.space}: {outlook.size:,} puzzles")
    put(f"{outlook}")


def _show(result: "Exhausted", *, histogram: bool, plain: bool) -> None:
    """Print the kept puzzles, the histogram if wanted, and what was seen."""
    if not plain:
        rows = ((kept.number, kept.values, result.text(puzzle)) for kept, puzzle in result.best)
        _put_best(result.evaluator.expressions, rows)
    if histogram:
        for line in _bars(result.values):
            put(line)
    put(str(result))


def _show_bounded(task: "Task", *, json: bool) -> None:
    """Print the best puzzles, and what they speak for."""
    from quandary.generating.bounded import best_bounded

    found = best_bounded(task)
    if json:
        put_json(found.as_json())
        return
    _put_best(found.expressions, found.best)
    put(found.said)


def _put_best(names: "Iterable[str]", rows: "Iterable[tuple[int, tuple[float | None, ...], str]]") -> None:
    """Print puzzles with their places, their numbers in the space and their values."""
    view = table(">place", ">number", *(f">{name}" for name in names), "puzzle")
    for place, (number, values, text) in enumerate(rows, start=1):
        view.add_row(str(place), f"{number:,}", *map(_number, values), _short(text))
    put_table(view)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.10g}" if value == int(value) else f"{value:,.4f}"


def _short(text: str) -> str:
    line = text.replace("\n", "/")
    if len(line) <= LONGEST_NOTATION:
        return line
    half = LONGEST_NOTATION // 2
    return f"{line[:half]}…{line[1 - half :]}"  # puzzles of a space often differ at the end


def _bars(values: "Values") -> "Iterator[str]":
    """Yield a line for each value, or for ranges of values if there are many."""
    counted = values.lowest(MOST_LINES + 1)
    if len(counted) > MOST_LINES:
        bins = values.binned(MOST_LINES)
        rows = [(bins.name(number), count) for number, count in enumerate(bins.counts)]
    else:
        rows = [(_number(value), count) for value, count in counted]
    name, most = max((len(name) for name, _ in rows), default=0), max((count for _, count in rows), default=1)
    for each, count in rows:
        bar = "█" * round(BAR * count / most) or "▏" * (count > 0)
        yield f"{each:>{name}}  {bar:<{BAR}}  {count:,}"
