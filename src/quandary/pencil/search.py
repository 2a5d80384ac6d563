"""Find solutions: narrow by every rule until nothing changes, then try the values of a spot.

The core does the same. Where it has tried much in vain, it goes on with a search that learns from what failed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from quandary.engine import Count, Engine, Solution, Solutions, Solver, collected, counted
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.pencil.grid import OPEN, Write
from quandary.pencil.native import NEVER, PATIENCE, core_search, found_by
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.words import BrokenError, Word
from quandary.pencil.words.word import Forced, SpotNumber, ValueSet, is_decided, value_of, values_of


class RuleBoard:
    """The rules of a puzzle, by the spots that they are about."""

    def __init__(self, puzzle: Pencil) -> None:
        self.puzzle = puzzle
        self.words = puzzle.words
        self.at: list[list[int]] = [[] for _ in puzzle.start]
        for number, word in enumerate(self.words):
            for spot in word.scope:
                self.at[spot].append(number)
        self._last: dict[int, tuple[tuple[ValueSet, ...], Forced | BrokenError]] = {}

    def forced(self, number: int, may: Sequence[ValueSet]) -> Forced:
        """Return what a rule forces, looked at again only if its spots have changed. Raises BrokenError."""
        word = self.words[number]
        seen = tuple([may[spot] for spot in word.scope])
        before = self._last.get(number)
        if before is None or before[0] != seen:
            before = self._last[number] = seen, _tried(word, may)
        if isinstance(before[1], BrokenError):
            raise before[1]
        return before[1]

    def narrow(self, may: list[ValueSet], changed: Iterable[SpotNumber] | None = None) -> None:
        """Narrow by every rule until nothing changes, beginning with the rules about some spots. Raises BrokenError."""
        near = dict.fromkeys(range(len(self.words)) if changed is None else self.about(changed))
        whole = dict.fromkeys(number for number in near if self.words[number].is_global)
        near = dict.fromkeys(number for number in near if number not in whole)
        while near or whole:
            queue = near or whole
            number = next(iter(queue))
            del queue[number]
            forced = self.words[number].forces(may)
            for spot, mask in forced.items():
                may[spot] = mask
            for other in self.about(forced):
                if other != number:
                    (whole if self.words[other].is_global else near)[other] = None

    def about(self, spots: Iterable[SpotNumber]) -> Iterator[int]:
        """Yield the numbers of the rules about some spots."""
        return (number for spot in spots for number in self.at[spot])


def _tried(word: Word, may: Sequence[ValueSet]) -> Forced | BrokenError:
    try:
        return word.forces(may)
    except BrokenError as error:
        return error


def completions(
    puzzle: Pencil, budget: Budget | None = None, rng: Random | None = None, state: State | None = None
) -> Iterator[State]:
    """Yield every solution from a state, in random order if `rng` is given: the same with the core and without.

    >>> from quandary.pencil import Digits, Pencil, Givens, different
    >>> class Latin(Pencil):
    ...     clues, marks = Givens(), Digits(1)
    ...     def rules(self, grid):
    ...         yield from map(different, grid.lines)
    >>> sum(1 for _ in completions(Latin(4, 4, ((None,) * 16,))))
    576
    """
    budget, may = budget or Budget(), puzzle.may(puzzle.start if state is None else state)
    orders = [values_of(mask) for mask in may]
    if rng:
        for values in orders:
            rng.shuffle(values)
    search = core_search(may, puzzle.words, orders, patience=NEVER if rng else PATIENCE)
    return found_by(search, budget) if search else by_narrowing(puzzle, may, orders, budget)


def by_narrowing(
    puzzle: Pencil, may: list[ValueSet], orders: Sequence[Sequence[int]], budget: Budget
) -> Iterator[State]:
    """Yield every solution within what may be in each spot. `orders` are the values in the order to try them."""
    board = RuleBoard(puzzle)
    stack: list[tuple[list[ValueSet], Iterable[SpotNumber] | None]] = [(may, None)]
    while stack:
        may, changed = stack.pop()
        budget.spend()
        try:
            board.narrow(may, changed)
        except BrokenError:
            continue
        open_ones = [spot for spot, mask in enumerate(may) if not is_decided(mask)]
        if not open_ones:
            yield tuple(map(value_of, may))
            continue
        fewest = min(open_ones, key=lambda spot: (may[spot].bit_count(), -len(board.at[spot])))
        for value in reversed(orders[fewest]):
            if may[fewest] >> value & 1:
                stack.append(([*may[:fewest], 1 << value, *may[fewest + 1 :]], (fewest,)))


def as_moves(puzzle: Pencil, solved: State) -> tuple[Write, ...]:
    """Return the moves that lead to a solution, spot by spot."""
    moves = puzzle.grid.moves
    return tuple(
        next(move for move in moves[spot] if move.value == solved[spot])
        for spot, value in enumerate(puzzle.start)
        if value == OPEN
    )


class PencilSolver(Solver):
    """Solutions and proofs by narrowing and trying."""

    name = "pencil"

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions:
        """List the solutions in the order of the search."""
        puzzle, budget = asked.puzzle, limits.start()
        found = (Solution(puzzle.start, as_moves(puzzle, each)) for each in completions(puzzle, budget))
        return collected(found, most, budget)

    def count(self, asked: Engine, most: int | None, limits: Limits) -> Count:
        """Count the solutions by listing them."""
        return counted(self.solutions(asked, most, limits))

    def unique(self, asked: Engine, limits: Limits) -> bool:
        """Rung for a second solution. Raises OutOfBudget."""
        answer = self.solutions(asked, 2, limits)
        if answer.stop and len(answer.found) < 2:
            raise OutOfBudget(answer.stop)
        return len(answer.found) == 1


def up_to_two(puzzle: Pencil, limits: Limits) -> list[State]:
    """Return the solutions of a puzzle, up to two. Raises OutOfBudget."""
    return list(islice(completions(puzzle, limits.start()), 2))
