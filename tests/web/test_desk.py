"""The researchers' desk: what it shows is what is stored, what it changes is checked, and roles hold."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from tests.web.people import Visitor, solution

from quandary.web.study import current, entry, reports
from quandary.web.study.folder import Study
from quandary.web.study.models import Participant
from quandary.web.study.progress import arms, funnel, stops
from quandary.web.study.roles import give_role


def logged_in(name: str, role: str) -> Client:
    users: Any = get_user_model().objects
    user = users.create_user(name, password="a long password")
    give_role(user, role)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user)
    return client


def test_the_funnel_counts_people_at_each_stage(ada: Visitor, ben: Visitor, study: Study) -> None:
    visitor = Visitor(study)
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    assert [(each.name, each.people, each.lost) for each in funnel(study, bots=False)] == [
        ("agreed to take part", 3, 0),
        ("passed the practice", 2, 1),
        ("answered a puzzle", 2, 0),
        ("half way", 1, 1),
        ("finished", 1, 0),
    ]
    assert stops(bots=False) == [("questions", 1), ("puzzle 2", 1)]
    assert [(each["people"], each["finished"]) for each in arms(study, bots=False)] == [(3, 1)]


@pytest.mark.parametrize("path", ["", "doctor", "report", "password", "edit", "accounts"])
def test_every_page_of_the_desk_opens_for_an_owner(researcher: Client, ada: Visitor, path: str) -> None:
    html = researcher.get(f"/research/{path}").content.decode()
    assert "<h1>" in html and "style=" not in html


def test_viewers_look_editors_change_and_owners_keep_accounts(ada: Visitor, study: Study) -> None:
    viewer, editor = logged_in("vera", "viewer"), logged_in("ed", "editor")
    looks = ["/research/", "/research/doctor", "/research/download", "/research/password"]
    assert {viewer.get(path).status_code for path in looks} == {200}
    who = {"who": str(ada.row.number)}
    changes = [("/research/switch", {"to": "paused"}), ("/research/delete", who), ("/research/preview", {})]
    assert {viewer.post(path, told).status_code for path, told in changes} == {403}
    assert viewer.get("/research/edit").status_code == 403 == editor.get("/research/accounts").status_code
    assert editor.post("/research/switch", {"to": "paused"}).status_code == 302
    assert Client(SERVER_NAME="127.0.0.1").post("/research/switch", {"to": "open"}).status_code == 302
    assert entry.switch() == "paused"
    entry.turn("open")


def test_a_paused_study_lets_nobody_begin_and_everybody_go_on(
    ada: Visitor, researcher: Client, study: Study
) -> None:
    researcher.post("/research/switch", {"to": "paused"})
    newcomer = Visitor(study)
    assert newcomer.get("/").status_code == 403
    assert newcomer.form("/consent", agree="yes").status_code == 403
    assert ada.answer(2, rating=2).status_code == 200
    researcher.post("/research/switch", {"to": "open"})
    assert newcomer.get("/").status_code == 200


def test_an_edit_is_checked_before_it_is_written(researcher: Client, ada: Visitor, study: Study) -> None:
    file = study.path / "study.toml"
    before = file.read_text("utf-8")
    try:
        wrong = researcher.post(
            "/research/edit/study.toml", {"text": before.replace("per_person = 30", "per_person = 0")}
        )
        assert wrong.status_code == 400 and "per_person" in wrong.content.decode()
        assert file.read_text("utf-8") == before
        saved = researcher.post(
            "/research/edit/study.toml", {"text": before.replace("logic mazes?", "mazes, really?")}
        )
        assert saved.status_code == 200 and current.current_study().settings.title.endswith("mazes, really?")
        puzzles = (study.path / "puzzles.jsonl").read_text("utf-8").splitlines(keepends=True)
        lost = researcher.post("/research/edit/puzzles.jsonl", {"text": "".join(puzzles[:20])})
        assert lost.status_code == 400 and "have not finished" in lost.content.decode()
        assert researcher.get("/research/edit/secret").status_code == 404
    finally:
        file.write_text(before, "utf-8")
        current.current_study.cache_clear()


def test_the_preview_of_a_text_shows_no_markup_of_its_own(researcher: Client) -> None:
    told = researcher.post("/research/preview-text", {"text": "*now* <script>alert(1)</script>"}).json()[
        "html"
    ]
    assert "<em>now</em>" in told and "<script>" not in told


def test_a_preview_is_a_bot(researcher: Client, study: Study) -> None:
    assert researcher.post("/research/preview").headers["Location"] == "/questions"
    assert [each.is_bot for each in Participant.objects.all()] == [True]


def test_a_replay_has_every_moment_of_an_answer(ada: Visitor, researcher: Client) -> None:
    moves = solution(ada.puzzle(2)).split()
    log: list[list[Any]] = [[400 * (n + 1), "move", move] for n, move in enumerate(moves)]
    log.insert(1, [450, "refused", ""])
    ada.answer(2, moves=" ".join(moves), log=log, ms=400 * len(moves))
    html = researcher.get(f"/research/replay/{ada.row.number}/2").content.decode()
    data = json.loads(
        html.partition('<script id="data" type="application/json">')[2].partition("</script>")[0]
    )
    assert [each["move"] for each in data["frames"]][1:] == [word for _, _, word in log]
    assert data["frames"][-1]["seconds"] == log[-1][0] / 1000 and not any(
        each["broken"] for each in data["frames"]
    )
    assert researcher.get(f"/research/replay/{ada.row.number}/9").status_code == 404


def test_a_password_is_changed_by_who_knows_it(researcher: Client) -> None:
    wrong = researcher.post("/research/password", {"old": "guess", "new": "another long one"})
    short = researcher.post("/research/password", {"old": "a long password", "new": "short"})
    right = researcher.post("/research/password", {"old": "a long password", "new": "another long one"})
    assert (wrong.status_code, short.status_code, right.status_code) == (400, 400, 200)
    assert researcher.get("/research/").status_code == 200  # still logged in
    assert Client(SERVER_NAME="127.0.0.1").login(username="researcher", password="another long one")


def test_owners_add_and_remove_researchers_but_not_themselves(researcher: Client) -> None:
    told = researcher.post(
        "/research/accounts", {"do": "add", "name": "vera", "role": "viewer"}
    ).content.decode()
    password = told.partition("shown once: ")[2].split("<")[0].strip()
    vera = Client(SERVER_NAME="127.0.0.1")
    assert vera.login(username="vera", password=password) and vera.get("/research/edit").status_code == 403
    researcher.post("/research/accounts", {"do": "role", "name": "vera", "role": "editor"})
    assert vera.get("/research/edit").status_code == 200
    assert researcher.post("/research/accounts", {"do": "remove", "name": "researcher"}).status_code == 400
    researcher.post("/research/accounts", {"do": "remove", "name": "vera"})
    assert vera.get("/research/").status_code == 302


def test_a_report_is_allowed_its_own_style_and_nothing_else() -> None:
    told = reports.policy("<style>a { color: red }</style>")
    assert "unsafe" not in told and told.startswith("default-src 'none'") and "'sha256-" in told


def test_a_report_that_cannot_be_made_says_why(
    researcher: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda self: self.run())
    researcher.post("/research/report")
    html = researcher.get("/research/report").content.decode()
    assert "answers of 0 people" in html
