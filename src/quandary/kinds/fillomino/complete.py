"""The full boards that complete some givens, over all numbers: what is asked where there is no compiled core.

The native solver (solver.hpp) answers the same question hundreds of times as fast as python-sat does, and
thousands of times as fast as the plain search here, which needs nothing.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import islice

from quandary._native import native_limits
from quandary.kinds.fillomino.board import EMPTY, Board, Cells, Numbers, Put, board, members
from quandary.kinds.fillomino.declared import layout
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.sight import Sight, held
from quandary.kinds.fillomino.twin import native
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.parts import grid

MOST_BY_SAT = 64
"""So many cells give some 130,000 clauses; their number grows with the third power."""


def complete(puzzle: Fillomino, budget: Budget) -> Iterator[list[Put]]:
    """The moves that lead to each solution, cell by cell."""
    rows, columns, givens = puzzle.rows, puzzle.columns, puzzle.givens
    if _is_for_sat(len(givens)):
        found = grid.completions(layout(rows, columns), givens, budget)
    else:
        found = completions(rows, columns, givens, budget)
    for numbers in found:
        yield [puzzle.board.put(cell, n) for cell, n in enumerate(numbers) if givens[cell] == EMPTY]


def solution_of(puzzle: Fillomino, limits: Limits = Limits()) -> Numbers | None:
    """The solution if there is exactly one, else None; raises OutOfBudget.

    >>> solution_of(Fillomino(2, 2, (1, 0, 0, 0))), solution_of(Fillomino(2, 2, (0, 0, 0, 0)))
    ((1, 3, 3, 3), None)
    """
    rows, columns, givens = puzzle.rows, puzzle.columns, puzzle.givens
    if twin := native(puzzle):
        raw = twin.handle.quick_solutions(2, native_limits(limits))
        if not raw.complete and len(raw.found) < 2:
            raise OutOfBudget(raw.stop)
        lines = ([puzzle.board.moves[move] for move in each.moves] for each in raw.found)
        found = [_after(puzzle, line) for line in lines]
    elif _is_for_sat(len(givens)):
        found = list(islice(_solver(rows, columns).boards(givens, limits.start()), 2))
    else:
        found = list(islice(completions(rows, columns, givens, limits.start()), 2))
    return found[0] if len(found) == 1 else None


def is_needed(rows: int, columns: int, board: Numbers) -> grid.Needed:
    """Whether a cell has to be given for a board to be the only one, as `grid.emptied` asks it."""
    if _is_for_sat(len(board)):
        return grid.needed(layout(rows, columns), board)
    return lambda cell, rest: len(list(islice(completions(rows, columns, rest), 2))) > 1


def completions(rows: int, columns: int, givens: Numbers, budget: Budget | None = None) -> Iterator[Numbers]:
    """Every full board with these givens, within a budget; by plain search.

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


def _is_for_sat(cells: int) -> bool:
    """Whether python-sat is there, and the clauses of so many cells are not too many to write down."""
    return cells <= MOST_BY_SAT and grid.has_sat()


@lru_cache(maxsize=4)
def _solver(rows: int, columns: int) -> grid.SatSolver:
    """A solver that remembers what it learnt: for questions with one answer, since it lists boards in no fixed order."""
    return grid.SatSolver(layout(rows, columns))


def _after(puzzle: Fillomino, moves: Iterable[Put]) -> Numbers:
    return reduce(puzzle.apply, moves, puzzle.givens)


def _begin(shape: Board, givens: Numbers) -> Sight:
    empty = sum(1 << cell for cell, number in enumerate(givens) if number == EMPTY)
    return Sight(shape, held(givens), {number: empty for number in range(1, shape.cells + 1) if empty})


def _with(sight: Sight, cell: int, number: int) -> Sight:
    """A copy in which a cell holds a number."""
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
    """Whether the sight, once all that follows at once is done, is not yet seen to be impossible."""
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
    """The cells with a number left for them, and those with several."""
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
    """The empty cell with fewest numbers left, and these; None if the board is full."""
    choices: dict[int, list[int]] = {}
    for number, cells in sorted(sight.may.items()):
        for cell in members(cells):
            choices.setdefault(cell, []).append(number)
    return min(choices.items(), key=lambda choice: (len(choice[1]), choice[0]), default=None)


def _numbers(sight: Sight) -> Numbers:
    numbers = [EMPTY] * sight.board.cells
    for number, cells in sight.holds.items():
        for cell in members(cells):
            numbers[cell] = number
    return tuple(numbers)
