"""What is special to Witness panels. The brute force here reads the characters and shares no code."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from math import exp, inf, log2
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary.drawing import Circle, Line, Polygon
from quandary.errors import NotationError
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.draw import PAINTS
from quandary.kinds.witness.inference import RULES
from quandary.kinds.witness.notation import ELEMENTS
from quandary.kinds.witness.rules import Colour, Square, covered_by
from quandary.measure.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.solve import count, explore, solutions

FIGURE_4 = KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
EXAMPLES = [json.loads(line) for line in (Path(__file__).parent / "examples.jsonl").read_text().splitlines()]
SMALL = ("1x1", "1x2", "2x1", "2x2", "3x1", "2x3", "3x3")

Trail = tuple[tuple[int, int], ...]


class BruteForce:
    """A panel as a table of characters: rows from the top, junctions at even rows and columns."""

    ARROWS = ((-1, 0), (0, 1), (1, 0), (0, -1))

    def __init__(self, text: str) -> None:
        self.rows = text.split("\n")
        self.at = {(r, c): mark for r, row in enumerate(self.rows) for c, mark in enumerate(row)}

    def starts(self) -> list[Trail]:
        return [(spot,) for spot, mark in self.at.items() if mark in "Ss" and spot[0] % 2 == spot[1] % 2 == 0]

    def longer(self, trail: Trail) -> Iterator[Trail]:
        """The trail with an edge and a junction more; a trail lists both."""
        row, column = trail[-1]
        for down, right in self.ARROWS:
            edge, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if self.at.get(edge, ".") not in ".x" and end not in trail:
                yield (*trail, edge, end)

    def is_solved(self, trail: Trail) -> bool:
        return self.at[trail[-1]] in "Ee" and self.hexagons_hold(trail) and self.cells_hold(trail)

    def hexagons_hold(self, trail: Trail) -> bool:
        on_lines = {s: mark for s, mark in self.at.items() if not (s[0] % 2 and s[1] % 2)}
        return all(spot in trail for spot, mark in on_lines.items() if mark in "*se")

    def cells_hold(self, trail: Trail) -> bool:
        for (row, column), mark in self.at.items():
            if row % 2 and column % 2 and mark != ".":
                around = [(row + down, column + right) for down, right in self.ARROWS]
                if mark.isdigit() and int(mark) != sum(edge in trail for edge in around):
                    return False
                if mark.isalpha() and self.letters_near((row, column), trail) != {mark}:
                    return False
        return True

    def letters_near(self, cell: tuple[int, int], trail: Trail) -> set[str]:
        seen, todo = {cell}, [cell]
        while todo:
            row, column = todo.pop()
            for down, right in self.ARROWS:
                beyond = (row + 2 * down, column + 2 * right)
                if beyond in self.at and (row + down, column + right) not in trail and beyond not in seen:
                    seen.add(beyond)
                    todo.append(beyond)
        return {self.at[spot] for spot in seen if self.at[spot].isalpha()}

    def walk(self) -> Iterator[tuple[Trail, bool]]:
        """Every trail that play can reach, and whether it is solved."""
        todo = self.starts()
        while todo:
            trail = todo.pop()
            solved = self.is_solved(trail)
            yield trail, solved
            if not solved:
                todo += self.longer(trail)

    def as_path(self, trail: Trail) -> Trail:
        """The same trail in the coordinates of `rules.py`."""
        top = len(self.rows) // 2
        return tuple((column // 2, top - row // 2) for row, column in trail[::2])

    def sensible(self, trail: Trail) -> Iterator[Trail]:
        """The longer trails that a player who knows the paper's rules still considers."""
        row, column = trail[-1]
        near = [(row + down, column + right) for down, right in self.ARROWS]
        required = {edge for edge in near if edge not in trail[-2:] and self.is_required(edge)}
        for longer in self.longer(trail):
            if required <= {longer[-2]} and self.can_end(longer):
                yield longer

    def is_required(self, edge: tuple[int, int]) -> bool:
        row, column = edge
        down, right = (1, 0) if column % 2 else (0, 1)
        beside = {self.at.get((row + k * down, column + k * right), ".") for k in (-1, 1)}
        return self.at.get(edge) == "*" or len([mark for mark in beside if mark.isalpha()]) == 2

    def can_end(self, trail: Trail) -> bool:
        seen, todo = set(trail), [trail]
        while todo:
            if self.at[(here := todo.pop())[-1]] in "Ee":
                return True
            ahead = [longer for longer in self.longer(here) if longer[-1] not in seen]
            seen.update(longer[-1] for longer in ahead)
            todo += ahead
        return False

    def bits(self, moves: Callable[[Trail], Iterator[Trail]], local: Callable[[list[float]], float]) -> float:
        """The paper's Algorithm 1, with a formula for the local entropy."""

        def value(trail: Trail) -> float:
            if self.is_solved(trail):
                return 0
            children = [value(longer) for longer in moves(trail)]
            return inf if min(children, default=inf) == inf else min(children) + local(children)

        return min(value(start) for start in self.starts())


def uniform(children: list[float]) -> float:
    return log2(len(children))


def divergence(children: list[float]) -> float:
    weights = [exp(min(children) - child) for child in children]
    shares = [weight / sum(weights) for weight in weights]
    return sum(p * log2(p * len(children)) for p in shares if p)


def wild_text(rng: Random) -> str:
    """A panel of random characters, solvable or not."""
    width, height = rng.choice((1, 2, 2, 3)), rng.choice((1, 2, 2, 3))
    marks = {(0, 0): "+++++SE*se", (0, 1): "------*x.", (1, 0): "||||||*x.", (1, 1): "....123bwr"}
    rows = [
        [rng.choice(marks[row % 2, column % 2]) for column in range(2 * width + 1)]
        for row in range(2 * height + 1)
    ]
    rows[-1][0], rows[0][-1] = rng.choice("Ss"), rng.choice("Ee")
    return "\n".join(map("".join, rows))


@cache
def random_panels() -> list[Panel]:
    made = [KIND.generate(Random(seed), SMALL[seed % len(SMALL)]) for seed in range(120)]  # type: ignore[misc]
    return made + [KIND.parse(wild_text(Random(seed))) for seed in range(150)]


def solved_paths(panel: Panel) -> set[Any]:
    return {solution.end(panel) for solution in solutions(panel, engine="python").found}


# Rules


def test_reachable_states_and_solutions_are_those_of_brute_force() -> None:
    solvable = 0
    for panel in random_panels():
        brute = BruteForce(KIND.format(panel))
        expected = {brute.as_path(trail): solved for trail, solved in brute.walk()}
        graph = explore(panel, engine="python")
        assert graph.states is not None
        assert dict(zip(graph.states, graph.solved.tolist(), strict=True)) == expected, KIND.format(panel)
        solvable += any(expected.values())
    assert solvable > 120


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
        assert len(KIND.default.options(FIGURE_4, state)[NEXT]) == options
        state = FIGURE_4.apply(state, move)
    assert FIGURE_4.is_solved(state)


def test_figure_4_scores_as_published() -> None:
    none, paper = KIND.player("none"), KIND.player("paper")
    assert muse(FIGURE_4, none, engine="python").value == pytest.approx(4)
    assert muse(FIGURE_4, paper, engine="python").value == pytest.approx(1)
    assert remuse(FIGURE_4, none, engine="python").value == pytest.approx(3.0592, abs=1e-4)
    assert remuse(FIGURE_4, paper, engine="python").value == pytest.approx(0.1601, abs=1e-4)


# Inference


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_strikes_some_moves_but_none_that_leads_to_a_solution(rule: Any) -> None:
    struck = 0
    for panel in random_panels():
        good = {path[:length] for path in solved_paths(panel) for length in range(1, len(path) + 1)}
        graph = explore(panel, engine="python")
        for state, solved in zip(graph.states or (), graph.solved, strict=True):
            if not solved:
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


@given(st.randoms(use_true_random=False), st.sampled_from(KIND.sizes))
@settings(max_examples=100, deadline=None)
def test_a_generated_panel_is_solvable_by_design_and_survives_the_round_trip(rng: Random, size: str) -> None:
    assert KIND.generate is not None and KIND.size is not None
    panel = KIND.generate(rng, size)
    assert KIND.size(panel) == size
    assert KIND.parse(KIND.format(panel)) == panel
    assert KIND.parse(KIND.format(panel).replace("\n", "/")) == panel


@given(st.integers())
def test_every_text_that_is_read_is_written_back(seed: int) -> None:
    text = wild_text(Random(seed))
    assert KIND.format(KIND.parse(text)) == text


@given(st.text(alphabet="+-|SE*sex.123bw/\n ", max_size=60))
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
        ("+-E/|?|/S-+", "Line 2, column 2: '?' cannot stand for a cell; write one of . 1 2 3 b w"),
        ("+-E/|.|/S|+", "Line 3, column 2: '|' cannot stand for an edge between left and right"),
        ("+-E/-.|/S-+", "Line 2, column 1: '-' cannot stand for an edge between top and bottom"),
        ("b-E/|.|/S-+", "Line 1, column 1: 'b' cannot stand for a junction; write one of + S E * s e"),
        ("+-E/|.|/+-+", "The panel has no start; write S"),
        ("+-+/|.|/S-+", "The panel has no exit; write E"),
        ("/".join(["+-" * 11 + "E", "|." * 11 + "|", "S-" + "+-" * 10 + "+"]), "that is 11 cells; 10 cells"),
        ("+" * 3000, "A text of 3,000 characters is too long for a panel of at most 10×10 cells"),
    ],
)
def test_a_bad_text_is_answered_with_its_place_and_remedy(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        KIND.parse(text)
    assert message in str(caught.value)


def test_indented_text_and_windows_line_ends_are_read() -> None:
    assert KIND.parse("\n   +-E\r\n   |.|\r\n   S-+\r\n") == KIND.parse("+-E/|.|/S-+")


def test_a_file_of_panels_is_recognised_with_their_lines() -> None:
    assert KIND.recognise is not None
    assert KIND.recognise("\n+-E\n|.|\nS-+\n\n\n+*E/|.|/S-+\n") == [(2, "+-E\n|.|\nS-+"), (7, "+*E/|.|/S-+")]
    assert KIND.recognise("#####\n#@$.#\n#####\n") is None
    assert KIND.recognise("") is None


def test_a_path_is_written_as_words() -> None:
    assert KIND.write is not None
    assert KIND.write(FIGURE_4, ((0, 0),)) == "no move"
    assert KIND.write(FIGURE_4, ((0, 0), (0, 1), (1, 1), (1, 0))) == "up right down"


# Pictures


def test_every_colour_of_squares_has_a_letter_a_paint_and_a_mark_of_its_own() -> None:
    assert {element.colour for element in ELEMENTS.values() if isinstance(element, Square)} == set(Colour)
    assert len({paint.mark for paint in PAINTS.values()}) == len(PAINTS) == len(Colour)


def census(panel: Panel) -> tuple[int, int, list[int]]:
    """How many discs and lines a picture has, and the corners of its polygons."""
    assert KIND.draw is not None
    shapes = KIND.draw(panel, None).shapes
    corners = sorted(len(shape.points) for shape in shapes if isinstance(shape, Polygon))
    return sum(isinstance(s, Circle) for s in shapes), sum(isinstance(s, Line) for s in shapes), corners


def test_the_picture_shows_every_element() -> None:
    seven_edges_and_a_nub = 8
    assert census(KIND.parse("+-+-E/|.|.|/S-+-+")) == (1, seven_edges_and_a_nub, [])
    one_edge_in_two_pieces_and_one_less = seven_edges_and_a_nub
    assert census(KIND.parse("+x+-e/|b|3./S-*-+")) == (
        1,
        one_edge_in_two_pieces_and_one_less,
        [3, 3, 3, 6, 6, 16],
    )


def test_the_anchor_of_a_move_is_the_middle_of_its_edge() -> None:
    assert KIND.draw is not None and KIND.anchor is not None
    state = ((0, 0),)
    after = KIND.draw(FIGURE_4, FIGURE_4.apply(state, "right")).shapes[-1]
    assert isinstance(after, Line)
    (x1, y1), (x2, y2) = after.points
    assert KIND.anchor(FIGURE_4, state, "right") == ((x1 + x2) / 2, (y1 + y2) / 2)


# Making more of them


def test_generated_panels_have_a_solution_and_mostly_few() -> None:
    assert KIND.generate is not None
    counts = sorted(
        count(KIND.generate(Random(seed), "3x3"), engine="python").solutions for seed in range(60)
    )
    assert counts[0] >= 1
    assert counts[40] <= 10


def test_a_large_panel_is_generated_without_searching() -> None:
    assert KIND.generate is not None
    panel = KIND.generate(Random(1), "10x10")
    assert panel.cells or panel.hexagons


@pytest.mark.parametrize("size", ["", "0x1", "11x1", "4", "4x4x4", "-1x2", "³x³"])
def test_a_size_that_cannot_be_is_refused(size: str) -> None:
    assert KIND.generate is not None
    with pytest.raises(NotationError, match="such as 4x4"):
        KIND.generate(Random(1), size)


def test_turned_and_mirrored_panels_have_as_many_states_and_solutions() -> None:
    assert KIND.symmetries is not None
    for panel in random_panels()[::10]:
        images = list(KIND.symmetries(panel))
        assert panel in images
        assert len(images) == len(set(images)) in (1, 2, 4, 8)
        outcomes = {(len(graph), int(graph.solved.sum())) for graph in map(explore, images)}
        assert len(outcomes) == 1


def test_the_images_of_a_panel_turn_the_text() -> None:
    assert KIND.symmetries is not None
    rows = ["+-+xE", "|b|2|", "S-+*+"]
    swapped = str.maketrans("-|", "|-")
    texts = [rows, [row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]]
    texts += [["".join(column).translate(swapped) for column in zip(*text, strict=True)] for text in texts]
    assert {KIND.format(image) for image in KIND.symmetries(KIND.parse("/".join(rows)))} == {
        "\n".join(text) for text in texts
    }


def test_reductions_take_away_one_element_each_and_say_which() -> None:
    assert KIND.reductions is not None
    panel = KIND.parse("+x+-E/|b|2./S-+**")
    assert {words: KIND.format(less).replace("\n", "/") for words, less in KIND.reductions(panel)} == {
        "the black square at (0, 0)": "+x+-E/|.|2./S-+**",
        "the 2 triangles at (1, 0)": "+x+-E/|b|../S-+**",
        "the hexagon between (1, 0) and (2, 0)": "+x+-E/|b|2./S-+-*",
        "the hexagon at (2, 0)": "+x+-E/|b|2./S-+*+",
        "the gap between (0, 1) and (1, 1)": "+-+-E/|b|2./S-+**",
    }


def test_the_estimate_never_exceeds_the_moves_still_needed() -> None:
    assert KIND.estimate is not None
    for panel in random_panels():
        for path in solved_paths(panel):
            for length in range(1, len(path) + 1):
                assert KIND.estimate(panel, path[:length]) <= len(path) - length


def test_regions_are_divided_by_the_path_and_cover_all_cells() -> None:
    divided = list(FIGURE_4.regions(covered_by(((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)))))
    assert sorted(map(sorted, divided)) == [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]
