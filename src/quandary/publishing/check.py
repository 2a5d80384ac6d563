"""Check puzzles for publication: solvable, unique, minimal, and not in the book already.

What cannot be decided within the limits is reported as its own problem, never as a yes or a no.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from quandary.engine import Engine
from quandary.errors import NotationError, QuandaryError
from quandary.library.files import ASKED, Entry
from quandary.library.given import given
from quandary.limits import DEFAULT, Budget, Limits
from quandary.measuring.entropy import muse
from quandary.measuring.rate import rate
from quandary.measuring.table import is_filled
from quandary.publishing.intended import Intent
from quandary.publishing.intended import intended as find_intended
from quandary.rules import sound
from quandary.runs.batch import Rating
from quandary.runs.rows import by_rules, in_words
from quandary.score import Score, Status
from quandary.solving.choose import engine_for
from quandary.solving.deduce import deduce
from quandary.solving.expert import expert, marking_of
from quandary.solving.search import Solutions, solutions
from quandary.solving.ways.find import Ways, deeds_of, ways

WAYS_STATES = 300_000
"""The states among which ways are looked for when a puzzle is checked."""
NAMED = 3
"""The number of removable elements that are named. The rest are only counted."""


class Problem(StrEnum):
    """What may be wrong with a readable puzzle."""

    UNSOLVABLE = "unsolvable"
    AMBIGUOUS = "ambiguous"
    NON_MINIMAL = "non-minimal"
    DUPLICATE = "duplicate"
    GAVE_UP = "gave up"
    UNINTENDED = "unintended"


@dataclass(frozen=True)
class Verdict:
    """What is proved about a puzzle: True, False, or None if unknown or not applicable."""

    entry: Entry
    solvable: bool | None = None
    unique: bool | None = None
    minimal: bool | None = None
    """Whether nothing can be left out without losing uniqueness."""
    guess_free: bool | None = None
    """Whether a player who knows all rules of the kind never has to guess. Never a problem."""
    duplicate_of: str = ""
    """The earlier puzzle that is the same, turned, mirrored or relabelled."""
    headline: Score | None = None
    """The kind's headline measure, which `rate` and the norms use too, of a puzzle that can be solved."""
    problems: tuple[tuple[Problem, str], ...] = ()
    """The problems, each with a sentence."""
    ways: Ways | None = None
    """The ways to solve it, if it has one solved position and its solutions are told apart by what they do."""
    intent: Intent | None = None
    """The solution that its designer means, beside the other ways."""

    @property
    def difficulty(self) -> str:
        """The difficulty in the words of `rate`, or "" if it cannot be solved."""
        return in_words(Rating(self.entry, {self.headline.measure: self.headline})) if self.headline else ""

    @property
    def notes(self) -> list[str]:
        """What is worth knowing and no problem, in sentences."""
        if self.intent:
            return self.intent.notes
        if self.ways is None or not self.ways.found:
            return []
        return [f"one solved position, {self.ways.in_words}"]

    def allowing(self, allowed: Iterable[Problem]) -> "Verdict":
        """Return the same verdict without the allowed problems."""
        out = set(allowed)
        return replace(self, problems=tuple(each for each in self.problems if each[0] not in out))


def check(
    what: Any,
    *,
    forbidden: Container[Problem] = (),
    intended: str = "",
    forbid: Sequence[str] = (),
    limits: Limits = DEFAULT,
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in order. The limits are for each puzzle.

    >>> from quandary.kinds.sudoku import KIND
    >>> good, twin = KIND.parse(".3....3....41..."), KIND.parse(".4....4....31...")
    >>> for verdict in check([Entry(KIND, good, "one"), Entry(KIND, twin, "two")]):
    ...     print(verdict.entry.id, verdict.unique, verdict.duplicate_of or "new")
    one True new
    two True one

    Among puzzles that are the same up to symmetry, all but the first are duplicates. The puzzles may be given as a
    file, a notation or puzzles, too. Several solutions are a problem if the kind wants one, or if that is
    `forbidden`. The same holds for spare givens, unless a level or a symmetry was asked for. With `intended` moves,
    or those of the file, other ways are told, and they are a problem as far as `forbid` or the file says so.
    """
    names: dict[bytes, str] = {}
    for entry in given(what):
        with limits.start() as budget:
            verdict = _check_alone(entry, budget)
            if verdict.solvable and (moves := intended or entry.intended):
                verdict = _check_intended(verdict, moves, (*entry.forbid, *forbid), budget)
        verdict = verdict.allowing(_meant(entry, forbidden))
        fingerprint = _fingerprint(entry)
        if earlier := names.get(fingerprint):
            verdict = _with(verdict, Problem.DUPLICATE, f"it is the same puzzle as {earlier}")
            verdict = replace(verdict, duplicate_of=earlier)
        else:
            names[fingerprint] = _name(entry)
        yield verdict


def _meant(entry: Entry, forbidden: Container[Problem]) -> Iterator[Problem]:
    """Yield the problems that are none of this puzzle, since they may be meant."""
    kind = entry.kind
    if not kind.people.one_solution and Problem.AMBIGUOUS not in forbidden:
        yield Problem.AMBIGUOUS
    to_spare = ASKED in entry.facts or not kind.people.one_solution or not is_filled(kind)
    if to_spare and Problem.NON_MINIMAL not in forbidden:
        yield Problem.NON_MINIMAL


def _fingerprint(entry: Entry) -> bytes:
    text = f"{entry.kind.name}:{entry.kind.canonical(entry.puzzle)}"
    return blake2b(text.encode(), digest_size=16).digest()


def _name(entry: Entry) -> str:
    return f"{entry.id} ({entry.where})" if entry.where else entry.id


def _with(verdict: Verdict, problem: Problem, why: str) -> Verdict:
    return replace(verdict, problems=(*verdict.problems, (problem, why)))


def _check_alone(entry: Entry, budget: Budget) -> Verdict:
    engine = engine_for(entry.puzzle)
    verdict = _check_solutions(Verdict(entry), engine.solutions(2, budget.rest()))
    if verdict.unique and entry.kind.maker.reductions:
        verdict = _check_minimal(verdict, entry.kind.reductions(entry.puzzle), budget)
    if not verdict.solvable:
        return verdict
    verdict = _check_ways(verdict, engine, budget)
    measure = entry.kind.people.headline
    return replace(
        verdict,
        guess_free=_is_guess_free(verdict, engine, budget),
        headline=rate(entry.puzzle, [measure], limits=budget.rest(), engine=engine)[measure],
    )


def _check_ways(verdict: Verdict, engine: Engine, budget: Budget) -> Verdict:
    """Tell how many ways lead to the one solved position, as far as a short look shows, and call only one unique."""
    entry = verdict.entry
    if not verdict.unique or deeds_of(entry.puzzle) is None:
        return verdict
    found = ways(entry.puzzle, limits=replace(budget.share(4), states=WAYS_STATES), engine=engine)
    if entry.kind.people.one_solution:  # solutions are told apart by where they end, as people of the kind do
        return replace(verdict, ways=found)
    several = found.number > 1
    return replace(verdict, ways=found, unique=False if several else True if found.complete else None)


def _check_intended(verdict: Verdict, moves: str, forbid: Sequence[str], budget: Budget) -> Verdict:
    try:
        intent = find_intended(verdict.entry.puzzle, moves, limits=budget.rest())
        unwanted = intent.forbidden(forbid)
    except NotationError as error:
        return _with(verdict, Problem.UNINTENDED, f"the intended moves cannot be made: {error}")
    except QuandaryError as error:
        return _with(verdict, Problem.UNINTENDED, str(error))
    for why in unwanted:
        verdict = _with(verdict, Problem.UNINTENDED, why)
    if not intent.ways.complete and forbid:
        verdict = _with(verdict, Problem.GAVE_UP, f"looking for other ways: {intent.ways.stop.text}")
    return replace(verdict, intent=intent)


def _check_solutions(verdict: Verdict, answer: Solutions) -> Verdict:
    if len(answer.found) > 1:
        return _with(
            replace(verdict, solvable=True, unique=False),
            Problem.AMBIGUOUS,
            f"it has more than one solution{by_rules(verdict.entry)}",
        )
    if answer.complete and answer.found:
        return replace(verdict, solvable=True, unique=True)
    if answer.complete:
        by = by_rules(verdict.entry)
        return _with(replace(verdict, solvable=False), Problem.UNSOLVABLE, f"it has no solution{by}")
    what = "a second solution" if answer.found else "a solution"
    verdict = replace(verdict, solvable=True if answer.found else None)
    return _with(verdict, Problem.GAVE_UP, f"looking for {what}: {answer.stop.text}")


def _check_minimal(verdict: Verdict, reductions: Iterable[tuple[str, Any]], budget: Budget) -> Verdict:
    needless, undecided = list[str](), ""
    for what, less in reductions:
        answer = solutions(less, most=2, limits=budget.rest())
        if len(answer.found) == 1 and answer.complete:
            needless.append(what)
        elif len(answer.found) < 2 and not answer.complete:
            undecided = f"checking whether {what} is needed: {answer.stop.text}"
            break
    if needless:
        verdict = replace(verdict, minimal=False)
        return _with(verdict, Problem.NON_MINIMAL, f"it stays unique without {_any_of(needless)}")
    return _with(verdict, Problem.GAVE_UP, undecided) if undecided else replace(verdict, minimal=True)


def _any_of(things: Sequence[str]) -> str:
    """Return the things in words, naming a few and counting the rest.

    >>> _any_of(["the 3 at r1c2"]), _any_of(["a", "b", "c", "d", "e"])
    ('the 3 at r1c2', 'a, b, c or 2 others')
    """
    more = [f"{len(things) - NAMED} others"] if len(things) > NAMED + 1 else list(things[NAMED:])
    *first, last = [*things[:NAMED], *more]
    return f"{', '.join(first)} or {last}" if first else last


def _is_guess_free(verdict: Verdict, engine: Engine, budget: Budget) -> bool | None:
    kind, puzzle = verdict.entry.kind, verdict.entry.puzzle
    if kind.people.sheet and (who := expert(puzzle, unique=bool(verdict.unique))):
        status = deduce(who.sheet, who.player, guess=None, limits=budget.rest()).status
        return None if status == "gave up" else status == "solved" or _unless_unproved(verdict)
    rules = sound(kind.people.rules, unique=bool(verdict.unique))
    player = replace(kind.player("expert"), rules=rules)
    score = muse(puzzle, player, policy=kind.people.policy, limits=budget.rest(), engine=engine)
    return score.value == 0 or _unless_unproved(verdict) if score.status is Status.EXACT else None


def _unless_unproved(verdict: Verdict) -> bool | None:
    """Return False, or None if rules that need a single solution were left out because that is not proved."""
    kind, puzzle = verdict.entry.kind, verdict.entry.puzzle
    marking = marking_of(puzzle, kind)
    left_out = any(rule.needs_unique for rule in (*kind.people.rules, *(marking.rules if marking else ())))
    return None if verdict.unique is None and left_out else False
