"""The verdict: one value for a puzzle, whose word and place agree, and which every surface shows."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.commands import FIGURE_4, GOOD, Book, Run
from tests.puzzles import Row, row_kind

from quandary.explaining import words
from quandary.explaining.explanation import explain
from quandary.library import registry
from quandary.library.files import Entry, examples
from quandary.measuring import norms
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge, place_of
from quandary.player import Player
from quandary.publishing.check import WantedVerdict, check
from quandary.runs.batch import Rating
from quandary.runs.summary import counted, sticking_out
from quandary.score import Score, Status
from quandary.verdict import WORDS, Rank, Verdict, side_by_side, word_for


def row_score(row: Row, **options: Any) -> Score:
    return rate(row, ["muse"], **options)["muse"]


def scored(*values: float) -> list[Verdict]:
    return [Verdict(Score("muse", value, Status.EXACT), f"{value:g} bits") for value in values]


@pytest.mark.parametrize(
    ("value", "share"),
    [(-1, 0), (0, 25), (0.5, 50), (1, 60), (1.00004, 60), (1.5, 70), (2.5, 85), (3, 100)],
)
def test_a_share_counts_the_easier_ones_and_half_of_the_equal_ones(value: float, share: float) -> None:
    sample = norms.Sample(((0.0, 5), (1.0, 2), (2.5, 3)))
    assert Rank(*sample.around(value), sample.count, "").share == share


def test_the_word_follows_from_the_numbers_that_are_printed() -> None:
    count = 200
    for lower in range(count + 1):
        for equal in range(count + 1 - lower):
            place = Rank(lower, equal, count, "panels")
            ties = f", {equal} the same" in str(place)
            assert place.word == word_for(100 * (lower + (equal / 2 if ties else 0)) / count), place


def test_a_place_reads_as_a_sentence() -> None:
    place = Rank(119, 178, 1000, "generated 4×4 panels")
    assert str(place) == "of 1,000 generated 4×4 panels, 119 have fewer bits, 178 the same"
    assert "the same" not in str(replace(place, equal=5)) and place.word == "easy"
    assert "4×4 panels of all levels, 119" in str(replace(place, levels=4))
    assert "4×4 panels (the nearest size that was measured), 119" in str(replace(place, near="4×4"))


def test_puzzles_that_all_score_the_same_give_no_word(tmp_path: Path) -> None:
    kind = row_kind(tmp_path)
    made = norms.build(kind, ["3"], count=1)
    norms.write(kind, made)
    ((value, _),) = made.sizes["3"].values
    found = judge(kind, Row(3), {"muse": replace(row_score(Row(3)), value=value)}, warning="")
    assert found.word == "" and found.place is not None and found.place.equal == 1
    assert found.short == found.said


def test_a_puzzle_is_compared_with_its_own_size_or_else_with_the_nearest_one(tmp_path: Path) -> None:
    kind = row_kind(tmp_path)
    assert judge(kind, Row(3), {"muse": row_score(Row(3))}).place is None  # no norms yet
    made = norms.build(kind, ["3"], count=1)
    norms.write(kind, structs.replace(made, sizes={"3": norms.Sample(((0.0, 5), (2.0, 5)))}))
    own, near, far = (judge(kind, Row(size), {"muse": row_score(Row(3))}) for size in (3, 4, 7))
    assert own.place is not None and not own.place.near and not own.is_beside
    assert near.place is not None and near.place.near == "3" and near.short == f"{near.word} beside 3"
    assert near.as_json()["place"]["nearest_size"] is True
    assert far.place is not None and far.word == "" and far.short == far.said  # more than twice as large


def test_only_like_scores_are_compared(tmp_path: Path) -> None:
    kind, row = row_kind(tmp_path), Row(3)
    norms.write(kind, norms.build(kind, ["3"], count=5))
    others = [
        rate(row, ["remuse"])["remuse"],
        row_score(row, player=Player(lookahead=1, name="none")),
        row_score(row, policy="greedy"),
        Score("muse", row_score(row).value, Status.EXACT, version=99, player="none", policy="best"),
        Score("muse", None, Status.GAVE_UP, player="none", policy="best"),
    ]
    assert [place_of(kind, row, score) for score in others] == [None] * len(others)
    assert place_of(row_kind(tmp_path, size=None), row, row_score(row)) is None


def test_the_place_in_a_file_counts_only_what_compares() -> None:
    one, two, three = scored(3, 1, 3)
    other = Verdict(Score("shortest", 2.0, Status.EXACT), "2 moves")
    faulty = Verdict(Score("muse", 9.0, Status.EXACT), "9 bits", "faulty", reason="it is empty")
    none = Verdict(Score("muse", None, Status.GAVE_UP), reason="no time")
    found = side_by_side([one, other, two, faulty, none, three])
    assert [each.rank for each in found] == ["2nd= of 3 here", "", "1st of 3 here", "", "", "2nd= of 3 here"]
    assert found[0].compared == "2nd= of 3 here" and found[3].compared == "it is empty"
    assert found[4].compared == "no time"


@pytest.mark.parametrize("name", list(registry.find_kinds()))
def test_every_surface_shows_the_same_verdict(name: str, run: Run, book: Book) -> None:
    kind = registry.find_kind(name)
    entry = examples(kind)[0]
    scores = rate(entry.puzzle, [kind.people.headline])
    expected = Rating(entry, scores).verdict
    [checked] = check([entry])
    told = explain(entry.puzzle)
    for other in (checked.verdict, told.verdict):
        if not other.is_faulty:  # they also count the solutions
            assert (other.word, other.said, other.place) == (expected.word, expected.said, expected.place)


def test_a_summary_counts_words_from_easy_to_hard_and_what_has_none() -> None:
    witness = registry.find_kind("witness")
    some = [Verdict(word=word) for word in ("hard", "very easy", "faulty", "hard")]
    assert counted(witness, [*some, *scored(3)]) == (
        "5 Witness panels: 1 very easy, 2 hard, 1 with a number only, 1 faulty"
    )
    sudoku = registry.find_kind("sudoku")
    assert counted(sudoku, [Verdict(word="easy", level=1)]) == "1 Sudoku: easy"
    assert counted(witness, scored(3, 1, 2)) == "3 Witness panels: 1 bits to 3 bits"
    assert list(WORDS) == sorted(WORDS, key=lambda word: WORDS[word])


def test_what_is_far_from_the_others_sticks_out() -> None:
    def told(*values: float) -> str:
        return sticking_out([(f"p{at}", each) for at, each in enumerate(scored(*values))])

    assert told(1, 2, 3, 4, 30) == "One sticks out: p4 (30 bits)."
    assert told(1, 2, 3, 4) == told(1, 2, 3, 4, 5) == ""
    many = told(*range(10, 30), 500, 400, 300, 200)
    assert many == "4 stick out: p20 (500 bits), p21 (400 bits), p22 (300 bits) and 1 more."


def test_rate_begins_with_a_summary_and_has_one_line_per_puzzle(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    mazes = tmp_path / "mazes.jsonl"
    assert run("generate", "maze", "--count", "6", "-o", mazes).code == 0
    lines = run("rate", mazes).out.splitlines()
    assert lines[0].startswith("6 logic mazes: ") and max(map(len, lines)) <= 80
    heads = lines.index("") + 1
    assert "here" in lines[heads].split()
    assert [line.split()[0] for line in lines[heads + 2 : heads + 8]] == [
        f"maze-6x6-1-{at}" for at in range(6)
    ]
    assert [line[:9] for line in lines[heads + 8 :]] in ([], ["Not shown"])
    assert not any("generated" in line for line in lines[heads:])


def test_rate_takes_the_nth_puzzle_of_a_file(run: Run, book: Book) -> None:
    path = book(GOOD, FIGURE_4)
    assert [row["id"] for row in run("rate", path, "-n", "2", "--json").rows] == ["p2"]
    missing = run("rate", path, "-n", "3")
    assert missing.code == 2 and "has only 2 puzzles" in missing.err


def test_scores_have_two_decimals_for_people_and_all_of_them_for_programs(run: Run) -> None:
    assert " 0.16 " in run("rate", FIGURE_4).out
    assert run("rate", FIGURE_4, "--json").rows[0]["scores"]["remuse"]["value"] == pytest.approx(
        0.160058, 1e-5
    )
    assert "0.1600" in run("rate", FIGURE_4, "--csv").out


def test_a_path_without_elements_is_empty_only_where_its_kind_names_elements() -> None:
    def word(kind: str, text: str) -> str:
        found = registry.find_kind(kind)
        puzzle = found.parse(text)
        return judge(found, puzzle, rate(puzzle, [found.people.headline])).reason

    assert word("witness", "+-+-E/|.|.|/S-+-+") == "it is empty"
    assert word("witness", "+x+-E/|.|.|/S-+-+") == ""  # a gap is something to obey
    assert word("fling", "o.o") == ""
    assert word("snakebird", "...../>R..X/#####") == ""


# check


def test_check_prints_failures_and_one_closing_line(run: Run, book: Book) -> None:
    good = book(GOOD, "sudoku:1.......3....2..", name="good.jsonl")
    done = run("check", good, "--allow", "ambiguous")
    assert done.out == "2 puzzles checked, all fine\n"
    assert len(run("check", good, "--allow", "ambiguous", "--verbose").out.splitlines()) == 5
    bad = run("check", book(GOOD, "sudoku:.4....4....31..."))
    assert bad.code == 1
    assert [line.split(":")[0] for line in bad.out.splitlines()[1:]] == [
        "  duplicate",
        "2 puzzles checked, 1 failed",
    ]


def test_an_ambiguous_puzzle_says_where_its_solutions_differ() -> None:
    sudoku, witness = registry.find_kind("sudoku"), registry.find_kind("witness")
    (cells,) = check([Entry(sudoku, sudoku.parse("..343412..434321"), "cells")])
    [(_, why)] = cells.problems
    assert why.endswith("more than one solution: r1c1=1 or r1c1=2, r1c2=2 or r1c2=1, and 2 more")
    panel = witness.parse("+-E/|w|/S-+")
    from quandary.publishing.check import Problem

    (steps,) = check([Entry(witness, panel, "steps")], forbidden={Problem.AMBIGUOUS})
    assert "they part at step 1, " in dict(steps.problems)[Problem.AMBIGUOUS]


def test_check_refuses_puzzles_of_another_difficulty(run: Run) -> None:
    assert run("check", GOOD, "--level", "easy").code == 0
    wrong = run("check", GOOD, "--level", "hard")
    assert wrong.code == 1 and "difficulty: it is easy (rating 1.2" in wrong.out
    assert run("check", GOOD, "--between", "1", "1.5").code == 0
    assert "not 2 to 3" in run("check", GOOD, "--between", "2", "3").out
    for bad in (["--level", "hrd"], ["--between", "3", "2"], ["--format", "junit", "--json"]):
        assert run("check", GOOD, *bad).code == 2
    assert WantedVerdict("hard").missed(Verdict()) == "its difficulty is not known, but hard is wanted"


def test_check_prints_for_ci_services(run: Run, book: Book) -> None:
    path = book(GOOD, "sudoku:.4....4....31...")
    github = run("check", path, "--format", "github").out.splitlines()
    assert github[0].startswith(
        f"::error file={path},line=2,title=duplicate::p2: it is the same puzzle as p1"
    )
    from xml.etree.ElementTree import fromstring

    suite = fromstring(  # noqa: S314 - our own report
        run("check", path, "--format", "junit").out
    )
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite] == ["p1", "p2"]
    assert [case.get("line") for case in suite if len(case)] == ["2"]


# Words


def test_features_have_names_that_say_what_they_are(run: Run) -> None:
    maze = "maze:o-ox@/|.|.|/x-o-o/|.x.|/@-o-o"
    [row] = run("rate", maze, "-m", "B2", "-m", "shortest_edges", "--json").rows
    assert row["scores"]["B2"]["value"] == row["scores"]["shortest_edges"]["value"] == 6
    assert "C7, solver_steps" in run("rate", "--list-measures").out
    for name in registry.find_kinds():
        features = registry.find_kind(name).own_features
        names = [each for feature in features for each in (feature.name, feature.alias) if each]
        assert len(names) == len(set(names))


def test_an_explanation_reconciles_its_numbers() -> None:
    witness = registry.find_kind("witness")
    told = explain(witness.parse("+-+-+-E/|1|2|.|/+-+-+-+/|.|3|.|/+-+-+-+/|.|.|2|/S-+-+-+"))
    luck, bits = told.scores["luck"], told.scores["remuse"]
    assert luck.value is not None and bits.value is not None
    said = words.others(told)
    assert ("The bits are those of one way" in said) == (bits.value - luck.value >= 1)
    assert words.whom(told).startswith("the player “paper”, who knows ")


def test_the_easiest_rule_that_helps_is_named_before_the_one_that_helps_most() -> None:
    sudoku = registry.find_kind("sudoku")
    told = explain(
        sudoku.parse(".3.1.5.......6...2..27..4..85...6.....4...5...298.......7.8..2..4...1.7.......68.")
    )
    easiest, most = told.easiest_new_rule, told.best_new_rule
    assert easiest and most and easiest.rule.cost < most.rule.cost
    [first, *_] = words.advice(told)
    assert first.index(easiest.rule.name) < first.index(f"The harder {most.rule.name} would help most")
