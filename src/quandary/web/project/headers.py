"""Headers of every answer: the Content-Security-Policy, and no caching of pages.

Django 6 has SECURE_CSP built in. Until then this middleware reads a setting of that name and form.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

Next = Callable[[HttpRequest], HttpResponseBase]


class Headers:
    """The middleware that adds them."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {' '.join(values)}" for name, values in settings.SECURE_CSP.items())

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the headers to an answer."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), interest-cohort=()"
        )
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Cache-Control", "no-store")
        return response
