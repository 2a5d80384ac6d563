"""Everything that is stored or deleted. One function, one transaction each."""

import hmac
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from typing import Any

import msgspec
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from quandary.errors import QuandaryError
from quandary.web.play.judge import Judgement
from quandary.web.study import folder
from quandary.web.study.folder import Study
from quandary.web.study.forms import AnswerData
from quandary.web.study.models import Answer, Attempt, EntryLink, Occurrence, Participant
from quandary.web.study.next import difficulty_now, grown
from quandary.web.study.order import choose_arm, draw_order
from quandary.web.study.settings import Settings
from quandary.web.study.way import after_answer, first_page

logger = logging.getLogger(__name__)
CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of withdrawal codes, none of which looks like another."""


WIPE_SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0, 0.0)
"""How long to wait between two tries to empty the log."""


class FullError(QuandaryError):
    """Nobody more may begin: "over-quota", or "link-used" for a link that is not or no longer good."""


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


def begin(study: Study, *, panel: str = "", link: str = "", is_bot: bool = False, key: str = "") -> Begun:
    """Store a new participant with an order of puzzles, and return the token for the browser. Raises FullError."""
    token, seed = secrets.token_urlsafe(32), secrets.randbits(53)
    with transaction.atomic():
        _one_at_a_time()
        if link and not EntryLink.objects.filter(token_hash=digest(link), used=False).update(used=True):
            raise FullError("link-used")
        arm = choose_arm(_open_arms(study, is_bot=is_bot), seed, _taken(study, is_bot=is_bot))
        before = Participant.objects.filter(is_bot=is_bot, arm=arm.name).count()
        given = _given(study, is_bot=is_bot)
        drawn = draw_order(study.settings, [*study.puzzles], seed, before, given, arm)
        made = Participant(
            number=secrets.randbelow(10**12),
            token_hash=digest(token),
            code_hash=digest(code_for(token)),
            panel_hash=panel_hash(panel, key) if panel else "",
            panel=panel if study.settings.panel_id == "as given" else "",
            arm=drawn.arm,
            seed=seed,
            order=[list(item) for item in drawn.order],
            planned=drawn.planned,
            is_bot=is_bot,
            seen=timezone.now(),
            entered=timezone.now(),
        )
        made.page = first_page(study, made)
        if arm.order == "adaptive":
            made.basis = difficulty_now(study, is_bot=is_bot)
            made.order = grown(study, made, [])
        made.save()
    return Begun(made, token)


def resume(participant: Participant) -> Begun:
    """Give a person who comes back from the panel, or with a code, a new token. The one before no longer works."""
    token = secrets.token_urlsafe(32)
    Participant.objects.filter(pk=participant.pk).update(
        token_hash=digest(token), code_hash=digest(code_for(token)), seen=timezone.now()
    )
    return Begun(participant, token)


def panel_hash(panel: str, key: str) -> str:
    """Return a panel's id as it is stored: a hash that only who has the study's secret can make.

    >>> panel_hash("ada", "secret") == panel_hash("ada", "another secret")
    False
    """
    return hmac.new(key.encode(), f"panel {panel}".encode(), sha256).hexdigest()


def _one_at_a_time() -> None:
    """Let nobody else begin meanwhile, so that counts are right. SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(8303)")


def living(study: Study, *, is_bot: bool) -> QuerySet[Participant]:
    """Return those who have finished or may still go on. Places of others are given out again."""
    since = timezone.now() - timedelta(hours=study.settings.resume_hours)
    going = Q(finished=None, outcome="") & (Q(seen__gte=since) | Q(returns__gte=since))
    return Participant.objects.filter(Q(is_bot=is_bot) & (Q(outcome="done") | going))


def _taken(study: Study, *, is_bot: bool) -> Counter[str]:
    counted = living(study, is_bot=is_bot).values_list("arm").annotate(count=Count("pk")).order_by()
    return Counter(dict(counted))


def _open_arms(study: Study, *, is_bot: bool) -> Settings:
    """Return the settings with only the arms that have room. Raises FullError if nobody may begin."""
    settings, taken = study.settings, _taken(study, is_bot=is_bot)
    plain = [each for each in settings.quotas if not each.question]
    if any(not each.arm and taken.total() >= each.most for each in plain):
        raise FullError("over-quota")
    full = {each.arm for each in plain if each.arm and taken[each.arm] >= each.most}
    left = [arm for arm in settings.arms if arm.name not in full]
    if settings.arms and not left:
        raise FullError("over-quota")
    return msgspec.structs.replace(settings, arms=left)


def is_over_quota(study: Study, participant: Participant, told: dict[str, str]) -> bool:
    """Return whether enough others gave the same answers to the questions that quotas name."""
    quotas = [
        each for each in study.settings.quotas if each.question and told.get(each.question) == each.answer
    ]
    others = living(study, is_bot=participant.is_bot).exclude(pk=participant.pk)
    for quota in quotas:
        them = others.filter(arm=quota.arm) if quota.arm else others
        same = sum(
            each.get(quota.question) == quota.answer for each in them.values_list("questions", flat=True)
        )
        if same >= quota.most:
            return True
    return False


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


@dataclass(frozen=True)
class Saved:
    """What the page may show as saved."""

    key: str
    position: int
    is_new: bool


def save_answer(
    study: Study, participant: Participant, answer: AnswerData, verdict: Judgement, puzzle: str, phase: str
) -> Saved:
    """Store one answer and return what the page may show as saved. The same key twice stores it once."""
    row = answer.row() | {"puzzle": puzzle, "phase": phase, "solved": verdict.is_solved}
    row |= {"length": verdict.length if verdict.is_solved else 0}
    with transaction.atomic():
        [locked] = Participant.objects.select_for_update().filter(
            pk=participant.pk
        )  # a second tab waits here
        stored = Answer.objects.filter(participant=participant, position=answer.position).first()
        if stored is None:
            try:
                with transaction.atomic():
                    Answer.objects.create(
                        participant=participant, key=answer.key, position=answer.position, **row
                    )
            except IntegrityError as error:  # the key was used for another puzzle
                raise ConflictError("This key was used for another answer.") from error
            after_answer(study, locked)
            return Saved(answer.key, answer.position, is_new=True)
    if stored.key != answer.key:
        raise ConflictError("This puzzle was already answered.")
    return Saved(stored.key, stored.position, is_new=False)


def save_attempt(
    participant: Participant, puzzle: str, moves: str, log: Any, ms: int, *, solved: bool
) -> None:
    """Store one try at a practice puzzle."""
    Attempt.objects.create(participant=participant, puzzle=puzzle, moves=moves, log=log, ms=ms, solved=solved)


def delete(participant: Participant, reason: str = "withdrawn") -> None:
    """Delete a participant with every answer, and count that it happened. Nothing stays in the database's files."""
    delete_all([participant], reason)


def delete_all(people: Iterable[Participant], reason: str = "withdrawn") -> int:
    """Delete participants with every answer, wipe what the database keeps of them, and return how many there were."""
    gone = 0
    for participant in people:
        with transaction.atomic():
            rows, _ = Participant.objects.filter(pk=participant.pk).delete()
            if rows and not participant.is_bot:
                count(reason)
            gone += bool(rows)
    if gone:
        wipe()
    return gone


def wipe() -> bool:
    """Empty the write-ahead log, which holds deleted rows until then. Deleted pages themselves are overwritten at once.

    Returns whether it is empty. PostgreSQL keeps deleted rows until its next VACUUM and its own log until it is
    recycled, which only its administrator can hasten.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    for patience in WIPE_SECONDS:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            [is_busy, *_] = cursor.fetchone()
        if not is_busy:
            return True
        time.sleep(patience)  # somebody reads the log at this moment
    logger.error("The write-ahead log could not be emptied. It will be with the next deletion.")
    return False


def count(name: str) -> None:
    """Count that something happened, and keep nothing else."""
    Occurrence.objects.get_or_create(name=name)
    Occurrence.objects.filter(name=name).update(count=F("count") + 1)


def sweep(study: Study) -> int:
    """Delete what is older than the study keeps it, and return how many people that were."""
    before = timezone.now() - timedelta(days=study.settings.keep_days)
    gone = delete_all(list(Participant.objects.filter(seen__lt=before)), "expired")
    if not gone:
        wipe()  # what was deleted while the log was in use
    return gone


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
