"""The verdict on a puzzle: how hard it is in a word, and what that word rests on.

Every command, page and file shows this one value. `measuring.verdicts.judge` makes it from scores.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quandary.score import Score

WORDS = {"very easy": 15, "easy": 40, "medium": 60, "hard": 85, "very hard": 100}
"""The words for a place: each up to this percentage of lower scores, counting half of the same ones."""
NOTED = 1
"""The percentage of equal scores from which a place always counts them."""
FAULTY = "faulty"
"""The word for a puzzle that should not be published as it is."""


def word_for(share: float) -> str:
    """Return the word for a percentage of lower scores.

    >>> word_for(11.9), word_for(60), word_for(60.1)
    ('very easy', 'medium', 'hard')
    """
    return next(word for word, most in WORDS.items() if share <= most)


def ordinal(number: int) -> str:
    """Return a number as a place.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113, 148)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th', '148th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ending}"


@dataclass(frozen=True)
class Rank:
    """The place of a score among those of other puzzles.

    >>> print(Rank(63, 2, 100, "generated 4×4 panels"))
    of 100 generated 4×4 panels, 63 have fewer bits, 2 the same
    """

    lower: int
    """The number of puzzles that score lower."""
    equal: int
    """The number of puzzles that score the same."""
    count: int
    """The number of puzzles compared with."""
    others: str
    """The puzzles compared with, in words."""
    says: str = "have fewer bits"
    """What those that score lower have, in words."""
    size: str = ""
    """The size of those puzzles, if they are of one size."""
    near: str = ""
    """The same as people write it, if it is not the size of the puzzle, but the nearest one with scores."""
    levels: int = 0
    """The number of levels that the puzzles are made of in equal parts."""
    differ: bool = True
    """Whether the puzzles differ in their scores. If they do not, no word follows from them."""

    @property
    def share(self) -> float:
        """The percentage of puzzles that score lower, counting half of those that score the same."""
        return 100 * (self.lower + self.equal / 2) / self.count

    @property
    def word(self) -> str:
        """The word for the place, or "" if all puzzles score the same."""
        return word_for(self.share) if self.differ else ""

    @property
    def counts_ties(self) -> bool:
        """Whether the same scores must be told, since they are many or decide about the word."""
        return 100 * self.equal >= NOTED * self.count or (
            self.equal > 0 and word_for(100 * self.lower / self.count) != word_for(self.share)
        )

    def __str__(self) -> str:
        same = f", {self.equal:,} the same" if self.counts_ties else ""
        mark = " (the nearest size that was measured)" if self.near else ""
        mixed = " of all levels" if self.levels > 1 else ""
        return f"of {self.count:,} {self.others}{mixed}{mark}, {self.lower:,} {self.says}{same}"

    def as_json(self) -> dict[str, Any]:
        """Return the place without what only serves its words."""
        made: dict[str, Any] = {"lower": self.lower, "equal": self.equal, "count": self.count}
        sized = {"size": self.size} if self.size else {}
        return {**made, **sized, **({"nearest_size": True} if self.near else {}), "text": str(self)}


@dataclass(frozen=True)
class Verdict:
    """How hard a puzzle is: the word, the place, the number, the reason and the counts.

    >>> from quandary.score import Status
    >>> place = Rank(630, 20, 1000, "generated 4×4 panels")
    >>> score = Score("remuse", 9.25, Status.EXACT)
    >>> print(Verdict(score, "9.25 bits", "hard", place))
    hard for its kind, 9.25 bits: of 1,000 generated 4×4 panels, 630 have fewer bits, 20 the same
    """

    headline: Score | None = None
    """The score that sums up the difficulty in one number, if it was measured."""
    said: str = ""
    """The headline as people say it: "9.25 bits"."""
    word: str = ""
    """The difficulty in a word or two, or "" if nothing tells it."""
    place: Rank | None = None
    """The place among generated puzzles of the same size, or else of the nearest size."""
    here: Rank | None = None
    """The place among the other puzzles of the file."""
    reason: str = ""
    """What is wrong with the puzzle, or why there is no number, or else what is hardest."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """What else was measured, as people say it."""
    level: int = 0
    """The number of the level that the word names, from 1, or 0 if the word is for a place."""
    levels: int = 0
    """The number of levels of the kind."""

    @property
    def is_faulty(self) -> bool:
        """Whether the puzzle should not be published as it is."""
        return self.word == FAULTY

    @property
    def is_beside(self) -> bool:
        """Whether the word comes from generated puzzles of another size."""
        return bool(self.word and self.place and self.place.near and not self.level and not self.is_faulty)

    @property
    def short(self) -> str:
        """The difficulty in a few words: the word and what it is relative to, or else the number."""
        if not self.word or self.level or self.is_faulty or self.place is None:
            return self.word or self.said
        if self.is_beside:
            return f"{self.word} beside {self.place.near}"
        return f"{self.word} for its kind"

    @property
    def rank(self) -> str:
        """The place in the file: "148th of 155 here", shared places with a "=", or ""."""
        if self.here is None or self.here.count < 2:
            return ""
        shared = "=" if self.here.equal > 1 else ""
        return f"{ordinal(self.here.lower + 1)}{shared} of {self.here.count:,} here"

    @property
    def compared(self) -> str:
        """What the word rests on: the place, or what is wrong with the puzzle."""
        if self.is_faulty or self.headline is None or self.headline.value is None:
            return self.reason
        ranked = self.rank if self.place is None or self.place.near else ""
        return "; ".join(filter(None, (ranked, str(self.place or ""))))

    @property
    def marks(self) -> tuple[int, int]:
        """How many marks of how many a page shows: the level, or the word out of five, or none.

        >>> Verdict(word="hard").marks, Verdict(word="hard", level=3, levels=4).marks, Verdict().marks
        ((4, 5), (3, 4), (0, 5))
        """
        if self.level:
            return self.level, self.levels
        known = list(WORDS)
        return (known.index(self.word) + 1 if self.word in WORDS else 0), len(known)

    def __str__(self) -> str:
        said = self.said if self.said != self.short and not self.is_faulty else ""
        head = ", ".join(filter(None, (self.short, said)))
        return f"{head}: {self.compared}" if self.compared else head

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as plain values, without empty parts."""
        parts = {
            "word": self.word,
            "said": self.said,
            "place": self.place and self.place.as_json(),
            "here": self.here and self.here.as_json(),
            "reason": self.reason,
            "text": str(self),
        }
        return {name: part for name, part in parts.items() if part}


def side_by_side(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts on the puzzles of a file with the place of each among all of the same measure.

    >>> from quandary.score import Status
    >>> some = [Verdict(Score("remuse", bits, Status.EXACT), f"{bits} bits") for bits in (3.0, 1.0, 3.0)]
    >>> [each.rank for each in side_by_side(some)]
    ['2nd= of 3 here', '1st of 3 here', '2nd= of 3 here']
    """
    values = defaultdict[tuple[str, ...], list[float]](list)
    for each in verdicts:
        if (key := _comparable(each)) and each.headline and each.headline.value is not None:
            values[key].append(each.headline.value)
    ordered = {key: sorted(some) for key, some in values.items()}
    return [_placed(each, ordered.get(_comparable(each), [])) for each in verdicts]


def _comparable(verdict: Verdict) -> tuple[str, ...]:
    """Return what must be equal for two headlines to be compared, nothing if this one cannot be."""
    score = verdict.headline
    if score is None or score.value is None or verdict.is_faulty:
        return ()
    return score.measure, str(score.version), score.player, score.policy


def _placed(verdict: Verdict, ordered: Sequence[float]) -> Verdict:
    from bisect import bisect_left, bisect_right

    if not ordered or verdict.headline is None or verdict.headline.value is None:
        return verdict
    value = verdict.headline.value
    lower, upto = bisect_left(ordered, value), bisect_right(ordered, value)
    says = verdict.place.says if verdict.place else "are easier"
    differ = ordered[0] < ordered[-1]
    return replace(verdict, here=Rank(lower, upto - lower, len(ordered), "puzzles here", says, differ=differ))
