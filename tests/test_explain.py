"""An explanation says where the bits are, and the terminal and the page show it, whatever a file contains."""

import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from tests.commands import Run

from quandary.cli.main import main
from quandary.draw.colour import contrast
from quandary.draw.look import WORDMARK
from quandary.draw.palette import AUTO, DARK, PALETTES, SHADES, Palette
from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape, Text
from quandary.explaining.chart import step_bars
from quandary.explaining.explained import Explanation
from quandary.explaining.explanation import explain
from quandary.explaining.page import explanation_page
from quandary.explaining.picture import element_box, label_height, picture, placed
from quandary.explaining.record import explanation_as_json
from quandary.explaining.scale import shade
from quandary.explaining.terms import TERMS
from quandary.explaining.text import to_text
from quandary.explaining.words import advice, hardest_step, solving
from quandary.kind import Kind, Notation, People, Pictures
from quandary.kinds.fillomino import KIND as FILLOMINO
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND as WITNESS
from quandary.library import files, registry
from quandary.limits import Limits
from quandary.measuring.table import measures
from quandary.pencil import Pencil
from quandary.player import Player
from quandary.rules import Finding, Rule
from quandary.score import Status
from quandary.verdict import Rank

ENTRIES = [
    entry
    for kind in map(registry.find_kind, registry.find_kinds())
    for entry in files.examples(kind)[: 1 if issubclass(kind.puzzle, Pencil) else None]
]
"""Every example, but one of each declared pencil kind, since they share all code but their declarations."""
SQUARES = "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"
"""Figure 4 of the paper: one bit for a player who knows the rules, four for one who does not."""
TWO_STARTS = "E-+-+-S/|2|.|w|/+-+*+-+/|.|b|w|/S-+.+-e"
GUESSED = ".3.1.5.......6...2..27..4..85...6.....4...5...298.......7.8..2..4...1.7.......68."
"""Three bits for the scanner, of which naked pairs in rows save two."""
UNSOLVABLE = "123....4........"
HOSTILE = """<script>alert(1)</script>"'&]]>{title}\x00\x1b[31m\u202e"""


@cache
def example(number: int) -> Explanation:
    """Explain an example to a player who knows no rules, once, since it takes long without the core."""
    entry = ENTRIES[number]
    return explain(entry.puzzle, entry.kind.player("none"))


@cache
def guessed() -> Explanation:
    """Explain a Sudoku that takes guesses."""
    return explain(SUDOKU.parse(GUESSED), title="Some guesses")


@pytest.fixture(scope="module", params=range(len(ENTRIES)), ids=[entry.id for entry in ENTRIES])
def explained(request: pytest.FixtureRequest) -> Explanation:
    """Return the explanation of each example in turn, so that one serves all tests of it."""
    return example(request.param)


class Steps:
    """Choose among `options` doors, as often as told; the first door is the way. Four methods, no more."""

    def __init__(self, *options: int) -> None:
        self.options = options

    def starts(self) -> list[tuple[int, ...]]:
        return [()]

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [] if any(state) else list(range(self.options[len(state)]))

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def is_solved(self, state: tuple[int, ...]) -> bool:
        return len(state) == len(self.options) and not any(state)


class Shout(str):
    """A move that tries to be more than text."""

    __slots__ = ()

    def __str__(self) -> str:
        return HOSTILE


class Loud(Steps):
    """The same doors with hostile names."""

    def moves(self, state: Any) -> list[Any]:
        return [Shout(move) if move == 0 else str(move) for move in super().moves(state)]

    def apply(self, state: Any, move: Any) -> Any:
        return (*state, 0 if move == "0" else 1)


@pytest.fixture
def own_kind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kind:
    """Make a kind for the puzzles of this module that draws all its moves at one place, off the page."""
    kind = Kind(
        name="doors",
        title=HOSTILE,
        summary="Go through the first door.",
        puzzle=Steps,
        folder=tmp_path,
        notation=Notation(parse=lambda text: Steps(*map(int, text.split())), format=lambda puzzle: HOSTILE),
        pictures=Pictures(
            draw=lambda puzzle, state: Drawing(2, 1, (), title=HOSTILE),
            anchor=lambda puzzle, state, move: (90, -90),
        ),
        people=People(
            rules=(
                Rule(
                    HOSTILE,
                    lambda puzzle, state, moves: [Finding(HOSTILE, must=tuple(moves[:1]))],
                    says=HOSTILE,
                ),
            )
        ),
    )
    monkeypatch.setattr(sys.modules[__name__], "KIND", kind, raising=False)
    return kind


# What is in an explanation


def test_the_bits_of_the_steps_add_up_to_the_score(explained: Explanation) -> None:
    assert explained.profile is not None and explained.kind is not None
    assert explained.headline.measure == explained.kind.people.headline
    in_bits = measures(explained.kind)[explained.kind.people.headline].unit == "bits"
    assert explained.profile.measure == (explained.kind.people.headline if in_bits else "remuse")
    assert explained.profile.total == pytest.approx(
        explained.scores[explained.profile.measure].value, abs=1e-9
    )


def test_the_states_lead_from_a_start_to_a_solution(explained: Explanation) -> None:
    profile, puzzle = explained.profile, explained.puzzle
    assert profile is not None and profile.is_solved
    assert profile.states[0] in list(puzzle.starts())
    for before, step, after in zip(profile.states, profile.steps, profile.states[1:], strict=False):
        assert puzzle.apply(before, step.move) == after
    assert puzzle.is_solved(profile.states[-1])


def test_four_methods_are_enough() -> None:
    told = explain(Steps(2, 1, 1, 3))
    assert told.profile is not None and told.profile.hardest is not None
    assert told.profile.total == told.headline.value == pytest.approx(1 + log2(3))
    assert told.profile.hardest[0] == 1, "the fourth has more bits, but a move there wins"
    assert told.profile.winning == {4}
    assert [len(stretch.steps) for stretch in told.profile.stretches()] == [1, 2, 1]
    assert (told.kind, told.rules, told.trace, told.verdict.place, picture(told)) == (
        None,
        (),
        None,
        None,
        None,
    )


def test_with_two_starts_the_solution_begins_where_its_options_are() -> None:
    class Rooms:
        """A puzzle that the same move solves from both rooms, with no other move in the second."""

        def starts(self) -> list[str]:
            return ["maze", "hall"]

        def moves(self, state: str) -> list[str]:
            return {"maze": ["out", "in"], "hall": ["out"], "cellar": []}[state]

        def apply(self, state: str, move: str) -> str:
            return {"out": "garden", "in": "cellar"}[move]

        def is_solved(self, state: str) -> bool:
            return state == "garden"

    told = explain(Rooms())
    assert told.headline.value == 0
    assert told.profile is not None and told.profile.states == ("hall", "garden")


def test_a_player_who_looks_ahead_is_done_before_the_end() -> None:
    told = explain(WITNESS.parse(SQUARES), WITNESS.player("none", lookahead=2))
    assert told.profile is not None and not told.profile.is_solved
    assert len(told.profile.steps) < 6
    assert "After the last step the player sees how it ends." in to_text(told, columns=200)


def test_rules_are_sorted_by_what_they_save_the_player() -> None:
    told = guessed()
    saved = [each.saves for each in told.rules]
    assert None not in saved and saved == sorted(saved, key=lambda bits: -(bits or 0))
    assert told.best_known_rule is None  # the scanner knows no rules, only where to look
    assert told.best_new_rule is not None
    assert (told.best_new_rule.rule.name, told.best_new_rule.saves) == ("naked-triple-row", 3)


def test_a_rule_that_the_player_knows_is_not_called_new() -> None:
    told = explain(WITNESS.parse(SQUARES))
    assert told.best_new_rule is None
    assert told.best_known_rule is not None and told.best_known_rule.rule.name == "squares"
    told = explain(WITNESS.parse(SQUARES), WITNESS.player("none"))
    assert told.best_known_rule is None
    assert told.best_new_rule is not None and told.best_new_rule.rule.name == "squares"


def test_an_expert_deduces_a_fill_puzzle_and_only_that() -> None:
    told = guessed()
    assert told.trace is not None and told.trace.status == "solved"
    assert told.profile is not None and told.trace.state == told.profile.states[-1]
    assert explain(WITNESS.parse(SQUARES)).trace is None


def test_rules_that_need_one_solution_wait_for_a_puzzle_that_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    unsound = replace(SUDOKU.rule("naked-single"), name="uniqueness", needs_unique=True)
    kind = SUDOKU.but(rules=(*SUDOKU.people.rules, unsound))
    monkeypatch.setattr("quandary.kinds.sudoku.KIND", kind)
    one, many = explain(SUDOKU.parse(".3....3....41...")), explain(SUDOKU.parse(".3....3....4...."))
    assert "uniqueness" in {each.rule.name for each in one.rules}
    assert many.scores["solutions"].value != 1
    assert "uniqueness" not in {each.rule.name for each in many.rules}


def test_an_unsolvable_puzzle_is_called_that_and_nothing_else_is_claimed() -> None:
    told = explain(SUDOKU.parse(UNSOLVABLE))
    assert told.is_unsolvable and told.profile is None and told.rules == ()
    assert "no solution" in to_text(told) and "difficulty sits" not in to_text(told)
    assert "no solution" in explanation_page(told) and "difficulty sits" not in explanation_page(told)


def test_giving_up_shows_what_is_known() -> None:
    told = explain(WITNESS.parse(SQUARES), limits=Limits(states=1))
    assert told.headline.status is Status.GAVE_UP and not told.is_unsolvable
    assert (told.profile, told.rules) == (None, ())
    assert "gave up (stopped at the limit of 1 states)" in to_text(told)
    assert WITNESS.pictures.draw is not None and picture(told) == WITNESS.draw(told.puzzle, None)


def test_a_puzzle_that_is_solved_from_the_start_has_nothing_to_decide() -> None:
    told = explain(Steps())
    assert told.profile is not None and told.profile.steps == ()
    assert "No step leaves anything uncertain." in to_text(told)
    assert '<figure class="chart">' not in explanation_page(told)
    assert "No step leaves anything uncertain." in explanation_page(told)


def test_a_label_covers_no_element_of_its_puzzle(explained: Explanation) -> None:
    assert explained.kind is not None and explained.profile is not None
    drawn = explained.kind.draw(explained.puzzle, explained.profile.states[-1])
    height = label_height(drawn)
    elements = [box for shape in drawn.shapes if (box := element_box(shape))]
    for label, (x, y) in placed(explained, drawn, height):
        wide, high = label.size(height)
        for left, top, right, bottom in elements:
            across = min(x + wide / 2, right) - max(x - wide / 2, left)
            down = min(y + high / 2, bottom) - max(y - high / 2, top)
            assert min(across, down) < 1e-6, (label, (left, top, right, bottom))


def test_a_page_begins_with_the_verdict_and_shows_the_bits_and_the_hardest_position_unfolded() -> None:
    page = explanation_page(explain(WITNESS.parse(SQUARES))).partition("</style>")[2]
    title, verdict, picture, chart, moment = (
        page.index(each)
        for each in (
            "<h1>",
            '<p class="verdict">',
            '<figure class="puzzle">',
            '<figure class="chart">',
            'class="moment"',
        )
    )
    assert title < verdict < picture < chart < moment
    assert "<details>" not in page[picture : page.index("</figure>", picture)]
    assert "stroke-doubt" in page[moment : page.index("</figure>", moment)]


def test_the_words_of_a_page_are_explained_on_it_as_in_the_glossary() -> None:
    page = explanation_page(explain(WITNESS.parse(SQUARES)))
    glossary = " ".join((Path(__file__).parents[1] / "docs" / "glossary.md").read_text("utf-8").split())
    assert "<dt>ReMUSE</dt>" in page and "<dt>Random play</dt>" in page
    for term, meaning in TERMS.items():
        assert f"### {term} {meaning}" in glossary, term


def test_the_bits_of_choosing_a_start_are_said() -> None:
    told = explain(WITNESS.parse(TWO_STARTS))
    assert "Choosing among 2 starts takes 1 bit more." in to_text(told, columns=200)


def test_a_sudoku_leads_with_its_rating_and_its_hardest_step() -> None:
    told = explain(SUDOKU.parse(".3....3....41..."))
    first = to_text(told).splitlines()[1:4]
    assert first[0].startswith("Easy: of 100 generated 4×4 Sudokus")
    assert "Rating 1.2 on the scale of Sudoku Explainer." in " ".join(first)
    assert "The hardest step is 1 of 12, cost 1.2: hidden single in a box" in " ".join(first)
    assert "\n44 rules are worth nothing on this puzzle." in to_text(told)


def test_an_ambiguous_sudoku_is_called_faulty_on_both_surfaces() -> None:
    told = explain(SUDOKU.parse("12.............."), limits=Limits(seconds=2))
    for surface in (to_text(told, columns=200), explanation_page(told)):
        assert "Faulty" in surface and "but a Sudoku should have one" in surface
    assert told.verdict.place is None


def test_moves_are_told_in_words() -> None:
    number = next(at for at, entry in enumerate(ENTRIES) if entry.kind.name == "hex")
    told = example(number)
    page = explanation_page(told)
    assert "@" not in page.partition("The puzzle as text")[0].partition("</style>")[2]


def test_the_verdict_is_told_on_both_surfaces() -> None:
    told = explain(WITNESS.parse(SQUARES))
    place = Rank(826, 0, 1000, "generated 2×2 Witness panels")
    told = replace(told, verdict=replace(told.verdict, word=place.word, place=place))
    for surface in (to_text(told, columns=200), explanation_page(told)):
        assert "Hard for its kind" in surface
        assert "f 1,000 generated 2×2 Witness panels, 826 have fewer bits." in surface


def test_the_json_form_is_json_and_adds_up() -> None:
    told = guessed()
    record = json.loads(json.dumps(explanation_as_json(told), allow_nan=False))
    assert sum(step["bits"] for step in record["profile"]["steps"]) == record["scores"]["muse"]["value"] == 3
    assert record["rules"][0] == {"rule": "naked-triple-row", "known": False, "saves": 3, "alone": 3}
    assert record["deduction"]["status"] == "solved"


# The pictures


def labels(told: Explanation) -> list[Shape]:
    """Return what an explanation draws over the puzzle."""
    drawn = picture(told)
    assert drawn is not None and told.kind is not None and told.kind.pictures.draw is not None
    assert told.profile is not None
    plain = told.kind.draw(told.puzzle, told.profile.states[-1])
    assert drawn.shapes[: len(plain.shapes)] == plain.shapes
    return list(drawn.shapes[len(plain.shapes) :])


class Box(NamedTuple):
    """Return the area that a shape covers."""

    left: float
    top: float
    right: float
    bottom: float


def box(shape: Shape) -> Box:
    match shape:
        case Line(points=points) | Polygon(points=points):
            rim = shape.width / 2
        case Circle(centre=centre, radius=radius):
            points, rim = (centre,), radius
        case Text(at=at):
            half = {"middle": 0.3 * len(shape.text), "start": 0.0, "end": 0.0}[shape.anchor] * shape.size
            points, rim = ((at[0] - half, at[1]), (at[0] + half, at[1])), 0.0
    xs, ys = zip(*points, strict=True)
    return Box(min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim)


def assert_on_page(shapes: Iterator[Shape] | list[Shape], page: Drawing) -> None:
    for shape in shapes:
        left, top, right, bottom = box(shape)
        assert left >= -1e-9 and top >= -1e-9, shape
        assert right <= page.width + 1e-9 and bottom <= page.height + 1e-9, shape


def test_every_decision_has_a_label_on_the_page(explained: Explanation) -> None:
    drawn, over = picture(explained), labels(explained)
    assert drawn is not None and explained.profile is not None
    assert_on_page(over, drawn)
    written = [shape.text for shape in over if isinstance(shape, Text)]
    for _, step in explained.profile.decisions:
        assert any(f"{step.bits:.1f}" in text or "<" in text or "×" in text for text in written)


def test_a_free_order_is_told_by_numbers() -> None:
    told = guessed()
    assert told.profile is not None
    numbers = [str(number) for number, _ in told.profile.decisions]
    texts = [shape.text for shape in labels(told) if isinstance(shape, Text)]
    assert [text for text in texts if text in numbers] == numbers == ["20", "23", "29"]


def test_labels_leave_the_digits_legible() -> None:
    told = guessed()
    drawn, over = picture(told), labels(told)
    assert drawn is not None and over
    digits = [shape for shape in drawn.shapes[: -len(over)] if isinstance(shape, Text)]
    plates = [box(shape) for shape in over if isinstance(shape, Line)]
    for digit in digits:
        x, y = digit.at
        below = y + 0.36 * digit.size
        assert not any(plate.left < x < plate.right and y < plate.top < below for plate in plates)
        assert not any(plate.left < x < plate.right and plate.top <= y <= plate.bottom for plate in plates)


def test_decisions_at_one_place_share_a_label_that_stays_on_the_page(own_kind: Kind) -> None:
    told = explain(Steps(2, 4), own_kind.player("none"))
    over = labels(told)
    assert [shape.text for shape in over if isinstance(shape, Text)] == ["3.0 (2×)"]
    assert_on_page(over, Drawing(2, 1, ()))


def test_a_label_shrinks_on_a_page_that_is_too_small(own_kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    small = own_kind.but(draw=lambda puzzle, state: Drawing(0.3, 0.1, ()))
    monkeypatch.setattr(sys.modules[__name__], "KIND", small)
    over = labels(explain(Steps(2, 4), small.player("none")))
    assert over
    assert_on_page(over, Drawing(0.3, 0.1, ()))


def test_a_kind_that_draws_but_has_no_anchors_gets_its_picture_without_labels(
    own_kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = own_kind.but(anchor=None)
    monkeypatch.setattr(sys.modules[__name__], "KIND", kind)
    told = explain(Steps(2, 4))
    assert labels(told) == []
    assert "<figcaption>Discs" not in explanation_page(told)


@pytest.mark.parametrize("options", [(2,), (3, 1, 1, 2), (2,) * 12, (1,) * 150 + (2,), (16, 16)])
def test_the_chart_has_a_bar_for_each_decision_on_an_axis_of_its_own(options: tuple[int, ...]) -> None:
    profile = explain(Steps(*options)).profile
    assert profile is not None
    drawn = step_bars(profile, 900, 180)
    assert_on_page(list(drawn.shapes), drawn)
    heights = [box(shape).bottom - box(shape).top for shape in drawn.shapes if isinstance(shape, Polygon)]
    bits = [step.bits for _, step in profile.decisions]
    assert heights == pytest.approx([max(heights) * each / max(bits) for each in bits])
    assert max(heights) > 50  # however many bits there are in all


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_more_bits_are_further_from_the_paper_and_can_be_read_on(palette: Palette) -> None:
    shades = list(dict.fromkeys(shade(bits / 10) for bits in range(41)))
    contrasts = [contrast(palette[each], palette["paper"]) for each in shades]
    assert len(shades) == SHADES and all(less < more for less, more in pairwise(contrasts))
    assert min(contrast(palette[each], palette[f"on-{each}"]) for each in shades) >= 4.5


# The page


class Reader(HTMLParser):
    """Return the elements, attributes and texts that a browser sees."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags = ["before"]
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts[self.tags[-1]] = self.texts.get(self.tags[-1], "") + data


@pytest.fixture(params=["witness", "sudoku", "two starts", "own", "hostile", "unsolvable", "gave up"])
def told(request: pytest.FixtureRequest) -> Explanation:
    match request.param:
        case "witness":
            return explain(WITNESS.parse(SQUARES), title="Two rows")
        case "sudoku":
            return replace(guessed(), title=HOSTILE)
        case "two starts":
            return explain(WITNESS.parse(TWO_STARTS))
        case "own":
            return explain(Steps(2, 3))
        case "hostile":
            request.getfixturevalue("own_kind")
            return explain(Loud(2, 3), title=HOSTILE)
        case "unsolvable":
            return explain(SUDOKU.parse(UNSOLVABLE), title=HOSTILE)
        case _:
            return explain(SUDOKU.parse(GUESSED), limits=Limits(states=1))


def test_the_page_is_well_formed(told: Explanation) -> None:
    page = explanation_page(told)
    assert page.startswith("<!DOCTYPE html>\n")
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own text


def test_the_page_runs_nothing_and_asks_nobody(told: Explanation) -> None:
    page = Reader(explanation_page(told))
    assert {"script", "link", "img", "iframe", "object", "base", "form", "a"}.isdisjoint(page.tags)
    names = {name for name, _ in page.attributes}
    assert {"src", "href", "xlink:href", "action", "data", "srcset"}.isdisjoint(names)
    assert not any(name.startswith("on") for name in names)
    assert not re.search(r"url\(|@import", page.texts["style"])
    (style,) = re.findall("<style>(.*?)</style>", explanation_page(told), re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert ("content", f"default-src 'none'; style-src 'sha256-{digest}'") in page.attributes
    assert "style" not in names


def test_the_page_and_its_pictures_follow_the_reader_unless_a_palette_is_named() -> None:
    told = explain(WITNESS.parse(SQUARES))
    follows, dark = (Reader(explanation_page(told, palette=palette)) for palette in (AUTO, DARK))
    assert (
        "prefers-color-scheme: dark" in follows.texts["style"]
        and ("class", "fill-panel") in follows.attributes
    )
    assert follows.tags.count("style") == 1
    assert "prefers-color-scheme" not in dark.texts["style"] and ("fill", DARK["panel"]) in dark.attributes
    assert "color-scheme: dark" in dark.texts["style"]


def test_the_page_has_a_title_headings_and_names_for_its_pictures(told: Explanation) -> None:
    text = explanation_page(told).replace(WORDMARK, "")
    page = Reader(text)
    assert page.tags.count("h1") == 1
    assert page.texts["title"].strip()
    assert ("lang", "en") in page.attributes
    pictures = re.findall(r"<svg [^>]*role=\"img\">\n(<title>)?", text)
    assert len(pictures) == page.tags.count("svg") and all(pictures)


def test_a_hostile_title_is_only_text() -> None:
    page = explanation_page(explain(WITNESS.parse(SQUARES), title=HOSTILE))
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\u202e", "\ufffd")
    assert "<script" not in page
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own text
    heading = root.find(".//{*}h1/{*}bdi")
    assert heading is not None and heading.text == shown


def test_what_a_kind_says_is_only_text(own_kind: Kind) -> None:
    told = explain(Loud(2, 3), own_kind.player("none"))
    page = explanation_page(told)
    assert [each.rule.name for each in told.rules_that_matter] == [HOSTILE]
    assert page.count("&lt;script&gt;") >= 6  # title, picture, move, rule, what it says, notation
    assert "<script" not in page


def test_the_page_is_the_same_every_time() -> None:
    pages = {explanation_page(explain(WITNESS.parse(TWO_STARTS), title="Again")) for _ in range(2)}
    assert len(pages) == 1


def test_the_page_lists_every_step_of_the_expert() -> None:
    told = guessed()
    assert told.trace is not None
    listed = re.search(r'<ol class="deductions">(.*?)</ol>', explanation_page(told), re.DOTALL)
    assert listed is not None and listed[1].count("<li") == len(told.trace.steps)


# The terminal


def test_bars_are_as_long_as_the_bits_and_forced_steps_are_folded() -> None:
    lines = to_text(explain(Steps(2, 1, 1, 1, 4))).splitlines()
    bars = [line.count("█") for line in lines if "█" in line]
    assert bars[1] == 2 * bars[0] > 0
    assert "        3 forced steps" in lines
    assert any(line.startswith("The hardest moment: step 1, 0 among 2 options, 1 bit.") for line in lines)


def test_text_has_no_control_characters_unless_colours_are_wanted(told: Explanation) -> None:
    plain = to_text(told)
    assert all(character.isprintable() for character in plain.replace("\n", ""))
    coloured = to_text(told, in_colour=True)
    assert "\x1b[1m" in coloured
    assert "\x1b" not in re.sub(r"\x1b\[[0-9;]*m", "", coloured)


def test_no_title_can_colour_the_terminal() -> None:
    shown = to_text(explain(Steps(2), title="\x1b[31mred\x1b[0m"), in_colour=True)
    assert "\x1b[31m" not in shown


def test_lines_keep_to_the_columns() -> None:
    assert max(map(len, to_text(guessed(), columns=60).splitlines())) <= 60


# The command


@pytest.fixture
def levels(tmp_path: Path) -> str:
    path = tmp_path / "levels.jsonl"
    files.write(path, ENTRIES[:3])
    return str(path)


def test_the_command_prints_and_writes_a_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, out, err = run("explain", f"witness:{SQUARES}", "-o", str(page))
    assert code == 0 and "0.16 bits of ReMUSE for the player “paper”" in " ".join(out.split())
    assert "report.html" in err
    assert page.read_text(encoding="utf-8") == explanation_page(explain(WITNESS.parse(SQUARES)))


def test_of_many_puzzles_one_is_explained_and_the_others_are_mentioned(run: Run, levels: str) -> None:
    code, out, err = run("explain", levels)
    assert code == 0 and "holds 3 puzzles. This is number 1." in err
    assert out.startswith(ENTRIES[0].title)
    assert run("explain", levels, "--index", "3")[1].startswith(ENTRIES[2].title)


def test_the_command_knows_players_and_lookahead(run: Run) -> None:
    told = run("explain", f"witness:{SQUARES}", "--player", "none", "--lookahead", "1", "--json")[1]
    assert json.loads(told)["scores"]["muse"]["player"] == "none, looking 1 ahead"


def test_the_exit_code_is_1_only_if_there_is_no_solution(run: Run) -> None:
    code, out, _ = run("explain", f"sudoku:{UNSOLVABLE}")
    assert code == 1 and "no solution" in out
    code, out, _ = run("explain", f"sudoku:{GUESSED}", "--seconds", "1e-9")
    assert code == 0 and "gave up" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["LEVELS", "--index", "4"], "only 3 puzzles"),
        (["LEVELS", "--player", "nobody"], "No player"),
        (["LEVELS", "-o", "no/such/folder/report.html"], "no folder"),
        (["no-such-file.jsonl"], "no file"),
        (["sudoku:12"], "sudoku puzzle on the command line"),
        (["LEVELS", "--lookahead", "-1"], "--lookahead"),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, levels: str, arguments: list[str], complaint: str) -> None:
    code, out, err = run("explain", *(levels if each == "LEVELS" else each for each in arguments))
    assert (code, out) == (2, "")
    assert complaint in err.splitlines()[-1]


def test_a_rule_that_is_not_sound_is_named_on_both_surfaces() -> None:
    class Doors:
        def starts(self) -> list[str]:
            return ["hall"]

        def moves(self, state: str) -> list[str]:
            return {"hall": ["left", "right"], "cellar": ["back"]}[state]

        def apply(self, state: str, move: str) -> str:
            return {"left": "garden", "right": "cellar", "back": "hall"}[move]

        def is_solved(self, state: str) -> bool:
            return state == "garden"

    wrong = Rule("never-left", lambda puzzle, state, moves: [Finding("here", cannot=("left",))])
    told = explain(Doors(), Player(name="hasty", rules=(wrong,)))
    said = "There are solutions, but the rule 'never-left' rules them all out, so it is probably not sound."
    assert to_text(told, columns=200).splitlines()[1] == said
    assert "This puzzle has no solution" not in explanation_page(told)
    assert "probably not sound" in explanation_page(told)


# What was not measured is not denied


def measured_only(told: Explanation, *names: str) -> Explanation:
    """Return the explanation as it would be if time had run out before the other rules were measured."""
    rules = tuple(
        each if each.rule.name in names else replace(each, worth=replace(each.worth, alone=None, missed=None))
        for each in told.rules
    )
    return replace(told, rules=rules)


def test_rules_that_were_not_measured_are_not_said_to_be_no_help() -> None:
    told = explain(WITNESS.parse(SQUARES))
    everything = [each.rule.name for each in told.rules]
    others = [each.rule.name for each in told.rules if not each.known]
    assert told.best_new_rule is None and "None of the rules" in advice(told)[0]
    assert advice(measured_only(told)) == [
        "Whether another rule would help is not known: no rule could be measured within the limits."
    ]
    some = advice(measured_only(told, *(name for name in everything if name != others[0])))
    assert f"1 of {len(others)} rules could not be measured" in some[0]


def test_a_rule_is_best_only_among_those_that_were_measured() -> None:
    told = guessed()
    assert told.best_new_rule is not None
    best = told.best_new_rule.rule.name
    assert f"harder {best} would help most" in advice(told)[0]
    assert (
        f"does not know and that could be measured, {best} would help most"
        in (advice(measured_only(told, best))[0])
    )


def test_a_solver_who_ran_out_of_time_is_told_about_so_far() -> None:
    told = guessed()
    assert told.trace is not None
    late = replace(told, trace=replace(told.trace, status="gave up", steps=told.trace.steps[:3]))
    assert "3 steps, no guess so far; the hardest rule needed so far is" in solving(late)
    assert hardest_step(late).startswith("The hardest step so far is")
    assert "so far" not in solving(told) + hardest_step(told)


def test_a_solver_is_not_said_to_know_rules_that_were_left_out_for_lack_of_time() -> None:
    told = guessed()
    assert told.trace is not None
    unknown = {
        **told.scores,
        "solutions": replace(told.scores["solutions"], value=None, status=Status.GAVE_UP),
    }
    stuck = replace(told, scores=unknown, trace=replace(told.trace, status="stuck", steps=()))
    assert solving(stuck).startswith(
        "A solver who knows every rule that does not rely on a single solution gets stuck"
    )
    assert solving(told).startswith("A solver who knows every rule solves it")


def test_where_the_rules_end_the_position_is_shown_instead_of_thousands_of_guesses() -> None:
    puzzle = FILLOMINO.parse("...24..3/3.....4./2...1.../8..9...4/..96.3../.......3/78..7..5/...2...1")
    told = explain(puzzle, limits=Limits(seconds=30, states=20_000))
    assert told.trace is not None and told.trace.status == "stuck" and not told.trace.count("guess")
    ended = f"No rule helps after step {len(told.trace.steps)}."
    assert ended in to_text(told, in_colour=False)
    assert ended in explanation_page(told)


APPENDIX_C = "maze:o-ox@/|.|.|/x-o-o/|.x.|/@-o-o"
"""The maze whose solution the report on logic mazes shows step by step."""


def test_explain_with_a_seed_shows_the_run_of_appendix_c(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["explain", APPENDIX_C, "--json", "--seed"]
    runs = []
    for seed in ("3", "0"):
        assert main([*asked, seed]) == 0
        runs.append(
            [step.partition(" ")[0] for step in json.loads(capsys.readouterr().out)["deduction"]["steps"]]
        )
    assert runs[0] == ["rule-0", "rule-1", "guess", *["rule-1"] * 4, "revert", *["rule-1"] * 3]
    assert runs[1] != runs[0]


def test_explain_guesses_in_the_way_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["explain", APPENDIX_C, "--json", "--seed", "3", "--guess"]
    runs = []
    for way in ("anywhere in end", "any in end"):
        assert main([*asked, way]) == 0
        runs.append(json.loads(capsys.readouterr().out)["deduction"])
    assert runs[0] != runs[1]
    assert main([*asked, "by ear"]) == 2
    assert "guessing policy" in capsys.readouterr().err
