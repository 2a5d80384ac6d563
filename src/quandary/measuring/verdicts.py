"""From the scores of a puzzle to the verdict on it."""

import re
from collections.abc import Mapping
from itertools import zip_longest
from math import inf, log
from typing import Any

from quandary.kind import Kind
from quandary.measuring.norms import Norms, load
from quandary.measuring.proper import improper
from quandary.measuring.table import measure
from quandary.parts.english import plural, spoken_size
from quandary.score import Score, Status
from quandary.verdict import FAULTY, Rank, Verdict

HEADLINE = "remuse"
"""The headline measure of puzzles without a kind."""
TWICE = log(2)
"""The farthest size that a word is taken from: a puzzle twice as large. Farther ones only give a place."""


def judge(
    kind: Kind | None, puzzle: Any, scores: Mapping[str, Score], *, warning: str | None = None
) -> Verdict:
    """Return the verdict on a puzzle by its scores.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
    >>> from quandary.measuring.rate import rate
    >>> print(judge(KIND, panel, rate(panel, ["remuse"])))
    easy for its kind, 0.16 bits: of 1,000 generated 2×2 Witness panels, 275 have fewer bits, 23 the same

    `warning` is what makes the puzzle improper, if that is known. Nothing is measured here.
    """
    if warning is None:
        warning = improper(puzzle, scores)
    headline = scores.get(kind.people.headline if kind else HEADLINE)
    counts = {name: with_unit(score, kind) for name, score in scores.items() if score is not headline}
    said = with_unit(headline, kind) if headline else ""
    if warning:
        return Verdict(headline, said, FAULTY, reason=warning, counts=counts)
    if headline is None or kind is None:
        return Verdict(headline, said, reason=headline.reason if headline else "", counts=counts)
    place = place_of(kind, puzzle, headline)
    level, levels = level_of(kind, headline), list(kind.maker.levels)
    if level:
        number = levels.index(level) + 1
        return Verdict(headline, said, level, place, None, headline.reason, counts, number, len(levels))
    return Verdict(headline, said, _word(kind, puzzle, place), place, None, headline.reason, counts)


def known_headline(kind: Kind, value: float) -> Score:
    """Return a headline that a file tells as a score for the usual player, as the norms are.

    >>> from quandary.kinds.witness import KIND
    >>> known_headline(KIND, 9.25)
    <Score remuse: 9.2500 for the player paper>
    """
    norms = load(kind)
    if norms is None or norms.measure != kind.people.headline:
        return Score(kind.people.headline, value, Status.EXACT)
    return Score(norms.measure, value, Status.EXACT, norms.version, norms.player, norms.policy)


def level_of(kind: Kind, headline: Score) -> str:
    """Return the level of a headline, also of one that was not finished if it can only be the hardest.

    >>> from quandary.kinds.sudoku import KIND
    >>> level_of(KIND, Score("se_rating", None, Status.GAVE_UP, at_least=99)) == list(KIND.maker.levels)[-1]
    True
    """
    if headline.value is not None and headline.status is Status.EXACT:
        return kind.level_at(headline.value)
    least = headline.at_least if headline.value is None else headline.value
    level = kind.level_at(least) if least is not None else ""
    return level if [level] == list(kind.maker.levels)[-1:] else ""


def place_of(kind: Kind, puzzle: Any, score: Score) -> Rank | None:
    """Return the place of a score among generated puzzles, or None if there are none to compare with.

    Norms hold for one measure in one version and for one player. If there are none of the puzzle's size, the
    place is among those of the nearest size.
    """
    norms = load(kind)
    if norms is None or kind.maker.size is None or score.value is None or score.status is not Status.EXACT:
        return None
    if not norms.are_for(score):
        return None
    own = kind.maker.size(puzzle)
    size = own if own in norms.sizes else _nearest(norms, own)
    sample = norms.sizes[size]
    lower, equal = sample.around(score.value)
    return Rank(
        lower,
        equal,
        sample.count,
        f"generated {spoken_size(size)} {plural(kind.title)}",
        lower_words(kind),
        size,
        "" if size == own else spoken_size(size),
        len(sample.levels),
        len(sample.values) > 1,
    )


def _nearest(norms: Norms, size: str) -> str:
    """Return the size with norms that is nearest, the first of several."""
    return min(norms.sizes, key=lambda each: _distance(each, size))


def _word(kind: Kind, puzzle: Any, place: Rank | None) -> str:
    if place is None or kind.maker.size is None:
        return ""
    is_far = place.near and _distance(place.size, kind.maker.size(puzzle)) > TWICE
    return "" if is_far else place.word


def _distance(one: str, other: str) -> float:
    """Return how many times as large one size is as another, as a logarithm, whichever side comes first.

    >>> _distance("6x5-2", "5x6-2"), round(_distance("5x5", "4x4"), 2), _distance("small", "5x5")
    (0.0, 0.45, inf)
    """
    parts = [_numbers(each) for each in (one, other)]
    if not all(parts) or any(number == 0 for part in parts for number in part):
        return 0.0 if one == other else inf
    return sum(abs(log(a / b)) for a, b in zip_longest(*parts, fillvalue=1))


def _numbers(size: str) -> list[int]:
    """Return the numbers of a size, sides sorted: "6x5-2" is [5, 6, 2]."""
    return [
        number
        for part in size.split("-")
        for number in sorted(int(each) for each in re.findall(r"\d+", part))
    ]


def with_unit(score: Score, kind: Kind | None = None) -> str:
    """Write a score as people say it, or its status if there is no value.

    >>> with_unit(Score("remuse", 4.0592, Status.EXACT)), with_unit(Score("muse", 1, Status.LOWER_BOUND))
    ('4.06 bits', '≥ 1 bit')
    """
    value = score.at_least if score.value is None else score.value
    sign = "" if score.value is not None and score.status is not Status.LOWER_BOUND else "≥ "
    if value is None:
        return str(score)
    if kind and kind.people.said and score.measure == kind.people.headline:
        spoken, _ = kind.people.said
        return f"{spoken(value)}{' or more' * bool(sign)}"
    unit = measure(score.measure, kind).unit
    amount = f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{sign}{amount} {unit.removesuffix('s') if amount == '1' else unit}"


def lower_words(kind: Kind) -> str:
    """Return how people say that puzzles of a kind have a lower headline.

    >>> from quandary.kinds.witness import KIND
    >>> lower_words(KIND)
    'have fewer bits'
    """
    if kind.people.said:
        return kind.people.said[1]
    unit = measure(kind.people.headline, kind).unit
    return f"have fewer {unit}" if unit.endswith("s") else f"have a lower {unit}"
