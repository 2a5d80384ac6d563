"""A declared pencil puzzle: its clues, its marks and its rules. Everything else follows from these.

>>> from quandary.pencil import Pencil, Regions, Number, Shade, at_most, exactly
>>> class StarBattle(Pencil):
...     clues = Regions(), Number("stars", default=1)
...     marks = Shade("star")
...     def rules(self, grid):
...         yield from (exactly(self.stars, line) for line in grid.lines)
...         yield from (exactly(self.stars, region) for region in self.regions)
...         yield from (at_most(1, pair) for pair in grid.touching)
>>> puzzle = StarBattle(2, 2, ((0, 0, 1, 1), 1))
>>> [word.says(puzzle.names) for word in puzzle.words][:2]
['row 1 has one star', 'row 2 has one star']
>>> [str(move) for move in puzzle.moves(puzzle.starts()[0])][:2]
['r1c1=cross', 'r1c1=star']
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dis import get_instructions
from functools import cached_property
from itertools import pairwise
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from quandary.errors import QuandaryError
from quandary.parts.named import NamedSlot
from quandary.pencil.clues import Clue
from quandary.pencil.grid import OPEN, Grid, Write, grid_of
from quandary.pencil.marks import AnyMark
from quandary.pencil.names import PuzzleNames
from quandary.pencil.words import BrokenError, Word, different
from quandary.pencil.words.word import NO, SpotNumber, ValueSet, values_of
from quandary.puzzle import Slot

State: TypeAlias = tuple[int, ...]
"""The value of each spot, OPEN where nothing is written."""


WHOLE = NamedSlot("board", "the board as a whole")
"""The slot that is open when every spot is filled but some rule is broken."""

MOST_SEEN = 256
"""How many boards are kept in mind with their moves."""


@dataclass(frozen=True)
class Pencil:
    """The clues of one puzzle. A kind is a subclass that declares clues, marks and rules.

    It is a fill puzzle: each spot takes a value, and in a line that takes each value once, values take places.
    """

    rows: int
    columns: int
    given: tuple[Any, ...]
    """The value of each clue, in the order in which they are declared."""
    written: State = ()
    """What people have written already, for solving on from there. Notation does not have it."""

    clues: ClassVar[Any] = ()
    marks: ClassVar[Any] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Check the declaration, and give rules the clues by name."""
        super().__init_subclass__(**more)
        cls.clues = cls.clues if isinstance(cls.clues, tuple) else (cls.clues,)
        cls.marks = cls.marks if isinstance(cls.marks, tuple) else (cls.marks,)
        for at, clue in enumerate(cls.clues):
            setattr(cls, clue.attribute, property(_viewing(at)))
        _check_declaration(cls)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return what rules see of a clue."""

    def rules(self, grid: Any) -> Iterable[Word]:
        """Declare what must hold."""
        raise NotImplementedError("a pencil puzzle declares its rules")

    def known(self, grid: Any) -> Mapping[SpotNumber, int]:
        """Declare marks that are known from the start, besides those that clues give."""
        return {}

    @property
    def told(self) -> Iterator[tuple[Clue, Any]]:
        """Each clue with its value."""
        return zip(self.clues, self.given, strict=True)

    @cached_property
    def grid(self) -> Grid:
        """The geometry of the board."""
        return grid_of(self.rows, self.columns, self.marks)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The rules, each after those that it contains."""
        return tuple(dict.fromkeys(each for word in self.rules(self.grid) for each in (*word.parts(), word)))

    @cached_property
    def word_set(self) -> frozenset[Word]:
        """The rules, to ask whether one is among them."""
        return frozenset(self.words)

    @cached_property
    def names(self) -> PuzzleNames:
        """The names of places in sentences."""
        places = [clue.names(value, self.grid) for clue, value in self.told]
        return PuzzleNames(self.grid, {scope: name for some in places for scope, name in some.items()})

    @cached_property
    def start(self) -> State:
        """The board with the marks that are known from the start."""
        state = [OPEN] * len(self.grid.places)
        for clue, value in self.told:
            for spot, mark in clue.known(value, self.grid).items():
                state[spot] = mark
        for spot, mark in self.known(self.grid).items():
            state[spot] = mark
        return self.written or tuple(state)

    @cached_property
    def misfits(self) -> dict[SpotNumber, int]:
        """The marks known from the start that cannot be: no value of their spots, or told otherwise by another clue."""
        told, found = dict[SpotNumber, int](), dict[SpotNumber, int]()
        for clue, value in self.told:
            for spot, mark in clue.known(value, self.grid).items():
                if told.setdefault(spot, mark) != mark:
                    found[spot] = mark
        for spot, mark in enumerate(self.start):
            if mark not in (OPEN, NO) and not self.grid.domains[spot] >> mark & 1:
                found[spot] = mark
        return found

    def starts(self) -> tuple[State]:
        """Return the board with the marks that are known from the start."""
        return (self.start,)

    def moves(self, state: State) -> list[Write]:
        """Return the values for open spots that no rule at sight rules out, by spot and value."""
        if state not in self._moves_seen:
            if len(self._moves_seen) >= MOST_SEEN:
                self._moves_seen.clear()
            self._moves_seen[state] = self._moves(state)
        return [*self._moves_seen[state]]

    def _moves(self, state: State) -> list[Write]:
        stands = self.may(state)
        left = [*stands]
        for word in self._at_sight:
            for spot, mask in word.bars(stands).items():
                if state[spot] == OPEN:
                    left[spot] &= mask
        return [
            move
            for spot, value in enumerate(state)
            if value == OPEN
            for move in self.grid.moves[spot]
            if left[spot] >> move.value & 1
        ]

    def apply(self, state: State, move: Write) -> State:
        """Return the board with the mark written in."""
        return (*state[: move.spot], move.value, *state[move.spot + 1 :])

    def is_solved(self, state: State) -> bool:
        """Return whether every spot is decided and every rule holds."""
        return OPEN not in state and not any(word.check(state) for word in self.words)

    def slots(self, state: State) -> list[Slot]:
        """Return the open spots, then the values still missing where each comes once."""
        found = [self.slot_of[spot] for spot, value in enumerate(state) if value == OPEN]
        for scope, places in self._places:
            there = {state[spot] for spot in scope}
            found += [place for value, place in places.items() if value not in there]
        return found if found or self.is_solved(state) else [WHOLE]

    def fills(self, move: Write) -> tuple[Slot, ...]:
        """Return the move's spot, and its value's place in each line that takes every value once."""
        places = (places[move.value] for scope, places in self._places if move.spot in scope)
        return self.slot_of[move.spot], *places

    def may(self, state: State) -> list[ValueSet]:
        """Return what may be written, as far as the board tells: what stands there, or any value."""
        return [self.grid.domains[spot] if value == OPEN else 1 << value for spot, value in enumerate(state)]

    def broken(self, state: State, known: "Pencil | None" = None) -> list[BrokenError]:
        """Return every rule that the marks on the board break, with the spots at fault.

        Rules that hold at the start of a `known` puzzle are not looked at again unless their spots have changed.
        """
        may, found, words = self.may(state), list[BrokenError](), self.words
        if known is not None:
            fresh = {spot for spot, value in enumerate(state) if value != known.start[spot]}
            words = tuple(
                word for word in words if word not in known.word_set or not fresh.isdisjoint(word.scope)
            )
        for word in words:
            try:
                word.forces(may)
            except BrokenError as broken:
                found.append(broken)
        return found

    @cached_property
    def _moves_seen(self) -> dict[State, list[Write]]:
        """The moves of boards that were asked about lately: players ask about the same few again and again."""
        return {}

    @cached_property
    def _at_sight(self) -> tuple[Word, ...]:
        return tuple(word for word in self.words if word.at_sight)

    @cached_property
    def slot_of(self) -> list[Slot]:
        """The slot of each spot."""
        return [NamedSlot("cell" if not place.ends else "edge", place.name) for place in self.grid.places]

    @cached_property
    def _places(self) -> list[tuple[Sequence[SpotNumber], dict[int, Slot]]]:
        """The lines that take every value once, with the slot of each value."""
        found = list[tuple[Sequence[SpotNumber], dict[int, Slot]]]()
        for word in self.words:
            if isinstance(word, different):
                values = values_of(self.grid.domains[word.scope[0]])
                if len(values) == len(word.scope):
                    name = self.names(word.scope)
                    family = name.removeprefix("the ").split()[0]
                    found.append((word.scope, {v: NamedSlot(family, f"{v} in {name}") for v in values}))
        return found


def _viewing(at: int) -> Any:
    """Return a function from a puzzle to what rules see of its clue with a number."""
    return lambda puzzle: puzzle.clues[at].view(puzzle.given[at], puzzle.grid)


def _check_declaration(cls: type[Pencil]) -> None:
    """Raise QuandaryError if the declaration contradicts itself."""
    for what, some, wanted in (("clues", cls.clues, Clue), ("marks", cls.marks, AnyMark)):
        for each in some:
            if not isinstance(each, wanted):
                raise QuandaryError(
                    f"{cls.__name__}: {each!r} among its {what} is not one of the {what} of quandary.pencil."
                )
    if not cls.marks:
        raise QuandaryError(
            f"{cls.__name__}: it has no marks; say what people write, such as marks = Shade('black')."
        )
    if [mark.layer for mark in cls.marks][1:].count("cells") or len({mark.layer for mark in cls.marks}) < len(
        cls.marks
    ):
        raise QuandaryError(
            f"{cls.__name__}: marks on cells come first, and each layer has one sort of mark."
        )
    known = {*dir(cls), *Pencil.__dataclass_fields__}
    for name in sorted(_asked_of_self(cls.rules.__code__) - known):
        clue = name.capitalize()
        raise QuandaryError(
            f"{cls.__name__}: rules() uses self.{name}, but clues has no {clue}. Add it to clues."
        )


def _asked_of_self(code: CodeType) -> set[str]:
    """Return the attributes of self that a function uses."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    asked = {
        str(then.argval)
        for now, then in pairwise(get_instructions(code))
        if now.argval == "self" and then.opname in ("LOAD_ATTR", "LOAD_METHOD")
    }
    return asked.union(*map(_asked_of_self, inner))
