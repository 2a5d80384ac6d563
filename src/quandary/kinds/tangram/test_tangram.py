"""Declared tangrams: known counts, HEX by declaration, notation, symmetries, starts and spaces."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from quandary.draw.shapes import Line
from quandary.errors import NotationError, SpaceError
from quandary.kinds.tangram import KIND
from quandary.kinds.tangram.draw import asked
from quandary.kinds.tangram.engine import native
from quandary.kinds.tangram.generate import generate
from quandary.kinds.tangram.hex.draw import asked as asked_in_hex
from quandary.kinds.tangram.lattice import LATTICES, Cell, Lattice
from quandary.kinds.tangram.notation import format as write
from quandary.kinds.tangram.notation import lines, parse, recognise
from quandary.kinds.tangram.rules import BROKEN, State, Tangram
from quandary.kinds.tangram.search import search
from quandary.kinds.tangram.sets import HEX, SETS
from quandary.kinds.tangram.spaces import SPACES
from quandary.kinds.tangram.starts import starts
from quandary.kinds.tangram.tilings import find_tilings, symmetries, up_to_symmetry
from quandary.library import registry
from quandary.library.files import read
from quandary.limits import Limits
from quandary.parts.masks import bits
from quandary.parts.touch import Relation, Touch
from quandary.puzzle import Slot
from quandary.solving.search import count
from quandary.testing.twins import pair_of

HEX_KIND = registry.find_kind("hex")
EXAMPLES = [json.loads(line) for line in (KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()]
HEX_EXAMPLES = [
    json.loads(line) for line in (HEX_KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()
]


# Known numbers


def tile(free: frozenset[Cell], shapes: list[list[frozenset[Cell]]]) -> Iterator[None]:
    """Yield once for every tiling of some cells with each of these pieces, by plain recursion."""
    if not free:
        yield None
        return
    first = min(free)
    for at, places in enumerate(shapes):
        for place in places:
            if first in place and place <= free:
                yield from tile(free - place, shapes[:at] + shapes[at + 1 :])


def turned_squares(cells: list[Cell]) -> set[frozenset[Cell]]:
    """Return a polyomino in all its orientations, with its top left at the origin."""
    found = set()
    for mirrored in (False, True):
        shape = [(row, -column) if mirrored else (row, column) for row, column in cells]
        for _ in range(4):
            shape = [(column, -row) for row, column in shape]
            top, left = min(row for row, _ in shape), min(column for _, column in shape)
            found.add(frozenset((row - top, column - left) for row, column in shape))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_plain_recursion_counts_as_many_tilings_of_a_rectangle(seed: int) -> None:
    rng = Random(seed)
    base = SETS["pentominoes"]
    used = rng.sample(base.pieces, 4)
    left_out = "".join(piece.letter for piece in base.pieces if piece not in used)
    puzzle = parse(f"pentominoes 5x4 -{left_out}")
    board = [(row, column) for row in range(5) for column in range(4)]
    shapes = [
        [
            frozenset((row + down, column + right) for row, column in shape)
            for shape in turned_squares(list(piece.cells))
            for down, right in board
        ]
        for piece in used
    ]
    assert len(find_tilings(puzzle)) == sum(1 for _ in tile(frozenset(board), shapes))


def test_three_by_twenty_has_two_tilings_with_pentominoes() -> None:
    assert len(up_to_symmetry(parse("pentominoes 3x20"))) == 2


def test_a_piece_without_symmetry_is_tried_in_one_of_its_images_only() -> None:
    puzzle = parse("pentominoes 6x10")
    assert len(symmetries(puzzle)) == 4
    turned = [to for to in symmetries(puzzle) if to != tuple(range(len(to)))]
    assert len(turned) == 3
    for to in turned:
        assert all(to[to[number]] == number for number in range(len(to)))


def test_one_sided_pieces_and_their_mirror_images_may_change_places() -> None:
    alone = parse("square 2x4 L=xxx/x,2,one-sided")
    both = parse("square 2x4 L=xxx/x,one-sided J=xxx/__x,one-sided")
    assert len(symmetries(alone)) == 2
    assert len(symmetries(both)) == 4
    coloured = parse("square 2x4 L=xxx/x,one-sided,red J=xxx/__x,one-sided")
    assert len(symmetries(coloured)) == 2


# Engines


@pytest.mark.parametrize("seed", range(6))
def test_the_search_in_python_finds_the_tilings_of_the_one_in_cpp(seed: int) -> None:
    puzzle = generate(Random(seed), "4-piece")
    assert sorted(find_tilings(puzzle)) == sorted(tuple(sorted(each)) for each in search(puzzle, ()))


def test_a_board_with_too_many_places_is_played_in_python() -> None:
    letters = [chr(ord("A") + at) for at in range(26)]
    wide = parse(f"square 8x16 {' '.join(f'{letter}=xxx/x_x' for letter in letters[:25])} Z=xxx")
    assert len(wide.layout.locations) > 4096
    assert native(wide) is None
    assert len(list(wide.moves(wide.starts()[0]))) == len(wide.layout.locations)


def test_bumps_need_a_hole_in_the_side_that_lies_down() -> None:
    over = "square 1x4 A=xn,2,one-sided bumps="
    assert count(parse(f"{over}o.o.")).solutions == 1
    assert count(parse(f"{over}.o.o")).solutions == 1
    assert count(parse(f"{over}all")).solutions == 0
    assert count(parse("square 2x2 A=fs B=xx bumps=o./..")).solutions == 4
    assert count(parse("square 2x2 A=nn B=xx bumps=o./..")).solutions == 2


def filled(text: str) -> tuple[Tangram, State]:
    """Return a puzzle and its board after the first move at each step."""
    puzzle = parse(text)
    state = puzzle.starts()[0]
    while moves := puzzle.moves(state):
        state = puzzle.apply(state, moves[0])
    return puzzle, state


@pytest.mark.parametrize(
    ("more", "is_good"),
    [
        ("", True),
        ("red-red:edge", True),
        ("red-red:no-edge", False),
        ("bumps=all", False),
        ("bumps=all red-red:edge", False),
        ("bumps=all red-red:no-edge", False),
    ],
)
def test_a_full_board_is_solved_if_no_constraint_is_broken(more: str, is_good: bool) -> None:
    puzzle, full = filled(f"square 1x4 A=nn,red B=nn,red {more}")
    assert not full.vacant and not full.left
    assert (puzzle.is_solved(full), puzzle.is_broken(full)) == (is_good, not is_good)
    assert puzzle.slots(full) == ([] if is_good else [BROKEN])


def test_bumps_alone_break_no_board_whose_pieces_have_holes() -> None:
    puzzle, full = filled("square 1x4 A=xx B=xx bumps=all")
    assert puzzle.is_solved(full) and not puzzle.is_solved(puzzle.starts()[0])


def test_the_slots_are_the_pieces_left_and_the_free_cells_and_a_move_fills_some() -> None:
    puzzle = parse("square AA../.... A=xx,2 B=xx/xx")
    [start] = puzzle.starts()
    free = [Slot("cell", cell) for cell in (2, 3, 4, 5, 6, 7)]
    assert puzzle.slots(start) == [Slot("piece", "A"), Slot("piece", "B"), *free]
    move = next(each for each in puzzle.moves(start) if each.piece == "B")
    covered = [Slot("cell", cell) for cell in bits(move.mask)]
    assert [*puzzle.fills(move)] == [Slot("piece", "B"), *covered] and len(covered) == 4
    after = puzzle.apply(start, move)
    assert puzzle.slots(after) == [Slot("piece", "A"), *(each for each in free if each not in covered)]


def test_pieces_of_a_colour_may_have_to_share_no_row_and_no_column() -> None:
    apart = parse("square 4x4 A=x,4,red B=xxx/xxx/xxx C=xx,yellow D=x red-red:no-line")
    state = apart.starts()[0]
    tilings = find_tilings(apart)
    assert len(tilings) < len(find_tilings(replace(apart, relations=())))
    for tiling in tilings:
        spots = [bits(apart.layout.locations[number].mask) for number in tiling]
        lonely = [
            apart.board[next(spot)]
            for number, spot in zip(tiling, spots, strict=True)
            if apart.layout.locations[number].piece == "A"
        ]
        assert len({row for row, _ in lonely}) == len({column for _, column in lonely}) == 4
    assert state.left.count("A") == 4


# Notation


def texts() -> list[str]:
    return [
        *(example["puzzle"] for example in EXAMPLES),
        "pentominoes 6x10",
        "hexiamonds",
        "tetrahexes",
        "square AAa/_.a/... A=xx,3 B=xx",
        "hexagon 2x4 A=xx,4,one-sided bumps=...o/o...",
        "square 3x4 A=xx,6 +A@0-1",
    ]


@pytest.mark.parametrize("text", texts())
def test_a_declaration_is_the_same_on_one_line_and_in_lines(text: str) -> None:
    puzzle = parse(text)
    assert parse(write(puzzle)) == puzzle
    assert parse(lines(puzzle)) == puzzle
    found = recognise(f"# mine\n\n{lines(puzzle)}")
    assert found is not None and [parse(each) for _, each in found] == [puzzle]
    assert found[0][0] == 3


def test_a_third_piece_of_a_kind_is_written_with_its_cells() -> None:
    puzzle = parse("square AAaa/.... A=xx,4 +A@4-5")
    assert len(puzzle.placed) == 3
    assert write(puzzle) == "square AAaa/.... A=xx,4 +A@4-5"


def test_a_file_may_have_several_declarations(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# two of mine\ntangram: square\nboard: 2x2\npiece A, 2: xx\n\ntangram: tetrahexes\n")
    entries = list(read(str(file)))
    assert [write(entry.puzzle) for entry in entries if hasattr(entry, "puzzle")] == [
        "square 2x2 A=xx,2",
        "tetrahexes",
    ]


def test_a_declaration_of_twenty_lines_has_hex(tmp_path: Path) -> None:
    bare = replace(parse("hex -H"), pieces=tuple(replace(piece, name="") for piece in HEX.pieces))
    text = "\n".join(line for line in lines(bare).splitlines() if line)
    assert len(write(bare).split()) <= 20
    assert parse(text) == bare


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with one of pentominoes"),
        ("octagon 2x2", "not 'octagon'"),
        ("square A=xx,2", "Say what the board is"),
        ("square 99x99 A=x", "9,801 cells, but the limit is 128"),
        ("square .?/.. A=xx,2", "cannot contain '\\?'"),
        ("square 2x2 A=xx", "2 cells together, the board 4"),
        ("square 2x2 A=xx,2 A=x", "declared twice"),
        ("square 2x2 A=x_x B=xx", "are not connected edge to edge"),
        ("triangle 1x2 A=_x/_x", "mind which triangles point up"),
        ("square 2x2 A=xx,2,pink", "Cannot read 'pink' after the piece A"),
        ("square 2x2 a=xx", "Cannot read 'a=xx'"),
        ("square 2x2 A=xy,2", "Cannot read the cells of A"),
        ("square AB/.. A=xx,2", "No piece has the letter 'B'"),
        ("square A./.. A=xx,2", "1 cells marked A are not the piece A"),
        ("square AA/AA A=xx,2", "4 cells marked A are not the piece A"),
        ("square AA/aa A=xx,2", "nothing is left to do"),
        ("square AA/.. A=xx,2 -A", "0 cells together"),
        ("square AA/.. A=xx,2 +A@0-1", "cannot lie on the board like this"),
        ("square AA/.. A=xx,2 +A@0-9", "Cannot read \\+'A@0-9'"),
        ("square 2x2 A=xx,2 -Q", "No piece has the letter 'Q'"),
        ("square 2x2 A=xx,2 bumps=oo", "Cannot read the bumps"),
        ("square 2x2 A=xx,2 red-red:edge", "asks nothing"),
        ("square 2x2 A=xx,2 red-pink:edge", "Cannot read 'red-pink:edge'"),
        ("square 6x6 A=x,36", "more than 32 pieces"),
        ("tangram: square\ntangram: square\n", "remove the second"),
    ],
)
def test_a_bad_declaration_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse(text)


# Symmetries, starts and spaces


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_a_lattice_keeps_neighbours_and_rows_when_turned_and_flipped(lattice: Lattice) -> None:
    cells = [lattice.cell(row, at) for row in range(4) for at in range(4)]
    for symmetry in lattice.symmetries:
        to = dict(zip(cells, lattice.image(cells, symmetry), strict=True))
        for one, other in combinations(cells, 2):
            assert (other in lattice.near(one)) == (to[other] in lattice.near(to[one]))
            shared = zip(lattice.lines(one), lattice.lines(other), strict=True)
            turned = zip(lattice.lines(to[one]), lattice.lines(to[other]), strict=True)
            assert any(a == b for a, b in shared) == any(a == b for a, b in turned)
            corners = set(lattice.corners(one)) & set(lattice.corners(other))
            assert len(corners) == len(set(lattice.corners(to[one])) & set(lattice.corners(to[other])))


def test_a_piece_written_in_another_way_is_the_same_piece() -> None:
    one, other = parse("square A../... A=x B=xxx/xx"), parse("square 3x2 A=x B=_x/xx/xx")
    assert KIND.canonical(one) != KIND.canonical(other)
    other = replace(other, placed=parse("square ../../A. A=x B=_x/xx/xx").placed)
    assert KIND.canonical(one) == KIND.canonical(other)


def test_every_starting_position_has_a_number_and_one_solution() -> None:
    space = SPACES["starts"].build(SPACES["starts"].options)
    assert space.size == len(up_to_symmetry(parse("tetrahexes")))
    for number in range(space.size):
        puzzle = space.unrank(number)
        assert space.rank(puzzle) == number
        assert len(find_tilings(puzzle)) == 1
        for place in puzzle.placed:
            rest = tuple(other for other in puzzle.placed if other != place)
            assert len(find_tilings(replace(puzzle, placed=rest))) > 1
    with pytest.raises(SpaceError, match="not a starting position"):
        space.rank(parse("tetrahexes"))


def test_a_starting_position_can_be_made_to_have_a_piece() -> None:
    family = starts(parse("tetrahexes"))
    start = family.find(family.solutions[0], including="Y")
    assert "Y" in {family.empty.layout.locations[number].piece for number in start}
    assert family.is_settled(start)


def test_pieces_can_be_made_of_any_declaration() -> None:
    made = KIND.pictures.tangram
    assert made is not None
    solid = made([parse("square 2x2 A=fn,2,red bumps=odd")])
    (piece,) = solid.pieces
    assert (piece.copies, piece.colour) == (2, "pale-red")
    assert [(cell.first, cell.second) for cell in piece.cells] == [(True, False), (False, False)]
    assert [cell.bump for cell in solid.board] == [False, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "hexagon 1x5 A=x,yellow B=sx/x,one-sided,red E=x,red red-yellow:corner",
        "square 1x4 A=xx,2 B=xx/x -B",
        "square 1x4 A=xx,2 B=xxx/xxx -B",
    ],
)
def test_both_engines_know_the_size_of_a_piece_that_fits_nowhere(text: str) -> None:
    puzzle = parse(text)
    pair = pair_of(KIND, puzzle, Limits(states=100))
    if pair:  # without the compiled core there is only one
        for player in pair.players:
            pair.compare_options(player, Random(0))


def test_the_signs_of_relations_differ() -> None:
    for shapes in (
        [tuple(asked(Relation("blue", "red", touch), 0.0, 0.0))[:-1] for touch in Touch],
        [tuple(asked_in_hex(Relation("blue", "red", touch), 0.0))[:-1] for touch in list(Touch)[:4]],
    ):
        assert len(set(shapes)) == len(shapes)
        crosses = [sum(isinstance(shape, Line) and shape.width == 0.035 for shape in one) for one in shapes]
        assert crosses == [0, 2, 0, 2, 2][: len(shapes)]
