"""`quandary rate`: how hard each puzzle is, in numbers."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quandary.cli.console import put, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Force,
    Json,
    Lookahead,
    Memory,
    PlayerName,
    PuzzleArguments,
    Resume,
    Seconds,
)
from quandary.cli.reading import Reading
from quandary.errors import FileError, QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from collections.abc import Generator

    from quandary.cli.printing import Printer
    from quandary.kind import Policy
    from quandary.library.files import Entry
    from quandary.runs.batch import Rating, Setting
    from quandary.runs.progress import Ticker

RUNS, SEED = 100, 1
"""As in `measure.subject.Sampling`, which is too heavy to ask here."""


def list_measures(wanted: bool) -> None:
    """Nothing if it is not wanted; else every measure is listed and the command is over."""
    if not wanted:
        return
    from quandary.library import registry
    from quandary.measuring.table import measures

    view = table("measure", "unit", "what it is")
    for each in measures().values():
        view.add_row(each.name, each.unit, each.says)
    put_table(view)
    for name in registry.kinds():
        if features := registry.kind(name).features:
            view = table("measure", "unit", f"of a {registry.kind(name).title.lower()}")
            for feature in features:
                view.add_row(feature.name, feature.unit, feature.says)
            put("")
            put_table(view)
    raise typer.Exit()


def rate(
    puzzle: PuzzleArguments,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure", "-m", metavar="M", help='Take this measure; repeat for more, or "all" generic ones.'
        ),
    ] = None,
    measures: Annotated[
        bool,
        typer.Option(
            "--list-measures", is_eager=True, callback=list_measures, help="List the measures there are."
        ),
    ] = False,
    features: Annotated[
        bool,
        typer.Option(
            "--features",
            help="Take the features of the kind, that of the first puzzle, and no other measures.",
        ),
    ] = False,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Skip what no solution needs; features that are then unknown say so."),
    ] = False,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    policy: Annotated[
        Literal["best", "greedy"] | None,
        typer.Option(
            "--policy",
            metavar="best|greedy",
            help="What the player fills next: what costs least in the end, or the smallest; by default the kind's own.",
        ),
    ] = None,
    runs: Annotated[
        int,
        typer.Option(
            "--runs", metavar="N", min=1, help="Run a solver that guesses N times, for measures of it."
        ),
    ] = RUNS,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The seed of these runs.")] = SEED,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Use N processes.")] = 1,
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    csv: Annotated[
        bool, typer.Option("--csv", help="Print comma-separated values instead of a table.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write a table to this file: .csv, .jsonl or .parquet."
        ),
    ] = None,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Say how hard puzzles are, in one row of scores for each.

    The main measures are bits of choice: what somebody who knew the solution would have to tell the
    player. "muse" counts every choice on the easiest way to a solution, "remuse" only those that
    matter. A puzzle without a solution has the status "unsolvable", one that takes more than the limits
    allow "gave up"; both are answers, and the exit code is 0. A puzzle that cannot be read is reported,
    the rest are rated, and the exit code is 2.

        quandary rate levels.jsonl
        quandary rate sudoku:.3....3....41... --player none --json
        quandary rate book.jsonl -m all --jobs 4 -o table.csv
        quandary rate levels.xsb --features --jobs 4 -o table.parquet --resume
    """
    if sum([json, csv, output is not None]) > 1:
        raise typer.BadParameter("--json, --csv and -o exclude each other.")
    if resume and output is None:
        raise typer.BadParameter("--resume needs the -o of the run that was cut short.")
    if output:
        _check_output(output, puzzle, force=force)
    reading = Reading(puzzle)
    puzzles: Iterable[Entry] = reading
    names = measure or []
    if features:
        puzzles, more = _with_features(reading)
        names = [*names, *more]
    setting = _setting(names, player, lookahead, policy, seconds, memory, (runs, seed), fast=fast)
    with counting("rating", setting.limits.meter, total=reading.count) as count:
        if output:
            _write(output, puzzles, setting, reading, count, jobs=jobs, resume=resume)
        else:
            printer = _printer(setting, json=json, csv=csv)
            _print(printer, puzzles, setting, reading, count, jobs=jobs)
    reading.finish()


def _check_output(output: Path, inputs: list[str], *, force: bool) -> None:
    from quandary.parts.atomic import check_target
    from quandary.runs.ledger import beside
    from quandary.runs.tables import check_name, is_table

    check_name(output)
    check_target(output, inputs=inputs, is_ours=is_table, force=force)
    check_target(beside(output), inputs=inputs, is_ours=lambda _: True)  # a ledger knows its own


def _write(
    output: Path,
    puzzles: "Iterable[Entry]",
    setting: "Setting",
    reading: Reading,
    count: "Ticker",
    *,
    jobs: int,
    resume: bool,
) -> None:
    """Rate the puzzles into a ledger, and make the file from it."""
    from quandary.runs.output import keeping
    from quandary.runs.partial import Partial
    from quandary.runs.rated import Rated, plan_of

    partial = Partial(output, resume=resume)
    with keeping(output, plan_of(setting), resume=resume) as ledger:
        rated = Rated(ledger, setting, partial)
        with closing(rated.rate(puzzles, jobs=jobs, skip=count.skip)) as ratings:
            for _ in _reported(ratings, reading):
                count()
        rated.write(output)


def _print(
    printer: "Printer",
    puzzles: "Iterable[Entry]",
    setting: "Setting",
    reading: Reading,
    count: "Ticker",
    *,
    jobs: int,
) -> None:
    """Rate the puzzles and print them; what was rated before Ctrl-C is printed, too."""
    from quandary.runs.batch import rate_all

    try:
        with closing(rate_all(puzzles, setting, jobs=jobs)) as ratings:
            for rating in _reported(ratings, reading):
                if not rating.failure:
                    printer.add(rating)
                count()
    finally:
        printer.close()


def _reported(ratings: "Generator[Rating, None, None]", reading: Reading) -> "Iterator[Rating]":
    """Yield the ratings, and report those that failed, were lost, or took long for want of a native twin."""
    told = set[str]()
    for rating in ratings:
        if rating.failure:
            reading.report(FileError(rating.failure))
        yield rating
        for slow in {score.slow for score in rating.scores.values() if score.slow} - told:
            told.add(slow)
            say(f"{rating.entry.kind.name} is rated in Python, which is slow: {slow}")
        if rating.lost:
            say(rating.lost)


def _with_features(reading: Reading) -> "tuple[Iterable[Entry], list[str]]":
    """The same puzzles, and the names of the features that the kind of the first one has."""
    puzzles = iter(reading)
    for first in puzzles:
        if not first.kind.features:
            raise QuandaryError(
                f"The kind {first.kind.name!r} has no features of its own; name measures by -m."
            )
        return chain([first], puzzles), [feature.name for feature in first.kind.features]
    reading.finish()
    return (), []


def _setting(
    names: list[str],
    player: str,
    lookahead: int,
    policy: "Policy | None",
    seconds: float,
    memory: float,
    sampling: tuple[int, int],
    *,
    fast: bool,
) -> "Setting":
    from quandary.limits import Limits, Meter
    from quandary.measuring.rate import DEFAULT_MEASURES
    from quandary.measuring.subject import Sampling
    from quandary.measuring.table import measure, measures
    from quandary.runs.batch import Setting

    named = [name for name in names if name != "all"]
    for name in named:
        measure(name)  # raises if there is none of that name
    chosen = measures() if "all" in names else dict.fromkeys(named or DEFAULT_MEASURES)
    limits = Limits(seconds, memory, meter=Meter())
    return Setting(tuple(chosen), player, lookahead, policy, limits, Sampling(*sampling), fast)


def _printer(setting: "Setting", *, json: bool, csv: bool) -> "Printer":
    from quandary.cli.printing import Csv, ForPeople, Lines

    return Lines() if json else Csv(setting.measures) if csv else ForPeople(setting.measures)
