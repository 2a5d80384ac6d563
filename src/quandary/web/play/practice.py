"""Practice: the next puzzle by what the player solved so far. Kept in memory, for one player."""

from collections.abc import Sequence

from quandary.models.adaptive import Chooser, Skill, Tried
from quandary.models.adaptive import predicted as on_one_scale
from quandary.showing.playable import Playable


class Practice:
    """A player's way through some puzzles.

    A puzzle that was shown and not solved when the next one is asked for counts as not solved.
    """

    def __init__(self, scores: dict[str, float | None], seed: int, aim: float = 0.7) -> None:
        self.chooser = Chooser(on_one_scale(scores), aim=aim, seed=seed)
        self.left = [*scores]
        self.tried: list[Tried] = []
        self.shown: str | None = None
        self.is_solved = False

    def next(self) -> str | None:
        """Return the next puzzle, or None if none is left.

        >>> practice = Practice({"easy": 1.0, "middle": 2.0, "hard": 3.0}, seed=2)
        >>> first = practice.next(); practice.solve(first); second = practice.next()
        >>> practice.tried == [Tried(first, True)] and second != first
        True
        """
        if self.shown is not None:
            self.tried.append(Tried(self.shown, self.is_solved))
        self.is_solved = False
        self.shown = self.chooser.next(self.tried, self.left) if self.left else None
        if self.shown is not None:
            self.left.remove(self.shown)
        return self.shown

    def solve(self, puzzle: str) -> None:
        """Note that a puzzle is solved, if it is the one that is shown."""
        self.is_solved = self.is_solved or puzzle == self.shown

    @property
    def skill(self) -> Skill:
        """What the answers tell about the player."""
        return self.chooser.skill(self.tried)


_practice: list[Practice] = []


def begin(puzzles: Sequence[Playable], scores: dict[str, float | None], seed: int) -> None:
    """Let the player practise with these puzzles, each of which has a score or None."""
    known = {each.id: scores.get(each.id) for each in puzzles}
    _practice[:] = [Practice(known, seed)]


def current() -> Practice | None:
    """Return the practice that is served, if one is."""
    return _practice[0] if _practice else None
