"""Orders, exports, folders, the doctor and the researchers' pages."""

import csv
import hashlib
import io
import json
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from django.core import checks
from django.core.management import call_command
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from scipy.stats import chisquare
from tests.web.people import Visitor

from quandary.errors import FileError, QuandaryError
from quandary.kinds.maze.rules import Maze, part
from quandary.library.registry import find_kind
from quandary.showing.playable import Playable
from quandary.web.play.judge import judge, lines, states
from quandary.web.project.serving import Serving, settings_for
from quandary.web.study import bots, new
from quandary.web.study.backup import backup
from quandary.web.study.checks import check_study
from quandary.web.study.export import bands, export, safe, unsafe
from quandary.web.study.folder import Study, read_study
from quandary.web.study.models import Occurrence, Participant
from quandary.web.study.order import Drawn, choose_arm, draw_order, latin_row
from quandary.web.study.people import COOKIE
from quandary.web.study.questions import FormQuestion
from quandary.web.study.records import TABLES, names
from quandary.web.study.settings import Arm, Settings
from quandary.web.study.setup import set_up
from quandary.web.study.simulate import Person, difficulties, respond
from quandary.web.study.write import _given, begin, code_for

PUZZLES = [f"p{number}" for number in range(10)]


def test_ten_thousand_orders_are_random() -> None:
    places = Counter[tuple[str, int]]()
    pairs = Counter[tuple[str, str]]()
    for seed in range(10_000):
        order = [name for name, _ in draw_order(Settings(title="", per_person=10), PUZZLES, seed).order]
        assert sorted(order) == PUZZLES
        places.update((name, at) for at, name in enumerate(order))
        pairs.update(pairwise(order))
    assert chisquare([places[name, at] for name in PUZZLES for at in range(10)], ddof=18).pvalue > 0.001
    assert chisquare([pairs[a, b] for a in PUZZLES for b in PUZZLES if a != b]).pvalue > 0.001


def test_an_order_is_drawn_again_from_its_seed(ada: Visitor, study: Study) -> None:
    again = draw_order(study.settings, [*study.puzzles], ada.row.seed)
    assert [list(item) for item in again.order] == ada.row.order


def test_subsets_are_balanced() -> None:
    given = Counter[str]()
    for seed in range(50):
        given.update(
            name for name, _ in draw_order(Settings(title="", per_person=3), PUZZLES, seed, given=given).order
        )
    assert max(given.values()) - min(given.values()) <= 1


def test_what_drop_outs_did_not_answer_is_given_to_others(visitor: Visitor, study: Study) -> None:
    some = Study(
        study.path,
        msgspec.structs.replace(study.settings, per_person=10),
        study.questions,
        study.words,
        study.puzzles,
        study.lessons,
    )

    def taken() -> set[str]:
        return {name for name, _ in begin(some).participant.order}

    first, second, third = taken(), taken(), taken()
    assert len(first | second | third) == 30, "each puzzle once, while all three are there"
    long_ago = timezone.now() - timedelta(hours=study.settings.resume_hours + 1)
    Participant.objects.filter(order__0__0__in=second).update(seen=long_ago)
    assert taken() == second


def test_a_puzzle_counts_once_for_who_is_there_and_if_answered_for_who_has_gone(
    ada: Visitor, ben: Visitor, study: Study
) -> None:
    """Ada is there with one answer, which is no second time. Cleo left after two, Ben has answered all."""
    some = replace(study, settings=msgspec.structs.replace(study.settings, per_person=10))
    cleo = Visitor(study)
    cleo.reach_puzzles()
    for position in (1, 2):
        cleo.answer(position, rating=3)
    long_ago = timezone.now() - timedelta(hours=study.settings.resume_hours + 1)
    Participant.objects.filter(pk=cleo.row.pk).update(seen=long_ago)
    with CaptureQueriesContext(connection) as asked:
        given = _given(some, is_bot=False)
    answered = {name for name, _ in cleo.row.order[:2]}
    assert given == {name: 2 + (name in answered) for name in study.puzzles}
    assert len(asked) == 2


def test_arms_have_their_weights_and_tests_frame_the_rest() -> None:
    arms = [Arm(name="a", weight=3, order="fixed"), Arm(name="b", order="random", puzzles=PUZZLES[:5])]
    settings = Settings(title="", arms=arms, pre=["p0"], post=["p9"], per_person=20)
    counts, drawn = Counter[str](), list[Drawn]()
    for seed in range(200):
        drawn.append(draw_order(settings, PUZZLES, seed, arm=choose_arm(settings, seed, counts)))
        counts[drawn[-1].arm] += 1
        assert abs(counts["a"] - 3 * counts["b"]) <= 3
    assert counts == {"a": 150, "b": 50}
    assert {each.order[0] for each in drawn} == {("p0", "pre")} and {each.order[-1] for each in drawn} == {
        ("p9", "post")
    }
    assert {each.order for each in drawn if each.arm == "a"} == {
        (("p0", "pre"), *((p, "main") for p in PUZZLES[1:-1]), ("p9", "post"))
    }
    assert all(len(each.order) == 6 for each in drawn if each.arm == "b")


@pytest.mark.parametrize("size", [4, 6, 10])
def test_a_latin_square_is_balanced_in_places_and_neighbours(size: int) -> None:
    rows = [latin_row(size, number) for number in range(size)]
    assert all(sorted(row) == list(range(size)) for row in [*rows, *zip(*rows, strict=True)])
    assert len({pair for row in rows for pair in pairwise(row)}) == size * (size - 1)


def test_people_who_start_together_are_all_stored(study: Study) -> None:
    tokens = {begin(study).token for _ in range(30)}
    assert len(tokens) == Participant.objects.count() == 30


# Export


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_an_export_has_every_answer_with_its_checksum(ben: Visitor, study: Study, tmp_path: Path) -> None:
    counts = export(study, tmp_path / "out")
    assert counts == {
        "responses": 30,
        "events": 0,
        "participants": 1,
        "puzzles": 31,
        "practice": 1,
        "replies": 0,
        "basis": 0,
    }
    for table in TABLES:
        assert list(read_csv(tmp_path / "out" / f"{table}.csv")[0] if counts[table] else names(table))[
            : len(names(table))
        ] == names(table)
    told = {row["column"] for row in read_csv(tmp_path / "out" / "dictionary.csv")}
    assert {name for table in TABLES for name in names(table)} <= told
    for line in (tmp_path / "out" / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest
    with pytest.raises(FileError, match="not empty"):
        export(study, tmp_path / "out")
    with pytest.raises(FileError, match="SHA256SUMS is a file"):
        export(study, tmp_path / "out" / "SHA256SUMS")


def test_one_person_alone_has_no_age_in_an_export(ben: Visitor, study: Study, tmp_path: Path) -> None:
    silent = Visitor(study)
    silent.get("/")
    silent.form("/consent", agree="yes")
    silent.form("/questions")
    export(study, tmp_path / "out")
    ages = {row["finished"]: row["age"] for row in read_csv(tmp_path / "out" / "participants.csv")}
    assert ages == {"1": "(fewer than five people)", "0": ""}  # a suppressed answer is no missing one


@pytest.mark.parametrize(
    "counts", [[8, 8, 8, 7, 7, 6, 6], [1, 1, 9, 9, 0, 2, 3], [5, 0, 0, 0, 0, 0, 4], [9, 1, 0, 0, 0, 0, 0]]
)
def test_merged_bands_lose_nobody(counts: list[int]) -> None:
    ages = FormQuestion("age", "?", [f"age {number}" for number in range(7)], is_band=True)
    told = [option for option, count in zip(ages.options, counts, strict=True) for _ in range(count)]
    merged = Counter(bands(ages, told)[each] for each in told)
    assert sum(merged.values()) == len(told) and "" not in merged
    assert min(merged.values()) >= 5


def test_bots_are_exported_apart(study: Study, tmp_path: Path) -> None:
    begin(study, is_bot=True)
    assert export(study, tmp_path / "people")["participants"] == 0
    assert export(study, tmp_path / "bots", bots=True)["participants"] == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "'x", "plain", ""])
def test_no_cell_is_a_formula_and_every_text_comes_back(text: str) -> None:
    assert not str(safe(text)).startswith(("=", "+", "-", "@", "\t"))
    assert unsafe(str(safe(text))) == text


# Folders


def test_a_new_study_of_any_file_passes_the_doctor(tmp_path: Path, tables: None) -> None:
    puzzles = tmp_path / "p.jsonl"
    puzzles.write_text('{"kind": "sudoku", "puzzle": ".3....3....41...", "id": "=cmd|x"}\n', encoding="utf-8")
    new.create(tmp_path / "study", puzzles=str(puzzles))
    assert [each.id for each in read_study(tmp_path / "study").puzzles.values()] == ["=cmd|x"]


def test_a_folder_that_has_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("important", encoding="utf-8")
    with pytest.raises(FileError, match="not empty"):
        new.create(tmp_path, like="maze-report")
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("file", "old", "wrong", "complaint"),
    [
        ("study.toml", "per_person = 30", "per_person = 0", "per_person"),
        ("study.toml", 'puzzles = "puzzles.jsonl"', 'puzzles = "../secret.jsonl"', "outside"),
        ("study.toml", "pre = []", 'pre = ["nowhere"]', "nowhere"),
        ("study.toml", "seed = 1", "sead = 1", "sead"),
        ("study.toml", "least = 1", "least = 20", "least < most"),
        ("study.toml", 'return_link = ""', 'return_link = "javascript:x"', "https://"),
        ("questions.toml", 'id = "age"', 'id = "Age!"', "ids"),
        ("words.toml", "language", "[language", "words.toml"),
    ],
)
def test_a_mistake_in_a_file_is_named(
    study_folder: Path, tmp_path: Path, file: str, old: str, wrong: str, complaint: str
) -> None:
    import shutil

    shutil.copytree(study_folder, tmp_path / "study")
    text = (tmp_path / "study" / file).read_text("utf-8")
    assert old in text
    (tmp_path / "study" / file).write_text(text.replace(old, wrong), encoding="utf-8")
    with pytest.raises(QuandaryError, match=complaint):
        read_study(tmp_path / "study")


def test_the_reports_study_has_its_thirty_mazes(study: Study) -> None:
    sizes = Counter(
        each.kind.maker.size(each.puzzle)
        for each in study.puzzles.values()
        if each.kind and each.kind.maker.size
    )
    assert sizes == {"3x3": 5, "4x4": 10, "5x5": 10, "6x6": 5}
    assert (study.settings.rating.least, study.settings.rating.most, study.settings.rating.skip) == (
        1,
        10,
        10,
    )
    assert len(study.questions) == 3 and study.practice and study.practice.id not in study.puzzles
    assert all(
        (study.path / "pictures" / f"{name}.svg").is_file()
        for name in ("right", "wrong", "misses", "branches", "loop")
    )


def test_each_person_gets_as_many_puzzles_as_told(tmp_path: Path) -> None:
    puzzles = tmp_path / "p.jsonl"
    puzzles.write_text('{"kind": "sudoku", "puzzle": ".3....3....41..."}\n', encoding="utf-8")
    for name, told, many in (("report", None, 30), ("some", 7, 7)):
        new.create(tmp_path / name, like="maze-report", per_person=told)
        assert read_study(tmp_path / name).settings.per_person == many
    for name, told, many in (("usual", None, 20), ("few", 3, 3)):
        new.create(tmp_path / name, puzzles=str(puzzles), per_person=told)
        assert read_study(tmp_path / name).settings.per_person == many


# The doctor


def test_puzzles_that_people_still_need_are_missed(ada: Visitor, study: Study) -> None:
    def missed() -> list[str]:
        return [each.msg for each in check_study() if each.id == "quandary.study.E010"]

    assert missed() == []
    name, _ = ada.row.order[5]
    kept = study.puzzles.pop(name)
    [complaint] = missed()
    assert name in complaint
    study.puzzles[name] = kept


def test_public_settings_pass_every_check_of_django(study_folder: Path) -> None:
    serving = Serving(
        folder=study_folder, public_url="https://study.example.org", secret="a-Long-secret_0123456789" * 3
    )
    wanted = {
        name: value
        for name, value in settings_for(serving).items()
        if name not in ("DATABASES", "LOGGING", "LOGGING_CONFIG")
    }
    with override_settings(**wanted):
        found = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
    assert found == []
    assert wanted["SESSION_COOKIE_SECURE"] and wanted["CSRF_COOKIE_SECURE"] and wanted["SECURE_SSL_REDIRECT"]
    assert wanted["ALLOWED_HOSTS"] == ["study.example.org"] and "SILENCED_SYSTEM_CHECKS" not in wanted


@pytest.mark.parametrize(
    "address", ["http://study.example.org", "https://", "study.example.org", "https://x.org/path"]
)
def test_a_public_address_must_be_https(address: str) -> None:
    with pytest.raises(QuandaryError, match="https"):
        Serving(public_url=address)


def test_a_backup_is_whole_and_never_written_over(study_folder: Path, tmp_path: Path) -> None:
    study = read_study(study_folder)
    source = sqlite3.connect(study.data / "study.sqlite3")
    source.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER)")
    source.execute("INSERT INTO kept VALUES (7)")
    source.commit()
    copy = backup(study, tmp_path / "copy.sqlite3")
    made = sqlite3.connect(copy)
    assert made.execute("SELECT number FROM kept").fetchall() == [(7,)]
    for each in (made, source):
        each.close()
    (study.data / "study.sqlite3").unlink()
    with pytest.raises(FileError):
        backup(study, tmp_path / "copy.sqlite3")


def test_a_backup_that_cannot_be_made_is_one_line_and_leaves_nothing(
    study_folder: Path, tmp_path: Path
) -> None:
    study = read_study(study_folder)
    (tmp_path / "file").write_text("")
    study.data.mkdir(exist_ok=True)
    (study.data / "study.sqlite3").write_bytes(b"no database " * 999)
    for target in (tmp_path / "file" / "copy.sqlite3", tmp_path / "copy.sqlite3"):
        with pytest.raises(FileError, match=r"Cannot write .*copy\.sqlite3: .* Choose another -o"):
            backup(study, target)
    assert [each.name for each in tmp_path.iterdir() if "copy" in each.name] == []


def test_a_database_without_room_is_one_line(study_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("quandary.web.study.setup.boot", lambda _: None)
    monkeypatch.setattr("django.core.management.call_command", full)
    with pytest.raises(FileError, match=r"Cannot use the database of .*: database or disk is full"):
        set_up(Serving(folder=study_folder))


# Researchers


def test_researchers_pages_need_a_login(visitor: Visitor) -> None:
    for path in ("/research/", "/research/download", "/research/puzzle/x"):
        assert visitor.get(path).headers["Location"].startswith("/research/login")


def test_a_wrong_password_is_slowed_down(study: Study) -> None:

    client = Client(SERVER_NAME="127.0.0.1")
    replies = [
        client.post("/research/login", {"name": "researcher", "password": "guess"}).status_code
        for _ in range(12)
    ]
    assert replies == [403] * 10 + [429] * 2


def test_researchers_see_progress_and_delete_on_request(
    ben: Visitor, ada: Visitor, researcher: Client
) -> None:
    page = researcher.get("/research/").content.decode()
    assert "1 of 2 have finished" in page
    assert researcher.post("/research/delete", {"who": "AAAA-BBBB-CCCC-DDDD"}).status_code == 404
    assert researcher.post("/research/delete", {"who": "12"}).status_code == 404
    assert Participant.objects.count() == 2
    researcher.post("/research/delete", {"who": str(ada.row.number)})
    assert Participant.objects.count() == 1
    typed = code_for(ben.client.cookies[COOKIE].value).replace("-", " ").lower()
    researcher.post("/research/delete", {"who": typed})
    assert Participant.objects.count() == 0
    assert "withdrawn" in researcher.get("/research/").content.decode()


def test_a_download_has_all_tables(ben: Visitor, researcher: Client) -> None:
    archive = zipfile.ZipFile(io.BytesIO(b"".join(researcher.get("/research/download"))))
    assert set(archive.namelist()) == {
        "responses.csv",
        "events.csv",
        "participants.csv",
        "puzzles.csv",
        "practice.csv",
        "replies.csv",
        "basis.csv",
        "dictionary.csv",
    }
    assert archive.read("responses.csv").count(b"\n") == 31


def test_hesitations_are_drawn_over_the_predicted_bits(ada: Visitor, researcher: Client) -> None:
    puzzle = ada.puzzle(2)
    given = respond(Person(1, 0.0, 0.0), puzzle, -3.0, (1, 10), seed=3)
    ada.answer(2, moves=given.moves, log=[list(entry) for entry in given.log])
    page = researcher.get(f"/research/puzzle/{puzzle.id}").content.decode()
    assert "people&#x27;s seconds" in page or "people's seconds" in page
    assert "<svg" in page


def test_simulated_people_find_hard_puzzles_hard(study: Study) -> None:
    hard = difficulties(study.puzzles)
    easiest, hardest = min(hard, key=hard.__getitem__), max(hard, key=hard.__getitem__)
    people = [Person.draw(1, number) for number in range(60)]

    def mean(name: str) -> float:
        given = [respond(each, study.puzzles[name], hard[name], (1, 10), 1) for each in people]
        return sum(10 if one.skipped else one.rating or 0 for one in given) / len(given)

    assert mean(easiest) + 2 < mean(hardest)


def test_a_study_tells_what_it_is_in_its_export(ben: Visitor, study: Study, tmp_path: Path) -> None:
    export(study, tmp_path / "out")
    told = json.loads((tmp_path / "out" / "study.json").read_text("utf-8"))
    assert told["rating"] == {"least": 1, "most": 10, "skip": 10} and told["bots"] is False


def test_a_folder_that_is_no_study_is_refused_and_left_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "quandary", "study", "doctor", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "is not a study folder" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_bots_take_turns_at_the_pace_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    over = threading.Event()
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    monkeypatch.setattr(over, "wait", slept.append)
    for pace in (bots.Pace(4, over), bots.Pace(0, over)):
        for _ in range(3):
            pace.wait()
    assert slept == [0, 0.25, 0.5]


def test_counts_of_an_older_database_are_kept(tables: None) -> None:
    from django.db.migrations.executor import MigrationExecutor

    try:
        older = MigrationExecutor(connection).migrate([("study", "0001_initial")])
        older.apps.get_model("study", "Tally").objects.create(name="withdrawn", count=3)
        newer = MigrationExecutor(connection).migrate([("study", "0002_occurrence")])
        assert newer.apps.get_model("study", "Occurrence").objects.get(name="withdrawn").count == 3
    finally:
        call_command("migrate", verbosity=0, interactive=False)
        Occurrence.objects.all().delete()


def test_the_tables_are_those_of_the_migrations(tables: None) -> None:
    call_command("makemigrations", "study", check=True, dry_run=True, verbosity=0)


def test_edges_are_marked_in_any_order_and_erased() -> None:
    maze = Maze(2, checkpoints=frozenset({part("01")}))
    playable = Playable(maze, "small", kind=find_kind("maze"), way="edges")
    assert judge(playable, "01h 00v").is_solved and not judge(playable, "01h 10v").is_solved
    log = [(0, "move", "10v"), (5, "move", "01h"), (9, "erase", "10v"), (12, "move", "00v")]
    assert lines(playable, log)[-1].moves == ("01h", "00v")
    assert states(playable, log)[-1] == frozenset({part("01h"), part("00v")})


def test_a_way_of_drawing_that_a_kind_does_not_have_is_refused(tmp_path: Path) -> None:
    new.create(tmp_path / "study", like="maze-report")
    file = tmp_path / "study" / "study.toml"
    file.write_text(file.read_text().replace('drawing = "edges"', 'drawing = "chalk"'))
    with pytest.raises(FileError, match=r"chalk.*which offers: edges"):
        read_study(tmp_path / "study")
