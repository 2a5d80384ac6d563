"""The way of a participant from page to page, and how long each took."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from quandary.models.adaptive import Tried
from quandary.web.study.folder import KindIntro, Study, kind_name
from quandary.web.study.models import Answer, Participant
from quandary.web.study.next import grown
from quandary.web.study.questions import asked, wrong_checks


def lessons(study: Study, participant: Participant) -> list[KindIntro]:
    """Return what a person learns: the kinds of their puzzles, or all kinds if their order grows."""
    if participant.basis or len(participant.order) < participant.planned:
        return list(study.lessons)
    kinds = {kind_name(study.puzzles[name]) for name, _ in participant.order if name in study.puzzles}
    return [each for each in study.lessons if each.kind in kinds]


def lesson(study: Study, participant: Participant) -> KindIntro:
    """Return what a person learns at present."""
    listed = lessons(study, participant)
    return listed[min(participant.lesson, len(listed) - 1)]


def pages(study: Study) -> list[str]:
    """Return the pages that this study has, in order."""
    without = {
        "questions": not asked_at(study, "before"),
        "practice": not any(each.practice for each in study.lessons),
        "return": len(study.settings.sessions) < 2,
        "closing": not asked_at(study, "after"),
        "ended": not (study.settings.quotas or study.settings.screen_out or study.settings.most_wrong >= 0),
    }
    from quandary.web.study.models import PAGES

    return [page for page in PAGES if not without.get(page)]


def asked_at(study: Study, at: str) -> bool:
    """Return whether the study has questions at a time."""
    return any(each.at == at for each in study.questions)


def questions_for(study: Study, participant: Participant, at: str, position: int = 0) -> Any:
    """Return the questions that a person gets at a time."""
    return asked(
        study.questions,
        at,
        arm=participant.arm,
        told=participant.questions,
        position=position,
        session=participant.session,
    )


def first_page(study: Study, participant: Participant) -> str:
    """Return the page after consent, or the first one of a later session."""
    if questions_for(study, participant, "before"):
        return "questions"
    return "tutorial" if participant.session == 1 else "puzzles"


def following(study: Study, participant: Participant, after: str) -> dict[str, Any]:
    """Return the page after another one, with the lesson."""
    here, listed = participant.lesson, lessons(study, participant)
    match after:
        case "questions":
            return {"page": "tutorial" if participant.session == 1 else "puzzles", "lesson": 0}
        case "tutorial" if listed[here].practice:
            return {"page": "practice"}
        case "tutorial" | "practice":
            is_last = here + 1 >= len(listed)
            return {"page": "puzzles"} if is_last else {"page": "tutorial", "lesson": here + 1}
        case "return":
            return {"page": first_page(study, participant)}
        case "puzzles" if questions_for(study, participant, "after"):
            return {"page": "closing"}
    return {"page": "debrief"}


def turn_page(study: Study, participant: Participant, *, after: str, **fields: Any) -> None:
    """Move a participant from one page to the next. Sent twice, it moves once."""
    for name, value in fields.items():
        setattr(participant, name, value)
    _move(participant, after, fields | following(study, participant, after))


def end(participant: Participant, outcome: str, **fields: Any) -> None:
    """Move a participant to the last page, because they were screened out or enough others are like them."""
    _move(
        participant,
        participant.page,
        fields | {"page": "ended", "outcome": outcome, "finished": timezone.now()},
    )


def _move(participant: Participant, after: str, fields: dict[str, Any]) -> None:
    """Store another page, how long the one before took, and when the person was last here."""
    now = timezone.now()
    if fields.get("page") == "debrief":
        fields = fields | {"finished": now, "outcome": "done"}
    fields |= {"seen": now, "entered": now, "spent": _spent(participant, after, now)}
    with transaction.atomic():
        Participant.objects.filter(pk=participant.pk, page=after).update(**fields)


def _spent(participant: Participant, page: str, now: datetime) -> dict[str, float]:
    """Return the seconds on each page, with those on the page that is over now."""
    spent = dict(participant.spent)
    if participant.entered:
        spent[page] = round(spent.get(page, 0.0) + (now - participant.entered).total_seconds(), 1)
    return spent


def after_answer(study: Study, participant: Participant) -> None:
    """Do what follows from an answer: the next puzzle of an adaptive order, a pause until the next session, or the end."""
    answers = list(Answer.objects.filter(participant=participant).order_by("position"))
    wrong = sum(wrong_checks(study.questions, each.replies) for each in answers)
    if 0 <= study.settings.most_wrong < wrong:
        end(participant, "screened_out")
        return
    if len(answers) >= participant.planned or is_time_over(study, participant):
        _move(participant, "puzzles", following(study, participant, "puzzles"))
    elif (days := _pause_after(study, participant.session, len(answers))) is not None:
        later = timezone.now() + timedelta(days=days)
        _move(
            participant, "puzzles", {"page": "return", "session": participant.session + 1, "returns": later}
        )
    else:
        fields: dict[str, Any] = {"seen": timezone.now()}
        if participant.basis:
            fields["order"] = grown(study, participant, [Tried(each.puzzle, each.solved) for each in answers])
        Participant.objects.filter(pk=participant.pk).update(**fields)


def _pause_after(study: Study, session: int, answered: int) -> int | None:
    """Return after how many days the next session begins, if this one is over and there is another."""
    sessions = study.settings.sessions
    if session >= len(sessions) or answered < sum(each.puzzles for each in sessions[:session]):
        return None
    return sessions[session].days


def seconds_left(study: Study, participant: Participant) -> float | None:
    """Return how long a person may go on with the puzzles, or None if there is no limit for all of them."""
    if not study.settings.minutes or participant.entered is None:
        return None
    before = float(participant.spent.get("puzzles", 0.0))
    here = (timezone.now() - participant.entered).total_seconds()
    return max(0.0, 60 * study.settings.minutes - before - here)


def is_time_over(study: Study, participant: Participant) -> bool:
    """Return whether the time for all puzzles is over."""
    return seconds_left(study, participant) == 0
