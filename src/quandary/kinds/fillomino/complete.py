"""Complete the givens to full boards over all numbers, without the compiled core.

The native solver (solver.hpp) does the same thousands of times as fast as the plain search here.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import islice
from typing import Any, TypeAlias

from quandary._native import native_limits
from quandary.kinds.fillomino.board import EMPTY, Board, BoardNumbers, Cells, Put, board, members
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.sight import Sight, held
from quandary.kinds.fillomino.twin import native
from quandary.limits import Budget, Limits, OutOfBudget

Needed: TypeAlias = Callable[[int, BoardNumbers], bool]
"""(a cell, the board without it) → whether that cell must be given."""


def complete(puzzle: Fillomino, budget: Budget) -> Iterator[list[Put]]:
    """Yield the moves that lead to each solution, cell by cell."""
    rows, columns, givens = puzzle.rows, puzzle.columns, puzzle.givens
    for numbers in completions(rows, columns, givens, budget):
        yield [puzzle.board.put(cell, n) for cell, n in enumerate(numbers) if givens[cell] == EMPTY]


def solution_of(puzzle: Fillomino, limits: Limits = Limits()) -> BoardNumbers | None:
    """Return the solution if it is unique, else None, or raise OutOfBudget.

    >>> solution_of(Fillomino(2, 2, (1, 0, 0, 0))), solution_of(Fillomino(2, 2, (0, 0, 0, 0)))
    ((1, 3, 3, 3), None)
    """
    found = up_to_two(puzzle, limits)
    return found[0] if len(found) == 1 else None


def up_to_two(puzzle: Fillomino, limits: Limits = Limits()) -> list[BoardNumbers]:
    """Return the solutions, at most two of them, or raise OutOfBudget."""
    rows, columns, givens = puzzle.rows, puzzle.columns, puzzle.givens
    if twin := native(puzzle):
        handle: Any = twin.handle
        raw = handle.quick_solutions(2, native_limits(limits))
        if not raw.complete and len(raw.found) < 2:
            raise OutOfBudget(raw.stop)
        lines = ([puzzle.board.moves[move] for move in each.moves] for each in raw.found)
        return [_after(puzzle, line) for line in lines]
    return list(islice(completions(rows, columns, givens, limits.start()), 2))


def emptied(
    board: BoardNumbers, order: Iterable[int], needed: Needed, most: int | None = None
) -> BoardNumbers:
    """Empty the cells of a full board in this order, except those that are needed.

    At most `most` cells are emptied, if it is given.

    >>> emptied((1, 2, 2, 1), range(4), lambda cell, rest: not any(rest))
    (0, 0, 0, 1)
    """
    left, taken = board, 0
    for cell in order:
        if taken == most:
            break
        rest = (*left[:cell], EMPTY, *left[cell + 1 :])
        if not needed(cell, rest):
            left, taken = rest, taken + 1
    return left


def is_needed(rows: int, columns: int, board: BoardNumbers) -> Needed:
    """Return a function that tells `emptied` whether a cell must be given to keep a board unique."""
    return lambda cell, rest: len(list(islice(completions(rows, columns, rest), 2))) > 1


def completions(
    rows: int, columns: int, givens: BoardNumbers, budget: Budget | None = None
) -> Iterator[BoardNumbers]:
    """Yield every full board with these givens, by plain search within a budget.

    >>> sum(1 for _ in completions(3, 3, (0,) * 9))
    445
    """
    shape, budget = board(rows, columns), budget or Budget()
    stack = [_begin(shape, givens)]
    while stack:
        sight = stack.pop()
        budget.spend()
        if not _propagate(sight):
            continue
        choices = _fewest_choices(sight)
        if choices is None:
            yield _numbers(sight)
            continue
        cell, numbers = choices
        stack += [_with(sight, cell, number) for number in reversed(numbers)]


def _after(puzzle: Fillomino, moves: Iterable[Put]) -> BoardNumbers:
    return reduce(puzzle.apply, moves, puzzle.givens)


def _begin(shape: Board, givens: BoardNumbers) -> Sight:
    empty = sum(1 << cell for cell, number in enumerate(givens) if number == EMPTY)
    return Sight(shape, held(givens), {number: empty for number in range(1, shape.cells + 1) if empty})


def _with(sight: Sight, cell: int, number: int) -> Sight:
    """Return a copy in which a cell holds a number."""
    after = Sight(sight.board, dict(sight.holds), dict(sight.may))
    _hold(after, cell, number)
    return after


def _hold(sight: Sight, cell: int, number: int) -> None:
    bit = 1 << cell
    sight.holds[number] = sight.holds.get(number, 0) | bit
    for other, cells in list(sight.may.items()):
        if cells & bit:
            _strike(sight, other, bit)


def _strike(sight: Sight, number: int, cells: Cells) -> None:
    if left := sight.may[number] & ~cells:
        sight.may[number] = left
    else:
        del sight.may[number]


def _propagate(sight: Sight) -> bool:
    """Apply everything that follows directly, and return False if that shows a contradiction."""
    changed = True
    while changed:
        changed = False
        for number in list(sight.may):
            for useless in (sight.oversized(number), sight.roomless(number)):
                if useless & sight.may.get(number, 0):
                    _strike(sight, number, useless)
                    changed = True
        for number in list(sight.holds):
            for region in list(sight.regions(number)):
                size = region.bit_count()
                if size > number or sight.area(region, number).bit_count() < number:
                    return False
                forced = next(sight.bottlenecks(region, number), None) if size < number else None
                if forced is not None:
                    _hold(sight, forced, number)
                    changed = True
                    break
        once, more = _once_and_more(sight)
        empty = sight.board.everything & ~_filled(sight)
        if empty & ~(once | more):
            return False
        for cell in members(once & ~more):
            _hold(sight, cell, next(n for n, cells in sight.may.items() if cells >> cell & 1))
            changed = True
    return True


def _once_and_more(sight: Sight) -> tuple[Cells, Cells]:
    """Return the cells with a number left, and those with several."""
    once = more = 0
    for cells in sight.may.values():
        more |= once & cells
        once |= cells
    return once, more


def _filled(sight: Sight) -> Cells:
    filled = 0
    for cells in sight.holds.values():
        filled |= cells
    return filled


def _fewest_choices(sight: Sight) -> tuple[int, list[int]] | None:
    """Return the empty cell with the fewest numbers left and these numbers, or None if the board is full."""
    choices: dict[int, list[int]] = {}
    for number, cells in sorted(sight.may.items()):
        for cell in members(cells):
            choices.setdefault(cell, []).append(number)
    return min(choices.items(), key=lambda choice: (len(choice[1]), choice[0]), default=None)


def _numbers(sight: Sight) -> BoardNumbers:
    numbers = [EMPTY] * sight.board.cells
    for number, cells in sight.holds.items():
        for cell in members(cells):
            numbers[cell] = number
    return tuple(numbers)
