"""A participant's way: consent, questions, tutorial, practice, puzzles, debrief, and leaving at any time."""

import hmac
import json
import re
import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from quandary.showing.playable import Playable
from quandary.web.limits import limit
from quandary.web.play.judge import Judgement, LogEntry, LogError, judge, lines, states, text_of
from quandary.web.project.refuse import refuse, wants_json
from quandary.web.study import write
from quandary.web.study.current import current_study
from quandary.web.study.forms import AnswerData, AnswerForm, read_questions
from quandary.web.study.models import Answer, Participant
from quandary.web.study.people import ADDRESSES, COOKIE, forget, may_post, may_start, on, remember, whose
from quandary.web.study.text import to_html

PICTURE = re.compile(r"[\w-]{1,80}\.(svg|png)")
TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def page(request: HttpRequest, name: str, status: int = 200, **context: Any) -> HttpResponse:
    """Return one of the pages, with the study's words."""
    context |= {"study": current_study(), "words": current_study().words}
    return render(request, f"study/{name}.html", context, status=status)


def prose(name: str) -> str:
    """Return one of the study's texts as HTML, which escapes whatever is in it."""
    return mark_safe(to_html(current_study().text(name)))  # noqa: S308 - HTML in the text is escaped


@ensure_csrf_cookie
@require_GET
def welcome(request: HttpRequest) -> HttpResponse:
    """Show what the study is about and ask for consent, or go on where a person was."""
    participant = whose(request)
    if participant:
        return redirect(ADDRESSES[participant.page])
    name = current_study().settings.panel_parameter
    panel = request.GET.get(name, "")[:200] if name else ""
    return page(request, "consent", text=prose("consent.md"), panel=panel)


@require_POST
def consent(request: HttpRequest) -> HttpResponse:
    """Begin, or thank and store nothing."""
    if request.POST.get("agree") != "yes":
        return redirect("/declined")
    participant = whose(request)
    if participant:
        return redirect(ADDRESSES[participant.page])
    if not may_start():
        return refuse(
            request, 429, "too-many", "Too many people are starting just now. Try again in a minute."
        )
    begun = write.begin(current_study(), panel=request.POST.get("panel", "")[:200], is_bot=_is_bot(request))
    return remember(redirect(ADDRESSES[begun.participant.page]), begun.token)


def _is_bot(request: HttpRequest) -> bool:
    """Return whether the request has the word that only this study's own bots know."""
    given, file = request.POST.get("bot", ""), current_study().data / "bots"
    return bool(given) and file.is_file() and hmac.compare_digest(given.encode(), file.read_bytes().strip())


@require_GET
def declined(request: HttpRequest) -> HttpResponse:
    """Thank those who do not take part."""
    return page(request, "message", text=prose("declined.md"))


@require_http_methods(["GET", "POST"])
@on("questions")
def questions(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Ask the questions, all of them optional."""
    if request.method == "POST":
        chosen = read_questions(current_study().questions, request.POST)
        if chosen is None:
            return refuse(request, 400, "no-such-option", "Choose one of the options, or none.")
        write.turn_page(current_study(), participant, after="questions", questions=chosen)
        return redirect("/")
    return page(request, "questions", questions=current_study().questions)


@require_http_methods(["GET", "POST"])
@on("tutorial")
def tutorial(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Explain the puzzles, with examples."""
    if request.method == "POST":
        write.turn_page(current_study(), participant, after="tutorial")
        return redirect("/")
    return page(request, "tutorial", text=prose("tutorial.md"))


@require_http_methods(["GET", "POST"])
@on("practice")
def practice(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Let people solve one puzzle before they begin."""
    playable = current_study().practice
    assert playable is not None  # noqa: S101 - else there is no such page
    if request.method == "POST":
        body = _body(request)
        if body is None:
            return refuse(request, 400, "bad-json", "Send a form or a JSON object.")
        verdict = judge(playable, str(body.get("moves", "")))
        if not verdict.is_solved:
            return refuse(request, 400, verdict.reason, verdict.says)
        write.turn_page(current_study(), participant, after="practice")
        return JsonResponse({"next": "/"}) if wants_json(request) else redirect("/")
    return page(request, "practice", data=_data(playable, request), shown=playable)


@require_GET
@on("puzzles")
def puzzle(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the puzzles that are left, one after the other."""
    done = _answered(participant)
    left = [at for at in range(1, len(participant.order) + 1) if at not in done]
    rating = current_study().settings.rating
    items = [_item(participant, at) for at in left]
    data = {
        "items": items,
        "of": len(participant.order),
        "limit": current_study().settings.time_limit,
        "csrf": get_token(request),
    }
    data |= {"words": current_study().words, "module": items[0]["module"], "who": str(participant.number)}
    return page(
        request,
        "puzzle",
        data=data,
        first=items[0],
        shown=current_study().puzzles[items[0]["id"]],
        key=secrets.token_hex(16),
        number=left[0],
        of=len(participant.order),
        rating=rating,
        scale=range(rating.least, rating.most + 1),
    )


@require_POST
@on("puzzles", also=("practice",))
def look(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Return a state of a puzzle that has too many states to be sent with its page."""
    body = _body(request) or {}
    given = [*(current_study().puzzles[name] for name, _ in participant.order), current_study().practice]
    playable = next((each for each in given if each and each.id == body.get("puzzle")), None)
    start, *moves = str(body.get("path", "")).split("\n")
    if playable is None or start not in playable.starts or len(moves) > limit("moves"):
        return refuse(request, 400, "no-such-state", "There is no such state.")
    log: list[LogEntry] = [(0, "start", start), *((0, "move", move) for move in moves)]
    try:
        return JsonResponse(playable.look(states(playable, log)[-1], path="\n".join([start, *moves])))
    except LogError as error:
        return refuse(request, 400, "bad-log", str(error))


@require_POST
@on("puzzles", also=("debrief",))
def answer(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Judge an answer and store it. The reply says what is saved."""
    body = _body(request)
    if body is None:
        return refuse(request, 400, "bad-json", "Send a form or a JSON object.")
    form = AnswerForm(body, rating=current_study().settings.rating)
    if not form.is_valid():
        return refuse(request, 400, "bad-answer", _first_error(form))
    given = form.answer()
    if given.position > len(participant.order):
        return refuse(request, 400, "no-such-puzzle", f"There are {len(participant.order)} puzzles.")
    name, phase = participant.order[given.position - 1]
    if body.get("puzzle") not in (None, "", name):
        return refuse(request, 400, "other-puzzle", f"Puzzle {given.position} is a different one.")
    if given.timed_out and not current_study().settings.time_limit:
        return refuse(request, 400, "no-time-limit", "There is no time limit.")
    verdict = _verdict(current_study().puzzles[name], given)
    may_be_open = verdict.reason == "not-a-solution" and (given.skipped or given.timed_out)
    if not verdict.is_solved and not may_be_open:
        return refuse(request, 400, verdict.reason, verdict.says)
    try:
        saved = write.save_answer(participant, given, verdict, name, phase)
    except write.ConflictError as conflict:
        return refuse(request, 409, "already-answered", str(conflict))
    if not wants_json(request):
        return redirect("/")
    return JsonResponse(
        {"saved": saved.key, "position": saved.position, "new": saved.is_new, "solved": verdict.is_solved}
    )


def _verdict(playable: Playable, given: AnswerData) -> Judgement:
    """Judge the moves, and check that the log leads to them."""
    verdict = judge(playable, given.moves)
    if verdict.reason in ("illegal-move", "too-long") and not given.moves.strip():
        verdict = Judgement("not-a-solution", "There are no moves.")
    if given.log:
        try:
            last = lines(playable, [(at, verb, word) for at, verb, word in given.log])[-1]
        except LogError as error:
            return Judgement("bad-log", str(error))
        if text_of(playable, last.start, last.moves).split() != given.moves.split():
            return Judgement("log-mismatch", "The log does not lead to the moves.")
    return verdict


@require_GET
@on("debrief")
def debrief(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Thank, tell what the study was about, and hand out the withdrawal code."""
    code = write.code_for(request.COOKIES[COOKIE])
    return page(request, "debrief", text=prose("debrief.md"), code=code)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Delete everything about a person, within this request."""
    participant = whose(request)
    if participant:
        write.delete(participant)
    return forget(redirect("/left"))


@require_GET
def left(request: HttpRequest) -> HttpResponse:
    """Confirm that everything is deleted."""
    return page(request, "message", text=current_study().word("left"))


@ensure_csrf_cookie
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest) -> HttpResponse:
    """Delete everything about a person who gives their code. The reply does not tell whether it was right."""
    if request.method == "POST":
        if not may_post("withdraw"):
            return refuse(request, 429, "too-fast", "Too many requests. Wait a minute.")
        for participant in write.with_code(request.POST.get("code", "")):
            write.delete(participant)
        return page(request, "message", text=current_study().word("withdrawn"))
    return page(request, "withdraw")


@ensure_csrf_cookie
@require_GET
def where(request: HttpRequest) -> HttpResponse:
    """Tell a script, or a page that was away, where its person is and what is left."""
    participant = whose(request)
    token = get_token(request)
    if participant is None:
        return JsonResponse({"page": "consent", "next": "/", "csrf": token})
    done = _answered(participant)
    told = {
        "page": participant.page,
        "next": ADDRESSES[participant.page],
        "csrf": token,
        "of": len(participant.order),
    }
    if participant.page == "puzzles":
        left_over = [at for at in range(1, len(participant.order) + 1) if at not in done]
        name = participant.order[left_over[0] - 1][0]
        playable = current_study().puzzles[name]
        kind = playable.kind.name if playable.kind else ""
        told |= {"position": left_over[0], "answered": sorted(done)}
        told |= {"puzzle": {"id": name, "kind": kind, "notation": playable.notation}}
    if participant.page == "practice" and (playable_ := current_study().practice):
        kind = playable_.kind.name if playable_.kind else ""
        told |= {"puzzle": {"id": playable_.id, "kind": kind, "notation": playable_.notation}}
    return JsonResponse(told)


@require_GET
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """Return a picture of the study's folder."""
    file = current_study().path / "pictures" / name
    if not PICTURE.fullmatch(name) or not file.is_file() or file.is_symlink():
        raise Http404
    response = HttpResponse(file.read_bytes(), content_type=TYPES[name.rpartition(".")[2]])
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Cache-Control"] = "max-age=600"
    return response


def _answered(participant: Participant) -> set[int]:
    return set(Answer.objects.filter(participant=participant).values_list("position", flat=True))


def _item(participant: Participant, at: int) -> dict[str, Any]:
    name, _ = participant.order[at - 1]
    return current_study().puzzles[name].data | {"position": at, "id": name}


def _data(playable: Playable, request: HttpRequest) -> dict[str, Any]:
    return playable.data | {"words": current_study().words, "csrf": get_token(request)}


def _body(request: HttpRequest) -> Any:
    """Return the form, or the JSON object as a form would have it, or None."""
    if request.content_type != "application/json":
        return request.POST
    try:
        value = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    form = QueryDict(mutable=True)
    for name, each in value.items():
        if each is None or each is False:
            continue
        form[name] = json.dumps(each) if isinstance(each, list | dict) else str(each)
    return form


def _first_error(form: AnswerForm) -> str:
    name, problems = next(iter(form.errors.items()))
    return f"{name}: {problems[0]}"
