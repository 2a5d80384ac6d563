"""Check puzzles for publication: solvable, unique, minimal, and not in the book already.

What cannot be decided within the limits is reported as its own problem, never as a yes or a no.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from quandary.engine import Engine
from quandary.errors import NotationError, QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.library.files import ASKED, Entry
from quandary.library.given import given
from quandary.limits import DEFAULT, Budget, Limits, OutOfBudget
from quandary.measuring.entropy import muse
from quandary.measuring.proper import improper
from quandary.measuring.rate import rate
from quandary.measuring.table import is_filled
from quandary.measuring.verdicts import judge
from quandary.publishing.intended import Intent
from quandary.publishing.intended import intended as find_intended
from quandary.rules import sound
from quandary.runs.rows import by_rules
from quandary.score import Score, Status
from quandary.showing.parting import parting
from quandary.solving.choose import engine_for
from quandary.solving.deduce import deduce
from quandary.solving.expert import expert, marking_of
from quandary.solving.search import Solutions, solutions
from quandary.solving.ways.find import Ways, deeds_of, ways
from quandary.verdict import WORDS, Verdict

WAYS_STATES = 300_000
"""The states among which ways are looked for when a puzzle is checked."""
NAMED = 3
"""The number of removable elements that are named. The rest are only counted."""


NONE = Verdict()


class Problem(StrEnum):
    """What may be wrong with a readable puzzle."""

    UNSOLVABLE = "unsolvable"
    AMBIGUOUS = "ambiguous"
    NON_MINIMAL = "non-minimal"
    DUPLICATE = "duplicate"
    DIFFICULTY = "difficulty"
    GAVE_UP = "gave up"
    UNINTENDED = "unintended"


@dataclass(frozen=True)
class WantedVerdict:
    """How hard puzzles are wanted to be.

    >>> WantedVerdict("hard").missed(Verdict(word="easy", said="2 bits"))
    'it is easy (2 bits), not hard'
    """

    word: str = ""
    """A level of the kind, or the word for a place, or "" for any."""
    between: tuple[float, float] | None = None
    """The range of the headline, both ends included."""

    def must_be_known(self, kind: Kind) -> None:
        """Raise UnknownNameError if no puzzle of a kind can be as hard as that."""
        known = list(kind.maker.levels) or list(WORDS)
        if self.word and self.word not in known:
            raise UnknownNameError(f"level of {kind.name}", self.word, known)

    def missed(self, verdict: Verdict) -> str:
        """Return why a puzzle is not what is wanted, or "" if it is."""
        if self.word and verdict.word != self.word:
            return (
                f"it is {verdict.word} ({verdict.said}), not {self.word}"
                if verdict.word and not verdict.is_faulty
                else f"its difficulty is not known, but {self.word} is wanted"
            )
        if self.between is None:
            return ""
        value, (low, high) = verdict.headline.value if verdict.headline else None, self.between
        if value is None:
            return f"it has no score, but {low:g} to {high:g} is wanted"
        return "" if low <= value <= high else f"it has {verdict.said}, not {low:g} to {high:g}"


@dataclass(frozen=True)
class Checked:
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
    verdict: Verdict = NONE
    """How hard it is, as `rate` says it, of a puzzle that can be solved."""
    problems: tuple[tuple[Problem, str], ...] = ()
    """The problems, each with a sentence."""
    ways: Ways | None = None
    """The ways to solve it, if it has one solved position and its solutions are told apart by what they do."""
    intent: Intent | None = None
    """The solution that its designer means, beside the other ways."""
    remarks: tuple[str, ...] = ()
    """What the kind has to say about it, and whether it comes too late in its file."""
    lines: tuple[tuple[Any, ...], ...] = ()
    """The moves of the solutions that the kind looked at for that."""

    @property
    def notes(self) -> list[str]:
        """What is worth knowing and no problem, in sentences."""
        if self.intent:
            return [*self.intent.notes, *self.remarks]
        if self.ways is None or not self.ways.found:
            return [*self.remarks]
        return [f"one solved position, {self.ways.in_words}", *self.remarks]

    def allowing(self, allowed: Iterable[Problem]) -> "Checked":
        """Return the same findings without the allowed problems."""
        out = set(allowed)
        return replace(self, problems=tuple(each for each in self.problems if each[0] not in out))


def check(
    what: Any,
    *,
    forbidden: Container[Problem] = (),
    wanted: WantedVerdict | None = None,
    intended: str = "",
    forbid: Sequence[str] = (),
    limits: Limits = DEFAULT,
) -> Iterator[Checked]:
    """Yield what is proved about each puzzle, in order. The limits are for each puzzle.

    >>> from quandary.kinds.sudoku import KIND
    >>> good, twin = KIND.parse(".3....3....41..."), KIND.parse(".4....4....31...")
    >>> for found in check([Entry(KIND, good, "one"), Entry(KIND, twin, "two")]):
    ...     print(found.entry.id, found.unique, found.duplicate_of or "new")
    one True new
    two True one

    Among puzzles that are the same up to symmetry, all but the first are duplicates. The puzzles may be given as a
    file, a notation or puzzles, too. Several solutions are a problem if the kind wants one, or if that is
    `forbidden`. The same holds for spare givens, unless a level or a symmetry was asked for. With `intended` moves,
    or those of the file, other ways are told, and they are a problem as far as `forbid` or the file says so.
    A puzzle that is not as hard as `wanted` has that problem, too.
    """
    names: dict[bytes, str] = {}
    before: Checked | None = None
    for entry in given(what):
        if wanted:
            wanted.must_be_known(entry.kind)
        with limits.start() as budget:
            found = _check_alone(entry, budget, one=_is_one(entry, forbidden))
            if found.solvable and (moves := intended or entry.intended):
                found = _check_intended(found, moves, (*entry.forbid, *forbid), budget)
        found = found.allowing(_meant(entry, forbidden))
        if wanted and found.solvable and (why := wanted.missed(found.verdict)):
            found = _with(found, Problem.DIFFICULTY, why)
        fingerprint = _fingerprint(entry)
        if earlier := names.get(fingerprint):
            found = _with(found, Problem.DUPLICATE, f"it is the same puzzle as {earlier}")
            found = replace(found, duplicate_of=earlier)
        else:
            names[fingerprint] = _name(entry)
        yield _in_order(found, before)
        before = found


def _in_order(found: Checked, before: Checked | None) -> Checked:
    """Remark that a puzzle is easier than the one before it, if its kind's files are played in their order."""
    file, in_order = found.entry.where.rpartition(",")[0], getattr(found.entry.puzzle, "in_order", False)
    if before is None or not in_order or before.entry.where.rpartition(",")[0] != file:
        return found
    one, other = before.verdict.headline, found.verdict.headline
    if one is None or other is None or one.value is None or other.value is None or other.value >= one.value:
        return found
    said = f"easier than {before.entry.id} before it: {found.verdict.said} after {before.verdict.said}"
    return replace(found, remarks=(*found.remarks, said))


def _is_one(entry: Entry, forbidden: Container[Problem]) -> bool:
    """Return whether it matters that a puzzle has no second solution."""
    return entry.kind.people.one_solution or Problem.AMBIGUOUS in forbidden


def _meant(entry: Entry, forbidden: Container[Problem]) -> Iterator[Problem]:
    """Yield the problems that are none of this puzzle, since they may be meant."""
    kind = entry.kind
    if not _is_one(entry, forbidden):
        yield Problem.AMBIGUOUS
    to_spare = ASKED in entry.facts or not kind.people.one_solution or not is_filled(kind)
    if to_spare and Problem.NON_MINIMAL not in forbidden:
        yield Problem.NON_MINIMAL


def _fingerprint(entry: Entry) -> bytes:
    text = f"{entry.kind.name}:{entry.kind.canonical(entry.puzzle)}"
    return blake2b(text.encode(), digest_size=16).digest()


def _name(entry: Entry) -> str:
    return f"{entry.id} ({entry.where})" if entry.where else entry.id


def _with(found: Checked, problem: Problem, why: str) -> Checked:
    return replace(found, problems=(*found.problems, (problem, why)))


def _check_alone(entry: Entry, budget: Budget, *, one: bool) -> Checked:
    engine = engine_for(entry.puzzle)
    answer = engine.solutions(2, budget.rest())
    found = _check_solutions(Checked(entry), answer, one=one)
    if found.unique and entry.kind.maker.reductions:
        found = _check_minimal(found, entry.kind.reductions(entry.puzzle), budget)
    if not found.solvable:
        return found
    found = _remarked(_check_ways(found, engine, budget), answer, engine, budget)
    measure = entry.kind.people.headline
    return replace(
        found,
        guess_free=_is_guess_free(found, engine, budget),
        verdict=_judged(entry, answer, rate(entry.puzzle, [measure], limits=budget.rest(), engine=engine)),
    )


def _remarked(found: Checked, answer: Solutions, engine: Engine, budget: Budget) -> Checked:
    """Add what the kind has to say about a puzzle and the solutions that were found."""
    remarks = getattr(found.entry.puzzle, "remarks", None)
    if remarks is None:
        return found
    there = found.ways or _ways(found.entry, engine, budget)
    lines = (*(each.moves for each in answer.found), *(way.solution.moves for way in there.found))
    try:
        return replace(found, remarks=tuple(remarks(lines)), lines=lines)
    except OutOfBudget:
        return found


def remarks_on_files(done: Iterable[Checked]) -> Iterator[tuple[str, str]]:
    """Yield what kinds have to say about all puzzles of a file, each with the file."""
    by_file: dict[str, list[Checked]] = {}
    for each in done:
        if hasattr(each.entry.puzzle, "remarks_on_all"):
            by_file.setdefault(each.entry.where.rpartition(",")[0], []).append(each)
    for file, found in by_file.items():
        if len(found) > 1 and all(each.lines for each in found):
            first, *_ = (each.entry.puzzle for each in found)
            for said in first.remarks_on_all([(each.entry.puzzle, each.lines) for each in found]):
                yield file, said


def _ways(entry: Entry, engine: Engine, budget: Budget) -> Ways:
    """Return the ways to solve a puzzle, as far as a short look shows."""
    return ways(entry.puzzle, limits=replace(budget.share(4), states=WAYS_STATES), engine=engine)


def _check_ways(found: Checked, engine: Engine, budget: Budget) -> Checked:
    """Tell how many ways lead to the one solved position, as far as a short look shows, and call only one unique."""
    entry = found.entry
    if not found.unique or deeds_of(entry.puzzle) is None:
        return found
    there = _ways(entry, engine, budget)
    if entry.kind.people.one_solution:  # solutions are told apart by where they end, as people of the kind do
        return replace(found, ways=there)
    several = there.number > 1
    return replace(found, ways=there, unique=False if several else True if there.complete else None)


def _check_intended(found: Checked, moves: str, forbid: Sequence[str], budget: Budget) -> Checked:
    try:
        intent = find_intended(found.entry.puzzle, moves, limits=budget.rest())
        unwanted = intent.forbidden(forbid)
    except NotationError as error:
        return _with(found, Problem.UNINTENDED, f"the intended moves cannot be made: {error}")
    except QuandaryError as error:
        return _with(found, Problem.UNINTENDED, str(error))
    for why in unwanted:
        found = _with(found, Problem.UNINTENDED, why)
    if not intent.ways.complete and forbid:
        found = _with(found, Problem.GAVE_UP, f"looking for other ways: {intent.ways.stop.text}")
    return replace(found, intent=intent)


def _judged(entry: Entry, answer: Solutions, scores: dict[str, Score]) -> Verdict:
    """Return the verdict of `rate`, which also knows whether there are several solutions."""
    several = {"solutions": Score("solutions", None, Status.GAVE_UP, at_least=len(answer.found))}
    return judge(entry.kind, entry.puzzle, scores, warning=improper(entry.puzzle, {**scores, **several}))


def _check_solutions(found: Checked, answer: Solutions, *, one: bool) -> Checked:
    if len(answer.found) > 1:
        return _with(
            replace(found, solvable=True, unique=False),
            Problem.AMBIGUOUS,
            f"it has more than one solution{by_rules(found.entry)}{_where(found.entry, answer)}",
        )
    if answer.complete and answer.found:
        return replace(found, solvable=True, unique=True)
    if answer.complete:
        by = by_rules(found.entry)
        return _with(replace(found, solvable=False), Problem.UNSOLVABLE, f"it has no solution{by}")
    what = "a second solution" if answer.found else "a solution"
    found = replace(found, solvable=True if answer.found else None)
    if answer.found and not one:
        return found
    return _with(found, Problem.GAVE_UP, f"looking for {what}: {answer.stop.text}")


def _where(entry: Entry, answer: Solutions) -> str:
    """Return where the first two solutions differ, to follow a sentence."""
    differs = parting(entry.puzzle, *answer.found[:2])
    return f": {differs}" if differs else ""


def _check_minimal(found: Checked, reductions: Iterable[tuple[str, Any]], budget: Budget) -> Checked:
    needless, undecided = list[str](), ""
    for what, less in reductions:
        answer = solutions(less, most=2, limits=budget.rest())
        if len(answer.found) == 1 and answer.complete:
            needless.append(what)
        elif len(answer.found) < 2 and not answer.complete:
            undecided = f"checking whether {what} is needed: {answer.stop.text}"
            break
    if needless:
        found = replace(found, minimal=False)
        return _with(found, Problem.NON_MINIMAL, f"it stays unique without {_any_of(needless)}")
    return _with(found, Problem.GAVE_UP, undecided) if undecided else replace(found, minimal=True)


def _any_of(things: Sequence[str]) -> str:
    """Return the things in words, naming a few and counting the rest.

    >>> _any_of(["the 3 at r1c2"]), _any_of(["a", "b", "c", "d", "e"])
    ('the 3 at r1c2', 'a, b, c or 2 others')
    """
    more = [f"{len(things) - NAMED} others"] if len(things) > NAMED + 1 else list(things[NAMED:])
    *first, last = [*things[:NAMED], *more]
    return f"{', '.join(first)} or {last}" if first else last


def _is_guess_free(found: Checked, engine: Engine, budget: Budget) -> bool | None:
    kind, puzzle = found.entry.kind, found.entry.puzzle
    if kind.people.sheet and (who := expert(puzzle, unique=bool(found.unique))):
        status = deduce(who.sheet, who.player, guess=None, limits=budget.rest()).status
        return None if status == "gave up" else status == "solved" or _unless_unproved(found)
    rules = sound(kind.people.rules, unique=bool(found.unique))
    player = replace(kind.player("expert"), rules=rules)
    score = muse(puzzle, player, policy=kind.people.policy, limits=budget.rest(), engine=engine)
    return score.value == 0 or _unless_unproved(found) if score.status is Status.EXACT else None


def _unless_unproved(found: Checked) -> bool | None:
    """Return False, or None if rules that need a single solution were left out because that is not proved."""
    kind, puzzle = found.entry.kind, found.entry.puzzle
    marking = marking_of(puzzle, kind)
    left_out = any(rule.needs_unique for rule in (*kind.people.rules, *(marking.rules if marking else ())))
    return None if found.unique is None and left_out else False
