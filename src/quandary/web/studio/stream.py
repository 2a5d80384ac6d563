"""Answers as a stream of events, which ends when the page is closed."""

import json
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from quandary.web.limits import limit
from quandary.web.project.refuse import refuse
from quandary.web.studio.crew import Talk

LOOK = 0.25
"""Seconds between two looks at whether the page is still there."""
_open: dict[tuple[str, str], Talk] = {}
_lock = Lock()


def sse(event: dict[str, Any]) -> bytes:
    r"""Return an event as the text of a stream.

    >>> sse({"said": "a\nb"})
    b'data: {"said": "a\\nb"}\n\n'
    """
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode()


def stream(request: HttpRequest, what: str, talk: Talk) -> HttpResponseBase:
    """Answer with what a talk says. A newer question of the same page about the same ends the older one."""
    key = request.headers.get("X-Tab", "")[:40], what
    with _lock:
        older = _open.pop(key, None)
        if older is None and len(_open) >= limit("streams"):
            talk.end()
            return refuse(
                request, 429, "streams", "Too many pages of the studio are at work. Close one of them."
            )
        _open[key] = talk
    if older is not None:
        older.end()
    gone: Callable[[], bool] = request.META.get("waitress.client_disconnected", lambda: False)
    answer = StreamingHttpResponse(_events(talk, gone, key), content_type="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _events(talk: Talk, gone: Callable[[], bool], key: tuple[str, str]) -> Iterator[bytes]:
    try:
        yield b": here\n\n"  # the page may begin to read
        while talk.open and not talk.is_over and not gone():
            said = talk.next(LOOK)
            if said is None:
                yield b": wait\n\n"
            elif said[1] is not None:
                yield sse({"tag": said[0], **said[1]})
            elif said[0]:
                yield sse({"tag": said[0], "done": True})
        if not talk.is_over:
            yield sse({"over": True})
    finally:
        talk.end()
        with _lock:
            if _open.get(key) is talk:
                del _open[key]
