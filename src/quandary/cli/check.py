"""`quandary check`: check a file of puzzles for publication."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quandary.cli.console import only_ascii, put, put_data, put_fitting, put_json, put_text, width
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
    from quandary.publishing.check import Checked, Problem, WantedVerdict
    from quandary.publishing.intended import Intent
    from quandary.solving.ways.find import Ways

HEADS = ("puzzle", "kind", "difficulty", "solvable", "unique", "minimal", "guesses", "new")
REST, SHORTEST = 52, 8
"""The columns of a table that are not for the names of puzzles and for words, and the least for names."""
MARKS = {True: "✓", False: "✗", None: "–"}
PLAIN_MARKS = {True: "yes", False: "NO", None: "-"}
"""The marks for terminals that have plain characters only."""
HARMLESS = "no"
"""The mark for what does not hold and need not hold."""
GUESSES = {True: "none", False: "needed", None: "–"}
REMEDIES = {
    "ambiguous": "add what decides, or accept it with --allow ambiguous",
    "non-minimal": "leave it out, or accept it with --allow non-minimal",
    "duplicate": "drop one of the two, or accept both with --allow duplicate",
    "gave up": "give it more --seconds, or accept it with --allow gave-up",
}
"""What to do about a problem, by its name."""


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
            help="The intended solution, as `solve` prints it. Other ways are reported.",
        ),
    ] = "",
    level: Annotated[
        str, typer.Option("--level", metavar="L", help="Accept only puzzles of this level.")
    ] = "",
    between: Annotated[
        tuple[float, float] | None,
        typer.Option("--between", metavar="A B", help="Accept only puzzles that score from A to B."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print a row for every puzzle, not only failures.")
    ] = False,
    form: Annotated[
        Literal["text", "github", "junit"],
        typer.Option("--format", metavar="text|github|junit", help="Print for people or for a CI service."),
    ] = "text",
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
) -> None:
    """Check that every puzzle is solvable, unique, minimal and not a duplicate.

    Unique means exactly one solution. Minimal means that nothing can be left out without losing
    uniqueness. A duplicate is the same as an earlier puzzle of these files, possibly turned, mirrored
    or relabelled. Failures are printed, then one line that counts them. With --verbose, or for a single
    puzzle, a table also shows how hard each puzzle is, in the words of `quandary rate`, and whether a
    player who knows all rules of the kind needs to guess. Neither is a failure unless --level or --between
    says so. A property that a puzzle lacks but does not need is marked "no".

    A puzzle with several solutions fails if its kind requires one, as Sudoku does. A puzzle with redundant
    givens fails unless it was made for a level or a symmetry. --allow and --forbid change that. A puzzle fails,
    too, if what it requires cannot be decided in time.

    With --intended, or "intended" in the file, the command reports other ways to solve the puzzle: shorter
    ones, those with fewer bits of choice and all others, and elements that no way needs. They are failures only
    if --forbid, or "forbid" in the file, names them.

    The exit code is 1 if a puzzle fails, and 2 if one cannot be read.

        quandary check sudoku:.3....3....41... sudoku:.4....4....31...
        quandary check mazes.jsonl --forbid ambiguous
        quandary check sudoku:23....3....41... --allow non-minimal
        quandary check mazes.jsonl --level easy --format github
        quandary check mazes.jsonl --json
        quandary check 'sokoban:######/#    #/# $@.#/# $ .#/#    #/######' --intended ulldRldRuRldR --forbid shorter
    """
    from quandary.limits import Limits, Meter
    from quandary.publishing.check import Checked
    from quandary.publishing.check import check as checked

    if json and form != "text":
        raise typer.BadParameter("--json and --format cannot be combined.")
    asked, unwanted = _split(forbid)
    allowed, forbidden = _problems(_split(allow)[0], "allow"), _problems(asked, "forbid")
    reading, done = Reading(puzzle, ruleset=ruleset), list[Checked]()
    wanted = _wanted(level, between)
    with counting("checking", meter := Meter()) as tick:
        limits = Limits(seconds, memory, meter=meter)
        for found in checked(
            reading, forbidden=forbidden, wanted=wanted, intended=intended, forbid=unwanted, limits=limits
        ):
            done.append(found.allowing(allowed))
            if json:
                put_json(_as_json(done[-1]))
            tick()
    if not json:
        {"text": _put, "github": _put_github, "junit": _put_junit}[form](done, verbose)
    reading.finish(answer=not any(each.problems for each in done))


def _wanted(level: str, between: tuple[float, float] | None) -> "WantedVerdict | None":
    from quandary.publishing.check import WantedVerdict

    if between and between[0] > between[1]:
        raise typer.BadParameter(f"--between {between[0]:g} {between[1]:g}: the first must not be larger.")
    return WantedVerdict(level, between) if level or between else None


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

    fixed = (Problem.UNSOLVABLE, Problem.DIFFICULTY, Problem.UNINTENDED)
    names = {each.replace(" ", "-"): each for each in Problem if each not in fixed}
    for name in asked:
        if name not in names:
            raise UnknownNameError(f"problem to --{option}", name, names)
    return {names[name] for name in asked}


def _put(done: "list[Checked]", verbose: bool) -> None:
    """Print the failures with what to do about them, and one closing line, below a table if that is wanted."""
    from quandary.publishing.check import remarks_on_files

    if not done:
        return
    if verbose or len(done) == 1:
        _put_table([_cells(each) for each in done])
    for each in done:
        if verbose or len(done) == 1 or each.intent or each.remarks:
            _put_notes(each)
    for file, said in remarks_on_files(done):
        put(f"{file}: {said}")
    for each, problem, why in _failures(done):
        put(f"{_place(each)}: {problem}: {why}")
    for name in dict.fromkeys(str(problem) for _, problem, _ in _failures(done)):
        if remedy := REMEDIES.get(name):
            put(f"  {name}: {remedy}")
    put_text(closing(done))


def _put_notes(found: "Checked") -> None:
    """Print what is worth knowing about a puzzle, unless a problem says it."""
    said = {why for _, why in found.problems}
    for note in found.notes:
        if note not in said:
            put(f"{_place(found)}: {note}")


def closing(done: "list[Checked]") -> str:
    """Return how many puzzles are fine, and how many fail for which reason."""
    number, failed = len(done), sum(bool(each.problems) for each in done)
    checked = f"{number:,} puzzle{'s' * (number != 1)} checked"
    if not failed:
        return f"{checked}, {'all ' * (number > 1)}fine"
    reasons = Counter(str(problem) for _, problem, _ in _failures(done))
    named = ", ".join(f"{count:,} {name}" for name, count in reasons.most_common())
    return f"{checked}, {failed:,} failed: {named}"


def _failures(done: "list[Checked]") -> "Iterator[tuple[Checked, Problem, str]]":
    return ((each, problem, why) for each in done for problem, why in each.problems)


def _put_github(done: "list[Checked]", _: bool) -> None:
    """Print the failures as GitHub's workflow commands, which marks the lines of the files."""
    for each, problem, why in _failures(done):
        file, line = _file_of(each)
        at = f"file={_escaped(file, ',:')},line={line}," if file else ""
        put_data(f"::error {at}title={_escaped(str(problem), ',:')}::{_escaped(f'{each.entry.id}: {why}')}")
    if done:
        put_data(closing(done))


def _escaped(text: str, more: str = "") -> str:
    """Return text in which the characters that a workflow command gives a meaning are escaped.

    >>> _escaped("50 %, b: c", ",:")
    '50 %25%2C b%3A c'
    """
    for each in ("%", "\r", "\n", *more):
        text = text.replace(each, f"%{ord(each):02X}")
    return text


def _file_of(found: "Checked") -> tuple[str, str]:
    """Return the file and the line of a puzzle, or nothing if it was not read from a file."""
    file, _, line = found.entry.where.rpartition(", line ")
    return file, line


def _put_junit(done: "list[Checked]", _: bool) -> None:
    """Print a JUnit report: a test case for every puzzle."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    from quandary.draw.svg import printable

    failed = sum(bool(each.problems) for each in done)
    suite = Element("testsuite", name="quandary check", tests=str(len(done)), failures=str(failed))
    for each in done:
        file, line = _file_of(each)
        case = SubElement(suite, "testcase", name=printable(each.entry.id), classname=each.entry.kind.name)
        if file:
            case.attrib |= {"file": printable(file), "line": line}
        for problem, why in each.problems:
            SubElement(case, "failure", type=str(problem), message=printable(why))
    indent(suite)
    put_data('<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suite, encoding="unicode"))


def _put_table(rows: list[list[str]]) -> None:
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


def _cells(found: "Checked") -> list[str]:
    from quandary.publishing.check import Problem

    proved = {
        Problem.UNSOLVABLE: found.solvable,
        Problem.AMBIGUOUS: found.unique,
        Problem.NON_MINIMAL: found.minimal,
        Problem.DUPLICATE: not found.duplicate_of,
    }
    marks, wrong = PLAIN_MARKS if only_ascii() else MARKS, {problem for problem, _ in found.problems}
    entry = found.entry
    *cells, new = [
        HARMLESS if each is False and problem not in wrong else marks[each]
        for problem, each in proved.items()
    ]
    return [entry.id, entry.kind.name, found.verdict.short, *cells, GUESSES[found.guess_free], new]


def _place(found: "Checked") -> str:
    file, line = _file_of(found)
    return f"{file}:{line}: {found.entry.id}" if file else found.entry.id


def _as_json(found: "Checked") -> dict[str, Any]:
    from quandary.runs.rows import ruleset_of

    return {
        "id": found.entry.id,
        "kind": found.entry.kind.name,
        **ruleset_of(found.entry),
        "where": found.entry.where,
        "solvable": found.solvable,
        "unique": found.unique,
        "minimal": found.minimal,
        "guess_free": found.guess_free,
        "duplicate_of": found.duplicate_of or None,
        "verdict": found.verdict.as_json() or None,
        **({"ways": _number(found.ways)} if found.ways else {}),
        **({"intended": _intent(found.intent)} if found.intent else {}),
        **({"remarks": [*found.remarks]} if found.remarks else {}),
        "problems": [{"problem": str(problem), "why": why} for problem, why in found.problems],
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
