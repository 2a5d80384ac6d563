"""The shelf and the editor: pages, and what they ask of the server."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from quandary.board.data import drawing_data
from quandary.errors import QuandaryError
from quandary.library import registry
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.publishing.intended import solution_of
from quandary.showing.playable import Playable
from quandary.solving.follow import solution_text
from quandary.solving.search import solutions
from quandary.web.limits import limit
from quandary.web.play.judge import judge as judge_moves
from quandary.web.project.refuse import refuse
from quandary.web.studio import desk as desks
from quandary.web.studio import files, words
from quandary.web.studio.crew import PATIENT, Crew, Talk
from quandary.web.studio.desk import DeskItem, desk
from quandary.web.studio.stream import stream

ASKED = {
    "verdict": ("kind", "text"),
    "changes": ("kind", "text"),
    "what_if": ("kind", "text", "at"),
    "paint": ("kind", "text", "brush", "spots"),
    "hard": ("kind", "text"),
    "ways": ("kind", "text", "intended", "forbid"),
    "like": ("kind", "text", "how", "seed"),
    "fill": ("kind", "size", "low", "high", "seed"),
    "generated": ("kind", "size", "level", "count", "seed"),
}
"""What pages may ask the workers, and with which values."""
MOST_SPOTS = 400
_crew: list[Crew] = []


def employ(crew: Crew) -> None:
    """Let these workers do the work of the pages."""
    _crew[:] = [crew]


def crew() -> Crew:
    """Return the workers."""
    return _crew[0]


# Pages


@require_GET
@ensure_csrf_cookie
def shelf(request: HttpRequest) -> HttpResponse:
    """Show every puzzle on the desk."""
    desk().look()
    data = {"kinds": _kinds(), "words": words.WORDS, "folder": desk().folder.name}
    return render(request, "studio/shelf.html", framed("shelf", data))


@require_GET
@ensure_csrf_cookie
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle in the editor, as it was left if there is a draft."""
    item = desk().find(key)
    if item is None:
        raise Http404
    draft = files.read_draft(desk().folder, key)
    data = {
        **_told(item),
        "known": item.known,
        "intended": item.entry.intended,
        "forbid": list(item.entry.forbid),
        "draft": {"text": draft.puzzle, "title": draft.title}
        if draft and draft.puzzle != item.text
        else None,
        "stale": bool(draft and draft.known != item.known),
        "drawing": _drawing(item.entry),
        "others": list(desk().items),
        "words": words.WORDS,
        "summary": item.entry.kind.summary,
    }
    return render(request, "studio/edit.html", framed("edit", data, item=item, last=request.path))


def framed(page: str, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return what the frame of a page shows, with what is its own."""
    last = f"/edit/{next(iter(desk().items))}" if desk().items else "/"
    return {"data": data, "page": page, "desk": desk(), "last": last, **more}


def _kinds() -> list[dict[str, Any]]:
    found = []
    for name in registry.find_kinds():
        try:
            kind = registry.find_kind(name)
        except QuandaryError:  # a plug-in that cannot be used is reported elsewhere
            continue
        if kind.notation.parse and kind.pictures.draw:
            made = kind.maker
            found.append(
                {
                    "name": name,
                    "title": kind.title[:1].upper() + kind.title[1:],
                    "summary": kind.summary,
                    "sizes": list(made.sizes),
                    "usual": made.usual_size or (made.sizes[0] if made.sizes else ""),
                    "levels": list(made.levels),
                    "makes": made.generate is not None,
                }
            )
    return found


# What pages ask


def asked(view: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[HttpRequest], HttpResponse]:
    """Turn a function of a JSON object into a view that answers with one."""

    @require_POST
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        body = body_of(request)
        if body is None:
            return refuse(request, 400, "bad-json", "Send a JSON object.")
        try:
            return JsonResponse(view(body))
        except files.ChangedOnDiskError as error:
            return refuse(request, 409, "changed", str(error))
        except QuandaryError as error:
            return refuse(request, 400, "refused", str(error))

    return answer


def body_of(request: HttpRequest) -> dict[str, Any] | None:
    """Return the JSON object of a request, or None if there is none."""
    try:
        body = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def text_in(body: dict[str, Any], name: str, otherwise: str | None = None) -> str:
    """Return a text of a request. Raises QuandaryError."""
    value = body.get(name, otherwise)
    if not isinstance(value, str) or len(value) > limit("body_bytes"):
        raise QuandaryError(f"The field {name!r} must be a text.")
    return value


def _item(body: dict[str, Any]) -> DeskItem:
    found = desk().find(text_in(body, "key"))
    if found is None:
        raise QuandaryError("This puzzle is no longer on the desk.")
    return found


def _drawing(entry: Entry) -> dict[str, Any]:
    return drawing_data(entry.kind.draw(entry.puzzle, None))


def _told(item: DeskItem) -> dict[str, Any]:
    entry = item.entry
    return {
        "key": item.key,
        "id": entry.id,
        "title": entry.title,
        "kind": entry.kind.name,
        "kind_title": entry.kind.title[:1].upper() + entry.kind.title[1:],
        "text": item.text,
        "file": desk().name_of(item.path),
        "changeable": item.known is not None,
        "draft": files.read_draft(desk().folder, item.key) is not None,
    }


@asked
def items(body: dict[str, Any]) -> dict[str, Any]:
    """Return every puzzle on the desk, without pictures."""
    desk().look()
    return {
        "items": [_told(each) for each in desk().items.values()],
        "problems": desk().problems[:20],
        "courses": [desk().name_of(path) for path in desk().courses],
    }


@asked
def pictures(body: dict[str, Any]) -> dict[str, Any]:
    """Return the pictures of some puzzles."""
    keys = body.get("keys")
    if not isinstance(keys, list) or len(keys) > 60:
        raise QuandaryError("Ask for at most 60 pictures.")
    found = (desk().items.get(str(key)) for key in keys)
    return {"pictures": {item.key: _drawing(item.entry) for item in found if item}}


@asked
def look(body: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of a puzzle in its notation, or what is wrong with the text."""
    kind = registry.find_kind(text_in(body, "kind"))
    texts = body.get("texts")
    if isinstance(texts, list):
        return {"pictures": [_pictured(kind, text) for text in texts[:24] if isinstance(text, str)]}
    puzzle = kind.parse(text_in(body, "text"))
    return {"text": kind.format(puzzle), "drawing": drawing_data(kind.draw(puzzle, None))}


def _pictured(kind: Any, text: str) -> dict[str, Any] | None:
    """Return the picture of a puzzle, None if its notation is refused."""
    try:
        return drawing_data(kind.draw(kind.parse(text), None))
    except QuandaryError:
        return None


def _playable(body: dict[str, Any]) -> Playable:
    kind = registry.find_kind(text_in(body, "kind"))
    return Playable(kind.parse(text_in(body, "text")), "puzzle", "", kind)


@asked
def play(body: dict[str, Any]) -> dict[str, Any]:
    """Return what the board needs to play a puzzle, or a state of it."""
    from quandary.web.play.judge import states

    playable = _playable(body)
    if "path" not in body:
        return playable.data
    start, *moves = text_in(body, "path").split("\n")
    if start not in playable.starts:
        raise QuandaryError("There is no such start.")
    log = [(0, "start", start), *((0, "move", move) for move in moves)]
    return playable.look(states(playable, log)[-1], path="\n".join([start, *moves]))


@asked
def judge(body: dict[str, Any]) -> dict[str, Any]:
    """Judge moves that were played, and return them as `solve` writes them."""
    playable, moves = _playable(body), text_in(body, "moves")
    found = judge_moves(playable, moves)
    meant = _as_solve_writes(playable.puzzle, moves) if found.is_solved else ""
    return {"solved": found.is_solved, "reason": found.reason, "says": found.says, "intended": meant}


def _as_solve_writes(puzzle: Any, moves: str) -> str:
    """Return moves as `solve` writes them. Where people mark less than that, it is the solution with all of their marks."""
    try:
        return solution_text(puzzle, solution_of(puzzle, moves))
    except QuandaryError:
        limits, made = Limits(seconds=limit("solve_seconds")), set(moves.split())
        texts = (solution_text(puzzle, each) for each in solutions(puzzle, most=100, limits=limits).found)
        return next((text for text in texts if made <= set(text.split())), "")


@asked
def save(body: dict[str, Any]) -> dict[str, Any]:
    """Save a puzzle into its file."""
    known = body.get("known")
    forbid = body.get("forbid", [])
    if not isinstance(forbid, list) or len(forbid) > 20:
        raise QuandaryError("The field 'forbid' must be a list.")
    item = desk().save(
        text_in(body, "key"),
        kind=text_in(body, "kind"),
        text=text_in(body, "text"),
        title=text_in(body, "title", "")[:500],
        known=known if isinstance(known, str) else None,
        force=body.get("force") is True,
        intended=text_in(body, "intended", ""),
        forbid=tuple(str(each)[:100] for each in forbid),
    )
    return {**_told(item), "known": item.known}


@asked
def draft(body: dict[str, Any]) -> dict[str, Any]:
    """Keep what is not saved yet."""
    item, known = _item(body), body.get("known")
    text = text_in(body, "text")
    item.entry.kind.parse(text)
    files.keep_draft(
        desk().folder,
        item.key,
        kind=item.entry.kind.name,
        puzzle=text,
        title=text_in(body, "title", "")[:500],
        known=known if isinstance(known, str) else None,
    )
    return {}


@asked
def discard(body: dict[str, Any]) -> dict[str, Any]:
    """Forget a draft."""
    files.drop_draft(desk().folder, _item(body).key)
    return {}


@asked
def add(body: dict[str, Any]) -> dict[str, Any]:
    """Put a new puzzle on the desk: an example, an empty one, or one in its notation."""
    kind = text_in(body, "kind")
    if "text" in body:
        found = registry.find_kind(kind)
        entry = Entry(found, found.parse(text_in(body, "text")), kind, text_in(body, "title", "")[:500])
    elif body.get("from") == "nothing":
        entry = desks.blank(kind)
    else:
        entry = desks.example(kind)
    [item] = desk().add([entry])
    return _told(item)


@asked
def paste(body: dict[str, Any]) -> dict[str, Any]:
    """Put the puzzles of a pasted text or a dropped file on the desk."""
    entries, problems = desks.pasted(text_in(body, "text"))
    added = desk().add(entries)
    return {"items": [_told(item) for item in added], "problems": problems[:20]}


@asked
def remove(body: dict[str, Any]) -> dict[str, Any]:
    """Take a puzzle off the desk and out of its file."""
    item = desk().remove(text_in(body, "key"))
    return {"kind": item.entry.kind.name, "text": item.text, "title": item.entry.title}


# Streams


@require_POST
def ask(request: HttpRequest, task: str) -> HttpResponseBase:
    """Answer a question about a puzzle, piece by piece."""
    body = body_of(request)
    if body is None or task not in ASKED:
        return refuse(request, 400, "bad-json", "Ask about a puzzle.")
    try:
        given = {name: _checked(name, body[name]) for name in ASKED[task] if body.get(name) is not None}
    except (QuandaryError, TypeError, ValueError) as error:
        return refuse(request, 400, "refused", str(error))
    talk = Talk(crew())
    talk.ask(task, given)
    return stream(request, task, talk)


def _checked(name: str, value: Any) -> Any:
    """Return a value of a question, or raise what is wrong with it."""
    if name in ("low", "high"):
        return float(value)
    if name in ("seed", "count"):
        return int(value)
    if name == "at":
        return _point(value)
    if name == "spots":
        return [_point(each) for each in value[:MOST_SPOTS]]
    if name == "forbid":
        return [str(each)[:100] for each in value[:20]]
    return text_in({name: value}, name)


def _point(value: Any) -> tuple[float, float]:
    x, y = value
    return float(x), float(y)


@require_POST
def ratings(request: HttpRequest) -> HttpResponseBase:
    """Rate some puzzles of the shelf, those that were named first before the others."""
    body = body_of(request)
    keys = body.get("keys") if body else None
    if not isinstance(keys, list) or len(keys) > limit("puzzles"):
        return refuse(request, 400, "bad-json", "Name the puzzles to rate.")
    talk = Talk(crew())
    for number, key in enumerate(keys):
        if item := desk().items.get(str(key)):
            asked_for = {"kind": item.entry.kind.name, "text": item.text}
            talk.ask("rating", asked_for, tag=item.key, priority=PATIENT + number)
    return stream(request, "ratings", talk)


@require_POST
def rate(request: HttpRequest) -> HttpResponseBase:
    """Rate the puzzles of a course, each under its number."""
    body = body_of(request)
    puzzles = body.get("puzzles") if body else None
    if not isinstance(puzzles, list) or len(puzzles) > limit("puzzles"):
        return refuse(request, 400, "bad-json", "Name the puzzles to rate.")
    talk = Talk(crew())
    for number, each in enumerate(puzzles):
        if isinstance(each, dict):
            asked_for = {"kind": str(each.get("kind")), "text": str(each.get("text"))}
            talk.ask("rating", asked_for, tag=str(number), priority=PATIENT + number)
    return stream(request, "rate", talk)
