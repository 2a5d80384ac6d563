"""A puzzle as people play it: what is wrong may be written, and crosses may be left out."""

from quandary.pencil.grid import OPEN, Write
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.words.word import NO, SpotNumber
from quandary.puzzle import Slot


class OnPaper:
    """The puzzle with every mark allowed in every open spot.

    >>> from quandary.pencil import Givens, Pencil, Digits, different
    >>> class Latin(Pencil):
    ...     clues, marks = Givens(), Digits(1)
    ...     def rules(self, grid):
    ...         yield from map(different, grid.lines)
    >>> square = Latin(2, 2, ((1, None, None, None),))
    >>> [str(move) for move in square.moves(square.start)][:2], [str(move) for move in OnPaper(square).moves(square.start)][:2]
    (['r1c2=2', 'r2c1=2'], ['r1c2=1', 'r1c2=2'])
    """

    def __init__(self, puzzle: Pencil) -> None:
        self.puzzle = puzzle
        self.apply = puzzle.apply

    def starts(self) -> tuple[State]:
        """Return the board with the marks that are known from the start."""
        return self.puzzle.starts()

    def moves(self, state: State) -> list[Write]:
        """Return every mark for every open spot."""
        moves = self.puzzle.grid.moves
        return [move for spot, value in enumerate(state) if value == OPEN for move in moves[spot]]

    def is_solved(self, state: State) -> bool:
        """Return whether the board is solved if what is open has no mark."""
        return self.puzzle.is_solved(self.understood(state))

    def understood(self, state: State) -> State:
        """Return the board with a cross wherever one is left out."""
        return tuple(
            NO if value == OPEN and not self._is_everywhere(spot) else value
            for spot, value in enumerate(state)
        )

    def spelled(self, solved: State) -> list[Write]:
        """Return the moves to a solved board, without crosses."""
        return [
            move
            for spot, value in enumerate(self.puzzle.start)
            if value == OPEN and (solved[spot] != NO or self._is_everywhere(spot))
            for move in self.puzzle.grid.moves[spot]
            if move.value == solved[spot]
        ]

    def _is_everywhere(self, spot: SpotNumber) -> bool:
        return self.puzzle.grid.places[spot].mark.everywhere

    def slots(self, state: State) -> list[Slot]:
        """Return the open spots."""
        return [self.puzzle.slot_of[spot] for spot, value in enumerate(state) if value == OPEN]

    def fills(self, move: Write) -> tuple[Slot]:
        """Return the move's spot."""
        return (self.puzzle.slot_of[move.spot],)
