"""`quandary vary`: show what changes would do to a puzzle, or change it step by step."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, put_fitting, put_json, put_table, say, table
from quandary.cli.options import (
    DEFAULT_MEMORY,
    DEFAULT_SECONDS,
    MORE,
    Force,
    Index,
    Json,
    Lookahead,
    Memory,
    PlayerName,
    PuzzleArgument,
    RuleSetName,
    Within,
)
from quandary.cli.reading import pick
from quandary.runs.progress import counting
from quandary.runs.rows import rounded

if TYPE_CHECKING:
    from quandary.generating.vary import Direction, Variant, Variants
    from quandary.generating.what_if import WhatIf
    from quandary.kind.change import Change
    from quandary.library.files import Entry
    from quandary.score import Score

BEST = 10
PAGE = ".html"


_By: TypeAlias = Annotated[
    str,
    typer.Option("--by", metavar="M", help="Rank by this measure [default: the kind's headline]."),
]
_Harder: TypeAlias = Annotated[
    bool, typer.Option("--harder", help="Keep only changes that raise the measure.")
]
_Easier: TypeAlias = Annotated[
    bool, typer.Option("--easier", help="Keep only changes that lower the measure.")
]
_To: TypeAlias = Annotated[
    float | None,
    typer.Option("--to", metavar="X", help="Rank by how close the measure comes to X."),
]
_Steps: TypeAlias = Annotated[
    int | None,
    typer.Option("--steps", metavar="N", min=1, help="Make up to N changes, one after the other."),
]
_Beam: TypeAlias = Annotated[
    int,
    typer.Option(
        "--beam",
        metavar="B",
        min=1,
        help="With --steps, follow the B best puzzles at once.",
        rich_help_panel=MORE,
    ),
]
_Keep: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        metavar="WHAT",
        help='With --steps, keep exactly one solution ("unique"), or the value of a measure. Repeatable.',
        rich_help_panel=MORE,
    ),
]
_Best: TypeAlias = Annotated[
    int | None,
    typer.Option("--best", metavar="K", min=1, help=f"Keep the K best puzzles [default: {BEST}]."),
]
_Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help='Write the puzzles to this file, "-" for standard output, or draw them on an .html page.',
    ),
]


def vary(
    puzzle: PuzzleArgument,
    by: _By = "",
    harder: _Harder = False,
    easier: _Easier = False,
    to: _To = None,
    steps: _Steps = None,
    beam: _Beam = 1,
    keep: _Keep = None,
    best: _Best = None,
    output: _Output = None,
    index: Index = None,
    player: PlayerName = "",
    lookahead: Lookahead = 0,
    ruleset: RuleSetName = "",
    within: Within = DEFAULT_SECONDS,
    memory: Memory = DEFAULT_MEMORY,
    json: Json = False,
    force: Force = False,
) -> None:
    """Change a puzzle, and rank the variants by a measure.

    Every change of one element is tried. The largest effect comes first or, with --to, what is closest to X with
    the fewest changes. The table ends with the first puzzle, ready to paste. Changes that make the puzzle
    unsolvable are not listed. With -o the puzzles are written to a file, in any form of `convert`, with the
    change and the score as facts. "-o -" prints them for other commands.

    With --steps the best change is made, then the best change of that puzzle, and so on: harder, or easier with
    --easier. The table has every step. With --to the steps lead to the value X.

    The exit code is 1 if no change has the wanted effect. The time is for all puzzles together: each gets an
    equal share of what is left. Places are columns and rows, (0, 0) first: at the upper left, in Witness panels
    and mazes at the lower left.

        quandary vary 'witness:S-+-E/|b|w|/+-+-+' --by remuse --harder
        quandary vary mazes.jsonl -n 3 --harder --best 5
        quandary vary mazes.jsonl -n 3 --easier -o variants.html
        quandary vary mazes.jsonl -n 1 --to 12 --steps 2 -o variants.jsonl
        quandary vary 'witness:S-+-E/|b|w|/+-+-+' --by solutions -o - | quandary rate -
        quandary vary 'witness:+-+-E/|b|.|/+-+-+/|.|.|/S-+-+' --by remuse --steps 3
        quandary vary mazes.jsonl -n 2 --steps 3 --beam 2 --keep shortest -o steps.html
    """
    from quandary.generating.request import vary as try_changes
    from quandary.limits import Limits, Meter

    climbs = steps is not None and to is None
    _check_options(steps, beam, keep, best, climbs=climbs, directions=harder + easier + (to is not None))
    if output and str(output) != "-":
        _check_output(output, puzzle, climbs=climbs, force=force)
    entry = pick(puzzle, index, ruleset=ruleset)
    direction: Direction | None = "harder" if harder else "easier" if easier else None
    with counting("varying", meter := Meter()) as tick:
        variants = try_changes(
            entry.puzzle,
            by,
            to=to,
            direction=direction,
            steps=steps,
            beam=beam,
            keep=keep or (),
            player=entry.kind.player(player, lookahead),
            limits=Limits(within, memory, meter=meter),
            tick=tick,
        )
    _say_what_is_missing(variants if not climbs else replace(variants, unsolvable=0))
    if climbs:
        _put_steps(entry, variants, output, json=json)
    else:
        variants = replace(variants, found=variants.found[: best or BEST])
        if to is not None and variants.found and not _is_nearer(variants.found[0].score, variants.score, to):
            measured = " that was measured" * bool(variants.unknown or variants.stop)
            say(
                f"No change{measured} brings {variants.score.measure} nearer to {to:g}."
                f" Try --steps {(steps or 1) + 1}."
            )
        _put_ranked(
            entry, variants, () if direction or to is not None else variants.others, output, json=json
        )
    if not variants.found:
        raise typer.Exit(1)


def _check_options(
    steps: int | None,
    beam: int,
    keep: list[str] | None,
    best: int | None,
    *,
    climbs: bool,
    directions: int,
) -> None:
    if directions > 1:
        raise typer.BadParameter("--harder, --easier and --to cannot be combined.")
    if steps is None and (beam > 1 or keep):
        raise typer.BadParameter("--beam and --keep need --steps.")
    if climbs and best is not None:
        raise typer.BadParameter("--steps shows every step, so it excludes --best.")


def _say_what_is_missing(variants: "Variants") -> None:
    for number, what in (
        (variants.unsolvable, "cannot be solved"),
        (variants.unknown, f"took too long or {'has' if variants.unknown == 1 else 'have'} no such score"),
    ):
        if number:
            say(f"{number:,} of the changed puzzles {what}.")
    if variants.stop:
        say(f"Not all changes were tried: {variants.stop.text}. Allow more with --within or --memory.")


def _put_ranked(
    entry: "Entry", variants: "Variants", others: "Sequence[WhatIf]", output: Path | None, *, json: bool
) -> None:
    """Write and print the variants, the best first, and in JSON those that cannot be compared."""
    if output and output.suffix.lower() == PAGE:
        _write_page(entry, variants, output)
    elif output:
        _write(entry, variants.found, output)
    if json:
        for each in variants.found:
            put_json(_as_json(entry, each))
        for other in others:
            put_json(_other_as_json(entry, other))
    elif str(output) != "-":
        _put_table(entry, variants)


def _put_steps(entry: "Entry", variants: "Variants", output: Path | None, *, json: bool) -> None:
    """Write or print every step, the puzzle as it was first."""
    from quandary.publishing.steps import entries, save_steps, steps_of

    steps = steps_of(entry, variants)
    if str(output) == "-":
        from quandary.library.files import format_line

        for each in entries(entry, variants):
            put(format_line(each))
    elif output:
        save_steps(entry, variants, output)
        say(f"wrote {output}: {len(steps):,} puzzles")
    if json:
        for number, step in enumerate(steps):
            told = _as_json(entry, step)
            del told["difference"]
            put_json({"id": told.pop("id"), "kind": told.pop("kind"), "step": number, **told})
    elif not output:
        _put_steps_table(entry, steps)
    if not variants.found:
        say(f"no change helps, of {variants.tried - variants.unknown:,} that were measured")


def _put_steps_table(entry: "Entry", steps: "Sequence[Variant]") -> None:
    """Print the steps, with the puzzles if they fit beside them, else with the last one below."""
    heads = [">step", f">{steps[0].score.measure}", "change"]
    texts = [entry.kind.format(step.puzzle).replace("\n", "/") for step in steps]
    rows = [
        [str(number), rounded(step.score), step.change or f"{entry.id} as it is"]
        for number, step in enumerate(steps)
    ]
    if put_fitting([*heads, "puzzle"], [[*row, text] for row, text in zip(rows, texts, strict=True)], [()]):
        return
    view = table(*heads)
    for row in rows:
        view.add_row(*row)
    put_table(view)
    put(f"the last: {quote(f'{entry.kind.name}:{texts[-1]}')}")


def _is_nearer(found: "Score", now: "Score", wanted: float) -> bool:
    """Return whether a variant is nearer to what is wanted than the puzzle itself, as far as that is known."""
    if found.value is None or now.value is None or now.value == wanted:
        return True
    return abs(found.value - wanted) < abs(now.value - wanted)


def _check_output(output: Path, puzzle: str, *, climbs: bool, force: bool) -> None:
    """Refuse to write over what this command did not make."""
    from quandary.generating.naming import is_varied
    from quandary.parts.atomic import check_target
    from quandary.publishing.steps import FORMATS, is_steps

    if climbs and output.suffix.lower() not in FORMATS:
        raise typer.BadParameter(f"Cannot write steps to {output}. End its name in {' or '.join(FORMATS)}.")
    is_ours = is_steps if climbs or output.suffix.lower() == PAGE else is_varied
    check_target(output, inputs=[puzzle], is_ours=is_ours, force=force)


def _write_page(entry: "Entry", variants: "Variants", output: Path) -> None:
    """Write the puzzle and its variants as pictures on a page."""
    from quandary.parts.atomic import write_atomically
    from quandary.publishing.steps import to_html

    write_atomically(output, to_html(entry, variants, are_steps=False).encode())
    say(f"wrote {output}: {len(variants.found) + 1:,} puzzles")


def _write(entry: "Entry", found: "Sequence[Variant]", output: Path) -> None:
    """Write the variants as puzzles of their own."""
    from quandary.library.convert import form_for, write_form
    from quandary.library.files import Entry as Made
    from quandary.library.files import format_line
    from quandary.parts.atomic import write_atomically

    made = [
        Made(
            entry.kind,
            each.puzzle,
            f"{entry.id}-variant-{number}",
            facts={
                "change": each.change,
                each.score.measure: each.score.value,
                "difference": round(each.difference, 10),
            },
        )
        for number, each in enumerate(found, start=1)
    ]
    if str(output) == "-":
        for one in made:
            put(format_line(one))
    elif made:
        write_atomically(output, write_form(made, form_for(output)).encode())
        say(f"wrote {output}: {len(made):,} puzzle{'s' * (len(made) != 1)}")


def _put_table(entry: "Entry", variants: "Variants") -> None:
    view = table("change", f">{variants.score.measure}", ">difference")
    view.add_row(f"{entry.id} as it is", rounded(variants.score), "")
    for each in variants.found:
        view.add_row(each.change, rounded(each.score), f"{each.difference:+.4g}")
    put_table(view)
    if variants.found:
        text = entry.kind.format(variants.found[0].puzzle).replace("\n", "/")
        put(f"the first: {quote(f'{entry.kind.name}:{text}')}")


def _as_json(entry: "Entry", variant: "Variant") -> dict[str, Any]:
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "change": variant.change,
        "puzzle": entry.kind.format(variant.puzzle),
        "difference": variant.difference,
        **(_place(variant.how) if variant.how else {}),
        "scores": {variant.score.measure: variant.score.as_json()},
    }


def _other_as_json(entry: "Entry", other: "WhatIf") -> dict[str, Any]:
    """Return a change that leaves no solution, or whose score is not known."""
    return {
        "id": entry.id,
        "kind": entry.kind.name,
        "change": other.change.words,
        "puzzle": entry.kind.format(other.puzzle),
        "difference": None,
        **_place(other.change),
        "scores": {name: score.as_json() for name, score in other.scores.items()},
    }


def _place(change: "Change") -> dict[str, Any]:
    return {"verb": change.verb, "at": change.at, "to": change.to}
