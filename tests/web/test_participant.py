"""A participant's way: each page works, and refuses what it should."""

import json
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from tests.web.people import Visitor, solution

from quandary.library.files import Entry, read
from quandary.showing.playable import Playable
from quandary.web.study.folder import Study
from quandary.web.study.models import Answer, Occurrence, Participant
from quandary.web.study.people import COOKIE
from quandary.web.study.write import code_for, sweep


def test_who_declines_leaves_nothing_behind(visitor: Visitor) -> None:
    visitor.get("/")
    assert visitor.form("/consent", agree="no").headers["Location"] == "/declined"
    assert Participant.objects.count() == Occurrence.objects.count() == 0
    assert COOKIE not in visitor.client.cookies


def test_without_consent_every_page_leads_to_the_first(visitor: Visitor) -> None:
    for path in ("/questions", "/tutorial", "/practice", "/puzzle", "/debrief"):
        assert visitor.get(path).headers["Location"] == "/"
    visitor.get("/")
    assert visitor.json("/answer", key="k" * 8).status_code == 404


def test_the_server_holds_the_page_that_a_person_is_on(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    for path in ("/", "/tutorial", "/practice", "/puzzle", "/debrief"):
        assert visitor.get(path).headers["Location"] == "/questions"
    assert visitor.json("/answer", key="12345678", position=1, rating=1).status_code == 409
    assert Answer.objects.count() == 0


def test_questions_may_be_left_open_but_not_invented(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    assert visitor.form("/questions", age="<script>").status_code == 400
    visitor.form("/questions", age="16–20", habit="")
    assert visitor.row.questions == {"age": "16–20"}
    assert visitor.row.page == "tutorial"


def test_practice_must_be_solved(visitor: Visitor, study: Study) -> None:
    visitor.get("/")
    visitor.form("/consent", agree="yes")
    visitor.form("/questions")
    visitor.form("/tutorial")
    assert visitor.json("/practice", moves="").json()["error"] in ("not-a-solution", "illegal-move")
    assert visitor.row.page == "practice"
    assert study.practice
    visitor.form("/practice", moves=solution(study.practice))
    assert visitor.row.page == "puzzles"


def test_an_answer_is_stored_as_it_was_given(ada: Visitor) -> None:
    moves = solution(ada.puzzle(2))
    log = [[100 * n, "move", move] for n, move in enumerate(moves.split())]
    reply = ada.answer(2, moves=moves, log=log, rating=7, ms=4321, hidden_ms=5, clicks=9, device="touch")
    assert reply.json() == {"saved": "key-for-position-2", "position": 2, "new": True, "solved": True}
    row = ada.stored[1]
    assert (row.moves, row.log, row.rating, row.ms, row.hidden_ms, row.clicks, row.device) == (
        moves,
        log,
        7,
        4321,
        5,
        9,
        "touch",
    )
    assert (row.solved, row.skipped, row.length, row.puzzle) == (True, False, len(log), ada.puzzle(2).id)


def test_the_same_answer_twice_is_stored_once(ada: Visitor) -> None:
    replies = [ada.answer(2, rating=4).json() for _ in range(3)]
    assert [reply["new"] for reply in replies] == [True, False, False]
    assert len(ada.stored) == 2


def test_another_answer_to_the_same_puzzle_is_shown_and_not_stored(ada: Visitor) -> None:
    reply = ada.answer(1, key="from-another-tab", rating=10)
    assert (reply.status_code, reply.json()["error"]) == (409, "already-answered")
    assert [row.rating for row in ada.stored] == [3]


def test_a_key_is_used_for_one_answer_only(ada: Visitor) -> None:
    assert ada.answer(2, key="key-for-position-1").status_code == 409
    assert len(ada.stored) == 1


def test_a_skip_has_the_rating_that_the_study_says(ada: Visitor) -> None:
    assert ada.answer(2, moves="", rating=None, skipped=True).status_code == 200
    row = ada.stored[1]
    assert (row.skipped, row.solved, row.rating, row.length) == (True, False, 10, 0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"moves": "left"}, "illegal-move"),
        ({"moves": ""}, "not-a-solution"),
        ({"moves": "x" * 10_000}, "illegal-move"),
        ({"moves": "up " * 30_000}, "too-long"),
        ({"puzzle": "another"}, "other-puzzle"),
        ({"position": 31}, "no-such-puzzle"),
        ({"position": 0}, "bad-answer"),
        ({"position": -1}, "bad-answer"),
        ({"position": "two"}, "bad-answer"),
        ({"rating": 11}, "bad-answer"),
        ({"rating": 0}, "bad-answer"),
        ({"rating": None}, "bad-answer"),
        ({"rating": "NaN"}, "bad-answer"),
        ({"key": "short"}, "bad-answer"),
        ({"key": "<script>alert(1)</script>"}, "bad-answer"),
        ({"ms": -5}, "bad-answer"),
        ({"device": "fridge"}, "bad-answer"),
        ({"log": [[0, "fly", "up"]]}, "bad-answer"),
        ({"log": [[0, "undo", ""]]}, "bad-log"),
        ({"log": [[0, "move", "up"]]}, "log-mismatch"),
        ({"log": "[" * 5_000}, "bad-answer"),
        ({"log": {"a": 1}}, "bad-answer"),
    ],
)
def test_a_forged_answer_is_refused_and_nothing_is_stored(
    ada: Visitor, change: dict[str, Any], error: str
) -> None:
    reply = ada.answer(2, **change)
    assert (reply.status_code, reply.json()["error"]) == (400, error)
    assert len(ada.stored) == 1


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"moves": "nonsense"}, "illegal-move"),
        ({"log": [[0, "move", "nonsense"]]}, "log-mismatch"),
        ({"log": [[0, "move", "\u0000"]], "moves": ""}, "log-mismatch"),
        ({"log": [[0, "undo", ""]]}, "bad-log"),
        ({"timed_out": True, "skipped": False, "rating": 1}, "no-time-limit"),
    ],
)
def test_a_skip_does_not_smuggle_a_forged_log_in(ada: Visitor, change: dict[str, Any], error: str) -> None:
    reply = ada.answer(2, **({"moves": "", "rating": None, "skipped": True} | change))
    assert (reply.status_code, reply.json()["error"]) == (400, error)
    assert len(ada.stored) == 1


def test_a_skip_keeps_the_moves_that_were_tried(ada: Visitor) -> None:
    first = solution(ada.puzzle(2)).split()[0]
    assert ada.answer(2, moves=first, log=[[9, "move", first]], skipped=True, rating=None).status_code == 200
    assert (ada.stored[1].moves, ada.stored[1].solved) == (first, False)


class Forms(HTMLParser):
    """The forms of a page, with what a browser without scripts would send, and the data of its board."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.board: dict[str, str | None] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append((given.get("action") or "", {}))
        if tag == "input" and given.get("type") == "hidden":
            self.forms[-1][1][given["name"] or ""] = given.get("value") or ""
        if given.get("id") == "board":
            self.board = given


def test_a_script_that_reads_only_the_pages_takes_part(visitor: Visitor, study: Study) -> None:
    client, path = visitor.client, "/"

    def sent(**fields: Any) -> str:
        page = Forms(client.get(path).content.decode())
        action, hidden = page.forms[0]
        return str(client.post(action or path, hidden | fields).headers["Location"])

    def shown() -> Playable:
        board = Forms(client.get(path).content.decode()).board
        assert board["data-kind"] == "maze" and board["data-notation"]
        [entry] = read(f"maze:{board['data-notation']}")
        assert isinstance(entry, Entry)
        return replace(Playable.of(entry), way=board["data-drawing"] or "")

    for fields in ({"agree": "yes"}, {}, {}):
        path = sent(**fields)
        path = client.get(path).headers["Location"] if path == "/" else path
    assert path == "/practice"
    assert sent(moves=solution(shown())) == "/"
    path = "/puzzle"
    for number in range(30):
        assert sent(moves=solution(shown()), rating=1 + number % 10) == "/"
    assert visitor.row.page == "debrief" and len({row.key for row in visitor.stored}) == 30


def test_a_script_may_send_plain_forms(ada: Visitor) -> None:
    reply = ada.form("/answer", key="a-plain-form", position=2, moves=solution(ada.puzzle(2)), rating=6)
    assert (reply.status_code, reply.headers["Location"]) == (302, "/")
    assert ada.stored[1].rating == 6


def test_nobody_reaches_the_answers_of_another(ada: Visitor, study: Study) -> None:
    stranger = Visitor(study)
    stranger.get("/")
    stranger.client.cookies[COOKIE] = "guessed"
    assert stranger.json("/answer", key="12345678", position=2, rating=1).status_code == 404
    assert stranger.where["page"] == "consent"
    stranger.form("/leave")
    assert len(ada.stored) == 1


def test_a_post_without_our_page_is_refused(ada: Visitor) -> None:
    bare = Client(enforce_csrf_checks=True, SERVER_NAME="127.0.0.1")
    bare.cookies[COOKIE] = ada.client.cookies[COOKIE].value
    for path in ("/answer", "/leave", "/consent", "/withdraw", "/research/login", "/research/delete"):
        assert bare.post(path, {"agree": "yes"}).status_code == 403, path
    assert len(ada.stored) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
    ],
)
def test_a_post_from_another_site_is_refused(ada: Visitor, headers: dict[str, str]) -> None:
    token = ada.client.cookies["csrftoken"].value
    for path in ("/answer", "/leave", "/withdraw", "/research/login"):
        reply = ada.client.post(path, {"who": "x"}, headers={"X-CSRFToken": token, **headers})
        assert reply.status_code == 403, path
    assert len(ada.stored) == 1


def test_the_end_comes_when_every_puzzle_is_answered(ben: Visitor) -> None:
    assert ben.row.page == "debrief" and ben.row.finished
    page = ben.get("/debrief").content.decode()
    assert code_for(ben.client.cookies[COOKIE].value) in page
    assert ben.get("/puzzle").headers["Location"] == "/debrief"


def test_leaving_deletes_every_row_but_a_count(ada: Visitor) -> None:
    ada.form("/leave")
    assert Participant.objects.count() == Answer.objects.count() == 0
    assert {each.name: each.count for each in Occurrence.objects.all()} == {"withdrawn": 1}


def test_the_code_deletes_later_and_a_wrong_one_tells_nothing(ben: Visitor, study: Study) -> None:
    code = code_for(ben.client.cookies[COOKIE].value)
    somebody = Visitor(study)
    somebody.get("/withdraw")
    wrong = somebody.form("/withdraw", code="AAAA-BBBB-CCCC-DDDD")
    assert Participant.objects.count() == 1
    right = somebody.form("/withdraw", code=code.lower())
    assert Participant.objects.count() == Answer.objects.count() == 0
    assert wrong.content == right.content


def test_data_are_deleted_when_the_study_keeps_them_no_longer(
    ada: Visitor, ben: Visitor, study: Study
) -> None:
    assert sweep(study) == 0
    long_ago = timezone.now() - timedelta(days=study.settings.keep_days, hours=1)
    Participant.objects.filter(pk=ben.row.pk).update(seen=long_ago)
    assert sweep(study) == 1
    assert Participant.objects.get() == ada.row and Answer.objects.count() == 1
    assert {each.name: each.count for each in Occurrence.objects.all()} == {"expired": 1}


def test_who_comes_back_too_late_begins_anew(ada: Visitor, study: Study) -> None:
    almost = timezone.now() - timedelta(hours=study.settings.resume_hours - 1)
    Participant.objects.update(seen=almost)
    assert ada.where["position"] == 2
    Participant.objects.update(seen=almost - timedelta(hours=2))
    assert ada.where["page"] == "consent" and ada.answer(2).status_code == 404


def test_the_id_of_a_recruitment_panel_is_stored_hashed(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.form("/consent", agree="yes", panel="their-own-id-7")
    stored = json.dumps(Participant.objects.values().get(), default=str)
    assert visitor.row.panel_hash and "their-own-id" not in stored


def test_nothing_that_identifies_a_person_is_stored(ada: Visitor) -> None:
    token = ada.client.cookies[COOKIE].value
    fields = {field.name for table in (Participant, Answer, Occurrence) for field in table._meta.get_fields()}
    assert not fields & {"ip", "address", "agent", "user_agent", "name_of_person", "email"}
    assert token not in json.dumps(Participant.objects.values().first(), default=str)


def test_too_many_posts_are_slowed_down(ada: Visitor) -> None:
    replies = {ada.json("/answer").status_code for _ in range(300)}
    assert replies == {400, 429}
