"""Every page keeps its promises: no inline script or style, nothing from elsewhere, and texts are shown as texts."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from tests.web.people import Visitor

from quandary.board import FOLDER
from quandary.library import registry
from quandary.showing.playable import Playable
from quandary.web.study import current
from quandary.web.study.folder import Study

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


class Forbidden(HTMLParser):
    """What the Content-Security-Policy would block, and addresses that lead away."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (
            tag == "script" and "src" not in given and given.get("type") != "application/json"
        ):
            self.found.append(f"inline {tag}")
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.found.append(f"{tag} {name}")
            if name in ("src", "href", "action", "formaction") and not re.match(
                r"/(?!/)|#|data:,", value or "/"
            ):
                self.found.append(f"{tag} {name}={value}")


def blocked(html: str) -> list[str]:
    parser = Forbidden()
    parser.feed(html)
    return parser.found


def pages_of(visitor: Visitor, researcher: Client) -> dict[str, str]:
    """Return every page of a study as HTML, by its address."""
    seen = {
        "/": visitor.get("/"),
        "/withdraw": visitor.get("/withdraw"),
        "/declined": visitor.get("/declined"),
        "/left": visitor.get("/left"),
    }
    visitor.form("/consent", agree="yes")
    seen["/questions"] = visitor.get("/questions")
    visitor.form("/questions")
    seen["/tutorial"] = visitor.get("/tutorial")
    visitor.form("/tutorial")
    seen["/practice"] = visitor.get("/practice")
    visitor.row.__class__.objects.filter(pk=visitor.row.pk).update(page="puzzles")
    seen["/puzzle"] = visitor.get("/puzzle")
    visitor.answer(1)
    seen["/research/puzzle"] = researcher.get(f"/research/puzzle/{visitor.puzzle(1).id}")
    visitor.row.__class__.objects.filter(pk=visitor.row.pk).update(page="debrief")
    seen["/debrief"] = visitor.get("/debrief")
    seen |= {
        "/research/": researcher.get("/research/"),
        "/research/login": visitor.get("/research/login"),
        "/nowhere": visitor.get("/nowhere"),
    }
    return {name: reply.content.decode() for name, reply in seen.items()}


def test_no_page_has_inline_code_or_leads_elsewhere(visitor: Visitor, researcher: Client) -> None:
    for path, html in pages_of(visitor, researcher).items():
        assert "<main" in html, path
        assert blocked(html) == [], path
        assert re.search(r'<html lang="\w+">', html) and "<title>" in html, path


def test_the_watch_over_pages_is_awake() -> None:
    assert blocked('<p style="x"><script>1</script><img src="http://evil.example/x"><a onclick="1">') == [
        "p style",
        "inline script",
        "img src=http://evil.example/x",
        "a onclick",
    ]


def test_every_answer_has_a_strict_policy(visitor: Visitor) -> None:
    for path in ("/", "/nowhere", "/where.json", "/palette.css"):
        policy = visitor.get(path).headers["Content-Security-Policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy
    headers = visitor.get("/").headers
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"


def test_script_in_any_text_of_the_folder_is_shown_as_text(
    visitor: Visitor, researcher: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    import msgspec

    words = {
        **dict.fromkeys(study.words, EVIL),
        "board": dict.fromkeys(study.words["board"], EVIL),
        "messages": dict.fromkeys(study.words["messages"], EVIL),
        "goals": {each.kind: EVIL for each in study.lessons},
        "language": "en",
    }
    questions = tuple(msgspec.structs.replace(each, ask=EVIL, options=[EVIL]) for each in study.questions)
    titled = {name: Playable(each.puzzle, name, EVIL, each.kind) for name, each in study.puzzles.items()}
    rating = msgspec.structs.replace(study.settings.rating, ask=EVIL, least_label=EVIL)
    settings = msgspec.structs.replace(study.settings, title=EVIL, rating=rating, completion_code=EVIL)
    evil = Study(study.path, settings, questions, words, titled, study.lessons)
    monkeypatch.setattr(Study, "text", lambda self, name: f"# {EVIL}\n\n[x](javascript:alert(1))")
    for module in ("views", "people", "research"):
        monkeypatch.setattr(f"quandary.web.study.{module}.current_study", lambda: evil)
    visitor.study = evil
    for path, html in pages_of(visitor, researcher).items():
        assert "<script>alert" not in html and "<img src=x" not in html, path
        assert "javascript:" not in html.replace("](javascript:alert(1))", ""), path
        assert blocked(html) == [], path
    current.current_study.cache_clear()


@pytest.mark.parametrize(
    "name",
    [
        "../study.toml",
        "..%2f..%2fsecret",
        "secret",
        "/etc/passwd",
        "right.svg/../../data/secret",
        ".svg",
        "right.SVG",
    ],
)
def test_a_picture_is_a_picture_of_the_folder(visitor: Visitor, name: str) -> None:
    assert visitor.get(f"/pictures/{name}").status_code in (301, 404)
    assert visitor.get("/pictures/right.svg").headers["Content-Type"] == "image/svg+xml"


def test_bodies_that_are_too_large_are_refused(visitor: Visitor) -> None:
    visitor.get("/")
    assert visitor.form("/consent", agree="no", panel="x" * 1_100_000).status_code == 400
    assert visitor.form("/consent", **{f"field{n}": "1" for n in range(600)}).status_code == 400


def boards() -> list[Path]:
    """Return the play.js of every kind that has one. Others are played as any puzzle is, by lists of moves."""
    files = [registry.find_kind(name).folder / "play.js" for name in registry.find_kinds()]
    return [file for file in files if file.exists()]


def test_board_modules_are_small_and_put_no_html_together() -> None:
    files = [
        *FOLDER.glob("*.js"),
        *boards(),
    ]
    files += [*Path(__file__).parent.parent.parent.glob("src/quandary/web/*/static/*/*.js")]
    assert len(files) > 12
    for file in files:
        text = file.read_text("utf-8")
        # A PuzzleScript level is played by the rules of its game, so its board runs a whole turn of the language.
        own = 320 if file.parent.name == "puzzlescript" else 150
        assert len(text.splitlines()) <= (own if file.name == "play.js" and "kinds" in file.parts else 600), (
            file
        )
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), file
        assert not re.search(r"https?://(?!www\.w3\.org)", text), file


def test_kinds_play_files_are_pure() -> None:
    for file in boards():
        text = file.read_text("utf-8")
        assert not re.search(
            r"\b(document|window|fetch|Date|performance|localStorage|setTimeout|Math\.random)\b", text
        ), file
