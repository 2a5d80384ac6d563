"""What an explanation says about a puzzle: its scores, its steps and the worth of each rule."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quandary.explaining.profile import FREE, Profile
from quandary.kind import Kind
from quandary.measuring.entropy import SavedBits
from quandary.player import Player
from quandary.rules import Rule
from quandary.score import Score, Status
from quandary.trace import Trace
from quandary.verdict import Verdict


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


@dataclass(frozen=True, repr=False, kw_only=True)
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
    verdict: Verdict
    """How hard the puzzle is, as every other command says it."""
    profile: Profile | None = None
    """The bits step by step."""
    rules: tuple[RuleWorth, ...] = ()
    """The worth of each rule of the kind, and of the player, in bits of MUSE, the most useful to the player first."""
    trace: Trace | None = None
    """The steps of a solver who knows all rules of the kind."""
    ahead: Score | None = None
    """For a class of one's own: ReMUSE for the same player with one step of lookahead."""

    _repr_mimebundle_: ClassVar[Callable[..., dict[str, str]]]
    """How notebooks show it. `explaining.explanation` sets it, since pages and texts are made from this."""

    def __repr__(self) -> str:
        return f"<Explanation of {self.title or type(self.puzzle).__name__}: {self.headline.measure} {self.headline}>"

    @property
    def warning(self) -> str:
        """What is wrong with the puzzle, in words, or "" if nothing is."""
        return self.verdict.reason if self.verdict.is_faulty else ""

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
    def easiest_new_rule(self) -> RuleWorth | None:
        """The rule unknown to the player that costs least of those that would save something, if any would."""
        found = _that_save(each for each in self.rules if not each.known)
        return min(found, key=lambda each: each.rule.cost, default=None)

    @property
    def best_known_rule(self) -> RuleWorth | None:
        """The rule known to the player that saves most, if any saves something."""
        return next(_that_save(each for each in self.rules if each.known), None)


def _that_save(rules: Iterator[RuleWorth]) -> Iterator[RuleWorth]:
    return (each for each in rules if each.saves is not None and each.saves >= FREE)
