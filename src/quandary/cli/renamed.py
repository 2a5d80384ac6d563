"""Old spellings of commands and options. Each is answered with one line that names the new one."""

from collections.abc import Sequence

COMMANDS = {
    "improve": "quandary vary PUZZLE --steps N",
    "complete": "quandary --show-completion SHELL",
}
"""Commands that have gone, and what to write instead."""
OPTIONS = {
    "vary": {"--changes": "--steps", "--seconds": "--within"},
    "generate": {"--seconds": "--within"},
    "discover": {"--seconds": "--within", "--count": "--learn-from"},
    "explain": {"--steps": "--spell-out"},
    "convert": {"--to": "--as"},
    "pieces": {"--size": "--set"},
    "learn": {
        "--allow": "--leaky",
        "--size": "--size-column",
        "--prior": "`quandary learn moves WALKS -o FILE.json`",
        "--players": "`quandary learn players TABLE --target COLUMN --puzzles FILE`",
        "--thesis": "`quandary replicate move-models --table procedure --data TABLE`",
    },
    "study new": {"--like": "--template"},
    "study bots": {"--number": "--people", "-n": "--people"},
    "study serve": {"--host": "--listen HOST:PORT", "--port": "--listen HOST:PORT"},
}
"""The old options of commands, and the new ones."""


def renamed(arguments: Sequence[str]) -> str:
    """Return the line that answers an old spelling, or "" if there is none.

    >>> renamed(["improve", "maze.txt"])
    '`quandary improve` is now: quandary vary PUZZLE --steps N'
    >>> renamed(["convert", "maze.txt", "--to=csv"])
    'In `quandary convert`, --to is now --as.'
    """
    for number in (1, 2):
        command = " ".join(arguments[:number])
        if command in COMMANDS:
            return f"`quandary {command}` is now: {COMMANDS[command]}"
        for argument in arguments[number:]:
            if argument == "--":
                break
            option = argument.partition("=")[0]
            if option in OPTIONS.get(command, {}):
                return f"In `quandary {command}`, {option} is now {OPTIONS[command][option]}."
    return ""
