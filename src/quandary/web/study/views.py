"""A participant's way: consent, questions, tutorial, practice, puzzles, debrief, and leaving at any time."""

import hmac
import json
import re
import secrets
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from quandary.showing.playable import Playable
from quandary.web.limits import limit
from quandary.web.play.judge import Judgement, LogEntry, LogError, faults_of, judge, lines, states, text_of
from quandary.web.play.views import read_log
from quandary.web.project.refuse import refuse, wants_json
from quandary.web.study import entry, way, write
from quandary.web.study.current import current_study
from quandary.web.study.folder import KindIntro, Study, kind_name
from quandary.web.study.forms import AnswerData, AnswerForm
from quandary.web.study.models import Answer, Participant
from quandary.web.study.people import (
    ADDRESSES,
    COOKIE,
    forget,
    may_start,
    may_withdraw,
    on,
    remember,
    whose,
)
from quandary.web.study.questions import AnswerError, read_answers
from quandary.web.study.text import to_html
from quandary.web.study.words import no, said

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
    settings = current_study().settings
    panel = request.GET.get(settings.panel_parameter, "")[:200] if settings.panel_parameter else ""
    link = request.GET.get("link", "")[:100]
    if (refusal := entry.refusal(current_study(), panel, link)) is not None:
        return _turned_away(request, refusal)
    return page(request, "consent", text=prose("consent.md"), panel=panel, link=link)


@require_POST
def consent(request: HttpRequest) -> HttpResponse:
    """Begin, go on as the panel's person, or thank and store nothing."""
    if request.POST.get("agree") != "yes":
        return redirect("/declined")
    participant = whose(request)
    if participant:
        return redirect(ADDRESSES[participant.page])
    is_bot = _is_bot(request)
    if not is_bot and not may_start(request):
        return no(request, 429, "too-many")
    study, panel = current_study(), request.POST.get("panel", "")[:200]
    link = request.POST.get("link", "")[:100] if study.settings.entry == "links" else ""
    if (earlier := entry.earlier(study, panel)) is not None and study.settings.panel_again == "resume":
        return remember(redirect(ADDRESSES[earlier.page]), write.resume(earlier).token)
    if not is_bot and (refusal := entry.refusal(study, panel, link)) is not None:
        return _turned_away(request, refusal)
    try:
        begun = write.begin(study, panel=panel, link=link, is_bot=is_bot, key=entry.key())
    except write.FullError as error:
        return _turned_away(request, str(error))
    return remember(redirect(ADDRESSES[begun.participant.page]), begun.token)


def _turned_away(request: HttpRequest, why: str) -> HttpResponse:
    """Tell somebody that they cannot begin, and how to get back to the panel if there are enough people."""
    outcome = current_study().settings.over_quota if why == "over-quota" else None
    if wants_json(request):
        return no(request, 403, why)
    return page(request, "turned_away", status=403, says=said(why), outcome=outcome)


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
    """Ask the questions before the puzzles."""
    return _ask(request, participant, "before", "questions")


@require_http_methods(["GET", "POST"])
@on("closing")
def closing(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Ask the questions after the puzzles."""
    return _ask(request, participant, "after", "closing")


def _ask(request: HttpRequest, participant: Participant, at: str, here: str) -> HttpResponse:
    study = current_study()
    listed = way.questions_for(study, participant, at)
    if request.method != "POST":
        return page(request, "questions", questions=listed)
    session = participant.session if at == "before" else 1
    try:
        told = participant.questions | read_answers(listed, request.POST, session)
    except AnswerError as error:
        return no(request, 400, error.why, {"question": error.question})
    if at == "before" and any(each.holds(participant.arm, told) for each in study.settings.screen_out):
        way.end(participant, "screened_out", questions=told)
    elif at == "before" and write.is_over_quota(study, participant, told):
        way.end(participant, "over_quota", questions=told)
    else:
        way.turn_page(study, participant, after=here, questions=told)
    return redirect("/")


@require_http_methods(["GET", "POST"])
@on("tutorial")
def tutorial(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Explain the puzzles of one kind, with examples."""
    if request.method == "POST":
        way.turn_page(current_study(), participant, after="tutorial")
        return redirect("/")
    here = way.lesson(current_study(), participant)
    several = len(way.lessons(current_study(), participant)) > 1
    goal = "" if here.file and not several else current_study().goal(_example(here))
    text = prose(here.file) if here.file else ""
    return page(request, "tutorial", text=text, goal=goal, title=here.title if several else "")


def _example(here: KindIntro) -> Playable:
    """Return a puzzle of the kind that is explained."""
    return next(each for each in current_study().puzzles.values() if kind_name(each) == here.kind)


@require_http_methods(["GET", "POST"])
@on("practice")
def practice(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Let people solve one puzzle of each kind before they begin."""
    playable = way.lesson(current_study(), participant).practice
    assert playable is not None  # noqa: S101 - else there is no such page
    if request.method == "POST":
        body = _body(request)
        if body is None:
            return no(request, 400, "bad-json")
        verdict = judge(playable, str(body.get("moves", "")))
        _keep_attempt(participant, playable, body, solved=verdict.is_solved)
        if not verdict.is_solved:
            return refuse(request, 400, verdict.reason, _says(verdict))
        way.turn_page(current_study(), participant, after="practice")
        return JsonResponse({"next": "/"}) if wants_json(request) else redirect("/")
    return page(request, "practice", data=_data(playable, request), shown=playable)


def _keep_attempt(participant: Participant, playable: Playable, body: Any, *, solved: bool) -> None:
    """Store a try at a practice puzzle, with its log if that is one."""
    try:
        log, ms = read_log(json.loads(body.get("log") or "[]")), int(float(body.get("ms") or 0))
    except (LogError, ValueError, RecursionError, OverflowError):
        log, ms = [], 0
    moves = str(body.get("moves", ""))[:20_000]
    write.save_attempt(participant, playable.id, moves, log, min(max(ms, 0), 10**10), solved=solved)


def _says(verdict: Judgement) -> str:
    """Return what is wrong with an answer, in the words of the study."""
    return said(verdict.reason, {"why": verdict.says})


@require_GET
@on("puzzles")
def puzzle(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the puzzles that are left, one after the other."""
    study, done = current_study(), _answered(participant)
    if way.is_time_over(study, participant):
        way.turn_page(study, participant, after="puzzles")
        return redirect("/")
    left = [at for at in range(1, len(participant.order) + 1) if at not in done]
    left = left[: _until_pause(study, participant, len(done))]
    rating = study.settings.rating
    items = [_item(participant, at) for at in left]
    data = {
        "items": items,
        "of": participant.planned,
        "limit": study.settings.time_limit,
        "left": way.seconds_left(study, participant),
        "feedback": study.settings.feedback,
        "csrf": get_token(request),
    }
    data |= {"words": study.words, "module": items[0]["module"], "who": str(participant.number)}
    return page(
        request,
        "puzzle",
        data=data,
        first=items[0],
        shown=study.puzzles[items[0]["id"]],
        key=secrets.token_hex(16),
        number=left[0],
        of=participant.planned,
        rating=rating,
        scale=range(rating.least, rating.most + 1),
        between=[each for each in study.questions if each.at == "between"],
    )


def _until_pause(study: Study, participant: Participant, done: int) -> int:
    """Return how many puzzles are left until the session is over."""
    sessions = study.settings.sessions
    if participant.session > len(sessions):
        return participant.planned
    if participant.session == len(sessions):
        return participant.planned - done
    return max(1, sum(each.puzzles for each in sessions[: participant.session]) - done)


@require_http_methods(["GET", "POST"])
@on("return")
def come_back(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Say when the next session begins, and begin it then."""
    is_time = participant.returns is None or participant.returns <= timezone.now()
    if request.method == "POST":
        if not is_time:
            return no(request, 403, "too-early")
        way.turn_page(current_study(), participant, after="return")
        return redirect("/")
    code = write.code_for(request.COOKIES[COOKIE])
    day = participant.returns.date().isoformat() if participant.returns else ""
    return page(request, "return", is_time=is_time, day=day, code=code)


@ensure_csrf_cookie
@require_http_methods(["GET", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """Let somebody go on with their code, in another browser or after a long pause."""
    if request.method == "POST":
        if not may_withdraw(request):
            return no(request, 429, "too-fast")
        for participant in write.with_code(request.POST.get("code", "")):
            return remember(redirect(ADDRESSES[participant.page]), write.resume(participant).token)
        return no(request, 404, "no-such-code")
    return page(request, "again")


@require_POST
@on("puzzles", also=("practice",))
def look(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Return a state of a puzzle that has too many states to be sent with its page."""
    body = _body(request) or {}
    given = [*(current_study().puzzles[name] for name, _ in participant.order)]
    given += [each.practice for each in current_study().lessons if each.practice]
    playable = next((each for each in given if each and each.id == body.get("puzzle")), None)
    start, *moves = str(body.get("path", "")).split("\n")
    if playable is None or start not in playable.starts or len(moves) > limit("moves"):
        return no(request, 400, "no-such-state")
    log: list[LogEntry] = [(0, "start", start), *((0, "move", move) for move in moves)]
    try:
        return JsonResponse(playable.look(states(playable, log)[-1], path="\n".join([start, *moves])))
    except LogError as error:
        return refuse(request, 400, "bad-log", str(error))


@require_POST
@on("puzzles", also=("practice",))
def faults(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Return where a finished answer breaks a rule, if the study tells people."""
    body = _body(request) or {}
    given = [*(current_study().puzzles[name] for name, _ in participant.order)]
    given += [each.practice for each in current_study().lessons if each.practice]
    playable = next((each for each in given if each.id == body.get("puzzle")), None)
    if playable is None or current_study().settings.feedback == "none":
        return JsonResponse({"marks": []})
    try:
        return JsonResponse({"marks": faults_of(playable, read_log(json.loads(body.get("log") or "[]")))})
    except (LogError, ValueError, RecursionError) as error:
        return refuse(request, 400, "bad-log", str(error))


@require_POST
@on("puzzles", also=("return", "closing", "debrief", "ended"))
def answer(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Judge an answer and store it. The reply says what is saved."""
    body, study = _body(request), current_study()
    if body is None:
        return no(request, 400, "bad-json")
    form = AnswerForm(body, rating=current_study().settings.rating)
    if not form.is_valid():
        return refuse(request, 400, "bad-answer", _first_error(form))
    given = form.answer()
    if given.position > len(participant.order):
        return no(request, 400, "no-such-puzzle", {"count": len(participant.order)})
    name, phase = participant.order[given.position - 1]
    if body.get("puzzle") not in (None, "", name):
        return no(request, 400, "other-puzzle", {"number": given.position})
    if given.timed_out and not (study.settings.time_limit or study.settings.minutes):
        return no(request, 400, "no-time-limit")
    verdict = _verdict(study.puzzles[name], given)
    may_be_open = verdict.reason == "not-a-solution" and (given.skipped or given.timed_out)
    if not verdict.is_solved and not may_be_open:
        return refuse(request, 400, verdict.reason, _says(verdict))
    try:
        given = replace(given, replies=_replies(study, participant, given, body))
        saved = write.save_answer(study, participant, given, verdict, name, phase)
    except AnswerError as error:
        return no(request, 400, error.why, {"question": error.question})
    except write.ConflictError:
        return no(request, 409, "already-answered")
    if not wants_json(request):
        return redirect("/")
    return JsonResponse(
        {"saved": saved.key, "position": saved.position, "new": saved.is_new, "solved": verdict.is_solved}
    )


def _replies(study: Study, participant: Participant, given: AnswerData, body: Any) -> dict[str, str]:
    """Return the answers to the questions that come with a rating. Who skips or runs out of time may leave them open."""
    listed = way.questions_for(study, participant, "between", given.position)
    try:
        return read_answers(listed, body)
    except AnswerError as error:
        if error.why == "missing" and (given.skipped or given.timed_out):
            return {}
        raise


def _verdict(playable: Playable, given: AnswerData) -> Judgement:
    """Judge the moves, and check that the log leads to them."""
    verdict = judge(playable, given.moves)
    if verdict.reason in ("illegal-move", "too-long") and not given.moves.strip():
        verdict = Judgement("not-a-solution", "There are no moves.")
    if verdict.reason == "illegal-move" and all(playable.takes(move) for move in given.moves.split()):
        verdict = Judgement("not-a-solution", "Something breaks a rule.")
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
    outcome = current_study().settings.outcome("done")
    return page(request, "debrief", text=prose("debrief.md"), code=code, outcome=outcome)


@require_GET
@on("ended")
def ended(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Thank those who were screened out or are too many, and send them back to the panel."""
    code = write.code_for(request.COOKIES[COOKIE])
    outcome, text = (
        current_study().settings.outcome(participant.outcome),
        current_study().word(participant.outcome),
    )
    return page(request, "debrief", text=text, code=code, outcome=outcome)


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
        if not may_withdraw(request):
            return no(request, 429, "too-fast")
        write.delete_all(write.with_code(request.POST.get("code", "")))
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
        "of": participant.planned,
    }
    if participant.page == "puzzles":
        left_over = [at for at in range(1, len(participant.order) + 1) if at not in done]
        name = participant.order[left_over[0] - 1][0]
        playable = current_study().puzzles[name]
        kind = playable.kind.name if playable.kind else ""
        told |= {"position": left_over[0], "answered": sorted(done)}
        told |= {"puzzle": {"id": name, "kind": kind, "notation": playable.notation}}
    if participant.page == "practice" and (playable_ := way.lesson(current_study(), participant).practice):
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
    study = current_study()
    asked = [each.id for each in way.questions_for(study, participant, "between", at)]
    more = {"position": at, "id": name, "goal": study.goal(study.puzzles[name]), "asked": asked}
    return study.puzzles[name].data | more


def _data(playable: Playable, request: HttpRequest) -> dict[str, Any]:
    study = current_study()
    more = {"goal": study.goal(playable), "feedback": study.settings.feedback}
    return playable.data | more | {"words": study.words, "csrf": get_token(request)}


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
        if name == "replies" and isinstance(each, dict):
            for asked, told in each.items():
                form[str(asked)] = str(told)
        else:
            form[name] = json.dumps(each) if isinstance(each, list | dict) else str(each)
    return form


def _first_error(form: AnswerForm) -> str:
    name, problems = next(iter(form.errors.items()))
    return f"{name}: {problems[0]}"
