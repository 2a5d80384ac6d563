"""Every word of the pencil language keeps one contract, checked on all boards over a few spots."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace
from itertools import product
from random import Random

import pytest

from quandary._native import core
from quandary.pencil import words
from quandary.pencil.native import core_word
from quandary.pencil.words import (
    BrokenError,
    Names,
    Word,
    area,
    areas,
    at_least,
    at_most,
    connected,
    different,
    exactly,
    less,
    no_loop,
    no_square,
    one_loop,
    one_of,
    paired,
    passes,
    runs,
    sees,
    skyline,
    straight,
    table,
    total,
    touches,
)

needs_core = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)
SHADE, DIGITS = 0b11, 0b11110
NOWHERE = -1
"""The place of what is wrong with a rule as a whole, for the core."""
LINE = tuple(range(9))
SQUARE = ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8))
"""The neighbours on a board of 3x3 cells."""
EDGES = tuple(range(12))
"""The edges of that board: the pairs of neighbours are also the ends of edges between cells."""

CASES: list[tuple[Word, int]] = [
    (exactly(2, LINE), SHADE),
    (exactly(0, LINE[:3]), SHADE),
    (exactly(2, LINE[:4], value=3), DIGITS),
    (at_least(3, LINE[:5]), SHADE),
    (at_least(1, LINE[:5], value=0), SHADE),
    (at_most(1, LINE[:4]), SHADE),
    (no_square(LINE[:4]), SHADE),
    (touches(1, 0, (1, 2, 3, 4)), SHADE),
    (passes(LINE[:4]), SHADE),
    (different(LINE[:4]), DIGITS),
    (different(LINE[:3]), DIGITS),
    (less((0, 1)), DIGITS),
    (total(7, LINE[:3]), DIGITS),
    (total(7, LINE[:3], different=True), DIGITS),
    (total(6, LINE[:3], operation="product"), DIGITS),
    (total(4, LINE[:3], operation="any"), DIGITS),
    (straight(LINE[:3]), DIGITS),
    (skyline(2, LINE[:4]), DIGITS),
    (skyline(1, LINE[:3]), DIGITS),
    (paired(LINE[:6], ((0, 1), (1, 2), (2, 3))), SHADE),
    (total(1, LINE[:2], operation="difference"), DIGITS),
    (total(2, LINE[:2], operation="quotient"), DIGITS),
    (total(2, LINE[:3], operation="quotient"), DIGITS),
    (runs((2, 1), tuple(range(8))), SHADE),
    (runs((), LINE[:4]), SHADE),
    (runs((4,), LINE[:4]), SHADE),
    (runs((1, 1, 1), LINE), SHADE),
    (sees(4, 0, ((1, 2, 3), (4, 5), (6, 7, 8))), SHADE),
    (sees(1, 0, ((1, 2), ())), SHADE),
    (table((0, 1, 2), ((0, 0, 1), (1, 1, 0), (1, 0, 1))), SHADE),
    (connected(LINE, SQUARE), SHADE),
    (connected(LINE, SQUARE, value=0), SHADE),
    (area(3, 0, SQUARE, frozenset({8}), value=0), SHADE),
    (area(0, 0, SQUARE, frozenset({8}), value=0), SHADE),
    (areas(LINE, SQUARE, ((0, 2), (8, 3)), value=0), SHADE),
    (areas(LINE, SQUARE, ((4, 0), (2, 1)), value=0), SHADE),
    (no_loop(LINE[:4], ((0, 4), (1, 5), (3, 7), (4, 8)), ((1, 3), (2, 4), (4, 6), (5, 7))), SHADE),
    (no_loop(LINE[:3], ((0, 1), (1, 2), (2, 0)), ((0, 2), (1, 0), (2, 1))), SHADE),
    (one_of(LINE[:5], ((0, 1), (1, 2), (2, 3)), ((2,), (0, 3), (4,))), SHADE),
    (one_loop(EDGES, SQUARE), SHADE),
    (one_loop(EDGES[:5], ((0, 1), (1, 2), (2, 0), (2, 3), (3, 4))), SHADE),
]


def name(case: object) -> str:
    return type(case).__name__ if isinstance(case, Word) else str(case)


def values(mask: int) -> list[int]:
    return [value for value in range(mask.bit_length()) if mask >> value & 1]


def boards(word: Word, may: Sequence[int]) -> list[tuple[int, ...]]:
    """Return all boards that a word allows, with its parts."""
    return [
        board
        for board in product(*map(values, may))
        if not any(each.check(board) for each in (word, *word.parts()))
    ]


def some_notes(rng: Random, spots: int, domain: int) -> list[int]:
    """Return what may be left of each spot, at random."""
    return [
        rng.choice(
            [domain, domain, *(1 << value for value in values(domain)), domain & rng.getrandbits(8) or domain]
        )
        for _ in range(spots)
    ]


@pytest.mark.parametrize(("word", "domain"), CASES, ids=name)
class TestContract:
    def test_what_is_forced_is_so_on_every_board(self, word: Word, domain: int) -> None:
        spots = 1 + max(word.scope)
        solved = [[1 << value for value in board] for board in boards(word, [domain] * spots)]
        rng = Random(str(word))
        for _ in range(150):
            may = some_notes(rng, spots, domain)
            possible = [board for board in solved if all(a & b for a, b in zip(board, may, strict=True))]
            for each in (word, *word.parts()):
                try:
                    forced = each.forces(may)
                except BrokenError as broken:
                    assert not possible, f"{each} is not broken by {may}, but names {broken.at}"
                    assert set(broken.at) <= set(each.scope)
                    continue
                for spot, mask in forced.items():
                    assert mask and mask != may[spot] and mask & may[spot] == mask
                    wrong = [board for board in possible if not board[spot] & mask]
                    assert not wrong, f"{each} with {may} narrows spot {spot} to {mask}, but see {wrong[0]}"

    @needs_core
    def test_the_core_forces_the_same(self, word: Word, domain: int) -> None:
        spots, rng = 1 + max(word.scope), Random(str(word))
        for _ in range(150):
            may = some_notes(rng, spots, domain)
            for each in (word, *word.parts()):
                try:
                    forced = dict(each.forces(may))
                except BrokenError:
                    forced = None
                found = core_word(each).forces(may)
                assert (None if found is None else dict(found)) == forced, f"{each} with {may}"

    @needs_core
    def test_the_reasons_that_the_core_gives_are_enough(self, word: Word, domain: int) -> None:
        spots, rng = 1 + max(word.scope), Random(str(word))
        solved = boards(word, [domain] * spots)
        for _ in range(150):
            may = some_notes(rng, spots, domain)
            for each in (word, *word.parts()):
                forced = core_word(each).forces(may)
                known = [*may]
                for spot, left in [(NOWHERE, 0)] if forced is None else forced:
                    gone = 0 if spot == NOWHERE else known[spot] & ~left
                    lost = core_word(each).explain([domain] * spots, known, spot, gone)
                    assert not any(known[at] & values for at, values in lost)
                    for board in solved:
                        if any(values >> board[at] & 1 for at, values in lost):
                            continue
                        assert spot != NOWHERE, f"{each} is not broken by {lost}, see {board}"
                        assert not gone >> board[spot] & 1, f"{each}: {lost} leave {board}"
                    if spot != NOWHERE and core_word(each).builds_up:
                        known[spot] = left

    def test_less_is_never_forced_when_more_is_known(self, word: Word, domain: int) -> None:
        spots, rng = 1 + max(word.scope), Random(str(word))
        for _ in range(100):
            may = some_notes(rng, spots, domain)
            fewer = [
                mask & other or mask for mask, other in zip(may, some_notes(rng, spots, domain), strict=True)
            ]
            try:
                before, after = word.forces(may), word.forces(fewer)
            except BrokenError:
                continue
            for spot, mask in before.items():
                left = after.get(spot, fewer[spot])
                assert left & mask == left, f"{word}: {may} narrows spot {spot} more than {fewer}"

    def test_what_marks_bar_is_on_no_board(self, word: Word, domain: int) -> None:
        rng, spots = Random(str(word)), 1 + max(word.scope)
        for _ in range(50):
            may = [rng.choice((domain, 1 << rng.choice(values(domain)))) for _ in range(spots)]
            for spot, mask in word.bars(may).items():
                assert word.at_sight
                outside = [*may]
                outside[spot] = may[spot] & ~mask
                assert not outside[spot] or not boards(word, outside)

    def test_it_is_frozen_and_speaks(self, word: Word, domain: int) -> None:
        with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
            word.scope = ()
        assert word.says(Names())
        assert hash(word) == hash(replace(word))  # type: ignore[type-var]


def test_every_word_is_checked() -> None:
    named = {
        word
        for name in words.__all__
        if isinstance(word := getattr(words, name), type) and issubclass(word, Word)
    }
    assert named - {Word} == {type(word) for word, _ in CASES}
