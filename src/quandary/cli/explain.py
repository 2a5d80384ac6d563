"""`quandary explain`: show where the difficulty of a puzzle sits, and which rule would remove it."""

import shutil
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from quandary.cli.console import in_colour, only_ascii, put, put_json, say
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Index,
    Json,
    Lookahead,
    Memory,
    PaletteName,
    PlayerName,
    PuzzleArgument,
    RuleSetName,
    Seconds,
)
from quandary.cli.reading import pick
from quandary.errors import QuandaryError
from quandary.runs.progress import counting

if TYPE_CHECKING:
    from quandary.draw.palette import Palette
    from quandary.explaining.explained import Explanation
    from quandary.explaining.page import Aside
    from quandary.library.files import Entry
    from quandary.limits import Limits

MOST_COUNTED = 10_000
"""The number of puzzles in a file up to which they are counted."""
WIDEST = 120
STEPS = 10

_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Also write an HTML page to this file."),
]
_Steps: TypeAlias = Annotated[
    int,
    typer.Option(
        "--spell-out",
        metavar="N",
        min=0,
        help="Spell out N steps of the deduction.",
        rich_help_panel=MORE,
    ),
]
_Words: TypeAlias = Annotated[
    bool, typer.Option("--words", help="Also explain the terms that are used.", rich_help_panel=MORE)
]
_Guess: TypeAlias = Annotated[
    str,
    typer.Option(
        "--guess",
        metavar="WAY",
        help='Where no rule helps, guess in this way: fewest, "anywhere in FAMILY" or "any in FAMILY" of slots [default: the kind\'s].',
        rich_help_panel=MORE,
    ),
]
_Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", metavar="S", help="Use this random seed.", rich_help_panel=MORE)
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


def explain(
    puzzle: PuzzleArgument,
    output: _Output = None,
    index: Index = None,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    steps: _Steps = STEPS,
    words: _Words = False,
    guess: _Guess = "",
    seed: _Seed = 1,
    moves: _Moves = None,
    ruleset: RuleSetName = "",
    palette: PaletteName = "auto",
    seconds: Seconds = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    force: Force = False,
) -> None:
    """Show where the difficulty of a puzzle sits, and which rule would remove it.

    The command prints the bits of each decision on the easiest way to a solution, what each rule is worth
    to the player and, for kinds that are solved by marking, how an expert deduces the solution. With -o it
    also writes everything to one web page that needs no other file. The exit code is 1 if the puzzle has
    no solution.

        quandary explain sudoku:..3.4......143...........12..5.5.2.. -o report.html
        quandary explain mazes.jsonl -n 3 --player none --words
        quandary explain mazes.jsonl --guess "any in end" --seed 7
    """
    from quandary.draw.palette import palette as find_palette
    from quandary.explaining.explanation import explain as tell
    from quandary.explaining.page import explanation_page, is_explanation
    from quandary.explaining.record import explanation_as_json
    from quandary.limits import Limits, Meter
    from quandary.parts.atomic import check_target, write_atomically

    if output:
        check_target(output, inputs=[puzzle], is_ours=is_explanation, force=force)
    entry, colours = pick(puzzle, index, ruleset=ruleset), find_palette(palette)
    if index is None and (number := _count(puzzle)) > 1:
        most = "at least " if number == MOST_COUNTED else ""
        say(f"{puzzle} holds {most}{number:,} puzzles. This is number 1. Choose another with --index.")
    limits = Limits(seconds, memory, meter=Meter())
    more = _hesitation(moves, entry, limits) if moves else None
    with counting("explaining", limits.meter):
        told = tell(
            entry.puzzle,
            entry.kind.player(player, lookahead),
            limits=limits,
            title=entry.title,
            guess=guess,
            seed=seed,
        )
    if output:
        write_atomically(output, explanation_page(told, palette=colours, more=more).encode())
        say(f"wrote {output}")
    if json:
        put_json({"id": entry.id} | explanation_as_json(told) | dict(more.numbers if more else {}))
    else:
        _put_text(told, steps, colours, words=words)
        if more is not None:
            put("\n".join(more.sentences))
    if told.is_unsolvable:
        raise typer.Exit(1)


def _put_text(told: "Explanation", steps: int, colours: "Palette", *, words: bool) -> None:
    """Print an explanation for people, and the terms in it if they are asked for."""
    from quandary.explaining.terms import meanings
    from quandary.explaining.text import to_text

    columns = min(WIDEST, shutil.get_terminal_size().columns)
    text = to_text(
        told, columns=columns, in_colour=in_colour(), steps=steps, palette=colours, plain=only_ascii()
    )
    put(text)
    if words:
        put(meanings(text, columns))


def _hesitation(path: Path, entry: "Entry", limits: "Limits") -> "Aside":
    """Return what is to be told of experienced solvers."""
    from quandary.explaining.hesitating import tell_hesitation
    from quandary.models.walks.fitted import load_moves

    with limits.start():
        return tell_hesitation(entry.kind, entry.puzzle, load_moves(path))


def _count(target: str) -> int:
    """Count the puzzles of a file, or return 0 if that is impossible without reading a stream twice."""
    from quandary.library.files import read

    with suppress(OSError, ValueError, QuandaryError):
        if target != "-" and Path(target).is_file():
            return sum(1 for _ in islice(read(target), MOST_COUNTED))
    return 0
