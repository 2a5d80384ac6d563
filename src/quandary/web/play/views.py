"""The pages of `quandary play`: a puzzle, and what its board asks of the server."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from quandary.draw.look import style
from quandary.errors import QuandaryError
from quandary.showing.playable import Playable
from quandary.web.limits import limit
from quandary.web.play import hint as hints
from quandary.web.play import practice as practising
from quandary.web.play import shelf
from quandary.web.play import verdict as verdicts
from quandary.web.play.judge import VERBS, LogEntry, LogError, faults_of, judge, lines, states, text_of
from quandary.web.play.style import palette_css
from quandary.web.project.refuse import refuse

View = Callable[..., HttpResponse]


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Show the first puzzle, or what to practise first."""
    return redirect("/practice" if practising.current() else "/puzzle/1")


@require_GET
def practice(request: HttpRequest) -> HttpResponse:
    """Go on to the puzzle that suits the player best now."""
    session = practising.current()
    if session is None:
        raise Http404
    name = session.next()
    number = next(
        (n for n in range(1, shelf.count() + 1) if (each := shelf.get(n)) and each.id == name), None
    )
    if number is None:
        skill = session.skill
        solved = sum(each.is_solved for each in session.tried)
        told = f"{solved} of {len(session.tried)} solved. Skill {skill.value:.1f} ± {skill.error:.1f} on the scale of these puzzles."
        return render(request, "play/practised.html", {"told": told})
    return redirect(f"/puzzle/{number}")


@require_GET
def palette(request: HttpRequest) -> HttpResponse:
    """Return the colours of the roles as a style sheet."""
    return HttpResponse(palette_css(), content_type="text/css", headers={"Cache-Control": "max-age=3600"})


@require_GET
def look_css(request: HttpRequest) -> HttpResponse:
    """Return the design tokens and the parts that every page is made of."""
    return HttpResponse(style(), content_type="text/css", headers={"Cache-Control": "max-age=3600"})


@require_GET
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle on its board, with the way to the others."""
    playable = _served(number)
    strip = [
        {"number": n, "id": each.id, "name": each.name, "mark": shelf.mark(n)}
        for n in range(1, shelf.count() + 1)
        if (each := shelf.get(n))
    ]
    data = playable.data | {"number": number, "store": f"{shelf.name()} {playable.id}", "file": shelf.name()}
    context = {
        "puzzle": playable,
        "number": number,
        "data": data,
        "strip": strip,
        "several": shelf.count() > 1,
    }
    onward = f"/puzzle/{number + 1}" if number < shelf.count() else None
    context |= {"next": "/practice" if practising.current() else onward, "goal": playable.data["goal"]}
    return render(request, "play/puzzle.html", context)


def asked(view: Callable[[HttpRequest, Playable, dict[str, Any]], dict[str, Any]]) -> View:
    """Turn a function of a puzzle and a JSON object into a view that answers with JSON."""

    @require_POST
    @wraps(view)
    def answer(request: HttpRequest, number: int) -> HttpResponse:
        playable = _served(number)
        try:
            body = json.loads(request.body or b"{}")
            if not isinstance(body, dict):
                return refuse(request, 400, "bad-json", "Send a JSON object.")
            return JsonResponse(view(request, playable, body))
        except (ValueError, RecursionError):
            return refuse(request, 400, "bad-json", "Send a JSON object.")
        except QuandaryError as error:
            return refuse(request, 400, "bad-log", str(error))

    return answer


@asked
def look(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Return the state that a path of moves leads to."""
    start, *moves = _text(body, "path").split("\n")
    if start not in playable.starts:
        raise LogError("There is no such start.")
    log: list[LogEntry] = [(0, "start", start), *((0, "move", move) for move in moves)]
    return playable.look(states(playable, log)[-1], path="\n".join([start, *moves]))


@asked
def verdict(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Return how hard the puzzle is."""
    return verdicts.verdict(playable)


@asked
def judged(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Judge the moves."""
    found = judge(playable, _text(body, "moves"))
    if found.is_solved and (session := practising.current()):
        session.solve(playable.id)
    return {"solved": found.is_solved, "reason": found.reason, "says": found.says}


@asked
def hint(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Return a hint for the position that a log leads to."""
    line = lines(playable, read_log(body.get("log")))[-1]  # what was taken back may have broken a rule
    if line.start is None:
        return {"says": "Choose where to begin."}
    return hints.hint(playable, text_of(playable, line.start, line.moves))


@asked
def faults(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Return where a finished answer breaks a rule."""
    return {"marks": faults_of(playable, read_log(body.get("log")))}


@asked
def answer(request: HttpRequest, playable: Playable, body: dict[str, Any]) -> dict[str, Any]:
    """Return a solution."""
    found = hints.answer(playable)
    if found is None:
        raise QuandaryError("No solution was found in time.")
    return found | {"several": len(playable.starts) > 1}


def read_log(value: Any) -> list[LogEntry]:
    """Check a log that a browser sent: a list of [milliseconds, verb, move]. Raises LogError."""
    if not isinstance(value, list) or len(value) > limit("log_entries"):
        raise LogError(f"A log is a list of at most {limit('log_entries')} entries.")
    for each in value:
        match each:
            case [int() as at, str() as verb, str() as word] if (
                not isinstance(at, bool) and 0 <= at < 10**12 and verb in VERBS and len(word) <= 1000
            ):
                continue
        raise LogError("An entry of a log is [milliseconds, what was done, move].")
    return [(at, verb, word) for at, verb, word in value]


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or len(value) > 40 * limit("moves"):
        raise LogError(f"The field {name!r} must be a text.")
    return value


def _served(number: int) -> Playable:
    found = shelf.get(number)
    if found is None:
        raise Http404
    return found
