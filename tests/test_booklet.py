"""Booklets: every page, every answer, the same bytes."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from quandary.cli.main import main
from quandary.errors import FileError, QuandaryError
from quandary.library.files import Entry, examples, write
from quandary.library.registry import find_kind, find_kinds
from quandary.publishing.booklet.attached import is_booklet, parse_attached, wrong_answers
from quandary.publishing.booklet.content import Allowance, Book, from_course, from_files
from quandary.publishing.booklet.fitting import LEAST_UNIT, grid_for
from quandary.publishing.booklet.front import read_front
from quandary.publishing.booklet.html import booklet_page
from quandary.publishing.booklet.markdown import blocks, section
from quandary.publishing.booklet.pdf import PlacedPicture, boxes, misplaced, to_pdf
from quandary.publishing.booklet.style import Style
from quandary.publishing.course import Course, to_json
from quandary.publishing.curriculum.build import build
from quandary.publishing.curriculum.spec import ChapterSpec, CourseSpec, Generation
from quandary.publishing.html import text

pytest.importorskip("typst")


@pytest.fixture(scope="module")
def course() -> Course:
    chapters = [
        ChapterSpec("Sudoku", generate=(Generation("sudoku", "4x4", 6),), length=5),
        ChapterSpec(
            "Tilt", generate=(Generation("tilt", "4x4", 8),), length=4, about="Roll & roll <b>on</b>"
        ),
    ]
    return build(CourseSpec("Two kinds", chapters))


@pytest.fixture(scope="module")
def book(course: Course) -> Book:
    return from_course(course, Allowance(hints=True))


@pytest.fixture(scope="module")
def all_kinds(tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("all") / "all.jsonl"
    entries = []
    for name in find_kinds():
        if find_kind(name).pictures.draw:
            some = [
                each for each in examples(find_kind(name)) if len(find_kind(name).format(each.puzzle)) < 200
            ][:3]
            entries += [replace(each, id=f"{name}-{at}") for at, each in enumerate(some)]
    write(path, entries)
    return from_files([str(path)], "All kinds", Allowance())


def test_the_same_book_gives_the_same_bytes(book: Book) -> None:
    assert to_pdf(book) == to_pdf(book)
    assert booklet_page(book) == booklet_page(book)


@pytest.mark.parametrize("told", ['{"puzzles": []}', '["booklet"]', "3"])
def test_data_attached_by_another_program_are_refused(told: str) -> None:
    data = f"/Type /EmbeddedFile >>\nstream\n{told}\nendstream".encode()
    with pytest.raises(FileError, match="attached by another program"):
        parse_attached(data)
    good = data.replace(told.encode(), b'{"booklet": 1}')
    assert parse_attached(good) == {"booklet": 1}


def test_every_answer_read_back_from_the_file_solves_its_puzzle(all_kinds: Book) -> None:
    told = parse_attached(to_pdf(all_kinds))
    assert [each["number"] for each in told["puzzles"]] == list(range(1, len(all_kinds.items) + 1))
    solvable = {item.number for item in all_kinds.items if item.answer.text}
    assert len(solvable) > len(all_kinds.items) / 2
    told["puzzles"] = [each for each in told["puzzles"] if each["number"] in solvable]
    assert wrong_answers(told) == []


def test_a_wrong_answer_is_noticed(book: Book) -> None:
    told = parse_attached(to_pdf(book))
    told["puzzles"][0]["answer"], told["puzzles"][1]["answer"] = "", told["puzzles"][0]["answer"]
    problems = wrong_answers(told)
    assert len(problems) == 2
    assert "has no answer" in problems[0]


@pytest.mark.parametrize(
    "style",
    [
        Style(),
        Style(per_page=1),
        Style("A5", per_page=12, binding="left"),
        Style("letter", answers="below", ink_light=True),
        Style(large_print=True, answers="none"),
        Style(worksheet=True, binding="right"),
        Style(cards=True),
    ],
    ids=str,
)
def test_no_picture_is_clipped_or_covers_another(all_kinds: Book, style: Style) -> None:
    found = boxes(all_kinds, style)
    numbers = {each.name for each in found if each.name.startswith("puzzle ")}
    assert len(numbers) == len(all_kinds.items)
    assert misplaced(found, style) == []


def test_boxes_that_leave_the_page_are_noticed() -> None:
    found = [PlacedPicture("wide", 2, 500, 100, 200, 50), PlacedPicture("flat", 1, 10, 10, 40, 0.2)]
    assert misplaced(found, Style()) == ["wide leaves page 2", "flat has no room on page 1"]


def test_per_page_is_kept(book: Book) -> None:
    for number in (1, 2, 4):
        found = boxes(book, Style(per_page=number, answers="none"))
        pages = [each.page for each in found if each.name.startswith("puzzle ")]
        assert max(map(pages.count, pages)) <= number
    assert grid_for(12, 170, 250, 1.0) == (3, 4)


def test_answers_stand_where_they_are_asked_for(book: Book) -> None:
    number = len(book.items)
    pages = {}
    for style in (Style(answers="back"), Style(answers="below")):
        every = boxes(book, style)
        puzzles, answers = (
            [a.page for a in every if a.name.startswith(word)] for word in ("puzzle", "answer")
        )
        assert len(puzzles) == len(answers) == number
        pages[style.answers] = puzzles, answers
    assert min(pages["back"][1]) > max(pages["back"][0])
    assert pages["below"][0] == pages["below"][1]
    assert not [each for each in boxes(book, Style(answers="none")) if each.name.startswith("answer")]
    apart = boxes(book, Style(answers="separate"), part="answers")
    assert [each.name for each in apart] == [f"answer {at}" for at in range(1, number + 1)]


def test_fonts_are_embedded_and_the_title_is_kept(book: Book) -> None:
    data = to_pdf(book)
    assert b"/FontFile" in data
    assert b"/Title" in data
    assert b"/CreationDate" not in data


def test_hints_come_in_degrees_and_the_first_gives_no_move_away(book: Book) -> None:
    assert all(len(item.hints) > 1 for item in book.items)
    assert book.items[-1].hints[0].startswith("Look ")


def test_marks_rise_with_the_score(book: Book) -> None:
    for each in book.sections:
        marks = [item.verdict.marks for item in sorted(each.items, key=lambda item: item.score or 0)]
        assert marks == sorted(marks) and len({most for _, most in marks}) == 1


def test_marks_are_levels_that_the_first_page_explains(tmp_path: Path) -> None:
    texts = {
        "maze": ["o-o-@/|.|.|/o-o-o/|.|.|/@-o-o", "o-ox@/|.|.|/x-o-o/|.x.|/@-o-o"],
        "sudoku": [".3....3....41..."],
    }
    entries = [
        Entry(kind, kind.parse(text), f"{name}-{at}")
        for name, some in texts.items()
        for kind in [find_kind(name)]
        for at, text in enumerate(reversed(some))
    ]
    write(tmp_path / "some.jsonl", entries)
    made = from_files([str(tmp_path / "some.jsonl")], "Some", Allowance())
    mazes, sudokus = made.sections
    assert sudokus.title.endswith(": easy") and sudokus.items[0].marks.startswith("●○")
    assert [item.score for item in mazes.items] == sorted(item.score or 0 for item in mazes.items)
    assert made.legend[0] == "Sudokus:" and made.legend[1].startswith("●○○○○ easy: ")
    assert made.legend[-1].startswith("Logic mazes: ●○○○○ very easy, ●●○○○ easy")
    assert all(line in booklet_page(made) for line in made.legend)


def test_answers_of_pushes_and_rolls_are_written_out(book: Book) -> None:
    sudoku, tilt = book.sections
    assert all(not item.answer.shown for item in sudoku.items)
    assert all(item.answer.shown == item.answer.text for item in tilt.items)


class Tags(HTMLParser):
    """Counts elements, and notes what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.open += [tag] if tag == "details" and dict(attrs).get("open") is not None else []
        self.loads += [
            value or ""
            for name, value in attrs
            if name in ("src", "href", "style") and not (value or "").startswith("#")
        ]


def test_the_page_is_one_file_with_folded_answers(book: Book) -> None:
    page = booklet_page(book)
    tags = Tags()
    tags.feed(page)
    assert tags.count["article"] == len(book.items)
    assert tags.count["details"] == 2 * len(book.items)
    assert not tags.open
    assert not tags.loads
    assert tags.count["script"] == 3, "the modules, the puzzles, and one line that begins"
    assert "Roll &amp; roll &lt;b&gt;on&lt;/b&gt;" in page
    assert "<summary>Answer" not in booklet_page(book, answers=False)


def test_a_static_page_has_no_script_and_forbids_all(book: Book) -> None:
    page = booklet_page(book, playable=False)
    tags = Tags()
    tags.feed(page)
    assert "script" not in tags.count and "script-src" not in page


def test_a_playable_page_allows_only_the_scripts_that_it_carries(book: Book) -> None:
    page = booklet_page(book)
    bodies = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', page, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'" for body in bodies]
    assert f"script-src {' '.join(hashes)} data:" in page
    assert "<b>" not in page.partition('id="data">')[2]


def test_instructions_come_from_the_readme(book: Book) -> None:
    told = {each.title: each for each in book.instructions}
    tilt = find_kind("tilt")
    readme = (tilt.folder / "README.md").read_text("utf-8")
    words = "".join(
        run.get("text", "")
        for block in blocks(section(readme, "How to play"))[:1]
        for run in block["paragraph"]
    )
    assert words in booklet_page(book)
    assert len(told["Tilt maze"].symbols) == 3


@pytest.mark.parametrize("name", [name for name in find_kinds() if not name.startswith("_")])
def test_every_kind_says_how_to_play(name: str) -> None:
    readme = (find_kind(name).folder / "README.md").read_text("utf-8")
    assert section(readme, "How to play"), f"{name}/README.md needs a section 'How to play'"


def test_a_course_and_its_booklet_are_the_same_when_built_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], course: Course
) -> None:
    (tmp_path / "course.json").write_bytes(to_json(course))
    made = []
    for name in ("one.pdf", "two.pdf", "one.html", "two.html"):
        assert main(["booklet", str(tmp_path / "course.json"), "-o", str(tmp_path / name)]) == 0
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert made[2] == made[3]
    assert is_booklet(tmp_path / "one.pdf")
    assert "9 puzzles" in capsys.readouterr().err


def test_separate_answers_go_to_a_second_file(tmp_path: Path, course: Course) -> None:
    (tmp_path / "course.json").write_bytes(to_json(course))
    target = tmp_path / "book.pdf"
    assert main(["booklet", str(tmp_path / "course.json"), "-o", str(target), "--answers", "separate"]) == 0
    assert is_booklet(tmp_path / "book-answers.pdf")


def test_an_unsolvable_puzzle_is_said_and_the_book_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sokoban = find_kind("sokoban")
    write(tmp_path / "levels.jsonl", [Entry(sokoban, sokoban.parse("6#|#@-.$#|6#"), "stuck")])
    assert main(["booklet", str(tmp_path / "levels.jsonl"), "-o", str(tmp_path / "book.pdf")]) == 1
    assert "stuck: There is no solution." in capsys.readouterr().err
    assert is_booklet(tmp_path / "book.pdf")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-o", "book.doc"], "End its name in .pdf or .html"),
        (["-o", "book.pdf", "--paper", "A44"], "No paper 'A44'. Did you mean 'A4'?"),
        (["-o", "book.pdf", "--answers", "front"], "No place for answers 'front'"),
        (["-o", "book.pdf", "--binding", "top"], "No binding 'top'"),
        (["-o", "book.pdf", "--palette", "pink"], "No palette 'pink'"),
    ],
)
def test_a_bad_wish_gets_one_line(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [str(tmp_path / word) if word.startswith("book.") else word for word in options]
    assert main(["booklet", "sudoku:.3....3....41...", *words]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert len(re.findall(r"(?m)^quandary: ", err)) == 1
    assert not list(tmp_path.iterdir())


def test_a_pdf_of_another_program_has_no_puzzles() -> None:
    with pytest.raises(FileError, match="no puzzles attached"):
        parse_attached(b"%PDF-1.7 hello")
    with pytest.raises(QuandaryError):
        Style(per_page=0)


def test_the_back_of_a_card_has_the_answer_to_its_front(book: Book) -> None:
    found = {each.name: each for each in boxes(book, Style(cards=True))}
    width = 210 * 72 / 25.4
    for item in book.items:
        front, back = found[f"puzzle {item.number}"], found[f"answer {item.number}"]
        assert back.page == front.page + 1
        assert front.x + front.width / 2 == pytest.approx(width - (back.x + back.width / 2), abs=0.5)
        assert front.y + front.height / 2 == pytest.approx(back.y + back.height / 2, abs=0.5)


@pytest.fixture(scope="module")
def long_walks(tmp_path_factory: pytest.TempPathFactory) -> Book:
    kind = find_kind("sokoban")
    path = tmp_path_factory.mktemp("walks") / "levels.jsonl"
    write(path, [Entry(kind, kind.parse("#######/# #  ##/# $ $@#/#    ##/###  ##/#  . .#/#######"), "walk")])
    return from_files([str(path)], "Walks", Allowance())


def test_moves_that_would_hide_each_other_are_drawn_in_stretches(long_walks: Book) -> None:
    item = long_walks.items[0]
    assert len(item.answer.stretches) > 1
    names = [each.name for each in boxes(long_walks) if each.name.startswith("answer")]
    assert names == ["answer 1", *(f"answer 1, part {at}" for at in range(2, len(item.answer.stretches) + 1))]
    assert item.answer.shown.replace(" ", "") == item.answer.text
    assert max(map(len, item.answer.shown.split())) < len(item.answer.text) / 2
    assert booklet_page(long_walks).count("<svg") >= len(item.answer.stretches) + 1


@pytest.mark.parametrize(("binding", "inner"), [("left", 16.0), ("right", 16.0), ("none", 11.0)])
def test_the_wider_margin_is_at_the_binding_of_left_and_right_hand_pages(
    book: Book, binding: Literal["left", "right", "none"], inner: float
) -> None:
    style = Style("6x9in", per_page=1, binding=binding, answers="none")
    placed = {each.page: each.x / 72 * 25.4 for each in boxes(book, style) if each.name.startswith("puzzle")}
    right_hand = [x for page, x in placed.items() if page % 2]
    left_hand = [x for page, x in placed.items() if not page % 2]
    odd, even = (inner, 11.0) if binding != "right" else (11.0, inner)
    assert right_hand == pytest.approx([odd] * len(right_hand), abs=0.1)
    assert left_hand == pytest.approx([even] * len(left_hand), abs=0.1)


def test_a_margin_and_a_paper_of_ones_own_are_kept(book: Book) -> None:
    style = Style("170 x 240 mm", per_page=1, inside=25)
    first = next(each for each in boxes(book, style) if each.name == "puzzle 1")
    assert first.x / 72 * 25.4 == pytest.approx(25 if first.page % 2 else 11 + 2, abs=0.1)
    width, height = map(float, re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", to_pdf(book, style))[0])
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((170, 240), abs=0.1)


def test_cells_are_never_too_small_when_fitted(all_kinds: Book) -> None:
    for style in (Style(), Style("A5"), Style("letter", large_print=True)):
        by_name = {each.name: each for each in boxes(all_kinds, style)}
        for section_ in all_kinds.sections:
            for item in section_.items:
                unit = by_name[f"puzzle {item.number}"].width / item.drawing.width / 72 * 25.4
                least = min(LEAST_UNIT[style.large_print], style.size[0] / item.drawing.width)
                assert unit > least * 0.7, (
                    style.paper,
                    item.entry.id,
                )  # the heading of a section takes its share


def test_ones_own_cover_fills_the_first_page_and_the_imprint_comes_next(book: Book, tmp_path: Path) -> None:
    (tmp_path / "front.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
    )
    (tmp_path / "imprint.md").write_text("First edition.\n")
    own = replace(book, front=read_front(tmp_path / "front.svg", tmp_path / "imprint.md"))
    usual, mine = boxes(book), boxes(own)
    assert usual[0].name == "cover" and "cover" not in {each.name for each in mine}
    assert [each.page + 1 for each in usual if each.name == "puzzle 1"] == [
        each.page for each in mine if each.name == "puzzle 1"
    ]
    with pytest.raises(FileError, match="Give a picture whose name ends in"):
        read_front(tmp_path / "imprint.md", None)


def test_sections_stand_in_the_order_of_the_files(tmp_path: Path) -> None:
    texts = {"tilt": "+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+", "maze": "o-o-@/|.|.|/o-o-o/|.|.|/@-o-o"}
    for name, notation in texts.items():
        write(tmp_path / f"{name}.jsonl", [Entry(find_kind(name), find_kind(name).parse(notation), name)])
    for order in (("tilt", "maze"), ("maze", "tilt")):
        made = from_files([str(tmp_path / f"{name}.jsonl") for name in order], "T", Allowance())
        assert [section_.items[0].entry.id for section_ in made.sections] == list(order)


def test_a_worksheet_has_four_large_puzzles_on_one_page(tmp_path: Path) -> None:
    sudoku = find_kind("sudoku")
    write(
        tmp_path / "s.jsonl", [Entry(sudoku, sudoku.parse(".3....3....41..."), f"s{at}") for at in range(4)]
    )
    sheet = from_files([str(tmp_path / "s.jsonl")], "Friday", Allowance(), in_sections=False)
    found = boxes(sheet, Style(worksheet=True, answers="none"))
    assert [section_.title for section_ in sheet.sections] == ["Friday"]
    assert {each.page for each in found} == {1} and len(found) == 4
    assert len({round(each.x) for each in found}) == len({round(each.y) for each in found}) == 2


def test_readers_of_pdf_find_no_wrong_type(book: Book) -> None:
    data = to_pdf(book)
    assert b"/MarkInfo" in data and b"/Suspects" not in data
    assert data == to_pdf(book)


@pytest.mark.parametrize(
    ("paper", "said"),
    [("6x9ft", "paper"), ("1x9in", "Choose from 90 to 600 mm"), ("B7", "paper")],
)
def test_a_paper_that_does_not_exist_is_told(paper: str, said: str) -> None:
    with pytest.raises(QuandaryError, match=said):
        Style(paper)


def test_a_chapter_that_teaches_a_technique_explains_it_with_an_example() -> None:
    chapter = ChapterSpec(
        "Singles",
        generate=(Generation("sudoku", "4x4", 4),),
        length=3,
        introduces=("hidden single in a box",),
    )
    taught = from_course(build(CourseSpec("Singles", [chapter])), Allowance())
    [technique] = taught.sections[0].techniques
    assert technique.says == "A digit fits only one cell of a box." and technique.drawing is not None
    assert [each.name for each in boxes(taught)].count("technique") == 1
    assert technique.says in booklet_page(taught) and text(technique.shown) in booklet_page(taught)
