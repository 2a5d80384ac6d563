"""Arguments and options that several verbs share."""

from collections.abc import Sequence
from math import isfinite
from typing import Annotated, TypeAlias

import typer

from quandary.cli.inner import joined
from quandary.limits import MEMORY, SECONDS

DEFAULT_SECONDS, DEFAULT_MEMORY = SECONDS, MEMORY
FURTHEST = 20
"""The largest lookahead. No person sees further, and no computer gets there in time."""


LONGEST = 1e9
"""The largest time limit in seconds, some thirty years."""
LARGEST = 1e6
"""The largest memory limit in gigabytes, more than any machine has."""
MOST_RUNS, MOST_JOBS = 1_000_000, 1024
MORE = "More options"
"""The second panel of a help, for options that few people need."""


def seconds_of(value: float | None) -> float | None:
    """Return the value, which must be a number of seconds."""
    return _up_to(value, LONGEST)


def gigabytes_of(value: float | None) -> float | None:
    """Return the value, which must be a number of gigabytes."""
    return _up_to(value, LARGEST)


def positive(value: float | None) -> float | None:
    """Return the value, which must be a number above 0."""
    if value is not None and not (isfinite(value) and value > 0):
        raise typer.BadParameter(f"{value:g} is not a number above 0.")
    return value


def _up_to(value: float | None, most: float) -> float | None:
    if value is not None and not 0 < value <= most:  # "nan" is not, either
        raise typer.BadParameter(f"{value:g} is not a number above 0 and up to {most:,.0f}.")
    return value


def paired(arguments: Sequence[str]) -> list[str]:
    """Return arguments in which the two numbers of each --between are one, since Typer repeats no pairs.

    >>> paired(["generate", "maze", "--between", "4", "6", "--count", "2"])
    ['generate', 'maze', '--between', '4..6', '--count', '2']

    Other verbs take one --between, which stays as it is. The names of inner verbs become one word.
    """
    if list(arguments[:1]) != ["generate"]:
        return joined(arguments)
    made, rest = list[str](), list(arguments)
    while rest:
        made.append(rest.pop(0))
        if made[-1] == "--between" and len(rest) > 1 and is_number(rest[0]) and is_number(rest[1]):
            made.append(f"{rest.pop(0)}..{rest.pop(0)}")
    return made


def is_number(text: str) -> bool:
    """Return whether a text is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def player_of(value: str) -> str:
    """Return the name of a player. A file of rules in it must be readable."""
    return players_of([value])[0]


def players_of(values: list[str] | None) -> list[str]:
    """Return the names of players. Files of rules in them must be readable."""
    for value in values or ():
        if value.startswith("rules=") and ".json" in value:
            from quandary.theory.learned import check_files

            check_files(value.removeprefix("rules="))
    return values or []


PuzzleArgument: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="PUZZLE", help='A file, "-" for standard input, KIND:NOTATION, or FILE.py:CLASS.'),
]
PuzzleArguments: TypeAlias = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE", help='Files, "-" for standard input, KIND:NOTATION, or FILE.py:CLASS.'),
]
PlayerName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--player",
        metavar="P",
        callback=player_of,
        help="Use this player, rules=A,B or rules=FILE.json [default: the kind's].",
    ),
]
PlayerNames: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="P",
        callback=players_of,
        help="Use this player, rules=A,B or rules=FILE.json [default: the kind's]. Repeatable.",
    ),
]
Index: TypeAlias = Annotated[
    int | None,
    typer.Option("--index", "-n", metavar="N", min=1, help="Use only the N-th puzzle of a file."),
]
After: TypeAlias = Annotated[
    str | None,
    typer.Option("--after", metavar="MOVES", help="Start after these moves, as `solve` prints them."),
]
Size: TypeAlias = Annotated[
    str,
    typer.Option("--size", metavar="SIZE", help="Make puzzles of this size [default: the kind's usual one]."),
]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", metavar="S", help="Use this random seed.")]
Jobs: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=1, max=MOST_JOBS, help="Use N processes.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON instead, one object per line.")]
Port: TypeAlias = Annotated[
    int,
    typer.Option(
        "--port",
        metavar="N",
        min=0,
        max=65535,
        help="Serve on this port. 0 picks a free one.",
        rich_help_panel=MORE,
    ),
]
Lookahead: TypeAlias = Annotated[
    int,
    typer.Option(
        "--lookahead",
        metavar="N",
        min=0,
        max=FURTHEST,
        help="Let the player look N moves ahead.",
        rich_help_panel=MORE,
    ),
]
Scheduler: TypeAlias = Annotated[
    str,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Use the workers of this dask scheduler.",
        rich_help_panel=MORE,
    ),
]
Seconds: TypeAlias = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        callback=seconds_of,
        help="Give up on a puzzle after S seconds.",
        rich_help_panel=MORE,
    ),
]
Within: TypeAlias = Annotated[
    float,
    typer.Option(
        "--within",
        metavar="S",
        callback=seconds_of,
        help="End the command after S seconds.",
        rich_help_panel=MORE,
    ),
]
Memory: TypeAlias = Annotated[
    float,
    typer.Option(
        "--memory",
        metavar="GB",
        callback=gigabytes_of,
        help="Give up above GB gigabytes.",
        rich_help_panel=MORE,
    ),
]
RuleSetName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="Judge by this rule set, for example windmill for Witness panels [default: the puzzle's own].",
        rich_help_panel=MORE,
    ),
]
PaletteName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--palette",
        metavar="P",
        help="Use colours for light, dark, print, colour-blind or auto.",
        rich_help_panel=MORE,
    ),
]
Resume: TypeAlias = Annotated[
    bool,
    typer.Option("--resume", help="Continue an interrupted run with the same -o file.", rich_help_panel=MORE),
]
Force: TypeAlias = Annotated[
    bool,
    typer.Option("--force", help="Overwrite a file that this command did not make.", rich_help_panel=MORE),
]
