"""Rows of puzzle archives are read by the clues of a declaration, whatever a row tells and however it is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from quandary.errors import NotationError
from quandary.library.files import Entry, read
from quandary.library.registry import find_kind
from quandary.models.walks.archive import walk_of_row
from quandary.models.walks.walk import boards, is_whole
from quandary.pencil.archive import ArchiveRow, row_in
from quandary.pencil.kind import of_row

ROWS: dict[str, tuple[dict[str, Any], str]] = {
    "slant": (
        {"puzzle": "gokigen", "size": 2, "problem": [["-", "1", "-"], ["-", "-", "2"], ["0", "-", "-"]]},
        ".1./..2/0..",
    ),
    "hitori": ({"puzzle": "hitori", "problem": [["1", "1"], ["2", '1"']]}, "11/21"),
    "akari": ({"puzzle": "Akari", "size": 2, "problem": [["x", "-"], ["1", "-"]]}, "#./1."),
    "starbattle": (
        {"puzzle": "starbattle", "depth": 2, "areas": [["1", "2"], ["1", "2"]], "solution": [["x", "-"], ["-", "x"]]},
        "ab/ab;2",
    ),
    "lits": ({"puzzle": "lits", "areas": [["1", "1", "@"], ["1", "1", "1"]]}, "aa./aaa"),
    "kakuro": (
        {"puzzle": "kakuro", "rows": 3, "cols": 3, "solution": [["-", "-", "-"], ["-", "1", "2"], ["-", "3", "1"]]},
        "# 4\\ 3\\ / \\3 . . / \\4 . .",
    ),
    "nonogram": ({"puzzle": "nonogram", "solution": [["x", "-"], ["x", "x"]]}, "1 2 / 2 1"),
    "tents": ({"puzzle": "tents", "solution": [["x", "o"], ["-", "-"]]}, "T./..;1 0 / 0 1"),
    "yajilin": ({"puzzle": "yajilin", "problem": [["-", "-", "1s"], ["-", "-", "-"], ["-", "-", "-"]]}, ". . 1v / . . . / . . ."),
    "masyu": ({"puzzle": "masyu", "problem": [["1", "-"], ["-", "b"]]}, "w./.b"),
    "killer": (
        {"puzzle": "killer", "areas": [["1", "1"], ["2", "2"]], "problem": [["3", "-"], ["-", "3"]]},
        "aa/bb a=3 b=3",
    ),
    "straights": (
        {"puzzle": "straights", "problem": [["x", "1", "-"], ["-", "2x", "-"], ["-", "-", "-"]]},
        "#../.2./...;.1./.../...",
    ),
    "futoshiki": (
        {"puzzle": "futoshiki", "size": 3, "problem": [["1", "\u00ab", "-", "-", "-"], ["-", " ", "V", " ", "-"], ["-"] * 5, ["-"] * 5, ["-"] * 5]},
        "1../.../...;<./.v./../.../..",
    ),
    "skyscrapers": (
        {"puzzle": "skyscrapers", "size": 2, "depth": 2, "clabels": [["2", "-"], ["-", "-"]], "rlabels": [["-", "1"], ["-", "-"]], "solution": [["1", "2"], ["2", "1"]]},
        "2./../.1/..",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_the_puzzle_that_its_notation_is(name: str) -> None:
    told, text = ROWS[name]
    kind = find_kind(name)
    found = kind.notation.found_in(json.dumps(told))
    assert found and len(found) == 1
    assert kind.puzzle(*_read(kind, found[0].notation)) == kind.puzzle(*_read(kind, text))


def _read(kind: Any, text: str) -> tuple[int, int, Any]:
    """Return the size and the clues of a text, even if they cannot be solved."""
    from quandary.pencil.kind import _read as read_parts

    size, given = read_parts(kind.puzzle, kind.title, text)
    return *size, given


def test_a_file_of_rows_is_read_with_its_names(tmp_path: Path) -> None:
    rows = [{"id": f"p{n}", **ROWS["slant"][0], "solver": "s1"} for n in (1, 2)]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    entries = list(read(str(path)))
    assert [each.id for each in entries if isinstance(each, Entry)] == ["p1", "p2"]
    assert {each.kind.name for each in entries if isinstance(each, Entry)} == {"slant"}


def test_a_variant_is_refused_and_other_json_is_nothing() -> None:
    with pytest.raises(NotationError, match="variant"):
        ArchiveRow({"puzzle": "killer, diagonals", "problem": [["1"]]})
    assert row_in('{"puzzle": "hitori"}') is None and row_in("[1]") is None and row_in("{") is None
    assert find_kind("hitori").notation.found_in(json.dumps(ROWS["slant"][0])) is None
    assert find_kind("hitori").notation.found_in('{"puzzle": "hitori", "problem": [["x"], 3]}') is None
    with pytest.raises(NotationError, match="has no areas"):
        of_row(find_kind("lits").puzzle, ArchiveRow({"problem": [["-"]]}))


WALKS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "hitori": (
        {"problem": [["1", "1", "2"], ["3", "2", "1"], ["2", "3", "3"]]},
        "Z1;ba,0;aa,1;,;bb,-;Q0;cb,1;",
        ["r1c2=black", "r1c1=white", "erase r2c2"],
    ),
    "tents": ({"solution": [["x", "o"], ["-", "-"]]}, "cb,1;bc,0;Hbb,1;", ["r1c2=tent", "r2c1=cross"]),
    "kuromasu": ({"problem": [["-", "3"], ["-", "-"]]}, "1,0;100,1;", ["r2c1=black", "r1c2=white"]),
    "masyu": (
        {"problem": [["b", "-", "b"], ["-", "-", "-"], ["b", "-", "b"]]},
        "L0;aa,6;ba,8;ba,0;",
        ["r1c1-r1c2=line", "r1c1-r2c1=line", "r1c1-r1c2=line", "erase r1c1-r1c2"],
    ),
    "slitherlink": ({"problem": [["3", "-"], ["-", "-"]]}, "Haa,0;Vba,1;Hzz,0;", ["r1c1.top=line", "r1c2.left=cross"]),
    "nonogram": ({"solution": [["x", "-", "x"], ["x", "x", "-"]]}, "cb,0;db,1;", ["r1c1=black", "r1c2=white"]),
    "yajilin": (
        {"problem": [["-", "-", "1s"], ["-", "-", "-"], ["-", "-", "-"]]},
        "cc,16;aa,4;",
        ["r3c3=black", "r1c1-r2c1=line"],
    ),
}  # fmt: skip
"""What a row tells, the codes of a solver, and what was done."""


@pytest.mark.parametrize("name", WALKS)
def test_codes_of_a_solver_are_marks_of_the_kind(name: str) -> None:
    told, moves, done = WALKS[name]
    walk = walk_of_row({"id": "1", "solver": "s1", "moves": moves, **told}, name)
    assert walk is not None
    assert [
        f"{step.place}={step.value}" if step.verb == "write" else f"{step.verb} {step.place}"
        for step in walk.steps
    ] == done


def test_a_walk_is_whole_without_crosses() -> None:
    row = {"id": "1", "moves": "cb,1;", "solution": [["x", "o"], ["-", "-"]]}
    walk = walk_of_row(row, "tents")
    assert walk is not None and is_whole(walk) and len([*boards(walk)]) == 1
