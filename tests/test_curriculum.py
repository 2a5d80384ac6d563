"""Courses: what is chosen, why, in what order, and what is said about a bad request."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.commands import Run

from quandary.cli.main import main
from quandary.courses import hex as hex_course
from quandary.courses import hex_as_published, shipped
from quandary.draw.shapes import Text
from quandary.draw.svg import to_svg
from quandary.errors import FileError, QuandaryError
from quandary.generating.band import generated
from quandary.kinds.tangram.hex import KIND as HEX
from quandary.kinds.tangram.hex.constraints import Touch
from quandary.kinds.tangram.hex.spaces import PATTERNS
from quandary.library.files import Entry, examples, read, write
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits
from quandary.measuring.entropy import muse
from quandary.publishing.course import (
    Chapter,
    Course,
    CoursePuzzle,
    is_course,
    read_course,
    to_json,
    write_course,
)
from quandary.publishing.curriculum.alike import Looks
from quandary.publishing.curriculum.build import Builder, build, woven
from quandary.publishing.curriculum.choose import Candidate, choose, targets
from quandary.publishing.curriculum.page import curriculum_page
from quandary.publishing.curriculum.pool import Means, canonical, gather
from quandary.publishing.curriculum.review import review
from quandary.publishing.curriculum.spec import ChapterSpec, Condition, CourseSpec, Generation, SpecError
from quandary.publishing.curriculum.strip import strip
from quandary.publishing.curriculum.teach import Pupil
from quandary.publishing.curriculum.toml import parse_spec
from quandary.puzzle import elements_of
from quandary.solving.search import count, solutions

TILT, WITNESS, SUDOKU = find_kind("tilt"), find_kind("witness"), find_kind("sudoku")
SMALL = Generation("tilt", "4x4", 90)


def candidates(*scores: float) -> list[Candidate]:
    puzzles = generated(TILT, "5x5", 1)
    return [Candidate(Entry(TILT, next(puzzles), f"p{at}"), score) for at, score in enumerate(scores)]


@pytest.fixture(scope="module")
def course() -> Course:
    chapters = [
        ChapterSpec("First", generate=(SMALL,), length=6, teaches=("in-reach",), each=2),
        ChapterSpec("Second", generate=(Generation("tilt", "5x5", 40, seed=2),), length=8),
    ]
    return build(CourseSpec("Two chapters", chapters))


# Choosing


def test_targets_are_those_of_the_thesis() -> None:
    assert targets(3.0, 20.05, 12) == [3.0 + (20.05 - 3.0) * i / 11 for i in range(12)]


def test_the_nearest_puzzle_to_each_target_is_chosen() -> None:
    chosen = choose(candidates(0, 1, 2.6, 5, 5.2, 7, 10), 5)
    assert [each.target for each in chosen] == [0, 2.5, 5, 7.5, 10]
    assert [each.candidate.score for each in chosen] == [0, 2.6, 5, 7, 10]


def test_scores_never_fall_and_no_puzzle_comes_twice() -> None:
    random = Random(5)
    for _ in range(20):
        pool = candidates(*(round(random.random() ** 3 * 10, 1) for _ in range(20)))
        chosen = [each.candidate for each in choose(pool, 8)]
        scores = [each.score for each in chosen]
        assert scores == sorted(scores)
        assert len({each.entry.id for each in chosen}) == 8


def test_a_pool_that_is_too_small_gives_what_it_has() -> None:
    assert [each.candidate.score for each in choose(candidates(2, 1), 5)] == [1, 2]
    assert choose([], 5) == []


def test_no_step_is_larger_than_stated_if_it_can_be_avoided() -> None:
    pool = candidates(*range(0, 40, 2), *(0.5 * each for each in range(20)))
    scores = [each.candidate.score for each in choose(pool, 10, step=1.0)]
    assert max(b - a for a, b in pairwise(scores)) <= 1.0
    assert scores[-1] > 5


def test_a_near_duplicate_gives_way_to_another_puzzle_of_about_the_same_score() -> None:
    one, two, other = (
        SUDOKU.parse(text)
        for text in (".3....3....41...", ".3....3....41..2", "1..............4".replace("4", "2"))
    )
    pool = [
        Candidate(Entry(SUDOKU, one, "one"), 0.0),
        Candidate(Entry(SUDOKU, two, "two"), 5.0),
        Candidate(Entry(SUDOKU, other, "other"), 5.5),
        Candidate(Entry(SUDOKU, SUDOKU.parse("4.21..........3."), "last"), 10.0),
    ]
    assert Looks(SUDOKU, one).is_near(Looks(SUDOKU, two))
    chosen = choose(pool, 3)
    assert [each.candidate.entry.id for each in chosen] == ["one", "other", "last"]
    assert [each.entry.id for each in chosen[1].passed_over] == ["two"]
    assert [each.candidate.entry.id for each in choose(pool, 3, alike=True)] == ["one", "two", "last"]


def test_the_hardest_puzzle_comes_last_even_if_it_looks_like_another() -> None:
    one, two = (SUDOKU.parse(text) for text in (".3....3....41...", ".3....3....41..2"))
    pool = [
        Candidate(Entry(SUDOKU, SUDOKU.parse("4.21..........3."), "first"), 0.0),
        Candidate(Entry(SUDOKU, one, "one"), 5.0),
        Candidate(Entry(SUDOKU, SUDOKU.parse("1..............2"), "other"), 8.0),
        Candidate(Entry(SUDOKU, two, "hardest"), 10.0),
    ]
    assert [each.candidate.entry.id for each in choose(pool, 3)][::2] == ["first", "hardest"]


# Courses


def _taught(score: float, rule: str = "") -> CoursePuzzle:
    return CoursePuzzle("sudoku", "1..............2", f"at {score:g}", 1, score=score, teaches=rule)


def test_a_lesson_stands_where_its_score_belongs() -> None:
    told = woven([_taught(3.6, "stars"), _taught(4.6, "stars")], [_taught(each) for each in (0, 2, 4, 6)])
    assert [each.score for each in told] == [0, 2, 3.6, 4, 4.6, 6]
    alone = [_taught(2, "one"), _taught(1, "other")]
    assert woven(alone, []) == alone


def test_a_chapter_that_opens_steeply_and_falls_is_weak() -> None:
    puzzles = (_taught(3.6, "stars"), _taught(4.6, "stars"), *(_taught(each) for each in (0, 2, 4, 6)))
    chapter = Chapter(title="Stars", by="muse", unit="bits", version=1, wanted=6, puzzles=puzzles)
    said = [
        each.says
        for each in review(Course(course=1, quandary="", name="", title="", chapters=(chapter,), step=2.5))
    ]
    assert said == ["after the lesson at 4.6, at 0 is 4.6 bits easier"]


def test_every_choice_has_a_reason(course: Course) -> None:
    first, second = course.chapters
    taught = [puzzle for puzzle in first.puzzles if puzzle.teaches]
    assert len(taught) == 2
    for puzzle in taught:
        panel = TILT.parse(puzzle.puzzle)
        nobody, pupil = TILT.player("none"), TILT.player("rules=in-reach")
        before, after = muse(panel, nobody).value, muse(panel, pupil).value
        assert before is not None and after is not None
        assert puzzle.without == pytest.approx(before, abs=1e-6)
        assert puzzle.saves == pytest.approx(before - after, abs=1e-6)
        assert puzzle.why.startswith("teaches in reach: ")
    assert all("target" in puzzle.why for puzzle in second.puzzles)


def test_no_puzzle_comes_twice_up_to_symmetry(course: Course) -> None:
    texts = [canonical(entry) for entry in course.entries()]
    assert len(set(texts)) == len(texts) == 14


def test_a_course_file_survives_a_round_trip_and_is_the_same_every_time(
    course: Course, tmp_path: Path
) -> None:
    write_course(tmp_path / "course.json", course)
    assert is_course(tmp_path / "course.json")
    again = read_course(tmp_path / "course.json")
    assert again == course
    assert to_json(again) == (tmp_path / "course.json").read_bytes()
    told = json.loads((tmp_path / "course.json").read_bytes())
    assert [len(chapter["puzzles"]) for chapter in told["chapters"]] == [6, 8]


def test_a_course_for_other_rules_is_refused(course: Course, tmp_path: Path) -> None:
    text = to_json(course).decode().replace('"rules": 1', '"rules": 99')
    (tmp_path / "course.json").write_text(text)
    with pytest.raises(FileError, match=r"puzzle 1 .* version 99 of the rules of tilt"):
        read_course(tmp_path / "course.json")


def test_unsolvable_and_repeated_puzzles_are_left_out_and_named(tmp_path: Path) -> None:
    level = "6#|#@$-.#|6#"
    sokoban = find_kind("sokoban")
    entries = [
        Entry(sokoban, sokoban.parse(level), "good"),
        Entry(sokoban, sokoban.parse("6#|#.-$@#|6#"), "mirrored"),
        Entry(sokoban, sokoban.parse("6#|#@-.$#|6#"), "stuck"),
    ]
    write(tmp_path / "levels.jsonl", entries)
    spec = ChapterSpec("Levels", files=(str(tmp_path / "levels.jsonl"),))
    found = gather(spec, Means(), set())
    assert [each.entry.id for each in found.candidates] == ["good"]
    assert (found.pool.considered, found.pool.duplicates, found.pool.unsolvable) == (3, 1, 1)
    assert any("mirrored" in problem and "same puzzle as good" in problem for problem in found.problems)
    assert any("stuck" in problem and "no solution" in problem for problem in found.problems)


def test_filters_keep_what_a_chapter_asks_for() -> None:
    spec = ChapterSpec(
        "Squares", generate=(Generation("witness", "2x2", 12),), needs=("squares",), elements=("gaps",)
    )
    found = gather(spec, Means(), set())
    for each in found.candidates:
        there = set(elements_of(each.entry.puzzle) or ())
        assert "squares" in there
        assert there <= {"squares", "gaps"}
    short = ChapterSpec(
        "Short", generate=(SMALL,), where=(Condition.parse("shortest_path <= 3"),), by="shortest_path"
    )
    assert max(each.score for each in gather(short, Means(), set()).candidates) <= 3


def test_a_chapter_can_be_chosen_from_a_space() -> None:
    spec = parse_spec(
        '[[chapter]]\nby = "remuse"\nlength = 5\n'
        'generate = { kind = "witness", space = "squares", size = "2x2", with = { counts = "1,2" }, count = 9 }\n'
    )
    course = build(spec)
    panels = [WITNESS.parse(each.puzzle) for each in course.chapters[0].puzzles]
    assert len(panels) == 5 and all(len(panel.cells) == 3 for panel in panels)
    assert course.chapters[0].pool.considered <= 12 and all("squares" in each.id for each in course.puzzles)


def test_a_space_that_is_not_there_is_said_with_its_place() -> None:
    spec = parse_spec('[[chapter]]\ngenerate = { kind = "witness", space = "quares" }\n', "ten.toml")
    with pytest.raises(SpecError, match=r"ten\.toml, line 1, 'Chapter 1': .*Did you mean 'squares'"):
        build(spec)


def test_a_lesson_gets_givens_until_it_is_easy() -> None:
    spec = ChapterSpec(
        "Lessons",
        generate=(Generation("fillomino", "4x4", 12),),
        by="muse",
        teaches=("one-way-out",),
        each=1,
        easy=0.0,
        givens=8,
        length=1,
    )
    puzzle = build(CourseSpec("F", [spec])).puzzles[0]
    assert puzzle.teaches == "one-way-out"
    assert puzzle.score == 0.0


# What is weak


def test_gaps_and_small_pools_are_said() -> None:
    builder = Builder(CourseSpec("Weak", (), by="shortest"))
    spec = ChapterSpec("Gap", length=6, by="shortest", introduces=("rolling",))
    found = gather(ChapterSpec("Gap", generate=(SMALL,), by="shortest"), Means(), set())
    for at, each in enumerate(found.candidates):
        object.__setattr__(each, "score", 0.1 * at if at < 4 else 50.0 + at)
    found.candidates = found.candidates[:5]
    builder.add_from(spec, found)
    weak = {each.what: each.says for each in builder.course().weak}
    assert weak["pool"].startswith("only 5 of 6 puzzles")
    assert weak["gap"].startswith("no puzzle between 0.3 and 54 moves")


def test_a_rule_that_is_never_taught_is_said() -> None:
    spec = ChapterSpec("One", generate=(SMALL,), length=3)
    weak = build(CourseSpec("No lessons", [spec], rules=("in-reach",))).weak
    assert [each.says for each in weak if each.what == "rule"] == ["the rule in-reach is never taught"]


# Overviews


def test_the_strip_shows_every_puzzle_and_every_lesson(course: Course) -> None:
    text = to_svg(strip(course))
    assert all(f">{number}</text>" in text for number in range(1, 15))
    assert text.count(">in reach</text>") == 2
    page = curriculum_page(course)
    assert all(puzzle.why.partition("'")[0] in page for puzzle in course.puzzles)
    assert "<script" not in page and "http://www.w3.org" in page


def test_an_overview_has_one_title_and_one_scale_for_all_chapters_with_a_measure() -> None:
    easy, hard = (ChapterSpec(name, generate=(SMALL,), length=3) for name in ("Easy", "Hard"))
    made = build(CourseSpec("Two", [easy, hard]))
    chapters = [
        msgspec.structs.replace(
            chapter,
            puzzles=tuple(
                msgspec.structs.replace(each, score=score)
                for each, score in zip(chapter.puzzles, scores, strict=False)
            ),
        )
        for chapter, scores in zip(made.chapters, ((0.0, 1.0, 2.0), (3.0, 4.0, 5.0)), strict=True)
    ]
    drawn = strip(msgspec.structs.replace(made, chapters=tuple(chapters)), titled=False)
    ends = [shape.text for shape in drawn.shapes if isinstance(shape, Text) and shape.anchor == "end"]
    assert ends.count("0") == ends.count("5") == 2 and "2" not in ends
    one = msgspec.structs.replace(made, chapters=made.chapters[:1])
    assert curriculum_page(one).count(">Two<") == 1 and "in 1 chapter<" in curriculum_page(one)


def test_a_rule_that_the_player_knows_already_cannot_be_taught_and_the_remedy_is_named() -> None:
    made = build(CourseSpec("One", [ChapterSpec("One", generate=(SMALL,), length=3)]))
    known = find_kind("tilt").player(made.chapters[0].player).rules[0].name
    chapter = msgspec.structs.replace(made.chapters[0], teaches=(known,))
    says = [
        each.says
        for each in review(msgspec.structs.replace(made, chapters=(chapter,)))
        if each.what == "lesson"
    ]
    assert len(says) == 1 and 'knows it already, so write player = "none" in the chapter' in says[0]


# Descriptions in TOML


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('title = "A"', "has no chapter"),
        ('[[chapter]]\nlength = 3\n', "line 1: the chapter 'Chapter 1' has no puzzles"),
        ('[[chapter]]\nfiles = ["nowhere.xsb"]', "line 2: there is no file nowhere.xsb"),
        ('[[chapter]]\ngenerate = {kind = "tilt"}\nlength = -1', "line 3: length must be a whole number"),
        ('[[chapter]]\ngenerate = {kind = "tilt"}\n\n[[chapter]]\nlenght = 3\ngenerate = {kind = "tilt"}', "line 5: No setting 'lenght'. Did you mean 'length'?"),
        ('[[chapter]]\ngenerate = {kind = "tilt"}\nwhere = ["few boxes"]', "line 3: cannot read the condition"),
        ('[[chapter]]\ngenerate = {kind = "tilt", sise = "4x4"}', "line 2: No setting 'sise'. Did you mean 'size'?"),
        ('[[chapter]]\ngenerate = {kind = "tilt"}\nbetween = [5, 1]', "line 3: between must be two numbers"),
        ('step = 0\n[[chapter]]\ngenerate = {kind = "tilt"}', "line 1: step must be a number above 0"),
        ("title = ", "is not valid TOML"),
        (f"title = {'[' * 9_000}{']' * 9_000}", "is nested too deeply"),
    ],
)  # fmt: skip
def test_a_bad_description_gets_one_line_with_its_place(text: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(text, "bad.toml")
    assert "bad.toml" in str(caught.value)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[chapter]]\ngenerate = {kind = "tilt", count = 3}\nby = "muze"', "line 1, 'Chapter 1': No measure 'muze'"),
        ('[[chapter]]\ngenerate = {kind = "tlit", count = 3}', "line 1, 'Chapter 1': No puzzle kind 'tlit'"),
        ('[[chapter]]\ngenerate = {kind = "tilt", count = 3}\nteaches = ["in-rech"]', "No rule of tilt 'in-rech'"),
        ('[[chapter]]\ngenerate = {kind = "tilt", count = 3}\nplayer = "me"', "No player of tilt 'me'"),
        ('[[chapter]]\ngenerate = {kind = "tilt", count = 3}\nbetween = [900, 901]', "no puzzle in its pool can be used. Of 3: 3 filtered out."),
    ],
)  # fmt: skip
def test_a_description_that_cannot_be_followed_gets_one_line_with_its_place(text: str, says: str) -> None:
    with pytest.raises(QuandaryError) as caught:
        build(parse_spec(text, "bad.toml"))
    assert "bad.toml, line 1" in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize("name", [name for name in shipped() if not name.startswith("hex")])
def test_a_shipped_description_names_only_what_there_is(name: str) -> None:
    path = Path(hex_course.__file__).with_name(f"{name}.toml")
    spec = parse_spec(path.read_text("utf-8"), path.name)
    for chapter in spec.chapters:
        for asked in chapter.generate:
            its = find_kind(asked.kind)
            assert asked.size in its.maker.sizes
            assert not asked.level or asked.level in its.maker.levels
            assert all(choice in its.maker.wishes[wish] for wish, choice in asked.wishes.items())
            assert all(its.rule(rule) for rule in chapter.teaches)


@pytest.mark.parametrize("name", [name for name in shipped() if not name.startswith("hex")])
def test_a_chapter_of_every_course_is_chosen_from_its_whole_pool_and_rises_to_the_hardest(name: str) -> None:
    path = Path(hex_course.__file__).with_name(f"{name}.toml")
    spec = parse_spec(path.read_text("utf-8"), path.name)
    chapter = next(each for each in spec.chapters if not each.where and not each.needs)
    pool = tuple(replace(asked, count=10) for asked in chapter.generate)
    short = replace(chapter, generate=pool, length=4, teaches=(), between=None)
    [built] = build(replace(spec, chapters=[short])).chapters
    scores = [puzzle.score or 0.0 for puzzle in built.puzzles]
    assert built.pool.considered >= 10 * len(pool) and built.pool.total is None
    assert len(scores) == 4 and scores == sorted(scores)
    assert (scores[0], scores[-1]) == pytest.approx((built.pool.low, built.pool.high), abs=1e-6)


def test_a_course_of_another_format_is_refused_with_both_versions(course: Course, tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(course, course=course.course + 1)))
    with pytest.raises(FileError, match=f"has version {course.course + 1} of the format"):
        read_course(path)


def test_a_puzzle_that_is_easy_enough_for_a_lesson_gets_no_givens() -> None:
    [candidate] = candidates(3.0)
    pupil = Pupil(TILT, "in-reach", "", "shortest_path", Limits(), 3.0, 6, {})
    assert pupil.eased(candidate) == (candidate, 0)
    assert replace(pupil, easy=None).eased(candidate) == (candidate, 0)
    assert replace(pupil, easy=2.9).eased(candidate) is None  # nothing can be given in a tilt maze


def test_rows_of_an_overview_lie_below_each_other(course: Course) -> None:
    def heights(length: int) -> float:
        chapter = course.chapters[1]
        puzzles = tuple((chapter.puzzles * 4)[:length])
        longer = msgspec.structs.replace(
            course, chapters=(msgspec.structs.replace(chapter, puzzles=puzzles),)
        )
        drawn = strip(longer)
        lowest = max(shape.at[1] for shape in drawn.shapes if isinstance(shape, Text))
        assert lowest < drawn.height
        return drawn.height

    assert (
        heights(8) == heights(12) and heights(24) - heights(12) > 3
    )  # a picture, how far it rises, and its words


# HEX


def test_hex_chapters_are_unique_valid_and_rising_to_the_hardest_of_their_pool() -> None:
    blue, pattern = PATTERNS.unrank(42_003)
    builder = Builder(CourseSpec("HEX", (), by="muse"))
    relations = [(relation,) for relation in hex_course.relations_of(Touch.CORNER)]
    found = hex_course._pool(relations, pattern, blue, Means())
    builder.add_from(ChapterSpec("Corners", length=6, by="muse"), found)
    puzzles = builder.chapters[0].puzzles
    scores = [puzzle.score or 0.0 for puzzle in puzzles]
    assert scores == sorted(scores)
    for puzzle in puzzles:
        hexagon = HEX.parse(puzzle.puzzle)
        assert hexagon.pattern == pattern
        assert [relation.touch for relation in hexagon.relations] == [Touch.CORNER]
        assert count(hexagon, most=2).solutions == 1
    assert builder.chapters[0].pool.considered == 187
    assert scores[-1] == pytest.approx(max(each.score for each in found.candidates))


def test_the_published_course_ends_with_the_puzzle_of_the_thesis() -> None:
    found = hex_as_published._pool(12, Means())
    scores = sorted(each.score for each in found.candidates)
    chosen = choose(found.candidates, 12, alike=True)
    for place, each in enumerate(chosen):
        target = scores[0] + (scores[-1] - scores[0]) * place / 11
        assert abs(each.candidate.score - target) <= min(abs(score - target) for score in scores) + 1e-9
    last = chosen[-1].candidate
    assert last.entry.puzzle.forbidden == "Wrench"
    assert [str(relation) for relation in last.entry.puzzle.relations] == ["red-blue:corner"]
    assert last.entry.puzzle.pattern is not None
    assert round(last.score, 2) == 20.05
    assert hex_as_published.completions(last.entry.puzzle) == 1


# The command


def test_the_command_makes_a_course_from_a_file(run: Run, tmp_path: Path) -> None:
    levels = tmp_path / "mazes.jsonl"
    assert main(["generate", "tilt", "--size", "4x4", "--count", "12", "-o", str(levels)]) == 0
    outputs = [tmp_path / name for name in ("course.json", "overview.html", "overview.svg", "order.jsonl")]
    options = [word for path in outputs for word in ("-o", str(path))]
    code, out, err = run("curriculum", str(levels), "--length", "5", "--title", "Mine", *options)
    assert code == 0
    assert "Mine" in out
    assert all(f"wrote {path}" in err for path in outputs)
    made = read_course(outputs[0])
    assert made.title == "Mine" and len(made.puzzles) == 5
    listed = [entry.id for entry in read(str(outputs[3])) if isinstance(entry, Entry)]
    assert listed == [puzzle.id for puzzle in made.puzzles]
    before = [path.read_bytes() for path in outputs]
    assert run("curriculum", str(levels), "--length", "5", "--title", "Mine", *options)[0] == 0
    assert [path.read_bytes() for path in outputs] == before
    code, out, _ = run("curriculum", str(outputs[0]), "--check")
    assert code == (1 if made.weak else 0)


def test_the_command_says_what_it_does_not_know(run: Run, tmp_path: Path) -> None:
    code, _, err = run("curriculum", "hxe", "-o", str(tmp_path / "course.json"))
    assert code == 2 and "No course or file 'hxe'. Did you mean 'hex'?" in err
    code, _, err = run("curriculum", "hex", "-o", str(tmp_path / "course.doc"))
    assert code == 2 and "End its name in .json, .jsonl, .svg, .html" in err
    (tmp_path / "mine.json").write_text("{}")
    code, _, err = run("curriculum", "hex", "-o", str(tmp_path / "mine.json"))
    assert code == 2 and "was not made by this command" in err
    assert run("curriculum", "--list")[1].split() == list(shipped())


# What kinds offer to courses


@pytest.mark.parametrize("name", [name for name in find_kinds() if find_kind(name).maker.given])
def test_a_given_is_a_move_already_made(name: str) -> None:
    its = find_kind(name)
    puzzle = its.generate(Random(3), its.maker.sizes[0])
    (start,) = puzzle.starts()
    for move in solutions(puzzle, most=1).found[0].moves[:3]:
        assert its.maker.given is not None
        richer = its.maker.given(puzzle, move)
        assert richer.starts()[0] == puzzle.apply(start, move)
        assert its.parse(its.format(richer)) == richer


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in find_kinds()
        if hasattr(find_kind(name).puzzle, "elements") and find_kind(name).sameness.symmetries
    ],
)
def test_elements_do_not_change_when_a_puzzle_is_turned(name: str) -> None:
    its = find_kind(name)
    assert its.sameness.symmetries is not None
    for entry in examples(its)[:8]:
        there = set(entry.puzzle.elements())
        assert all(set(each.elements()) == there for each in its.sameness.symmetries(entry.puzzle))
