"""`quandary check`: check a file of puzzles for publication."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import only_ascii, put, put_json, put_table, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Json,
    Memory,
    PuzzleArguments,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import Reading
from quandary.errors import UnknownNameError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.publishing.check import Problem, Verdict

MARKS = {True: "✓", False: "✗", None: "–"}
PLAIN_MARKS = {True: "yes", False: "NO", None: "-"}
"""The marks for terminals that have plain characters only."""


def check(
    puzzle: PuzzleArguments,
    allow: Annotated[
        str,
        typer.Option(
            "--allow",
            metavar="A,B",
            help="Accept puzzles that are ambiguous, non-minimal, duplicate or gave-up.",
        ),
    ] = "",
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
) -> None:
    """Check that every puzzle is solvable, unique, minimal and not a duplicate.

    Unique means exactly one solution. Minimal means that nothing can be left out without losing
    uniqueness. A duplicate is the same as an earlier puzzle of these files, possibly turned, mirrored
    or relabelled. The table also shows whether a player who knows all rules of the kind needs to guess,
    which is never a failure.

    Some puzzles have several solutions on purpose, for example many Witness panels. Accept them with
    --allow ambiguous. A puzzle that cannot be decided in time fails.

    The exit code is 1 if a puzzle fails, and 2 if one cannot be read.

        quandary check sudoku:.3....3....41... sudoku:.4....4....31...
        quandary check mazes.jsonl --allow ambiguous,non-minimal
        quandary check mazes.jsonl --json
    """
    from quandary.limits import Limits, Meter
    from quandary.publishing.check import check as verdicts

    allowed = _problems(allow)
    reading, problems, view = Reading(puzzle, ruleset=ruleset), list[str](), _table()
    number = failed = 0
    with counting("checking", meter := Meter()) as tick:
        for verdict in verdicts(reading, limits=Limits(seconds, memory, meter=meter)):
            verdict, number = verdict.allowing(allowed), number + 1
            failed += bool(verdict.problems)
            problems += [f"{_place(verdict)}: {problem}: {why}" for problem, why in verdict.problems]
            if json:
                put_json(_as_json(verdict))
            else:
                view.add_row(*_cells(verdict))
            tick()
    if number and not json:
        put_table(view)
        fine = f"{number:,} puzzle{'s' * (number != 1)} checked, {number - failed:,} fine"
        put("\n".join([*problems, fine]))
    reading.finish(answer=not failed)


def _problems(text: str) -> "set[Problem]":
    from quandary.publishing.check import Problem

    names = {each.replace(" ", "-"): each for each in Problem if each != Problem.UNSOLVABLE}
    asked = [part.strip() for part in text.split(",") if part.strip()]
    for name in asked:
        if name not in names:
            raise UnknownNameError("problem to --allow", name, names)
    return {names[name] for name in asked}


def _table() -> Any:
    return table("puzzle", "kind", "solvable", "unique", "minimal", "guess-free", "no duplicate")


def _cells(verdict: "Verdict") -> list[str]:
    proved = (verdict.solvable, verdict.unique, verdict.minimal, verdict.guess_free, not verdict.duplicate_of)
    marks = PLAIN_MARKS if only_ascii() else MARKS
    return [verdict.entry.id, verdict.entry.kind.name, *(marks[each] for each in proved)]


def _place(verdict: "Verdict") -> str:
    entry = verdict.entry
    return f"{entry.where}, {entry.id}" if entry.where else entry.id


def _as_json(verdict: "Verdict") -> dict[str, Any]:
    from quandary.runs.rows import ruleset_of

    return {
        "id": verdict.entry.id,
        "kind": verdict.entry.kind.name,
        **ruleset_of(verdict.entry),
        "where": verdict.entry.where,
        "solvable": verdict.solvable,
        "unique": verdict.unique,
        "minimal": verdict.minimal,
        "guess_free": verdict.guess_free,
        "duplicate_of": verdict.duplicate_of or None,
        "problems": [{"problem": str(problem), "why": why} for problem, why in verdict.problems],
    }
