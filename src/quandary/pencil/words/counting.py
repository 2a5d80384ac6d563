"""Words that count marks."""

from dataclasses import dataclass

from quandary.pencil.words.word import YES, BrokenError, Forced, May, Names, Scope, SpotNumber, Word


def counted(word: Word, scope: Scope, value: int, least: int, most: int, may: May) -> Forced:
    """Return what follows if from `least` to `most` of the spots have a value."""
    bit = 1 << value
    sure = [spot for spot in scope if may[spot] == bit]
    free = [spot for spot in scope if may[spot] & bit and may[spot] != bit]
    if len(sure) > most:
        raise BrokenError(word, sure)
    if len(sure) + len(free) < least:
        raise BrokenError(word, scope)
    if len(sure) == most:
        return {spot: may[spot] & ~bit for spot in free}
    if len(sure) + len(free) == least:
        return dict.fromkeys(free, bit)
    return {}


@dataclass(frozen=True, slots=True)
class exactly(Word):  # noqa: N801 - a word of the language
    """Require exactly n marks among the spots.

    >>> exactly(1, (0, 1)).forces([2, 3])
    {1: 1}
    """

    n: int
    scope: Scope
    value: int = YES

    def forces(self, may: May) -> Forced:
        """Rule out more than n marks, and fill the rest if just n are left."""
        return counted(self, self.scope, self.value, self.n, self.n, may)

    def says(self, names: Names) -> str:
        """Say "row 3 has two stars"."""
        return f"{names.have(self.scope)} {names.counted(self.scope, self.n, self.value)}"


@dataclass(frozen=True, slots=True)
class at_least(Word):  # noqa: N801 - a word of the language
    """Require at least n marks among the spots."""

    n: int
    scope: Scope
    value: int = YES

    def forces(self, may: May) -> Forced:
        """Fill the spots if just n are left."""
        return counted(self, self.scope, self.value, self.n, len(self.scope), may)

    def says(self, names: Names) -> str:
        """Say "r1c1 to r1c4 have at least one star"."""
        return f"{names.have(self.scope)} at least {names.counted(self.scope, self.n, self.value)}"


@dataclass(frozen=True, slots=True)
class at_most(Word):  # noqa: N801 - a word of the language
    """Allow at most n marks among the spots."""

    n: int
    scope: Scope
    value: int = YES

    def forces(self, may: May) -> Forced:
        """Rule out more than n marks."""
        return counted(self, self.scope, self.value, 0, self.n, may)

    def says(self, names: Names) -> str:
        """Say "r1c1 and r1c2 have at most one star"."""
        return f"{names.have(self.scope)} at most {names.counted(self.scope, self.n, self.value)}"


@dataclass(frozen=True, slots=True)
class no_square(Word):  # noqa: N801 - a word of the language
    """Forbid that all spots of a square, or of some other shape, have a mark."""

    scope: Scope
    value: int = YES
    text: str = ""
    """What else it says about its place, with {} for the place."""

    def forces(self, may: May) -> Forced:
        """Keep one spot free."""
        return counted(self, self.scope, self.value, 0, len(self.scope) - 1, may)

    def says(self, names: Names) -> str:
        """Say "no square of four is black"."""
        return self.text.format(names(self.scope)) or f"{names(self.scope)} is not all {names.marks}"


@dataclass(frozen=True, slots=True)
class touches(Word):  # noqa: N801 - a word of the language
    """Require that a mark at a spot touches exactly n marks around it."""

    n: int
    spot: SpotNumber
    around: Scope
    value: int = YES

    @property
    def scope(self) -> Scope:  # type: ignore[override]
        """The spot, and those around it."""
        return (self.spot, *self.around)

    @property
    def place(self) -> Scope:
        """The spot."""
        return (self.spot,)

    def forces(self, may: May) -> Forced:
        """Count around a mark, and rule the mark out where the count cannot be right."""
        bit = 1 << self.value
        if not may[self.spot] & bit:
            return {}
        try:
            found = counted(self, self.around, self.value, self.n, self.n, may)
        except BrokenError:
            if may[self.spot] == bit:
                raise
            return {self.spot: may[self.spot] & ~bit}
        return found if may[self.spot] == bit else {}

    def says(self, names: Names) -> str:
        """Say "a mark at r2c2 touches one mark"."""
        return f"a {names.mark} at {names((self.spot,))} touches {names.count(self.n, self.value)}"


@dataclass(frozen=True, slots=True)
class passes(Word):  # noqa: N801 - a word of the language
    """Require that a line goes through a place or leaves it out: two of its edges, or none."""

    scope: Scope

    def forces(self, may: May) -> Forced:
        """Go on with a line that comes in, and rule out a branch or an end."""
        sure = [spot for spot in self.scope if may[spot] == 2]
        free = [spot for spot in self.scope if may[spot] == 3]
        if len(sure) > 2 or (len(sure) == 1 and not free):
            raise BrokenError(self, sure)
        if len(sure) == 2 or (not sure and len(free) == 1):
            return dict.fromkeys(free, 1)
        return {free[0]: 2} if len(sure) == 1 and len(free) == 1 else {}

    def says(self, names: Names) -> str:
        """Say "the line goes through r2c2 or past it"."""
        return f"the line does not end or branch at {names(self.scope)}"
