"""The verdict on a puzzle for its page, as data."""

from typing import Any

from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge
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
    found = judge(playable.kind, playable.puzzle, scores)
    known = found.headline is not None and found.headline.value is not None
    return {
        "word": found.word,
        "short": found.short[:1].upper() + found.short[1:],
        "compared": found.compared[:1].upper() + found.compared[1:],
        "scale": _scale(playable, found),
        "place": found.place.share if found.place and found.word in WORDS and not found.level else None,
        "facts": {**({"headline": found.said} if known and found.word else {}), **_counts(found)},
    }


def _counts(found: Verdict) -> dict[str, str]:
    """Return what else was counted, by names without underscores."""
    return {name.replace("_", " "): said for name, said in found.counts.items()}


def _scale(playable: Playable, found: Verdict) -> list[str]:
    """Return the words that this one is among, easiest first, or nothing if there is none."""
    if not found.word or found.is_faulty:
        return []
    return list(playable.kind.maker.levels) if found.level and playable.kind else list(WORDS)
