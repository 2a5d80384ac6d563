"""From a puzzle to an explanation of its difficulty."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import escape
from math import inf
from typing import TypeVar

from quandary.engine import Engine, Guess
from quandary.explaining.explained import Explanation, RuleWorth
from quandary.explaining.profile import FREE, profile
from quandary.kind import Kind, Policy, kind_of
from quandary.library.given import puzzle_in
from quandary.library.own import own_kind
from quandary.limits import DEFAULT, Budget, Limits, OutOfBudget
from quandary.measuring.entropy import differential
from quandary.measuring.proper import improper
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import HEADLINE, judge
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.rules import sound
from quandary.score import NotComputed, Score, Status
from quandary.solving.choose import NoEngineError, QuickestEngine, engine_for
from quandary.solving.deduce import deduce, guess_named
from quandary.solving.expert import Expert, expert
from quandary.trace import Trace

T = TypeVar("T")
MEASURES = ("remuse", "muse", "luck", "solutions")
MOST_DEDUCTIONS = 100_000
MOST_GUESSES = 20
"""The guesses after which it says more where the rules end than what a solver tries next."""
MOST_LOOKED_AT = 1_000
"""The steps after which it is known well enough that a run takes many guesses."""
MOST_LEARNED = 20
"""The number of rules that the kind does not list, but the player knows, whose worth is measured."""


def explain(
    puzzle: AnyPuzzle,
    player: Player | None = None,
    *,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    title: str = "",
    guess: str = "",
    seed: int = 1,
) -> Explanation:
    """Explain where the difficulty of a puzzle sits for a player, by default the kind's own.

    >>> from quandary.kinds.witness import KIND
    >>> told = explain(KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"))
    >>> [(number, str(step.move), step.options) for number, step in told.profile.decisions]
    [(1, 'up', 2)]
    >>> told.best_known_rule.rule.name
    'squares'

    It works for every puzzle: the more a kind offers, the more the explanation contains. The headline may
    take half of the time, the other scores half of the rest, and so on for deductions and rules. Where no rule
    helps, an expert guesses by the kind's policy or by the one that `guess` names (`quandary.solving.deduce`), and
    as the seed has it.
    """
    named = guess_named(guess) if guess else None
    with limits.start() as budget:
        tried = partial(_deductions, guess=named, seed=seed)
        return _explained(puzzle_in(puzzle), player, policy, title, budget, tried)


def _explained(
    puzzle: AnyPuzzle,
    player: Player | None,
    policy: Policy | None,
    title: str,
    budget: Budget,
    tried: Callable[[AnyPuzzle, Mapping[str, Score], Limits], Trace | None],
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
    trace = tried(puzzle, scores, budget.share(2))
    own = own_kind(type(puzzle)) if kind is None and hasattr(puzzle, "draw") else None
    return Explanation(
        puzzle=puzzle,
        kind=kind or own,
        title=title,
        player=player,
        headline=scores[headline],
        scores=scores,
        verdict=judge(kind, puzzle, scores, warning=warning),
        profile=way,
        rules=_worths(kind, engine, player, policy, scores, budget) if kind else (),
        trace=trace,
        ahead=_ahead(puzzle, player, policy, scores["remuse"], budget) if kind is None else None,
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
    known = frozenset(rule.name for rule in player.rules)
    bits: dict[frozenset[str], float | None] = {known: scores["muse"].value}
    found = []
    for done, rule in enumerate(rules):
        share = budget.share(len(rules) - done)
        worth = differential(
            engine.puzzle, rule, player, policy=policy, limits=share, engine=engine, known=bits
        )
        found.append(RuleWorth(rule, rule.name in known, worth))
    return tuple(sorted(found, key=_most_first))


def _most_first(each: RuleWorth) -> tuple[float, float]:
    saves, alone = each.saves, each.worth.alone
    return inf if saves is None else -saves, inf if alone is None else -alone


def _deductions(
    puzzle: AnyPuzzle, scores: Mapping[str, Score], limits: Limits, *, guess: Guess | None, seed: int
) -> Trace | None:
    """Return what an expert does on the puzzle or its sheet, or None if the kind is not solved by marking.

    The kind's own trace of how people solve comes first, if it has one.
    """
    with suppress(NoEngineError, NotComputed, OutOfBudget), limits.start():
        trace: Trace = QuickestEngine(puzzle).ask_kind("trace").answer
        return trace
    who = expert(puzzle, unique=_is_unique(scores))
    if who is None:
        return None
    steps, guess = replace(limits, states=MOST_DEDUCTIONS), guess or who.guess
    by_rules = deduce(who.sheet, who.player, guess=None, limits=steps)
    if by_rules.status != "stuck" or _guesses_too_often(who, guess, seed, limits):
        return by_rules
    guessed = deduce(who.sheet, who.player, guess=guess, guesses=MOST_GUESSES, seed=seed, limits=steps)
    return by_rules if guessed.status == "gave up" else guessed


def _guesses_too_often(who: Expert, guess: Guess, seed: int, limits: Limits) -> bool:
    """Return whether the compiled core knows that a run takes too many guesses to be shown."""
    native = QuickestEngine(who.sheet).native
    if native is None or not native.can_deduce(who.player, guess):
        return False
    [run] = native.deduce_each(who.player, guess, [seed], replace(limits, states=MOST_LOOKED_AT))
    return run.guesses > MOST_GUESSES


def _in_notebook(told: Explanation, **_: object) -> dict[str, str]:
    from quandary.explaining.page import explanation_page
    from quandary.explaining.text import to_text

    page = escape(explanation_page(told))
    frame = f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'
    return {"text/plain": to_text(told, in_colour=False), "text/html": frame}


Explanation._repr_mimebundle_ = _in_notebook
