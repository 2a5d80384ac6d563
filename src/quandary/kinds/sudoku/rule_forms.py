"""The rules of players for a technique: one rule, or one for each type of unit.

A maker takes a row of the table of techniques and returns rules with its name, its cost and its words.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Protocol, TypeAlias

from quandary.kinds.sudoku.finders.hint import TechniqueHint
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
    """The parts of a technique that rules need."""

    @property
    def name(self) -> str:
        """The name of the technique."""

    @property
    def cost(self) -> float:
        """The difficulty of the technique."""

    @property
    def needs_unique(self) -> bool:
        """Whether the technique is sound only if there is exactly one solution."""

    def says_of(self, **form: str) -> str:
        """Describe a form of the technique in words."""


Maker: TypeAlias = Callable[[FormRow], tuple[Rule, ...]]


def one_rule(find: Find) -> Maker:
    """Return a maker of a rule with its own finder."""
    return lambda row: (Rule(row.name, find, row.cost, row.says_of(), needs_unique=row.needs_unique),)


def same_finder(look: Callable[[PencilMarks], Iterator[TechniqueHint]]) -> Maker:
    """Return a maker of a rule that uses the technique's finder."""

    def find(sudoku: Sudoku, state: str, moves: Moves) -> Iterator[Finding]:
        marks = PencilMarks.of_moves(shape(sudoku.box_rows, sudoku.box_columns), state, moves)
        for hint in look(marks):
            yield Finding(_unit(marks, hint), must=(sudoku.all_moves[hint.put],))

    return one_rule(find)


def _unit(marks: PencilMarks, hint: TechniqueHint) -> str:
    type_, line = divmod(marks.shape.inside.index(hint.cells), marks.shape.size)
    return f"{UNITS[type_]} {line + 1}"


def single(family: str) -> Maker:
    """Return a maker of a rule for the last option of a cell or of a digit in a box."""
    return lambda row: (only_option(row.name, family, cost=row.cost, says=row.says_of()),)


def singles_in_lines(row: FormRow) -> tuple[Rule, ...]:
    """Return rules for the last place of a digit in a row and in a column."""
    stem = row.name.removesuffix("-line")
    return tuple(
        only_option(f"{stem}-{line}", line, cost=row.cost, says=row.says_of(line=line)) for line in LINES
    )


def _locked(row: FormRow, form: str, bases: str, covers: str, size: int, **words: str) -> Rule:
    return locked(
        f"{row.name}-{form}", bases, covers, size, within=_within, cost=row.cost, says=row.says_of(**words)
    )


def _within(sudoku: Sudoku, slot: Slot, covers: str) -> Slot:
    """Return the same slot for exactly those slots that can share a slot of the family `covers`."""
    return sudoku.board.first[slot][covers]


def pointing(row: FormRow) -> tuple[Rule, ...]:
    """Return rules for the digits of a box that lie in one row or in one column."""
    return tuple(_locked(row, line, "box", line, 1, line=line) for line in LINES)


def claiming(row: FormRow) -> tuple[Rule, ...]:
    """Return rules for the digits of a row or of a column that lie in one box."""
    return tuple(_locked(row, line, line, "box", 1, line=line) for line in LINES)


def naked(size: int) -> Maker:
    """Return a maker of rules for `size` cells that share `size` digits."""
    return lambda row: tuple(_locked(row, unit, "cell", unit, size, unit=unit) for unit in UNITS)


def hidden(size: int) -> Maker:
    """Return a maker of rules for `size` digits that share `size` cells."""
    return lambda row: tuple(_locked(row, unit, unit, "cell", size, unit=unit) for unit in UNITS)


def fish(size: int) -> Maker:
    """Return a maker of rules for a digit whose places in `size` lines lie in `size` lines across."""
    return lambda row: tuple(
        _locked(row, f"{line}s", line, across, size, line=line, across=f"{across}s")
        for line, across in ACROSS.items()
    )


def skyscraper(row: FormRow) -> tuple[Rule, ...]:
    """Return rules for two rows or two columns that are linked by a line across."""
    return tuple(
        chain(f"{row.name}-{line}s", (line,), (across,), (line,), cost=row.cost, says=row.says_of(line=line))
        for line, across in ACROSS.items()
    )


def links(*families: Collection[str], repeats: bool = False, narrow: bool = False) -> Maker:
    """Return a maker of a rule for a chain of links in these families."""
    return lambda row: (
        chain(row.name, *families, repeats=repeats, narrow=narrow, cost=row.cost, says=row.says_of()),
    )
