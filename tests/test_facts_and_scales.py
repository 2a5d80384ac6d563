"""What people did is told apart from what follows from a puzzle and from what the computer took, in every format."""

import csv
import json
from pathlib import Path

import numpy as np
import polars
import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.models.features import measured
from quandary.models.fit import fit_model
from quandary.models.folds import Folds
from quandary.models.pipelines import pipeline
from quandary.models.question import TRANSFORMS, Question, prepare, transformed, untransformed
from quandary.models.table import Table, read_table
from quandary.models.validate import validate
from quandary.score import Status

PANELS = ("+-E/|b|/S-+", "+-+-E/|b|w|/S-+-+", "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")


def book(folder: Path) -> Path:
    """Write some panels with what people did."""
    rows = [
        {
            "kind": "witness",
            "puzzle": panel,
            "id": f"p{number}",
            "facts": {"seconds": 7.0 + number, "solves": 3},
        }
        for number, panel in enumerate(PANELS)
    ]
    path = folder / "panels.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_fact_has_its_own_name_in_every_format(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"table.{ending}"
    assert main(["rate", str(book(tmp_path)), "-m", "muse", "-o", str(out)]) == 0
    found = read_table(out)
    assert found.numbers["seconds"].tolist() == [7.0, 8.0, 9.0]
    assert "fact_seconds" not in found.columns
    if ending != "jsonl":
        assert (found.numbers["machine_seconds"] < 1).all()


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_fact_with_the_name_of_a_measure_never_hides_it(ending: str, tmp_path: Path) -> None:
    line = {"kind": "witness", "puzzle": PANELS[1], "facts": {"muse": 99}}
    (tmp_path / "one.jsonl").write_text(json.dumps(line))
    out = tmp_path / f"table.{ending}"
    assert main(["rate", str(tmp_path / "one.jsonl"), "-m", "muse", "-o", str(out)]) == 0
    found = read_table(out)
    assert found.numbers["fact_muse"].tolist() == [99.0] and found.numbers["muse"][0] < 10


def test_only_measures_that_are_uncertain_have_a_status(tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_text(
        "\n".join(
            json.dumps({"kind": "witness", "puzzle": panel}) for panel in (PANELS[1], "+-E/|b|/+.+/|w|/S-+")
        )
    )
    for file, heads in (("panels.jsonl", []), ("two.jsonl", ["muse_status"])):
        book(tmp_path)
        for ending in ("csv", "parquet"):
            out = tmp_path / f"{file}.{ending}"
            assert main(["rate", str(tmp_path / file), "-m", "muse", "-m", "solutions", "-o", str(out)]) == 0
            names = (
                out.read_text().splitlines()[0].split(",")
                if ending == "csv"
                else list(polars.read_parquet_schema(out))
            )
            assert [name for name in names if name == "muse_status"] == heads


def test_a_table_of_an_earlier_version_keeps_its_meaning(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text(
        "id,kind,player,policy,muse,muse_status,fact_seconds,seconds,reason\np1,witness,,,1,exact,40,0.1,\n"
    )
    found = read_table(tmp_path / "old.csv")
    assert found.numbers["machine_seconds"].tolist() == [0.1] and found.numbers["fact_seconds"].tolist() == [
        40
    ]


def people_table(rows: int = 40) -> Table:
    """Return panels with two measures and three facts, of which one nearly tells the target."""
    rng = np.random.default_rng(5)
    muse, shortest, noise = rng.normal(size=(3, rows))
    votes = muse + 0.5 * shortest + noise
    numbers = {
        "muse": muse,
        "luck@expert": shortest,
        "upvotes": votes + 5,
        "solves": votes + rng.normal(size=rows) / 5,
        "created": np.arange(rows, dtype=float),
        "machine_seconds": rng.random(rows),
    }
    return Table(tuple(f"p{n:02}" for n in range(rows)), numbers, {"kind": ("witness",) * rows})


def test_facts_are_predictors_only_if_they_are_named() -> None:
    table = people_table()
    asked = Question("upvotes", trend="created")
    found = prepare(table, asked, measured=measured(table))
    assert found.predictors == ("muse", "luck@expert") and found.facts == ("solves",)
    for named in (Question("upvotes", ("muse", "solves")), Question("upvotes", allow=("solves",))):
        assert "solves" in prepare(table, named, measured=measured(table)).predictors


def test_a_table_that_names_no_kind_has_no_facts() -> None:
    table = people_table()
    plain = Table(table.ids, table.numbers)
    assert measured(plain) is None
    assert "solves" in prepare(plain, Question("upvotes"), measured=measured(plain)).predictors


def write(table: Table, path: Path) -> Path:
    names = ["id", "kind", *table.numbers]
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for at, each in enumerate(table.ids):
            writer.writerow([each, "witness", *(column[at] for column in table.numbers.values())])
    return path


def test_learn_says_which_facts_it_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(people_table(), tmp_path / "table.csv")
    asked = ["learn", str(path), "--target", "upvotes", "--model", "ridge", "--repeats", "1", "--folds", "2"]
    report = tmp_path / "report.html"
    assert main([*asked, "--json", "--report", str(report)]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert found["facts_left_out"] == ["solves", "created"] and found["predictors"] == ["muse", "luck@expert"]
    assert "solves, created" in said.err and "--leaky" in said.err
    assert "do not follow from the puzzles: solves, created" in report.read_text("utf-8")
    assert main([*asked, "--json", "--leaky", "solves"]) == 0
    assert json.loads(capsys.readouterr().out)["predictors"] == ["muse", "luck@expert", "solves"]


def test_the_time_that_the_computer_took_is_no_target(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(people_table(), tmp_path / "table.csv")
    for target in ("machine_seconds", "log(machine_seconds)"):
        assert main(["learn", str(path), "--target", target]) == 2
        assert "time that the computer took" in capsys.readouterr().err


@pytest.mark.parametrize("transform", [*TRANSFORMS, "asinh:3", "log1p:2", ""])
def test_a_transformation_can_be_undone(transform: str) -> None:
    values = np.array([0.25, 1.0, 7.5])
    assert untransformed(transformed(values, transform), transform) == pytest.approx(values)


def test_predictions_are_on_the_scale_of_the_target() -> None:
    """People's votes rise by 3 a day, and go with the first feature."""
    rng = np.random.default_rng(2)
    days = np.arange(60, dtype=float)
    feature = rng.normal(size=60)
    votes = 100 + 3 * days + 9 * np.sinh(feature)
    table = Table(tuple(f"p{n:02}" for n in range(60)), {"f": feature, "day": days, "votes": votes})
    prepared = prepare(table, Question("votes", ("f",), trend="day", transform="asinh:9"))
    validation = validate(prepared, pipeline("linear"), folds=Folds(3, 1), resamples=5)
    model = fit_model(prepared, pipeline("linear"), validation)
    early, late, unknown = model.predict(np.zeros((3, 1)), times=[0.0, 59.0, None])
    assert float(early.value) == pytest.approx(100, abs=8)
    assert float(late.value) == pytest.approx(100 + 3 * 59, abs=8)
    assert float(unknown.value) == pytest.approx(100 + 3 * 29.5, abs=8)
    for each in (early, late, unknown):
        assert each.low is not None and each.high is not None and each.low < float(each.value) < each.high
    covered = [
        found.low <= true <= found.high
        for found, true in zip(model.predict(feature[:, None], times=days.tolist()), votes, strict=True)
    ]
    assert np.mean(covered) > 0.7


def test_predict_says_that_it_undid_what_learn_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, model = write(people_table(), tmp_path / "table.csv"), tmp_path / "model.json"
    asked = ["learn", str(path), "--target", "upvotes", "--trend", "created", "--transform", "asinh:3"]
    assert main([*asked, "--model", "ridge", "--repeats", "1", "--folds", "2", "-o", str(model)]) == 0
    capsys.readouterr()
    assert main(["predict", str(model), str(path), "--json"]) == 0
    said = capsys.readouterr()
    values = [json.loads(line)["value"] for line in said.out.splitlines()]
    assert np.mean(values) == pytest.approx(people_table().numbers["upvotes"].mean(), abs=0.7)
    assert "the transformation asinh:3 and the trend over created undone" in said.err


def test_the_kinds_of_a_table_say_what_is_measured() -> None:
    assert measured(people_table()) == frozenset({"muse", "luck@expert"})


@pytest.mark.skipif(core() is None, reason="the reference solves such systems at once")
def test_a_limit_of_states_alone_ends_every_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.measuring.tempting.OWN_SECONDS", 0.0)
    level = find_kind("sokoban").parse("#######\n#.  $.#\n#  $@ #\n#     #\n#######")
    scores = rate(level, ["toil", "greedy_luck"], limits=Limits(states=1_000_000))
    assert {score.status for score in scores.values()} == {Status.GAVE_UP}


def test_toil_names_the_limit_that_was_asked_for() -> None:
    level = find_kind("sokoban").parse("#########\n#.  $  .#\n# $ @ $ #\n#   $  .#\n#.      #\n#########")
    score = rate(level, ["toil"], limits=Limits(seconds=0.001))["toil"]
    assert score.value is None and "0.001 s" in score.reason


def test_many_rows_are_tried_before_they_are_learnt_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(people_table(240), tmp_path / "table.csv")
    asked = ["learn", str(path), "--target", "upvotes", "--model", "ridge", "--repeats", "1", "--folds", "2"]
    assert main(asked) == 0
    assert "fits to 240 rows" not in capsys.readouterr().err
    monkeypatch.setattr("quandary.cli.learn.WORTH_TELLING", 0.0)
    assert main(asked) == 0
    assert "2 fits to 240 rows take about" in capsys.readouterr().err
