"""`quandary solve`: solutions, or the proof that there are none."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quandary.cli.console import put, put_json
from quandary.cli.options import DEFAULT_MEMORY, DEFAULT_SECONDS, Json, Memory, PuzzleArgument, Seconds
from quandary.cli.progress import counting
from quandary.cli.reading import Reading

if TYPE_CHECKING:
    from quandary.files import Entry
    from quandary.solve import Solution, Solutions


def solve(
    puzzle: PuzzleArgument,
    every: Annotated[bool, typer.Option("--all", help="Find all solutions.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Find up to N solutions; 1 by default.")
    ] = None,
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
) -> None:
    """Solve puzzles, or prove that they cannot be solved.

    The exit code is 0 if each puzzle is solved, and 1 if one is proved to have no solution. Running
    out of time or memory proves nothing: the status says "gave up", and the exit code is 0.

        quandary solve sudoku:.3....3....41...
        quandary solve levels.jsonl --all --seconds 10
    """
    from quandary.limits import Limits
    from quandary.solve import solutions

    if every and limit is not None:
        raise typer.BadParameter("--all and --limit exclude each other.")
    most = None if every else limit or 1
    reading, solvable = Reading([puzzle]), True
    with counting("solving") as tick:
        for entry in reading:
            answer = solutions(entry.puzzle, most=most, limits=Limits(seconds, memory))
            solvable = solvable and answer.status != "none"
            if json:
                put_json(_as_json(entry, answer))
            else:
                put(_in_words(entry, answer, counted=most != 1))
            tick()
    reading.finish(answer=solvable)


def _in_words(entry: "Entry", answer: "Solutions", *, counted: bool) -> str:
    if answer.status == "none":
        return f"{entry.id}: no solution, proved"
    if answer.status == "gave up":
        return f"{entry.id}: gave up: {answer.reason}"
    number = len(answer.found)
    news = f"{number:,} solution{'s' * (number != 1)}"
    more = "and no others" if answer.complete else answer.reason
    heading = f"{entry.id}: solved" + (f", {news}, {more}" if counted else "")
    return "\n\n".join([heading, *(_written(entry, solution) for solution in answer.found), ""])


def _written(entry: "Entry", solution: "Solution") -> str:
    if entry.kind.spell:
        return entry.kind.spell(entry.puzzle, solution.moves)
    if entry.kind.write:
        return entry.kind.write(entry.puzzle, solution.end(entry.puzzle))
    return " ".join(map(str, solution.moves))


def _as_json(entry: "Entry", answer: "Solutions") -> dict[str, Any]:
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "status": "unsolvable" if answer.status == "none" else answer.status,
        "complete": answer.complete,
        "solutions": [
            {"moves": [str(move) for move in each.moves], "end": _written(entry, each)}
            for each in answer.found
        ],
        "reason": answer.reason,
        "engine": answer.engine,
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
    }
