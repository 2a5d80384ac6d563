"""Refusals: one page, or one JSON object, that names the check that failed and the remedy."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client asked for JSON rather than for a page."""
    return (
        "application/json" in request.headers.get("Accept", "") or request.content_type == "application/json"
    )


def refuse(request: HttpRequest, status: int, reason: str, says: str, **more: Any) -> HttpResponse:
    """Return a refusal with its reason as a code and in words."""
    if wants_json(request):
        return JsonResponse({"error": reason, "says": says, **more}, status=status)
    page = render_to_string("play/refused.html", {"reason": reason, "says": says, "status": status})
    return HttpResponse(page, status=status)


def no_csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the refusal of a form that does not come from our own page."""
    return refuse(request, 403, "csrf", "Reload the page and send the form again.")
