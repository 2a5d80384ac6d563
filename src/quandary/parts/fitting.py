"""Rules about pieces that are laid on a board with bumps and colours, and the players who know them.

Kinds with such pieces share these. What a gap needs depends on the pieces, so each kind has rules of its own for that.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from quandary.parts.laying import Laid, Place, unsupported
from quandary.player import Player
from quandary.puzzle import Puzzle, by_slot
from quandary.rules import Finding, Rule

PIECEWISE = frozenset({"piece"})
"""The slots that somebody looks at who thinks piece by piece."""

L = TypeVar("L", bound=Laid)
Fitted = TypeVar("Fitted", bound=Laid, contravariant=True)


class _State(Protocol):
    """A board with some pieces on it."""

    @property
    def made(self) -> Iterable[int]:
        """The numbers of the moves made."""

    @property
    def left(self) -> Sequence[str]:
        """The pieces that are left."""


class _Puzzle(Puzzle[Any, Place], Protocol[Fitted]):
    """A board whose pieces may be bound to each other."""

    @property
    def bonds(self) -> Container[tuple[str, str]]: ...
    def allows(self, one: Fitted, other: Fitted) -> bool: ...


P = TypeVar("P", bound=_Puzzle[Any])


class FittingRules(NamedTuple):
    """The rules about single pieces and those that they are bound to."""

    one_place: Rule
    bumps: Rule
    touching: Rule
    touching_pairs: Rule
    touching_chains: Rule


class FittingPlayers(NamedTuple):
    """The players who know what a gap needs."""

    tiler: Player
    """Thinks piece by piece, sees gaps that cannot be filled, and respects bumps and colours."""
    thesis: Player
    """Knows R1 to R5 of Mahmoud's thesis. Looking at pieces amounts to knowing R2."""
    scanner: Player
    """Is a tiler who also looks at the cells and asks which pieces could still cover each."""


class Fitting(Generic[P, L]):
    """How a kind tells where its pieces lie, from which its rules are made."""

    def __init__(
        self,
        lay: Callable[[P, Place], L],
        laid: Callable[[P, int], L],
        fits: Callable[[P, L], bool],
        called: Callable[[P, Hashable], str],
    ) -> None:
        self.lay = lay
        """Puzzle and move → the piece where it is laid."""
        self.laid = laid
        """Puzzle and number of a move → the piece where it is laid."""
        self.fits = fits
        """Whether a piece has a hole over every bump."""
        self.called = called
        """Puzzle and piece → its name in words."""

    def rules(self) -> FittingRules:
        """Return the rules, which believe nothing but what the pieces on the board show."""
        return FittingRules(
            Rule("one-place", self._fits_one_place, 1.0, "A piece fits in only one place."),
            Rule("bumps", self._misses_a_hole, 1.6, "A piece fits only where it has a hole over every bump."),
            Rule(
                "touching",
                self._breaks_a_relation,
                1.8,
                "A piece fits only where it suits the colours of the placed pieces.",
            ),
            Rule(
                "touching-pairs",
                self._leaves_no_partner,
                2.6,
                "A piece fits only where each piece that its colour is bound to still has a place that suits it.",
            ),
            Rule(
                "touching-chains",
                self._leaves_no_company,
                3.0,
                "A piece fits only where all pieces that its colour is bound to still have places together.",
            ),
        )

    def _fits_one_place(self, puzzle: P, state: _State, moves: Sequence[Place]) -> Iterator[Finding]:
        for slot, places in by_slot(puzzle, state, moves, PIECEWISE).items():
            if len(places) == 1:
                yield Finding(f"the {self.called(puzzle, slot.name)} fits one place", must=tuple(places))

    def _misses_a_hole(self, puzzle: P, state: _State, moves: Sequence[Place]) -> Iterator[Finding]:
        if bad := tuple(move for move in moves if not self.fits(puzzle, self.lay(puzzle, move))):
            yield Finding("the bumps", cannot=bad)

    def _breaks_a_relation(self, puzzle: P, state: _State, moves: Sequence[Place]) -> Iterator[Finding]:
        if not puzzle.bonds:
            return
        placed = [self.laid(puzzle, number) for number in state.made]
        if bad := tuple(
            move
            for move in moves
            if not all(puzzle.allows(self.lay(puzzle, move), other) for other in placed)
        ):
            yield Finding("the colours of the pieces placed", cannot=bad)

    def _leaves_no_partner(self, puzzle: P, state: _State, moves: Sequence[Place]) -> Iterator[Finding]:
        return self._leaves_no(puzzle, state, moves, "a piece bound to it by colour", together=False)

    def _leaves_no_company(self, puzzle: P, state: _State, moves: Sequence[Place]) -> Iterator[Finding]:
        return self._leaves_no(puzzle, state, moves, "all pieces bound to it by colour", together=True)

    def _leaves_no(
        self, puzzle: P, state: _State, moves: Sequence[Place], what: str, *, together: bool
    ) -> Iterator[Finding]:
        def lay(move: Place) -> L:
            return self.lay(puzzle, move)

        return unsupported(puzzle, state.left, moves, lay, what, together=together)


def fitting_players(rules: FittingRules, is_piece: Rule, gaps: Sequence[Rule]) -> FittingPlayers:
    """Return the players who know that a gap is a piece, and which gaps cannot be filled.

    `is_piece` is R1 of the thesis, and `gaps` are R3, R4 and R5.
    """
    seen = (*gaps, rules.bumps, rules.touching)
    return FittingPlayers(
        Player(seen, PIECEWISE, name="tiler"),
        Player((is_piece, *gaps), PIECEWISE, name="thesis"),
        Player(seen, name="scanner"),
    )
