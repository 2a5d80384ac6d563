"""The techniques that a chapter of a course teaches, explained, each with an example from the chapter."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from quandary.draw.shapes import Drawing
from quandary.errors import QuandaryError
from quandary.explaining import words
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import Limits, OutOfBudget
from quandary.rules import Rule, called
from quandary.score import NotComputed
from quandary.solving.choose import QuickestEngine
from quandary.trace import Trace

MOST_TRIED = 4
"""The number of puzzles of a chapter in which an example is looked for."""


@dataclass(frozen=True)
class Technique:
    """A rule as people call it, what it says, and where it is used."""

    name: str
    says: str
    drawing: Drawing | None = None
    """The position of a puzzle in which it is the next step."""
    shown: str = ""
    """That step in words."""


def techniques(names: Iterable[str], entries: Sequence[Entry], limits: Limits) -> tuple[Technique, ...]:
    """Return the techniques among some names, with examples from puzzles.

    >>> from quandary.kinds.sudoku import KIND
    >>> [found] = techniques(["hidden single in a box"], [Entry(KIND, KIND.parse(".3....3....41..."), "a")], Limits(seconds=9))
    >>> found.name, found.says
    ('hidden single in a box', 'A digit fits only one cell of a box.')
    >>> found.shown
    'hidden single in a box (1 in box 1): r2c2=1'

    Names that are no rules, such as those of elements, are left out.
    """
    found = dict[str, Technique]()
    for name in names:
        kind, rule = next(
            (
                (kind, rule)
                for kind in {each.kind.name: each.kind for each in entries}.values()
                if (rule := _rule(kind, name))
            ),
            (None, None),
        )
        if kind is not None and rule is not None:
            spoken = called(name)
            drawing, shown = _example(spoken, [each for each in entries if each.kind is kind], limits)
            found.setdefault(spoken, Technique(spoken, rule.says, drawing, shown))
    return tuple(found.values())


def _rule(kind: Kind, name: str) -> Rule | None:
    """Return the rule that a name means, or the first that begins with it."""
    exact = (rule for rule in kind.people.rules if called(name) in (rule.name, called(rule.name)))
    alike = (rule for rule in kind.people.rules if _stem(called(rule.name)).startswith(_stem(called(name))))
    return next(exact, None) or next(alike, None)


def _stem(spoken: str) -> str:
    """Return a name without the unit that it is looked for in.

    >>> _stem("hidden single in a box")
    'hidden single'
    """
    return spoken.partition(" in a ")[0].lower()


def _example(spoken: str, entries: Sequence[Entry], limits: Limits) -> tuple[Drawing | None, str]:
    """Return the first step with a rule among some puzzles, as a picture and in words."""
    for entry in entries[:MOST_TRIED]:
        draw = entry.kind.pictures.draw_step
        trace = _trace(entry, limits) if draw else None
        steps = trace.steps if trace else ()
        number = next(
            (at for at, step in enumerate(steps) if _stem(called(step.rule)) == _stem(spoken)), None
        )
        if draw and trace and number is not None:
            return draw(entry.puzzle, trace, number), words.step(entry, steps[number])
    return None, ""


def _trace(entry: Entry, limits: Limits) -> Trace | None:
    """Return how people solve a puzzle, if its kind tells."""
    with suppress(QuandaryError, NotComputed, OutOfBudget), limits.start():
        trace: Trace = QuickestEngine(entry.puzzle).ask_kind("trace").answer
        return trace
    return None
