"""How players see a technique: as one rule, or as a rule for each kind of unit that it can be in.

A maker takes a row of the table of techniques and returns rules with its name, its cost and its words.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Protocol, TypeAlias

from quandary.kinds.sudoku.finders.hint import Hint
from quandary.kinds.sudoku.finders.marks import PencilMarks, shape
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.chains import chain
from quandary.puzzle import Slot
from quandary.rules import Finding, Moves, Rule, locked, only_option

LINES = ("row", "column")
UNITS = ("box", *LINES)
CELL = ("cell",)
ACROSS = {"row": "column", "column": "row"}
Find: TypeAlias = Callable[[Sudoku, str, Moves], Iterator[Finding]]


class FormRow(Protocol):
    """A technique, as far as rules need it."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def cost(self) -> float:
        """How hard it is."""

    @property
    def needs_unique(self) -> bool:
        """Whether it is sound only if there is exactly one solution."""

    def says_of(self, **form: str) -> str:
        """Put a form of it in words."""


Maker: TypeAlias = Callable[[FormRow], tuple[Rule, ...]]


def one_rule(find: Find) -> Maker:
    """Return a maker of a rule that has a way to look of its own."""
    return lambda row: (Rule(row.name, find, row.cost, row.says_of(), needs_unique=row.needs_unique),)


def same_finder(look: Callable[[PencilMarks], Iterator[Hint]]) -> Maker:
    """Return a maker of a rule that finds what the technique finds, wherever it is."""

    def find(sudoku: Sudoku, state: str, moves: Moves) -> Iterator[Finding]:
        marks = PencilMarks.of_moves(shape(sudoku.box_rows, sudoku.box_columns), state, moves)
        for hint in look(marks):
            yield Finding(_unit(marks, hint), must=(sudoku.all_moves[hint.put],))

    return one_rule(find)


def _unit(marks: PencilMarks, hint: Hint) -> str:
    type_, line = divmod(marks.shape.inside.index(hint.cells), marks.shape.size)
    return f"{UNITS[type_]} {line + 1}"


def single(family: str) -> Maker:
    """Return a maker of a rule about the last option of a cell, or of a digit in a box."""
    return lambda row: (only_option(row.name, family, cost=row.cost, says=row.says_of()),)


def singles_in_lines(row: FormRow) -> tuple[Rule, ...]:
    """Return rules about the last place of a digit in a row, and in a column."""
    stem = row.name.removesuffix("-line")
    return tuple(
        only_option(f"{stem}-{line}", line, cost=row.cost, says=row.says_of(line=line)) for line in LINES
    )


def _locked(row: FormRow, form: str, bases: str, covers: str, size: int, **words: str) -> Rule:
    return locked(
        f"{row.name}-{form}", bases, covers, size, within=_within, cost=row.cost, says=row.says_of(**words)
    )


def _within(sudoku: Sudoku, slot: Slot, covers: str) -> Slot:
    """What tells a slot from those with which it can never share a slot of the family `covers`."""
    return sudoku.board.first[slot][covers]


def pointing(row: FormRow) -> tuple[Rule, ...]:
    """Return rules about digits of a box that lie in one row, and in one column."""
    return tuple(_locked(row, line, "box", line, 1, line=line) for line in LINES)


def claiming(row: FormRow) -> tuple[Rule, ...]:
    """Return rules about digits of a row, and of a column, that lie in one box."""
    return tuple(_locked(row, line, line, "box", 1, line=line) for line in LINES)


def naked(size: int) -> Maker:
    """Return a maker of rules about so many cells with as few digits."""
    return lambda row: tuple(_locked(row, unit, "cell", unit, size, unit=unit) for unit in UNITS)


def hidden(size: int) -> Maker:
    """Return a maker of rules about so many digits with as few cells."""
    return lambda row: tuple(_locked(row, unit, unit, "cell", size, unit=unit) for unit in UNITS)


def fish(size: int) -> Maker:
    """Return a maker of rules about a digit of so many lines that lies in as few lines across."""
    return lambda row: tuple(
        _locked(row, f"{line}s", line, across, size, line=line, across=f"{across}s")
        for line, across in ACROSS.items()
    )


def skyscraper(row: FormRow) -> tuple[Rule, ...]:
    """Return rules about two rows, and two columns, that are linked by a line across."""
    return tuple(
        chain(f"{row.name}-{line}s", (line,), (across,), (line,), cost=row.cost, says=row.says_of(line=line))
        for line, across in ACROSS.items()
    )


def links(*families: Collection[str], repeats: bool = False, narrow: bool = False) -> Maker:
    """Return a maker of a rule about a chain of such links."""
    return lambda row: (
        chain(row.name, *families, repeats=repeats, narrow=narrow, cost=row.cost, says=row.says_of()),
    )
