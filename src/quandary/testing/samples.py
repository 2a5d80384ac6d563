"""The puzzles that promises are tried on: the kind's examples, and what its generator makes."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
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

SMALL = Limits(states=2_000)
"""A puzzle is small if all of it can be looked at within these limits, in Python."""
SMALL_SIZES = 3
SMALL_CHOICE = 100
"""The most moves at the start of a small fill puzzle."""
LONGEST_PLAY = 12


class NotRun(Exception):  # noqa: N818 - not an error: a promise that cannot be checked here
    """Why a promise cannot be checked where the suite runs."""


def require(holds: object, message: str) -> None:
    """Nothing if it holds, else AssertionError; unlike `assert` it is there under `python -O`."""
    if not holds:
        raise AssertionError(message)


class Situation(NamedTuple):
    """A state met in play, its moves, and the moves that led there."""

    state: Any
    moves: list[Any]
    path: tuple[Any, ...]


class Samples:
    """A kind with puzzles to try its promises on."""

    def __init__(self, kind: Kind, most: int) -> None:
        self.kind = kind
        self.most = most

    @cached_property
    def entries(self) -> list[Entry]:
        """The lines of the kind's examples file."""
        try:
            return examples(self.kind)
        except QuandaryError as error:
            raise AssertionError(f"{self.kind.name}: its examples cannot be read: {error}") from error

    @cached_property
    def puzzles(self) -> list[AnyPuzzle]:
        """The puzzles of the examples file."""
        return [entry.puzzle for entry in self.entries]

    @cached_property
    def small(self) -> list[AnyPuzzle]:
        """The examples that are small."""
        return [puzzle for puzzle in self.puzzles if is_small(puzzle)]

    def try_on_examples(self, promise: Callable[[Any, Random], None], *, small: bool = False) -> None:
        """Try a promise on every example, or on the small ones only."""
        for puzzle in self.small if small else self.puzzles:
            self._try(promise, puzzle, Random(0))

    def try_on_generated(self, promise: Callable[[Any, Random], None], *, small: bool = False) -> None:
        """Try a promise on generated puzzles, or on the small ones among them; the simplest to break it is named."""
        generate = self.kind.maker.generate
        if generate is None:
            return

        def run(random: Random, size: str) -> None:
            puzzle = generate(random, size)
            if not small or is_small(puzzle):
                self._try(promise, puzzle, random)

        make = strategies()
        sizes = make.sampled_from(self.kind.maker.sizes[:SMALL_SIZES])
        for_all(self.most, run, make.randoms(use_true_random=False), sizes)

    def _try(self, promise: Callable[[Any, Random], None], puzzle: AnyPuzzle, random: Random) -> None:
        where = f"{self.kind.name} {self.kind.format(puzzle)!r}"
        try:
            promise(puzzle, random)
        except AssertionError as broken:
            raise AssertionError(f"{where}: {broken}") from broken
        except Exception as crash:
            crash.add_note(f"while checking {where}")
            raise


def strategies() -> Any:
    """The module hypothesis.strategies, which makes things up."""
    try:
        import hypothesis.strategies
    except ImportError as error:
        raise ImportError("quandary.testing needs hypothesis: pip install 'quandary[test]'") from error
    return hypothesis.strategies


def for_all(most: int, promise: Callable[..., None], *arguments: Any) -> None:
    """Try a promise on made-up arguments, the same ones every time; the simplest that break it are reported."""
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
    """Whether all of it can be looked at in Python: its states, or, if it is to be filled, its solutions."""
    if not is_fill(puzzle):
        return explore(puzzle, limits=SMALL, engine="python").complete
    few = all(len(list(puzzle.moves(start))) <= SMALL_CHOICE for start in puzzle.starts())
    return few and solutions(puzzle, limits=SMALL, engine="python").complete


def work(player: Player, moves: Sequence[Any]) -> int:
    """How long a player who has these moves takes to see what there is to see, in Python: 1 is about a microsecond."""
    return int(len(moves) ** (player.lookahead + 1)) * (1 + len(player.rules)) ** 2


def play(puzzle: AnyPuzzle, random: Random, start: Any = None) -> Iterator[Situation]:
    """Random play from a start (the first one) until it is solved, stuck, or long enough."""
    state = next(iter(puzzle.starts())) if start is None else start
    path: tuple[Any, ...] = ()
    for _ in range(LONGEST_PLAY):
        if puzzle.is_solved(state):
            return
        moves = list(puzzle.moves(state))
        yield Situation(state, moves, path)
        if not moves:
            return
        move = random.choice(moves)
        state, path = puzzle.apply(state, move), (*path, move)
