"""The tables of a study. Nothing in them leads to a person."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models

from quandary.web.project.boot import ensure

ensure()  # so that the module can be imported by readers and type checkers, too

PAGES = ("questions", "tutorial", "practice", "puzzles", "debrief")
"""The pages of a participant, in order."""


class Participant(models.Model):
    """One person, from consent to debrief. Deleting it deletes every answer."""

    number: "models.BigIntegerField[int, int]" = models.BigIntegerField(unique=True)
    """Drawn at random, so that it tells neither when nor where a person took part."""
    token_hash: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    """The hash of what the person's browser keeps."""
    code_hash: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    """The hash of the withdrawal code."""
    panel_hash: "models.CharField[str, str]" = models.CharField(max_length=64, blank=True)
    """The hash of a recruitment panel's id, if it sent one."""
    page: "models.CharField[str, str]" = models.CharField(max_length=20)
    arm: "models.CharField[str, str]" = models.CharField(max_length=60, blank=True)
    seed: "models.BigIntegerField[int, int]" = models.BigIntegerField()
    order: "models.JSONField[Any, Any]" = models.JSONField()
    """The puzzles of this person: a list of [id, phase]."""
    questions: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    is_bot: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    created: "models.DateTimeField[datetime, datetime]" = models.DateTimeField(auto_now_add=True)
    seen: "models.DateTimeField[datetime, datetime]" = models.DateTimeField()
    """When the person last did something, for drop-outs and resuming."""
    finished: "models.DateTimeField[datetime | None, datetime | None]" = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager["Participant"]] = models.Manager()

    class Meta:
        """What the database keeps in order."""

        indexes = (models.Index(fields=["is_bot", "page"]),)

    def __str__(self) -> str:
        return f"participant {self.number}"


class Answer(models.Model):
    """What one person did with one puzzle."""

    participant: "models.ForeignKey[Participant, Participant]" = models.ForeignKey(
        Participant, on_delete=models.CASCADE, related_name="answers"
    )
    key: "models.CharField[str, str]" = models.CharField(max_length=64)
    """Chosen by the browser, so that an answer sent twice is stored once."""
    position: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    puzzle: "models.CharField[str, str]" = models.CharField(max_length=200)
    phase: "models.CharField[str, str]" = models.CharField(max_length=10)
    moves: "models.TextField[str, str]" = models.TextField(blank=True)
    log: "models.JSONField[Any, Any]" = models.JSONField()
    """Every move with its time: [milliseconds, verb, move]."""
    solved: "models.BooleanField[bool, bool]" = models.BooleanField()
    skipped: "models.BooleanField[bool, bool]" = models.BooleanField()
    timed_out: "models.BooleanField[bool, bool]" = models.BooleanField()
    rating: "models.IntegerField[int | None, int | None]" = models.IntegerField(null=True)
    ms: "models.BigIntegerField[int, int]" = models.BigIntegerField()
    hidden_ms: "models.BigIntegerField[int, int]" = models.BigIntegerField()
    clicks: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    length: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    device: "models.CharField[str, str]" = models.CharField(max_length=10)

    objects: ClassVar[models.Manager["Answer"]] = models.Manager()

    class Meta:
        """What the database keeps in order."""

        constraints = (
            models.UniqueConstraint(fields=["participant", "position"], name="one_answer_per_position"),
            models.UniqueConstraint(fields=["participant", "key"], name="one_answer_per_key"),
        )

    def __str__(self) -> str:
        return f"answer {self.position} of {self.participant}"


class Occurrence(models.Model):
    """How often something happened that is only counted: withdrawals, refusals."""

    name: "models.CharField[str, str]" = models.CharField(max_length=40, unique=True)
    count: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager["Occurrence"]] = models.Manager()

    def __str__(self) -> str:
        return f"{self.name}: {self.count}"
