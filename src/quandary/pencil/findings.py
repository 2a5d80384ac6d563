"""Tell what a rung of the ladder found: the moves that follow, the places to look at, and why."""

from collections.abc import Iterable

from quandary.pencil.grid import OPEN, Write
from quandary.pencil.puzzle import Pencil
from quandary.pencil.rungs import Hit
from quandary.pencil.search import RuleBoard
from quandary.pencil.words import BrokenError
from quandary.pencil.words.word import Forced, SpotNumber, ValueSet, is_decided
from quandary.rules import Finding


def told(board: RuleBoard, may: list[ValueSet], found: Hit) -> Finding:
    """Return what was found as a finding."""
    puzzle, words = board.puzzle, [board.words[number] for number in found.words]
    if found.forced is None:
        return _hopeless(board, may, found)
    must, cannot = moves_of(puzzle, may, found.forced)
    seen = dict.fromkeys(spot for word in words for spot in word.scope if not is_decided(may[spot]))
    if found.counters:
        seen = dict.fromkeys(spot for counter in found.counters for spot, _ in counter.items)
        where, why = _names(puzzle, found.counters[: found.split]), counted(puzzle, found)
    elif found.value < 0:
        where, why = puzzle.names(words[0].place), words[0].says(puzzle.names)
    else:
        where = puzzle.names((found.spot,))
        move = next(move for move in puzzle.grid.moves[found.spot] if move.value == found.value)
        why = f"with {move}, a rule breaks: {words[0].says(puzzle.names)}"
        if len(words) == 1:
            seen = {found.spot: None}
        else:
            said = " and ".join(word.says(puzzle.names) for word in words)
            why = f"{said}, which {move} does not leave possible"
    return Finding(where, must, cannot, why, tuple(puzzle.slot_of[spot] for spot in seen))


def counted(puzzle: Pencil, found: Hit) -> str:
    """Return what was counted in words."""
    inside = _names(puzzle, found.counters[found.split :])
    return f"{inside} must fit into {_names(puzzle, found.counters[: found.split])}"


def _names(puzzle: Pencil, counters: Iterable[object]) -> str:
    named = list(dict.fromkeys(_name(puzzle, counter) for counter in counters))
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


def _name(puzzle: Pencil, counter: object) -> str:
    """Return the name of a counter: "the stars of row 3", "the 5 of row 3", "r1c1"."""
    spots, values = zip(*counter.items, strict=True)  # type: ignore[attr-defined]
    if len({*spots}) == 1:
        return puzzle.names(spots[:1])
    mark = puzzle.grid.places[spots[0]].mark
    called = mark.called(values[0])
    number = counter.n  # type: ignore[attr-defined]
    return f"the {called[number != 1]} of {puzzle.names(spots)}"


def moves_of(
    puzzle: Pencil, may: list[ValueSet], forced: Forced
) -> tuple[tuple[Write, ...], tuple[Write, ...]]:
    """Return the moves that must be made, and those that cannot be."""
    must, cannot = list[Write](), list[Write]()
    for spot, mask in sorted(forced.items()):
        if is_decided(mask):
            must += [move for move in puzzle.grid.moves[spot] if mask >> move.value & 1]
        else:
            cannot += [move for move in puzzle.grid.moves[spot] if (may[spot] & ~mask) >> move.value & 1]
    return tuple(must), tuple(cannot)


def never(puzzle: Pencil, spot: SpotNumber) -> Write:
    """Return a move that is never legal."""
    return Write(spot, OPEN, f"{puzzle.grid.places[spot].name}=nothing")


def _hopeless(board: RuleBoard, may: list[ValueSet], found: Hit) -> Finding:
    """Return a finding that requires what cannot be, since a rule cannot hold any more."""
    puzzle = board.puzzle
    if found.counters:
        spot = found.counters[0].items[0][0]
        return Finding(puzzle.names((spot,)), (never(puzzle, spot),), why=counted(puzzle, found))
    word = board.words[found.words[0]]
    at = word.scope
    try:
        word.forces(may)
    except BrokenError as error:
        at = error.at
    return Finding(puzzle.names(at), must=(never(puzzle, at[0]),), why=word.says(puzzle.names))
