"""Words about digits: all different, a total, an order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Literal, TypeAlias

from quandary.pencil.words.word import (
    BrokenError,
    Forced,
    May,
    Names,
    Scope,
    ValueSet,
    Word,
    is_decided,
    narrowed,
    value_of,
    values_of,
)

Operation: TypeAlias = Literal["sum", "product", "difference", "quotient", "any"]
SIGNS: dict[Operation, str] = {"sum": "+", "product": "*", "difference": "-", "quotient": "/"}


def once_each(word: Word, scope: Scope, may: May) -> dict[int, ValueSet]:
    """Return what is left if no decided value comes again. Raises BrokenError if one does."""
    left = {spot: may[spot] for spot in scope}
    settled = set[int]()
    while fresh := [spot for spot in scope if spot not in settled and is_decided(left[spot])]:
        here = fresh[0]
        settled.add(here)
        for spot in scope:
            if spot != here:
                left[spot] &= ~left[here]
                if not left[spot]:
                    raise BrokenError(word, (here, spot))
    return left


def only_places(word: Word, scope: Scope, left: dict[int, ValueSet], wanted: ValueSet) -> None:
    """Put each wanted value that has one place left into that place."""
    for value in values_of(wanted):
        bit = 1 << value
        places = [spot for spot in scope if left[spot] & bit]
        if not places:
            raise BrokenError(word, scope)
        if len(places) == 1:
            left[places[0]] = bit


def changes(may: May, left: dict[int, ValueSet]) -> Forced:
    """Return the spots that have changed."""
    return {spot: mask for spot, mask in left.items() if mask != may[spot]}


def union(scope: Scope, may: May | dict[int, ValueSet]) -> ValueSet:
    """Return the values that some spot may have."""
    every = 0
    for spot in scope:
        every |= may[spot]
    return every


@dataclass(frozen=True, slots=True)
class different(Word):  # noqa: N801 - a word of the language
    """Require different values in the spots. If there are as many spots as values, each comes once.

    >>> different((0, 1, 2)).forces([0b0010, 0b1110, 0b1100])
    {1: 12}
    """

    scope: Scope
    at_sight = True

    def forces(self, may: May) -> Forced:
        """Rule out the decided values elsewhere, and find the only place of a value that must come."""
        every = union(self.scope, may)
        if every.bit_count() < len(self.scope):
            raise BrokenError(self, self.scope)
        left = once_each(self, self.scope, may)
        if every.bit_count() == len(self.scope):
            only_places(self, self.scope, left, every)
        return changes(may, left)

    def bars(self, may: May) -> Forced:
        """Rule out the decided values elsewhere."""
        used = 0
        for spot in self.scope:
            used |= may[spot] if is_decided(may[spot]) else 0
        return {spot: may[spot] & ~used for spot in self.scope if not is_decided(may[spot])}

    def says(self, names: Names) -> str:
        """Say "row 3 has no value twice"."""
        return f"{names.have(self.scope)} no value twice"


@dataclass(frozen=True, slots=True)
class less(Word):  # noqa: N801 - a word of the language
    """Require a smaller value in the first of two spots.

    >>> less((0, 1)).forces([0b1110, 0b1110])
    {0: 6, 1: 12}
    """

    scope: tuple[int, int]
    at_sight = True

    def forces(self, may: May) -> Forced:
        """Cut off what is too large and too small."""
        low, high = (may[spot] for spot in self.scope)
        below = low & ((1 << high.bit_length() - 1) - 1)
        above = high & ~((2 << value_of(low)) - 1)
        if not below or not above:
            raise BrokenError(self, self.scope)
        return changes(may, {self.scope[0]: below, self.scope[1]: above})

    def bars(self, may: May) -> Forced:
        """Cut off by the spot that is decided."""
        a, b = self.scope
        if is_decided(may[a]) == is_decided(may[b]):
            return {}
        if is_decided(may[a]):
            return {b: may[b] & ~(2 * may[a] - 1)}
        return {a: may[a] & (may[b] - 1)}

    def says(self, names: Names) -> str:
        """Say "r1c1 is less than r1c2"."""
        return f"{names(self.scope[:1])} is less than {names(self.scope[1:])}"


@dataclass(frozen=True, slots=True)
class straight(Word):  # noqa: N801 - a word of the language
    """Require different values without a gap, in any order.

    >>> straight((0, 1)).forces([0b1000, 0b1111110])
    {1: 20}
    """

    scope: Scope

    def forces(self, may: May) -> Forced:
        """Keep what some list of consecutive values allows."""
        every, left = union(self.scope, may), dict.fromkeys(self.scope, 0)
        window = (1 << len(self.scope)) - 1
        for low in range(every.bit_length() - len(self.scope) + 1):
            for spot, mask in self._within(window << low, may).items():
                left[spot] |= mask
        if not all(left.values()):
            raise BrokenError(self, self.scope)
        return changes(may, left)

    def says(self, names: Names) -> str:
        """Say "r1c1 to r1c3 has consecutive values"."""
        return f"{names(self.scope)} has consecutive values"

    def _within(self, window: ValueSet, may: May) -> dict[int, ValueSet]:
        """Return what is left if the values are those of a window, or nothing."""
        left = {spot: may[spot] & window for spot in self.scope}
        try:
            only_places(self, self.scope, left, window)
        except BrokenError:
            return {}
        return left if all(left.values()) else {}


@lru_cache(10_000)
def combinations_for(total: int, spots: int, values: ValueSet) -> tuple[ValueSet, ...]:
    """Return the sets of so many different values that add up to a total.

    >>> [values_of(some) for some in combinations_for(4, 2, 0b1111111110)]
    [[1, 3]]
    """
    return tuple(
        sum(1 << value for value in some)
        for some in combinations(values_of(values), spots)
        if sum(some) == total
    )


@lru_cache(10_000)
def ever_adding_up(total: int, spots: int, values: ValueSet) -> ValueSet:
    """Return the values of all sets of so many different values that add up to a total.

    >>> values_of(ever_adding_up(4, 2, 0b1111111110))
    [1, 3]
    """
    ever = 0
    for some in combinations_for(total, spots, values):
        ever |= some
    return ever


@dataclass(frozen=True, slots=True)
class total(Word):  # noqa: N801 - a word of the language
    """Require that the values of some spots add up to n, or give n by another operation.

    With `different`, no value comes twice, and it is one rule: 4 in two cells is 1 and 3.

    >>> total(4, (0, 1), different=True).forces([0b1111111110] * 2)
    {0: 10, 1: 10}
    """

    n: int
    scope: Scope
    different: bool = False
    operation: Operation = "sum"
    at_sight = True

    def forces(self, may: May) -> Forced:
        """Keep the values that are part of some way to make the total."""
        if self.operation == "any":
            return self._of_any(may)
        if self.operation in ("difference", "quotient"):
            return self._by_listing(may)
        return self._of_sets(may) if self.different else self._of_steps(may)

    def bars(self, may: May) -> Forced:
        """Keep what the total leaves, by the decided spots alone."""
        if self.different and self.operation == "sum":
            return self._left_over(may)
        try:
            return self.forces(may)
        except BrokenError:
            return {spot: 0 for spot in self.scope if not is_decided(may[spot])}

    def says(self, names: Names) -> str:
        """Say "the cage at r1c1 has the sum 12"."""
        how = {"sum": "the sum", "product": "the product", "difference": "the difference"}
        how |= {"quotient": "the quotient", "any": "the result"}
        return f"{names.have(self.scope)} {how[self.operation]} {self.n}"

    def _left_over(self, may: May) -> Forced:
        """Keep the values of which some add up to what the decided spots leave."""
        free = [spot for spot in self.scope if not is_decided(may[spot])]
        sure = [may[spot] for spot in self.scope if is_decided(may[spot])]
        used = sum({*sure})
        rest = self.n - sum(map(value_of, sure)) if len({*sure}) == len(sure) else -1
        left = ever_adding_up(rest, len(free), union(tuple(free), may) & ~used)
        return {spot: may[spot] & left for spot in free}

    def _of_any(self, may: May) -> Forced:
        """Keep what one of the operations allows."""
        left = dict.fromkeys(self.scope, 0)
        for operation in SIGNS:
            try:
                forced = replace(self, operation=operation).forces(may)
            except BrokenError:
                continue
            for spot in self.scope:
                left[spot] |= forced.get(spot, may[spot])
        if not all(left.values()):
            raise BrokenError(self, self.scope)
        return changes(may, left)

    def _of_sets(self, may: May) -> Forced:
        """Keep the values of the sets that fit all spots."""
        left = once_each(self, self.scope, may)
        every = union(self.scope, left)
        ever, always = 0, -1
        for some in combinations_for(self.n, len(self.scope), every):
            if all(left[spot] & some for spot in self.scope):
                ever |= some
                always &= some
        if not ever:
            raise BrokenError(self, self.scope)
        for spot in self.scope:
            left[spot] &= ever
        only_places(self, self.scope, left, always)
        return changes(may, left)

    def _of_steps(self, may: May) -> Forced:
        """Go forward and back over the totals that can be reached."""
        before: list[set[int]] = [{0 if self.operation == "sum" else 1}]
        for spot in self.scope:
            before.append({after for left in before[-1] for after in self._onward(left, may[spot])})
        after, found = {self.n}, dict[int, ValueSet]()
        for at in range(len(self.scope) - 1, -1, -1):
            spot, back, mask = self.scope[at], set[int](), 0
            for value in values_of(may[spot]):
                came = {left for left in before[at] if self._step(left, value) in after}
                mask |= 1 << value if came else 0
                back |= came
            if not mask:
                raise BrokenError(self, self.scope)
            after, found[spot] = back, mask
        return changes(may, found)

    def _step(self, so_far: int, value: int) -> int:
        return so_far + value if self.operation == "sum" else so_far * value

    def _onward(self, so_far: int, mask: ValueSet) -> Iterator[int]:
        for value in values_of(mask):
            reached = self._step(so_far, value)
            if reached <= self.n:
                yield reached

    def _by_listing(self, may: May) -> Forced:
        """List what few spots may have."""
        left = dict.fromkeys(self.scope, 0)
        for some in product(*(values_of(may[spot]) for spot in self.scope)):
            if self._holds(sorted(some, reverse=True)):
                for spot, value in zip(self.scope, some, strict=True):
                    left[spot] |= 1 << value
        if not all(left.values()):
            raise BrokenError(self, self.scope)
        return narrowed(may, self.scope, left.__getitem__)

    def _holds(self, falling: list[int]) -> bool:
        largest, *others = falling
        if self.different and len(set(falling)) < len(falling):
            return False
        if self.operation == "difference":
            return largest - sum(others) == self.n
        for value in others:
            if not value or largest % value:
                return False
            largest //= value
        return largest == self.n
