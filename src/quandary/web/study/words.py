"""What the server says to participants, in the words of the study."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from quandary.web.project.refuse import refuse
from quandary.web.study.current import current_study


def said(code: str, fill: Mapping[str, Any] | None = None) -> str:
    """Return a message of the study, with what belongs into it."""
    text = str(current_study().words["messages"][code])
    for name, value in (fill or {}).items():
        text = text.replace("{" + name + "}", str(value))
    return text


def no(
    request: HttpRequest, status: int, code: str, fill: Mapping[str, Any] | None = None, **more: Any
) -> HttpResponse:
    """Return a refusal in the words of the study."""
    return refuse(request, status, code, said(code, fill), **more)
