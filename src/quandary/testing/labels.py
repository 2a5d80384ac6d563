"""Labels that agree: the level, the headline, the norm and the words of a puzzle never contradict each other."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from quandary.explaining import words
from quandary.explaining.explained import Explanation
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge
from quandary.player import Player
from quandary.runs.batch import Rating
from quandary.runs.rows import in_words
from quandary.score import Score
from quandary.verdict import WORDS, Verdict

PATIENCE = Limits(seconds=60)


@dataclass(frozen=True)
class Labelled:
    """A generated puzzle with everything that is said about its difficulty."""

    puzzle: Any
    made_as: str
    """The level that was asked for, or "" for a kind without levels."""
    headline: Score
    verdict: Verdict
    in_rate: str
    """The words of its row."""
    in_explain: str
    """The first words of its explanation."""


def labelled(kind: Kind, level: str, seed: int, size: str = "") -> Labelled:
    """Generate a puzzle and label it. The same seed gives the same puzzle."""
    size = size or kind.maker.usual_size or kind.maker.sizes[0]
    rng = Random(f"labels/{kind.name}/{level}/{seed}")
    puzzle = kind.generate(rng, size, {"level": level} if level else {})
    name = kind.people.headline
    score = rate(puzzle, [name], limits=PATIENCE)[name]
    found = judge(kind, puzzle, {name: score})
    told = Explanation(
        puzzle=puzzle,
        kind=kind,
        title="",
        player=Player(),
        headline=score,
        scores={name: score},
        verdict=found,
    )
    row = in_words(Rating(Entry(kind, puzzle, "puzzle"), {name: score}))
    return Labelled(puzzle, level, score, found, row, words.headline(told).lower())


def contradictions(kind: Kind, made: Iterable[Labelled]) -> Iterator[str]:
    """Yield a sentence for each label that contradicts another one of the same puzzle or of an easier one."""
    some = list(made)
    for each in some:
        yield from _within(kind, each)
    known = sorted(
        (each for each in some if each.headline.value is not None), key=lambda each: each.headline.value or 0
    )
    for easier, harder in pairwise(known):
        if _order(kind, easier) > _order(kind, harder):
            yield f"{_named(kind, easier)} is not easier than {_named(kind, harder)}, although its headline is"


def _within(kind: Kind, each: Labelled) -> Iterator[str]:
    name, score = _named(kind, each), each.headline
    ranked = each.verdict.short if each.verdict.word else ""
    if ranked and not each.in_rate == each.in_explain == ranked:
        yield f"{name} is {each.in_rate!r} to rate, but {each.in_explain!r} to explain"
    if each.made_as and score.value is not None:
        levels = {each.made_as, kind.level_at(score.value)}
        levels |= {kind.maker.level(each.puzzle)} if kind.maker.level else set()
        levels |= {each.verdict.word} if each.verdict.word else set()
        if len(levels) > 1 or each.in_rate != each.made_as:
            yield f"{name} was made as {each.made_as}, but is called {sorted({*levels, each.in_rate})}"


def _order(kind: Kind, each: Labelled) -> tuple[int, int]:
    """Return the rank of a puzzle's words, and of its norm."""
    found = each.verdict
    if not found.word:
        return 0, 0
    scale = list(kind.maker.levels) if found.level else list(WORDS)
    return scale.index(found.word), found.place.lower if found.place else 0


def _named(kind: Kind, each: Labelled) -> str:
    return f"{kind.format(each.puzzle)!r} ({each.in_rate}, {each.headline})"
