"""`quandary improve`: change a puzzle step by step."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_fitting, put_json, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    Force,
    Json,
    Lookahead,
    MemoryInAll,
    PlayerName,
    PuzzleArgument,
    RuleSetName,
    SecondsInAll,
)
from quandary.cli.reading import pick
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.generating.improve import Improvement
    from quandary.library.files import Entry


_By: TypeAlias = Annotated[
    str,
    typer.Option("--by", metavar="M", help="Raise this measure [default: the kind's headline]."),
]
_Steps: TypeAlias = Annotated[
    int, typer.Option("--steps", metavar="N", min=1, help="Make at most N changes, one at a time.")
]
_Beam: TypeAlias = Annotated[
    int, typer.Option("--beam", metavar="B", min=1, help="Follow the B best puzzles at once.")
]
_Easier: TypeAlias = Annotated[bool, typer.Option("--easier", help="Lower the measure instead.")]
_Keep: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        metavar="WHAT",
        help='Keep exactly one solution ("unique"), or the value of a measure. Repeatable.',
    ),
]
_Index: TypeAlias = Annotated[
    int, typer.Option("--index", "-n", metavar="N", min=1, help="Improve the N-th puzzle of a file.")
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write every step to this .jsonl file, or drawn to .html."
    ),
]


def improve(
    puzzle: PuzzleArgument,
    by: _By = "",
    steps: _Steps = 10,
    beam: _Beam = 1,
    easier: _Easier = False,
    keep: _Keep = None,
    index: _Index = 1,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    ruleset: RuleSetName = "",
    seconds: SecondsInAll = DEFAULT_SECONDS,
    memory: MemoryInAll = DEFAULT_MEMORY,
    json: Json = False,
    output: _Output = None,
    force: Force = False,
) -> None:
    """Improve a puzzle by one change at a time, and show every step.

    Each step is a change of one element, as "quandary vary" lists them: the one that raises the measure most.
    With --beam the search also follows changes that do not help at once. Every puzzle on the way can be
    solved. The exit code is 1 if no change helps.

        quandary improve 'witness:+-+-E/|b|.|/+-+-+/|.|.|/S-+-+' --by remuse --steps 3
        quandary improve mazes.jsonl -n 2 --steps 5 --beam 3 --keep unique -o steps.html
        quandary improve 'witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+' --easier --json
    """
    from quandary.generating.improve import improve_puzzle as try_steps
    from quandary.limits import Limits, Meter

    if output:
        _check_output(output, puzzle, force=force)
    entry = pick(puzzle, index, ruleset=ruleset)
    with counting("improving", meter := Meter()) as tick:
        found = try_steps(
            entry.kind,
            entry.puzzle,
            by,
            steps=steps,
            beam=beam,
            direction="easier" if easier else "harder",
            keep=keep or (),
            player=entry.kind.player(player, lookahead),
            limits=Limits(seconds, memory, meter=meter),
            tick=tick,
        )
    if found.stop:
        say(f"The search ended early: {found.stop.text}. Allow more with --seconds or --memory.")
    if found.unknown:
        say(f"{found.unknown:,} of {found.tried:,} changed puzzles took too long or have no such score.")
    if output:
        from quandary.publishing.steps import save_steps

        save_steps(entry, found, output)
        say(f"wrote {output}: {len(found.steps):,} puzzles")
    if json:
        for number, _ in enumerate(found.steps):
            put_json(_as_json(entry, found, number))
    elif not output:
        _put_table(entry, found)
    if len(found.steps) < 2:
        say(f"no change helps, of {found.tried - found.unknown:,} that were measured")
        raise typer.Exit(1)


def _check_output(output: Path, puzzle: str, *, force: bool) -> None:
    from quandary.parts.atomic import check_target
    from quandary.publishing.steps import FORMATS, is_steps

    if output.suffix.lower() not in FORMATS:
        raise typer.BadParameter(f"Cannot write {output}. End its name in {', '.join(FORMATS)}.")
    check_target(output, inputs=[puzzle], is_ours=is_steps, force=force)


def _put_table(entry: "Entry", found: "Improvement") -> None:
    """Print the steps, with the puzzles if they fit beside them, else with the last one below."""
    heads = [">step", f">{found.steps[0].score.measure}", "change"]
    texts = [entry.kind.format(step.puzzle).replace("\n", "/") for step in found.steps]
    rows = [
        [str(number), str(step.score), step.change or f"{entry.id} as it is"]
        for number, step in enumerate(found.steps)
    ]
    if put_fitting([*heads, "puzzle"], [[*row, text] for row, text in zip(rows, texts, strict=True)], [()]):
        return
    view = table(*heads)
    for row in rows:
        view.add_row(*row)
    put_table(view)
    put(f"the last: {quote(f'{entry.kind.name}:{texts[-1]}')}")


def _as_json(entry: "Entry", found: "Improvement", number: int) -> dict[str, Any]:
    step = found.steps[number]
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "step": number,
        "change": step.change,
        "puzzle": entry.kind.format(step.puzzle),
        "scores": {step.score.measure: step.score.as_json()},
    }
