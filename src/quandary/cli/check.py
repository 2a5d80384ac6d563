"""`quandary check`: check a file of puzzles for publication."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import only_ascii, put, put_fitting, put_json, width
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
    from quandary.publishing.intended import Intent
    from quandary.solving.ways.find import Ways

HEADS = ("puzzle", "kind", "difficulty", "solvable", "unique", "minimal", "guess-free", "new")
REST, SHORTEST = 52, 8
"""The columns of a table that are not for the names of puzzles and for words, and the least for names."""
MARKS = {True: "✓", False: "✗", None: "–"}
PLAIN_MARKS = {True: "yes", False: "NO", None: "-"}
"""The marks for terminals that have plain characters only."""
HARMLESS = "no"
"""The mark for what does not hold and need not hold."""


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
    forbid: Annotated[
        str,
        typer.Option(
            "--forbid",
            metavar="A,B",
            help="Refuse puzzles that are ambiguous or non-minimal, even if their kind allows it, or with --intended:"
            " shorter, cheaper or different ways, or 'without: NAME'.",
        ),
    ] = "",
    intended: Annotated[
        str,
        typer.Option(
            "--intended",
            metavar="MOVES",
            help="The solution that is meant, as `solve` writes it. Other ways are told.",
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
    or relabelled. The table also shows how hard the puzzle is, in the words of `quandary rate`, and whether
    a player who knows all rules of the kind needs to guess. Neither is ever a failure. What does not hold
    and need not hold is marked "no".

    Several solutions are a failure where the kind wants one, as Sudoku does, and spare givens where nobody
    asked for a level or a symmetry. --allow and --forbid change that. A puzzle that cannot be decided in
    time fails.

    With --intended, or "intended" in the file, ways that do something else are told: shorter ones, those with
    fewer bits of choice, all others, and elements that none needs. They fail only if --forbid or "forbid" in the
    file names them.

    The exit code is 1 if a puzzle fails, and 2 if one cannot be read.

        quandary check sudoku:.3....3....41... sudoku:.4....4....31...
        quandary check mazes.jsonl --forbid ambiguous
        quandary check sudoku:23....3....41... --allow non-minimal
        quandary check mazes.jsonl --json
        quandary check 'sokoban:######/#    #/# $@.#/# $ .#/#    #/######' --intended ulldRldRuRldR --forbid shorter
    """
    from quandary.limits import Limits, Meter
    from quandary.publishing.check import check as verdicts

    asked, unwanted = _split(forbid)
    allowed, forbidden = _problems(_split(allow)[0], "allow"), _problems(asked, "forbid")
    reading, notes, problems, rows = (
        Reading(puzzle, ruleset=ruleset),
        list[str](),
        list[str](),
        list[list[str]](),
    )
    number = failed = 0
    with counting("checking", meter := Meter()) as tick:
        limits = Limits(seconds, memory, meter=meter)
        for verdict in verdicts(
            reading, forbidden=forbidden, intended=intended, forbid=unwanted, limits=limits
        ):
            verdict, number = verdict.allowing(allowed), number + 1
            failed += bool(verdict.problems)
            problems += [f"{_place(verdict)}: {problem}: {why}" for problem, why in verdict.problems]
            said = {why for _, why in verdict.problems}
            notes += [f"{_place(verdict)}: {note}" for note in verdict.notes if note not in said]
            if json:
                put_json(_as_json(verdict))
            else:
                rows.append(_cells(verdict))
            tick()
    if number and not json:
        _put(rows)
        fine = f"{number:,} puzzle{'s' * (number != 1)} checked, {number - failed:,} fine"
        put("\n".join([*notes, *problems, fine]))
    reading.finish(answer=not failed)


def _split(forbid: str) -> tuple[list[str], list[str]]:
    """Return the problems that are forbidden, and what ways must not be.

    >>> _split("ambiguous, shorter,without: portal")
    (['ambiguous'], ['shorter', 'without: portal'])
    """
    from quandary.publishing.intended import FORBIDDABLE, WITHOUT

    names = [part.strip() for part in forbid.split(",") if part.strip()]
    ways = [name for name in names if name in FORBIDDABLE or name.startswith(WITHOUT)]
    return [name for name in names if name not in ways], ways


def _problems(asked: list[str], option: str) -> "set[Problem]":
    from quandary.publishing.check import Problem

    names = {each.replace(" ", "-"): each for each in Problem if each != Problem.UNSOLVABLE}
    for name in asked:
        if name not in names:
            raise UnknownNameError(f"problem to --{option}", name, names)
    return {names[name] for name in asked}


def _put(rows: list[list[str]]) -> None:
    """Print the table, with names cut short if it is too wide. Problems name the puzzles in full."""
    if not put_fitting(HEADS, rows, ((), ("kind",))):
        longest = max(SHORTEST, width() - REST)
        put_fitting(
            HEADS, [[_cut(name, longest), *rest] for name, *rest in rows], (("kind",), ("kind", "difficulty"))
        )


def _cut(name: str, longest: int) -> str:
    """Return a name without its middle, if it is too long.

    >>> _cut("sudoku-9x9-hard-1-0", 12)
    'sudoku…d-1-0'
    """
    half = longest // 2
    return name if len(name) <= longest else f"{name[:half]}…{name[half + 1 - longest :]}"


def _cells(verdict: "Verdict") -> list[str]:
    from quandary.publishing.check import Problem

    proved = {
        Problem.UNSOLVABLE: verdict.solvable,
        Problem.AMBIGUOUS: verdict.unique,
        Problem.NON_MINIMAL: verdict.minimal,
        None: verdict.guess_free,
        Problem.DUPLICATE: not verdict.duplicate_of,
    }
    marks, found = PLAIN_MARKS if only_ascii() else MARKS, {problem for problem, _ in verdict.problems}
    entry = verdict.entry
    cells = [
        HARMLESS if each is False and problem not in found else marks[each]
        for problem, each in proved.items()
    ]
    return [entry.id, entry.kind.name, verdict.difficulty, *cells]


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
        "difficulty": verdict.difficulty or None,
        **({"ways": _number(verdict.ways)} if verdict.ways else {}),
        **({"intended": _intent(verdict.intent)} if verdict.intent else {}),
        "headline": verdict.headline and dict(verdict.headline.as_json()),
        "problems": [{"problem": str(problem), "why": why} for problem, why in verdict.problems],
    }


def _number(ways: "Ways") -> dict[str, Any]:
    return {"number": ways.number, "complete": ways.complete}


def _intent(intent: "Intent") -> dict[str, Any]:
    return {
        "moves": len(intent.solution.moves),
        "ways": _number(intent.ways),
        "shorter": len(intent.shorter),
        "cheaper": len(intent.cheaper),
        "different": len(intent.different),
        "without": list(intent.needless),
        "detour": intent.is_detour,
    }
