"""`quandary predict`: what a fitted model expects of puzzles."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put_json, put_table, say, table
from quandary.cli.options import DEFAULT_SECONDS, Json, PuzzleArguments, Seconds
from quandary.cli.reading import Reading
from quandary.errors import FileError, QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.models.fit import Model, Prediction

TABLES = (".csv", ".parquet")


def predict(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="A .json or .skops file that `learn -o` wrote.")
    ],
    puzzle: PuzzleArguments,
    share: Annotated[
        float,
        typer.Option("--share", metavar="S", help="Give intervals with this coverage: 0.5, 0.8 or 0.95."),
    ] = 0.8,
    seconds: Seconds = DEFAULT_SECONDS,
    json: Json = False,
) -> None:
    """Predict what people will find hard, with an interval for each puzzle.

    The command computes the features that the model needs. A .csv or .parquet table that has them works too. A
    puzzle with features outside the range that the model has seen is flagged, since its interval is not reliable.
    Numbers are on the target's own scale: transformations and trends of "learn" are undone. Where a puzzle has no
    value of the trend's column, that of an average puzzle is taken.

        quandary predict model.skops levels.jsonl
        quandary predict model.json table.csv --json
    """
    from quandary.models.files import load_model
    from quandary.models.fit import LEVELS

    if share not in LEVELS:
        raise typer.BadParameter(f"--share is one of {', '.join(f'{each:g}' for each in LEVELS)}.")
    fitted = load_model(model)
    tables = [each for each in puzzle if each.lower().endswith(TABLES)]
    if tables and len(tables) < len(puzzle):
        raise typer.BadParameter("Give tables or puzzles, not both.")
    view = table("puzzle", f">{fitted.target}", f"{share:.0%} interval", "unlike those seen in")
    if tables:
        for each in tables:
            _from_table(fitted, each, share, view, json=json)
        reading = None
    else:
        reading = Reading(puzzle)
        _from_puzzles(fitted, reading, share, seconds, view, json=json)
    if not json:
        put_table(view)
    if fitted.scale:
        say(fitted.scale)
    if reading:
        reading.finish()


def _from_table(fitted: "Model", path: str, share: float, view: Any, *, json: bool) -> None:
    from quandary.models.table import read_table

    rows = read_table(path)
    column = fitted.trend.get("column", "")
    times = rows.numbers[column].tolist() if column in rows.numbers else ()
    for name, found in zip(
        rows.ids, fitted.predict(rows.matrix(fitted.features), share=share, times=times), strict=True
    ):
        _give(name, found, view, json=json)


def _from_puzzles(
    fitted: "Model", reading: Reading, share: float, seconds: float, view: Any, *, json: bool
) -> None:
    import numpy as np

    from quandary.limits import Limits
    from quandary.models.features import features_of

    with counting("predicting", total=reading.count) as tick:
        for entry in reading:
            try:
                row = features_of(entry, fitted.features, limits=Limits(seconds=seconds))
            except QuandaryError as error:
                reading.report(FileError(f"{entry.where or entry.id}: {error}"))
                continue
            time = entry.facts.get(fitted.trend.get("column", ""))
            times = [float(time) if isinstance(time, int | float) else None]
            _give(entry.id, fitted.predict(np.array([row]), share=share, times=times)[0], view, json=json)
            tick()


def _give(name: str, found: "Prediction", view: Any, *, json: bool) -> None:
    if json:
        told = {key: value for key, value in vars(found).items() if value not in (None, ())}
        put_json({"id": name, **told, "unlike": list(found.unlike)})
        return
    value = found.value if isinstance(found.value, str) else f"{found.value:.3g}"
    between = "" if found.low is None or found.high is None else f"{found.low:.3g} to {found.high:.3g}"
    if found.probability is not None:
        between = f"probability {found.probability:.0%}"
    view.add_row(name, value, between, ", ".join(found.unlike[:3]) + ("…" if len(found.unlike) > 3 else ""))
