"""`quandary demo`: rate, draw and explain one puzzle of every kind."""

import shutil

from quandary.cli.console import in_colour, only_ascii, put, say
from quandary.errors import QuandaryError

SECONDS = 3.0
"""The time limit per puzzle. They were chosen to need far less."""

NEXT = """\
What next?
  quandary kinds                          list the kinds and what each offers
  quandary rate PUZZLE...                 rate your own puzzles, as a table, JSON or CSV
  quandary show PUZZLE --solution         draw one in the terminal or as SVG, PNG or PDF
  quandary explain PUZZLE -o report.html  write this page about one, with pictures
  quandary new-kind NAME                  start a kind of puzzle of your own
  quandary --help                         list all commands and see what PUZZLE can be"""


def demo() -> None:
    """Rate, draw and explain one built-in puzzle of every kind.

    It takes a few seconds and ends with a list of useful commands.

        quandary demo
    """
    from quandary.library import registry

    for name in registry.kinds():
        try:
            put(f"{_explained(name)}\n")
        except QuandaryError as error:  # one broken plug-in must not stop the demo
            say(str(error))
    put(NEXT)


def _explained(name: str) -> str:
    from quandary.explaining.explanation import explain
    from quandary.explaining.text import to_text
    from quandary.library import registry
    from quandary.library.files import examples
    from quandary.limits import Limits

    kind = registry.kind(name)
    entry = examples(kind)[0]
    told = explain(entry.puzzle, limits=Limits(seconds=SECONDS), title=entry.title)
    columns = shutil.get_terminal_size().columns
    heading = f"── {name}: {kind.summary} ".ljust(columns, "─")
    return f"{heading}\n{to_text(told, columns=columns, in_colour=in_colour(), plain=only_ascii())}"
