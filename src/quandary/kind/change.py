"""Changes to a puzzle: the words, the changed puzzle, what is done, and where."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from quandary.draw.shapes import Point

Verb: TypeAlias = Literal["add", "remove", "turn", "move", "replace"]


class Change(tuple[str, Any]):
    """A change of one element: a pair of its words and the changed puzzle, which also has a verb and a place.

    >>> change = Change("remove the wall at (1, 2)", "a puzzle", "remove", (1.5, 2.5))
    >>> words, changed = change
    >>> change.verb, change.at
    ('remove', (1.5, 2.5))
    """

    verb: Verb
    at: Point | None
    """The point in the drawing where the element is, or will be. None if it is about the puzzle as a whole."""
    to: Point | None
    """Where it is moved to, if it is moved."""

    def __new__(
        cls, words: str, puzzle: Any, verb: Verb, at: Point | None = None, to: Point | None = None
    ) -> "Change":
        """Make the pair."""
        made = super().__new__(cls, (words, puzzle))
        made.verb, made.at, made.to = verb, at, to
        return made

    @property
    def words(self) -> str:
        """The change in words."""
        return self[0]

    @property
    def puzzle(self) -> Any:
        """The changed puzzle."""
        return self[1]

    def but(self, words: str | None = None, puzzle: Any = None) -> "Change":
        """Return the same change with other words, or leading to another puzzle."""
        return Change(
            self[0] if words is None else words,
            self[1] if puzzle is None else puzzle,
            self.verb,
            self.at,
            self.to,
        )


_VERBS: Mapping[str, Verb] = {
    "without": "remove",
    "remove": "remove",
    "with": "add",
    "add": "add",
    "move": "move",
}


def change_of(pair: tuple[str, Any]) -> Change:
    """Return a change that a kind lists as a bare pair: its place is not known, and its first word tells the verb.

    >>> change_of(("without the 3", "a puzzle")).verb
    'remove'
    """
    if isinstance(pair, Change):
        return pair
    return Change(*pair, _VERBS.get(pair[0].partition(" ")[0], "replace"))
