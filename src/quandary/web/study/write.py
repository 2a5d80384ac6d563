"""Everything that is stored or deleted. One function, one transaction each."""

import logging
import re
import secrets
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from quandary.errors import QuandaryError
from quandary.web.play.judge import Judgement
from quandary.web.study import folder
from quandary.web.study.folder import Study
from quandary.web.study.forms import AnswerData
from quandary.web.study.models import PAGES, Answer, Occurrence, Participant
from quandary.web.study.order import draw_order

logger = logging.getLogger(__name__)
CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of withdrawal codes, none of which looks like another."""


class ConflictError(QuandaryError):
    """Another answer to the same puzzle is stored already. It is shown, never overwritten."""


@dataclass(frozen=True)
class Begun:
    """A new participant, with what only their browser and they themselves know."""

    participant: Participant
    token: str


def digest(text: str) -> str:
    """Return the hash under which a token or a code is stored."""
    return sha256(text.encode()).hexdigest()


def code_for(token: str) -> str:
    """Return the withdrawal code that belongs to a browser's token, 16 characters in groups of four.

    >>> code_for("x") == code_for("x"), len(code_for("x"))
    (True, 19)
    """
    number = int(digest(f"withdraw {token}"), 16)
    letters = "".join(CODE[number >> 5 * place & 31] for place in range(16))
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def with_code(typed: str) -> list[Participant]:
    """Return the participant whose withdrawal code somebody typed, with or without hyphens, in large or small letters."""
    letters = re.sub(r"[\s-]", "", typed[:100].upper())
    code = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    return list(Participant.objects.filter(code_hash=digest(code)))


def begin(study: Study, *, panel: str = "", is_bot: bool = False) -> Begun:
    """Store a new participant with an order of puzzles, and return the token for the browser."""
    token, seed = secrets.token_urlsafe(32), secrets.randbits(53)
    now = timezone.now()
    with transaction.atomic():
        people = Participant.objects.filter(is_bot=is_bot)
        drawn = draw_order(
            study.settings, [*study.puzzles], seed, people.count(), _given(study, is_bot=is_bot)
        )
        made = Participant.objects.create(
            number=secrets.randbelow(10**12),
            token_hash=digest(token),
            code_hash=digest(code_for(token)),
            panel_hash=digest(f"{study.settings.title} {panel}") if panel else "",
            page=first_page(study),
            arm=drawn.arm,
            seed=seed,
            order=[list(item) for item in drawn.order],
            is_bot=is_bot,
            seen=now,
        )
    return Begun(made, token)


def _given(study: Study, *, is_bot: bool) -> Counter[str]:
    """Count how often each puzzle was answered or is still being solved. Puzzles of drop-outs are given out again.

    Who is still there counts with all their puzzles, others with those that they answered.
    """
    if study.settings.per_person >= len(study.puzzles) and not study.settings.arms:
        return Counter()
    since = timezone.now() - timedelta(hours=study.settings.resume_hours)
    live = Q(finished=None, seen__gte=since)
    people = Participant.objects.filter(is_bot=is_bot)
    answers = Answer.objects.filter(participant__in=people.exclude(live))
    given = Counter(dict(answers.values_list("puzzle").annotate(count=Count("pk")).order_by()))
    for order in people.filter(live).values_list("order", flat=True):
        given.update(puzzle for puzzle, _ in order)
    return given


def pages(study: Study) -> list[str]:
    """Return the pages that this study has, in order."""
    without = {"questions": not study.questions, "practice": study.practice is None}
    return [page for page in PAGES if not without.get(page)]


def first_page(study: Study) -> str:
    """Return the page after consent."""
    return pages(study)[0]


def turn_page(study: Study, participant: Participant, *, after: str, **fields: Any) -> None:
    """Move a participant from one page to the next. Sent twice, it moves once."""
    listed = pages(study)
    with transaction.atomic():
        Participant.objects.filter(pk=participant.pk, page=after).update(
            page=listed[listed.index(after) + 1], seen=timezone.now(), **fields
        )


@dataclass(frozen=True)
class Saved:
    """What the page may show as saved."""

    key: str
    position: int
    is_new: bool


def save_answer(
    participant: Participant, answer: AnswerData, verdict: Judgement, puzzle: str, phase: str
) -> Saved:
    """Store one answer and return what the page may show as saved. The same key twice stores it once."""
    row = answer.row() | {"puzzle": puzzle, "phase": phase, "solved": verdict.is_solved}
    row |= {"length": verdict.length if verdict.is_solved else 0}
    with transaction.atomic():
        list(Participant.objects.select_for_update().filter(pk=participant.pk))  # a second tab waits here
        stored = Answer.objects.filter(participant=participant, position=answer.position).first()
        if stored is None:
            try:
                with transaction.atomic():
                    Answer.objects.create(
                        participant=participant, key=answer.key, position=answer.position, **row
                    )
            except IntegrityError as error:  # the key was used for another puzzle
                raise ConflictError("This key was used for another answer.") from error
            _after(participant, answer.position)
            return Saved(answer.key, answer.position, is_new=True)
    if stored.key != answer.key:
        raise ConflictError("This puzzle was already answered.")
    return Saved(stored.key, stored.position, is_new=False)


def _after(participant: Participant, position: int) -> None:
    now = timezone.now()
    fields: dict[str, Any] = {"seen": now}
    if Answer.objects.filter(participant=participant).count() >= len(participant.order):
        fields |= {"page": "debrief", "finished": now}
    Participant.objects.filter(pk=participant.pk).update(**fields)


def delete(participant: Participant, reason: str = "withdrawn") -> None:
    """Delete a participant with every answer, and count that it happened."""
    with transaction.atomic():
        gone, _ = Participant.objects.filter(pk=participant.pk).delete()
        if gone and not participant.is_bot:
            count(reason)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def count(name: str) -> None:
    """Count that something happened, and keep nothing else."""
    Occurrence.objects.get_or_create(name=name)
    Occurrence.objects.filter(name=name).update(count=F("count") + 1)


def sweep(study: Study) -> int:
    """Delete what is older than the study keeps it, and return how many people that were."""
    before = timezone.now() - timedelta(days=study.settings.keep_days)
    old = list(Participant.objects.filter(seen__lt=before))
    for participant in old:
        delete(participant, "expired")
    return len(old)


def start_sweeping(study: Study) -> Thread:
    """Delete what is too old every day from now on, as long as the server runs."""

    def again() -> None:
        while True:
            time.sleep(folder.SWEEP_SECONDS)
            try:
                sweep(study)
            except DatabaseError as error:  # a database that is away now is there tomorrow
                logger.error("Old data could not be deleted: %s", error)
            finally:
                connection.close()

    thread = Thread(target=again, name="sweep", daemon=True)
    thread.start()
    return thread
