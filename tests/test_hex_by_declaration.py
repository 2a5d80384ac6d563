"""HEX as a declared tangram has the places, rules, solutions and scores of the kind `hex`."""

import json
from dataclasses import replace
from random import Random

import pytest

from quandary._native import core
from quandary.kinds.tangram.declare import Piece
from quandary.kinds.tangram.hex.constraints import Hole
from quandary.kinds.tangram.hex.notation import parse as parse_hex
from quandary.kinds.tangram.hex.pieces import LETTERS, ROWS
from quandary.kinds.tangram.hex.pieces import LOCATIONS as HEX_LOCATIONS
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import starts as hex_starts
from quandary.kinds.tangram.lattice import Cell
from quandary.kinds.tangram.notation import format_piece, parse
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.sets import HEX
from quandary.kinds.tangram.starts import starts
from quandary.kinds.tangram.tilings import up_to_symmetry
from quandary.library import registry
from quandary.measuring.entropy import muse
from quandary.parts.touch import Touch
from quandary.rules import believe

KIND, HEX_KIND = registry.find_kind("tangram"), registry.find_kind("hex")
HEX_EXAMPLES = [
    json.loads(line) for line in (HEX_KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()
]
PATTERN = {(True, True): "x", (True, False): "f", (False, True): "s", (False, False): "n"}


def declared(puzzle: Hex, text: str) -> Tangram:
    """Return a HEX puzzle as a declaration."""
    board = "/".join(
        "_" * first + row for (first, _), row in zip(ROWS, text.split()[0].split("/"), strict=True)
    )
    pieces = (_declared_piece(puzzle, piece) for piece in HEX.pieces)
    words = [format_piece("triangle", piece) for piece in pieces if piece not in HEX.pieces]
    bumps = ["bumps=odd"] if puzzle.pattern is not None else []
    return parse(
        " ".join(["hex", board, *words, f"-{LETTERS[puzzle.forbidden]}", *bumps, *map(str, puzzle.relations)])
    )


def _declared_piece(puzzle: Hex, piece: Piece) -> Piece:
    if piece.colour in ("blue", "purple"):
        piece = replace(piece, colour="blue" if piece.name in puzzle.blue else "purple")
    if puzzle.pattern is None:
        return piece
    sides = puzzle.pattern.holes(piece.name)

    def has(side: Hole, cell: Cell) -> bool:
        return side is Hole.FULL or side is (Hole.EVEN if sum(cell) % 2 else Hole.ODD)

    holes = "".join(PATTERN[has(sides[0], cell), has(sides[1], cell)] for cell in piece.cells)
    return replace(piece, holes="" if set(holes) == {"x"} else holes)


def test_hex_is_one_declaration_among_others() -> None:
    layout = parse("hex -H").layout
    ours = [(layout.piece[each.piece].name, each.mask) for each in layout.locations]
    assert ours == [(each.piece, each.mask) for each in HEX_LOCATIONS]
    assert len(layout.symmetries) == 12
    places = list(zip(layout.locations, HEX_LOCATIONS, strict=True))
    rng = Random(1)
    for touch in Touch:
        for one, other in (rng.sample(places, 2) for _ in range(2000)):
            assert touch.holds(one[0], other[0]) == touch.holds(one[1], other[1])


def test_hex_without_trapezoids_has_the_nine_solutions_of_the_table() -> None:
    expected = sum(each.forbidden == "Trapezoid" for each in all_solutions())
    assert len(up_to_symmetry(parse("hex -Z"))) == expected == 9


@pytest.mark.parametrize("example", HEX_EXAMPLES, ids=lambda example: example["id"])
def test_hex_examples_have_the_same_scores_by_declaration(example: dict[str, str]) -> None:
    puzzle = parse_hex(example["puzzle"])
    twin = declared(puzzle, example["puzzle"])
    names = ("none", "tiler", "thesis", "scanner") if core() else ("tiler",)
    for name in names:
        for policy in ("best", "greedy"):
            ours = muse(twin, KIND.player(name), policy=policy)
            theirs = muse(puzzle, HEX_KIND.player(name), policy=policy)
            assert (ours.value, ours.status) == (theirs.value, theirs.status)


@pytest.mark.parametrize("example", HEX_EXAMPLES, ids=lambda example: example["id"])
def test_each_rule_finds_what_the_rule_of_hex_finds(example: dict[str, str]) -> None:
    pairs = {
        "one-place": "one-place",
        "gap-is-piece": "region-is-piece",
        "gap-sizes": "region-sizes",
        "bumps": "bumps",
        "touching": "touching",
        "gap-shapes": "two-trapezoids",
        "piece-gone": "piece-gone",
    }
    puzzle, rng = parse_hex(example["puzzle"]), Random(0)
    twin = declared(puzzle, example["puzzle"])
    for _ in range(2):
        state, other = puzzle.starts()[0], twin.starts()[0]
        while moves := puzzle.moves(state):
            for ours, theirs in pairs.items():
                left, must = believe(twin, other, [KIND.rule(ours)])
                expected, needed = believe(puzzle, state, [HEX_KIND.rule(theirs)])
                assert [each.mask for each in left] == [each.mask for each in expected]
                assert [each.mask for each in must] == [each.mask for each in needed]
            move = rng.choice(moves)
            state = puzzle.apply(state, move)
            same = next(
                each
                for each in twin.moves(other)
                if each.mask == move.mask and twin.layout.piece[each.piece].name == move.piece
            )
            other = twin.apply(other, same)
        assert twin.is_solved(other) == puzzle.is_solved(state)


def test_hex_without_trapezoids_starts_with_as_few_pieces() -> None:
    theirs = hex_starts("Trapezoid")
    sizes = sorted(
        len(theirs.find(each.numbers)) for each in all_solutions() if each.forbidden == "Trapezoid"
    )
    ours = starts(parse("hex -Z"))
    assert sorted(len(ours.find(tiling)) for tiling in ours.solutions) == sizes
