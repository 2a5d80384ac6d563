"""The researchers' pages, behind a login: progress, means so far, hesitations, deletion, download."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth import login as log_in
from django.contrib.auth import logout as log_out
from django.contrib.auth.decorators import login_required
from django.db.models import Avg, Count, Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from quandary.draw.shapes import Drawing
from quandary.draw.svg import to_svg
from quandary.web.project.refuse import refuse
from quandary.web.study import export, way, write
from quandary.web.study.current import current_study
from quandary.web.study.hesitation import hesitations, overlay_chart
from quandary.web.study.models import Answer, Occurrence, Participant
from quandary.web.study.people import failed_to_log_in, may_log_in


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
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show how far people are, where they stop, and the means of every puzzle so far."""
    bots = request.GET.get("bots") == "1"
    people = Participant.objects.filter(is_bot=bots)
    on_page = dict(people.values_list("page").annotate(count=Count("pk")).order_by())
    context = {
        "study": current_study(),
        "words": current_study().words,
        "bots": bots,
        "begun": people.count(),
        "finished": people.exclude(finished=None).count(),
        "pages": [(page, on_page.get(page, 0)) for page in way.pages(current_study())],
        "stops": _stops(bots),
        "occurrences": Occurrence.objects.order_by("name"),
        "rows": _means(bots),
    }
    return render(request, "study/overview.html", context)


def _stops(bots: bool) -> list[tuple[int, int]]:
    """Return at which position people who have not finished stand, and how many there are."""
    open_people = Participant.objects.filter(is_bot=bots, finished=None, page="puzzles").annotate(
        done=Count("answers")
    )
    counts: dict[int, int] = {}
    for done in open_people.values_list("done", flat=True):
        counts[done + 1] = counts.get(done + 1, 0) + 1
    return sorted(counts.items())


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
@login_required
def puzzle(request: HttpRequest, name: str) -> HttpResponse:
    """Show where people hesitated and turned back, over the bits that were predicted for each step."""
    playable = current_study().puzzles.get(name)
    if playable is None:
        raise Http404
    bots = request.GET.get("bots") == "1"
    answers = Answer.objects.filter(puzzle=name, participant__is_bot=bots).order_by("pk")
    logs = [[tuple(entry) for entry in log] for log in answers.values_list("log", flat=True)[:1000]]
    steps = hesitations(playable, logs)
    context = {
        "study": current_study(),
        "words": current_study().words,
        "playable": playable,
        "picture": inline(playable.draw(None)),
        "chart": inline(overlay_chart(steps)) if steps else "",
        "steps": steps,
        "count": len(logs),
        "bots": bots,
    }
    return render(request, "study/research_puzzle.html", context)


@require_POST
@login_required
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
@login_required
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
