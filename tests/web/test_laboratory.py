"""What laboratories rely on: each kind is explained, panels are answered, nothing stays after a withdrawal, limits are fair."""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from tests.web.people import Visitor, solution

from quandary.errors import QuandaryError
from quandary.library.files import Entry, write
from quandary.library.registry import find_kind
from quandary.web.play.judge import faults_of, states
from quandary.web.study import checks, current, entry, new
from quandary.web.study.backup import backup, restore
from quandary.web.study.export import export, flags
from quandary.web.study.folder import Study, read_study
from quandary.web.study.hesitation import hesitations
from quandary.web.study.models import Attempt, EntryLink, Participant
from quandary.web.study.people import client_of


@contextmanager
def changed(study: Study, **settings: Any) -> Iterator[Study]:
    """Serve a study with other settings."""
    other = replace(study, settings=msgspec.structs.replace(study.settings, **settings))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(current, "read_study", lambda _: other)
        current.current_study.cache_clear()
        yield other
    current.current_study.cache_clear()


def puzzles_of_three_kinds(folder: Path) -> Path:
    """Write a file with puzzles of three kinds."""
    found = []
    for kind, size in (("sudoku", "4x4"), ("tilt", "4x4"), ("maze", "3x3")):
        from random import Random

        made = find_kind(kind)
        found += [Entry(made, made.generate(Random(seed), size), f"{kind}-{seed}") for seed in (1, 2)]
    file = folder / "three.jsonl"
    write(file, found)
    return file


@pytest.fixture(scope="module")
def three_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("three")
    new.create(folder / "study", puzzles=str(puzzles_of_three_kinds(folder)))
    return folder / "study"


@pytest.fixture
def three(study: Study, three_folder: Path, settings_of: Any) -> Iterator[Study]:
    """Serve a study of three kinds."""
    with settings_of(three_folder):
        current.current_study.cache_clear()
        yield current.current_study()
    current.current_study.cache_clear()


@pytest.fixture
def settings_of() -> Any:
    from django.conf import settings
    from django.test import override_settings

    def serve(folder: Path) -> Any:
        return override_settings(QUANDARY_SERVING=replace(settings.QUANDARY_SERVING, folder=folder))

    return serve


# Several kinds


def test_each_kind_is_explained_and_practised_and_every_page_tells_the_goal(three: Study) -> None:
    visitor, seen = Visitor(three), list[tuple[str, str]]()
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    visitor.form("/questions")
    while (here := visitor.where)["page"] in ("tutorial", "practice"):
        html = visitor.get(here["next"]).content.decode()
        kind = three.lessons[len([each for each in seen if each[0] == "practice"])].kind
        assert find_kind(kind).summary in html
        if here["page"] == "practice":
            assert here["puzzle"]["kind"] == kind
            gate = next(each.practice for each in three.lessons if each.kind == kind)
            assert gate is not None
            visitor.form("/practice", moves=solution(gate), log=json.dumps([[5, "refused", ""]]), ms=1234)
        else:
            assert f"/pictures/{kind}-empty.svg" in html
            visitor.form("/tutorial")
        seen.append((here["page"], kind))
    assert seen == [(page, kind) for kind in ("sudoku", "tilt", "maze") for page in ("tutorial", "practice")]
    html = visitor.get("/puzzle").content.decode()
    assert three.goal(visitor.puzzle(1)) in html
    tries = list(Attempt.objects.order_by("pk").values_list("puzzle", "solved", "ms"))
    assert tries == [(f"practice-{kind}", True, 1234) for kind in ("sudoku", "tilt", "maze")]


def test_the_doctor_misses_a_tutorial_and_a_practice_puzzle(three: Study) -> None:
    assert [each.id for each in checks._lessons(three)] == []
    (three.path / "tutorial-tilt.md").rename(three.path / "kept.md")
    practice = (three.path / "practice.jsonl").read_text("utf-8")
    (three.path / "practice.jsonl").write_text("".join(practice.splitlines(keepends=True)[:2]), "utf-8")
    try:
        found = list(checks._lessons(read_study(three.path)))
    finally:
        (three.path / "kept.md").rename(three.path / "tutorial-tilt.md")
        (three.path / "practice.jsonl").write_text(practice, "utf-8")
    assert [(each.id, each.msg) for each in found] == [
        ("quandary.study.E011", "Nothing explains tilt: people see only its goal."),
        ("quandary.study.E012", "There is no practice puzzle of maze."),
    ]


def test_what_an_own_class_says_of_itself_is_its_goal(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        'class Lamp:\n    """Switch the lamp on.\n\n    It is dark."""\n    starts = lambda self: [0]\n'
        "    moves = lambda self, state: [1] if not state else []\n    apply = lambda self, state, move: 1\n"
        "    is_solved = lambda self, state: state == 1\n    draw = lambda self, state: None\n"
    )
    from quandary.library.own import read_own
    from quandary.showing.playable import Playable

    assert Playable.own(read_own(f"{tmp_path / 'mine.py'}:Lamp"), "Lamp").goal == "Switch the lamp on."


def test_placeholders_in_the_consent_are_missed_by_the_doctor(study: Study) -> None:
    from django.conf import settings

    [found] = checks._texts(settings.QUANDARY_SERVING, study)
    assert found.id == "quandary.study.W009" and "NAME or ADDRESS" in found.msg


# Panels


def test_a_panels_id_is_exported_as_a_keyed_hash_and_a_second_start_is_refused(
    study: Study, tmp_path: Path
) -> None:
    with changed(study, panel_parameter="PID") as served:
        ada = Visitor(served)
        assert served.words["panel_hashed"] in ada.get("/?PID=p-123").content.decode()
        ada.form("/consent", agree="yes", panel="p-123")
        again = Visitor(served)
        refused = again.get("/?PID=p-123")
        assert (
            refused.status_code == 403
            and served.words["messages"]["panel-again"][:30] in refused.content.decode()
        )
        assert again.form("/consent", agree="yes", panel="p-123").status_code == 403
        export(served, tmp_path / "out")
    row = (tmp_path / "out" / "participants.csv").read_text("utf-8").splitlines()[1]
    assert ada.row.panel_hash in row and "p-123" not in row and ada.row.panel == ""
    assert Participant.objects.count() == 1


def test_a_panels_person_may_resume_elsewhere_and_the_id_as_given_is_told_and_deleted(study: Study) -> None:
    with changed(study, panel_parameter="PID", panel_id="as given", panel_again="resume") as served:
        ada, phone = Visitor(served), Visitor(served)
        assert served.words["panel_kept"] in ada.get("/?PID=p-123").content.decode()
        ada.form("/consent", agree="yes", panel="p-123")
        ada.form("/questions")
        phone.get("/?PID=p-123")
        phone.form("/consent", agree="yes", panel="p-123")
        assert phone.where["page"] == "tutorial" and ada.where["page"] == "consent"
        assert Participant.objects.get().panel == "p-123"
        phone.form("/leave")
    assert not Participant.objects.exists()


def test_a_link_works_once(study: Study) -> None:
    with changed(study, entry="links") as served:
        [token] = entry.make_links(1)
        assert token not in str(list(EntryLink.objects.values()))
        stranger, ada, ben = Visitor(served), Visitor(served), Visitor(served)
        assert stranger.get("/").status_code == 403
        ada.get(f"/?link={token}")
        ada.form("/consent", agree="yes", link=token)
        assert ada.where["page"] == "questions"
        ben.get("/where.json")
        assert ben.get(f"/?link={token}").status_code == 403
        assert ben.form("/consent", agree="yes", link=token).status_code == 403
    assert Participant.objects.count() == 1


def test_each_outcome_has_its_code_and_its_link_back(study: Study) -> None:
    from quandary.web.study.questions import Whom
    from quandary.web.study.settings import PanelReply, Quota

    out = Whom(question="habit", answers=["every day"])
    quotas = [Quota(most=1, question="age", answer="16–20"), Quota(most=4)]
    settings = {"screen_out": [out], "quotas": quotas, "completion_code": "DONE"}
    settings |= {
        "screened_out": PanelReply("SCREENED", "https://panel.example/s"),
        "over_quota": PanelReply("FULL"),
    }
    with changed(study, **settings) as served:
        screened, first, second, third, late = (Visitor(served) for _ in range(5))
        for visitor in (screened, first, second, third):
            visitor.get("/")
            visitor.form("/consent", agree="yes")
        screened.form("/questions", habit="every day")
        first.form("/questions", age="16–20")
        second.form("/questions", age="16–20")
        html = screened.get("/ended").content.decode()
        assert "SCREENED" in html and "https://panel.example/s" in html and "DONE" not in html
        assert (first.row.page, second.row.outcome) == ("tutorial", "over_quota")
        assert "FULL" in second.get("/ended").content.decode()
        third.form("/questions")
        for another in (Visitor(served), Visitor(served)):  # the places of those who ended are free
            another.get("/")
            another.form("/consent", agree="yes")
            assert another.where["page"] == "questions"
        late.get("/")
        assert "FULL" in late.form("/consent", agree="yes").content.decode()


# Withdrawals


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


def test_the_bytes_of_the_files_hold_nothing_of_somebody_who_withdrew(tmp_path: Path, run_study: Any) -> None:
    found = run_study(tmp_path)
    assert found["before"] == dict.fromkeys(found["before"], True) and len(found["before"]) == 5
    assert found["after"] == dict.fromkeys(found["after"], False) and len(found["after"]) == 5
    assert found["kept"]


@pytest.fixture
def run_study(study_folder: Path) -> Any:
    """Withdraw in five ways in a process of its own, with a database on disk, and search its files."""
    import subprocess
    import sys

    def run(folder: Path) -> Any:
        script = Path(__file__).with_name("withdrawals.py")
        command, root = [sys.executable, str(script), str(study_folder), str(folder)], str(script.parents[2])
        told = subprocess.run(
            command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": root}
        )
        return json.loads(told.stdout.splitlines()[-1])

    return run


# Limits


def test_one_client_neither_locks_researchers_out_nor_fills_the_study(study: Study) -> None:
    from django.contrib.auth import get_user_model

    get_user_model().objects.create_user("researcher", password="a long password")  # type: ignore[attr-defined]
    hostile = Client(SERVER_NAME="127.0.0.1", REMOTE_ADDR="203.0.113.9")
    wrong = {"name": "researcher", "password": "guess"}
    statuses = [hostile.post("/research/login", wrong).status_code for _ in range(30)]
    assert Counter(statuses) == {403: 10, 429: 20}
    right = {"name": "researcher", "password": "a long password"}
    assert hostile.post("/research/login", right).status_code == 429
    assert (
        Client(SERVER_NAME="127.0.0.1", REMOTE_ADDR="198.51.100.7").post("/research/login", right).status_code
        == 302
    )
    begun = Counter(_consent("203.0.113.9") for _ in range(80))
    assert begun == {302: 60, 429: 20}
    assert _consent("198.51.100.7") == 302
    codes = Counter(hostile.post("/withdraw", {"code": f"{n}"}).status_code for n in range(40))
    assert codes == {200: 20, 429: 20}
    assert Client(SERVER_NAME="127.0.0.1").post("/withdraw", {"code": "x"}).status_code == 200


def _consent(address: str) -> int:
    status: int = (
        Client(SERVER_NAME="127.0.0.1", REMOTE_ADDR=address).post("/consent", {"agree": "yes"}).status_code
    )
    return status


def test_an_address_is_not_kept_in_memory(rf: Any) -> None:
    from quandary.web.study import people

    name = client_of(rf)
    assert "203.0.113.9" not in name and name == client_of(rf)
    assert "203.0.113.9" not in str([gauge.times for gauge in people.GAUGES])


@pytest.fixture
def rf() -> Any:
    from django.test import RequestFactory

    return RequestFactory().get("/", REMOTE_ADDR="203.0.113.9")


def test_a_study_may_allow_fewer_people_from_one_address(study: Study) -> None:
    with changed(study, starts_per_address=3):
        assert Counter(_consent("203.0.113.9") for _ in range(5)) == {302: 3, 429: 2}


# Arms


def test_arms_stay_within_one_person_of_each_other(study: Study) -> None:
    from quandary.web.study.settings import Arm

    with changed(study, arms=[Arm("a"), Arm("b", order="latin"), Arm("c")]):
        for number in range(40):
            _consent(f"198.51.100.{number}")
            taken = Counter(Participant.objects.values_list("arm", flat=True))
            assert max(taken.values()) - min(taken.get(name, 0) for name in "abc") <= 1
    rows = Participant.objects.filter(arm="b").order_by("pk").values_list("order", flat=True)
    assert len({order[0][0] for order in rows}) == len(rows)  # each row of the square is used, per arm


# Records


def test_an_export_has_durations_and_flags_but_no_time_of_day(
    ada: Visitor, study: Study, tmp_path: Path
) -> None:
    later = timezone.now() - timedelta(seconds=90)
    Participant.objects.update(entered=later, spent={"questions": 12.5, "tutorial": 40})
    ada.answer(2, rating=4, ms=0)
    export(study, tmp_path / "out")
    import csv

    with (tmp_path / "out" / "participants.csv").open(encoding="utf-8") as file:
        [row] = csv.DictReader(file)
    assert (row["seconds_questions"], row["seconds_tutorial"], row["day"]) == (
        "12.5",
        "40",
        f"{timezone.now():%Y-%m-%d}",
    )
    assert ":" not in "".join(row.values())
    with (tmp_path / "out" / "responses.csv").open(encoding="utf-8") as file:
        assert [each["flags"] for each in csv.DictReader(file)] == ["no-log too-fast"] * 2


def test_a_solution_with_a_plausible_record_is_not_flagged(ada: Visitor) -> None:
    moves = solution(ada.puzzle(2))
    log = [[500 * n, "move", move] for n, move in enumerate(moves.split())]
    ada.answer(2, moves=moves, log=log, ms=500 * len(log), device="mouse")
    ada.answer(3, moves="", skipped=True, rating=None, device="mouse")
    assert [flags(each) for each in ada.stored[1:]] == [[], []]
    assert [each.device for each in ada.stored] == ["", "mouse", "mouse"]


def test_people_are_counted_once_however_often_they_come_back(study: Study) -> None:
    playable = next(iter(study.puzzles.values()))
    first = str(next(iter(playable.steps.moves(next(iter(playable.starts.values()))))))
    log = [(100, "move", first), (200, "undo", ""), (300, "move", first), (400, "undo", "")]
    steps = hesitations(playable, [log, log])
    assert (steps[0].people, steps[0].visits) == (2, 4)


# Boards that take what people write


def test_what_breaks_a_rule_may_be_written_and_skipped_but_never_counts_as_solved(three: Study) -> None:
    sudoku = next(each for each in three.puzzles.values() if each.id == "sudoku-1")
    grid = sudoku.puzzle.givens
    empty = grid.index(".")
    clash = next(symbol for symbol in grid[empty // 4 * 4 : empty // 4 * 4 + 4] if symbol != ".")
    move = f"r{empty // 4 + 1}c{empty % 4 + 1}={clash}"
    assert sudoku.takes(move) and not sudoku.takes("nonsense") and not sudoku.takes("r9c1=1")
    visitor = Visitor(three)
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    order = [["sudoku-1", "main"], ["tilt-1", "main"]]
    Participant.objects.update(page="puzzles", order=order, planned=2)
    log = [[10, "move", move], [20, "refused", "r1c1=9"]]
    fields = {"moves": move, "log": log, "rating": 3}
    assert visitor.answer(1, **fields).json()["error"] == "not-a-solution"
    assert visitor.answer(1, **fields, skipped=True).status_code == 200
    assert visitor.answer(2, moves="nonsense", skipped=True).json()["error"] == "illegal-move"
    assert states(sudoku, [(10, "move", move), (20, "erase", move)], lenient=True)[1:] == [None, grid]


def test_a_finished_line_that_breaks_a_rule_shows_where(study: Study) -> None:
    playable = next(each for each in study.puzzles.values() if each.puzzle.checkpoints)
    last = playable.puzzle.size - 1
    edges = [f"{x}0h" for x in range(last)] + [f"{last}{y}v" for y in range(last)]
    drawn = [edge for edge in edges if edge in {str(move) for move in playable.steps.moves(frozenset())}]
    marks = faults_of(playable, [(n, "move", edge) for n, edge in enumerate(drawn)])
    missed = [each for each in playable.puzzle.checkpoints if str(each) not in drawn]
    assert len(marks) <= len(missed) and all(mark["stroke"] == "struck" for mark in marks)
    assert len(faults_of(playable, [])) == len(playable.puzzle.checkpoints)


# Copies


def test_a_copy_is_restored_and_what_was_there_is_kept(study_folder: Path, tmp_path: Path) -> None:
    study = read_study(study_folder)
    database = study.data / "study.sqlite3"
    database.unlink(missing_ok=True)
    made = sqlite3.connect(database)
    made.execute("CREATE TABLE study_participant (number INTEGER)")
    made.execute("INSERT INTO study_participant VALUES (1)")
    made.commit()
    made.close()
    copy = backup(study, tmp_path / "copy.sqlite3")
    made = sqlite3.connect(database)
    made.execute("INSERT INTO study_participant VALUES (2)")
    made.commit()
    made.close()
    before = restore(study, copy)
    assert before is not None
    for file, wanted in ((database, [(1,)]), (before, [(1,), (2,)])):
        opened = sqlite3.connect(file)
        assert opened.execute("SELECT number FROM study_participant").fetchall() == wanted
        opened.close()
    (tmp_path / "other.sqlite3").write_bytes(b"")
    with pytest.raises(QuandaryError, match="no copy of a study"):
        restore(study, tmp_path / "other.sqlite3")
    database.unlink()
