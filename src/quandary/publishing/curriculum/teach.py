"""Puzzles that teach a rule: of those that are easy once it is known, the ones where it takes away most bits.

Differential entropy (Equation 5.1 of Mahmoud's thesis) is the MUSE of a player who knows no rule less that of
one who knows only the rule in question. Puzzles that are too hard for a lesson get more givens, each time the
one that lowers the score most.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits
from quandary.measuring.many import rate_many
from quandary.publishing.curriculum.choose import Candidate
from quandary.publishing.curriculum.spec import ChapterSpec, SpecError
from quandary.solving.search import solutions

Scorer: TypeAlias = Callable[[Sequence[Any]], Sequence[float | None]]
SHORTLIST = 6
"""The number of puzzles per lesson that are made easier and compared again."""
LEAST = 0.05
"""The bits that a rule must save to be taught."""
MOST_COMPARED = 3000


@dataclass(frozen=True)
class Lesson:
    """A puzzle that teaches a rule."""

    candidate: Candidate
    rule: str
    saves: float
    """The bits that go away when a player who knows nothing learns the rule."""
    without: float
    """The bits for a player who knows nothing."""
    added: int = 0
    """The number of givens that were added."""


@dataclass(frozen=True)
class Pupil:
    """The players that a lesson compares, and the score that it may not exceed."""

    kind: Kind
    rule: str
    player: str
    by: str
    limits: Limits
    easy: float | None
    givens: int
    unaided: dict[Any, float | None]
    """The bits for a player without rules, by puzzle, as far as they are known."""
    scorer: Scorer | None = None

    def worth(self, puzzles: Sequence[Any]) -> list[tuple[float, float] | None]:
        """Return the bits that the rule saves and those without it, or None where they are not known."""
        player = self.kind.player(self.player)
        new = [puzzle for puzzle in puzzles if puzzle not in self.unaided]
        self.unaided.update(zip(new, self._bits(new, player.knowing()), strict=True))
        before = [self.unaided[puzzle] for puzzle in puzzles]
        after = self._bits(puzzles, player.knowing(self.kind.rule(self.rule)))
        return [
            None if one is None or two is None else (one - two, one)
            for one, two in zip(before, after, strict=True)
        ]

    def _bits(self, puzzles: Sequence[Any], player: Any) -> list[float | None]:
        rated = rate_many(puzzles, ["muse"], player=player, limits=self.limits, threads=os.cpu_count() or 1)
        return [scores["muse"].value for scores in rated]

    def scores(self, puzzles: Sequence[Any]) -> Sequence[float | None]:
        """Return the score of each puzzle in the chapter's measure."""
        if self.scorer:
            return self.scorer(puzzles)
        player = self.kind.player(self.player)
        rated = rate_many(puzzles, [self.by], player=player, limits=self.limits)
        return [scores[self.by].value for scores in rated]

    def eased(self, candidate: Candidate) -> tuple[Candidate, int] | None:
        """Return a puzzle with enough givens to be easy, and their number, or None if that fails."""
        if self.easy is None or candidate.score <= self.easy:
            return candidate, 0
        give = self.kind.maker.given
        if give is None:
            return None
        left = list(candidate.moves) or self._answer(candidate.entry.puzzle)
        puzzle, score = candidate.entry.puzzle, candidate.score
        for added in range(1, min(self.givens, len(left) - 1) + 1):
            richer = [give(puzzle, move) for move in left]
            scored = [(value, at) for at, value in enumerate(self.scores(richer)) if value is not None]
            if not scored:
                return None
            score, at = min(scored)
            puzzle = richer[at]
            del left[at]
            if score <= self.easy:
                entry = replace(candidate.entry, puzzle=puzzle, id=f"{candidate.entry.id}-with-{added}-more")
                return Candidate(entry, score, tuple(left)), added
        return None

    def _answer(self, puzzle: Any) -> list[Any]:
        found = solutions(puzzle, most=1, limits=self.limits).found
        return list(found[0].moves) if found else []


def lessons(
    candidates: Sequence[Candidate],
    spec: ChapterSpec,
    rule: str,
    by: str,
    limits: Limits,
    taken: Sequence[Candidate],
    unaided: dict[Any, float | None],
    scorer: Scorer | None = None,
) -> list[Lesson]:
    """Find the puzzles that teach a rule best, easiest first. Those already taken are left out.

    `unaided` keeps the bits for a player without rules from one rule to the next.
    """
    by_kind = [each for each in candidates if each not in taken]
    if not by_kind:
        return []
    kind = by_kind[0].entry.kind
    try:
        kind.rule(rule)
    except QuandaryError as error:
        raise SpecError(f"{spec.name}: {error}") from error
    pupil = Pupil(kind, rule, spec.player, by, limits, spec.easy, spec.givens, unaided, scorer)
    own = [each for each in by_kind if each.entry.kind is kind][:MOST_COMPARED]
    ranked = _ranked(own, pupil)
    eased: list[Candidate] = []
    added: dict[str, int] = {}
    for candidate, _, _ in ranked:
        if len(eased) >= SHORTLIST * spec.each:
            break
        if found := pupil.eased(candidate):
            eased.append(found[0])
            added[found[0].entry.id] = found[1]
    picked: list[Lesson] = []
    for candidate, saves, without in _ranked(eased, pupil):
        others = [*taken, *(each.candidate for each in picked)]
        if not any(candidate.looks.is_near(other.looks) for other in others):
            picked.append(Lesson(candidate, rule, saves, without, added[candidate.entry.id]))
        if len(picked) == spec.each:
            break
    return sorted(picked, key=lambda each: each.candidate.score)


def _ranked(candidates: Sequence[Candidate], pupil: Pupil) -> list[tuple[Candidate, float, float]]:
    """Return the candidates that the rule helps with, most first."""
    worth = pupil.worth([each.entry.puzzle for each in candidates])
    helped = [
        (candidate, *saved)
        for candidate, saved in zip(candidates, worth, strict=True)
        if saved and saved[0] > LEAST
    ]
    return sorted(helped, key=lambda each: -each[1])
