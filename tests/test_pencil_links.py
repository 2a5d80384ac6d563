"""Declared puzzles as puzz.link addresses: what is written is read again, and what cannot be told is said."""

from random import Random
from typing import Any

import pytest

from quandary.errors import NotationError, QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.convert import convert
from quandary.library.files import examples
from quandary.pencil import (
    Arrows,
    Cages,
    Circles,
    Digits,
    Givens,
    LineClues,
    Number,
    Numbers,
    Pencil,
    Regions,
    Shade,
    Sums,
    at_least,
)
from quandary.pencil.clues import BoardSize, Clue
from quandary.pencil.codes import NONE, UNKNOWN, Code, Hexadecimal, Pointing, Scattered, Several, UpToFour
from quandary.pencil.grid import OPEN
from quandary.pencil.link import read_link, write_link
from quandary.pencil.puzzle import Pencil as AnyPencil

LINKED = [name for name in registry.find_kinds() if issubclass(registry.find_kind(name).puzzle, AnyPencil)]


def declared(*told: Clue, digits: bool = False) -> type[Pencil]:
    """Declare a puzzle with some clues and no rules to speak of."""

    class Told(Pencil):
        clues = told
        marks = Digits(1) if digits else Shade()

        def rules(self, grid):  # type: ignore[no-untyped-def]
            yield at_least(0, grid.cells)

    return Told


CASES: list[tuple[type[Pencil], int, int, tuple[object, ...]]] = [
    (declared(Numbers(0, 3)), 2, 3, ((3, None, None, None, 0, 1),)),
    (declared(Numbers(0, 4, unknown="#", black=True)), 2, 2, ((-1, 4, None, None),)),
    (declared(Numbers(1, unknown="?")), 2, 2, ((300, None, -1, 16),)),
    (declared(Circles()), 2, 2, (("w", None, None, "b"),)),
    (declared(Arrows()), 2, 2, (((2, 0), None, (17, 1), (0, 3)),)),
    (declared(Regions(), Number("stars")), 2, 3, ((0, 0, 1, 0, 1, 1), 2)),
    (declared(Cages("count")), 2, 2, (((0, 1, 0, 1), (None, (12, ""))),)),
    (declared(Regions(), Givens(), digits=True), 2, 2, ((0, 0, 1, 1), (1, None, None, None))),
    (declared(LineClues("runs")), 2, 3, ((2, ((1, 1), (), (2,), (), (1,))),)),
    (declared(LineClues("sums", single=True)), 2, 3, ((2, ((1,), None, (0,), None, (1,))),)),
    (
        declared(Sums(), digits=True),
        3,
        3,
        (((0, 0), (3, 0), (12, 0), (0, 5), None, None, (0, 23), None, (4, 0)),),
    ),
]


@pytest.mark.parametrize(("kind", "rows", "columns", "given"), CASES)
def test_every_clue_writes_its_part_of_an_address_and_reads_it(
    kind: type[Pencil], rows: int, columns: int, given: tuple[object, ...]
) -> None:
    link = write_link("ours", kind(rows, columns, given))
    assert link.startswith("https://puzz.link/p?ours/")
    assert read_link("ours", kind, link) == (BoardSize(rows, columns), given)
    assert read_link("other", kind, link) is None


def test_an_address_says_what_is_wrong_with_it() -> None:
    kind = declared(Numbers(0, 3))
    for text, says in (
        ("ours/3/3/a", "needs 9"),
        ("ours/2/2/!!", "cannot contain"),
        ("ours/2/2/", "needs 4"),
    ):
        with pytest.raises(NotationError, match=says):
            read_link("ours", kind, text)


def test_what_an_address_cannot_tell_is_refused() -> None:
    runs = declared(LineClues("runs"))
    with pytest.raises(NotationError, match="every line"):
        write_link("ours", runs(2, 2, ((2, (None, (1,), (1,), ())),)))
    sums = declared(Sums(), digits=True)
    with pytest.raises(NotationError, match="first row and column"):
        write_link("ours", sums(2, 2, ((None, (1, 1), (0, 0), None),)))


def test_random_numbers_survive_every_code() -> None:
    random, size = Random(1), BoardSize(7, 9)
    for _ in range(100):
        gaps = random.random()

        def some(*values: object) -> list[object]:
            return [NONE if random.random() < gaps else random.choice(values) for _ in range(63)]  # noqa: B023

        cases: list[tuple[Code, Any]] = [
            (Hexadecimal(), some(UNKNOWN, 0, 9, 15, 16, 255, 256, 4095, 4096)),
            (UpToFour(), some(UNKNOWN, 0, 1, 2, 3, 4)),
            (Pointing(), some((0, UNKNOWN), (1, 3), (4, 15), (2, 200))),
            (
                Several(),
                some(
                    (UNKNOWN,), (0,), (8,), (1, 5), (UNKNOWN, 2), (1, 1, 3), (1, 1, 1, 1), (1, 1, 1, UNKNOWN)
                ),
            ),
            (Scattered(), [int(random.random() > gaps) for _ in range(63)]),
        ]
        for code, values in cases:
            assert code.read(code.write(values, size), size) == (values, "")


@pytest.mark.parametrize("name", LINKED)
def test_examples_are_kept_through_convert(name: str) -> None:
    kind: Kind = registry.find_kind(name)
    if "puzz.link" not in kind.notation.forms:
        return
    assert kind.maker.full
    whole = kind.maker.full(Random(1), kind.maker.sizes[0])
    kept = 0
    told = [whole] * (OPEN in whole.start)  # not if everything is given
    for puzzle in (*told, *(entry.puzzle for entry in examples(kind))):
        text = kind.format(puzzle)
        try:
            link = convert(f"{name}:{text}", "puzz.link")
        except QuandaryError as refused:
            assert "puzz.link" in str(refused)
            continue
        assert kind.parse(link.strip()) == puzzle
        kept += 1
    assert kept, "no puzzle of the kind can be told by an address"


def test_clues_of_an_address_that_the_notation_refuses_are_refused() -> None:
    with pytest.raises(NotationError, match="cannot contain '0'"):
        registry.find_kind("nurikabe").parse("https://puzz.link/p?nurikabe/5/5/h0g11k1g1i1h1i1")
