"""Names of learned rules."""

import re


def slug(words: str) -> str:
    """Return words as a name that can be typed.

    >>> slug("dead end")
    'dead-end'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "rule"
