"""Norms: what generated puzzles of a kind score."""

from pathlib import Path
from typing import Any

import pytest
from tests.puzzles import Row, row_kind

from quandary._native import core
from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.measuring import norms
from quandary.measuring.entropy import VERSIONS
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.score import Score


def row_score(row: Row, **options: Any) -> Score:
    return rate(row, ["muse"], **options)["muse"]


def test_norms_are_the_same_whatever_else_was_made(tmp_path: Path) -> None:
    kind = row_kind(tmp_path)
    both, one = norms.build(kind, count=12), norms.build(kind, ["4"], count=12)
    assert list(both.sizes) == ["3", "4"]
    assert both.sizes["4"] == one.sizes["4"]
    assert norms.build(kind, ["4"], count=12, seed=2) != one
    assert {sample.count for sample in both.sizes.values()} == {12}


def test_norms_say_what_they_are_norms_of(tmp_path: Path) -> None:
    made = norms.build(row_kind(tmp_path, players=(Player(name="me"),), policy="greedy"), count=2)
    version = VERSIONS["muse"]
    assert (made.measure, made.version, made.player) == ("muse", version, "me")
    assert (made.policy, made.seed) == ("greedy", 1)


def test_norms_come_back_as_written_and_again_after_a_change(tmp_path: Path) -> None:
    kind = row_kind(tmp_path)
    assert norms.load(kind) is None
    for made in (norms.build(kind, count=3), norms.build(kind, ["3"], count=4)):
        assert norms.write(kind, made) == tmp_path / "norms.json"
        assert norms.load(kind) == made
    assert [path.name for path in tmp_path.iterdir()] == ["norms.json"]


def test_a_generator_that_makes_unsolvable_puzzles_gets_no_norms(tmp_path: Path) -> None:
    hopeless = row_kind(tmp_path, generate=lambda rng, size: Row(1, frozenset({(0, 1)})))
    with pytest.raises(QuandaryError, match="that row generated is unsolvable"):
        norms.build(hopeless, count=1)


@pytest.mark.parametrize(
    ("options", "sizes", "number", "complaint"),
    [
        ({"generate": None}, [], 1, "no generator"),
        ({"sizes": ()}, [], 1, "need a size"),
        ({}, [], 0, "at least one puzzle"),
        ({}, ["33"], 1, r"No size of row '33'\. Did you mean '3'\?"),
    ],
)
def test_norms_that_cannot_be_made_say_why(
    tmp_path: Path, options: dict[str, Any], sizes: list[str], number: int, complaint: str
) -> None:
    with pytest.raises(QuandaryError, match=complaint):
        norms.build(row_kind(tmp_path, **options), sizes, number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"measure": "muse"}',
        '{"measure":"muse","version":1,"player":"","policy":"","seed":1,"sizes":{"3":{"values":[]}}}',
        '{"measure":"muse","version":1,"player":"","policy":"","seed":1,"sizes":{"3":{"values":[[2,1],[1,1]]}}}',
    ],
)
def test_a_broken_norms_file_is_named_with_a_remedy(tmp_path: Path, text: str) -> None:
    (tmp_path / "norms.json").write_text(text, encoding="utf-8")
    with pytest.raises(
        FileError, match=r"norms\.json: .*Rebuild it with: python -m quandary\.measuring\.norms row"
    ):
        norms.load(row_kind(tmp_path))


def test_the_command_writes_the_norms_of_a_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = row_kind(tmp_path)
    monkeypatch.setattr(norms, "find_kind", lambda name: kind)
    assert norms.main(["row", "--sizes", "3", "--count", "5", "--seed", "7"]) == 0
    assert norms.load(kind) == norms.build(kind, ["3"], 5, 7)
    told = capsys.readouterr()
    assert told.out == ""
    assert "row 3: 5 of 5\n" in told.err
    assert norms.main(["row", "--count", "5"]) == 0
    assert capsys.readouterr().err.startswith("row 3: 5 of 5\nwrote ")  # only the sizes on file
    (tmp_path / "norms.json").write_text("broken", encoding="utf-8")
    assert norms.main(["row", "--count", "5"]) == 0
    assert "row 4: 5 of 5\n" in capsys.readouterr().err
    assert norms.main(["row", "--sizes", "huge"]) == 2
    assert capsys.readouterr().err == "No size of row 'huge'. There are: 3, 4.\n"


def test_the_command_keeps_other_sizes_only_if_they_are_of_the_same_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = row_kind(tmp_path)
    monkeypatch.setattr(norms, "find_kind", lambda name: kind)

    def counts(*options: str) -> dict[str, int]:
        assert norms.main(["row", *options]) == 0
        made = norms.load(kind)
        return {size: sample.count for size, sample in made.sizes.items()} if made else {}

    assert counts("--sizes", "4", "--count", "5") == {"4": 5}
    assert counts("--sizes", "3", "--count", "6") == {"3": 6, "4": 5}
    assert counts("--sizes", "3", "--count", "6", "--seed", "9") == {"3": 6}


def test_the_command_names_an_unknown_kind_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert norms.main(["no-such-kind"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", list(registry.find_kinds()))
def test_norms_on_file_are_what_the_kind_gives_today(name: str) -> None:
    kind = registry.find_kind(name)
    made = norms.load(kind)
    if made is None:
        assert not kind.offers()["norms"]
        return
    # Without the compiled core the larger sizes would take minutes.
    for size, sample in list(made.sizes.items())[: None if core() else 1]:
        known = {value for value, _ in sample.values}
        # Few puzzles are on file where each takes long. Of these, the first are the easiest.
        some = range(0, sample.count, sample.count // 20) if sample.count >= 100 else range(2)
        for index in some:
            score = norms.norm_score(kind, size, made.seed, index, sample.levels)
            assert made.are_for(score)
            assert score.value is not None
            assert round(score.value, norms.DECIMALS) in known
