"""Arguments and options that several verbs share."""

from collections.abc import Sequence
from math import isfinite
from typing import Annotated, TypeAlias

import typer

from quandary.limits import MEMORY, SECONDS

DEFAULT_SECONDS, DEFAULT_MEMORY = SECONDS, MEMORY
FURTHEST = 20
"""The largest lookahead. No person sees further, and no computer gets there in time."""


LONGEST = 1e9
"""The largest time limit in seconds, some thirty years."""
LARGEST = 1e6
"""The largest memory limit in gigabytes, more than any machine has."""
MOST_RUNS, MOST_JOBS = 1_000_000, 1024


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

    Other verbs take one --between, which stays as it is.
    """
    if list(arguments[:1]) != ["generate"]:
        return list(arguments)
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
        help="Rate for this player, or for rules=A,B or rules=FILE.json [default: the kind's].",
    ),
]
PlayerNames: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="P",
        callback=players_of,
        help="Rate for this player, or for rules=A,B or rules=FILE.json [default: the kind's]. Repeatable.",
    ),
]
Lookahead: TypeAlias = Annotated[
    int,
    typer.Option("--lookahead", metavar="N", min=0, max=FURTHEST, help="Let the player look N moves ahead."),
]
Scheduler: TypeAlias = Annotated[
    str,
    typer.Option("--scheduler", metavar="ADDRESS", help="Use the workers of this dask scheduler."),
]
Seconds: TypeAlias = Annotated[
    float,
    typer.Option("--seconds", metavar="S", callback=seconds_of, help="Give up on a puzzle after S seconds."),
]
Memory: TypeAlias = Annotated[
    float,
    typer.Option(
        "--memory", metavar="GB", callback=gigabytes_of, help="Give up on a puzzle above GB gigabytes."
    ),
]
SecondsInAll: TypeAlias = Annotated[
    float,
    typer.Option("--seconds", metavar="S", callback=seconds_of, help="End the command after S seconds."),
]
MemoryInAll: TypeAlias = Annotated[
    float,
    typer.Option("--memory", metavar="GB", callback=gigabytes_of, help="End the command above GB gigabytes."),
]
RuleSetName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="Judge by this rule set, for example windmill for Witness panels [default: the puzzle's own].",
    ),
]
PaletteName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--palette",
        metavar="P",
        help="Use colours for light, dark, print, colour-blind or auto.",
    ),
]
Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per line instead of a table.")
]
Resume: TypeAlias = Annotated[
    bool, typer.Option("--resume", help="Continue an interrupted run with the same -o file.")
]
Force: TypeAlias = Annotated[
    bool, typer.Option("--force", help="Overwrite a file that this command did not make.")
]
