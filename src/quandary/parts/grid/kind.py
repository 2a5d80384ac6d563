"""Make a kind from a declared board, with notation, pictures, generator, symmetries and solver."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

from quandary.draw.shapes import Drawing, Point
from quandary.engine import Engine, Solver
from quandary.errors import NotationError, QuandaryError
from quandary.kind import FACETS, Engines, Kind, Maker, Notation, People, Pictures, Sameness
from quandary.kind.change import Change
from quandary.limits import Budget, Limits
from quandary.parts.grid.draw import centre, draw_board, write_board
from quandary.parts.grid.layout import EMPTY, BoardNumbers, Put
from quandary.parts.grid.notation import read_rows, write_rows
from quandary.parts.grid.puzzle import GridPuzzle
from quandary.parts.grid.solver import completions, emptied, full_board, is_unique, needed
from quandary.parts.grid.step import over_step, state_before
from quandary.parts.grid.symmetry import canonical, symmetries
from quandary.parts.named import cell_name
from quandary.parts.solvers import AllSolutions
from quandary.rules import only_option
from quandary.trace import Trace


def grid_kind(
    puzzle: type[GridPuzzle],
    *,
    name: str,
    title: str,
    summary: str,
    sizes: tuple[str, ...],
    folder: Path,
    **more: Any,
) -> Kind:
    """Make the kind of puzzles that fill a board declared by `puzzle`.

    `sizes` are the sizes to generate, such as "4x4". The first and the last also limit the sizes that can be
    read. `more` are other fields of Kind. What a given facet leaves out keeps its default here.
    docs/declare-a-grid.md has a complete example.
    """
    declared = _Declared(puzzle, title, sizes)
    families = dict.fromkeys(
        group.family
        for size in sizes
        for layout in [puzzle.layout(*_sides(size))]
        for group in layout.groups
        if len(group.cells) == layout.values
    )
    singles = {
        "cell": ("last-value", "Only one value is left for a cell."),
        **{
            family: (f"last-place-{family}", f"A value fits only one cell of a {family}.")
            for family in families
        },
    }
    rules = tuple(only_option(rule, family, says=says) for family, (rule, says) in singles.items())
    parts: dict[str, Any] = {
        "notation": Notation(parse=declared.parse, format=_format),
        "pictures": Pictures(draw=declared.draw, draw_step=declared.draw_step, anchor=_anchor, write=_write),
        "people": People(rules=rules, policy="greedy", columns=("muse",)),
        "maker": Maker(
            sizes=sizes, size=_size, generate=declared.generate, full=declared.full, reductions=reductions
        ),
        "sameness": Sameness(symmetries=symmetries, canonical=canonical),
        "engines": Engines(solvers=("native", Proof(), AllSolutions(complete))),
    }
    for facet in FACETS.keys() & more.keys():
        more[facet] = _over(parts[facet], more[facet])
    return Kind(name=name, title=title, summary=summary, puzzle=puzzle, folder=folder, **{**parts, **more})


def _over(usual: Any, given: Any) -> Any:
    """Return the given facet, with the usual values for what it leaves out."""
    plain = type(given)()
    chosen = {each.name: getattr(given, each.name) for each in fields(given)}
    return replace(usual, **{name: value for name, value in chosen.items() if value != getattr(plain, name)})


class Proof(Solver):
    """The proof that a board can be completed in one way only."""

    name = "proof"

    def unique(self, asked: Engine, limits: Limits) -> bool:
        """Prove whether there is exactly one solution."""
        return is_unique(asked.puzzle.board, asked.puzzle.givens)


def complete(puzzle: GridPuzzle, budget: Budget) -> Iterator[list[Put]]:
    """Yield the moves that lead to each solution, cell by cell."""
    for board in completions(puzzle.board, puzzle.givens, budget):
        yield [
            Put(*divmod(cell, puzzle.columns), number)
            for cell, number in enumerate(board)
            if puzzle.givens[cell] == EMPTY
        ]


def reductions(puzzle: GridPuzzle) -> Iterator[Change]:
    """Yield each given, in words, with the puzzle without it."""
    for cell, number in enumerate(puzzle.givens):
        if number != EMPTY:
            words = f"the {number} at {cell_name(*divmod(cell, puzzle.columns))}"
            less = replace(puzzle, givens=(*puzzle.givens[:cell], EMPTY, *puzzle.givens[cell + 1 :]))
            yield Change(words, less, "remove", centre(*divmod(cell, puzzle.columns)))


class _Declared:
    """The functions that depend on the declaration."""

    def __init__(self, puzzle: type[GridPuzzle], title: str, sizes: tuple[str, ...]) -> None:
        self._puzzle = puzzle
        self._title = title
        sides = [side for size in sizes for side in _sides(size)]
        self._fewest, self._most = min(sides), max(sides)

    def parse(self, text: str) -> GridPuzzle:
        rows = read_rows(text, self._title, fewest=self._fewest, most=self._most)
        puzzle = self._puzzle(len(rows), len(rows[0]), tuple(number for row in rows for number in row))
        self._check(puzzle)
        return puzzle

    def _check(self, puzzle: GridPuzzle) -> None:
        try:
            values = puzzle.board.values
        except (ValueError, IndexError, ZeroDivisionError) as error:
            raise NotationError(
                f"There is no {self._title} with {puzzle.rows} rows and {puzzle.columns} columns."
            ) from error
        for cell, number in enumerate(puzzle.givens):
            if number > values:
                where = cell_name(*divmod(cell, puzzle.columns))
                raise NotationError(f"The {number} at {where} is too large; values run from 1 to {values}.")
        if EMPTY not in puzzle.givens:
            raise NotationError("All cells are given and none is left to solve; leave some empty with '.'.")
        if puzzle.board.breaks(puzzle.givens):
            raise NotationError(
                f"The givens of this {self._title} contradict each other; change one of them."
            )

    def full(self, rng: Random, size: str) -> GridPuzzle:
        rows, columns = _sides(size)
        board = full_board(self._puzzle.layout(rows, columns), rng)
        if board is None:
            raise QuandaryError(f"There is no {self._title} of size {size}: its rules contradict each other.")
        return self._puzzle(rows, columns, board)

    def generate(self, rng: Random, size: str) -> GridPuzzle:
        """Generate a random puzzle with a unique solution and no spare givens."""
        puzzle = self.full(rng, size)
        board = puzzle.givens
        order = rng.sample(range(len(board)), len(board))
        return replace(puzzle, givens=emptied(board, order, needed(puzzle.board, board)))

    def draw(self, puzzle: GridPuzzle, state: BoardNumbers | None = None) -> Drawing:
        title = f"{puzzle.rows}x{puzzle.columns} {self._title}"
        return draw_board(puzzle.givens, puzzle.columns, state, title=title, border=_border(puzzle))

    def draw_step(self, puzzle: GridPuzzle, trace: Trace, number: int) -> Drawing:
        state = state_before(puzzle.givens, puzzle.columns, trace, number)
        return over_step(self.draw(puzzle, state), trace.steps[number])


def _border(puzzle: GridPuzzle) -> Any:
    """Return a function that is true between cells whose groups differ, apart from rows and columns."""
    groups = [set(g.cells) for g in puzzle.board.groups if g.family not in ("row", "column")]
    return lambda one, other: any((one in cells) != (other in cells) for cells in groups)


def _sides(size: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size)
    if match is None:
        raise QuandaryError(f"{size!r} is not a size; write rows x columns, such as 4x4.")
    return int(match[1]), int(match[2])


def _size(puzzle: GridPuzzle) -> str:
    return f"{puzzle.rows}x{puzzle.columns}"


def _format(puzzle: GridPuzzle) -> str:
    return write_rows(puzzle.givens, puzzle.columns)


def _anchor(puzzle: GridPuzzle, state: BoardNumbers, move: Put) -> Point:
    return centre(move.row, move.column)


def _write(puzzle: GridPuzzle, state: BoardNumbers | None = None) -> str:
    return write_board(puzzle.givens if state is None else state, puzzle.columns)
