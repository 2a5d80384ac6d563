"""The researchers' pages, behind a login: progress, means so far, hesitations, deletion, download."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth import login as log_in
from django.contrib.auth import logout as log_out
from django.db.models import Avg, Count, Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from quandary.draw.palette import AUTO
from quandary.draw.shapes import Drawing
from quandary.draw.svg import to_svg
from quandary.web.project.refuse import refuse
from quandary.web.study import entry, export, progress, write
from quandary.web.study.current import current_study
from quandary.web.study.hesitation import hesitations, overlay_chart
from quandary.web.study.models import Answer, Occurrence, Participant
from quandary.web.study.people import failed_to_log_in, may_log_in
from quandary.web.study.roles import needs, role_of

MOST_THUMBNAILS = 60
"""Tables with more puzzles have no pictures."""


def inline(drawing: Drawing) -> str:
    """Return a picture for a page: its colours come from the page's style sheet, and its texts are escaped."""
    return mark_safe(to_svg(drawing, styled=False).replace(' width="', ' data-width="', 1))  # noqa: S308


@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Ask for the researchers' password."""
    wrong = False
    if request.method == "POST":
        if not may_log_in(request):
            return refuse(request, 429, "too-fast", "Too many attempts. Wait a minute.")
        name, password = request.POST.get("name", "")[:150], request.POST.get("password", "")[:200]
        user = authenticate(request, username=name, password=password)
        if user is not None:
            log_in(request, user)
            return redirect("/research/")
        failed_to_log_in(request)
        wrong = True
    context = {"study": current_study(), "words": current_study().words, "wrong": wrong}
    return render(request, "study/login.html", context, status=403 if wrong else 200)


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Leave the researchers' pages."""
    log_out(request)
    return redirect("/research/login")


@require_GET
@needs("viewer")
def overview(request: HttpRequest) -> HttpResponse:
    """Show how the study goes: how far people come, arms, times, where they stop, and the means of every puzzle so far."""
    study, bots = current_study(), request.GET.get("bots") == "1"
    return shown(
        request,
        "overview",
        bots=bots,
        status_now=entry.status(study),
        switch=entry.switch(),
        occurrences=Occurrence.objects.order_by("name"),
        rows=_means(bots),
        thumbnails=len(study.puzzles) <= MOST_THUMBNAILS,
        **progress.summary(study, bots),
    )


def shown(request: HttpRequest, page: str, /, status: int = 200, **context: Any) -> HttpResponse:
    """Return one of the researchers' pages, with who they are."""
    study = current_study()
    context |= {"study": study, "words": study.words | {"language": "en"}, "role": role_of(request.user)}
    return render(request, f"study/{page}.html", context, status=status)


@require_GET
@needs("viewer")
def thumbnail(request: HttpRequest, name: str) -> HttpResponse:
    """Return a small picture of a puzzle."""
    playable = current_study().puzzles.get(name)
    if playable is None:
        raise Http404
    response = HttpResponse(to_svg(playable.draw(None), palette=AUTO), content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


def _means(bots: bool) -> list[dict[str, Any]]:
    rows = (
        Answer.objects.filter(participant__is_bot=bots)
        .values("puzzle")
        .annotate(
            count=Count("pk"),
            rating=Avg("rating"),
            seconds=Avg("ms", filter=Q(solved=True)),
            clicks=Avg("clicks", filter=Q(solved=True)),
            skips=Count("pk", filter=Q(skipped=True)),
        )
        .order_by("rating", "puzzle")
    )
    return [row | {"seconds": None if row["seconds"] is None else row["seconds"] / 1000} for row in rows]


@require_GET
@needs("viewer")
def puzzle(request: HttpRequest, name: str) -> HttpResponse:
    """Show where people hesitated and turned back, over the bits that were predicted for each step."""
    playable = current_study().puzzles.get(name)
    if playable is None:
        raise Http404
    bots = request.GET.get("bots") == "1"
    answers = Answer.objects.filter(puzzle=name, participant__is_bot=bots).order_by("pk")
    logs = [[tuple(entry) for entry in log] for log in answers.values_list("log", flat=True)[:1000]]
    steps = hesitations(playable, logs)
    return shown(
        request,
        "research_puzzle",
        playable=playable,
        picture=inline(playable.draw(None)),
        chart=inline(overlay_chart(steps)) if steps else "",
        steps=steps,
        count=len(logs),
        bots=bots,
    )


@require_POST
@needs("editor")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete a participant by number or by withdrawal code, or all bots."""
    if request.POST.get("bots") == "all":
        write.delete_all(Participant.objects.filter(is_bot=True))
        return redirect("/research/")
    asked = request.POST.get("who", "").strip()[:100]
    numbered = Participant.objects.filter(number=asked) if asked.isdecimal() and len(asked) < 15 else ()
    found = [*numbered, *write.with_code(asked)]
    write.delete_all(found)
    if not found:
        return refuse(request, 404, "nobody", "No participant has this number or code. Nothing was deleted.")
    return redirect("/research/")


@require_GET
@needs("viewer")
def download(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Return all tables as one archive."""
    bots = request.GET.get("bots") == "1"
    response = StreamingHttpResponse(_archive(bots), content_type="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="study.zip"'
    return response


def _archive(bots: bool) -> Iterator[bytes]:
    """Yield a zip file with one table after the other in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        tables = export.tables(current_study(), bots=bots) | {
            "dictionary": lambda: export.dictionary(current_study())
        }
        for name, rows in tables.items():
            with archive.open(f"{name}.csv", "w", force_zip64=True) as file:
                for line in export.stream(rows):
                    file.write(line)
    buffer.seek(0)
    while piece := buffer.read(1 << 16):
        yield piece
