"""The demo on a terminal: one screen of at most 60 lines and 80 columns."""

import re
import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from quandary.explaining import words
from quandary.explaining.text import clean, profile_lines
from quandary.publishing.demo.content import Demo, difficulty, place
from quandary.runs.batch import Rating
from quandary.showing.picture import written

COLUMNS = 80
TALLEST, WIDEST = 12, 24
"""The most lines and columns of a puzzle that is printed beside its verdict."""
QUESTION = "How hard is this puzzle, for people?"


def story(shown: Demo) -> Iterator[str]:
    """Yield the puzzle and how hard it is."""
    yield QUESTION
    yield ""
    yield from _beside(_puzzle(shown), list(_verdict(shown)))
    yield ""


def moment(shown: Demo) -> Iterator[str]:
    """Yield the hardest moment of the puzzle."""
    yield from _wrapped(words.where_it_sits(shown.story))


def steps(shown: Demo, *, in_colour: bool = False) -> Iterator[str]:
    """Yield the bits of each step, then the hardest moment."""
    yield f"{words.profile_heading(shown.story)}:"
    yield from profile_lines(shown.story, columns=COLUMNS, in_colour=in_colour)


def advice(shown: Demo) -> Iterator[str]:
    """Yield the rule that would help, and the change that would make the puzzle easier."""
    for sentence in (*words.advice(shown.story)[:1], easier(shown)):
        yield from _wrapped(sentence)


def easier(shown: Demo) -> str:
    """Return a sentence about the easier variant, or "" if there is none."""
    if (found := shown.easier) is None:
        return ""
    now, before = words.amount(found.score.value or 0), words.measured(shown.story.headline)
    return f"A variant that is easier: {found.change}, with {now} instead of {before}."


def table(shown: Demo) -> Iterator[str]:
    """Yield every kind with the verdict on its puzzle and its place, three kinds to a line."""
    yield "A puzzle of every kind, and the share of generated ones that are easier:"
    told = [_line(each) for each in shown.ratings]
    third = -(-len(told) // 3)
    for row in zip_longest(told[:third], told[third : 2 * third], told[2 * third :], fillvalue=""):
        yield "".join(f"{each:<{COLUMNS // 3 + 1}}" for each in row).rstrip()


def _line(rating: Rating) -> str:
    compared = share(place(rating))
    shown = f"{compared:>4} {clean(difficulty(rating))}" if compared else f" {clean(difficulty(rating))}"
    return f"{clean(rating.entry.kind.name):<12}{shown}"


def share(compared: str) -> str:
    """Return the share of those that are easier by a comparison.

    >>> share("48 of 60 are easier by level and effort")
    '80%'
    """
    found = re.match(r"([\d,]+) of ([\d,]+)", compared)
    if not found:
        return ""
    easier, of = (int(number.replace(",", "")) for number in found.groups())
    return "all" if easier == of else f"{easier / of:.0%}"


def _verdict(shown: Demo) -> Iterator[str]:
    told, left = shown.story, COLUMNS - WIDEST
    yield clean(words.title(told))
    if told.title:
        yield clean(words.what(told))
    yield from textwrap.wrap(clean(shown.entry.kind.summary), left)
    yield ""
    yield from textwrap.wrap(clean(words.verdict(told)), left, break_on_hyphens=False)


def _puzzle(shown: Demo) -> list[str]:
    """Return the puzzle in letters, or nothing if it is too large to stand beside the verdict."""
    lines = written(shown.entry.puzzle, None).splitlines()
    return lines if len(lines) <= TALLEST and max(map(len, lines)) <= WIDEST - 4 else []


def _beside(left: list[str], right: list[str]) -> Iterator[str]:
    wide = max(map(len, left), default=-2)
    for one, other in zip_longest(left, right, fillvalue=""):
        yield f"  {one:<{wide}}    {other}".rstrip() if left else other


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(clean(text), COLUMNS, break_on_hyphens=False)
