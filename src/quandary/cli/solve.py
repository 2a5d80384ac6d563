"""`quandary solve`: find solutions, or prove that there are none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from quandary.cli.console import put, put_json
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Index,
    Json,
    Memory,
    PuzzleArgument,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import Reading
from quandary.cli.ways import MOST_LONGER, solve_ways
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.limits import Budget, Limits
    from quandary.solving.search import Solution, Solutions

Written = TypeVar("Written")


def solve(
    puzzle: PuzzleArgument,
    index: Index = None,
    every: Annotated[bool, typer.Option("--all", help="Find all solutions.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Find up to N solutions [default: 1].")
    ] = None,
    fewest: Annotated[
        str,
        typer.Option(
            "--fewest",
            metavar="WHAT",
            help='Minimise this instead of moves, for example Sokoban "steps".',
            rich_help_panel=MORE,
        ),
    ] = "",
    ways: Annotated[
        int | None,
        typer.Option(
            "--ways",
            metavar="N",
            min=1,
            help="List up to N ways: solutions that do different things.",
        ),
    ] = None,
    longer: Annotated[
        int | None,
        typer.Option(
            "--longer",
            metavar="K",
            min=0,
            max=MOST_LONGER,
            help="With --ways, allow K moves more than the shortest solution [default: 2].",
            rich_help_panel=MORE,
        ),
    ] = None,
    ruleset: RuleSetName = "",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
) -> None:
    """Solve puzzles, or prove that they cannot be solved.

    The exit code is 0 if each puzzle is solved, and 1 if one is proved to have no solution. A puzzle that
    runs out of time or memory gets the status "gave up". That proves nothing, and the exit code is 0.

    Two solutions are the same way if they differ only in detours, or in the order of things that do not affect
    each other. --ways lists the ways, shortest first, with what sets each apart. If there are more than N, it
    lists those that differ most.

        quandary solve sudoku:.3....3....41...
        quandary solve mazes.jsonl --limit 3 --seconds 10
        quandary solve 'witness:S-+-E/|b|w|/+-+-+' --all --json
        quandary solve 'witness:S-+-E/|b|w|/+-+-+' --ruleset windmill
        quandary solve 'sokoban:######/#    #/# $@.#/# $ .#/#    #/######' --ways 3
    """
    from quandary.limits import Limits, Meter
    from quandary.solving.search import solutions

    if every and limit is not None:
        raise typer.BadParameter("--all and --limit cannot be combined.")
    if fewest and (every or limit is not None):
        raise typer.BadParameter("--fewest gives one solution, so it excludes --all and --limit.")
    if ways is not None and (every or fewest or limit is not None):
        raise typer.BadParameter("--ways excludes --all, --limit and --fewest.")
    if longer is not None and ways is None:
        raise typer.BadParameter("--longer goes with --ways N.")
    if ways is not None:
        solve_ways(
            Reading([puzzle], ruleset=ruleset, index=index), ways, longer, Limits(seconds, memory), json=json
        )
        return
    most = None if every else limit or 1
    reading, solvable = Reading([puzzle], ruleset=ruleset, index=index), True
    with counting("solving", meter := Meter()) as tick:
        for entry in reading:
            limits = Limits(seconds, memory, meter=meter)
            budget = limits.start()
            if fewest:
                answer = _with_fewest(entry, fewest, limits)
            else:
                answer = solutions(entry.puzzle, most=most, limits=limits)
            solvable = solvable and answer.status != "none"
            if json:
                written, answer = _in_time(answer, budget, partial(_solution, entry))
                put_json(_as_json(entry, answer, written))
            else:
                texts, answer = _in_time(answer, budget, partial(_written, entry))
                put(_in_words(entry, answer, texts, counted=most != 1))
            tick()
    reading.finish(answer=solvable)


def _with_fewest(entry: "Entry", what: str, limits: "Limits") -> "Solutions":
    """Return the solution with the fewest of something, its moves as the characters that players write."""
    from quandary.errors import UnknownNameError
    from quandary.limits import OutOfBudget, Stop
    from quandary.solving.choose import QuickestEngine
    from quandary.solving.search import Solution, Solutions

    kind = entry.kind
    if what not in kind.engines.minimised:
        raise UnknownNameError(f"count for solutions of {kind.name}", what, kind.engines.minimised)
    with limits.start() as budget:
        try:
            text = QuickestEngine(entry.puzzle).ask_kind("fewest", what, limits).answer
        except OutOfBudget as out:
            return Solutions((), False, seconds=budget.seconds, stop=out.stop)
    found = () if text is None else (Solution(None, tuple(text)),)
    stop = Stop("other", words="there may be others") if found else Stop()
    return Solutions(found, not found, seconds=budget.seconds, stop=stop)


def _in_time(
    answer: "Solutions", budget: "Budget", write: "Callable[[Solution], Written]"
) -> "tuple[list[Written], Solutions]":
    """Write down the solutions until the budget is late, and return them and an answer with just these."""
    from quandary.limits import Stop

    written = list[Written]()
    for solution in answer.found:
        if written and budget.is_late:
            stop = budget.limits.named(Stop("seconds"))
            return written, replace(answer, found=answer.found[: len(written)], complete=False, stop=stop)
        written.append(write(solution))
    return written, answer


def _in_words(entry: "Entry", answer: "Solutions", written: Sequence[str], *, counted: bool) -> str:
    from quandary.runs.rows import by_rules

    by = by_rules(entry)
    if answer.status == "none":
        return f"{entry.id}: no solution{by}, proved"
    if answer.status == "gave up":
        least = f"; a solution has at least {answer.at_least:,} moves" if answer.at_least else ""
        return f"{entry.id}: gave up{by}: {answer.stop.text}{least}"
    number = len(answer.found)
    news = f"{number:,} solution{'s' * (number != 1)}"
    more = "and no others" if answer.complete else answer.stop.text
    heading = f"{entry.id}: solved{by}" + (f", {news}, {more}" if counted else "")
    if answer.any_length:
        least = f"; every solution has at least {answer.at_least:,} moves" if answer.at_least else ""
        heading += f", not the shortest: {answer.stop.text}{least}"
    return "\n\n".join([heading, *written, ""])


def _written(entry: "Entry", solution: "Solution") -> str:
    """Write a solution for people: its end as the kind writes it, or else its moves."""
    kind = entry.kind
    if solution.start is None or kind.notation.moves or not kind.pictures.write:
        return _text(entry, solution)
    return kind.pictures.write(entry.puzzle, solution.end(entry.puzzle))


def _text(entry: "Entry", solution: "Solution") -> str:
    """Write down the moves as `show --after` takes them."""
    from quandary.solving.follow import solution_text

    if solution.start is None:  # in characters already
        return "".join(solution.moves)
    return solution_text(entry.puzzle, solution)


def _solution(entry: "Entry", solution: "Solution") -> dict[str, Any]:
    """Return a solution as JSON, with its start if there are several."""
    from quandary.solving.follow import start_name

    name = "" if solution.start is None else start_name(entry.puzzle, solution.start)
    return {
        **({"start": name} if name else {}),
        "moves": [str(move) for move in solution.moves],
        "text": _text(entry, solution),
        "end": _written(entry, solution),
    }


def _as_json(entry: "Entry", answer: "Solutions", written: Sequence[Any]) -> dict[str, Any]:
    from quandary.runs.rows import ruleset_of

    return {
        "id": entry.id,
        "kind": entry.kind.name,
        **ruleset_of(entry),
        "status": "unsolvable" if answer.status == "none" else answer.status,
        "complete": answer.complete,
        "solutions": written,
        "reason": answer.stop.text,
        "engine": answer.engine,
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
    }
