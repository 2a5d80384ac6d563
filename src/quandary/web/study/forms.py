"""Everything that comes in from a browser or a script, checked once."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from django import forms

from quandary.web.limits import limit
from quandary.web.play.judge import LogEntry, LogError
from quandary.web.play.views import read_log
from quandary.web.study.settings import RatingScale

DEVICES = ("mouse", "touch", "keyboard")
_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")
_LONGEST_TIME = 10**10


@dataclass(frozen=True)
class AnswerData:
    """An answer as it came in."""

    key: str
    position: int
    moves: str
    log: list[list[Any]]
    skipped: bool
    timed_out: bool
    rating: int | None
    ms: int
    hidden_ms: int
    clicks: int
    device: str
    replies: dict[str, str] = field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        """Return the fields to store."""
        row = asdict(self)
        del row["key"], row["position"]
        return row


class AnswerForm(forms.Form):
    """An answer: as a form, or as a JSON object with the same names."""

    key = forms.RegexField(_KEY)
    position = forms.IntegerField(min_value=1, max_value=100_000)
    moves = forms.CharField(required=False, max_length=40 * limit("moves"), strip=True)
    log = forms.CharField(required=False, max_length=limit("body_bytes"))
    skipped = forms.BooleanField(required=False)
    timed_out = forms.BooleanField(required=False)
    rating = forms.IntegerField(required=False)
    ms = forms.IntegerField(min_value=0, max_value=_LONGEST_TIME, required=False)
    hidden_ms = forms.IntegerField(min_value=0, max_value=_LONGEST_TIME, required=False)
    clicks = forms.IntegerField(min_value=0, max_value=10**7, required=False)
    device = forms.ChoiceField(choices=[(each, each) for each in DEVICES], required=False)

    def __init__(self, data: Any, *, rating: RatingScale) -> None:
        super().__init__(data)
        self.scale = rating

    def clean_log(self) -> list[LogEntry]:
        """Read the log, which may be missing."""
        try:
            return read_log(json.loads(self.cleaned_data["log"] or "[]"))
        except (LogError, ValueError, RecursionError) as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Check what depends on several fields: a rating for what was not skipped, on the scale."""
        data = super().clean() or self.cleaned_data
        if data.get("skipped"):
            data["rating"] = self.scale.skip
        elif data.get("rating") is None:
            self.add_error("rating", "A rating is needed unless the puzzle is skipped.")
        elif not self.scale.least <= data["rating"] <= self.scale.most:
            self.add_error("rating", f"A rating is between {self.scale.least} and {self.scale.most}.")
        return data

    def answer(self) -> AnswerData:
        """Return the checked answer."""
        data = self.cleaned_data
        return AnswerData(
            key=data["key"],
            position=data["position"],
            moves=data["moves"],
            log=[list(entry) for entry in data["log"]],
            skipped=data["skipped"],
            timed_out=data["timed_out"],
            rating=data["rating"],
            ms=data["ms"] or 0,
            hidden_ms=data["hidden_ms"] or 0,
            clicks=data["clicks"] or 0,
            device=data["device"],
        )
