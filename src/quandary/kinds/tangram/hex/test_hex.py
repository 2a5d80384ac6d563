"""Test what is special to the HEX tangram. The contract suite checks the rest.

`Plain` at the end shares no code with the kind. It works with points in the plane and serves as the
reference for the kind's answers.
"""

import cmath
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from math import inf, isclose, log2, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core
from quandary.draw.shapes import Circle, Line, Text
from quandary.errors import NotationError, SpaceError
from quandary.kinds.tangram.hex import KIND
from quandary.kinds.tangram.hex.constraints import (
    BLUE,
    COLOURS,
    SELECTED,
    Hole,
    Holes,
    Relation,
    Touch,
    groups,
    ordered,
)
from quandary.kinds.tangram.hex.draw import HATCHING, PAINTER
from quandary.kinds.tangram.hex.generate import SIZES, generate, reductions
from quandary.kinds.tangram.hex.notation import LONGEST, format, parse  # noqa: A004
from quandary.kinds.tangram.hex.people import (
    GAPS,
    ONE_PLACE,
    PIECE_GONE,
    REGION_IS_PIECE,
    REGION_SIZES,
    RULES,
    TILER,
    TOUCHING_CHAINS,
    TOUCHING_PAIRS,
    TWO_TRAPEZOIDS,
)
from quandary.kinds.tangram.hex.pieces import (
    BY_PIECE,
    CELLS,
    DOWN,
    FULL,
    LAYOUT,
    LETTERS,
    LOCATIONS,
    PIECES,
    REFERENCE,
    SYMMETRIES,
    TRAPEZOID,
    image,
    location,
)
from quandary.kinds.tangram.hex.richness import richness
from quandary.kinds.tangram.hex.rules import BROKEN, Hex, HexState
from quandary.kinds.tangram.hex.same import symmetries
from quandary.kinds.tangram.hex.solutions import COUNT, StoredSolution, all_solutions, find_solutions
from quandary.kinds.tangram.hex.spaces import PATTERNS, RELATIONS, SPACES
from quandary.kinds.tangram.hex.starts import HexStarts, starts, tilings
from quandary.measuring.entropy import differential, muse, remuse
from quandary.parts.exact_cover import ExactCover
from quandary.parts.fitting import PIECEWISE
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of
from quandary.parts.space import Space
from quandary.player import Player
from quandary.replicate.hex import search
from quandary.replicate.hex.spaces import ANY_BUMPS, ANY_LOCATIONS, ANY_SIDES, NO_REPEATS
from quandary.rules import Rule
from quandary.solving.deduce import deduce
from quandary.solving.search import count, solutions

EXAMPLES = [json.loads(line) for line in (KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()]
BY_ID = {example["id"]: KIND.parse(example["puzzle"]) for example in EXAMPLES}
RANDOMS = st.randoms(use_true_random=False)
PRIME = 1_000_000_007
NATIVE = core() is not None
EMPTY = "/".join("." * length for length in (7, 9, 11, 11, 9, 7))


def sample(things: range, native: int, python: int) -> range:
    """Return every nth thing: many if the compiled core does the work, few in pure Python."""
    return things[:: max(1, len(things) // (native if NATIVE else python))]


def start_of(solution: StoredSolution) -> Hex:
    family = starts(solution.forbidden)
    return family.puzzle(family.find(solution.numbers))


# Board and pieces


def test_turning_the_board_moves_each_cell_where_the_plane_says() -> None:
    for symmetry, to in enumerate(SYMMETRIES):
        turn = cmath.exp(-1j * cmath.pi / 3 * (symmetry % 6))
        for cell, target in enumerate(to):
            centre = PLAIN.centres[cell]
            mirrored = centre.conjugate() if symmetry >= 6 else centre
            assert abs(mirrored * turn - PLAIN.centres[target]) < 1e-9


def test_the_board_has_37_corners_and_27_bumps() -> None:
    assert mask_of(chain.from_iterable(map(bits, LAYOUT.corners))) == (1 << 37) - 1
    assert DOWN.bit_count() == 27 and len(CELLS) == 54


@pytest.mark.parametrize("piece", PIECES)
def test_the_locations_of_a_piece_are_all_its_images_that_fit_on_the_board(piece: str) -> None:
    assert {each.mask for each in BY_PIECE[piece]} == set(PLAIN.ways[piece])
    assert [each.number for each in BY_PIECE[piece]] == list(
        range(BY_PIECE[piece][0].number, BY_PIECE[piece][-1].number + 1)
    )


def test_there_are_as_many_locations_as_the_thesis_counts_but_for_two_misprints() -> None:
    counts = {piece: len(BY_PIECE[piece]) for piece in PIECES}
    assert counts == {
        "Hexagon": 19,
        "Butterfly": 42,
        "Elbow": 78,
        "Line": 72,
        "Mountains": 192,
        "Wrench": 168,
        "Triangle": 156,
        "Hook": 192,
        "Trapezoid": 126,
        "Snake": 84,
    }


def test_every_big_piece_is_two_trapezoids_and_every_two_trapezoids_in_touch_are_a_big_piece() -> None:
    pairs = combinations(BY_PIECE[TRAPEZOID], 2)
    made = {
        one.mask | other.mask for one, other in pairs if one.halo & other.mask and not one.mask & other.mask
    }
    assert made == {each.mask for piece in PIECES if piece != TRAPEZOID for each in BY_PIECE[piece]}


@given(st.integers(0, FULL))
@settings(max_examples=50, deadline=None)
def test_regions_part_the_vacant_cells(vacant: int) -> None:
    found = LAYOUT.regions(vacant)
    assert sum(found) == vacant and all(PLAIN.is_connected(region) for region in found)
    assert len(found) == len(PLAIN.parts(vacant))


# Solutions


def test_there_are_2508_solutions_and_the_thesis_counts_them_by_the_piece_left_out() -> None:
    found = find_solutions()
    assert Counter(each.forbidden for each in found) == {
        "Hexagon": 673,
        "Butterfly": 352,
        "Wrench": 321,
        "Snake": 307,
        "Mountains": 265,
        "Hook": 179,
        "Triangle": 176,
        "Elbow": 129,
        "Line": 97,
        "Trapezoid": 9,
    }
    assert len(found) == COUNT and tuple(found) == all_solutions()


def test_solutions_are_numbered_as_in_an_independent_program() -> None:
    found = all_solutions()
    assert found[0].indices == (191, 165, 59, 48, 16, 7, 34, 28, 77, 52)
    assert found[2507].indices == (67, 129, 158, 16, 14, 70, 18, 69, 38)
    assert sum(sum(each.indices) for each in found) == 1_574_404
    weighted = (
        (at + 1) * (slot + 1) * index
        for at, each in enumerate(found)
        for slot, index in enumerate(each.indices)
    )
    assert sum(weighted) % PRIME == 760_589_231


def test_no_solution_is_symmetric_so_there_are_30096_tilings() -> None:
    every = [tuple(sorted(tiling)) for piece in PIECES for _, tiling in tilings(piece)]
    assert len(set(every)) == len(every) == 12 * COUNT
    for tiling in every:
        assert sum(LOCATIONS[number].mask for number in tiling) == FULL


def test_plain_recursion_finds_the_same_tilings_without_trapezoids() -> None:
    ours = {frozenset(LOCATIONS[number].mask for number in tiling) for _, tiling in tilings(TRAPEZOID)}
    assert len(ours) == 9 * 12
    some = sorted(ours, key=sorted)[:3]
    for tiling in some:
        given = {PLAIN.piece(mask): mask for mask in list(tiling)[:3]}
        found = PLAIN.completions(TRAPEZOID, list(given.items()))
        assert frozenset(tiling) in {frozenset(mask for _, mask in each) for each in found}


@pytest.mark.parametrize(
    "spoil", ["missing", "cut", "altered", "another version", "not text", "wrong but signed"]
)
def test_a_cached_file_that_is_missing_or_wrong_is_made_again(
    spoil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUANDARY_CACHE", str(tmp_path))
    fresh: Callable[[], tuple[StoredSolution, ...]] = all_solutions.__wrapped__
    expected = fresh()
    (path,) = tmp_path.iterdir()
    good = path.read_text()
    if spoil == "missing":
        path.unlink()
    elif spoil == "cut":
        path.write_text(good[: len(good) // 2])
    elif spoil == "altered":
        path.write_text(good.replace("191", "190"))
    elif spoil == "another version":
        path.write_text(good.replace("hex-solutions 1 ", "hex-solutions 0 "))
    elif spoil == "not text":
        path.write_bytes(b"\xff\xfe")
    else:
        from quandary.parts import cache

        text = good.partition("\n")[2].replace("Line 191", "Line 190", 1)
        path.write_text(cache._heading("hex-solutions", 1, text) + text)
    assert fresh() == expected
    assert path.read_text() == good


# HexStarts


def test_starts_have_one_two_or_three_pieces() -> None:
    sizes, check = Counter[int](), 0
    for at, solution in enumerate(all_solutions()):
        start = starts(solution.forbidden).find(solution.numbers)
        sizes[len(start)] += 1
        check += (at + 1) * sum(2 ** solution.numbers.index(number) for number in start)
    assert sizes == {1: 50, 2: 2047, 3: 411}
    assert check % PRIME == 419_642_504  # from an independent program


@pytest.mark.parametrize("shard", range(4))
def test_a_start_has_exactly_one_completion(shard: int) -> None:
    for at in sample(range(shard, COUNT, 4), native=COUNT, python=60):
        solution = all_solutions()[at]
        assert completions(starts(solution.forbidden).find(solution.numbers), solution.forbidden) == 1


def completions(start: tuple[int, ...], forbidden: str) -> int:
    """Count the tilings that contain a start, by exact cover of the remaining pieces and free cells."""
    taken = mask_of(cell for number in start for cell in bits(LOCATIONS[number].mask))
    left = Counter({piece: 2 if piece == TRAPEZOID else 1 for piece in PIECES if piece != forbidden})
    left -= Counter(LOCATIONS[number].piece for number in start)
    cells = {cell: at for at, cell in enumerate(bits(FULL & ~taken))}
    room = {piece: len(cells) + at for at, piece in enumerate(left)}
    options = [
        [*(cells[cell] for cell in bits(each.mask)), room[piece]]
        for piece in left
        for each in BY_PIECE[piece]
        if not each.mask & taken
    ]
    return ExactCover(len(cells), options, list(left.values())).count(most=2)


@pytest.mark.parametrize("forbidden", PIECES)
def test_no_smaller_set_of_pieces_would_do(forbidden: str) -> None:
    every = [frozenset(tiling) for _, tiling in tilings(forbidden)]
    having: Counter[frozenset[int]] = Counter()
    for tiling in every:
        having.update(map(frozenset, chain.from_iterable(combinations(tiling, size) for size in (0, 1, 2))))
    for solution in all_solutions():
        if solution.forbidden == forbidden:
            size = len(starts(forbidden).find(solution.numbers))
            smaller = chain.from_iterable(combinations(solution.numbers, less) for less in range(size))
            assert all(having[frozenset(some)] > 1 for some in smaller)


def test_a_start_can_begin_with_a_given_piece() -> None:
    family = starts("Hexagon")
    for tiling in family.tilings[:24]:
        start = family.find(tiling, including=["Hook"])
        assert "Hook" in [LOCATIONS[number].piece for number in start]
        assert family.is_settled(start) and not family.is_settled(start[:0])
        assert all(
            not family.is_settled([number for number in start if number != less])
            for less in start
            if LOCATIONS[less].piece != "Hook"
        )


def test_under_constraints_fewer_pieces_are_needed_and_the_rest_is_still_unique() -> None:
    clear, bumpy = starts("Hexagon"), starts("Hexagon", SELECTED)
    for tiling in bumpy.tilings[:5]:
        start = bumpy.find(tiling)
        assert len(start) <= len(clear.find(tiling))
        assert count(bumpy.puzzle(start)).solutions == 1


def test_constraints_alone_can_leave_one_solution() -> None:
    family = starts("Line", SELECTED, (Relation("yellow", "green", Touch.EDGE),))
    assert family.needs_nothing and len(family.tilings) == 3
    assert not starts("Trapezoid").needs_nothing


def test_more_pieces_lower_the_entropy_most_or_least() -> None:
    family, solution = starts("Trapezoid"), all_solutions()[-9]
    start = family.find(solution.numbers)

    def bits(puzzle: Hex) -> float:
        return muse(puzzle).value or 0.0

    every = {
        number: bits(family.puzzle((*start, number))) for number in solution.numbers if number not in start
    }
    easier = family.with_more(solution.numbers, start, 1, bits)
    harder = family.with_more(solution.numbers, start, 1, bits, harder=True)
    assert bits(family.puzzle(easier)) == min(every.values())
    assert bits(family.puzzle(harder)) == max(every.values())
    assert min(every.values()) < max(every.values())


def test_a_tiling_that_breaks_the_constraints_has_no_start() -> None:
    family = HexStarts("Line", SELECTED, (Relation("yellow", "green", Touch.EDGE),))
    other = next(tiling for _, tiling in tilings("Line") if tiling not in family.tilings)
    with pytest.raises(ValueError, match="not one of the tilings"):
        family.find(other)


# Constraints


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_fits_where_every_bump_meets_a_hole(piece: str) -> None:
    for one, other in product(Hole, repeat=2):
        holes = Holes(one, other)
        for each in BY_PIECE[piece]:
            assert holes.fit(each) == PLAIN.fits(piece, each.mask, str(holes))


def test_touching_is_what_it_looks_like() -> None:
    rng = Random(5)
    for _ in range(400):
        one, other = rng.choice(LOCATIONS), rng.choice(LOCATIONS)
        if one.mask & other.mask:
            continue
        edge, corner = PLAIN.touch(one.mask, other.mask)
        assert Touch.EDGE.holds(one, other) is edge
        assert Touch.NO_EDGE.holds(one, other) is (not edge)
        assert Touch.CORNER.holds(one, other) is (corner and not edge)
        assert Touch.NO_CORNER.holds(one, other) is (not corner)


def test_a_relation_binds_every_piece_of_one_colour_to_every_other_of_the_second() -> None:
    within = Hex("Hexagon", relations=(Relation("green", "green", Touch.EDGE),)).bonds
    assert set(within) == {("Elbow", TRAPEZOID), (TRAPEZOID, "Elbow"), (TRAPEZOID, TRAPEZOID)}
    between = Hex("Hexagon", relations=(Relation("red", "yellow", Touch.EDGE),)).bonds
    assert set(between) == {
        pair
        for one, other in product(("Butterfly",), ("Line", "Snake"))
        for pair in ((one, other), (other, one))
    }


def test_a_full_board_that_breaks_a_constraint_is_not_solved() -> None:
    solution = next(each for each in all_solutions() if each.forbidden == "Line")
    clear = starts("Line").puzzle(solution.numbers[:9])
    (last,) = clear.moves(clear.starts()[0])
    full = clear.apply(clear.starts()[0], last)
    assert clear.is_solved(full) and clear.slots(full) == []
    asked = [replace(clear, relations=(Relation("red", "red", touch),)) for touch in Touch]
    verdicts = [puzzle.is_solved(full) for puzzle in asked]
    assert any(verdicts) and not all(verdicts)
    for puzzle, solved in zip(asked, verdicts, strict=True):
        assert puzzle.slots(full) == ([] if solved else [BROKEN])


def test_pieces_of_a_colour_may_have_to_share_no_row_in_any_direction() -> None:
    apart = Relation("purple", "purple", Touch.NO_LINE)

    def purple(solution: StoredSolution) -> list[set[tuple[int, int]]]:
        """Return the rows of each purple piece, by direction and number, from the corners of the board."""
        found = []
        for place in solution.locations:
            if place.piece in groups()["purple"]:
                cells = [CELLS[cell] for cell in bits(place.mask)]
                ways = [(r, (c - r - 1) // 2, (c + r) // 2) for r, c in cells]
                found.append({row for way in ways for row in enumerate(way)})
        return found

    both = [(each, rows) for each in all_solutions() if len(rows := purple(each)) == 2]
    lonely = [each for each, (one, other) in both if not one & other]
    family = starts(lonely[0].forbidden, None, (apart,))
    empty = family.empty
    assert [each for each in lonely if each.forbidden == empty.forbidden] == [
        each
        for each in all_solutions()
        if each.forbidden == empty.forbidden
        and all(empty.allows(one, other) for one, other in combinations(each.locations, 2))
    ]
    puzzle = family.puzzle(family.find(lonely[0].numbers))
    assert parse(format(puzzle)) == puzzle
    for engine in ("native", "python") if core() else ("python",):
        player = replace(TILER, rules=RULES)
        assert muse(puzzle, player, engine=engine).value == muse(puzzle, player).value
        assert len(solutions(puzzle, engine=engine).found) == 1


@pytest.mark.parametrize("name", [example["id"] for example in EXAMPLES])
def test_plain_recursion_agrees_on_the_solutions_of_the_examples(name: str) -> None:
    puzzle = BY_ID[name]
    ours = solutions(puzzle).found
    state = ours[0].end(puzzle)
    given = [(place.piece, place.mask) for place in puzzle.placed]
    assert len(ours) == 1
    if len(puzzle.starts()[0].left) <= 8:
        found = [each for each in PLAIN.completions(puzzle.forbidden, given) if PLAIN.respects(puzzle, each)]
        assert [{mask for _, mask in each} for each in found] == [
            {LOCATIONS[number].mask for number in state.made}
        ]


# Entropy


@pytest.mark.parametrize("name", [example["id"] for example in EXAMPLES])
def test_the_facts_of_the_examples_hold_by_brute_force(name: str) -> None:
    puzzle = BY_ID[name]
    facts = next(example["facts"] for example in EXAMPLES if example["id"] == name)
    (line,) = solutions(puzzle).found
    answer = [(move.piece, move.mask) for move in line.moves]
    assert isclose(PLAIN.entropy(puzzle, answer, skilled=False), facts["muse@none"], abs_tol=5e-5)
    assert isclose(PLAIN.entropy(puzzle, answer, skilled=True), facts["muse@tiler"], abs_tol=5e-5)


def test_both_engines_agree_on_whole_puzzles() -> None:
    if not NATIVE:
        pytest.skip("the compiled core is not installed; CI requires it and runs this")
    for at in (0, 1200, 2500):
        puzzle = start_of(all_solutions()[at])
        for measure in (muse, remuse):
            for policy in ("best", "greedy"):
                one, other = (
                    measure(puzzle, TILER, policy=policy, engine=engine) for engine in ("python", "native")
                )
                assert one.value is not None and other.value is not None
                assert isclose(one.value, other.value, abs_tol=1e-9) and one.states == other.states


def subsets(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, ...]]:
    return chain.from_iterable(combinations(rules, size) for size in range(len(rules) + 1))


@pytest.mark.parametrize("shard", range(4))
def test_best_never_rises_when_a_rule_is_added(shard: int) -> None:
    for at in sample(range(shard, COUNT, 4), native=8, python=1):
        check_monotone(start_of(all_solutions()[at]), (ONE_PLACE, REGION_IS_PIECE, *GAPS))


@pytest.mark.parametrize("name", ["red-keeps-to-itself", "three-green", "over-bumps", "bumps-and-colours"])
def test_best_never_rises_when_a_rule_about_bumps_or_colours_is_added(name: str) -> None:
    if NATIVE or name == "three-green":
        others = [rule for rule in RULES if rule not in (ONE_PLACE, *GAPS)]
        check_monotone(BY_ID[name], (*others, REGION_SIZES))


def check_monotone(puzzle: Hex, rules: tuple[Rule, ...]) -> None:
    values = {some: muse(puzzle, Player(some, PIECEWISE)).value for some in subsets(rules)}
    for some, value in values.items():
        for rule in rules:
            if rule not in some:
                more = tuple(each for each in rules if each in some or each is rule)
                with_it = values[more]
                assert value is not None and with_it is not None
                assert with_it <= value + 1e-9, f"{format(puzzle)}: {rule.name} costs bits"


def test_looking_at_cells_too_never_raises_best() -> None:
    for name in ("first-solution", "no-trapezoids", "over-bumps"):
        pieces, both = (muse(BY_ID[name], KIND.player(who)).value for who in ("tiler", "scanner"))
        assert pieces is not None and both is not None and both <= pieces + 1e-9


def test_colours_and_bumps_are_worth_knowing() -> None:
    bumpy, coloured = BY_ID["over-bumps"], BY_ID["red-keeps-to-itself"]
    assert (differential(bumpy, KIND.rule("bumps")).missed or 0) > 0
    assert (differential(coloured, KIND.rule("touching")).missed or 0) > 0


# Rules


def test_a_gap_of_one_piece_gets_it_unless_two_trapezoids_could_fill_it() -> None:
    hook = location(Place("Hook", mask_of(REFERENCE["Hook"])))
    with_both = HexState(hook.mask, ("Hook", TRAPEZOID, TRAPEZOID), ())
    with_one = HexState(hook.mask, ("Hook", TRAPEZOID), ())
    assert list(REGION_IS_PIECE.find(Hex("Line"), with_both, ())) == []
    (finding,) = REGION_IS_PIECE.find(Hex("Line"), with_one, ())
    assert finding.must == (hook.place,)


@pytest.mark.parametrize(
    ("rule", "gap", "left", "dead"),
    [
        (REGION_SIZES, (0, 1, 2, 3), ("Hook", TRAPEZOID), True),
        (REGION_SIZES, (0, 1, 2), ("Hook", TRAPEZOID), False),
        (REGION_SIZES, (0, 1, 2), ("Hook",), True),
        (PIECE_GONE, REFERENCE["Hook"], ("Line",), True),
        (PIECE_GONE, REFERENCE["Hook"], ("Hook",), False),
        (PIECE_GONE, REFERENCE["Hook"], ("Line", TRAPEZOID), True),
        (PIECE_GONE, REFERENCE["Hook"], (TRAPEZOID, TRAPEZOID), False),
        (TWO_TRAPEZOIDS, (18, 19, 20, 21, 22, 31), ("Line",), True),
        (TWO_TRAPEZOIDS, REFERENCE["Hook"], ("Line",), False),
    ],
)
def test_dead_ends(rule: Rule, gap: tuple[int, ...], left: tuple[str, ...], dead: bool) -> None:
    """Make a move far away, which leaves the gap alone and is ruled out exactly if the gap is dead."""
    far = location(Place("Snake", image(mask_of(REFERENCE["Snake"]), 3))).place
    state = HexState(mask_of(gap) | far.mask, (*left, "Snake"), ())
    findings = list(rule.find(Hex("Elbow"), state, (far,)))
    assert [finding.cannot for finding in findings] == ([(far,)] if dead else [])


def test_chains_see_what_pairs_do_not() -> None:
    """Place three green pieces that must not meet: each pair has room, all three together do not."""
    seen = 0
    for at in range(0, len(BY_PIECE["Elbow"]), 3):
        puzzle = Hex("Hexagon", relations=(Relation("green", "green", Touch.NO_CORNER),))
        places = [BY_PIECE["Elbow"][at], *BY_PIECE[TRAPEZOID][at : at + 12]]
        moves = [each.place for each in places]
        state = HexState(FULL, ("Elbow", TRAPEZOID, TRAPEZOID), ())
        pairs, chains = (
            {move for finding in rule.find(puzzle, state, moves) for move in finding.cannot}
            for rule in (TOUCHING_PAIRS, TOUCHING_CHAINS)
        )
        assert pairs <= chains
        seen += pairs < chains
    assert seen


def test_an_expert_solves_step_by_step_and_says_what_fits_where() -> None:
    trace = deduce(BY_ID["five-pieces"], KIND.player("expert"))
    assert trace.status == "solved" and trace.count("guess") == 0
    assert "the Hexagon fits one place" in [step.finding.where for step in trace.steps]


def test_a_player_without_rules_takes_back_a_full_board_that_breaks_a_constraint() -> None:
    puzzle = parse("......T/KKKBBBTTT/KKSKBBBMMTT/EESSSSMMM../EEEESWM../WWWWW.. -H yellow-blue:edge")
    assert count(puzzle).solutions == 1 < count(replace(puzzle, relations=())).solutions
    trace = deduce(puzzle, KIND.player("none"), seed=3)
    assert trace.status == "solved"
    assert "nothing is left to try" in [step.finding.where for step in trace.steps if step.action == "revert"]


# Notation, pictures, symmetry


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("x" * (LONGEST + 1), "characters, but the limit is"),
        ("......./.......", "rows of 7, 9, 11, 11, 9 and 7"),
        (EMPTY, "Say which piece is left out"),
        (f"{EMPTY} -Q", "No piece has the letter 'Q'"),
        (f"{EMPTY} -H -L", "once"),
        (f"{EMPTY} -H bumps bumps", "once"),
        (f"{EMPTY.replace('.', 'q', 1)} -H", "cannot contain 'q' \\(cell 0\\)"),
        (f"{EMPTY.replace('.......', 'LLLLLH.', 1)} -H", "are not a"),
        (f"{EMPTY.replace('.......', 'LLLLLL.', 1)} -L", "left out but lies on the board"),
        (f"{EMPTY} -H bumps=Kxx", "Cannot read the holes 'Kxx'"),
        (f"{EMPTY} -H bumps=Kne,Kne", "given twice"),
        (f"{EMPTY} -H blue=MB", "must be two of M W T K"),
        (f"{EMPTY} -H red-pink:edge", "Cannot read 'red-pink:edge'"),
        (f"{EMPTY} -H red-red:edge", "only one piece is red"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse(text)


def test_a_full_board_is_refused() -> None:
    solution = all_solutions()[0]
    full = Hex(
        solution.forbidden, tuple(each.place for each in sorted(solution.locations, key=lambda x: x.number))
    )
    with pytest.raises(NotationError, match="nothing is left to do"):
        parse(format(full))


def test_relations_are_written_in_one_order() -> None:
    one = parse(f"{EMPTY} -H blue-red:edge red-blue:edge yellow-yellow:corner")
    assert format(one).endswith("-H red-blue:edge yellow-yellow:corner")
    assert ordered([Relation("purple", "red", Touch.EDGE)]) == (Relation("red", "purple", Touch.EDGE),)


def test_colours_differ_without_colour() -> None:
    assert set(HATCHING) == set(COLOURS) == set(groups())
    assert len(set(HATCHING.values())) == len(COLOURS)


def test_a_picture_names_every_piece_and_shows_bumps_only_where_there_are_any() -> None:
    for name in ("first-solution", "over-bumps"):
        puzzle = BY_ID[name]
        (line,) = solutions(puzzle).found
        picture = PAINTER.draw(puzzle, line.end(puzzle))
        letters = {shape.text for shape in picture.shapes if isinstance(shape, Text)}
        assert {LETTERS[piece] for piece in PIECES if piece != puzzle.forbidden} <= letters
        circles = [shape for shape in picture.shapes if isinstance(shape, Circle)]
        assert bool(circles) is (puzzle.pattern is not None)
    bumps = [
        shape
        for shape in PAINTER.draw(replace(Hex("Line"), pattern=SELECTED)).shapes
        if isinstance(shape, Circle)
    ]
    assert len(bumps) == 27


def test_a_hole_is_a_solid_disc_that_no_hatching_enters() -> None:
    puzzle = BY_ID["over-bumps"]
    shapes = PAINTER.draw(puzzle, solutions(puzzle).found[0].end(puzzle)).shapes
    holes = [at for at, shape in enumerate(shapes) if isinstance(shape, Circle) and shape.fill == "hole"]
    assert holes
    for at in holes:
        hole, room = shapes[at], shapes[at - 1]
        assert isinstance(hole, Circle) and isinstance(room, Circle)
        assert (
            room.centre == hole.centre and room.radius > hole.radius and (room.fill or "").startswith("pale-")
        )
    hatching = [shape for shape in shapes if isinstance(shape, Line) and shape.stroke == "hatch"]
    assert hatching and not any(isinstance(shape, Circle) and shape.fill == "hatch" for shape in shapes)


def test_relations_stand_below_the_board() -> None:
    plain, asked = PAINTER.draw(Hex("Line")), PAINTER.draw(BY_ID["red-keeps-to-itself"])
    assert asked.height > plain.height
    assert "share an edge" in {shape.text for shape in asked.shapes if isinstance(shape, Text)}
    assert any(isinstance(shape, Line) for shape in asked.shapes)


def test_over_bumps_a_mirrored_puzzle_has_its_pieces_turned_over() -> None:
    puzzle = BY_ID["over-bumps"]
    alike = list(symmetries(puzzle))
    assert len(alike) == 6 and len({each.pattern for each in alike}) == 2
    assert all(each.is_broken(each.starts()[0]) == puzzle.is_broken(puzzle.starts()[0]) for each in alike)
    assert len(list(symmetries(BY_ID["first-solution"]))) == 12


@given(RANDOMS, st.sampled_from(SIZES))
@settings(max_examples=10, deadline=None)
def test_generated_puzzles_have_one_solution(rng: Random, size: str) -> None:
    puzzle = generate(rng, size)
    family = starts(puzzle.forbidden, puzzle.pattern, puzzle.relations, puzzle.blue)
    assert family.is_settled(location(place).number for place in puzzle.placed)


def test_leaving_out_a_constraint_is_a_reduction() -> None:
    words = dict(reductions(BY_ID["bumps-and-colours"]))
    assert list(words) == ["the Line", "the Hook", "yellow-green:no-edge", "blue-blue:edge", "the bumps"]
    assert words["the bumps"].pattern is None


# Spaces and the search through them


def test_the_spaces_shrink_as_in_the_thesis() -> None:
    assert log2(ANY_LOCATIONS.size) == 42 + 78 + 72 + 192 + 168 + 156 + 192 + 2 * 126 + 84
    assert ANY_BUMPS.size == 2**174
    assert ANY_SIDES.size == 15**11
    assert NO_REPEATS.size == 3**4 * 15**4
    assert PATTERNS.size == 6 * 20_736
    assert RELATIONS.size == 20 + 40


@pytest.mark.parametrize("space", [ANY_LOCATIONS, ANY_BUMPS, ANY_SIDES, NO_REPEATS, PATTERNS, RELATIONS])
def test_ranks_come_back(space: Space[Any]) -> None:
    for rank in (0, 1, space.size // 3, space.size - 1):
        assert space.rank(space.unrank(rank)) == rank
    for outside in (-1, space.size):
        with pytest.raises(SpaceError):
            space.unrank(outside)


def test_all_patterns_with_all_categories() -> None:
    found = search.counts()
    fit = found[:, 0]
    assert found.shape == (124_416, 6)
    assert (int((fit == 0).sum()), int(fit.max()), int((fit == 676).sum())) == (12_700, 676, 4)
    assert found[PATTERNS.rank((BLUE, SELECTED))].tolist() == [401, 834, 533, 715, 87, 1231]
    best, least = search.max_min(found)
    assert least == 187 and found[best].tolist() == [622, 1377, 790, 1147, 187, 1923]
    assert int((found.min(axis=1) == 187).sum()) == 4
    assert search.weights(BLUE).sum(axis=0).tolist() == [2508, 4818, 3880, 4109, 528, 8222]


def test_patterns_are_counted_natively_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = search.search(BLUE)
    for first, last in ((0, 1), (5, 1_200), (20_000, 20_736)):
        native = ours.counts(first, last)
        with monkeypatch.context() as without_core:
            without_core.setattr(search, "core", lambda: None)
            assert native.tolist() == ours.counts(first, last).tolist()


def test_a_slice_of_the_patterns_is_a_slice_of_the_counts() -> None:
    edge = 20_736
    both = [*search.counts(edge - 5, edge).tolist(), *search.counts(edge, edge + 5).tolist()]
    assert search.counts(edge - 5, edge + 5).tolist() == both


def test_counts_are_those_of_trying_every_tiling() -> None:
    rng = Random(3)
    for _ in range(3):
        rank = rng.randrange(PATTERNS.size)
        blue, holes = PATTERNS.unrank(rank)
        fit = {each for piece in PIECES for each, tiling in tilings(piece) if holes.fit(tiling)}
        relation = Relation("blue", "yellow", Touch.EDGE)
        kept = [each for each in fit if HexStarts(each.forbidden, None, (relation,), blue)._suits(each)]
        colours, lies = groups(blue), search.touching()[Touch.EDGE]
        flags = search.satisfying(colours["blue"], colours["yellow"], lies)
        ranks = np.array([rank % 20_736])
        assert search.counts(rank, rank + 1)[0, 0] == len(fit)
        assert int((search.search(blue).solutions(ranks)[0] & flags).sum()) == len(kept)


# Plain


class Plain:
    """The board as points in the plane, the pieces as sets of triangles, the search by recursion."""

    def __init__(self) -> None:
        lengths, self.triangles = (7, 9, 11, 11, 9, 7), list[tuple[complex, ...]]()
        high = sqrt(3) / 2
        for row, length in enumerate(lengths):
            for at in range(length):
                x, top, bottom = (at - length // 2) / 2, (3 - row) * high, (2 - row) * high
                up = (at % 2 == 0) is (row < 3)
                tip, base = (top, bottom) if up else (bottom, top)
                self.triangles.append((complex(x, tip), complex(x - 0.5, base), complex(x + 0.5, base)))
        self.centres = [sum(corners) / 3 for corners in self.triangles]
        self.points_up = [corners[0].imag > corners[1].imag for corners in self.triangles]
        self.cell_at = {self.key(centre): cell for cell, centre in enumerate(self.centres)}
        self.corners = [frozenset(map(self.key, corners)) for corners in self.triangles]
        self.ways = {piece: self.placements(cells) for piece, cells in REFERENCE.items()}

    @staticmethod
    def key(point: complex) -> tuple[int, int]:
        return round(point.real * 1000), round(point.imag * 1000)

    def placements(self, cells: tuple[int, ...]) -> dict[int, set[tuple[bool, frozenset[bool]]]]:
        """Return every set of cells that a piece can cover, with the ways to lay it there.

        A way is whether the piece is turned over, and how the triangles over bumps pointed before.
        """
        found: dict[int, set[tuple[bool, frozenset[bool]]]] = {}
        for over, sixths in product((False, True), range(6)):
            turn = cmath.exp(1j * cmath.pi / 3 * sixths)
            shape = [(self.centres[c].conjugate() if over else self.centres[c]) * turn for c in cells]
            for target in self.centres:
                keys = [self.key(point - shape[0] + target) for point in shape]
                if all(key in self.cell_at for key in keys):
                    covered = [self.cell_at[key] for key in keys]
                    over_bumps = {
                        self.points_up[c]
                        for c, to in zip(cells, covered, strict=True)
                        if not self.points_up[to]
                    }
                    found.setdefault(sum(1 << c for c in covered), set()).add((over, frozenset(over_bumps)))
        return found

    def piece(self, mask: int) -> str:
        return next(piece for piece, ways in self.ways.items() if mask in ways)

    def fits(self, piece: str, mask: int, holes: str) -> bool:
        has = {"f": {True, False}, "o": {True}, "e": {False}, "n": set[bool]()}
        return any(pointed <= has[holes[over]] for over, pointed in self.ways[piece][mask])

    def touch(self, one: int, other: int) -> tuple[bool, bool]:
        """Return whether two sets of cells share an edge, and whether they share a corner."""
        shared = [len(self.corners[a] & self.corners[b]) for a in bits(one) for b in bits(other)]
        return 2 in shared, max(shared) > 0

    @cache  # noqa: B019 - there is one of it
    def near(self, cell: int) -> int:
        return sum(1 << other for other in range(54) if len(self.corners[cell] & self.corners[other]) == 2)

    @cache  # noqa: B019
    def parts(self, vacant: int) -> tuple[int, ...]:
        found, todo = list[int](), vacant
        while todo:
            part = todo & -todo
            while True:
                grown = part
                for cell in bits(part):
                    grown |= self.near(cell) & todo
                if grown == part:
                    break
                part = grown
            found.append(part)
            todo &= ~part
        return tuple(found)

    def is_connected(self, cells: int) -> bool:
        return len(self.parts(cells)) == 1

    def completions(self, forbidden: str, given: list[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
        left = [
            piece
            for piece in REFERENCE
            if piece != forbidden
            for _ in range(2 if piece == "Trapezoid" else 1)
        ]
        vacant = (1 << 54) - 1
        for piece, mask in given:
            left.remove(piece)
            vacant &= ~mask
        yield from self.fill(vacant, left, given)

    def fill(
        self, vacant: int, left: list[str], made: list[tuple[str, int]]
    ) -> Iterator[list[tuple[str, int]]]:
        if not vacant:
            yield made
            return
        lowest = vacant & -vacant
        for piece in set(left):
            rest = list(left)
            rest.remove(piece)
            for mask in self.ways[piece]:
                if mask & lowest and not mask & ~vacant:
                    yield from self.fill(vacant & ~mask, rest, [*made, (piece, mask)])

    def respects(self, puzzle: Hex, placed: list[tuple[str, int]]) -> bool:
        if puzzle.pattern and not all(self.fits(p, m, str(puzzle.pattern.holes(p))) for p, m in placed):
            return False
        return all(self.suit(puzzle, one, other) for one, other in combinations(placed, 2))

    def suit(self, puzzle: Hex, one: tuple[str, int], other: tuple[str, int]) -> bool:
        colours = {p: colour for colour, pieces in groups(puzzle.blue).items() for p in pieces}
        pair = {colours[one[0]], colours[other[0]]}
        edge, corner = self.touch(one[1], other[1])
        holds = {"edge": edge, "no-edge": not edge, "corner": corner and not edge, "no-corner": not corner}
        return all(holds[touch] for a, b, touch in puzzle.relations if {a, b} == pair)

    def entropy(self, puzzle: Hex, answer: list[tuple[str, int]], *, skilled: bool) -> float:
        """Return the fewest bits over all orders of the answer's moves, piece by piece, by brute force."""
        values: dict[frozenset[tuple[str, int]], float] = {}
        given = [(place.piece, place.mask) for place in puzzle.placed]

        def value(made: frozenset[tuple[str, int]]) -> float:
            if made not in values:
                values[made] = measure(made)
            return values[made]

        def measure(made: frozenset[tuple[str, int]]) -> float:
            rest = [move for move in answer if move not in made]
            if not rest:
                return 0.0
            left, placed = [piece for piece, _ in rest], [*given, *made]
            vacant = (1 << 54) - 1 - sum(mask for _, mask in placed)
            options = {
                piece: [
                    mask
                    for mask in self.ways[piece]
                    if not mask & ~vacant
                    and (not skilled or self.may(puzzle, placed, left, vacant, (piece, mask)))
                ]
                for piece in set(left)
            }
            if not all(options.values()):
                return inf
            # of two equal pieces, either may go first
            return min(
                log2(len(options[piece]) / left.count(piece)) + value(made | {(piece, mask)})
                for piece, mask in rest
            )

        return value(frozenset())

    def may(
        self, puzzle: Hex, placed: list[tuple[str, int]], left: list[str], vacant: int, move: tuple[str, int]
    ) -> bool:
        """Return whether bumps, colours and the remaining gaps (R3 to R5) allow a move."""
        piece, mask = move
        rest = list(left)
        rest.remove(piece)
        spare = rest.count("Trapezoid")
        for gap in self.parts(vacant & ~mask):
            size = gap.bit_count()
            if size % 3 or (size % 6 and not spare):
                return False
            owners = [p for p in self.ways if p != "Trapezoid" and gap in self.ways[p]] if size == 6 else []
            if size == 6 and (not owners or (spare < 2 and owners[0] not in rest)):
                return False
        if puzzle.pattern and not self.fits(piece, mask, str(puzzle.pattern.holes(piece))):
            return False
        return all(self.suit(puzzle, move, other) for other in placed)


PLAIN = Plain()


def test_which_of_two_trapezoids_goes_first_costs_nothing() -> None:
    """With one solution nothing is left to choose but the solution, so MUSE and ReMUSE agree."""
    puzzles = [generate(Random(seed), SIZES[-1]) for seed in range(6)]
    assert any(puzzle.starts()[0].left.count("Trapezoid") == 2 for puzzle in puzzles)
    for puzzle in puzzles:
        assert count(puzzle).solutions == 1
        assert isclose(muse(puzzle).value or 0, remuse(puzzle).value or 0, abs_tol=1e-9)


def test_a_slot_for_two_costs_half_its_moves() -> None:
    whole = all_solutions()[0]
    numbers = [
        number for number, piece in zip(whole.numbers, whole.pieces, strict=True) if piece != TRAPEZOID
    ]
    puzzle = starts(whole.forbidden).puzzle(numbers)
    state = puzzle.starts()[0]
    open_places = [move for move in puzzle.moves(state) if move.piece == TRAPEZOID]
    for engine in ("native", "python") if NATIVE else ("python",):
        score = muse(puzzle, Player(families=PIECEWISE), engine=engine)
        assert score.steps[0].options == len(open_places)
        assert isclose(score.steps[0].bits, log2(len(open_places) / 2), abs_tol=1e-9)


def test_all_patterns_are_counted_at_once_as_the_thesis_counts_them() -> None:
    space = SPACES["patterns"].build({"without": "Hexagon"})
    found = space.sweep(range(space.size), ["richness", "poorest"])
    counted = search.counts()
    assert np.array_equal(np.nan_to_num(found["richness"]), counted[:, 0])
    assert np.nanmax(found["poorest"]) == counted.min(axis=1).max() == 187
    assert int(np.isnan(found["richness"]).sum()) == int((counted[:, 0] == 0).sum())


def test_a_sweep_may_begin_and_end_anywhere() -> None:
    space = SPACES["patterns"].build({"without": "Hexagon"})
    part = range(20_733, 20_739)  # the last patterns of one blue pair and the first of the next
    found = space.sweep(part, ["richness"])["richness"]
    assert [float(each) for each in np.nan_to_num(found)] == [
        float(richness(space.unrank(number))) for number in part
    ]
