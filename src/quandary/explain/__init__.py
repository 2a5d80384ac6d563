"""Where the difficulty of a puzzle sits, and which rule would remove it."""

from quandary.explain.chart import chart
from quandary.explain.explanation import Explanation, RuleWorth, explain
from quandary.explain.page import to_html
from quandary.explain.picture import picture
from quandary.explain.profile import Profile
from quandary.explain.record import as_json
from quandary.explain.text import to_text

__all__ = [
    "Explanation",
    "Profile",
    "RuleWorth",
    "as_json",
    "chart",
    "explain",
    "picture",
    "to_html",
    "to_text",
]
