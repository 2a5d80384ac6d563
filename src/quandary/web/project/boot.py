"""Set Django up for what is served. It must happen before models are imported, and only once."""

import warnings

import django
from django.conf import settings

from quandary.web.project.serving import Serving, settings_for


def boot(serving: Serving) -> None:
    """Set Django up for what is served."""
    if settings.configured:
        raise RuntimeError("Django is set up already: boot() comes before any import of quandary.web.study")
    settings.configure(**settings_for(serving))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        django.setup()


def ensure() -> None:
    """Set Django up with a database in memory, unless it is set up already: for readers and type checkers."""
    if not settings.configured:
        boot(Serving(secret="not-served", token="not-served"))  # noqa: S106
