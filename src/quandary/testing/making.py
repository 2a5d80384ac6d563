"""Making puzzles: the same from the same seed, solvable, of the size that was asked for."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.puzzle import AnyPuzzle
from quandary.solving.search import solutions
from quandary.testing.examples import ENOUGH
from quandary.testing.notation import require_round_trip
from quandary.testing.samples import SMALL_SIZES, Samples, require

SEEDS = 8
MOST_CHANGES = 100


def check_generator(samples: Samples) -> None:
    """A seed gives one puzzle, solvable and of its size; other seeds give others, mostly."""
    kind = samples.kind
    require(kind.maker.sizes, f"{kind.name}: it generates puzzles, but names no sizes")
    for size in kind.maker.sizes[:SMALL_SIZES]:
        texts = [_check_seed(kind, seed, size) for seed in range(SEEDS)]
        different = len(set(texts))
        require(
            different > SEEDS // 2,
            f"{kind.name}: {SEEDS} seeds gave only {different} different {size} puzzles",
        )


def _check_seed(kind: Kind, seed: int, size: str) -> str:
    assert kind.maker.generate  # noqa: S101 - for the type checker; kinds that do not generate are not asked
    call = f"{kind.name}: generate(Random({seed}), {size!r})"
    puzzle = kind.generate(Random(seed), size)
    text = kind.format(puzzle)
    again = kind.format(kind.generate(Random(seed), size))
    require(text == again, f"{call} gives different puzzles: {text!r} and {again!r}")
    status = solutions(puzzle, most=1, limits=ENOUGH).status
    require(
        status == "solved", f"{call} gives {text!r}, in which looking for a solution ended with {status!r}"
    )
    if kind.maker.size:
        require(
            kind.maker.size(puzzle) == size,
            f"{call} gives {text!r}, whose size is {kind.maker.size(puzzle)!r}",
        )
    return text


def check_reductions(samples: Samples) -> None:
    """What can be left out is named in different words, and leaves another puzzle of the kind."""
    _check_changes(samples, "reductions", samples.kind.maker.reductions)


def check_neighbours(samples: Samples) -> None:
    """Changes of one element are told in different words, and give other puzzles of the kind."""
    _check_changes(samples, "neighbours", samples.kind.maker.neighbours)


def _check_changes(
    samples: Samples, what: str, changes: Callable[[Any], Iterable[tuple[str, Any]]] | None
) -> None:
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        found = list(changes(puzzle)) if changes else []
        words = [word for word, _ in found]
        require(all(words) and len(set(words)) == len(words), f"its {what} are not told apart: {words}")
        for word, other in random.sample(found, min(MOST_CHANGES, len(found))):
            require(other != puzzle, f"one of its {what} is the same puzzle: {word}")
            require_round_trip(kind, other)

    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
