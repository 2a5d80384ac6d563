"""Dig: leave out given after given of a full board, as long as a condition holds.

It works for every kind that says what can be left out (`Kind.reductions`); the condition is any function
of a puzzle. The scheme, with a condition D, a level C and transformations T, is that of *Automatically
Generating Puzzles of Different Complexity* (2014): `file_by_level` is its GenPuzzles.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solving.deduce import deduce
from quandary.solving.search import solutions

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

Accept: TypeAlias = Callable[[Any], bool]
L = TypeVar("L", bound=Hashable)
Level: TypeAlias = Callable[[Any], Hashable]
TRIES = 100
"""How many boards are dug in the hope of a level."""


def unique(puzzle: AnyPuzzle) -> bool:
    """Whether there is exactly one solution."""
    found = solutions(puzzle, most=1)
    return found.complete and len(found.found) == 1


def no_guess(player: Player, limits: Limits = Limits(states=100_000)) -> Accept:
    """Whether somebody who knows the player's rules solves a puzzle without a guess; then it is unique too.

    The rules must fill slots by themselves: an "only option" rule for each family that is looked at.
    """
    return lambda puzzle: deduce(puzzle, player, guess=None, limits=limits).status == "solved"


def digging(kind: Kind, full: Any, rng: Random, accept: Accept = unique) -> Iterator[Any]:
    """Each puzzle on the way from a full board to one from which nothing more can be left out.

    Givens are tried in random order, each once: under a condition that fewer givens never make true
    again, such as uniqueness, none of those that remain at the end can be spared.

    >>> from quandary.library.registry import kind
    >>> fillomino = kind("fillomino")
    >>> full = fillomino.maker.full(Random(2), "3x3")
    >>> [puzzle.givens.count(0) for puzzle in digging(fillomino, full, Random(1))]
    [1, 2, 3, 4, 5, 6]
    """
    if kind.maker.reductions is None:
        raise QuandaryError(
            f"The kind {kind.name!r} does not say what can be left out, so nothing can be dug."
        )
    puzzle, tried = full, set[str]()
    while True:
        open_ones = [(words, less) for words, less in kind.reductions(puzzle) if words not in tried]
        if not open_ones:
            return
        words, less = rng.choice(open_ones)
        tried.add(words)
        if accept(less):
            puzzle = less
            yield puzzle


def dig(kind: Kind, full: Any, rng: Random, accept: Accept = unique, *, most: int | None = None) -> Any:
    """The puzzle when digging ends: nothing can be left out, or `most` givens have been."""
    puzzle = full
    for done, less in enumerate(digging(kind, full, rng, accept), start=1):
        puzzle = less
        if done == most:
            break
    return puzzle


def make_at_level(
    kind: Kind, size: str, level: Hashable, level_of: Level, rng: Random, accept: Accept = unique
) -> Any:
    """The first puzzle met while digging whose level is the one asked for; QuandaryError if none was."""
    for _ in range(TRIES):
        for puzzle in digging(kind, full_board(kind, rng, size), rng, accept):
            if level_of(puzzle) == level:
                return puzzle
    raise QuandaryError(
        f"No {kind.title} of {size} had the level {level!r} in {TRIES} boards; ask for another."
    )


def file_by_level(
    kind: Kind,
    fulls: Iterable[Any],
    level_of: Callable[[Any], L],
    rng: Random,
    accept: Accept = unique,
    *,
    progress: Callable[[], object] = tuple,
    ledger: "Ledger | None" = None,
) -> dict[L, list[Any]]:
    """File every transform of every puzzle met while digging under its level; none comes twice.

    A transform is as hard as the puzzle by any measure that does not depend on how it lies; the level is
    taken of each nevertheless, as the scheme has it. `progress` is called after each board. What a board
    gave is kept in a `ledger`, if there is one, and not dug again when its run is resumed.
    """
    filed: dict[L, list[Any]] = {}
    met = set[str]()
    for number, full in enumerate(fulls):
        row = ledger.get(number) if ledger is not None else None
        if row is None:
            found = list(_new_on_the_way(kind, full, level_of, rng, accept, met))
            if ledger is not None:
                texts = [(level, kind.format(puzzle)) for level, puzzle in found]
                ledger.add(number, {"found": texts, "random": rng.getstate()})
        else:
            version, state, gauss = row["random"]
            rng.setstate((version, tuple(state), gauss))
            found = [(level, kind.parse(text)) for level, text in row["found"]]
            met |= {text for _, text in row["found"]}
        for level, puzzle in found:
            filed.setdefault(level, []).append(puzzle)
        progress()
    return filed


def _new_on_the_way(
    kind: Kind, full: Any, level_of: Callable[[Any], L], rng: Random, accept: Accept, met: set[str]
) -> Iterator[tuple[L, Any]]:
    """Give each transform of a puzzle met while digging one board, with its level, if it is new."""
    for puzzle in digging(kind, full, rng, accept):
        for image in kind.sameness.symmetries(puzzle) if kind.sameness.symmetries else (puzzle,):
            if (text := kind.format(image)) not in met:
                met.add(text)
                yield level_of(image), image


def dig_by_level(
    kind: Kind,
    size: str,
    *,
    boards: int,
    seed: int,
    progress: Callable[[], object] = tuple,
    ledger: "Ledger | None" = None,
) -> dict[str, list[Any]]:
    """File what is met while full boards of the kind are dug, in all its forms, by the kind's own levels.

    >>> from quandary.library.registry import kind
    >>> filed = dig_by_level(kind("fillomino"), "3x3", boards=1, seed=1)
    >>> {level: len(puzzles) for level, puzzles in filed.items()}
    {'easy': 16, 'medium': 40}
    """
    if kind.maker.level is None:
        raise QuandaryError(f"The kind {kind.name!r} does not tell the levels of its puzzles.")
    rng = Random(f"dig/{kind.name}/{size}/{seed}")
    fulls = [full_board(kind, rng, size) for _ in range(boards)]
    return file_by_level(kind, fulls, kind.maker.level, rng, progress=progress, ledger=ledger)


def full_board(kind: Kind, rng: Random, size: str) -> Any:
    """A random board of the kind with everything given."""
    if kind.maker.full is None:
        raise QuandaryError(f"The kind {kind.name!r} makes no full boards, so nothing can be dug.")
    return kind.maker.full(rng, size)
