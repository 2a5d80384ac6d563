"""The course: its page, its file, its booklet, its offline page, and people who try it."""

import atexit
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from quandary.errors import FileError, QuandaryError
from quandary.library.files import write
from quandary.parts.atomic import check_target, make_folder, write_atomically
from quandary.publishing.course import is_course, read_course, write_course
from quandary.runs.processes import kill_at_end_of
from quandary.web.limits import limit
from quandary.web.project.refuse import refuse
from quandary.web.studio import courses, words
from quandary.web.studio.crew import Talk
from quandary.web.studio.desk import desk
from quandary.web.studio.files import HIDDEN
from quandary.web.studio.stream import stream
from quandary.web.studio.views import asked, body_of, crew, framed, text_in


class _RunningStudy(NamedTuple):
    """A study that is being served."""

    process: "subprocess.Popen[str]"
    link: str
    password: str
    life: int
    """The end of a pipe: when the studio is gone, the system closes it and ends the study."""


_studies: dict[str, _RunningStudy] = {}


@require_GET
@ensure_csrf_cookie
def course(request: HttpRequest) -> HttpResponse:
    """Show the course: as it was left, or the first one of the folder."""
    desk().look()
    data = {
        "course": _draft() or _first(),
        "words": words.WORDS,
        "courses": [desk().name_of(path) for path in desk().courses],
        "studies": [path.name for path in sorted(desk().folder.iterdir()) if (path / "study.toml").is_file()],
    }
    return render(request, "studio/course.html", framed("course", data))


def _hidden() -> Path:
    return desk().folder / HIDDEN


def _draft() -> dict[str, Any] | None:
    try:
        told = json.loads((_hidden() / "course.json").read_bytes())
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _first() -> dict[str, Any] | None:
    for path in desk().courses:
        try:
            return courses.told_of(read_course(path)) | {"file": path.name}
        except QuandaryError:
            continue
    return None


@asked
def save(body: dict[str, Any]) -> dict[str, Any]:
    """Keep the course as a draft, or save it as a file that every command reads."""
    told = body.get("course")
    if not isinstance(told, dict):
        raise QuandaryError("Send the course.")
    make_folder(_hidden())
    write_atomically(_hidden() / "course.json", json.dumps(told, ensure_ascii=False).encode())
    if body.get("draft") is True:
        return {}
    made = courses.course_from(told)
    path = desk().folder / f"{made.name}.json"
    check_target(path, is_ours=is_course, force=False)
    write_course(path, made)
    return {"file": path.name, "weak": courses.weaknesses(made)}


@require_POST
def printed(request: HttpRequest) -> HttpResponseBase:
    """Make the pages of the booklet, or its file."""
    return _worked(
        request,
        "booklet",
        lambda told, body: {
            "told": told,
            "options": body.get("options") or {},
            "folder": str(_hidden() / "pages"),
            "target": _target(told, body.get("as")),
        },
    )


@require_POST
def publish(request: HttpRequest) -> HttpResponseBase:
    """Make one page to play offline."""
    return _worked(
        request, "publish", lambda told, body: {"told": told, "target": _target(told, ".html", "-play")}
    )


def _target(told: dict[str, Any], end: Any, more: str = "") -> str:
    if end not in (".pdf", ".html"):
        return ""
    title = told.get("title")
    return str(desk().folder / f"{courses.slug(title if isinstance(title, str) else '')}{more}{end}")


def _worked(request: HttpRequest, task: str, given: Any) -> HttpResponseBase:
    body = body_of(request)
    told = body.get("course") if body else None
    if not isinstance(told, dict):
        return refuse(request, 400, "bad-json", "Send the course.")
    talk = Talk(crew())
    talk.ask(task, given(told, body))
    return stream(request, task, talk)


@require_GET
def page(request: HttpRequest, number: int) -> HttpResponseBase:
    """Return a page of the booklet as a picture."""
    path = _hidden() / "pages" / f"page-{number}.png"
    if not path.is_file():
        raise Http404
    return FileResponse(path.open("rb"), content_type="image/png")


# People


@asked
def try_out(body: dict[str, Any]) -> dict[str, Any]:
    """Make a study of the course, unless there is one, serve it, and return its links."""
    name = body.get("study")
    if isinstance(name, str) and name:
        folder = desk().folder / Path(name).name
        if not (folder / "study.toml").is_file():
            raise FileError("There is no such study.")
    else:
        folder = _new_study(courses.course_from(body.get("course") or {}))
    link, password = _serve(folder)
    return {
        "link": link,
        "research": f"{link.rstrip('/')}/research/",
        "study": folder.name,
        "password": password,
    }


def _new_study(made: Any) -> Path:
    from quandary.web.study.new import create

    folder, number = desk().folder / f"{made.name}-study", 1
    while folder.exists():
        number += 1
        folder = desk().folder / f"{made.name}-study-{number}"
    make_folder(_hidden())
    puzzles = _hidden() / "study.jsonl"
    entries = list(made.entries())
    write(puzzles, entries)
    create(folder, puzzles=str(puzzles), per_person=min(20, len(entries)))
    return folder


def _serve(folder: Path) -> tuple[str, str]:
    """Serve a study in a process of its own, which ends with the studio, and return its link and the researcher's password."""
    running = _studies.get(folder.name)
    if running is not None and running.process.poll() is None:
        return running.link, running.password
    command = [sys.executable, "-m", "quandary", "study", "serve", str(folder), "--listen", "127.0.0.1:0"]
    life, ours = os.pipe()
    process = subprocess.Popen(  # noqa: S603
        [*command, "--new-password"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        pass_fds=[life] if os.name == "posix" else (),
    )
    kill_at_end_of(life, process.pid)
    os.close(life)
    assert process.stdout is not None  # noqa: S101
    password = process.stdout.readline().strip().rpartition(" ")[2]
    link = process.stdout.readline().strip()
    if not link.startswith("http"):
        process.kill()
        os.close(ours)
        raise QuandaryError(f"The study cannot be served. Try: quandary study doctor {folder.name}")
    _studies[folder.name] = _RunningStudy(process, link, password, ours)
    return link, password


@atexit.register
def _end_studies() -> None:
    for each in _studies.values():
        each.process.terminate()


@asked
def people(body: dict[str, Any]) -> dict[str, Any]:
    """Return what people did with each puzzle of a study."""
    import csv
    from tempfile import TemporaryDirectory

    folder = desk().folder / Path(text_in(body, "study")).name
    if not (folder / "study.toml").is_file():
        raise FileError("There is no such study.")
    with TemporaryDirectory(prefix="quandary-studio-") as temporary:
        target = Path(temporary) / "tables"
        command = [sys.executable, "-m", "quandary", "study", "export", str(folder), "-o", str(target)]
        subprocess.run(command, capture_output=True, timeout=limit("like_seconds"), check=False)  # noqa: S603
        table = target / "responses.csv"
        rows = list(csv.DictReader(table.open(encoding="utf-8"))) if table.is_file() else []
    return {"answers": summed(rows)}


def summed(rows: list[dict[str, str]]) -> dict[str, Any]:
    """Return for each puzzle how many people answered it, how many solved it, and their median seconds."""
    from statistics import median

    found = dict[str, list[dict[str, str]]]()
    for row in rows:
        found.setdefault(row.get("puzzle", ""), []).append(row)
    return {
        name: {
            "people": len(some),
            "solved": sum(row.get("solved") in ("1", "true", "True") for row in some),
            "seconds": round(median(_seconds(row) for row in some), 1),
        }
        for name, some in found.items()
    }


def _seconds(row: dict[str, str]) -> float:
    try:
        return float(row.get("seconds") or 0)
    except ValueError:
        return 0.0
