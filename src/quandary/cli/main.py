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
from typing import Annotated, Any, Literal, TextIO

import typer
from typer.main import get_command

from quandary._version import __version__
from quandary.cli import INTERRUPTED
from quandary.cli.console import put, say
from quandary.cli.extras import what_to_install
from quandary.cli.help import Command, Commands, parts
from quandary.cli.inner import INNER
from quandary.cli.offer import accepted, can_offer
from quandary.cli.options import paired
from quandary.cli.renamed import renamed
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
    "exhaust",
    "convert",
    "play",
    "studio",
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
)
"""The verbs as they are typed. Each is a function of the same name in a module of its own."""
GROUPS = {"study": "Test puzzles with people: new, serve, analyse"}
"""Verbs with verbs of their own, which their modules list, and what they do."""
READER_GONE = 141


def quandary(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    shell: Annotated[
        Literal["bash", "zsh", "fish"] | None,
        typer.Option("--show-completion", metavar="SHELL", help="Print a script for bash, zsh or fish."),
    ] = None,
) -> None:
    """Measure how hard a puzzle is for people, and explain, check and draw it."""
    if version:
        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit()
    if shell:
        from quandary.cli.complete import script

        put(script(shell, context.command))
        raise typer.Exit()


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
        cls=Commands,
        add_completion=False,
        rich_markup_mode=None,  # plain help is fast and keeps examples as they are
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(quandary)
    _add(app, [verb(name) for name in VERBS if only in ("", name)])
    for name, told in GROUPS.items():
        if only in ("", name):
            inner = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
            _add(inner, group(name))
            app.add_typer(inner, name=name, help=told)
    for name in INNER:
        if only in ("", name):
            _add(app, group(name))
            for each in app.registered_commands[-len(group(name)) :]:
                each.name, each.hidden = f"{name} {getattr(each.callback, '__name__', '')}", True
    return get_command(app)


def _add(app: typer.Typer, functions: Sequence[Callable[..., Any]]) -> None:
    for function in functions:
        told, examples = parts(inspect.cleandoc(function.__doc__ or "").split("\n\n"))
        first = told.partition("\n")[0]
        app.command(cls=Command, help=told, epilog=examples, short_help=first)(function)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Without arguments, print the help and offer the studio."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    asked = given or ["--help"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that the terminal lacks become "?"
            stream.reconfigure(errors="replace")
    with warnings.catch_warnings():
        warnings.showwarning = _say_warning
        try:
            code = _run(asked)
            if not given and can_offer() and accepted():
                return _run(["studio"])
            return code
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
    if answer := renamed(arguments):
        say(answer)
        return 2
    first = arguments[0]
    command = command_line(first if first in {*VERBS, *GROUPS} else "")
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
    except ModuleNotFoundError as error:
        if not (line := what_to_install(error.name)):
            raise
        say(line)
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
