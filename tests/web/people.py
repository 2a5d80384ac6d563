"""A participant's browser without a browser: forms and JSON, with CSRF checks switched on."""

import json
from typing import Any

from django.test import Client

from quandary.showing.playable import Playable
from quandary.web.play.hint import answer
from quandary.web.play.judge import text_of
from quandary.web.study.folder import Study
from quandary.web.study.models import Answer, Participant
from quandary.web.study.people import COOKIE
from quandary.web.study.write import digest


class Visitor:
    """One person's browser."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.client = Client(enforce_csrf_checks=True, SERVER_NAME="127.0.0.1")

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def form(self, path: str, **fields: Any) -> Any:
        token = self.client.cookies["csrftoken"].value if "csrftoken" in self.client.cookies else ""
        return self.client.post(path, fields, headers={"X-CSRFToken": token})

    def json(self, path: str, **fields: Any) -> Any:
        token = self.client.cookies["csrftoken"].value if "csrftoken" in self.client.cookies else ""
        headers = {"X-CSRFToken": token, "Accept": "application/json"}
        return self.client.post(path, json.dumps(fields), content_type="application/json", headers=headers)

    def reach_puzzles(self) -> None:
        self.get("/")
        self.form("/consent", agree="yes")
        self.form("/questions", age="16–20")
        self.form("/tutorial")
        assert self.study.practice
        self.form("/practice", moves=solution(self.study.practice))
        assert self.where["page"] == "puzzles"

    @property
    def where(self) -> Any:
        return self.get("/where.json").json()

    @property
    def row(self) -> Participant:
        return Participant.objects.get(token_hash=digest(self.client.cookies[COOKIE].value))

    @property
    def stored(self) -> list[Answer]:
        return list(Answer.objects.filter(participant=self.row).order_by("position"))

    def puzzle(self, position: int) -> Playable:
        return self.study.puzzles[self.row.order[position - 1][0]]

    def answer(self, position: int, /, **more: Any) -> Any:
        fields = {
            "key": f"key-for-position-{position}",
            "position": position,
            "moves": solution(self.puzzle(position)),
            "rating": 5,
        }
        return self.json("/answer", **(fields | more))


def solution(playable: Playable) -> str:
    """Return the moves of a solution."""
    found = answer(playable)
    assert found
    return text_of(playable, found["start"], found["moves"])
