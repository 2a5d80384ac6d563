"""The researchers' desk: edit and check a study, start, pause and close it, replay answers, make reports, keep accounts."""

import secrets
from typing import Any

from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.core import checks as django_checks
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from quandary.board.data import drawing_data
from quandary.errors import QuandaryError
from quandary.web.project.refuse import refuse
from quandary.web.study import editing, entry, reports, write
from quandary.web.study.checks import SOLVING, TAG
from quandary.web.study.current import current_study
from quandary.web.study.models import Answer
from quandary.web.study.people import ADDRESSES, remember
from quandary.web.study.replay import frames
from quandary.web.study.research import shown
from quandary.web.study.roles import ROLES, give_role, needs, role_of
from quandary.web.study.text import to_html


@require_POST
@needs("editor")
def switch(request: HttpRequest) -> HttpResponse:
    """Open, pause or close the study. Who has begun may go on."""
    to = request.POST.get("to", "")
    if to not in entry.SWITCHES:
        return refuse(request, 400, "no-such-switch", "A study is open, paused or closed.")
    entry.turn(to)
    return redirect("/research/")


@require_http_methods(["GET", "POST"])
@needs("editor")
def edit(request: HttpRequest, name: str = "study.toml") -> HttpResponse:
    """Edit a file of the study: settings, texts with a preview, questions, words, puzzles."""
    study, told, wrong = current_study(), "", ""
    if name not in editing.files_of(study):
        raise Http404
    text = (study.path / name).read_text("utf-8")
    if request.method == "POST":
        text = request.POST.get("text", "")
        if upload := request.FILES.get("file"):
            text = upload.read().decode("utf-8", "replace")
        try:
            editing.save(study, name, text)
            told = "Saved. New pages use it from now on."
        except QuandaryError as error:
            wrong = str(error)
    preview = mark_safe(to_html(text)) if name.endswith(".md") else ""  # noqa: S308 - HTML in the text is escaped
    listed = editing.files_of(current_study())
    context = {"files": listed, "name": name, "text": text, "told": told, "wrong": wrong, "preview": preview}
    return shown(request, "edit", status=400 if wrong else 200, **context)


@require_POST
@needs("editor")
def preview_text(request: HttpRequest) -> HttpResponse:
    """Return a text as HTML, while it is being written."""
    return JsonResponse({"html": to_html(request.POST.get("text", "")[:200_000])})


@require_POST
@needs("editor")
def preview(request: HttpRequest) -> HttpResponse:
    """Walk through the study as a participant would, marked as a bot."""
    begun = write.begin(current_study(), is_bot=True)
    return remember(redirect(ADDRESSES[begun.participant.page]), begun.token)


@require_GET
@needs("viewer")
def doctor(request: HttpRequest) -> HttpResponse:
    """Show what the doctor finds."""
    found = django_checks.run_checks(tags=[TAG, SOLVING])
    listed = [
        {
            "id": each.id,
            "says": each.msg,
            "hint": each.hint or "",
            "is_wrong": each.level >= django_checks.WARNING,
        }
        for each in found
    ]
    return shown(request, "doctor", found=listed)


@require_GET
@needs("viewer")
def replay(request: HttpRequest, number: int, position: int) -> HttpResponse:
    """Show one answer move by move."""
    found = Answer.objects.filter(participant__number=number, position=position).select_related("participant")
    answer = found.first()
    playable = current_study().puzzles.get(answer.puzzle) if answer else None
    if answer is None or playable is None:
        raise Http404
    others = Answer.objects.filter(participant=answer.participant).order_by("position")
    data = {
        "drawing": drawing_data(playable.draw(None)),
        "frames": frames(playable, [tuple(e) for e in answer.log]),
    }
    context: dict[str, Any] = {"answer": answer, "playable": playable, "data": data, "number": number}
    return shown(request, "replay", others=others.values_list("position", "puzzle"), **context)


@require_http_methods(["GET", "POST"])
@needs("viewer")
def report(request: HttpRequest) -> HttpResponse:
    """Make the analysis of what is stored so far, and show it when it is ready."""
    bots = request.GET.get("bots") == "1"
    if request.method == "POST":
        reports.start(current_study(), bots)
        return redirect(f"/research/report{'?bots=1' if bots else ''}")
    made = reports.report(bots)
    if made.state == "done" and request.GET.get("show") == "1":
        response = HttpResponse(made.html)
        response.headers["Content-Security-Policy"] = reports.policy(made.html)
        return response
    return shown(request, "report", report=made, bots=bots)


@require_http_methods(["GET", "POST"])
@needs("owner")
def accounts(request: HttpRequest) -> HttpResponse:
    """List the researchers, add and remove them, and give them roles."""
    told, wrong, users = "", "", get_user_model().objects
    if request.method == "POST":
        name, role = request.POST.get("name", "").strip()[:100], request.POST.get("role", "")
        user = users.filter(username=name).first()
        match request.POST.get("do"):
            case "add" if name and role in ROLES and user is None:
                password = secrets.token_urlsafe(15)
                made: Any = users.model(username=name)
                made.set_password(password)
                made.save()
                give_role(made, role)
                told = f"Made {name}, {role}. Password, shown once: {password}"
            case "role" if user is not None and role in ROLES and user != request.user:
                give_role(user, role)
                told = f"{name} is {role} now."
            case "remove" if user is not None and user != request.user:
                user.delete()
                told = f"Removed {name}."
            case _:
                wrong = "Choose a new name and a role. Nobody changes or removes their own account."
    listed = [{"name": each.get_username(), "role": role_of(each)} for each in users.order_by("pk")]
    return shown(
        request,
        "accounts",
        status=400 if wrong else 200,
        accounts=listed,
        roles=ROLES,
        told=told,
        wrong=wrong,
    )


@require_http_methods(["GET", "POST"])
@needs("viewer")
def password(request: HttpRequest) -> HttpResponse:
    """Change one's own password."""
    told, wrong = "", ""
    if request.method == "POST":
        user: Any = request.user
        old, new = request.POST.get("old", "")[:200], request.POST.get("new", "")[:200]
        try:
            if not user.check_password(old):
                raise ValidationError("The old password is wrong.")
            validate_password(new, user)
            user.set_password(new)
            user.save()
            update_session_auth_hash(request, user)
            told = "Your password has been changed."
        except ValidationError as error:
            wrong = " ".join(error.messages)
    return shown(request, "password", status=400 if wrong else 200, told=told, wrong=wrong)
