"""Commands as tests run them, and puzzles to run them on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

GOOD = "sudoku:.3....3....41..."
UNSOLVABLE = "sudoku:123....4........"
FIGURE_4 = "witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"


class Done(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def line(self) -> str:
        """Return the one message, ignoring the notice that a slow machine takes a while."""
        said = [line for line in self.err.splitlines() if not line.endswith("this takes a while")]
        assert len(said) == 1 and said[0].startswith("quandary: "), self.err
        return said[0]


Run = Callable[..., Done]
Book = Callable[..., Path]


def empty_panel(side: int) -> str:
    """Return a puzzle with, from 7 on, far too many ways to count."""
    between = "/" + "|." * side + "|/"
    rows = [["+"] * (side + 1) for _ in range(side + 1)]
    rows[0][-1], rows[-1][0] = "E", "S"
    return "witness:" + between.join("-".join(row) for row in rows)


def is_one_clear_line(err: str) -> bool:
    return err.startswith("quandary: ") and err.count("\n") == 1 and "Traceback" not in err
