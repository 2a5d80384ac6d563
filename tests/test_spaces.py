"""The parts of spaces: sizes by brute force, and numbers that lead back to things and things to numbers."""

from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from random import Random
from typing import Any

import pytest

from quandary.errors import SpaceError
from quandary.parts.space import Space
from quandary.parts.spaces import (
    Arrangement,
    Choice,
    Integers,
    Made,
    Multiset,
    Necklace,
    Orbits,
    Permutation,
    Power,
    Product,
    Subset,
    Subsets,
    Union,
)

HUGE_SAMPLES = 60


def turned(word: tuple[Any, ...]) -> Iterable[tuple[Any, ...]]:
    return [word[at:] + word[:at] for at in range(len(word))]


def both_ways(word: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [each for turn in turned(word) for each in (turn, turn[::-1])]


SMALL: dict[str, tuple[Space[Any], Iterable[Any]]] = {
    "choice": (Choice("xyz"), "xyz"),
    "count": (Integers(5), range(5)),
    "k of n": (Subset(7, 3), combinations(range(7), 3)),
    "none of n": (Subset(4, 0), [()]),
    "all of n": (Subset(4, 4), [(0, 1, 2, 3)]),
    "any of n": (Subsets(5), range(32)),
    "multiset": (Multiset(4, 3), combinations_with_replacement(range(4), 3)),
    "multiset of one thing": (Multiset(1, 3), [(0, 0, 0)]),
    "multiset of nothing": (Multiset(0, 0), [()]),
    "permutation": (Permutation(5), permutations(range(5))),
    "arrangement": (Arrangement((2, 0, 3, 1)), set(permutations((0, 0, 2, 2, 2, 3)))),
    "product": (Product((Choice("ab"), Subset(3, 2))), product("ab", combinations(range(3), 2))),
    "power": (Power(Choice("ab"), 4), product("ab", repeat=4)),
    "union": (
        Union([Subset(5, taken) for taken in range(4)]),
        [each for taken in range(4) for each in combinations(range(5), taken)],
    ),
    "necklace": (Necklace(6, 3), {min(turned(each)) for each in product(range(3), repeat=6)}),
    "necklace of one bead": (Necklace(1, 4), [(0,), (1,), (2,), (3,)]),
    "bracelet": (
        Orbits(Power(Integers(3), 5), both_ways),
        {min(both_ways(each), key=lambda word: word[::-1]) for each in product(range(3), repeat=5)},
    ),
    "made": (Made(Subset(5, 2), set, sorted), [set(each) for each in combinations(range(5), 2)]),
}
HUGE: dict[str, Space[Any]] = {
    "k of n": Subset(200, 40),
    "any of n": Subsets(100),
    "multiset": Multiset(90, 30),
    "permutation": Permutation(30),
    "arrangement": Arrangement((9, 20, 0, 7, 11)),
    "product": Product((Subset(64, 12), Permutation(12), Choice("abcdef"))),
    "union": Union([Subset(80, taken) for taken in range(30)]),
    "necklace": Necklace(32, 5),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_space_has_everything_once(name: str) -> None:
    space, things = SMALL[name]
    listed = list(things)
    found = [space.unrank(number) for number in range(space.size)]
    assert space.size == len(listed)
    assert sorted(map(str, found)) == sorted(map(str, listed))
    assert [space.rank(each) for each in found] == list(range(space.size))


@pytest.mark.parametrize("name", HUGE)
def test_numbers_of_a_huge_space_lead_back_to_themselves(name: str) -> None:
    space, rng = HUGE[name], Random(name)
    assert space.size > 10**18
    few = 3 if name == "necklace" else HUGE_SAMPLES
    for number in [0, space.size - 1, *(rng.randrange(space.size) for _ in range(few))]:
        assert space.rank(space.unrank(number)) == number


@pytest.mark.parametrize("name", SMALL)
def test_numbers_outside_of_a_space_are_refused(name: str) -> None:
    space = SMALL[name][0]
    for number in (-1, space.size):
        with pytest.raises(SpaceError, match="There is no number"):
            space.unrank(number)


@pytest.mark.parametrize(
    ("space", "thing"),
    [
        (Choice("abc"), "d"),
        (Subset(5, 2), (1, 1)),
        (Subset(5, 2), (1, 5)),
        (Subset(5, 2), (1,)),
        (Multiset(3, 2), (0, 3)),
        (Permutation(3), (0, 0, 2)),
        (Arrangement((1, 2)), (0, 0, 1)),
        (Product((Integers(2), Integers(2))), (0,)),
        (Union((Subset(3, 1), Subset(3, 2))), ()),
        (Necklace(3, 2), (0, 1, 2)),
    ],
    ids=str,
)
def test_a_thing_that_is_not_in_a_space_has_no_number(space: Space[Any], thing: Any) -> None:
    with pytest.raises(SpaceError):
        space.rank(thing)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Subset(3, 4),
        lambda: Subset(3, -1),
        lambda: Multiset(-1, 2),
        lambda: Arrangement((1, -1)),
        lambda: Necklace(0, 2),
        lambda: Orbits(Subsets(60), lambda bits: [bits]).size,
    ],
)
def test_spaces_that_make_no_sense_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(SpaceError):
        make()


def test_subsets_come_in_the_order_of_their_binary_numbers() -> None:
    space = Subset(9, 4)
    bits = [sum(1 << each for each in space.unrank(number)) for number in range(space.size)]
    assert bits == sorted(bits) and len(bits) == comb(9, 4)
