"""The ladder: how people get on, from the declaration alone, easiest rung first.

    one-rule      one rule forces it
    global        a rule about the whole board forces it: cut off, a loop would close
    assume-1 -2 -3  assume it, and a contradiction follows within so many rounds

Costs are set by hand. A rung looks at what may be in each spot, and yields what it finds, easiest first.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from quandary.limits import check_limits
from quandary.pencil.grid import OPEN, Write
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.search import RuleBoard
from quandary.pencil.words import BrokenError, Word
from quandary.pencil.words.word import Forced, SpotNumber, ValueSet, is_decided
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule

Rung: TypeAlias = Callable[[RuleBoard, list[ValueSet]], Iterator[Finding]]
"""(the rules of a puzzle, what may be in each spot) → what a rung finds."""


@lru_cache(64)
def board_of(puzzle: Pencil) -> RuleBoard:
    """Return the rules of a puzzle by spot, made once."""
    return RuleBoard(puzzle)


def notes(state: State, moves: Moves) -> list[ValueSet]:
    """Return what may be in each spot: what is written there, or one of the moves that are left."""
    may = [0 if value == OPEN else 1 << value for value in state]
    for move in moves:
        may[move.spot] |= 1 << move.value
    return may


def alone(board: RuleBoard, may: list[ValueSet], *, whole: bool) -> Iterator[Finding]:
    """Yield what each rule alone forces, that with the fewest open spots first."""
    found = list[tuple[int, int, Forced]]()
    for number, word in enumerate(board.words):
        if word.is_global != whole:
            continue
        check_limits()
        try:
            forced = board.forced(number, may)
        except BrokenError as error:
            yield _hopeless(board.puzzle, error)
            return
        if forced:
            found.append((sum(not is_decided(may[spot]) for spot in word.scope), number, forced))
    for _, number, forced in sorted(found, key=lambda each: each[:2]):
        yield _finding(board.puzzle, may, board.words[number], forced)


def assume(board: RuleBoard, may: list[ValueSet], *, rounds: int) -> Iterator[Finding]:
    """Yield each mark that leads to a contradiction within some rounds."""
    puzzle = board.puzzle
    for spot, mask in enumerate(may):
        for move in puzzle.grid.moves[spot]:
            check_limits()
            if is_decided(mask) or not mask >> move.value & 1:
                continue
            if error := refuted(board, may, move, rounds):
                must, cannot = _told(puzzle, may, {spot: mask & ~(1 << move.value)})
                why = f"with {move}, a rule breaks: {error.word.says(puzzle.names)}"
                yield Finding(puzzle.names((spot,)), must, cannot, why, (puzzle.slot_of[spot],))


def refuted(board: RuleBoard, may: list[ValueSet], move: Write, rounds: int) -> BrokenError | None:
    """Return what breaks within some rounds after a move. In a round, every rule narrows what the last round left."""
    may = [*may[: move.spot], 1 << move.value, *may[move.spot + 1 :]]
    changed: Iterable[SpotNumber] = (move.spot,)
    for _ in range(rounds):
        after = dict[SpotNumber, ValueSet]()
        for number in dict.fromkeys(board.about(changed)):
            word = board.words[number]
            try:
                forced = word.forces(may)
            except BrokenError as error:
                return error
            for spot, mask in forced.items():
                after[spot] = after.get(spot, may[spot]) & mask
                if not after[spot]:
                    return BrokenError(word, (spot,))
        for spot, mask in after.items():
            may[spot] = mask
        changed = after
    return None


def _finding(puzzle: Pencil, may: list[ValueSet], word: Word, forced: Forced) -> Finding:
    must, cannot = _told(puzzle, may, forced)
    seen = tuple(puzzle.slot_of[spot] for spot in word.scope if not is_decided(may[spot]))
    return Finding(puzzle.names(word.place), must, cannot, word.says(puzzle.names), seen)


def _told(puzzle: Pencil, may: list[ValueSet], forced: Forced) -> tuple[tuple[Write, ...], tuple[Write, ...]]:
    """Return the moves that must be made, and those that cannot be."""
    must, cannot = list[Write](), list[Write]()
    for spot, mask in sorted(forced.items()):
        if is_decided(mask):
            must += [move for move in puzzle.grid.moves[spot] if mask >> move.value & 1]
        else:
            cannot += [move for move in puzzle.grid.moves[spot] if (may[spot] & ~mask) >> move.value & 1]
    return tuple(must), tuple(cannot)


def _hopeless(puzzle: Pencil, error: BrokenError) -> Finding:
    """Return a finding that requires what cannot be, since a rule cannot hold any more."""
    return Finding(
        puzzle.names(error.at), must=(_never(puzzle, error.at[0]),), why=error.word.says(puzzle.names)
    )


def _never(puzzle: Pencil, spot: SpotNumber) -> Write:
    """Return a move that is never legal."""
    return Write(spot, OPEN, f"{puzzle.grid.places[spot].name}=nothing")


def _find(look: Rung, puzzle: Pencil, state: State, moves: Moves) -> Iterator[Finding]:
    """Rung from the notes of a solver."""
    may = notes(state, moves)
    for spot, mask in enumerate(may):
        if not mask:
            name = puzzle.grid.places[spot].name
            yield Finding(name, must=(_never(puzzle, spot),), why=f"nothing fits {name}")
            return
        if is_decided(mask) and state[spot] == OPEN:
            must, _ = _told(puzzle, may, {spot: mask})
            yield Finding(puzzle.grid.places[spot].name, must, why="nothing else is left")
    yield from look(board_of(puzzle), may)


OPPOSITE = {1: " at once", 2: " after two rounds of simple steps", 3: " after three rounds of simple steps"}
"""When the opposite of a mark breaks a rule, by the number of rounds."""
LOOKS: dict[str, tuple[Rung, float, str]] = {
    "one-rule": (partial(alone, whole=False), 1.0, "One rule alone leaves nothing else."),
    "global": (partial(alone, whole=True), 2.0, "A rule about the whole board leaves nothing else."),
    **{
        f"assume-{rounds}": (
            partial(assume, rounds=rounds),
            4.0 + rounds,
            f"The opposite breaks a rule{OPPOSITE[rounds]}.",
        )
        for rounds in (1, 2, 3)
    },
}
"""The rungs by name: how they look, what they cost, and what they say."""
RULES = tuple(Rule(name, partial(_find, look), cost, says) for name, (look, cost, says) in LOOKS.items())
ONE_RULE, GLOBAL, *ASSUME = RULES

BEGINNER = Player((ONE_RULE,), name="beginner")
"""Looks at one rule at a time."""
SOLVER = Player((ONE_RULE, GLOBAL), name="solver")
"""Is a beginner who also looks at the board as a whole."""
PENCIL = Player((ONE_RULE, GLOBAL), name="pencil")
"""Is a solver who also looks at rules that overlap, and counts."""
PLAYERS = (SOLVER, BEGINNER, PENCIL)
