"""Reading the puzzles that a command line names."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from quandary.cli.console import say
from quandary.errors import FileError, QuandaryError

if TYPE_CHECKING:
    from quandary.library.files import Entry


def read_target(target: str) -> Iterator["Entry | FileError"]:
    """Yield the puzzles of a target as `library.files.read` does, or the one of FILE.py:CLASS."""
    from quandary.library.given import read_or_own

    return read_or_own(target)


class Reading:
    """The puzzles of some targets, in order, read on demand.

    Unreadable puzzles are reported on standard error and counted in `problems`, and reading goes on.
    """

    def __init__(self, targets: Sequence[str], *, ruleset: str = "", index: int | None = None) -> None:
        self.targets = targets
        self.ruleset = ruleset
        self.index = index
        """The number of the only puzzle to take from each target, from 1, or None for all."""
        self.problems = 0

    def __iter__(self) -> Iterator["Entry"]:
        for target in self.targets:
            try:
                if self.index:
                    yield pick(target, self.index, ruleset=self.ruleset)
                    continue
                for item in read_target(target):
                    if isinstance(item, FileError):
                        self.report(item)
                    else:
                        yield under(item, self.ruleset)
            except QuandaryError as error:
                self.report(error)

    def count(self) -> int | None:
        """Return how many puzzles there are, or None if that cannot be told without using them up."""
        from quandary.library.files import count_puzzles

        if self.index:
            return len(self.targets)
        numbers = [count_puzzles(target) for target in self.targets]
        return None if None in numbers else sum(number or 0 for number in numbers)

    def report(self, error: QuandaryError) -> None:
        """Report a problem with one puzzle or one target."""
        say(str(error))
        self.problems += 1

    def finish(self, *, answer: bool = True) -> None:
        """End the command: with 2 if something could not be read, else with 1 if the `answer` is no."""
        if self.problems:
            raise typer.Exit(2)
        if not answer:
            raise typer.Exit(1)


def under(entry: "Entry", ruleset: str) -> "Entry":
    """Return the puzzle under a rule set, if one is named. Raises QuandaryError if its kind does not have it."""
    from dataclasses import replace

    return replace(entry, puzzle=entry.kind.under(entry.puzzle, ruleset)) if ruleset else entry


def pick(target: str, index: int | None, *, ruleset: str = "") -> "Entry":
    """Return the puzzle with a number, counted from 1, without reading further. None is the first."""
    number = 0
    for number, item in enumerate(read_target(target), start=1):
        if number == (index or 1):
            if isinstance(item, FileError):
                raise item
            return under(item, ruleset)
    raise FileError(f"{target} has only {number} puzzle{'s' * (number != 1)}, but --index is {index or 1}.")
