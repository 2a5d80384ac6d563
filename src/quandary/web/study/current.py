"""The study that is served."""

from functools import cache

from django.conf import settings

from quandary.errors import QuandaryError
from quandary.web.project.serving import Serving
from quandary.web.study.folder import Study, read_study


@cache
def current_study() -> Study:
    """Return the study that is served, read once."""
    serving: Serving = settings.QUANDARY_SERVING
    if serving.folder is None:
        raise QuandaryError("No study is served.")
    return read_study(serving.folder)
