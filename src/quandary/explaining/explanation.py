"""From a puzzle to an explanation of its difficulty."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module
from math import inf
from typing import Any, TypeVar

from quandary.engine import Engine
from quandary.explaining.profile import FREE, Profile, profile
from quandary.kind import Kind, Policy, kind_of
from quandary.library.given import puzzle_in
from quandary.library.own import own_kind
from quandary.limits import DEFAULT, Budget, Limits, OutOfBudget
from quandary.measuring.entropy import SavedBits, differential
from quandary.measuring.norms import Standing, standing
from quandary.measuring.proper import improper
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import Rule, sound
from quandary.score import NotComputed, Score, Status
from quandary.solving.choose import engine_for
from quandary.solving.deduce import deduce
from quandary.solving.expert import expert
from quandary.trace import Trace

T = TypeVar("T")
HEADLINE = "remuse"
"""The headline measure of puzzles without a kind."""
MEASURES = ("remuse", "muse", "luck", "solutions")
MOST_DEDUCTIONS = 100_000
MOST_LEARNED = 20
"""The number of rules that the kind does not list, but the player knows, whose worth is measured."""


@dataclass(frozen=True)
class RuleWorth:
    """A rule of the kind and what it is worth for this puzzle."""

    rule: Rule
    known: bool
    """Whether the player knows it."""
    worth: SavedBits

    @property
    def saves(self) -> float | None:
        """The bits that knowing the rule saves or would save the player, or None if not measured."""
        return self.worth.missed

    @property
    def is_idle(self) -> bool:
        """Whether the rule makes no difference here to any player."""
        return self.saves == 0 and self.worth.alone == 0


@dataclass(frozen=True, repr=False)
class Explanation:
    """Where the difficulty of a puzzle sits, as far as its kind and the limits allow.

    A part that the kind does not offer, or that did not fit in the time limit, is None or empty.
    """

    puzzle: Any
    kind: Kind | None
    title: str
    player: Player
    headline: Score
    """The score that sums up the difficulty in one number."""
    scores: Mapping[str, Score]
    """All scores by measure, including the headline."""
    standing: Standing | None = None
    """How the headline compares with generated puzzles of the same size."""
    warning: str = ""
    """What makes the puzzle improper, in words."""
    profile: Profile | None = None
    """The bits step by step."""
    rules: tuple[RuleWorth, ...] = ()
    """The worth of each rule of the kind, and of the player, in bits of MUSE, the most useful to the player first."""
    trace: Trace | None = None
    """The steps of a solver who knows all rules of the kind."""
    ahead: Score | None = None
    """For a class of one's own: ReMUSE for the same player with one step of lookahead."""

    def __repr__(self) -> str:
        return f"<Explanation of {self.title or type(self.puzzle).__name__}: {self.headline.measure} {self.headline}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # These modules import this one, so an import at the top would be circular.
        text = import_module("quandary.explaining.text").to_text(self, in_colour=False)
        page = escape(import_module("quandary.explaining.page").explanation_page(self))
        frame = f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'
        return {"text/plain": text, "text/html": frame}

    @property
    def is_unsolvable(self) -> bool:
        """Whether there is provably no solution, or none that the player's rules allow."""
        return self.headline.status is Status.UNSOLVABLE

    @property
    def is_in_bits(self) -> bool:
        """Whether the headline is a number of bits, so that the profile says where it comes from."""
        return self.profile is None or self.profile.measure == self.headline.measure

    @property
    def rules_that_matter(self) -> list[RuleWorth]:
        """The rules that make a difference here, or that could not be measured."""
        return [each for each in self.rules if not each.is_idle]

    @property
    def best_new_rule(self) -> RuleWorth | None:
        """The rule unknown to the player that would save most, if any would save something."""
        return next(_that_save(each for each in self.rules if not each.known), None)

    @property
    def best_known_rule(self) -> RuleWorth | None:
        """The rule known to the player that saves most, if any saves something."""
        return next(_that_save(each for each in self.rules if each.known), None)


def explain(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    title: str = "",
) -> Explanation:
    """Explain where the difficulty of a puzzle sits for a player, by default the kind's own.

    >>> from quandary.kinds.witness import KIND
    >>> told = explain(KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"))
    >>> [(number, str(step.move), step.options) for number, step in told.profile.decisions]
    [(1, 'up', 2)]
    >>> told.best_known_rule.rule.name
    'squares'

    It works for every puzzle: the more a kind offers, the more the explanation contains. The headline may
    take half of the time, the other scores half of the rest, and so on for deductions and rules.
    """
    with limits.start() as budget:
        return _explained(puzzle_in(puzzle), player, policy, title, budget)


def _explained(
    puzzle: AnyPuzzle, player: Player | None, policy: Policy | None, title: str, budget: Budget
) -> Explanation:
    kind, engine = kind_of(puzzle), engine_for(puzzle)
    player = player or (kind.people.default if kind else Player(name="none"))
    headline = kind.people.headline if kind else HEADLINE
    scores: dict[str, Score] = {}
    for asked in ((headline,), tuple(name for name in MEASURES if name != headline)):
        half = budget.share(2)
        scores |= rate(puzzle, asked, player=player, policy=policy, limits=half, engine=engine)
    warning = _unless_late(lambda: improper(puzzle, scores), "")
    likely = (scores[headline], scores["remuse"], scores["muse"])
    way = _unless_late(lambda: profile(puzzle, player, likely), None)
    # Deductions go first, since they are quick and many rules take long.
    trace = _deductions(puzzle, scores, budget.share(2))
    own = own_kind(type(puzzle)) if kind is None and hasattr(puzzle, "draw") else None
    return Explanation(
        puzzle,
        kind or own,
        title,
        player,
        scores[headline],
        scores,
        standing(kind, puzzle, scores[headline]) if kind and not warning else None,
        warning,
        way,
        _worths(kind, engine, player, policy, scores, budget) if kind else (),
        trace,
        _ahead(puzzle, player, policy, scores["remuse"], budget) if kind is None else None,
    )


def _unless_late(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of some quick work, unless a limit is reached before: some rules look at the clock."""
    try:
        return work()
    except OutOfBudget:
        return otherwise


def _ahead(
    puzzle: AnyPuzzle, player: Player, policy: Policy | None, score: Score, budget: Budget
) -> Score | None:
    """Return the score of a player who looks one step ahead, if that is easier than not to."""
    if player.lookahead or not score.value:
        return None
    who = replace(player, lookahead=1)
    found = rate(puzzle, ["remuse"], player=who, policy=policy, limits=budget.rest())["remuse"]
    return found if found.value is not None and found.value < score.value - FREE else None


def _is_unique(scores: Mapping[str, Score]) -> bool:
    """Return whether there is provably exactly one solution."""
    return scores["solutions"].status is Status.EXACT and scores["solutions"].value == 1


def _worths(
    kind: Kind,
    engine: Engine,
    player: Player,
    policy: Policy | None,
    scores: Mapping[str, Score],
    budget: Budget,
) -> tuple[RuleWorth, ...]:
    if scores["muse"].value is None:  # nothing to compare with
        return ()
    learned = [rule for rule in player.rules if rule not in kind.people.rules]
    rules = sound((*kind.people.rules, *learned[:MOST_LEARNED]), unique=_is_unique(scores))
    known = {rule.name for rule in player.rules}
    found = []
    for done, rule in enumerate(rules):
        share = budget.share(len(rules) - done)
        worth = differential(engine.puzzle, rule, player, policy=policy, limits=share, engine=engine)
        found.append(RuleWorth(rule, rule.name in known, worth))
    return tuple(sorted(found, key=_most_first))


def _most_first(each: RuleWorth) -> tuple[float, float]:
    saves, alone = each.saves, each.worth.alone
    return inf if saves is None else -saves, inf if alone is None else -alone


def _that_save(rules: Iterator[RuleWorth]) -> Iterator[RuleWorth]:
    return (each for each in rules if each.saves is not None and each.saves >= FREE)


def _deductions(puzzle: AnyPuzzle, scores: Mapping[str, Score], limits: Limits) -> Trace | None:
    """Return what an expert does on the puzzle or its sheet, or None if the kind is not solved by marking.

    The kind's own trace of how people solve comes first, if it has one.
    """
    kind = kind_of(puzzle)
    if kind and kind.people.trace:
        with suppress(NotComputed, OutOfBudget), limits.start():
            return kind.people.trace(puzzle)
    who = expert(puzzle, unique=_is_unique(scores))
    if who is None:
        return None
    steps = replace(limits, states=MOST_DEDUCTIONS)
    return deduce(who.sheet, who.player, guess=who.guess, limits=steps)
