"""The colours of pictures as a style sheet: light, dark, and printed."""

from dataclasses import replace
from functools import cache

from quandary.draw.palette import AUTO, LIGHT
from quandary.draw.svg import stylesheet


@cache
def palette_css() -> str:
    """Return the rules for every role.

    >>> ".fill-ink { fill: #14181a }" in palette_css()
    True
    """
    return stylesheet(replace(AUTO, media=(("all", LIGHT), *AUTO.media)))
