"""Who a request comes from, on which page they are, and how often they may ask."""

import time
from collections import deque
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from quandary.web.limits import limit
from quandary.web.project.refuse import refuse, wants_json
from quandary.web.study.current import current_study
from quandary.web.study.models import Participant
from quandary.web.study.write import digest

COOKIE = "quandary-study"
ADDRESSES = {
    "questions": "/questions",
    "tutorial": "/tutorial",
    "practice": "/practice",
    "puzzles": "/puzzle",
    "debrief": "/debrief",
}
View = Callable[..., HttpResponse]


def whose(request: HttpRequest) -> Participant | None:
    """Return the participant whose browser sent the request, unless the age limit is over."""
    token = request.COOKIES.get(COOKIE, "")
    if not token or len(token) > 100:
        return None
    found = Participant.objects.filter(token_hash=digest(token)).first()
    since = timezone.now() - timedelta(hours=current_study().settings.resume_hours)
    return found if found and found.seen >= since else None


def remember(response: HttpResponse, token: str) -> HttpResponse:
    """Let the browser keep the token."""
    age = current_study().settings.resume_hours * 3600
    secure = settings.QUANDARY_SERVING.is_public
    response.set_cookie(COOKIE, token, max_age=age, httponly=True, samesite="Lax", secure=secure)
    return response


def forget(response: HttpResponse) -> HttpResponse:
    """Let the browser forget the token."""
    response.delete_cookie(COOKIE)
    return response


def on(page: str, *, also: tuple[str, ...] = ()) -> Callable[[View], View]:
    """Let only people on a page see it. Others are led to the page they are on."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            participant = whose(request)
            if participant is None:
                if wants_json(request):
                    return refuse(request, 404, "no-session", "There is no session. Begin at the first page.")
                return redirect("/")
            if request.method == "POST" and not may_post(participant.token_hash):
                return refuse(request, 429, "too-fast", "Too many requests. Wait a minute.")
            if participant.page not in (page, *also):
                if wants_json(request):
                    where = ADDRESSES[participant.page]
                    return JsonResponse(
                        {"error": "other-page", "says": f"Continue at {where}.", "next": where}, status=409
                    )
                return redirect(ADDRESSES[participant.page])
            return view(request, participant, *args, **kwargs)

        return checked

    return decorate


class Gauge:
    """How often something happened in the last minute, by name. Kept in memory only."""

    def __init__(self, most: int, names: int = 10_000) -> None:
        self.most, self.names = most, names
        self.times: dict[str, deque[float]] = {}
        self.lock = Lock()

    def allows(self, name: str, now: float | None = None) -> bool:
        """Count one more, and return whether that is within the limit.

        >>> gauge = Gauge(2)
        >>> [gauge.allows("ada", now=0.0) for _ in range(3)], gauge.allows("ada", now=61.0)
        ([True, True, False], True)
        """
        at = time.monotonic() if now is None else now
        with self.lock:
            if len(self.times) > self.names:
                self.times = {each: held for each, held in self.times.items() if held and held[-1] > at - 60}
            held = self.times.setdefault(name, deque())
            while held and held[0] <= at - 60:
                held.popleft()
            if len(held) >= self.most:
                return False
            held.append(at)
            return True


_posts = Gauge(limit("posts_per_minute"))
_starts = Gauge(limit("starts_per_minute"))


def may_post(name: str) -> bool:
    """Return whether a participant may send another request that changes something."""
    return _posts.allows(name)


def may_start() -> bool:
    """Return whether another person may begin now."""
    return _starts.allows("everybody")
