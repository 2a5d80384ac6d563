"""`quandary learn`: fit models of what people found hard, and tell how far to trust them.

`learn moves` and `learn players` learn what people try first, and which player they resemble. `learn join` writes
the table that the others learn from.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from quandary.cli.console import put, put_json, put_table, say, table
from quandary.cli.options import MORE, Force, Resume
from quandary.errors import QuandaryError
from quandary.runs.progress import counting, in_units

if TYPE_CHECKING:
    from quandary.models.folds import Folds
    from quandary.models.learn import Findings
    from quandary.models.pipelines import Pipeline, Switches
    from quandary.models.question import Prepared
    from quandary.models.table import Table
    from quandary.models.walks.reading import ReadWalks
    from quandary.runs.ledger import Ledger

MOST_REMARKS = 10
REPEATS, FEW_REPEATS = 10, 2
"""How often the cross-validation is repeated. The blend takes long, and its rows are many."""
WORTH_TELLING = 20.0
"""The seconds from which on a run says before it starts how long it takes."""


_Rows: TypeAlias = Annotated[
    Path, typer.Argument(metavar="TABLE", help="A .csv, .jsonl or .parquet file, one row per puzzle.")
]
_Target: TypeAlias = Annotated[
    str,
    typer.Option("--target", metavar="COLUMN", help="Predict this column, or an expression of columns."),
]
_Predictors: TypeAlias = Annotated[
    str,
    typer.Option("--predictors", metavar="A,B", help="Predict from these columns [default: all numbers]."),
]
_Model: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--model", metavar="NAME", help='Fit this model, or "all". Repeatable.'),
]
_Groups: TypeAlias = Annotated[
    str, typer.Option("--groups", metavar="COLUMN", help="Keep rows with the same value in one fold.")
]
_Join: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--join", metavar="FILE", help="Add the columns of this file by id. Repeatable."),
]
_Transform: TypeAlias = Annotated[
    str,
    typer.Option(
        "--transform",
        metavar="T",
        help="Transform the target: log, sqrt, asinh:3 and so on.",
        rich_help_panel=MORE,
    ),
]
_Trend: TypeAlias = Annotated[
    str,
    typer.Option(
        "--trend",
        metavar="COLUMN",
        help="Remove the target's trend over this column.",
        rich_help_panel=MORE,
    ),
]
_LeaveOut: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--leave-out",
        metavar="COLUMN",
        help="Do not predict from this column. Repeatable.",
        rich_help_panel=MORE,
    ),
]
_Allow: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--leaky",
        metavar="COLUMN",
        help="Predict from this column even if it is a fact or leaks the target. Repeatable.",
        rich_help_panel=MORE,
    ),
]
_Size: TypeAlias = Annotated[
    str,
    typer.Option(
        "--size-column", metavar="COLUMN", help="Use this column for the size baseline.", rich_help_panel=MORE
    ),
]
_Log: TypeAlias = Annotated[
    Literal["never", "helps", "always"],
    typer.Option(
        "--log", metavar="never|helps|always", help="Take logarithms of predictors.", rich_help_panel=MORE
    ),
]
_Prune: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--prune",
        metavar="R",
        help="Drop predictors that correlate above R with an earlier one.",
        rich_help_panel=MORE,
    ),
]
_Outliers: TypeAlias = Annotated[
    bool,
    typer.Option("--drop-outliers", help="Drop outliers from the training rows.", rich_help_panel=MORE),
]
_Folds: TypeAlias = Annotated[
    int,
    typer.Option("--folds", metavar="N", min=2, help="Use N folds.", rich_help_panel=MORE),
]
_Repeats: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--repeats",
        metavar="N",
        min=1,
        help=f"Repeat the cross-validation N times with new folds [default: {REPEATS}, or {FEW_REPEATS} for the blend].",
        rich_help_panel=MORE,
    ),
]
_Seed: TypeAlias = Annotated[
    int,
    typer.Option("--seed", metavar="S", help="Use this random seed.", rich_help_panel=MORE),
]
_Report: TypeAlias = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write a report to this .html file.")
]
_Numbers: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--numbers",
        metavar="FILE",
        help="Write every number to this .csv or .json file.",
        rich_help_panel=MORE,
    ),
]
_Puzzles: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--puzzles",
        metavar="FILE",
        help="Draw misfits in the report from this file. Repeatable.",
        rich_help_panel=MORE,
    ),
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the model to this .json or .skops file."),
]
_Figures: TypeAlias = Annotated[
    Path | None,
    typer.Option("--figures", metavar="DIR", help="Write the figures into this folder, as SVG and PDF."),
]
_Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
_Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Use N processes.", rich_help_panel=MORE)
]


_Walks: TypeAlias = Annotated[
    Path,
    typer.Argument(metavar="WALKS", help="A .jsonl or .jsonl.xz file of people's moves, one walk per line."),
]
_Kind: TypeAlias = Annotated[
    str, typer.Option("--kind", metavar="KIND", help="The kind of the puzzles, for rows of an archive.")
]
_Prior: TypeAlias = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Write the weights to this .json file.")
]
_Solved: TypeAlias = Annotated[
    list[str],
    typer.Option(
        "--puzzles", metavar="FILE", help="Read the puzzles of the table from this file. Repeatable."
    ),
]
_Player: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="P",
        help="Use this player [default: all of the kind, and variants]. Repeatable.",
    ),
]


_Others: TypeAlias = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="Tables whose columns are added by id.")
]
_Table: TypeAlias = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Write the table to this .csv or .jsonl file.")
]


def learn(
    rows: _Rows,
    target: _Target = "",
    predictors: _Predictors = "",
    model: _Model = None,
    groups: _Groups = "",
    join: _Join = None,
    report: _Report = None,
    output: _Output = None,
    figures: _Figures = None,
    json: _Json = False,
    transform: _Transform = "",
    trend: _Trend = "",
    leave_out: _LeaveOut = None,
    allow: _Allow = None,
    size: _Size = "",
    log: _Log = "never",
    prune: _Prune = None,
    outliers: _Outliers = False,
    folds: _Folds = 5,
    repeats: _Repeats = None,
    seed: _Seed = 1,
    numbers: _Numbers = None,
    puzzles: _Puzzles = None,
    jobs: _Jobs = 1,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Learn to predict what people found hard, and report how well that works on unseen puzzles.

    TABLE is what "rate --features -o" writes, or any table with an id. Facts of a puzzle file are columns of it.
    --join adds people's data by id. A table of users and levels with a time in each cell works as well: it adds
    "mean_log_time". Scores are for rows that the model has not seen. They come with 95 % intervals, and with
    those of two baselines. "learn moves" learns what people try first, "learn players" which player they
    resemble, and "learn join" writes the joined table.

        quandary rate mazes.jsonl --features -o table.csv
        quandary learn table.csv --join ratings.csv --target difficulty --model all --report report.html
        quandary learn table.csv --join ratings.csv --target difficulty --groups author -o model.skops
        quandary learn levels.csv --target "logit(plays - solves, plays)" --predictors luck,shortest --json
    """
    from quandary.models.expressions import split
    from quandary.models.folds import Folds
    from quandary.models.pipelines import Switches
    from quandary.models.question import Question

    _check_target(target)
    whole = _read(rows, join or [])
    without, despite = tuple(leave_out or ()), tuple(allow or ())
    question = Question(target, tuple(split(predictors)), trend, transform, groups, size, without, despite)
    prepared = _prepared(whole, question)
    models = _models(model or [], prepared, predictors=bool(question.predictors))
    is_long = not model and any(each.name == "blend" for each in models)
    dealt = Folds(folds, repeats or (FEW_REPEATS if is_long else REPEATS), seed)
    files = _Files(report, numbers, output, tuple(puzzles or ()), figures, force=force)
    files.check(models, [str(rows), *map(str, join or [])], force=force)
    findings = _found(
        prepared, models, dealt, Switches(log, prune, outliers, seed), files, jobs, resume=resume
    )
    if json:
        put_json(findings.as_json())
    else:
        _print(findings)


def moves(walks: _Walks, output: _Prior, kind: _Kind = "", force: Force = False) -> None:
    """Learn what people do next from their recorded moves.

    WALKS is a .jsonl file, packed or not. A line is {"kind": "witness", "puzzle": "...", "moves": ["up", "right"]}, or
    a row of an archive of solves, for which --kind names the kind. In puzzles to fill, the weights tell what draws
    solvers to a cell: rules, nearness, what is fresh ("rate --moves", "explain --moves"). In others they tell
    which moves are tried first ("rate --prior").

        quandary learn moves walks.jsonl -o moves.json
        quandary learn moves solves.jsonl.xz --kind fillomino -o moves.json
        quandary rate puzzles.jsonl --moves moves.json
    """
    from quandary.models.priors import is_prior
    from quandary.models.walks.fitted import is_moves
    from quandary.models.walks.reading import read_walks
    from quandary.parts.atomic import check_target

    check_target(
        output, inputs=[str(walks)], is_ours=lambda path: is_prior(path) or is_moves(path), force=force
    )
    found = read_walks(walks, kind)
    if found.of_places:
        _learn_places(found, output)
    else:
        _learn_prior(walks, output)
    say(f"wrote {output}")


def _learn_prior(walks: Path, output: Path) -> None:
    from quandary.models.priors import fit_prior, read_plays, save_prior, where_rules_end

    fitted = fit_prior(plays := read_plays(walks))
    save_prior(fitted, output)
    put(str(fitted))
    for player in plays[0].kind.named_players().values():
        put(str(where_rules_end(plays, player)))


def _learn_places(found: "ReadWalks", output: Path) -> None:
    from quandary.models.walks.fitted import contradictions, fit_moves, save_moves

    if found.refused:
        say(f"{found.refused:,} of {len(found.walks) + found.refused:,} walks could not be read: {found.why}")
    with counting("walks", total=len(found.walks)) as count:
        fitted = fit_moves(found.walks, source=found.source, told=count)
    save_moves(fitted, output)
    put(
        f"{fitted.walks:,} walks of {fitted.solvers:,} solver{'s' * (fitted.solvers != 1)}, {fitted.choices:,} choices of a cell; bits per choice:"
    )
    view = table("on unseen puzzles", ">bits [95 %]")
    for name, each in fitted.bits.items():
        view.add_row(name, str(each))
    view.add_row("saved against nearness", str(fitted.saved))
    for name, each in fitted.by_solver.items():
        view.add_row(f"solver {name}, from others", str(each))
    put_table(view)
    view = table("rule", ">cost", ">moves", ">lift [95 %]")
    for lift in fitted.lifts:
        cost = "" if lift.cost is None else f"{lift.cost:g}"
        view.add_row(lift.rule, cost, f"{lift.moves:,}", str(lift.lift))
    put_table(view)
    put(f"{fitted.with_rule:.1%} of the moves have a rule.")
    for easy, hard in contradictions(fitted.lifts)[:MOST_REMARKS]:
        put(
            f"{hard.rule} costs {hard.cost:g} and {easy.rule} {easy.cost:g}, but solvers prefer"
            f" {hard.rule}: lift {hard.lift} against {easy.lift}."
        )


def players(
    rows: _Rows,
    puzzles: _Solved,
    target: _Target = "",
    player: _Player = None,
    join: _Join = None,
    json: _Json = False,
    groups: _Groups = "",
    transform: _Transform = "",
    trend: _Trend = "",
    folds: _Folds = 5,
    repeats: _Repeats = None,
    seed: _Seed = 1,
) -> None:
    """Find the player whose scores best match what people found hard.

    For every player, a linear model of two scores, ReMUSE and luck, is validated on unseen puzzles.

        quandary learn players ratings.csv --target difficulty --puzzles panels.jsonl
        quandary learn players ratings.csv --target difficulty --puzzles panels.jsonl --player none --player expert
    """
    from quandary.cli.reading import Reading
    from quandary.models.folds import Folds
    from quandary.models.players import fit_players
    from quandary.models.question import Question

    _check_target(target)
    question = Question(target, trend=trend, transform=transform, groups=groups)
    wanted = ";".join(player or ()) or "all"
    dealt = Folds(folds, repeats or REPEATS, seed)
    found = fit_players(_read(rows, join or []), question, list(Reading(puzzles)), wanted, folds=dealt)
    if json:
        put_json(found.as_json())
        return
    view = table("player", ">r2", ">difference to the best", ">rows")
    for name, each in found.fits.items():
        view.add_row(name, str(each.r2), str(found.differences.get(name, "")), str(len(each.ids)))
    put_table(view)
    put(found.verdict)


def join(rows: _Rows, others: _Others, output: _Table, force: Force = False) -> None:
    """Write a table with the columns of other files beside its own, one row per puzzle.

    Files are joined by id. A table of times, with a row per user and a column per level, or with the columns
    user, level and seconds, adds the mean of the logarithms of each level's times.

        quandary learn join levels.csv times.csv -o table.csv
        quandary replicate move-models --table A --data table.csv
    """
    from quandary.models.table import cells_by_row
    from quandary.parts.atomic import check_target, write_atomically

    if output.suffix.lower() not in (".csv", ".jsonl"):
        raise QuandaryError(f"Cannot write a table to {output}. End its name in .csv or .jsonl.")
    check_target(output, inputs=[str(rows), *map(str, others)], is_ours=lambda _: False, force=force)
    found = _read(rows, others)
    write_atomically(output, _as_file(list(cells_by_row(found)), is_csv=output.suffix.lower() == ".csv"))
    say(f"wrote {output}: {len(found):,} rows, {len(found.columns):,} columns")


def _as_file(rows: "list[dict[str, Any]]", *, is_csv: bool) -> bytes:
    import csv
    import io
    import json

    from quandary.runs.tables import for_spreadsheet

    if not is_csv:
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(for_spreadsheet, rows))
    return text.getvalue().encode()


VERBS = (join, moves, players)
"""The verbs within `learn`."""


def _check_target(target: str) -> None:
    if not target:
        raise typer.BadParameter("--target is missing. Name the column to predict.")


def _read(path: Path, others: list[Path]) -> "Table":
    from quandary.models.table import join as with_columns
    from quandary.models.table import read_table

    found = read_table(path)
    for other in others:
        found = with_columns(found, other)
    for remark in found.remarks[:MOST_REMARKS]:
        say(str(remark))
    if (rest := len(found.remarks) - MOST_REMARKS) > 0:
        say(f"and {rest:,} more rows with remarks")
    if "empty_share" in found.numbers:
        share = float(found.numbers["empty_share"].mean())
        say(f"{share:.0%} of the user × level cells are empty: unfinished attempts do not count in the means")
    return found


def _prepared(whole: "Table", question: Any) -> "Prepared":
    from quandary.models.features import leaks, measured
    from quandary.models.question import prepare

    prepared = prepare(whole, question, leaks=leaks(whole), measured=measured(whole))
    if prepared.facts:
        say(f"{_not_used(prepared.facts)}. Name one with --leaky to predict from it.")
    for remark in prepared.remarks[:MOST_REMARKS]:
        say(str(remark))
    if prepared.twins:
        say(
            f"{prepared.twins:,} rows are the same puzzle as another row, or equal it in every feature, and stay in its fold"
        )
    if (number := len(prepared.predictors)) >= len(prepared):
        say(
            f"{number:,} predictors for {len(prepared):,} rows: what fits may be chance."
            " Name the few that you believe in with --predictors A,B, or collect more rows."
        )
    return prepared


def _not_used(facts: Sequence[str]) -> str:
    """Return which facts are not predictors, and why.

    >>> _not_used(["solves", "plays"])
    'not predictors, since they are facts and do not follow from the puzzles: solves, plays'
    """
    more = f" and {len(facts) - MOST_REMARKS:,} more" if len(facts) > MOST_REMARKS else ""
    named = ", ".join(facts[:MOST_REMARKS])
    return f"not predictors, since they are facts and do not follow from the puzzles: {named}{more}"


def _models(names: list[str], prepared: "Prepared", *, predictors: bool) -> "list[Pipeline]":
    from quandary.models.pipelines import PIPELINES, pipeline

    task = prepared.task
    if "all" in names:
        return [
            each
            for each in PIPELINES.values()
            if each.task == task and not each.is_baseline and not each.among
        ]
    if names:
        return [pipeline(each, task) for each in names]
    if task == "class":
        return [pipeline("blend", task)]
    return [pipeline("linear" if predictors else "ridge-cv" if len(prepared) < 200 else "blend")]


@dataclass(frozen=True)
class _Files:
    """The files to write."""

    report: Path | None
    numbers: Path | None
    output: Path | None
    puzzles: tuple[str, ...]
    """Files whose puzzles are drawn in the report."""
    figures: Path | None = None
    """The folder for figures."""
    force: bool = False

    def check(self, models: "list[Pipeline]", inputs: list[str], *, force: bool) -> None:
        """Refuse names that could not be written, and files that this command did not make."""
        from quandary.models.files import check_model_name, is_model
        from quandary.models.report import is_report
        from quandary.parts.atomic import check_target

        if self.figures:
            from quandary.showing.figures import check_figures

            check_figures(self.figures)
        if self.output:
            for each in models:
                check_model_name(self.output, each.name)
            check_target(self.output, inputs=inputs, is_ours=is_model, force=force)
        if self.report:
            if self.report.suffix.lower() not in (".html", ".htm"):
                raise QuandaryError(f"Cannot write a report to {self.report}. End its name in .html.")
            check_target(self.report, inputs=inputs, is_ours=is_report, force=force, option="--report")
        if self.numbers:
            if self.numbers.suffix.lower() not in (".csv", ".json"):
                raise QuandaryError(f"Cannot write numbers to {self.numbers}. End its name in .csv or .json.")
            check_target(self.numbers, inputs=inputs, is_ours=_is_numbers, force=force, option="--numbers")

    def write(self, findings: "Findings", switches: "Switches") -> None:
        """Write the files that were asked for."""
        if self.figures:
            from quandary.models.figures import figures
            from quandary.showing.figures import save_figures

            drawn = {name: drawing for name, (drawing, _) in figures(findings).items()}
            written = save_figures(self.figures, drawn, force=self.force)
            say(f"wrote {len(written)} files in {self.figures}")
        if self.report:
            from quandary.models.report import write_report

            write_report(self.report, findings, _pictures(self.puzzles, findings))
            say(f"wrote {self.report}")
        if self.numbers:
            _write_numbers(self.numbers, findings)
            say(f"wrote {self.numbers}")
        if self.output:
            _save(self.output, findings, switches)
            say(f"wrote {self.output}")


def _is_numbers(path: Path) -> bool:
    start = path.read_bytes()[:30]
    return start.startswith((b"name,value\n", b'{"table":'))


def _kept(
    output: Path | None, prepared: "Prepared", folds: "Folds", *, resume: bool
) -> "AbstractContextManager[Ledger | None]":
    if output is None:
        if resume:
            raise typer.BadParameter("--resume needs the -o or --report of the interrupted run.")
        return nullcontext()
    from quandary.models.running import plan_of
    from quandary.runs.output import keeping

    return keeping(output, plan_of(prepared, folds), resume=resume)


def _found(
    prepared: "Prepared",
    models: "list[Pipeline]",
    folds: "Folds",
    switches: "Switches",
    files: _Files,
    jobs: int,
    *,
    resume: bool,
) -> "Findings":
    """Validate the models and write the files, with a ledger to continue from if that is interrupted."""
    from quandary.models.learn import study
    from quandary.models.running import Runner, expected_seconds

    total = (len(models) + 2) * folds.number * folds.repeats
    if (seconds := expected_seconds(prepared, models, folds, switches) / jobs) > WORTH_TELLING:
        fits = len(models) * folds.number * folds.repeats
        say(
            f"{fits:,} fits to {len(prepared):,} rows take about {in_units(seconds)}. --repeats 1 is quicker."
        )
    look = any(each is not None for each in (files.report, files.numbers, files.figures))
    with _kept(files.output or files.report, prepared, folds, resume=resume) as ledger:
        with counting("fitting", total=lambda: total) as tick:
            run = Runner(jobs, ledger, tick)
            findings = study(prepared, models, folds=folds, switches=switches, run=run, look=look)
        files.write(findings, switches)
        if ledger is not None:
            ledger.remove()
    return findings


def _write_numbers(path: Path, findings: "Findings") -> None:
    import json

    from quandary.parts.atomic import write_atomically

    if path.suffix.lower() == ".json":
        write_atomically(path, json.dumps(findings.as_json(), ensure_ascii=False).encode() + b"\n")
    else:
        write_atomically(path, _as_file(list(findings.rows()), is_csv=True))


def _save(path: Path, findings: "Findings", switches: "Switches") -> None:
    from quandary.models.files import save_model, versions
    from quandary.models.fit import fit_model
    from quandary.models.pipelines import PIPELINES
    from quandary.models.running import digest_of

    told = findings.as_json()
    summary = {
        "rows": told["rows"],
        "table": told["table"],
        "groups": told["groups"],
        "cv": told["cv"],
        "digest_of_rows": digest_of(findings.prepared),
        "kinds": sorted({str(each) for each in findings.prepared.table.words.get("kind", ())}),
        "versions": versions(),
    }
    best = findings.validations[findings.best]
    save_model(
        fit_model(findings.prepared, PIPELINES[findings.best], best, switches=switches, summary=summary), path
    )


def _pictures(targets: Sequence[str], findings: "Findings") -> dict[str, str]:
    """Return the misfits as SVG by id, as far as they are in the files given."""
    if not targets:
        return {}
    from quandary.cli.reading import Reading
    from quandary.draw.palette import LIGHT
    from quandary.draw.svg import to_svg

    wanted = {each.id for each in findings.misfits}
    return {
        entry.id: to_svg(entry.kind.draw(entry.puzzle), palette=LIGHT)
        for entry in Reading(targets)
        if entry.id in wanted and entry.kind.pictures.draw
    }


def _predictors(number: int) -> str:
    return f"{number} predictor{'s' * (number != 1)}"


def _print(findings: "Findings") -> None:
    prepared = findings.prepared
    put(
        f"{len(prepared):,} rows, {int(prepared.units.max()) + 1:,} groups, {_predictors(len(prepared.predictors))}"
        f" of {prepared.question.target}"
    )
    if findings.linear:
        it = findings.linear
        put(f"Least squares on all rows: R² {it.r2:.3f}, adjusted {it.adjusted_r2:.3f}, p {it.p:.2g}")
    names = list(next(iter(findings.validations.values())).scores)
    view = table("model", *(f">{name}" for name in names), "settings")
    for name, each in findings.validations.items():
        settings = ", ".join(f"{key} {value}" for key, value in each.settings.items())
        view.add_row(name, *(str(each.scores[score]) for score in names), settings)
    put_table(view)
    for name, apart in findings.differences.items():
        put(f"{findings.score} of {name}: {apart}")
