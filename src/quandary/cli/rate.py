"""`quandary rate`: how hard each puzzle is, in numbers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypedDict

import typer

from quandary.cli.console import put, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    MOST_RUNS,
    Force,
    Index,
    Jobs,
    Json,
    Lookahead,
    Memory,
    PlayerNames,
    PuzzleArguments,
    Resume,
    RuleSetName,
    Scheduler,
    Seconds,
    Seed,
)
from quandary.cli.reading import Reading
from quandary.errors import FileError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from quandary.cli.printing import Printer
    from quandary.kind import Policy
    from quandary.library.files import Entry
    from quandary.runs.batch import Rating, Setting
    from quandary.runs.progress import Ticker

RUNS, SEED = 100, 1
"""The same as in `measuring.subject.Sampling`, which is too heavy to import here."""


class Workers(TypedDict):
    """Who does the work: processes of this machine, or the workers of a dask scheduler."""

    jobs: int
    scheduler: str


def list_measures(wanted: bool) -> None:
    """List every measure and end the command, if that is wanted."""
    if not wanted:
        return
    from quandary.library import registry
    from quandary.measuring.table import measures

    view = table("measure", "unit", "what it is")
    for each in measures().values():
        view.add_row(each.name, each.unit, each.says)
    put_table(view)
    for name in registry.find_kinds():
        if features := registry.find_kind(name).own_features:
            view = table("measure", "unit", f"of a {registry.find_kind(name).title.lower()}")
            for feature in features:
                named = f"{feature.name}, {feature.alias}" if feature.alias else feature.name
                view.add_row(named, feature.unit, feature.says)
            put("")
            put_table(view)
    raise typer.Exit()


_Measure: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--measure", "-m", metavar="M", help='Compute this measure, or "all" generic ones. Repeatable.'
    ),
]
_Measures: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--list-measures", is_eager=True, callback=list_measures, help="List all measures and exit."
    ),
]
_Features: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--features",
        help="Compute all features of the first puzzle's kind, for models.",
    ),
]
_Fast: TypeAlias = Annotated[
    bool,
    typer.Option("--fast", help="Skip positions that no solution can pass through.", rich_help_panel=MORE),
]
_Leak: TypeAlias = Annotated[
    float,
    typer.Option(
        "--leak",
        metavar="W",
        min=0,
        max=1,
        help="Let the player overlook rules with weight W.",
        rich_help_panel=MORE,
    ),
]
_Prior: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--prior",
        metavar="FILE",
        help="Use move preferences learned by `learn moves`.",
        rich_help_panel=MORE,
    ),
]
_Moves: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--moves",
        metavar="FILE",
        help="Add the hesitation of experienced solvers, by weights of `learn moves`.",
        rich_help_panel=MORE,
    ),
]
_Policy: TypeAlias = Annotated[
    Literal["best", "greedy"] | None,
    typer.Option(
        "--policy",
        metavar="best|greedy",
        help="Fill the cheapest slot overall, or the smallest [default: the kind's].",
        rich_help_panel=MORE,
    ),
]
_Runs: TypeAlias = Annotated[
    int,
    typer.Option(
        "--runs",
        metavar="N",
        min=1,
        max=MOST_RUNS,
        help="Run a guessing solver N times for estimated features.",
        rich_help_panel=MORE,
    ),
]
_Csv: TypeAlias = Annotated[
    bool, typer.Option("--csv", help="Print comma-separated values instead of a table.")
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write a table to this .csv, .jsonl or .parquet file."
    ),
]
_Scale: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--scale",
        metavar="FILE",
        help="Predict minutes with this scale of `quandary calibrate`.",
        rich_help_panel=MORE,
    ),
]
_Sort: TypeAlias = Annotated[
    str,
    typer.Option("--sort", metavar="M", help='Print rows by this measure, "-M" for the highest first.'),
]


def rate(
    puzzle: PuzzleArguments,
    index: Index = None,
    measure: _Measure = None,
    measures: _Measures = False,
    features: _Features = False,
    fast: _Fast = False,
    player: PlayerNames = None,
    lookahead: Lookahead = 0,
    leak: _Leak = 0.0,
    prior: _Prior = None,
    moves: _Moves = None,
    policy: _Policy = None,
    runs: _Runs = RUNS,
    seed: Seed = SEED,
    ruleset: RuleSetName = "",
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    csv: _Csv = False,
    output: _Output = None,
    scale: _Scale = None,
    sort: _Sort = "",
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Rate how hard puzzles are: a summary, then one row of scores for each.

    The difficulty is a level of the kind, or a word for the place among generated puzzles of the same size. A
    word with a star is for the place among those of the nearest size. The column "here" is the place in the
    file, easiest first.

    The main measures are in bits: how much a helper who knows the solution would have to tell the
    player. "muse" counts every choice on the easiest way to a solution, "remuse" only the choices that
    matter. A puzzle without a solution gets the status "unsolvable", and one that exceeds the limits
    "gave up". The exit code is 0 for both. If a puzzle cannot be read, the command reports it, rates the
    others, and exits with 2.

        quandary rate sudoku:.3....3....41... --player none --json
        quandary generate maze --size 5x5 --count 5 -o mazes.jsonl
        quandary rate mazes.jsonl -m muse -m rating
        quandary rate mazes.jsonl -n 3
        quandary rate mazes.jsonl --features --jobs 2 -o table.csv --resume
        quandary rate mazes.jsonl -m shortest -m solutions --sort=-shortest
        quandary rate 'witness:S-+-E/|b|w|/+-+-+' -m muse -m worth:squares
        quandary rate mazes.jsonl --scale scale.json
    """
    if sum([json, csv, output is not None]) > 1:
        raise typer.BadParameter("--json, --csv and -o cannot be combined.")
    if resume and output is None:
        raise typer.BadParameter("--resume needs the -o of the interrupted run.")
    if sort and output:
        raise typer.BadParameter("--sort applies to printed rows. A file keeps the order of the puzzles.")
    if scheduler and jobs > 1:
        raise typer.BadParameter("--jobs and --scheduler cannot be combined.")
    if output:
        _check_output(output, puzzle, force=force)
    reading = Reading(puzzle, ruleset=ruleset, index=index)
    puzzles, names = _with_features(reading, measure or []) if features else (reading, measure or [])
    names, who = _for_players(names, player or [])
    _import_named(puzzle)
    names, finish = _on_scale(scale, names) if scale else (names, None)
    names, finish = _on_moves(moves, names, finish, seconds) if moves else (names, finish)
    setting = _setting(names, who, lookahead, policy, seconds, memory, (runs, seed), fast=fast)
    if leak or prior:
        setting = replace(setting, leak=leak, prior=_prior(prior))
    workers = Workers(jobs=jobs, scheduler=scheduler)
    with counting("rating", setting.limits.meter, total=reading.count) as count:
        if output:
            _write(output, puzzles, setting, reading, count, workers, resume=resume, finish=finish)
        else:
            printer = _printer(setting, json=json, csv=csv)
            if sort:
                printer = Sorted(printer, _sorted_by(sort, setting.measures))
            _print(printer, puzzles, setting, reading, count, workers, finish=finish)
    reading.finish()


class Sorted:
    """A printer that waits for all ratings and passes them on in order, those without a value last."""

    def __init__(self, printer: "Printer", by: tuple[str, bool]) -> None:
        self.printer, (self.by, self.down) = printer, by
        self._ratings: list[Rating] = []

    def add(self, rating: "Rating") -> None:
        """Keep a rating."""
        self._ratings.append(rating)

    def close(self) -> None:
        """Print all ratings in order."""
        for each in sorted(self._ratings, key=self._key):
            self.printer.add(each)
        self.printer.close()

    def _key(self, rating: "Rating") -> tuple[bool, float]:
        score = rating.scores.get(self.by or rating.entry.kind.people.headline)
        value = score.value if score else None
        return value is None, 0.0 if value is None else -value if self.down else value


def _sorted_by(text: str, measures: Sequence[str]) -> tuple[str, bool]:
    """Return the measure to sort by, "" for the headline, and whether the highest comes first."""
    from quandary.errors import UnknownNameError

    name, down = text.removeprefix("-"), text.startswith("-")
    if name == "difficulty":
        return "", down
    if not measures:
        from quandary.measuring.table import measure

        measure(name)  # raises if there is none of that name, before any work
    if measures and name not in measures:
        raise UnknownNameError("column to sort by", name, [*measures, "difficulty"])
    return name, down


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
    workers: Workers,
    *,
    resume: bool,
    finish: "Callable[[Rating], Rating] | None",
) -> None:
    """Rate the puzzles into a ledger, and make the file from it."""
    from quandary.runs.output import keeping
    from quandary.runs.partial import Partial
    from quandary.runs.rated import Rated, rating_plan

    partial = Partial(output, resume=resume)
    with keeping(output, rating_plan(setting), resume=resume) as ledger:
        rated = Rated(ledger, setting, partial)
        with closing(rated.rate(puzzles, **workers, skip=count.skip, finish=finish)) as ratings:
            for _ in _reported(ratings, reading):
                count()
        rated.write(output)


def _print(
    printer: "Printer",
    puzzles: "Iterable[Entry]",
    setting: "Setting",
    reading: Reading,
    count: "Ticker",
    workers: Workers,
    *,
    finish: "Callable[[Rating], Rating] | None",
) -> None:
    """Rate the puzzles and print the ratings, also those made before Ctrl-C."""
    from quandary.runs.batch import rate_all

    try:
        with closing(rate_all(puzzles, setting, **workers, finish=finish)) as ratings:
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


def _with_features(reading: Reading, names: list[str]) -> "tuple[Iterable[Entry], list[str]]":
    """Return the same puzzles, and the measures with all features of the first one's kind."""
    puzzles = iter(reading)
    for first in puzzles:
        from quandary.measuring.table import feature_names

        return chain([first], puzzles), [*names, *feature_names(first.kind)]
    reading.finish()
    return (), names


def _prior(path: Path | None) -> str:
    """Return the prior of a file as text that can be sent to other processes."""
    if path is None:
        return ""
    from quandary.models.priors import load_prior

    return load_prior(path).to_json()


def _on_scale(path: Path, names: list[str]) -> "tuple[list[str], Callable[[Rating], Rating]]":
    """Return the measures with those that a scale needs, and what adds the times of people to a rating."""
    from quandary.models.anchors import timed
    from quandary.models.scale import load_scale

    scale = load_scale(path)
    wanted = dict.fromkeys([*(names or ["remuse", "muse"]), scale.measure, "shortest", "time", "solve_rate"])
    return list(wanted), lambda rating: timed(rating, scale)


def _on_moves(
    path: Path, names: list[str], finish: "Callable[[Rating], Rating] | None", seconds: float
) -> "tuple[list[str], Callable[[Rating], Rating]]":
    """Return the measures with the hesitation, and what adds it to a rating after what else is added."""
    from quandary.limits import Limits
    from quandary.models.walks.fitted import load_moves
    from quandary.models.walks.hesitation import NAMES, with_hesitation

    fitted, limits = load_moves(path), Limits(seconds=seconds)

    def add(rating: "Rating") -> "Rating":
        return with_hesitation(finish(rating) if finish else rating, fitted, limits)

    return list(dict.fromkeys([*names, *NAMES])), add


def _for_players(names: list[str], players: list[str]) -> tuple[list[str], str]:
    """Return the measures and the player to rate for.

    Of several players, each has a column of its own where a measure depends on the player.
    """
    if len(players) < 2:
        return names, "".join(players)
    from quandary.measuring.rate import DEFAULT_MEASURES
    from quandary.measuring.table import BY_PLAYER, PLAYED

    columns = [
        each
        for name in names or DEFAULT_MEASURES
        for each in ([f"{name}{PLAYED}{player}" for player in players] if name in BY_PLAYER else [name])
    ]
    return columns, ""


def _import_named(puzzles: Sequence[str]) -> None:
    """Import the kinds of puzzles given as KIND:NOTATION, so that their measures are found without the others."""
    from quandary.library import registry

    for name in {each.partition(":")[0] for each in puzzles} & {*registry.find_kinds()}:
        registry.find_kind(name)


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
    from quandary.measuring.subject import Sampling
    from quandary.measuring.table import measure, measures
    from quandary.runs.batch import Setting

    named = [name for name in names if name != "all"]
    for name in named:
        measure(name)  # raises if there is none of that name
    chosen = measures() if "all" in names else dict.fromkeys(named)
    limits = Limits(seconds, memory, meter=Meter())
    return Setting(tuple(chosen), player, lookahead, policy, limits, Sampling(*sampling), fast)


def _printer(setting: "Setting", *, json: bool, csv: bool) -> "Printer":
    from quandary.cli.printing import Csv, ForPeople, Lines

    return Lines() if json else Csv(setting.measures) if csv else ForPeople(setting.measures)
