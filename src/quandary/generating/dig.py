"""Dig: remove givens from a full board one by one, as long as a condition holds.

It works for every kind that says what can be left out (`Kind.reductions`). The condition is any function
of a puzzle. The scheme, with a condition D, a level C and transformations T, is from *Automatically
Generating Puzzles of Different Complexity* (2014): `file_by_level` is its GenPuzzles.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from quandary.errors import NoLevelError, QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits, OutOfBudget, check_limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import QuickestEngine
from quandary.solving.deduce import deduce

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

Accept: TypeAlias = Callable[[Any], bool]
L = TypeVar("L", bound=Hashable)
Found = TypeVar("Found")
LevelOf: TypeAlias = Callable[[Any], Hashable]
TRIES = 100
"""The number of boards to dig in search of a level."""


def unique(puzzle: AnyPuzzle) -> bool:
    """Return whether there is exactly one solution, by the proof of its kind if there is one.

    >>> from quandary.library.registry import find_kind
    >>> unique(find_kind("sudoku").parse(".3....3....41..."))
    True
    """
    return QuickestEngine(puzzle).unique(Limits())


def no_guess(player: Player, limits: Limits = Limits(states=100_000)) -> Accept:
    """Return a condition: the player's rules solve the puzzle without a guess, so it is unique too.

    The rules must be able to fill slots: an "only option" rule for each family that the player looks at.
    """

    def is_solved(puzzle: Any) -> bool:
        status = deduce(puzzle, player, guess=None, limits=limits).status
        check_limits()
        return status == "solved"

    return is_solved


def digging(kind: Kind, full: Any, rng: Random, accept: Accept = unique) -> Iterator[Any]:
    """Yield each puzzle on the way from a full board to one from which nothing can be removed.

    Givens are tried in random order, each once. If fewer givens never make the condition true again, as with
    uniqueness, none of the givens that remain at the end can be removed.

    >>> from quandary.library.registry import find_kind
    >>> fillomino = find_kind("fillomino")
    >>> full = fillomino.maker.full(Random(2), "3x3")
    >>> [puzzle.givens.count(0) for puzzle in digging(fillomino, full, Random(1))]
    [1, 2, 3, 4, 5, 6]
    """
    if kind.maker.reductions is None:
        raise QuandaryError(
            f"The kind {kind.name!r} does not list what can be removed, so its boards cannot be dug."
        )
    puzzle, tried = full, set[str]()
    while True:
        check_limits()
        open_ones = [(words, less) for words, less in kind.reductions(puzzle) if words not in tried]
        if not open_ones:
            return
        words, less = rng.choice(open_ones)
        tried.add(words)
        if accept(less):
            puzzle = less
            yield puzzle


def dig(kind: Kind, full: Any, rng: Random, accept: Accept = unique, *, most: int | None = None) -> Any:
    """Return the puzzle at the end of digging, after removing at most `most` givens."""
    puzzle = full
    for done, less in enumerate(digging(kind, full, rng, accept), start=1):
        puzzle = less
        if done == most:
            break
    return puzzle


def make_at_level(
    kind: Kind, size: str, level: Hashable, level_of: LevelOf, rng: Random, accept: Accept = unique
) -> Any:
    """Return the first puzzle of a level met while digging. Raises QuandaryError if there is none."""
    for _ in range(TRIES):
        for puzzle in digging(kind, full_board(kind, rng, size), rng, accept):
            if level_of(puzzle) == level:
                return puzzle
    raise QuandaryError(
        f"No {kind.title} of {size} had the level {level!r} in {TRIES} boards. Ask for another level."
    )


def file_by_level(
    kind: Kind,
    fulls: Iterable[Any],
    level_of: Callable[[Any], L],
    rng: Random,
    accept: Accept = unique,
    *,
    transforms: Callable[[Any], Iterable[Any]] | None = None,
    progress: Callable[[], object] = tuple,
    ledger: "Ledger | None" = None,
) -> dict[L, list[Any]]:
    """Return every transform of every puzzle met while digging, by level and without duplicates.

    A transform is as hard as the puzzle in any measure that does not depend on its orientation. Its level is
    computed nevertheless, as in the original scheme. `transforms` are your own, T of the scheme, instead of the
    kind's symmetries: puzzle → its images, itself among them if it is to be kept. `progress` is called after each board. A `ledger`
    remembers what each board gave, so that a run that is resumed does not dig it again. A puzzle whose level
    cannot be told is left out. If the work is done within limits and reaches them, what was met until then is
    returned.
    """
    filed: dict[L, list[Any]] = {}
    met = set[str]()
    for number, full in enumerate(_until_a_limit(fulls)):
        row = ledger.get(number) if ledger is not None else None
        if row is None:
            found, is_over = _in_time(_new_on_the_way(kind, full, level_of, rng, accept, met, transforms))
            if ledger is not None and not is_over:
                texts = [(level, kind.format(puzzle)) for level, puzzle in found]
                ledger.add(number, {"found": texts, "random": rng.getstate()})
        else:
            version, state, gauss = row["random"]
            rng.setstate((version, tuple(state), gauss))
            found, is_over = [(level, kind.parse(text)) for level, text in row["found"]], False
            met |= {text for _, text in row["found"]}
        for level, puzzle in found:
            filed.setdefault(level, []).append(puzzle)
        if is_over:
            break
        progress()
    return filed


def _until_a_limit(fulls: Iterable[Found]) -> Iterator[Found]:
    """Yield full boards until making one reaches a limit."""
    with suppress(OutOfBudget):
        yield from fulls


def _in_time(found: Iterator[Found]) -> tuple[list[Found], bool]:
    """Return what is found before a limit is reached, and whether one was."""
    kept = list[Found]()
    try:
        for each in found:
            kept.append(each)
    except OutOfBudget:
        return kept, True
    return kept, False


def _new_on_the_way(
    kind: Kind,
    full: Any,
    level_of: Callable[[Any], L],
    rng: Random,
    accept: Accept,
    met: set[str],
    transforms: Callable[[Any], Iterable[Any]] | None,
) -> Iterator[tuple[L, Any]]:
    """Yield each transform of a puzzle met while digging one board, with its level, if it is new."""
    images = transforms or kind.sameness.symmetries
    for puzzle in digging(kind, full, rng, accept):
        for image in images(puzzle) if images else (puzzle,):
            if (text := kind.format(image)) not in met:
                met.add(text)
                try:
                    level = level_of(image)
                except NoLevelError:
                    continue
                yield level, image


def dig_by_level(
    kind: Kind,
    size: str,
    *,
    boards: int,
    seed: int,
    limits: Limits = Limits(),
    progress: Callable[[], object] = tuple,
    ledger: "Ledger | None" = None,
    level_of: Callable[[Any], str] | None = None,
) -> dict[str, list[Any]]:
    """Return all transforms of the puzzles met while digging `boards` full boards, by level.

    Levels are the kind's own unless `level_of` tells them, for example a model.

    >>> from quandary.library.registry import find_kind
    >>> filed = dig_by_level(find_kind("fillomino"), "3x3", boards=1, seed=1)
    >>> {level: len(puzzles) for level, puzzles in filed.items()}
    {'easy': 16, 'medium': 40}

    If a limit is reached, the boards that are left are not dug, and `progress` is not called for them.
    """
    told = level_of or kind.maker.level
    if told is None:
        raise QuandaryError(f"The kind {kind.name!r} has no levels to sort its puzzles by.")
    rng = Random(f"dig/{kind.name}/{size}/{seed}")
    with limits.start():
        fulls = (full_board(kind, rng, size) for _ in range(boards))
        return file_by_level(kind, fulls, told, rng, progress=progress, ledger=ledger)


def full_board(kind: Kind, rng: Random, size: str) -> Any:
    """Return a random board of the kind with everything given."""
    if kind.maker.full is None:
        raise QuandaryError(f"The kind {kind.name!r} has no full boards to dig.")
    check_limits()
    return kind.maker.full(rng, size)
