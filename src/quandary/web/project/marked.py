"""What every page shows: the name, as it is drawn."""

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from quandary.draw.look import WORDMARK


def wordmark(request: HttpRequest) -> dict[str, SafeString]:
    """Return the name for the bar on top of a page."""
    return {"wordmark": mark_safe(WORDMARK)}  # noqa: S308 - it is ours
