"""Say in a few sentences what a file of rated puzzles holds: how many are how hard, and which stick out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from quandary.parts.english import listed, plural
from quandary.runs.rows import by_rules, unusual_rules
from quandary.verdict import FAULTY, WORDS, Verdict

if TYPE_CHECKING:
    from quandary.kind import Kind
    from quandary.runs.batch import Rating

FEWEST = 5
"""The fewest scores among which some can stick out."""
MOST_NAMED = 3
FENCE = 1.5
"""How many times the middle half of the scores one must be away from it to stick out (Tukey's fences)."""
UNTOLD = "with a number only"
"""The puzzles that have a score, but nothing to compare it with."""
NUMBERS = {1: "One sticks", 2: "Two stick", 3: "Three stick"}


def summary(ratings: "Sequence[Rating]", verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield sentences about the puzzles of each kind. `verdicts` are those on the ratings, in their order."""
    pairs = sorted(zip(ratings, verdicts, strict=True), key=lambda pair: pair[0].entry.kind.name)
    for _, some in groupby(pairs, key=lambda pair: pair[0].entry.kind.name):
        group = list(some)
        kind = group[0][0].entry.kind
        sets = {by_rules(rating.entry) for rating, _ in group}
        rules = "".join(sets) if len(sets) == 1 and unusual_rules(group[0][0].entry) else ""
        if all(verdict.headline is None and not verdict.is_faulty for _, verdict in group):
            continue  # nobody asked how hard they are
        yield f"{counted(kind, [verdict for _, verdict in group], rules)}."
        if found := sticking_out([(rating.entry.id, verdict) for rating, verdict in group]):
            yield found


def counted(kind: "Kind", verdicts: Sequence[Verdict], rules: str = "") -> str:
    """Return how many puzzles of a kind are how hard, easiest first.

    >>> from quandary.kinds.witness import KIND
    >>> counted(KIND, [Verdict(word="hard"), Verdict(word="easy"), Verdict(word="hard")])
    '3 Witness panels: 1 easy, 2 hard'
    """
    number = len(verdicts)
    words = Counter(map(_class, verdicts))
    scale = [*(kind.maker.levels or WORDS), UNTOLD, FAULTY]
    known = [word for word in scale if word in words]
    named = [*known, *(word for word in words if word not in scale)]
    parts = [f"{words[word]:,} {word}" for word in named] if number > 1 else named
    if set(words) == {UNTOLD}:
        parts = [_range(verdicts)]
    near = sum(each.is_beside for each in verdicts)
    beside = f" ({near:,} of them beside generated ones of the nearest size: *)" if near else ""
    return (
        f"{number:,} {plural(kind.title) if number != 1 else kind.title}{rules}: {', '.join(parts)}{beside}"
    )


def _range(verdicts: Sequence[Verdict]) -> str:
    """Return the lowest and the highest headline."""
    known = [each for each in verdicts if each.headline is not None]
    low, high = (pick(known, key=lambda each: each.headline or 0) for pick in (min, max))
    return low.said if low.said == high.said else f"{low.said} to {high.said}"


def _class(verdict: Verdict) -> str:
    if verdict.word:
        return verdict.word
    score = verdict.headline
    return UNTOLD if score and score.value is not None else str(score.status) if score else "not measured"


def sticking_out(named: Sequence[tuple[str, Verdict]]) -> str:
    """Return a sentence about puzzles whose scores are far from the others', or "" if there are none.

    A score is far if it is outside the middle half by more than one and a half times its width.
    """
    known = [
        (verdict.headline.value, name, verdict.said)
        for name, verdict in named
        if verdict.headline and verdict.headline.value is not None and not verdict.is_faulty
    ]
    if len(known) < FEWEST:
        return ""
    low, high = _fences(sorted(value for value, _, _ in known))
    far = sorted((max(low - value, value - high), name, said) for value, name, said in known)
    outside = [(name, said) for distance, name, said in reversed(far) if distance > 0]
    if not outside:
        return ""
    named_ones = [f"{name} ({said})" for name, said in outside[:MOST_NAMED]]
    how_many = NUMBERS.get(len(outside), f"{len(outside):,} stick")
    more = f" and {len(outside) - MOST_NAMED:,} more" if len(outside) > MOST_NAMED else ""
    ones = f"{', '.join(named_ones)}{more}" if more else listed(named_ones)
    return f"{how_many} out: {ones}."


def _fences(ordered: Sequence[float]) -> tuple[float, float]:
    quarter, rest = len(ordered) // 4, len(ordered) - 1 - len(ordered) // 4
    first, third = ordered[quarter], ordered[rest]
    return first - FENCE * (third - first), third + FENCE * (third - first)
