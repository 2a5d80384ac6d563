"""The verdict on a puzzle for its page, as data."""

from collections.abc import Mapping
from typing import Any

from quandary.kind import Kind
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge
from quandary.score import Score
from quandary.showing.playable import Playable
from quandary.verdict import WORDS, Verdict
from quandary.web.limits import limit


def verdict(playable: Playable) -> dict[str, Any]:
    """Return how hard a puzzle is, in the words of every other command, as data.

    >>> from quandary.library.files import read
    >>> [entry] = read("witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
    >>> found = verdict(Playable.of(entry))
    >>> found["short"], found["scale"], found["place"]
    ('Easy for its kind', ['very easy', 'easy', 'medium', 'hard', 'very hard'], 28.65)
    """
    scores = rate(playable.puzzle, limits=Limits(seconds=limit("solve_seconds")))
    return verdict_on(playable.kind, playable.puzzle, scores)


def verdict_on(kind: Kind | None, puzzle: Any, scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return the verdict that follows from some scores, as data."""
    found = judge(kind, puzzle, scores)
    headline = found.headline
    known = headline is not None and headline.value is not None
    return {
        "word": found.word,
        "short": found.short[:1].upper() + found.short[1:],
        "said": found.said,
        "value": headline.value if headline else None,
        "measure": headline.measure if headline else "",
        "faulty": found.is_faulty,
        "reason": found.reason,
        "compared": found.compared[:1].upper() + found.compared[1:],
        "scale": _scale(kind, found),
        "place": found.place.share if found.place and found.word in WORDS and not found.level else None,
        "marks": found.marks,
        "facts": {**({"headline": found.said} if known and found.word else {}), **_counts(found)},
    }


def _counts(found: Verdict) -> dict[str, str]:
    """Return what else was counted, by names without underscores."""
    return {name.replace("_", " "): said for name, said in found.counts.items()}


def _scale(kind: Kind | None, found: Verdict) -> list[str]:
    """Return the words that this one is among, easiest first, or nothing if there is none."""
    if not found.word or found.is_faulty:
        return []
    return list(kind.maker.levels) if found.level and kind else list(WORDS)
