"""The tables of a study. Nothing in them leads to a person."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models

from quandary.web.project.boot import ensure

ensure()  # so that the module can be imported by readers and type checkers, too

PAGES = ("questions", "tutorial", "practice", "puzzles", "return", "closing", "debrief", "ended")
"""The pages of a participant: tutorial and practice once for each kind, "return" between two sessions, "closing" with the
last questions, and "ended" for those who were screened out or were too many."""


class Participant(models.Model):
    """One person, from consent to debrief. Deleting it deletes every answer."""

    number: "models.BigIntegerField[int, int]" = models.BigIntegerField(unique=True)
    """Drawn at random, so that it tells neither when nor where a person took part."""
    token_hash: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    """The hash of what the person's browser keeps."""
    code_hash: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    """The hash of the withdrawal code."""
    panel_hash: "models.CharField[str, str]" = models.CharField(max_length=64, blank=True)
    """The keyed hash of a recruitment panel's id, if it sent one."""
    panel: "models.CharField[str, str]" = models.CharField(max_length=200, blank=True)
    """The panel's id as given, only if the study says so."""
    page: "models.CharField[str, str]" = models.CharField(max_length=20)
    arm: "models.CharField[str, str]" = models.CharField(max_length=60, blank=True)
    seed: "models.BigIntegerField[int, int]" = models.BigIntegerField()
    order: "models.JSONField[Any, Any]" = models.JSONField()
    """The puzzles of this person: a list of [id, phase]."""
    planned: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)
    """How many puzzles the person gets. An adaptive order grows up to it."""
    basis: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    """The difficulties from which an adaptive order is drawn: [value, error] by puzzle."""
    lesson: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)
    """The number of the kind that is being explained and practised."""
    session: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=1)
    returns: "models.DateTimeField[datetime | None, datetime | None]" = models.DateTimeField(null=True)
    """When the next session may begin."""
    outcome: "models.CharField[str, str]" = models.CharField(max_length=20, blank=True)
    """How it ended: done, screened_out or over_quota."""
    entered: "models.DateTimeField[datetime | None, datetime | None]" = models.DateTimeField(null=True)
    """When the page that the person is on was first shown, for durations."""
    spent: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    """Seconds on each page that is over."""
    questions: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    is_bot: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    created: "models.DateTimeField[datetime, datetime]" = models.DateTimeField(auto_now_add=True)
    seen: "models.DateTimeField[datetime, datetime]" = models.DateTimeField()
    """When the person last did something, for drop-outs and resuming."""
    finished: "models.DateTimeField[datetime | None, datetime | None]" = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager["Participant"]] = models.Manager()

    class Meta:
        """What the database keeps in order."""

        indexes = (models.Index(fields=["is_bot", "page"]), models.Index(fields=["panel_hash"]))

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
    device: "models.CharField[str, str]" = models.CharField(max_length=10, blank=True)
    replies: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    """Answers to the questions that came with the rating."""

    objects: ClassVar[models.Manager["Answer"]] = models.Manager()

    class Meta:
        """What the database keeps in order."""

        constraints = (
            models.UniqueConstraint(fields=["participant", "position"], name="one_answer_per_position"),
            models.UniqueConstraint(fields=["participant", "key"], name="one_answer_per_key"),
        )

    def __str__(self) -> str:
        return f"answer {self.position} of {self.participant}"


class Attempt(models.Model):
    """One try at a practice puzzle, solved or not."""

    participant: "models.ForeignKey[Participant, Participant]" = models.ForeignKey(
        Participant, on_delete=models.CASCADE, related_name="attempts"
    )
    puzzle: "models.CharField[str, str]" = models.CharField(max_length=200)
    moves: "models.TextField[str, str]" = models.TextField(blank=True)
    log: "models.JSONField[Any, Any]" = models.JSONField(default=list)
    solved: "models.BooleanField[bool, bool]" = models.BooleanField()
    ms: "models.BigIntegerField[int, int]" = models.BigIntegerField(default=0)

    objects: ClassVar[models.Manager["Attempt"]] = models.Manager()

    def __str__(self) -> str:
        return f"attempt at {self.puzzle} of {self.participant}"


class EntryLink(models.Model):
    """A link with which one person may begin."""

    token_hash: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    used: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)

    objects: ClassVar[models.Manager["EntryLink"]] = models.Manager()

    def __str__(self) -> str:
        return "a used link" if self.used else "an unused link"


class Control(models.Model):
    """What researchers switched in the browser: whether people may begin."""

    name: "models.CharField[str, str]" = models.CharField(max_length=40, unique=True)
    value: "models.CharField[str, str]" = models.CharField(max_length=200)

    objects: ClassVar[models.Manager["Control"]] = models.Manager()

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class Occurrence(models.Model):
    """How often something happened that is only counted: withdrawals, refusals."""

    name: "models.CharField[str, str]" = models.CharField(max_length=40, unique=True)
    count: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager["Occurrence"]] = models.Manager()

    def __str__(self) -> str:
        return f"{self.name}: {self.count}"
