"""Who may talk to the server. Host first, then where the request comes from, then the cookie of the link."""

import hmac
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from quandary.web.project.refuse import refuse

Next = Callable[[HttpRequest], HttpResponseBase]
SAFE = ("GET", "HEAD")
COOKIE = "quandary-link"


class OnlyKnownHosts:
    """Refuse a request to another host, or from a page of another site, whatever it asks for."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, or say which check it fails."""
        try:
            host = request.get_host()
        except DisallowedHost:
            return refuse(
                request,
                403,
                "host",
                f"Open it as {settings.ALLOWED_HOSTS[0]}; the Host header names another address.",
            )
        if request.method not in SAFE and (why := _stranger(request, host)):
            return refuse(request, 403, "origin", why)
        return self.get_response(request)


def _stranger(request: HttpRequest, host: str) -> str | None:
    """Return why a request comes from another site, or None."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return f"The request comes from another site ({site[:20]})."
    origin = request.headers.get("Origin")
    if origin is not None and (urlsplit(origin).scheme, urlsplit(origin).netloc) != (request.scheme, host):
        return "The request comes from a page at another address."
    return None


class OnlyWithTheLink:
    """Let only the person in who has the printed link. The link works once and is swapped for a cookie."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self.token: str | None = settings.QUANDARY_SERVING.token
        self.cookie = sha256(f"{settings.SECRET_KEY} cookie".encode()).hexdigest()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, or say that the link is missing."""
        given = request.GET.get("token")
        if given is not None and self.token and hmac.compare_digest(given.encode(), self.token.encode()):
            self.token = None
            return self._welcome(request)
        if not hmac.compare_digest(request.COOKIES.get(COOKIE, "").encode(), self.cookie.encode()):
            return refuse(request, 403, "link", "Open the link that the command printed; it works once.")
        return self.get_response(request)

    def _welcome(self, request: HttpRequest) -> HttpResponse:
        response = HttpResponseRedirect(request.path)
        response.set_cookie(COOKIE, self.cookie, httponly=True, samesite="Strict")
        return response
