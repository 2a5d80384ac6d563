"""The other commands: solve, show, check, vary, kinds, replicate, demo and new-kind."""

from pathlib import Path

import pytest
from tests.commands import FIGURE_4, GOOD, UNSOLVABLE, Book, Run, empty_panel, is_one_clear_line

from quandary.library import registry
from quandary.measuring.rate import rate
from quandary.replicate import table_names

COUNT_TO_THREE = """
from quandary.rules import dead_end

class Count:
    rules = (dead_end("too-far", lambda puzzle, at: at > puzzle.goal, says="Do not go too far."),)
    def __init__(self, goal=3): self.goal = goal
    def starts(self): return [0]
    def moves(self, at): return ["+1", "+5"] if at < self.goal else []
    def apply(self, at, move): return at + int(move)
    def is_solved(self, at): return at == self.goal

further = Count(4)
"""


def test_solve_prints_the_solution(run: Run) -> None:
    done = run("solve", GOOD)
    assert done.code == 0 and done.err == ""
    assert done.out.startswith("sudoku-1: solved\n")
    assert "2 3 | 4 1" in done.out


def test_solve_finds_all_solutions_or_some(run: Run) -> None:
    everything = run("solve", FIGURE_4, "--all", "--json").rows[0]
    assert (everything["status"], everything["complete"], len(everything["solutions"])) == ("solved", True, 2)
    path = "up right right up"
    assert everything["solutions"][0] == {"moves": path.split(), "text": path, "end": path}
    assert "2 solutions, and no others" in run("solve", FIGURE_4, "--all").out
    some = run("solve", FIGURE_4, "--limit", "1", "--json").rows[0]
    assert (some["complete"], len(some["solutions"])) == (False, 1)


def test_a_puzzle_that_is_proved_unsolvable_is_a_no(run: Run, book: Book) -> None:
    done = run("solve", UNSOLVABLE)
    assert done == (1, "sudoku-1: no solution, proved\n", "")
    mixed = run("solve", book(UNSOLVABLE, GOOD), "--json")
    assert mixed.code == 1
    assert [row["status"] for row in mixed.rows] == ["unsolvable", "solved"]


def test_giving_up_is_not_a_no(run: Run) -> None:
    done = run("solve", empty_panel(10), "--all", "--seconds", "0.2", "--json")
    assert done.code == 0
    (row,) = done.rows
    assert row["status"] in ("gave up", "solved") and row["complete"] is False
    assert "stopped at the" in row["reason"]


def test_show_draws_without_colour_when_no_one_looks(run: Run) -> None:
    done = run("show", GOOD)
    assert done.code == 0 and done.err == ""
    assert "\x1b" not in done.out
    assert "3" in done.out and "2" not in done.out
    assert "2" in run("show", GOOD, "--solution").out


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_show_writes_pictures(run: Run, tmp_path: Path, suffix: str, start: bytes) -> None:
    path = tmp_path / f"x.{suffix}"
    assert run("show", FIGURE_4, "--solution", "-o", path) == (0, "", "")
    assert path.read_bytes().startswith(start)


def test_show_writes_pictures_in_the_palette_that_is_named(run: Run, tmp_path: Path) -> None:
    pictures = {}
    for name in ("auto", "light", "dark", "print", "colour-blind"):
        assert run("show", FIGURE_4, "--solution", "--palette", name, "-o", tmp_path / "x.svg") == (0, "", "")
        pictures[name] = (tmp_path / "x.svg").read_text()
    assert len(set(pictures.values())) == len(pictures)
    assert [name for name, svg in pictures.items() if "prefers-color-scheme" in svg] == ["auto"]
    assert run("show", FIGURE_4, "--solution", "-o", tmp_path / "x.svg") == (0, "", "")
    assert (tmp_path / "x.svg").read_text() == pictures["auto"]


def test_show_takes_the_puzzle_of_that_number(run: Run, book: Book) -> None:
    path = book(GOOD, FIGURE_4)
    assert run("show", path, "-n", "2").out == run("show", FIGURE_4).out != run("show", path).out


def test_an_unsolvable_puzzle_has_no_solution_to_show(run: Run) -> None:
    assert run("show", UNSOLVABLE, "--solution") == (1, "sudoku-1: no solution, proved\n", "")


def test_check_accepts_a_good_file(run: Run, book: Book) -> None:
    done = run("check", book(GOOD))
    assert done.code == 0 and done.err == ""
    assert done.out.count("✓") == 4 and "✗" not in done.out
    assert done.out.endswith("1 puzzle checked, fine\n")


def test_what_need_not_hold_is_no_cross(run: Run, book: Book) -> None:
    path = book("maze:o-o-@/|.|.|/o-o-o/|.|.|/@-o-o")  # six ways through
    done = run("check", path)
    assert done.code == 0 and " no " in done.out and "✗" not in done.out
    done = run("check", path, "--forbid", "ambiguous")
    assert done.code == 1 and "✗" in done.out


@pytest.mark.parametrize(
    ("second", "problem", "says"),
    [
        ("sudoku:.3....3....4....", "ambiguous", "more than one solution"),
        (UNSOLVABLE, "unsolvable", "no solution"),
        ("sudoku:23....3....41...", "non-minimal", "the 2 at r1c1"),
        ("sudoku:.4....4....31...", "duplicate", "the same puzzle as p1"),
    ],
)
def test_check_names_each_bad_puzzle(run: Run, book: Book, second: str, problem: str, says: str) -> None:
    path = book(GOOD, second)
    done = run("check", path)
    assert done.code == 1 and done.err == ""
    (line,) = (line for line in done.out.splitlines() if line.startswith(str(path)))
    assert line.startswith(f"{path}:2: p2: {problem}: ") and says in line
    rows = run("check", path, "--json").rows
    assert [[each["problem"] for each in row["problems"]] for row in rows] == [[], [problem]]
    if problem != "unsolvable":
        assert run("check", path, "--allow", problem).code == 0


def test_check_says_how_hard_a_puzzle_is_in_the_words_of_rate(run: Run) -> None:
    checked, rated = (run(verb, FIGURE_4).out for verb in ("check", "rate"))
    assert "easy for its kind" in checked and "easy for its kind" in rated
    [row] = run("check", GOOD, "--json").rows
    [same] = run("rate", GOOD, "--json").rows
    assert row["verdict"] == same["verdict"] and row["verdict"]["word"] == "easy"


def test_check_asks_for_one_solution_where_the_kind_does_and_where_it_is_told_to(run: Run) -> None:
    assert run("check", FIGURE_4).code == 0
    forbidden = run("check", FIGURE_4, "--forbid", "ambiguous")
    assert forbidden.code == 1 and "ambiguous: it has more than one solution" in forbidden.out


@pytest.mark.parametrize("name", ["fling", "maze", "sudoku", "tangram", "tilt", "witness"])
def test_generated_puzzles_pass_the_check(run: Run, name: str, tmp_path: Path) -> None:
    made = tmp_path / "made.jsonl"
    level = ["--level", "easy", "--size", "6x6"] if name == "sudoku" else []
    assert run("generate", name, "--count", "2", *level, "-o", made).code == 0
    assert run("check", made).code == 0


def test_a_class_of_ones_own_is_rated_checked_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    file.write_text(COUNT_TO_THREE)
    done = run("rate", f"{file}:Count", f"{file}:further", "-m", "muse", "--json")
    assert [(row["id"], row["kind"]) for row in done.rows] == [("Count", "count"), ("further", "count")]
    assert run("rate", f"{file}:Count", "-m", "muse", "--json", "--jobs", "2").rows[0]["id"] == "Count"
    assert "1 puzzle checked, fine" in run("check", f"{file}:Count").out
    assert run("show", f"{file}:Count").out.strip() == "0"
    missing = run("rate", f"{file}:Nothing")
    assert missing.code == 2 and "Its puzzle is Count." in missing.err
    assert "Name the puzzle in it" in run("rate", file).err


def test_a_player_who_knows_the_rules_of_ones_own_class_has_fewer_bits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    file.write_text(COUNT_TO_THREE)
    [row] = run(
        "rate", f"{file}:Count", "--player", "none", "--player", "expert", "-m", "muse", "--json"
    ).rows
    assert row["scores"]["muse@expert"]["value"] < row["scores"]["muse@none"]["value"]


def test_check_finds_duplicates_across_files(run: Run, book: Book) -> None:
    first, second = book(GOOD, name="one.jsonl"), book("sudoku:.4....4....31...", name="two.jsonl")
    done = run("check", first, second)
    assert done.code == 1
    assert f"{second}:1: p1: duplicate: it is the same puzzle as p1 ({first}, line 1)" in done.out


def test_check_says_2_when_a_line_is_bad_whatever_the_others_are(run: Run, book: Book) -> None:
    done = run("check", book(UNSOLVABLE, "{broken"))
    assert done.code == 2
    assert "unsolvable" in done.out and "line 2 of" in done.err


def test_what_check_cannot_decide_in_time_is_not_proved(run: Run) -> None:
    done = run("check", empty_panel(10), "--seconds", "0.2", "--json")
    assert done.code == 0 and done.rows[0]["solvable"] and done.rows[0]["unique"] is None
    done = run("check", empty_panel(10), "--seconds", "0.2", "--json", "--forbid", "ambiguous")
    (row,) = done.rows
    assert done.code == 1
    assert row["unique"] is not True
    assert [each["problem"] for each in row["problems"]] in (["gave up"], ["ambiguous"])


def test_a_link_can_be_pasted_as_it_is_or_after_its_kind(run: Run) -> None:
    link = run("show", FIGURE_4, "--as", "windmill").out.strip()
    whole = f"https://windmill.example/build/{link}"
    shown = [run("show", target, "--as", "text") for target in (FIGURE_4, link, whole, f"witness:{whole}")]
    assert {(done.code, done.out, done.err) for done in shown} == {
        (0, "+-+-E\n|w|w|\n+-+-+\n|b|b|\nS-+-+\n", "")
    }
    assert run("solve", whole).out.startswith("witness-1: solved")


def test_show_as_knows_the_other_notations_of_a_kind_only(run: Run) -> None:
    done = run("show", GOOD, "--as", "windmill")
    assert done.code == 2 and is_one_clear_line(done.err)
    assert "No other notation of sudoku 'windmill'" in done.err
    assert run("show", FIGURE_4, "--as", "text", "--solution").code == 2


@pytest.mark.parametrize(
    ("puzzle", "moves", "says"),
    [
        ("sokoban:6#|#@$-.#|6#", "RR", "sokoban-1: solved after 2 moves"),
        ("sokoban:6#|#@$-.#|6#", "R", "sokoban-1: not solved after 1 move"),
        ("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+", "right down", "tilt-1: solved after 2 moves"),
    ],
)
def test_show_draws_a_puzzle_after_some_moves(run: Run, puzzle: str, moves: str, says: str) -> None:
    done = run("show", puzzle, "--after", moves)
    assert (done.code, done.err) == (0, f"quandary: {says}\n")
    assert done.out != run("show", puzzle).out


@pytest.mark.parametrize(
    ("puzzle", "moves", "says"),
    [
        ("sokoban:6#|#@$-.#|6#", "RU", "Step 2 of the solution, 'U', cannot be taken"),
        (
            "tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+",
            "right up",
            "Move 2, 'up', is not legal. Legal moves:",
        ),
        ("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+", "right down up", "Move 3, 'up', comes after"),
    ],
)
def test_moves_that_cannot_be_made_are_named(run: Run, puzzle: str, moves: str, says: str) -> None:
    done = run("show", puzzle, "--after", moves)
    assert done.code == 2 and is_one_clear_line(done.err) and says in done.err
    assert run("show", puzzle, "--after", moves, "--solution").code == 2


def test_show_follows_what_solve_prints_from_each_of_several_starts(run: Run) -> None:
    panel = "witness:S-+-E/|b|w|/S-+-+"
    found = run("solve", panel, "--all", "--json").rows[0]["solutions"]
    assert {each["start"] for each in found} == {"(0, 0)", "(0, 1)"}
    printed = run("solve", panel, "--all").out
    for each in found:
        assert each["text"] in printed and each["text"] == f"from {each['start']}: {' '.join(each['moves'])}"
        done = run("show", panel, "--after", each["text"])
        assert (done.code, done.err) == (
            0,
            f"quandary: witness-1: solved after {len(each['moves'])} moves\n",
        )
    done = run("show", panel, "--after", "right up right")
    assert done.code == 2 and is_one_clear_line(done.err) and "2 starts, (0, 0), (0, 1)" in done.err


@pytest.mark.parametrize("puzzle", [GOOD, FIGURE_4, "sokoban:6#|#@$-.#|6#"])
def test_show_follows_the_text_of_every_solution(run: Run, puzzle: str) -> None:
    [found] = run("solve", puzzle, "--json").rows[0]["solutions"]
    assert "start" not in found
    assert "solved after" in run("show", puzzle, "--after", found["text"]).err


def test_solve_counts_what_the_kind_can_count(run: Run) -> None:
    """Check that fewest pushes and fewest steps differ."""
    level = "sokoban:--#####|###---#|#-$-#-##|#-#--.-#|#----#-#|##$#.--#|-#@--###|-#####"
    steps = run("solve", level, "--fewest", "steps", "--json").rows[0]
    pushes = run("solve", level, "--json").rows[0]
    assert steps["status"] == pushes["status"] == "solved"
    walk, other = steps["solutions"][0]["end"], pushes["solutions"][0]["end"]
    assert steps["solutions"][0]["moves"] == list(walk)
    assert len(walk) <= len(other)
    assert "solved after" in run("show", level, "--after", walk).err
    assert run("solve", "sokoban:5#|#@$.#|#---#|#$-.#|5#", "--fewest", "steps").code == 1
    for bad in (
        (level, "--fewest", "stops"),
        (level, "--fewest", "steps", "--all"),
        (GOOD, "--fewest", "steps"),
    ):
        done = run("solve", *bad)
        assert done.code == 2 and done.out == "" and "Traceback" not in done.err


def test_vary_ranks_changes_by_what_they_do(run: Run) -> None:
    panel = "witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"
    done = run("vary", panel, "--by", "solutions", "--easier", "--best", 3, "--json")
    assert done.code == 0
    assert list(done.rows[0]) == [
        "id",
        "kind",
        "change",
        "puzzle",
        "difference",
        "verb",
        "at",
        "to",
        "scores",
    ]
    differences = [row["difference"] for row in done.rows]
    assert len(differences) == 3 and differences == sorted(differences) and differences[-1] < 0
    for row in done.rows:
        again = rate(registry.find_kind("witness").parse(row["puzzle"]), ["solutions"])["solutions"]
        assert again.value == row["scores"]["solutions"]["value"]
    everything = run("vary", panel, "--by", "solutions", "--best", 10_000, "--json").rows
    sizes = [abs(row["difference"]) for row in everything]
    assert sizes == sorted(sizes, reverse=True)
    assert {row["difference"] > 0 for row in everything} == {True, False}
    table = run("vary", panel, "--by", "solutions", "--harder", "--best", 1)
    assert "witness-1 as it is" in table.out and "+" in table.out.splitlines()[-1]


def test_vary_draws_single_changes_on_a_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "variants.html"
    panel = "witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"
    for _ in range(2):  # the second one writes over what the first one made
        assert run("vary", panel, "--by", "solutions", "--best", 3, "-o", str(page)).code == 0
    written = page.read_text("utf-8")
    assert written.count("<figure") == 4 and "witness-1, with one change each" in written
    (tmp_path / "other.html").write_text("<p>mine</p>")
    assert run("vary", panel, "-o", str(tmp_path / "other.html")).code == 2


def test_vary_says_what_cannot_be_compared(run: Run) -> None:
    assert "of the changed puzzles cannot be solved" in run("vary", "witness:+-E/|2|/S-+", "--best", 1).err
    nothing = run("vary", "witness:S.E/*.*/+*+", "--by", "shortest", "--harder")
    assert nothing.code == 1
    for bad in (
        ("vary", FIGURE_4, "--by", "nonsense"),
        ("vary", "witness:+-E/|.|/S*+/", "--harder", "--easier"),
        ("vary", "witness:+.E/|../S-+"),
    ):
        done = run(*bad)
        assert done.code == 2 and done.out == "", bad


def test_kinds_lists_every_kind_with_what_it_offers(run: Run) -> None:
    done = run("kinds", "--json")
    assert done.code == 0 and done.err == ""
    cards = {row["kind"]: row for row in done.rows}
    assert list(cards) == list(registry.find_kinds())
    assert cards["witness"]["species"] == "path" and cards["sudoku"]["species"] == "fill"
    assert "paper" in cards["witness"]["players"] and "4x4" in cards["sudoku"]["sizes"]
    table = run("kinds").out
    assert all(f" {name} " in table for name in cards)


def test_a_broken_plug_in_does_not_hide_the_other_kinds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**registry.places(), "broken": "no.such.module"}
    monkeypatch.setattr(registry, "places", lambda: known)
    for verb in (["kinds", "--json"], ["demo"]):
        done = run(*verb)
        assert done.code == 0
        assert is_one_clear_line(done.err) and "'broken' cannot be imported" in done.err
        assert "sudoku" in done.out


def test_replicate_prints_one_object_per_row_in_the_documented_form(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quandary.replicate.table_names", lambda: ["figure4"])  # others take minutes
    done = run("replicate", "figure4", "--json")
    assert done.code == 0 and done.err == ""
    keys = ["table", "row", "published", "as_published", "ours", "note"]
    assert all(list(row) == keys for row in done.rows)
    assert done.rows[0] == dict(zip(keys, ["figure4", "muse_A", 4.0, None, 4.0, ""], strict=True))
    assert run("replicate", "--all", "--json").rows[: len(done.rows)] == done.rows


def test_replicate_lists_the_tables_and_prints_one_for_people(run: Run) -> None:
    assert run("replicate").out == run("replicate", "--list").out
    assert "figure4" in run("replicate").out
    listed = run("replicate", "--list", "--json").rows
    assert [row["table"] for row in listed if "table" in row] == table_names()
    assert "3.0592" in run("replicate", "figure4").out


def test_replicate_prints_one_table_of_a_source_that_has_several(run: Run) -> None:
    rows = run("replicate", "hex", "--table", "3.1", "--json").rows
    assert {row["table"] for row in rows} == {"3.1"}
    assert {row["row"]: row["ours"] for row in rows}["Wrench"] == 168


def test_a_new_kind_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    done = run("new-kind", "domino", "--into", tmp_path)
    assert done.code == 0 and done.err == ""
    assert (tmp_path / "quandary-domino" / "pyproject.toml").exists()
    assert "Next:" in done.out and "pip install -e" in done.out
    again = run("new-kind", "domino", "--into", tmp_path)
    assert again.code == 2 and is_one_clear_line(again.err)
