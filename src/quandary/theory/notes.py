"""What is left of a fill puzzle, as bits: its slots, its moves, and the groups of slots that cannot all be filled."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from quandary.limits import check_limits
from quandary.parts.masks import bits
from quandary.puzzle import AnyFillPuzzle, Slot
from quandary.theory import MOVE, Fact, Facts

ONLY, CLASH = "only", "clash"
IN_QUESTION = Fact(MOVE, (0,))
LONGEST = 9
"""The most moves of a slot that a person takes in at once."""
NARROW = 2
"""The most moves of a slot that a person follows one by one."""
CROWD = 4
"""The most slots that a person sees at once to need room in fewer others."""
KEPT = 8
"""The number of puzzles whose clashes are kept."""

Signature: TypeAlias = tuple[tuple[str, int, int], ...]
"""For each slot its family, the moves that are left for it, and how many of them the move in question spares."""


class NotesBoard:
    """The slots, moves and clashes of a fill puzzle, numbered once for all its states."""

    def __init__(self, puzzle: AnyFillPuzzle) -> None:
        self.puzzle = puzzle
        start = next(iter(puzzle.starts()))
        self.moves = list(puzzle.moves(start))
        self.number = {move: at for at, move in enumerate(self.moves)}
        self.clash = [0] * len(self.moves)
        every = set(self.moves)
        for at, move in enumerate(self.moves):
            check_limits()
            # A move that becomes illegal cannot share a solution with the move made: fill puzzles guarantee it.
            for other in every.difference(puzzle.moves(puzzle.apply(start, move))) - {move}:
                self.clash[at] |= 1 << self.number[other]
                self.clash[self.number[other]] |= 1 << at
        self.slot: dict[Slot, int] = {}
        self.once: list[bool] = []
        for slot in puzzle.slots(start):
            if slot in self.slot:
                self.once[self.slot[slot]] = False
            else:
                self.slot[slot] = len(self.once)
                self.once.append(True)
        self.family = [slot.family for slot in self.slot]
        self.into: list[int] = [0] * len(self.slot)
        self.slots_of: list[list[int]] = [[] for _ in self.moves]
        for at, move in enumerate(self.moves):
            for slot in puzzle.fills(move):
                if slot in self.slot:
                    self.into[self.slot[slot]] |= 1 << at
                    self.slots_of[at].append(self.slot[slot])
        self.families = sorted(set(self.family))
        self.taken = [self._taken(at) for at in range(len(self.moves))]

    def _taken(self, move: int) -> dict[str, int]:
        """Return the slot that a move fills in each family, as a bit, where there is exactly one and it has room for one."""
        slots = self.slots_of[move]
        count = Counter(self.family[slot] for slot in slots)
        return {
            self.family[slot]: 1 << slot
            for slot in slots
            if self.once[slot] and count[self.family[slot]] == 1
        }

    def cover(self, moves: int, family: str) -> int | None:
        """Return the slots of a family that moves would fill, as bits, or None if some fill none or several of it."""
        slots = 0
        for move in bits(moves):
            taken = self.taken[move].get(family)
            if taken is None:
                return None
            slots |= taken
        return slots

    def notes(self, state: Any, moves: Iterable[Any]) -> "Notes":
        """Return the open slots of a state with the moves left."""
        alive = 0
        for move in moves:
            alive |= 1 << self.number[move]
        return Notes(self, alive, {self.slot[each] for each in self.puzzle.slots(state) if each in self.slot})


_boards: "OrderedDict[int, NotesBoard]" = OrderedDict()


def board_of(puzzle: Any) -> NotesBoard:
    """Return the board of a puzzle, kept for the few puzzles that were asked about last."""
    board = _boards.get(id(puzzle))
    if board is None or board.puzzle is not puzzle:
        board = _boards[id(puzzle)] = NotesBoard(puzzle)
        while len(_boards) > KEPT:
            _boards.popitem(last=False)
    return board


class Notes:
    """What is left of a fill puzzle: the moves that are not struck, and the slots that are open."""

    def __init__(self, board: NotesBoard, alive: int, slots: "set[int]") -> None:
        self.board, self.alive = board, alive
        self.left = {slot: board.into[slot] & alive for slot in slots if board.once[slot]}

    def refuting(self, move: int, size: int, longest: int = LONGEST) -> Iterator[tuple[int, ...]]:
        """Yield groups of so many slots that cannot all be filled once a move is made.

        They are found as people do: a slot whose moves are all excluded, or one with a move or two left, whatever of
        them is made excludes all moves of another slot.
        """
        check_limits()
        gone = self.board.clash[move]
        rest = self._hit(gone, 1 << move, longest)
        if size == 1:
            yield from sorted((slot,) for slot, mask in rest.items() if not mask)
            return
        narrow = sorted(slot for slot, mask in rest.items() if 1 <= mask.bit_count() <= NARROW)
        yield from dict.fromkeys(
            tuple(sorted(group))
            for slot in narrow
            for group in self._follow((slot,), rest[slot], gone, 1 << move, size, longest)
        )

    def _hit(self, gone: int, made: int, longest: int) -> dict[int, int]:
        """Return the slots that lose a move, with what is left for each, without those that are filled."""
        slots_of, left = self.board.slots_of, self.left
        near = {slot for move in bits(gone & self.alive) for slot in slots_of[move]}
        return {
            slot: mask & ~gone
            for slot in near
            if (mask := left.get(slot, made)) & made == 0 and mask.bit_count() <= longest
        }

    def _follow(
        self, group: tuple[int, ...], choices: int, gone: int, made: int, size: int, longest: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield groups of a size in which every choice for the last slot leaves no move for a further one."""
        common = -1
        for move in bits(choices):
            common &= self.board.clash[move]
        if choices.bit_count() == 1:
            made |= choices
        for slot, rest in self._hit(gone | common, made, longest).items():
            if slot in group or self.left[slot] & choices or not common & self.left[slot] & ~gone:
                continue
            if not rest and len(group) + 1 == size:
                yield (*group, slot)
            elif rest.bit_count() == 1 and len(group) + 1 < size:
                yield from self._follow((*group, slot), rest, gone | common, made, size, longest)

    def crowds(self, move: int, size: int) -> Iterator[tuple[int, ...]]:
        """Yield groups of so many slots of a family that need room in fewer slots of another once a move is made."""
        check_limits()
        gone, made = self.board.clash[move], 1 << move
        found = dict[tuple[int, ...], None]()
        for slot, moves in self._hit(gone, made, CROWD).items():
            for family in self.board.families if 0 < moves.bit_count() < size else ():
                cover = self.board.cover(moves, family)
                if family != self.board.family[slot] and cover is not None and cover.bit_count() < size:
                    crowd = _Crowd(self, family, gone, made, size)
                    found.update(dict.fromkeys(crowd.grown((slot,), moves, cover)))
        yield from found

    def signature(self, move: int, group: Sequence[int]) -> Signature:
        """Return what a group of slots is recognised by."""
        spoilt = self.board.clash[move]
        return tuple(
            sorted(
                (
                    self.board.family[slot],
                    self.left[slot].bit_count(),
                    (self.left[slot] & ~spoilt).bit_count(),
                )
                for slot in group
            )
        )

    def facts(self, move: int, group: Sequence[int]) -> Facts:
        """Return a move and a group of slots as facts, with the moves numbered as they come."""
        names, found = {move: 0}, [IN_QUESTION]
        for slot in sorted(
            group, key=lambda slot: (self.board.family[slot], self.left[slot].bit_count(), slot)
        ):
            for each in bits(self.left[slot]):
                names.setdefault(each, len(names))
            at = tuple(sorted(names[each] for each in bits(self.left[slot])))
            found.append(Fact(ONLY, at, self.board.family[slot]))
        for a, b in combinations(names, 2):
            if self.board.clash[a] >> b & 1:
                found.append(Fact(CLASH, (min(names[a], names[b]), max(names[a], names[b]))))
        return frozenset(found)


class _Crowd(NamedTuple):
    """Slots of one family that need room in fewer slots of another, once a move is made."""

    notes: Notes
    family: str
    """Where they need room."""
    gone: int
    made: int
    size: int

    def grown(self, group: tuple[int, ...], moves: int, cover: int) -> Iterator[tuple[int, ...]]:
        """Yield the groups of the wanted size with these slots, whose moves fill the slots of `cover`."""
        if cover.bit_count() < len(group):  # these are too many already
            if len(group) == self.size:
                yield tuple(sorted(group))
            return
        for slot in self._near(group, cover):
            rest = self.notes.left[slot] & ~self.gone
            more = None if rest & moves else self.notes.board.cover(rest, self.family)
            if more is not None and (cover | more).bit_count() < self.size:
                yield from self.grown((*group, slot), moves | rest, cover | more)

    def _near(self, group: tuple[int, ...], cover: int) -> list[int]:
        """Return the other slots of the group's family that need room in the same slots, and have few enough moves."""
        board, left = self.notes.board, self.notes.left
        own = board.family[group[0]]
        there = 0
        for slot in bits(cover):
            there |= left.get(slot, 0) & ~self.gone
        near = {slot for move in bits(there) for slot in board.slots_of[move] if board.family[slot] == own}
        return sorted(
            slot
            for slot in near.difference(group)
            if 0 < (left.get(slot, 0) & ~self.gone).bit_count() < self.size
            and left[slot].bit_count() <= CROWD
            and not left[slot] & self.made
        )
