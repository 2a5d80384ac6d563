"""Only this computer with the link may play; everybody else is told which check failed."""

from collections.abc import Iterator

import pytest
from django.test import Client, override_settings

from quandary.library.files import read
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge
from quandary.showing.playable import Playable
from quandary.web.play import shelf
from quandary.web.play.strip import Mark
from quandary.web.project.gate import COOKIE
from quandary.web.project.serving import Serving, settings_for

SERVING = Serving(app="play", secret="for-tests-" * 6, token="the-token")
GOOD = object()


@pytest.fixture
def playing(tables: None) -> Iterator[None]:
    wanted = {
        name: value
        for name, value in settings_for(SERVING).items()
        if name not in ("DATABASES", "LOGGING", "LOGGING_CONFIG")
    }
    shelf.put([Playable.of(entry) for entry in read("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")])  # type: ignore[arg-type]
    with override_settings(**wanted):
        yield


def came_by_link() -> Client:
    client = Client(SERVER_NAME="127.0.0.1")
    answer = client.get("/?token=the-token")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    return client


def test_the_link_works_once_and_leaves_no_trace_in_the_address(playing: None) -> None:
    client = came_by_link()
    assert client.cookies[COOKIE]["httponly"] and client.cookies[COOKIE]["samesite"] == "Strict"
    assert client.get("/puzzle/1").status_code == 200
    client.cookies.clear()
    again = client.get("/?token=the-token")
    assert again.status_code == 403


@pytest.mark.parametrize(
    ("host", "headers", "cookie", "status"),
    [
        pytest.param("127.0.0.1:8000", {}, GOOD, 200, id="the page itself"),
        pytest.param("localhost:8000", {}, GOOD, 200, id="another name of this computer"),
        pytest.param("evil.example", {}, GOOD, 403, id="DNS rebinding"),
        pytest.param("127.0.0.1.evil.example", {}, GOOD, 403, id="a name that begins like ours"),
        pytest.param(
            "127.0.0.1:8000", {"Origin": "http://evil.example"}, GOOD, 403, id="a form on another site"
        ),
        pytest.param("127.0.0.1:8000", {"Origin": "http://127.0.0.1:9999"}, GOOD, 403, id="another port"),
        pytest.param("127.0.0.1:8000", {"Origin": "https://127.0.0.1:8000"}, GOOD, 403, id="another scheme"),
        pytest.param("127.0.0.1:8000", {"Origin": "null"}, GOOD, 403, id="a sandboxed frame"),
        pytest.param(
            "127.0.0.1:8000", {"Sec-Fetch-Site": "cross-site"}, GOOD, 403, id="cross-site without origin"
        ),
        pytest.param("127.0.0.1:8000", {"Sec-Fetch-Site": "same-site"}, GOOD, 403, id="a sibling site"),
        pytest.param("127.0.0.1:8000", {}, None, 403, id="no cookie"),
        pytest.param("127.0.0.1:8000", {}, "guess", 403, id="a guessed cookie"),
    ],
)
def test_only_this_computer_with_the_link_is_answered(
    playing: None, host: str, headers: dict[str, str], cookie: object, status: int
) -> None:
    client = came_by_link()
    if cookie is not GOOD:
        client.cookies.clear()
        if cookie:
            client.cookies[COOKIE] = str(cookie)
    answer = client.post(
        "/puzzle/1/judge",
        '{"moves": "right down"}',
        content_type="application/json",
        headers={"Host": host, "Accept": "application/json", **headers},
    )
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["says"]
    else:
        assert answer.json()["solved"] is True


def test_a_course_has_bars_and_chapters_above_its_puzzles(playing: None) -> None:
    served = shelf.get(1)
    assert served
    shelf.put([served, served], "course.json", [Mark(1, "10 moves", "First <steps>"), Mark(10, "32 moves")])
    page = came_by_link().get("/puzzle/2").content.decode()
    assert '<li class="chapter">First &lt;steps&gt;</li>' in page
    assert page.index('rise tall-1"') < page.index('rise tall-10"') and "32 moves" in page
    shelf.put([served])
    assert "rise tall-" not in came_by_link().get("/puzzle/1").content.decode()


def test_the_judge_believes_nothing(playing: None) -> None:
    client = came_by_link()

    def ask(what: str, body: str) -> tuple[int, str]:
        answer = client.post(
            f"/puzzle/1/{what}", body, content_type="application/json", headers={"Accept": "application/json"}
        )
        return answer.status_code, answer.json().get("reason") or answer.json().get("error")

    assert ask("judge", '{"moves": "right down"}') == (200, "solved")
    assert ask("judge", '{"moves": "right"}') == (200, "not-a-solution")
    assert ask("judge", '{"moves": "up up up"}') == (200, "illegal-move")
    assert ask("judge", '{"moves": 3}') == (400, "bad-log")
    assert ask("judge", "[1, 2]") == (400, "bad-json")
    assert ask("judge", "[" * 100_000) == (400, "bad-json")
    assert ask("hint", '{"log": [[0, "move", "up"]]}') == (400, "bad-log")
    assert ask("hint", '{"log": [[true, "move", "right"]]}') == (400, "bad-log")
    assert client.get("/puzzle/2").status_code == 404
    assert client.get("/static/kinds/tilt/rules.py").status_code == 404
    assert client.get("/static/kinds/tilt/../../errors.py").status_code == 404


def test_the_page_of_a_puzzle_gets_the_verdict_of_every_other_command(playing: None) -> None:
    client = came_by_link()
    answer = client.post(
        "/puzzle/1/verdict", "{}", content_type="application/json", headers={"Accept": "application/json"}
    ).json()
    served = shelf.get(1)
    assert served and served.kind
    expected = judge(served.kind, served.puzzle, rate(served.puzzle))
    assert answer["word"] == expected.word and answer["word"] in answer["scale"]
    assert expected.place and answer["place"] == expected.place.share
    assert answer["short"].lower() == expected.short and not any("_" in name for name in answer["facts"])
    page = client.get("/puzzle/1").content.decode()
    assert 'id="verdict"' in page and "hidden" in page.partition('id="verdict"')[2].partition(">")[0]
