"""Test what is special to Witness panels."""

import json
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary.draw.shapes import Circle, Line, Polygon
from quandary.errors import NotationError
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.draw import PATH
from quandary.kinds.witness.elements import (
    LARGEST_SHAPE,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
)
from quandary.kinds.witness.lattice import covered_by
from quandary.kinds.witness.legend import LABELS, format_element, parse_element
from quandary.kinds.witness.notation import ELEMENTS
from quandary.kinds.witness.people import RULES
from quandary.kinds.witness.rules import MOST_CELLS, _halves
from quandary.kinds.witness.rulesets import GAME
from quandary.kinds.witness.symbols import MARKS, symbol
from quandary.kinds.witness.test_brute_force import (
    CELLS,
    BruteForce,
    divergence,
    uniform,
    wild_panel,
    wild_text,
)
from quandary.kinds.witness.windmill import (
    ELIMINATOR,
    EXIT,
    GAP,
    HEXAGON,
    POLYOMINO,
    SQUARE,
    STAR,
    START,
    TRIANGLES,
    decode,
    encode,
)
from quandary.kinds.witness.wire import field
from quandary.library.files import Entry
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.runs.batch import Setting, rate_all
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions

FIGURE_4 = KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
EXAMPLES = [json.loads(line) for line in (Path(__file__).parent / "examples.jsonl").read_text().splitlines()]
SMALL = ("1x1", "1x2", "2x1", "2x2", "3x1", "2x3", "3x3")


@cache
def random_panels() -> list[Panel]:
    made = [KIND.generate(Random(seed), SMALL[seed % len(SMALL)]) for seed in range(120)]
    return made + [wild_panel(seed, topic) for topic in CELLS for seed in range(25)]


def solved_paths(panel: Panel) -> set[Any]:
    return {solution.end(panel) for solution in solutions(panel, engine="python").found}


@cache
def walked_panels() -> list[tuple[Panel, list[Any], set[Any]]]:
    """Return random panels with their unsolved states, and all states on the way to a solution."""
    walked = []
    for panel in random_panels():
        good = {path[:length] for path in solved_paths(panel) for length in range(1, len(path) + 1)}
        graph = explore(panel, engine="python")
        unsolved = [
            state for state, solved in zip(graph.states or (), graph.solved, strict=True) if not solved
        ]
        walked.append((panel, unsolved, good))
    return walked


# Rules


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_facts_of_the_examples_are_those_of_brute_force(example: dict[str, Any]) -> None:
    brute = BruteForce(example["puzzle"])
    ends = [solved for _, solved in brute.walk()]
    facts = example["facts"]
    assert facts["solutions"] == sum(ends)
    assert facts["states"] == len(ends)
    for player, moves in (("none", brute.longer), ("paper", brute.sensible)):
        assert facts[f"muse@{player}"] == pytest.approx(brute.bits(moves, uniform), abs=1e-4)
        assert facts[f"remuse@{player}"] == pytest.approx(brute.bits(moves, divergence), abs=1e-4)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_examples_are_canonical_and_score_as_they_say(example: dict[str, Any]) -> None:
    panel, facts = KIND.parse(example["puzzle"]), example["facts"]
    assert KIND.format(panel) == example["puzzle"]
    assert count(panel, engine="python").solutions == facts["solutions"]
    assert len(explore(panel, engine="python")) == facts["states"]
    scores = [fact.split("@") for fact in facts if "@" in fact]
    measures = {"muse": muse, "remuse": remuse}
    for name, player in scores:
        score = measures[name](panel, KIND.player(player), engine="python")
        assert score.value == pytest.approx(facts[f"{name}@{player}"], abs=1e-4)


@pytest.mark.parametrize(("side", "paths"), [(1, 2), (2, 12), (3, 184)])
def test_empty_panels_have_the_known_number_of_corner_to_corner_paths(side: int, paths: int) -> None:
    panel = Panel(side, side, entrances=frozenset({(0, 0)}), exits=frozenset({(side, side)}))
    assert count(panel, engine="python").solutions == paths


def test_a_path_runs_through_an_exit_where_it_is_not_solved_yet() -> None:
    panel = KIND.parse("S-E*E/|.|.|/+-+-+")
    assert not panel.is_solved(((0, 1), (1, 1)))
    assert panel.is_solved(((0, 1), (1, 1), (2, 1)))


def test_gaps_and_missing_lines_stop_the_path_but_do_not_divide_cells() -> None:
    for mark in "x.":
        panel = KIND.parse(f"+-+-E/|b{mark}w|/S-+-+")
        assert "up" not in panel.moves(((0, 0), (1, 0)))
        assert count(panel, engine="python").solutions == 0


def test_a_panel_that_cannot_be_solved_has_no_solutions() -> None:
    walled_off, clashing = KIND.parse("+xE/|.x/S-+"), KIND.parse("+-+-E/|1|1|/S-*-+")
    for panel in (walled_off, clashing):
        found = solutions(panel, engine="python")
        assert (found.status, found.complete) == ("none", True)


# Figure 4 of the paper


@pytest.mark.parametrize(
    ("line", "legal", "seen"),
    [
        ("up right right up", [2, 2, 3, 2], [2, 1, 1, 1]),
        ("right right up left left up right right", [2, 2, 1, 2, 2, 1, 1, 1], [2, 2, 1, 1, 1, 1, 1, 1]),
    ],
)
def test_moves_along_both_solutions_of_figure_4_are_as_published(
    line: str, legal: list[int], seen: list[int]
) -> None:
    (state,) = FIGURE_4.starts()
    for move, moves, options in zip(line.split(), legal, seen, strict=True):
        assert len(FIGURE_4.moves(state)) == moves
        assert len(KIND.people.default.options(FIGURE_4, state)[NEXT]) == options
        state = FIGURE_4.apply(state, move)
    assert FIGURE_4.is_solved(state)


def test_figure_4_scores_as_published() -> None:
    none, paper = KIND.player("none"), KIND.player("paper")
    assert muse(FIGURE_4, none, engine="python").value == pytest.approx(4)
    assert muse(FIGURE_4, paper, engine="python").value == pytest.approx(1)
    assert remuse(FIGURE_4, none, engine="python").value == pytest.approx(3.0592, abs=1e-4)
    assert remuse(FIGURE_4, paper, engine="python").value == pytest.approx(0.1601, abs=1e-4)


# Elements


def holds(text: str, *moves: str) -> bool:
    """Return whether a way from the first start solves a panel."""
    panel = KIND.parse(text)
    state = panel.starts()[0]
    for move in moves:
        assert move in panel.moves(state), move
        state = panel.apply(state, move)
    return bool(panel.is_solved(state))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("W|W|.", True),
        ("W|.|.", False),
        ("W|W|W", False),
        ("W|w|.", True),
        ("W|w|B", False),
        ("W|e|.", False),  # the star has its pair, and the eliminator finds nothing to remove
        ("W|e|2", True),  # the triangles are removed, and the star counts the eliminator that did it
        ("W|W|e", True),  # with three of a colour both stars fail; one is removed, and the eliminator counts
        ("O|1|.", True),
        ("O|2|e", False),  # the triangles have to be removed, and that leaves the star alone
        ("e|e|.", True),
        ("e|e|e", False),
        ("e|b|.", False),
        ("b|w|e", True),
        ("b|w|b", False),
        ("e|e|b", True),
    ],
)
def test_elements_of_one_region_hold_together_or_not(cells: str, expected: bool) -> None:
    # The path runs along the bottom, so that the region is the whole panel and each cell has one line.
    assert holds(f"+-+-+-+/|{cells}|/S-+-+-E", "right", "right", "right") is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+-+-+-+-+/|b|w|e|e|/S-+-+-+-E", False),  # to remove one of the squares would do
        ("+-+-+-+-+/|b|b|w|e|/S-+-+-+-E", True),
        ("+-+-+-+-+/|b|b|w|w|/S-+-+-+-E", False),
        ("+-+-*-+-+/|e|.|.|.|/S-+-+-+-E", True),
        ("+-+-*-+-+/|e|e|.|.|/S-+-+-+-E", False),
        ("+-+-*-+-+/|e|e|e|.|/S-+-+-+-E", True),  # one removes the hexagon, and one the other one
    ],
)
def test_no_removal_is_needless_and_no_eliminator_idle(text: str, expected: bool) -> None:
    assert holds(text, *["right"] * 4) is expected


def test_two_eliminators_remove_two_squares_but_not_one_of_each_colour() -> None:
    along = ["right"] * 5
    assert holds("+-+-+-+-+-+/|b|w|w|e|e|/S-+-+-+-+-E", *along)
    assert not holds("+-+-+-+-+-+/|b|w|.|e|e|/S-+-+-+-+-E", *along)


def test_a_hexagon_that_no_path_covers_belongs_to_the_region_around_it() -> None:
    assert holds("+-*-+/|e|.|/S-+-E", "right", "right")
    assert holds("+*+-+/|e|.|/S-+-E", "right", "right")
    assert not holds("+-+-E/|.|e|/+*+-+/|.|.|/S-+-+", "up", "right", "right", "up")


@pytest.mark.parametrize(
    ("legend", "expected"),
    [
        ("A = polyomino ###", True),
        ("A = polyomino #,#,#", False),
        ("A = rotating polyomino #,#,#", True),
        ("A = polyomino #.#", False),
        ("A = polyomino ####/D = hollow polyomino #", True),  # which lies beyond the rim
        ("A = polyomino ###,#../D = hollow polyomino #", True),
        ("A = polyomino #/D = hollow polyomino #", True),  # nothing is left, and nothing has to be covered
        ("A = polyomino #.#/D = hollow polyomino ##", False),  # nothing is left but the shapes differ
        ("A = polyomino #/D = hollow polyomino ##", False),
        ("A = polyomino ##/D = polyomino #", True),
        ("A = polyomino ##/D = rotating polyomino #,#", False),
    ],
)
def test_polyominoes_make_up_their_region(legend: str, expected: bool) -> None:
    second = "D" if "D =" in legend else "."
    assert holds(f"+-+-+-+/|A|{second}|.|/S-+-+-E/{legend}", "right", "right", "right") is expected


def test_two_paths_never_meet() -> None:
    panel = KIND.parse("E-+-+-E/|.|.|.|/+-+-+-+/|.|.|.|/S-+-+-S/symmetry horizontal")
    assert panel.starts() == (((0, 0),),)
    assert panel.moves(((0, 0), (1, 0))) == ["up"]  # the other path is at (2, 0)
    even = KIND.parse("E-+-E/|.|.|/S-+-S/symmetry horizontal")
    assert even.moves(((0, 0),)) == ["up"]  # (1, 0) is in the middle
    turned = KIND.parse("S-+-+-E/|.|.|.|/E-+-+-S/symmetry rotational")
    assert turned.moves(((0, 1), (1, 1))) == ["right", "down"]
    assert turned.moves(((0, 1), (1, 1), (2, 1))) == ["right"]  # the other path is at (1, 0), then at (1, 1)


def test_both_paths_divide_the_panel_and_gaps_stop_both() -> None:
    panel = KIND.parse("E-+-+-E/|b|w|b|/S-+-+-S/symmetry horizontal")
    assert count(panel, engine="python").solutions == 1
    broken = KIND.parse("E-+-+-E/|b|wxb|/S-+-+-S/symmetry horizontal")
    assert broken.moves(((0, 0), (1, 0))) == []


def test_coloured_hexagons_belong_to_one_path_and_the_one_that_is_drawn_is_blue() -> None:
    panel = KIND.parse("E-+-+-E/u.|.|.|/S-+-+-S/symmetry horizontal")
    assert [path[0] for path in panel.starts()] == [(0, 0), (3, 0)]
    assert panel.is_solved(((0, 0), (0, 1)))
    assert not panel.is_solved(((3, 0), (3, 1)))


# Inference


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_strikes_some_moves_but_none_that_leads_to_a_solution(rule: Any) -> None:
    struck = 0
    for panel, unsolved, good in walked_panels():
        for state in unsolved:
            left = Player((rule,)).options(panel, state)[NEXT]
            gone = [panel.apply(state, move) for move in panel.moves(state) if move not in left]
            assert good.isdisjoint(gone), (KIND.format(panel), state)
            struck += len(gone)
    assert struck > 100


def test_two_edges_required_at_once_leave_no_move() -> None:
    panel = KIND.parse("+-E/*.|/S*+")
    assert KIND.player("rules=must-cross").options(panel, ((0, 0),))[NEXT] == []


def test_a_required_edge_that_is_broken_leaves_no_move() -> None:
    panel = KIND.parse("+-+-E/|bxw|/S-+-+")
    at_the_gap = ((0, 0), (1, 0))
    assert panel.moves(at_the_gap) == ["right"]
    assert KIND.player("rules=squares").options(panel, at_the_gap)[NEXT] == []


def test_the_edge_just_come_along_is_not_required_again() -> None:
    panel = KIND.parse("+-E/|.|/S*+")
    assert KIND.player("rules=must-cross").options(panel, ((0, 0), (1, 0)))[NEXT] == ["up"]


def test_a_move_into_an_exit_is_not_struck_even_if_nothing_follows() -> None:
    panel = KIND.parse("+-+-+/|.|.|/S-+*E")
    beside_the_exit = ((0, 0), (1, 0), (1, 1), (2, 1))
    too_early = panel.apply(beside_the_exit, "down")
    assert not panel.is_solved(too_early) and not panel.moves(too_early)
    assert KIND.player("rules=exit-reachable").options(panel, beside_the_exit)[NEXT] == ["down"]


def test_a_move_that_cuts_off_every_exit_is_struck() -> None:
    at_the_top = ((0, 0), (0, 1), (1, 1), (1, 2))
    assert FIGURE_4.moves(at_the_top) == ["right", "left"]
    assert KIND.player("rules=exit-reachable").options(FIGURE_4, at_the_top)[NEXT] == ["right"]


# Notation


@given(st.randoms(use_true_random=False), st.sampled_from(KIND.maker.sizes))
@settings(max_examples=100, deadline=None)
def test_a_generated_panel_is_solvable_by_design_and_survives_the_round_trip(rng: Random, size: str) -> None:
    assert KIND.maker.generate is not None and KIND.maker.size is not None
    panel = KIND.generate(rng, size)
    assert KIND.maker.size(panel) == size
    assert KIND.parse(KIND.format(panel)) == panel
    assert KIND.parse(KIND.format(panel).replace("\n", "/")) == panel


@given(st.integers())
def test_every_panel_that_is_read_is_written_so_that_it_can_be_read_again(seed: int) -> None:
    panel = KIND.parse(wild_text(Random(seed)))
    assert KIND.parse(KIND.format(panel)) == panel


@given(st.text(alphabet="+-|SE*sexuy.123bwBeA/\n =#,", max_size=60))
def test_any_other_text_gives_a_message_of_one_line(text: str) -> None:
    try:
        panel = KIND.parse(text)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert KIND.parse(KIND.format(panel)) == panel


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The panel is empty"),
        ("+-E/|.|/S-", "Line 3, column 3: the line has 2 characters but line 1 has 3"),
        ("+-E\n\n|.|\nS-+", "Line 2, column 1: the line has 0 characters"),
        ("+-E-/|.|./S-+-", "The panel has 4 columns; n cells take 2n + 1 of them"),
        ("+-E/|.|", "The panel has 2 lines"),
        ("S", "The panel has 1 lines"),
        ("+-E/|?|/S-+", "Line 2, column 2: '?' cannot stand for a cell; write one of . 1 2 3 4 b w"),
        ("+-E/|.|/S|+", "Line 3, column 2: '|' cannot stand for an edge between left and right"),
        ("+-E/-.|/S-+", "Line 2, column 1: '-' cannot stand for an edge between top and bottom"),
        ("b-E/|.|/S-+", "Line 1, column 1: 'b' cannot stand for a junction; write one of + S E * s e"),
        ("+-E/|.|/+-+", "The panel has no start; write S"),
        ("+-+/|.|/S-+", "The panel has no exit; write E"),
        ("/".join(["+-" * 11 + "E", "|." * 11 + "|", "S-" + "+-" * 10 + "+"]), "11 cells, but the limit"),
        ("+" * 50000, "A text of 50,000 characters is too long for a panel of at most 10×10 cells"),
        ("+-E/|A|/S-+", "'A' cannot stand for a cell; write one of . 1 2 3 4 b w"),
        ("+-E/|A|/S-+/A = polyomino", "Below the grid: A polyomino has exactly one shape"),
        ("+-E/|A|/S-+/A = polyomino ab", "Below the grid: 'ab' is not a shape; write # for its cells"),
        ("+-E/|A|/S-+/A = polyomino ..", "Below the grid: '..' is not a shape"),
        (
            "+-E/|A|/S-+/A = polyomino " + "#" * 201,
            "Below the grid: A shape that takes a rectangle of more than 200 cells is too large",
        ),
        ("+-E/|A|/S-+/A = star", "Below the grid: A star needs a colour; write one of black, white"),
        (
            "+-E/|A|/S-+/A = 5 triangles",
            "Below the grid: '5 triangles' does not give a number; write 1, 2, 3 or 4",
        ),
        ("+-E/|A|/S-+/A = big eliminator", "Below the grid: 'big' means nothing here"),
        ("+-E/|A|/S-+/A = thing", "Below the grid: 'thing' does not name one element; write something"),
        (
            "+-E/|b|/S-+/b = red eliminator",
            "Below the grid: 'b' has a meaning already; use another character",
        ),
        (
            "+-E/|.|/S-+/symmetry diagonal",
            "no symmetry 'diagonal'; there are horizontal, vertical, rotational",
        ),
        (
            "+-E/|.|/S-+/symmetry horizontal",
            "The start at (0, 0) has no partner; with horizontal symmetry there",
        ),
        ("+-+/|.|/S-E/symmetry vertical", "The start at (0, 0) has no partner; with vertical"),
        ("E-+-E/|.|.|/S-S-S/symmetry horizontal", "The start at (1, 0) is where the two paths"),
        ("+-E/u.|/S-+", "a hexagon for one of two paths but only one path"),
        ("https://windmill.example/abcdefg", "is not the link of a panel, whose last part ends in _0"),
        ("windmill.thefifthmatt.com/build", "is not the link of a panel, whose last part ends in _0"),
        ("!!!!_0", "is not the link of a panel, whose last part ends in _0"),
        ("CAUS_0", "The link is damaged: it ends too early"),
    ],
)
def test_a_bad_text_is_answered_with_its_place_and_remedy(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        KIND.parse(text)
    assert message in str(caught.value)


def test_indented_text_and_windows_line_ends_are_read() -> None:
    assert KIND.parse("\n   +-E\r\n   |.|\r\n   S-+\r\n") == KIND.parse("+-E/|.|/S-+")


def test_a_file_of_panels_is_recognised_with_their_lines() -> None:
    assert KIND.notation.recognise is not None
    assert KIND.notation.recognise("\n+-E\n|.|\nS-+\n\n\n+*E/|.|/S-+\n") == [
        (2, "+-E\n|.|\nS-+"),
        (7, "+*E/|.|/S-+"),
    ]
    assert KIND.notation.recognise("#####\n#@$.#\n#####\n") is None
    assert KIND.notation.recognise("") is None


def test_a_path_is_written_as_words() -> None:
    assert KIND.pictures.write is not None
    assert KIND.pictures.write(FIGURE_4, ((0, 0),)) == "no move"
    assert KIND.pictures.write(FIGURE_4, ((0, 0), (0, 1), (1, 1), (1, 0))) == "up right down"


def test_every_element_can_be_said_in_words() -> None:
    shape = frozenset({(0, 0), (1, 0), (1, 1)})
    for colour in Colour:
        elements: list[Element] = [Square(colour), Star(colour), Eliminator(colour)]
        elements += [Triangles(number, colour) for number in (1, 2, 3)]
        for rotates, hollow in product((False, True), repeat=2):
            elements.append(Polyomino(shape, rotates, hollow, colour))
        for element in elements:
            assert parse_element(format_element(element)) == element


def test_there_are_labels_for_as_many_elements_as_a_panel_can_hold() -> None:
    cells = [(x, y) for x in range(MOST_CELLS) for y in range(MOST_CELLS)]
    shapes = [frozenset({(0, 0), cell}) for cell in cells]
    panel = Panel(
        MOST_CELLS,
        MOST_CELLS,
        frozenset({(0, 0)}),
        frozenset({(MOST_CELLS, MOST_CELLS)}),
        cells=frozenset((cell, Polyomino(shape)) for cell, shape in zip(cells, shapes, strict=True)),
    )
    assert KIND.parse(KIND.format(panel)) == panel
    assert len(set(LABELS)) == len(LABELS) and not set(LABELS) & set(ELEMENTS)


# Windmill links


def test_a_link_survives_the_round_trip_whatever_is_on_the_panel() -> None:
    written = 0
    for panel in random_panels():
        try:
            link = encode(panel)
        except NotationError as error:
            assert "Windmill" in str(error)
        else:
            written += 1
            for form in (
                link,
                f"https://windmill.example/build/{link}",
                f"/#{link}",
                link.replace("=", "%3D"),
            ):
                assert KIND.parse(form) == panel
    assert written > 200


def wild_link(random: Random) -> str:
    """Return a link with whatever the editor can write, and shapes that fit no panel."""
    columns, rows = (2 * random.choice((1, 2, 3, MOST_CELLS)) + 1 for _ in range(2))
    points, first = columns * rows, 2 * random.randrange(columns // 2 + 1)
    entities = [_wild_entity(random) if random.random() < 0.3 else b"" for _ in range(points)]
    entities[first], entities[-1] = field(1, START), field(1, EXIT)
    message = field(1, columns) + b"".join(field(2, entity) for entity in entities)
    return urlsafe_b64encode(message).decode() + "_0"


def _wild_entity(random: Random) -> bytes:
    sort = random.choice((GAP, HEXAGON, SQUARE, STAR, POLYOMINO, POLYOMINO, ELIMINATOR, TRIANGLES))
    colour = field(2, random.randint(1, len(Colour)))
    if sort == POLYOMINO:
        width = random.choice((1, 3, 11, 40, LARGEST_SHAPE))
        size = random.randint(width, LARGEST_SHAPE)
        shape = field(1, width) + field(2, bytes(random.random() < 0.3 for _ in range(size)))
        flags = b"".join(field(number, 1) for number in (3, 4) if random.random() < 0.5)
        return field(1, sort) + field(4, shape + flags) + (colour if random.random() < 0.3 else b"")
    return field(1, sort) + colour + field(6, random.randint(1, 3))


def test_whatever_a_link_holds_its_panel_can_be_written_and_read_again() -> None:
    longest = read = 0
    for seed in range(400):
        try:
            panel = KIND.parse(wild_link(Random(seed)))
        except NotationError:
            continue
        read += 1
        shapes = [element.shape for _, element in panel.cells if isinstance(element, Polyomino)]
        longest = max([longest, *(max(max(cell) for cell in shape) + 1 for shape in shapes)])
        assert KIND.parse(KIND.format(panel)) == panel
        with suppress(NotationError):  # the editor has not every colour
            assert KIND.parse(encode(panel)) == panel
    assert read > 100 and longest > 2 * MOST_CELLS


def bar_link(length: int, width: int | None = None, *, filled: int = 1) -> str:
    """Return a link to one cell with a bar, or with the first of its cells only."""
    cells = bytes([1] + [filled] * (length - 1))
    bar = field(1, POLYOMINO) + field(4, field(1, width or length) + field(2, cells))
    points = [b""] * 2 + [field(1, EXIT), b"", bar, b"", field(1, START)] + [b""] * 2
    message = field(1, 3) + b"".join(field(2, point) for point in points)
    return urlsafe_b64encode(message).decode() + "_0"


def test_a_shape_may_be_as_long_in_a_link_as_in_a_text_and_no_longer() -> None:
    for text in (bar_link(LARGEST_SHAPE), f"+-E/|A|/S-+/A = polyomino {'#' * LARGEST_SHAPE}"):
        ((_, element),) = KIND.parse(text).cells
        assert isinstance(element, Polyomino) and len(element.shape) == LARGEST_SHAPE
    assert KIND.parse(bar_link(LARGEST_SHAPE, 3, filled=0)) == KIND.parse(bar_link(1))
    for text in (
        bar_link(LARGEST_SHAPE + 1),
        bar_link(LARGEST_SHAPE, LARGEST_SHAPE - 1),
        bar_link(LARGEST_SHAPE + 1, 3, filled=0),
    ):
        with pytest.raises(NotationError, match="a polyomino in it"):
            KIND.parse(text)


def test_a_panel_with_a_shape_longer_than_itself_is_rated_in_several_processes() -> None:
    entries = [Entry(KIND, KIND.parse(bar_link(length)), f"bar {length}") for length in (1, 11, 25)]
    alone, together = (list(rate_all(entries, Setting(("muse",)), jobs=jobs)) for jobs in (1, 2))
    assert [rating.failure for rating in together] == [""] * 3
    assert [rating.scores["muse"].status for rating in together] == ["exact", "unsolvable", "unsolvable"]
    assert [str(each.scores["muse"]) for each in together] == [str(each.scores["muse"]) for each in alone]


def test_what_the_editor_does_not_know_is_not_written() -> None:
    for text, message in (
        ("+-e/|.|/S-+", "a hexagon on a start or an exit"),
        ("+-E/|A|/S-+/A = red eliminator", "in white only, not in red"),
        ("E-E/u.|/S-S/symmetry horizontal", "hexagons for one of two paths"),
    ):
        with pytest.raises(NotationError, match=message):
            encode(KIND.parse(text))


def link_of(*entities: dict[int, Any], columns: int = 3, symmetry: int = 0) -> str:
    """Make a link by hand, so that it can be odd: entities from the top, then plain ones to the end."""
    message = field(1, columns) + b"".join(
        field(2, b"".join(field(number, value) for number, value in entity.items())) for entity in entities
    )
    message += field(3, symmetry) if symmetry else b""
    return urlsafe_b64encode(message).decode() + "_0"


def test_links_with_odd_entities_are_read() -> None:
    plain: dict[int, Any] = {}
    pointing = {1: 4, 3: field(1, 2) + field(2, 0)}
    panel = decode(link_of({5: 2}, pointing, plain, {1: 11, 6: 2}, plain, {1: 3}, {1: 2}, plain))
    assert panel.exits == frozenset({(1, 1)})
    assert panel.cells == frozenset({((0, 0), Triangles(2))})
    absent_junction, square_on_an_edge = {1: 1}, {1: 7, 2: 1}
    panel = decode(link_of(absent_junction, square_on_an_edge, {1: 4}, {5: 3}, {1: 3}, {5: 2}))
    assert panel.missing == frozenset({(0, 1), (1, 2)})
    assert not panel.cells


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (link_of({1: 3, 5: 9}, columns=4), "9 points in 4 columns are not a panel"),
        (link_of({5: 1 << 40}), "more than 10×10 cells"),
        (link_of({5: 9}), "The panel has no start"),
        (link_of({1: 3}, {5: 3}, {1: 11, 6: 9}, {5: 3}, {1: 4}), "a cell in it has 9 triangles"),
        (link_of({1: 3}, {5: 3}, {1: 7, 2: 12}, {5: 3}, {1: 4}), "has the colour 12"),
        (link_of({1: 3}, {5: 3}, {1: 7}, {5: 3}, {1: 4}), "has the colour 0"),
        (link_of({1: 3}, {5: 3}, {1: 9}, {5: 3}, {1: 4}), "a polyomino in it has no shape"),
        (link_of({1: 3}, {5: 3}, {1: 9, 4: b"\x08\x01\x12\x01\x00"}, {5: 3}, {1: 4}), "has no cells"),
        (link_of({1: 3}, {5: 7}, {1: 4}, symmetry=2), "has no partner"),
        (urlsafe_b64encode(b"\xff" * 30).decode() + "_0", "a number in it is too long"),
        (urlsafe_b64encode(b"\x09\x00").decode() + "_0", "a field of type 1"),
        ("AAAAA_0", "a letter is missing"),
        ("A" * 60_000 + "_0", "too long for a panel"),
        ("CAMSAigE_7", "whose last part ends in _0"),
    ],
)
def test_a_bad_link_is_answered_in_one_line(link: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        KIND.parse(link)
    assert message in str(caught.value) and len(str(caught.value)) < 200


@given(st.binary(max_size=80))
def test_any_bytes_are_a_panel_or_give_a_message_of_one_line(message: bytes) -> None:
    try:
        panel = KIND.parse(urlsafe_b64encode(message).decode() + "_0")
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert KIND.parse(KIND.format(panel)) == panel


def test_a_file_of_links_is_recognised() -> None:
    assert KIND.notation.recognise is not None
    links = [encode(FIGURE_4), f"https://windmill.example/build/{encode(FIGURE_4)}"]
    assert KIND.notation.recognise("\n" + "\n\n".join(links)) == [(2, links[0]), (4, links[1])]


# Pictures


def test_every_colour_has_a_letter_and_a_mark_of_its_own() -> None:
    for sort in (Square, Star):
        assert {element.colour for element in ELEMENTS.values() if isinstance(element, sort)} == set(Colour)
    plain = {Colour.BLACK, Colour.WHITE}  # which differ as much as can be
    assert {colour for colour, mark in MARKS.items() if not mark} == plain
    assert len(set(MARKS.values())) == len(Colour) - 1


def census(panel: Panel) -> tuple[int, int, list[int]]:
    """Count the discs and lines of a picture, and the corners of its polygons."""
    assert KIND.pictures.draw is not None
    shapes = KIND.draw(panel, None).shapes
    corners = sorted(len(shape.points) for shape in shapes if isinstance(shape, Polygon))
    return sum(isinstance(s, Circle) for s in shapes), sum(isinstance(s, Line) for s in shapes), corners


def test_the_picture_shows_every_element() -> None:
    seven_edges_and_a_nub = 8
    assert census(KIND.parse("+-+-E/|.|.|/S-+-+")) == (1, seven_edges_and_a_nub, [])
    one_edge_in_two_pieces_and_one_less = seven_edges_and_a_nub
    four_hexagons_two_of_them_rims = [6, 6, 6, 6]
    assert census(KIND.parse("+x+-e/|b|3./S-*-+")) == (
        1,
        one_edge_in_two_pieces_and_one_less,
        [3, 3, 3, *four_hexagons_two_of_them_rims, 16],
    )


def test_types_differ_in_shape_and_colours_in_more_than_colour() -> None:
    def outline(element: Element) -> tuple[Any, ...]:
        return tuple(
            (type(shape), len(getattr(shape, "points", ())), getattr(shape, "fill", None) is None)
            for shape in symbol(element, (0.5, 0.5))
        )

    def strokes(element: Element) -> tuple[Any, ...]:
        return tuple(shape.points for shape in symbol(element, (0.5, 0.5)) if isinstance(shape, Line))

    ell = frozenset({(0, 0), (1, 0), (0, 1)})
    sorts: list[Element] = [Triangles(number) for number in (1, 2, 3)]
    sorts += [
        Square(Colour.RED),
        Eliminator(),
        Polyomino(ell),
        Polyomino(ell, hollow=True, colour=Colour.BLUE),
    ]
    assert len({outline(element) for element in sorts}) == len(sorts)
    for make in (Square, Star):
        looks = {
            outline(make(colour)) + strokes(make(colour)) for colour in Colour if colour is not Colour.BLACK
        }
        assert len(looks) == len(Colour) - 1


def paths_drawn(text: str) -> list[Line]:
    """Return the lines of both paths on a symmetric panel."""
    shapes = KIND.draw(KIND.parse(text), ((0, 0), (0, 1))).shapes
    return [shape for shape in shapes if isinstance(shape, Line) and shape.stroke != "track"]


def test_both_paths_of_a_symmetric_panel_look_alike() -> None:
    first, second = paths_drawn("E-+-+-E/|.|.|.|/S-+-+-S/symmetry horizontal")
    assert (first.stroke, first.width) == (second.stroke, second.width)
    assert len(first.points) == len(second.points) == 3


def test_paths_with_hexagons_of_their_own_differ_in_their_cores_only() -> None:
    rims_and_cores = paths_drawn("E-u-+-E/|.|.|.|/S-+-+-S/symmetry horizontal")
    assert [line.width for line in rims_and_cores[:2]] == [line.width for line in rims_and_cores[2:]]
    assert {line.stroke for line in rims_and_cores} >= {"first", "second"}


def test_hexagons_are_wider_than_the_path_that_crosses_them() -> None:
    shapes = KIND.draw(KIND.parse("+-+-e/|.|.|/S-*-+")).shapes
    dots = [shape for shape in shapes if isinstance(shape, Polygon) and shape.fill == "dot"]
    across = [max(x for x, _ in dot.points) - min(x for x, _ in dot.points) for dot in dots]
    assert across and min(across) > 1.5 * PATH


def test_the_anchor_of_a_move_is_the_middle_of_its_edge() -> None:
    assert KIND.pictures.draw is not None and KIND.pictures.anchor is not None
    state = ((0, 0),)
    after = KIND.draw(FIGURE_4, FIGURE_4.apply(state, "right")).shapes[-1]
    assert isinstance(after, Line)
    (x1, y1), (x2, y2) = after.points
    assert KIND.pictures.anchor(FIGURE_4, state, "right") == ((x1 + x2) / 2, (y1 + y2) / 2)


# Making more of them


def test_generated_panels_have_a_solution_and_mostly_few() -> None:
    assert KIND.maker.generate is not None
    counts = sorted(
        count(KIND.generate(Random(seed), "3x3"), engine="python").solutions for seed in range(60)
    )
    assert counts[0] >= 1
    assert counts[30] <= 10


def test_a_large_panel_is_generated_without_searching() -> None:
    assert KIND.maker.generate is not None
    panel = KIND.generate(Random(1), "10x10")
    assert panel.cells or panel.all_hexagons


@pytest.mark.parametrize("size", ["", "0x1", "11x1", "4", "4x4x4", "-1x2", "³x³"])
def test_a_size_that_cannot_be_is_refused(size: str) -> None:
    assert KIND.maker.generate is not None
    with pytest.raises(NotationError, match="such as 4x4"):
        KIND.generate(Random(1), size)


def test_turned_and_mirrored_panels_have_as_many_states_and_solutions() -> None:
    assert KIND.sameness.symmetries is not None
    for panel in random_panels()[::5]:
        images = list(KIND.sameness.symmetries(panel))
        assert panel in images
        assert len(images) == len(set(images)) in (1, 2, 4, 8)
        outcomes = {(len(graph), int(graph.solved.sum())) for graph in map(explore, images)}
        assert len(outcomes) == 1


def test_the_images_of_a_panel_turn_the_text() -> None:
    assert KIND.sameness.symmetries is not None
    rows = ["+-+xE", "|b|2|", "S-+*+"]
    swapped = str.maketrans("-|", "|-")
    texts = [rows, [row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]]
    texts += [["".join(column).translate(swapped) for column in zip(*text, strict=True)] for text in texts]
    assert {KIND.format(image) for image in KIND.sameness.symmetries(KIND.parse("/".join(rows)))} == {
        "\n".join(text) for text in texts
    }


def test_reductions_take_away_one_element_each_and_say_which() -> None:
    assert KIND.maker.reductions is not None
    panel = KIND.parse("+x+-E/|b|2./S-+**")
    assert {words: KIND.format(less).replace("\n", "/") for words, less in KIND.reductions(panel)} == {
        "the black square at r1c1": "+x+-E/|.|2./S-+**",
        "the 2 triangles at r1c2": "+x+-E/|b|../S-+**",
        "the hexagon between points r2c2 and r2c3": "+x+-E/|b|2./S-+-*",
        "the hexagon at point r2c3": "+x+-E/|b|2./S-+*+",
        "the gap between points r1c1 and r1c2": "+-+-E/|b|2./S-+**",
    }


def test_neighbours_are_one_change_away_and_told_in_words() -> None:
    assert KIND.maker.neighbours is not None
    panel = KIND.parse("+-+-E/|b|2|/S-+*+")
    texts = {words: KIND.format(other).replace("\n", "/") for words, other in KIND.maker.neighbours(panel)}
    for words, text in {
        "without the black square at r1c1": "+-+-E/|.|2|/S-+*+",
        "white square for black square at r1c1": "+-+-E/|w|2|/S-+*+",
        "3 triangles for 2 triangles at r1c2": "+-+-E/|b|3|/S-+*+",
        "with a hexagon at point r1c2": "+-*-E/|b|2|/S-+*+",
        "with a gap between points r2c1 and r2c2": "+-+-E/|b|2|/Sx+*+",
        "the hexagon between points r2c2 and r2c3 moved to point r2c3": "+-+-E/|b|2|/S-+-*",
    }.items():
        assert texts[words] == text
    assert KIND.format(panel).replace("\n", "/") not in texts.values()
    assert len(set(texts.values())) == len(texts)
    moved = dict(KIND.maker.neighbours(KIND.parse("+-+-E/|e|.|/S-+-+")))
    assert KIND.format(moved["the eliminator moved from r1c1 to r1c2"]) == "+-+-E\n|.|e|\nS-+-+"
    assert "with an eliminator at r1c2" in moved


def test_the_estimate_never_exceeds_the_moves_still_needed() -> None:
    assert KIND.engines.estimate is not None
    for panel in random_panels():
        for path in solved_paths(panel):
            for length in range(1, len(path) + 1):
                assert KIND.engines.estimate(panel, path[:length]) <= len(path) - length


def test_regions_are_divided_by_the_path_and_cover_all_cells() -> None:
    divided = list(FIGURE_4.regions(covered_by(((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)))))
    assert sorted(map(sorted, divided)) == [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]


# Ends in the middle of an edge, and pillars


@pytest.mark.parametrize(
    ("path", "plain", "wide"),
    [
        (((0.5, 0),), [(0.5, 0)], []),
        (((0.5, 0), (1, 0), (1.5, 0)), [(1.5, 0), (0.5, 0)], [(1.5, 0)]),
        (((0, 0), (1, 0), (1.5, 0)), [(1.5, 0)], [(1.5, 0)]),
        (((0.5, 0), (1, 0)), [(0.5, 0)], []),
        (((0, 0), (1, 0)), [], []),
        ((), [], []),
    ],
)
def test_an_end_in_the_middle_of_an_edge_divides_only_where_starts_are_wide(
    path: Any, plain: list[Any], wide: list[Any]
) -> None:
    assert list(_halves(path, GAME)) == plain
    assert list(_halves(path, replace(GAME, wide_starts=True))) == wide


def test_places_of_a_pillar_go_round_it() -> None:
    panel = KIND.parse("+-+-+-E/|.|.|.|/S-+-+-+")
    pillar = replace(panel, pillar=True)
    assert [pillar.wrapped_place((x, 1)) for x in (0, 5, 6, 7, 12)] == [
        (0, 1),
        (5, 1),
        (0, 1),
        (1, 1),
        (0, 1),
    ]
    assert [pillar.wrapped((x, 1)) for x in (0, 2, 3, 4)] == [(0, 1), (2, 1), (0, 1), (1, 1)]
    assert pillar.apply(((2, 1),), "right") == ((2, 1), (3, 1))  # a path counts on as it goes round
    assert (panel.wrapped_place((7, 1)), panel.wrapped((4, 1))) == ((7, 1), (4, 1))


def test_a_path_may_start_in_the_middle_of_an_edge() -> None:
    panel = KIND.parse("+-E/|.|/+S+")
    (start,) = panel.starts()
    assert start == ((0.5, 0),) and set(panel.moves(start)) == {"left", "right"}
    ways = {each.moves for each in solutions(panel, engine="python").found}
    assert ways == {("right", "up"), ("left", "up", "right")}


def test_cells_that_missing_lines_join_to_the_outside_count_only_by_some_rules() -> None:
    text = "+-+-E/|w|b./S-+.+"
    for rules, ways in (
        ("game", {("right", "up", "right")}),
        ("jbzdarkid", {("right", "up", "right"), ("up", "right", "right")}),
    ):
        panel = KIND.parse(f"{text}\nrules {rules}")
        assert {each.moves for each in solutions(panel, engine="python").found} == ways


def test_a_path_may_cover_nothing_but_hexagons() -> None:
    panel = KIND.parse("**e/*.|/s-+")
    path = ((0, 0), (0, 1), (1, 1))
    assert panel.covered_by(path) == panel.all_hexagons and panel.is_solved(path)


def test_a_panel_has_the_cells_edges_and_junctions_within_its_border() -> None:
    panel = KIND.parse("+-+-+-E/|.|.|.|/+-+-+-+/|.|.|.|/S-+-+-+")
    inside = [(x, y) for x in range(-1, 5) for y in range(-1, 4) if panel.has_cell((x, y))]
    assert inside == [(x, y) for x in range(3) for y in range(2)]
    edges = {(x, y) for x in range(-2, 9) for y in range(-2, 7) if panel.has_edge((x, y))}
    assert edges == {(x, y) for x in range(7) for y in range(5) if (x + y) % 2}
    junctions = {(x, y) for x in range(-1, 6) for y in range(-1, 5) if panel.has_junction((x, y))}
    assert junctions == {(x, y) for x in range(4) for y in range(3)}


def test_whether_a_path_solves_a_panel_is_yes_or_no() -> None:
    right, wrong = ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1))
    for text, solved in (
        ("+-E/|.|/S-+", [True, True]),
        ("+-E/|2|/S-+", [True, True]),
        ("+-E/|3|/S-+", [False] * 2),
    ):
        assert [KIND.parse(text).is_solved(path) for path in (right, wrong)] == solved
    assert [KIND.parse("+-E/*.|/S-+").is_solved(path) for path in (right, wrong, right[:2])] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("label", ["\x1b", "\u202e", "\u200b", "\ud800"])
def test_a_character_that_cannot_be_seen_names_no_element(label: str) -> None:
    with pytest.raises(NotationError, match="cannot be seen") as refused:
        KIND.parse(f"E-E\n|A|\nS-S\n{label} = rotating polyomino #")
    assert str(refused.value).isprintable()
