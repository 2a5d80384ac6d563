"""Who a request comes from, on which page they are, and how often they may ask."""

import secrets
import time
from collections import deque
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from quandary.web.limits import limit
from quandary.web.project.refuse import wants_json
from quandary.web.study.current import current_study
from quandary.web.study.models import PAGES, Participant
from quandary.web.study.words import no
from quandary.web.study.write import digest

COOKIE = "quandary-study"
ADDRESSES = {page: f"/{page}" for page in PAGES} | {"puzzles": "/puzzle"}
View = Callable[..., HttpResponse]


def whose(request: HttpRequest) -> Participant | None:
    """Return the participant whose browser sent the request, unless the age limit is over."""
    token = request.COOKIES.get(COOKIE, "")
    if not token or len(token) > 100:
        return None
    found = Participant.objects.filter(token_hash=digest(token)).first()
    since = timezone.now() - timedelta(hours=current_study().settings.resume_hours)
    return found if found and max(found.seen, found.returns or found.seen) >= since else None


def remember(response: HttpResponse, token: str) -> HttpResponse:
    """Let the browser keep the token."""
    settings_ = current_study().settings
    age = settings_.resume_hours * 3600 + 86_400 * sum(each.days for each in settings_.sessions)
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
                    return no(request, 404, "no-session")
                return redirect("/")
            if request.method == "POST" and not may_post(participant.token_hash):
                return no(request, 429, "too-fast")
            if participant.page not in (page, *also):
                if wants_json(request):
                    where = ADDRESSES[participant.page]
                    return no(request, 409, "other-page", {"where": where}, next=where)
                return redirect(ADDRESSES[participant.page])
            return view(request, participant, *args, **kwargs)

        return checked

    return decorate


class Gauge:
    """How often something happened lately, by name. Kept in memory only."""

    def __init__(self, most: int, names: int = 10_000, seconds: float = 60) -> None:
        self.most, self.names, self.seconds = most, names, seconds
        self.times: dict[str, deque[float]] = {}
        self.lock = Lock()

    def allows(self, name: str, now: float | None = None, *, most: int | None = None) -> bool:
        """Count one more if that is within the limit, and return whether it is.

        >>> gauge = Gauge(2)
        >>> [gauge.allows("ada", now=0.0) for _ in range(3)], gauge.allows("ada", now=61.0)
        ([True, True, False], True)
        """
        with self.lock:
            held, at = self._held(name, now)
            if len(held) >= (self.most if most is None else most):
                return False
            held.append(at)
            return True

    def has_room(self, name: str, now: float | None = None) -> bool:
        """Return whether one more would be within the limit, and count nothing."""
        with self.lock:
            return len(self._held(name, now)[0]) < self.most

    def _held(self, name: str, now: float | None) -> tuple[deque[float], float]:
        at = time.monotonic() if now is None else now
        if len(self.times) > self.names:
            self.times = {
                each: held for each, held in self.times.items() if held and held[-1] > at - self.seconds
            }
        held = self.times.setdefault(name, deque())
        while held and held[0] <= at - self.seconds:
            held.popleft()
        return held, at


class Clients:
    """Names for those who send requests: their address, hashed with a salt that is forgotten every day."""

    def __init__(self) -> None:
        self.day, self.salt = -1, b""

    def name(self, address: str, now: float | None = None) -> str:
        """Return the name of an address today.

        >>> clients = Clients()
        >>> clients.name("::1", now=0) == clients.name("::1", now=9), clients.name("::1", 0) == clients.name("::1", 86_400)
        (True, False)
        """
        today = int((time.time() if now is None else now) // 86_400)
        if today != self.day:
            self.day, self.salt = today, secrets.token_bytes(16)
        return sha256(self.salt + address.encode()).hexdigest()[:16]


_clients = Clients()
_posts = Gauge(limit("posts_per_minute"))
_starts = Gauge(limit("starts_per_minute"))
_starts_by_client = Gauge(limit("starts_per_minute_and_client"))
_starts_today = Gauge(limit("starts_per_minute"), seconds=86_400)
_withdrawals = Gauge(limit("withdrawals_per_minute"))
_withdrawals_by_client = Gauge(limit("withdrawals_per_minute_and_client"))
_logins = Gauge(limit("logins_per_minute"))
_logins_by_client = Gauge(limit("logins_per_minute_and_client"))
GAUGES = (
    *(_posts, _starts, _starts_by_client, _starts_today),
    *(_withdrawals, _withdrawals_by_client, _logins, _logins_by_client),
)
EVERYBODY = "everybody"


def client_of(request: HttpRequest) -> str:
    """Return the name of the client that sent a request. Its address is not kept."""
    return _clients.name(request.META.get("REMOTE_ADDR", ""))


def may_post(name: str) -> bool:
    """Return whether a participant may send another request that changes something."""
    return _posts.allows(name)


def may_start(request: HttpRequest) -> bool:
    """Return whether another person may begin now: from this client, and at all as a last wall."""
    client, most = client_of(request), current_study().settings.starts_per_address
    return (
        _starts_by_client.allows(client)
        and _starts_today.allows(client, most=most)
        and _starts.allows(EVERYBODY)
    )


def may_withdraw(request: HttpRequest) -> bool:
    """Return whether another withdrawal code may be tried: by this client, and at all as a last wall."""
    return _withdrawals_by_client.allows(client_of(request)) and _withdrawals.allows(EVERYBODY)


def may_log_in(request: HttpRequest) -> bool:
    """Return whether a client may try a password: who failed often waits, and others only if all together failed very often."""
    return _logins_by_client.has_room(client_of(request)) and _logins.has_room(EVERYBODY)


def failed_to_log_in(request: HttpRequest) -> None:
    """Count a wrong password."""
    if _logins_by_client.allows(client_of(request)):
        _logins.allows(EVERYBODY)
