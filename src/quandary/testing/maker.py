"""The maker: the same seed gives the same puzzle, solvable and of the size that was asked for."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from quandary.kind import Kind
from quandary.measuring.table import measures
from quandary.puzzle import AnyPuzzle
from quandary.solving.search import solutions
from quandary.testing.examples import ENOUGH
from quandary.testing.notation import require_round_trip
from quandary.testing.samples import SMALL_SIZES, Samples, require, require_names, written

SEEDS = 8
MOST_CHANGES = 100


def check_sizes(samples: Samples) -> None:
    """Check the names of sizes, levels and wishes, and of the measures that puzzles are made by."""
    kind, maker = samples.kind, samples.kind.maker
    require_names(kind, "size", maker.sizes, r"\S+")
    usual = maker.usual_size
    known = not usual or usual in maker.sizes or (maker.any_size is not None and maker.any_size(usual))
    require(known, f"{kind.name}: its usual size {usual!r} is not among its sizes")
    require_names(kind, "level", maker.levels)
    require_names(kind, "wish", maker.wishes)
    for wish, choices in maker.wishes.items():
        require(choices, f"{kind.name}: it lets one wish for {wish}, but there is no choice")
    for measure in maker.aims:
        require(
            measure in measures(kind), f"{kind.name}: it makes puzzles by {measure!r}, which is no measure"
        )


def check_levels(samples: Samples) -> None:
    """Make a puzzle of the easiest level, and check that the kind recognises its level."""
    kind = samples.kind
    easiest = next(iter(kind.maker.levels))
    puzzle = kind.generate(Random(0), kind.maker.sizes[0], {"level": easiest})
    silent = [name for name, each in kind.maker.levels.items() if not each.needs]
    require(
        len(silent) in {0, len(kind.maker.levels)},
        f"{kind.name}: some levels say what they need, but not {', '.join(silent)}",
    )
    if kind.maker.level:
        level = kind.maker.level(puzzle)
        require(
            level == easiest, f"{kind.name}: {written(kind, puzzle)!r} was made {easiest}, but is {level}"
        )


def check_generator(samples: Samples) -> None:
    """Make puzzles, and check that each depends on the seed, is solvable and has its size."""
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
    text = written(kind, puzzle)
    again = written(kind, kind.generate(Random(seed), size))
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
    """Check that each thing that can be left out has its own words and leaves another puzzle of the kind."""
    _check_changes(samples, "reductions", samples.kind.maker.reductions)


def check_neighbours(samples: Samples) -> None:
    """Check that each change of one element has its own words and gives another puzzle of the kind."""
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
    samples.try_on_drawn(promise)
