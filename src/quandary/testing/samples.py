"""The puzzles that promises are tested on: the kind's examples, generated ones, and some drawn by lot."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library.files import Entry, examples
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.testing.lots import cover

SMALL = Limits(states=2_000)
"""A puzzle is small if all of it can be looked at within these limits, in Python."""
SMALL_SIZES = 3
SMALL_CHOICE = 100
"""The most moves at the start of a small fill puzzle."""
LONGEST_PLAY = 12
WORD = r"[a-z][a-z0-9]*([_-][a-z0-9]+)*"
"""What can be typed at a command line without quotes."""


class NotRun(Exception):  # noqa: N818 - not an error: a promise that cannot be checked here
    """The reason why a promise cannot be checked here."""


def require(holds: object, message: str) -> None:
    """Raise AssertionError unless a claim holds, even under `python -O`."""
    if not holds:
        raise AssertionError(message)


def require_names(kind: Kind, what: str, names: Iterable[str], pattern: str = WORD) -> None:
    """Raise AssertionError unless the names differ and can be typed at a command line."""
    names = list(names)
    require(len(set(names)) == len(names), f"{kind.name}: two of its {what}s have the same name: {names}")
    for name in names:
        require(
            re.fullmatch(pattern, name),
            f"{kind.name}: the {what} name {name!r} cannot be typed without quotes",
        )


def written(kind: Kind, puzzle: AnyPuzzle) -> str:
    """Return a puzzle's notation, or its repr if the kind has none."""
    return kind.format(puzzle) if kind.notation.format else repr(puzzle)


class Moment(NamedTuple):
    """A state met in play, its moves, and the moves that led there."""

    state: Any
    moves: list[Any]
    path: tuple[Any, ...]


class Samples:
    """A kind with puzzles to test its promises on."""

    def __init__(self, kind: Kind, most: int, more: Iterable[AnyPuzzle] = ()) -> None:
        self.kind = kind
        self.most = most
        self.more = list(more)

    @cached_property
    def entries(self) -> list[Entry]:
        """The lines of the kind's examples file."""
        try:
            return examples(self.kind)
        except QuandaryError as error:
            raise AssertionError(f"{self.kind.name}: its examples cannot be read: {error}") from error

    @cached_property
    def puzzles(self) -> list[AnyPuzzle]:
        """The puzzles of the examples file, if the kind has a notation, and those that were given."""
        read = [entry.puzzle for entry in self.entries] if self.kind.notation.parse else []
        require(
            read or self.more or self.kind.maker.generate,
            f"{self.kind.name}: there is no puzzle to try; give it a notation and examples, a generator, or"
            " puzzles=[...]",
        )
        return read + self.more

    @cached_property
    def small(self) -> list[AnyPuzzle]:
        """The examples that are small."""
        return [puzzle for puzzle in self.puzzles if is_small(puzzle)]

    def try_on_examples(self, promise: Callable[[Any, Random], None], *, small: bool = False) -> None:
        """Test a promise on every example, or on the small ones only."""
        for puzzle in self.small if small else self.puzzles:
            self._try(promise, puzzle, Random(0))

    @cached_property
    def drawn(self) -> list[AnyPuzzle]:
        """A few puzzles that have everything among them that the notation allows."""
        return cover(self.kind)

    @cached_property
    def _small_drawn(self) -> list[AnyPuzzle]:
        return [puzzle for puzzle in self.drawn if is_small(puzzle)]

    @cached_property
    def generated(self) -> list[AnyPuzzle]:
        """Generated puzzles of the smallest sizes in turn, those that are written shortest first."""
        sizes = self.kind.maker.sizes[:SMALL_SIZES] if self.kind.maker.generate else ()
        turns = islice(cycle(sizes), self.most)
        made = [self.kind.generate(Random(f"{size} {turn}"), size) for turn, size in enumerate(turns)]
        return sorted(made, key=lambda puzzle: len(written(self.kind, puzzle)))

    @cached_property
    def _small_generated(self) -> list[AnyPuzzle]:
        return [puzzle for puzzle in self.generated if is_small(puzzle)]

    def try_on_generated(self, promise: Callable[[Any, Random], None], *, small: bool = False) -> None:
        """Test a promise on generated puzzles, or on small ones, and name the first that breaks it."""
        for turn, puzzle in enumerate(self._small_generated if small else self.generated):
            self._try(promise, puzzle, Random(turn))

    def try_on_drawn(self, promise: Callable[[Any, Random], None], *, small: bool = False) -> None:
        """Test a promise on puzzles drawn by lot, or on the small ones, which need not have a solution."""
        for puzzle in self._small_drawn if small else self.drawn:
            self._try(promise, puzzle, Random(0))

    def _try(self, promise: Callable[[Any, Random], None], puzzle: AnyPuzzle, random: Random) -> None:
        where = f"{self.kind.name} {written(self.kind, puzzle)!r}"
        try:
            promise(puzzle, random)
        except AssertionError as broken:
            raise AssertionError(f"{where}: {broken}") from broken
        except Exception as crash:
            crash.add_note(f"while checking {where}")
            raise


def strategies() -> Any:
    """Import hypothesis.strategies, which makes up random values."""
    try:
        import hypothesis.strategies
    except ImportError as error:
        raise ImportError("quandary.testing needs hypothesis: pip install 'quandary[test]'") from error
    return hypothesis.strategies


def for_all(most: int, promise: Callable[..., None], *arguments: Any) -> None:
    """Test a promise on random arguments, the same every time, and report the simplest that break it."""
    import hypothesis

    modest = hypothesis.settings(
        max_examples=most,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    given: Any = hypothesis.given
    given(*arguments)(modest(promise))()


def is_small(puzzle: AnyPuzzle) -> bool:
    """Return whether Python can list all states of a puzzle, or all solutions of a fill puzzle."""
    if not is_fill(puzzle):
        return explore(puzzle, limits=SMALL, engine="python").complete
    few = all(len(list(puzzle.moves(start))) <= SMALL_CHOICE for start in puzzle.starts())
    return few and solutions(puzzle, limits=SMALL, engine="python").complete


def work(player: Player, moves: Sequence[Any]) -> int:
    """Estimate how long Python needs to rate these moves for a player, in microseconds."""
    return int(len(moves) ** (player.lookahead + 1)) * (1 + len(player.rules)) ** 2


def play(puzzle: AnyPuzzle, random: Random, start: Any = None) -> Iterator[Moment]:
    """Play at random from a start (the first one) until the puzzle is solved, stuck, or long enough."""
    state = next(iter(puzzle.starts())) if start is None else start
    path: tuple[Any, ...] = ()
    for _ in range(LONGEST_PLAY):
        if puzzle.is_solved(state):
            return
        moves = list(puzzle.moves(state))
        yield Moment(state, moves, path)
        if not moves:
            return
        move = random.choice(moves)
        state, path = puzzle.apply(state, move), (*path, move)
