"""The command `quandary`: its verbs, exit codes and error handling.

    exit code 0   done                           130  interrupted (Ctrl-C)
              1   the answer is no               141  the reader of the output closed it
              2   bad input or usage, with one clear line on standard error

Only the module of the verb that is asked for is imported, so that it starts quickly. For the list of all verbs
each of these modules is imported, so they import only light ones at the top. A verb imports the rest when it runs.
"""

import inspect
import io
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.main import get_command

from quandary._version import __version__
from quandary.cli import INTERRUPTED
from quandary.cli.console import say
from quandary.cli.options import paired
from quandary.errors import QuandaryError
from quandary.runs.notices import abandon

NAME = "quandary"
VERBS = (
    "demo",
    "kinds",
    "show",
    "solve",
    "hint",
    "check",
    "rate",
    "explain",
    "map",
    "generate",
    "vary",
    "improve",
    "exhaust",
    "convert",
    "play",
    "learn",
    "predict",
    "calibrate",
    "discover",
    "order",
    "curriculum",
    "booklet",
    "pieces",
    "replicate",
    "new-kind",
    "complete",
)
"""The verbs as they are typed. Each is a function of the same name in a module of its own."""
GROUPS = {"study": "Measure with people how difficult puzzles are: new, preview, bots, serve, export, ..."}
"""Verbs with verbs of their own, which their modules list, and what they do."""
LISTS_ALL = "complete"
"""The verb that must know all the others."""

READER_GONE = 141


def quandary(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Measure how hard a puzzle is for people, and explain, check and draw it.

        quandary demo
        quandary explain sudoku:.3....3....41...
        quandary generate maze --size 5x5 --count 5 -o mazes.jsonl
        quandary rate mazes.jsonl

    PUZZLE is a file with one or more puzzles, "-" for standard input, or KIND:NOTATION as above.
    A puzzle file has one puzzle per line, {"kind": "sudoku", "puzzle": ".3....3....41..."}. A line
    may also have an "id", a "title", a "source" and "facts". Files in the usual formats of a kind are
    read too. "quandary kinds" lists the kinds, and "quandary COMMAND --help" describes a command.

    Results go to standard output, messages to standard error. The exit code is 0 if the work is done,
    1 if the answer is no (unsolvable, check failed), and 2 for bad input or usage.
    """
    if version:
        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit()


def help_of(function: Callable[..., Any]) -> str:
    """Return a docstring as help in which indented paragraphs, the examples, keep their lines."""
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return "\n\n".join(f"\b\n{each}" if each.startswith(" ") else each for each in paragraphs)


def verb(name: str) -> Callable[..., Any]:
    """Return the function of a verb.

    >>> verb("new-kind").__name__
    'new_kind'
    """
    module = name.replace("-", "_")
    function: Callable[..., Any] = getattr(import_module(f"quandary.cli.{module}"), module)
    return function


def group(name: str) -> tuple[Callable[..., Any], ...]:
    """Return the functions of the verbs of a group."""
    functions: tuple[Callable[..., Any], ...] = import_module(f"quandary.cli.{name}").VERBS
    return functions


def command_line(only: str = "") -> Any:
    """Return the command with all its verbs, or with only one of them or one group."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,  # plain help is fast and keeps examples as they are
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=help_of(quandary), invoke_without_command=True)(quandary)
    _add(app, [verb(name) for name in VERBS if only in ("", name)])
    for name, told in GROUPS.items():
        if only in ("", name):
            inner = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
            _add(inner, group(name))
            app.add_typer(inner, name=name, help=told)
    return get_command(app)


def _add(app: typer.Typer, functions: Sequence[Callable[..., Any]]) -> None:
    for function in functions:
        told = help_of(function)
        app.command(help=told, short_help=told.partition("\n")[0])(function)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Without arguments, print the help."""
    asked = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that the terminal lacks become "?"
            stream.reconfigure(errors="replace")
    with warnings.catch_warnings():
        warnings.showwarning = _say_warning
        try:
            return _run(asked)
        except KeyboardInterrupt:
            say("interrupted")
            return INTERRUPTED
        except BrokenPipeError:
            abandon(sys.stdout.fileno())
            return READER_GONE
        except OSError as error:  # a full disk behind standard output, since files have their own errors
            abandon(sys.stdout.fileno())
            say(f"Cannot write {error.filename or 'the output'}: {error.strerror or error}.")
            return 2


def _run(arguments: list[str]) -> int:
    first = arguments[0]
    command = command_line(first if first in {*VERBS, *GROUPS} - {LISTS_ALL} else "")
    try:
        with command.make_context(NAME, paired(arguments)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as done:
        sys.stdout.flush()
        return done.exit_code
    except QuandaryError as error:
        say(str(error))
        return 2
    except typer.TyperException as error:
        path = getattr(getattr(error, "ctx", None), "command_path", NAME)
        say(f"{error.format_message().rstrip('.')}. Try: {path} --help")
        return 2
    except (MemoryError, RecursionError) as error:
        say(f"this puzzle is too large for this machine ({type(error).__name__})")
        return 2
    return 0


def _say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    say(str(message))
