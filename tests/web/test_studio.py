"""The studio's server: what lies on the desk, what is saved, who may ask, and work that ends when nobody waits."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from django.test import Client, override_settings

from quandary.library import registry
from quandary.library.files import Entry, examples, read, write
from quandary.limits import Meter
from quandary.web.project.gate import COOKIE
from quandary.web.project.serving import Serving, settings_for
from quandary.web.studio import files, tasks, views
from quandary.web.studio.crew import PATIENT, Crew, Talk
from quandary.web.studio.desk import Desk, blank, desk, open_desk, pasted
from quandary.web.studio.words import WORDS

ROOT = Path(__file__).parent.parent.parent
SERVING = Serving(app="studio", secret="for-tests-" * 6, token="the-token")
MAZE = "+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+"
HOSTILE = "</script><script>alert(1)</script>\u202e<b>"


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    made = Crew(tasks.work, workers=2)
    yield made
    made.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    entries = [
        Entry(registry.find_kind("tilt"), registry.find_kind("tilt").parse(MAZE), "first", "First"),
        replace(examples(registry.find_kind("sudoku"))[1], id="second", title=HOSTILE, facts={}),
    ]
    write(tmp_path / "mine.jsonl", entries)
    return tmp_path


@pytest.fixture
def client(tables: None, folder: Path, crew: Crew) -> Iterator[Client]:
    wanted = {
        name: value
        for name, value in settings_for(SERVING).items()
        if name not in ("DATABASES", "LOGGING", "LOGGING_CONFIG")
    }
    open_desk(Desk([folder], folder))
    desk().look()
    views.employ(crew)
    with override_settings(**wanted):
        made = Client(SERVER_NAME="127.0.0.1")
        made.get("/?token=the-token")
        yield made


def told(client: Client, url: str, **body: Any) -> Any:
    answer = client.post(
        url, json.dumps(body), content_type="application/json", headers={"Accept": "application/json"}
    )
    return answer.json() | {"status": answer.status_code}


def heard(client: Client, url: str, **body: Any) -> list[dict[str, Any]]:
    answer = client.post(url, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return [json.loads(part[6:]) for part in text.split("\n\n") if part.startswith("data: ")]


def key_of(client: Client, ident: str) -> str:
    found = {each["id"]: each["key"] for each in told(client, "/api/items")["items"]}
    return str(found[ident])


# Who may ask


@pytest.mark.parametrize(
    ("host", "headers", "has_cookie"),
    [
        pytest.param("evil.example", {}, True, id="DNS rebinding"),
        pytest.param("127.0.0.1", {"Origin": "http://evil.example"}, True, id="a page of another site"),
        pytest.param("127.0.0.1", {"Sec-Fetch-Site": "cross-site"}, True, id="cross-site"),
        pytest.param("127.0.0.1", {}, False, id="without the link"),
    ],
)
def test_only_the_person_with_the_link_may_ask(
    client: Client, host: str, headers: dict[str, str], has_cookie: bool
) -> None:
    if not has_cookie:
        client.cookies.pop(COOKIE)
    for url in ("/api/items", "/api/save", "/ask/verdict", "/course/try"):
        answer = client.post(url, "{}", content_type="application/json", headers={**headers, "Host": host})
        assert answer.status_code == 403


def test_a_form_without_the_token_of_the_page_is_refused(client: Client) -> None:
    strict = Client(SERVER_NAME="127.0.0.1", enforce_csrf_checks=True)
    strict.cookies[COOKIE] = client.cookies[COOKIE].value
    assert strict.post("/api/items", "{}", content_type="application/json").status_code == 403


def test_pages_escape_every_text_and_allow_no_inline_script(client: Client) -> None:
    for url in ("/", f"/edit/{key_of(client, 'second')}", "/course"):
        answer = client.get(url)
        assert answer.status_code == 200
        assert b"<script>alert" not in answer.content
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "body", ["", "[]", "{", '{"kind": 3}', '{"kind": "no-such-kind", "text": "x"}', "{" * 9_000]
)
@pytest.mark.parametrize(
    "url", ["/api/look", "/api/save", "/api/add", "/api/paste", "/api/play", "/api/judge", "/course/save"]
)
def test_bad_requests_are_refused_in_one_line(client: Client, url: str, body: str) -> None:
    answer = client.post(url, body, content_type="application/json", headers={"Accept": "application/json"})
    assert answer.status_code in (400, 409) and "\n" not in answer.json()["says"]


# The desk and its files


def test_a_saved_puzzle_is_a_line_that_every_command_reads(client: Client, folder: Path) -> None:
    other = (folder / "mine.jsonl").read_text().splitlines()[1]
    key, item = key_of(client, "first"), desk().find(key_of(client, "first"))
    assert item is not None
    changed = MAZE.replace("/", "\n").replace(". .|*|", "* .|.|")
    saved = told(client, "/api/save", key=key, kind="tilt", text=changed, title="New", known=item.known)
    assert saved["status"] == 200 and saved["known"] != item.known
    first = next(iter(read(str(folder / "mine.jsonl"))))
    assert isinstance(first, Entry) and first.title == "New" and first.kind.format(first.puzzle) == changed
    assert (folder / "mine.jsonl").read_text().splitlines()[1] == other


def test_a_line_that_changed_on_disk_is_not_overwritten_without_asking(client: Client, folder: Path) -> None:
    key, item = key_of(client, "first"), desk().find(key_of(client, "first"))
    assert item is not None
    path = folder / "mine.jsonl"
    path.write_text(path.read_text().replace("First", "Changed elsewhere"))
    body = {"key": key, "kind": "tilt", "text": item.text, "title": "Mine", "known": item.known}
    refused = told(client, "/api/save", **body)
    assert (refused["status"], refused["error"]) == (409, "changed")
    assert "Changed elsewhere" in path.read_text()
    assert told(client, "/api/save", **body, force=True)["status"] == 200
    assert "Mine" in path.read_text()


def test_a_puzzle_whose_file_is_gone_is_saved_as_a_new_one_if_wanted(client: Client, folder: Path) -> None:
    key = key_of(client, "first")
    (folder / "mine.jsonl").unlink()
    desk().look()
    body = {"key": key, "kind": "tilt", "text": MAZE, "title": "Mine", "known": "0"}
    assert told(client, "/api/save", **body)["status"] == 409
    assert told(client, "/api/save", **body, force=True)["status"] == 200
    assert "Mine" in (folder / "puzzles.jsonl").read_text()


def test_a_change_of_another_line_meanwhile_is_kept(client: Client, folder: Path) -> None:
    key, item = key_of(client, "first"), desk().find(key_of(client, "first"))
    assert item is not None
    path = folder / "mine.jsonl"
    path.write_text(path.read_text() + "not a puzzle, but somebody's line\n")
    done = told(client, "/api/save", key=key, kind="tilt", text=item.text, title="Mine", known=item.known)
    assert done["status"] == 200 and "somebody's line" in path.read_text()


def test_puzzles_of_a_customary_format_are_saved_beside_it(client: Client, folder: Path) -> None:
    text = "######\n#@$ .#\n######\n"
    (folder / "levels.xsb").write_text(text)
    key = key_of(client, "levels-1")
    done = told(client, "/api/save", key=key, kind="sokoban", text=text.strip(), title="T", known=None)
    assert (done["status"], done["file"]) == (200, "levels.jsonl")
    assert (folder / "levels.xsb").read_text() == text


def test_a_draft_stays_until_it_is_saved(client: Client, folder: Path) -> None:
    key = key_of(client, "first")
    text = MAZE.replace("/", "\n").replace(". .|*|", "* .|.|")
    item = desk().find(key)
    assert item is not None
    assert told(client, "/api/draft", key=key, text=text, title="Draft", known=item.known)["status"] == 200
    assert b"Draft" in client.get(f"/edit/{key}").content
    told(client, "/api/save", key=key, kind="tilt", text=text, title="Draft", known=item.known)
    assert files.read_draft(folder, key) is None


def test_a_puzzle_that_was_taken_off_is_gone_from_its_file(client: Client, folder: Path) -> None:
    gone = told(client, "/api/remove", key=key_of(client, "first"))
    assert gone["kind"] == "tilt" and "first" not in (folder / "mine.jsonl").read_text()
    assert told(client, "/api/add", kind="tilt", text=gone["text"], title=gone["title"])["status"] == 200
    assert "First" in (folder / "puzzles.jsonl").read_text()


def test_killing_saves_loses_nothing(tmp_path: Path) -> None:
    """Each save replaces the whole file under another name, so that a killed one leaves the old file or the new one."""
    path = tmp_path / "mine.jsonl"
    kind = registry.find_kind("tilt")
    write(path, [Entry(kind, kind.parse(MAZE), f"maze-{number}", "old") for number in range(20)])
    script = textwrap.dedent("""
        import sys
        from dataclasses import replace
        from pathlib import Path
        from quandary.library.files import read
        from quandary.web.studio.files import save
        path = Path(sys.argv[1])
        entries = list(read(str(path)))
        print("ready", flush=True)
        for count in range(100_000):
            for entry in entries:
                save(path, replace(entry, title=f"title {count}"), known=None, force=True)
    """)
    for number in range(5):
        process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        sleep(0.01 + 0.007 * number)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        found = list(read(str(path)))
        assert [each.id for each in found if isinstance(each, Entry)] == [f"maze-{n}" for n in range(20)]


def test_what_killed_saves_left_behind_is_swept_away(tmp_path: Path) -> None:
    names = [".quandary-0123456789abcdef", ".quandary-fedcba9876543210", ".quandary-mine"]
    for name in names:
        (tmp_path / name).write_text("half a file")
    for name in (names[0], names[2]):
        os.utime(tmp_path / name, (0, 0))
    files.sweep_folder(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names[1:])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"tilt:{MAZE}", id="kind and notation"),
        pytest.param('{"kind": "tilt", "puzzle": "' + MAZE + '"}', id="a line of JSON"),
        pytest.param("######\n#@$ .#\n######", id="a level in XSB"),
        pytest.param(
            f"tilt:{MAZE}\ntilt:{MAZE.replace('*', '.').replace('o', '*').replace('. .|', 'o .|', 1)}",
            id="two lines",
        ),
    ],
)
def test_pasted_text_becomes_puzzles(text: str) -> None:
    entries, problems = pasted(text)
    assert len(entries) == 1 + text.count("\ntilt") and not problems


def test_a_pasted_link_becomes_a_puzzle() -> None:
    witness = registry.find_kind("witness")
    panel = witness.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
    [entry], problems = pasted(witness.notation.forms["windmill"](panel))
    assert entry.puzzle == panel and not problems


def test_a_pasted_path_reads_no_file(client: Client, folder: Path) -> None:
    assert told(client, "/api/paste", text=str(folder / "mine.jsonl"))["status"] == 400
    assert told(client, "/api/paste", text="-")["status"] == 400


@pytest.mark.parametrize("kind", list(registry.find_kinds()))
def test_every_kind_begins_with_an_example_or_with_nothing(client: Client, kind: str) -> None:
    for start in ("example", "nothing"):
        made = told(client, "/api/add", kind=kind, **{"from": start})
        assert made["status"] == 200 and made["kind"] == kind
    assert registry.find_kind(kind).parse(made["text"]) == blank(kind).puzzle


# Work


@pytest.mark.parametrize("kind", list(registry.find_kinds()))
def test_every_kind_answers_every_question_of_the_editor(kind: str) -> None:
    found = registry.find_kind(kind)
    puzzle = min((found.format(entry.puzzle) for entry in examples(found)), key=len)
    listed = next(tasks.changes(Meter(), kind, puzzle))
    assert listed["changes"] and all(found.parse(each["text"]) for each in listed["changes"][:100])
    placed = [each for each in listed["changes"] if each["at"]]
    assert placed, "the board has no spot to click"
    answers = list(islice(tasks.what_if(Meter(), kind, puzzle, placed[0]["at"]), 12))
    assert {each["text"] for each in answers} <= {each["text"] for each in listed["changes"]}
    assert "verdict" in next(tasks.verdict(Meter(), kind, puzzle))
    assert next(tasks.hard(Meter(), kind, puzzle))["says"]
    assert next(tasks.ways(Meter(), kind, puzzle))["ways"]


def test_what_if_answers_each_change_once_and_for_all() -> None:
    listed = next(tasks.changes(Meter(), "tilt", MAZE))
    answers = [each["text"] for each in tasks.what_if(Meter(), "tilt", MAZE, (1.0, 1.0)) if each["final"]]
    assert sorted(answers) == sorted(each["text"] for each in listed["changes"])


def test_a_brush_makes_the_same_change_elsewhere() -> None:
    [listed, _] = tasks.changes(Meter(), "tilt", MAZE)
    changes = [each for each in listed["changes"] if each["words"].startswith("add a checkpoint")]
    brush = tasks.brush_of(changes[0]["words"], changes[0]["verb"])
    [painted] = tasks.paint(Meter(), "tilt", MAZE, brush, [each["at"] for each in changes])
    assert painted["made"] == len(changes)
    assert painted["text"].count("*") == 1 + len(changes)


def test_a_stream_answers_piece_by_piece_and_ends(client: Client) -> None:
    events = heard(client, "/ask/verdict", kind="tilt", text=MAZE)
    assert events[0]["verdict"]["word"] and set(events[1]["players"]) == {"novice", "usual", "expert"}
    assert events[-1] == {"over": True}
    wrong = heard(client, "/ask/verdict", kind="tilt", text=HOSTILE)
    assert "error" in wrong[0] and "Traceback" not in wrong[0]["error"]


def test_the_shelf_is_rated_in_one_stream(client: Client) -> None:
    keys = [each["key"] for each in told(client, "/api/items")["items"]]
    events = heard(client, "/ask/ratings", keys=keys)
    assert {each["tag"] for each in events if "verdict" in each} == set(keys)


def _last(talk: Talk, seconds: float = 60) -> list[Any]:
    said, end = [], monotonic() + seconds
    while talk.open and monotonic() < end:
        if each := talk.next(0.1):
            said.append(each)
    return said


def test_an_urgent_question_does_not_wait_for_400_patient_ones(crew: Crew) -> None:
    many, one = Talk(crew), Talk(crew)
    sudoku = examples(registry.find_kind("sudoku"))[0]
    text = sudoku.kind.format(sudoku.puzzle)
    for number in range(400):
        many.ask("rating", {"kind": "sudoku", "text": text}, tag=str(number), priority=PATIENT + number)
    one.ask("changes", {"kind": "tilt", "text": MAZE})
    said = _last(one)
    assert said and "changes" in said[0][1]
    assert crew.waiting > 300, "the patient ones were answered first"
    many.end()
    one.end()
    assert crew.waiting == 0


def test_work_of_a_closed_page_ends(crew: Crew) -> None:
    talk = Talk(crew)
    hard = examples(registry.find_kind("witness"))
    text = max((entry.kind.format(entry.puzzle) for entry in hard), key=len)
    talk.ask("what_if", {"kind": "witness", "text": text, "at": (1.0, 1.0)})
    assert talk.next(30) is not None
    talk.end()
    end = monotonic() + 10
    while crew.busy and monotonic() < end:
        sleep(0.02)
    assert crew.busy == 0


def test_a_killed_worker_is_replaced_and_its_page_told(crew: Crew) -> None:
    text = max(
        (entry.kind.format(entry.puzzle) for entry in examples(registry.find_kind("witness"))), key=len
    )

    def is_told() -> bool:
        """Kill the workers while they answer; on a busy machine they may have been done before."""
        talk = Talk(crew)
        talk.ask("what_if", {"kind": "witness", "text": text})
        assert talk.next(30) is not None
        for process in crew.processes:
            os.kill(process, signal.SIGKILL)
        return any(answer and "error" in answer for _, answer in _last(talk))

    before = crew.processes
    assert any(is_told() for _ in range(20))
    again = Talk(crew)
    again.ask("verdict", {"kind": "tilt", "text": MAZE})
    assert any(answer and "verdict" in answer for _, answer in _last(again))
    assert not set(before) & set(crew.processes)


def test_more_questions_than_may_wait_are_refused() -> None:
    crew = Crew(tasks.work, workers=1, most=2)
    talk = Talk(crew)
    for number in range(8):
        talk.ask("rating", {"kind": "tilt", "text": MAZE}, tag=str(number), priority=PATIENT)
    said = [answer for _, answer in _last(talk, 1) if answer]
    crew.end()
    assert any("questions are waiting" in each.get("error", "") for each in said)


# The course


def course_of(*texts: str) -> dict[str, Any]:
    puzzles = [
        {"kind": "tilt", "text": text, "id": "maze", "score": number} for number, text in enumerate(texts)
    ]
    return {"title": "Rolling <b>", "chapters": [{"title": "One", "puzzles": puzzles}]}


def test_a_course_is_saved_as_a_file_that_other_commands_read(client: Client, folder: Path) -> None:
    from quandary.publishing.course import read_course

    saved = told(
        client, "/course/save", course=course_of(MAZE, MAZE.replace("*", ".", 1).replace(". .|", "* .|", 1))
    )
    assert saved["status"] == 200
    course = read_course(folder / saved["file"])
    assert [each.id for each in course.puzzles] == ["maze", "maze-2"] and course.title == "Rolling <b>"
    assert b"Rolling" in client.get("/course").content


def test_a_course_is_published_as_one_page(client: Client, folder: Path) -> None:
    events = heard(client, "/course/publish", course=course_of(MAZE))
    written = next(each["written"] for each in events if "written" in each)
    page = (folder / written).read_text()
    assert (
        "playable · quandary" in page and "<b>" not in page.partition("<title>")[2].partition("</title>")[0]
    )


def test_a_booklet_is_written_and_shown_page_by_page(client: Client, folder: Path) -> None:
    pytest.importorskip("typst")
    events = heard(
        client, "/course/print", course=course_of(MAZE), options={"paper": "A5", "answers": "back"}
    )
    pages = next(each["pages"] for each in events if "pages" in each)
    assert pages >= 2
    assert b"".join(client.get("/course/page/1.png").streaming_content)[:4] == b"\x89PNG"  # type: ignore[attr-defined]
    assert client.get("/course/page/99.png").status_code == 404
    written = heard(client, "/course/print", course=course_of(MAZE), **{"as": ".pdf"})
    assert (folder / next(each["written"] for each in written if "written" in each)).read_bytes()[
        :4
    ] == b"%PDF"


def test_what_people_did_is_summed_up_for_each_puzzle(study: Any) -> None:
    from quandary.web.studio.course_views import summed
    from quandary.web.study.records import names

    assert {"puzzle", "solved", "seconds"} <= set(names("responses")), "the columns of the export"
    rows = [
        {"puzzle": "a", "solved": "1", "seconds": "4.0"},
        {"puzzle": "a", "solved": "0", "seconds": "10.0"},
        {"puzzle": "a", "solved": "1", "seconds": "6.0"},
        {"puzzle": "b", "solved": "", "seconds": ""},
    ]
    assert summed(rows) == {
        "a": {"people": 3, "solved": 2, "seconds": 6.0},
        "b": {"people": 1, "solved": 0, "seconds": 0.0},
    }


# Words


def test_each_word_has_its_sentence_from_the_glossary() -> None:
    glossary = " ".join((ROOT / "docs" / "glossary.md").read_text("utf-8").split())
    assert [word for word, says in WORDS.items() if says not in glossary] == []


# The command


def test_quandary_alone_offers_the_studio_where_there_is_a_terminal_and_a_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import webbrowser

    from quandary.cli import main, offer, studio

    opened = list[Any]()
    monkeypatch.setattr(studio, "open_studio", lambda targets, **how: opened.append(targets))
    assert main.main([]) == 0 and not opened, "nobody sits at a terminal"
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    monkeypatch.setattr("builtins.input", lambda says: "")
    assert main.main([]) == 0 and opened == [[Path().resolve()]]
    monkeypatch.setattr("builtins.input", lambda says: (_ for _ in ()).throw(KeyboardInterrupt))
    assert main.main([]) == 0 and len(opened) == 1
    monkeypatch.setattr(webbrowser, "get", lambda: (_ for _ in ()).throw(webbrowser.Error))
    assert not offer.can_offer()
    assert "Usage" in capsys.readouterr().out


def test_a_folder_that_is_not_there_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from quandary.cli.main import main

    assert main(["studio", "no-such-folder"]) == 2
    assert "no-such-folder" in capsys.readouterr().err


@pytest.mark.parametrize("kind", list(registry.find_kinds()))
def test_the_solution_that_was_played_is_kept_as_solve_writes_it(client: Client, kind: str) -> None:
    from quandary.showing.playable import Playable
    from quandary.web.play.hint import answer
    from quandary.web.play.judge import text_of

    entry = examples(registry.find_kind(kind))[0]
    playable, text = Playable.of(entry), entry.kind.format(entry.puzzle)
    found = answer(playable)
    assert found is not None
    moves = text_of(playable, found["start"], found["moves"])
    judged = told(client, "/api/judge", kind=kind, text=text, moves=moves)
    assert judged["solved"]
    [ways] = tasks.ways(Meter(), kind, text, intended=judged["intended"], forbid=["shorter"])
    assert ways["ways"][0]["how"] == "yours" and not any(each["how"] == "shorter" for each in ways["ways"])
