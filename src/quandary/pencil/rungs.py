"""The rungs of the ladder that one rule is enough for, and assuming: what each finds, easiest first.

These are the reference for their twins in the core.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from quandary.limits import check_limits
from quandary.pencil.grid import Write
from quandary.pencil.search import RuleBoard
from quandary.pencil.words import BrokenError
from quandary.pencil.words.word import Forced, SpotNumber, ValueSet, is_decided


class Hit(NamedTuple):
    """What a rung finds: rules by number, and what is left of some spots by them."""

    words: tuple[int, ...]
    forced: Mapping[SpotNumber, ValueSet] | None
    """None if the rules cannot hold any more."""
    spot: SpotNumber = -1
    value: int = -1
    """The mark that was assumed, if one was."""
    counters: tuple[Any, ...] = ()
    split: int = 0
    """What was counted: so many lines, then those that have no room outside them."""


def open_moves(board: RuleBoard, may: list[ValueSet]) -> Iterator[tuple[SpotNumber, Write]]:
    """Yield every mark that can still be made, by spot."""
    for spot, mask in enumerate(may):
        if not is_decided(mask):
            for move in board.puzzle.grid.moves[spot]:
                if mask >> move.value & 1:
                    yield spot, move


def alone(board: RuleBoard, may: list[ValueSet], *, whole: bool) -> Iterator[Hit]:
    """Yield what each rule alone forces, that with the fewest open spots first."""
    found = list[tuple[int, int, Forced]]()
    for number, word in enumerate(board.words):
        if word.is_global != whole:
            continue
        check_limits()
        try:
            forced = board.forced(number, may)
        except BrokenError:
            yield Hit((number,), None)
            return
        if forced:
            found.append((sum(not is_decided(may[spot]) for spot in word.scope), number, forced))
    for _, number, forced in sorted(found, key=lambda each: each[:2]):
        yield Hit((number,), dict(sorted(forced.items())))


def assume(board: RuleBoard, may: list[ValueSet], *, rounds: int) -> Iterator[Hit]:
    """Yield each mark that leads to a contradiction within some rounds."""
    for spot, move in open_moves(board, may):
        check_limits()
        broken = refuted(board, may, move, rounds)
        if broken is not None:
            yield Hit((broken,), {spot: may[spot] & ~(1 << move.value)}, spot, move.value)


def refuted(board: RuleBoard, may: list[ValueSet], move: Write, rounds: int) -> int | None:
    """Return the rule that breaks within some rounds after a move. In a round, every rule narrows what the last one left."""
    may = [*may[: move.spot], 1 << move.value, *may[move.spot + 1 :]]
    changed: Iterable[SpotNumber] = (move.spot,)
    for _ in range(rounds):
        after = dict[SpotNumber, ValueSet]()
        for number in dict.fromkeys(board.about(changed)):
            try:
                forced = board.words[number].forces(may)
            except BrokenError:
                return number
            for spot, mask in sorted(forced.items()):
                after[spot] = after.get(spot, may[spot]) & mask
                if not after[spot]:
                    return number
        for spot, mask in after.items():
            may[spot] = mask
        changed = sorted(after)
    return None
