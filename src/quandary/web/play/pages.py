"""Pages for addresses that do not exist and for errors of ours."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from quandary.web.project.refuse import refuse


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Say that there is no such page."""
    return refuse(request, 404, "not-found", "There is no such page.")


def broken(request: HttpRequest) -> HttpResponse:
    """Say that something went wrong. What it was is in the server's log only."""
    return refuse(request, 500, "error", "Something went wrong on the server. Try again.")
