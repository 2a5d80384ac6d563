"""Converting: every form of every kind is read again, and titles, numbers, authors and facts survive."""

import json
from pathlib import Path
from random import Random

import pytest

from quandary.cli.main import main
from quandary.errors import FileError, QuandaryError
from quandary.library.convert import convert, forms_of, write_form
from quandary.library.files import Entry, read
from quandary.library.given import given, puzzle_in
from quandary.library.records import FactValue
from quandary.library.registry import find_kind, find_kinds

SOME = 3
FORMS = [
    (name, form) for name in find_kinds() if find_kind(name).maker.sizes for form in forms_of(find_kind(name))
]
FULL = (".jsonl", ".csv", ".xsb", ".json", "json", "jbzdarkid")
"""Forms that say everything about a puzzle."""


def made(name: str) -> list[Entry]:
    one = find_kind(name)
    assert one.maker.generate
    size = "9x9" if name == "sudoku" else one.maker.sizes[0]
    puzzles = [one.maker.generate(Random(f"convert-{i}"), size) for i in range(SOME)]
    facts: list[dict[str, FactValue]] = [{"votes": i, "mean": i + 0.5, "who": "Ann"} for i in range(SOME)]
    return [
        Entry(one, puzzle, f"n{i}", f"Title {i}", "Some Author", facts[i]) for i, puzzle in enumerate(puzzles)
    ]


def entries_in(path: Path) -> list[Entry]:
    found = list(read(str(path)))
    assert all(isinstance(each, Entry) for each in found), found
    return [each for each in found if isinstance(each, Entry)]


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_every_form_is_read_again(name: str, form: str, tmp_path: Path) -> None:
    entries = made(name)[: 1 if form == ".sdk" else SOME]
    path = tmp_path / f"out{form if form.startswith('.') else '.txt'}"
    try:
        path.write_text(write_form(entries, form), "utf-8")
    except FileError as error:
        assert any(said in str(error) for said in ("editor", "larger", "without a clue")), (
            error
        )  # the form lacks something
        return
    again = entries_in(path)
    assert [each.puzzle for each in again] == [each.puzzle for each in entries]
    if form in FULL:
        assert [each.title for each in again] == [each.title for each in entries]
        assert [each.source for each in again] == [each.source for each in entries]
        assert [dict(each.facts) for each in again] == [dict(each.facts) for each in entries]


def test_a_collection_calls_its_levels_by_name_and_number(tmp_path: Path) -> None:
    level = "#####\n#@$.#\n#####"
    text = f"; Our Warehouse (2 levels)\n; For children.\n\n; 1\n\n{level}\n\n; 2\n'The Long Way'\n\n{level.replace('$.', '$ .').replace('#####', '######')}\n"
    path = tmp_path / "set.xsb"
    path.write_text(text, "utf-8")
    first, second = entries_in(path)
    assert (first.id, second.id, second.title) == ("Our Warehouse 1", "Our Warehouse 2", "The Long Way")
    path.write_text(text.partition("; 1")[2], "utf-8")
    assert [each.id for each in entries_in(path)] == ["set-1", "set-2"]


def test_a_sudoku_keeps_what_its_file_says(tmp_path: Path) -> None:
    path = tmp_path / "one.sdk"
    path.write_text("#ADoe\n#DFirst\n#LEasy\n[Puzzle]\n.3..\n..3.\n...4\n1...\n", "utf-8")
    [entry] = entries_in(path)
    assert (entry.title, entry.source, entry.facts) == ("First", "Doe", {"level": "Easy"})
    path.write_text(".3....3....41... 1.5\n", "utf-8")
    assert entries_in(path)[0].facts == {"note": 1.5}


def test_levels_of_other_programs_are_read_with_their_fields(tmp_path: Path) -> None:
    tilt = {"width": 2, "height": 1, "isCheckpoint": [[False, True]], "ball_row": 0, "ball_col": 0}
    tilt |= {
        f"has{side}Wall": [[side != "Right", side != "Left"]] for side in ("Top", "Right", "Bottom", "Left")
    }
    (tmp_path / "t.json").write_text(json.dumps(tilt), "utf-8")
    assert entries_in(tmp_path / "t.json")[0].puzzle == find_kind("tilt").parse("+-+-+/|o *|/+-+-+")
    rows = [
        {"id": f"p{i}", "contents": convert(entry, "windmill").strip(), "solves": i}
        for i, entry in enumerate(made("witness"))
        if not entry.puzzle.blue | entry.puzzle.yellow
    ]
    (tmp_path / "w.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    found = entries_in(tmp_path / "w.jsonl")
    assert [(each.id, each.facts["solves"]) for each in found] == [(row["id"], row["solves"]) for row in rows]
    boards = {"1_5x5": {"problem": "5 5\n3 - - 5 -\n- 1 - - 2\n- 4 - 2 -\n4 - - 3 -\n- 4 - - 4", "info": "x"}}
    (tmp_path / "f.json").write_text(json.dumps(boards), "utf-8")
    assert entries_in(tmp_path / "f.json")[0].id == "1_5x5"


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://puzz.link/p?ringring/5/5/abc", "'ringring', which quandary does not know"),
        ("https://windmill.thefifthmatt.com/build/", "is not the link of a panel"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc", "penpa-edit"),
        ("https://example.org/", "does not know"),
    ],
)
def test_a_link_says_what_it_is_or_why_not(link: str, says: str) -> None:
    with pytest.raises(FileError, match=says):
        list(given(link))


def test_a_link_needs_no_kind() -> None:
    assert puzzle_in("https://puzz.link/p?sudoku/4/4/g3j3j41i") == find_kind("sudoku").parse(
        ".3....3....41..."
    )
    assert puzzle_in("2x2:a3d3d4_1c") == find_kind("sudoku").parse(".3....3....41...")
    assert puzzle_in("3x2:3b3b").rows == 2


def test_the_command_converts_files_and_reports_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text("puzzle,stars\n.3....3....41...,2\n1234,1\n", "utf-8")
    out = tmp_path / "b.jsonl"
    assert main(["convert", str(tmp_path / "a.csv"), "-o", str(out)]) == 2
    assert "line 3 of" in capsys.readouterr().err
    assert entries_in(out)[0].facts == {"stars": 2}
    assert main(["convert", str(out), "-o", str(out)]) == 2  # its own input
    assert main(["convert", str(out), str(out), "-o", str(tmp_path / "c.csv")]) == 0
    assert len({each.id for each in entries_in(tmp_path / "c.csv")}) == 2
    assert main(["convert", str(out), "--as", "windmill"]) == 2
    assert "No form of sudoku 'windmill'" in capsys.readouterr().err


def test_what_is_no_puzzle_is_refused_by_name() -> None:
    with pytest.raises(QuandaryError, match="int is not a puzzle"):
        list(given(3))


def test_a_cell_that_looks_like_a_formula_comes_back_as_it_was(tmp_path: Path) -> None:
    entry = made("sudoku")[0]
    odd = Entry(entry.kind, entry.puzzle, "=1+1", "-2 steps", "@home")
    convert(odd, ".csv", tmp_path / "x.csv")
    [again] = entries_in(tmp_path / "x.csv")
    assert (again.id, again.title, again.source) == ("=1+1", "-2 steps", "@home")
