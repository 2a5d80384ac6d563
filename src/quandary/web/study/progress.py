"""How a study goes: how far people come, how long they take, who stops where, and how arms fill."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from statistics import median
from typing import Any

from django.db.models import Count
from django.utils import timezone

from quandary.web.study import way
from quandary.web.study.export import flags
from quandary.web.study.folder import Study
from quandary.web.study.models import PAGES, Answer, Participant

MOST_FLAGGED = 20
AT_WORK_SECONDS = 300
"""Who did something this many seconds ago is at work."""


@dataclass(frozen=True)
class Stage:
    """A stage of the way, and how many people reached it."""

    name: str
    people: int
    lost: int
    """How many of those at the stage before have not come here."""


def funnel(study: Study, bots: bool) -> list[Stage]:
    """Return how many people reached each stage."""
    people = Participant.objects.filter(is_bot=bots).annotate(done=Count("answers"))
    rows = list(people.values_list("page", "done", "planned", "outcome"))
    at = {page: number for number, page in enumerate(PAGES)}
    reached = {
        "agreed to take part": len(rows),
        "passed the practice": sum(_passed(at, page, done) for page, done, _, _ in rows),
        "answered a puzzle": sum(done > 0 for _, done, _, _ in rows),
        "half way": sum(2 * done >= planned > 0 for _, done, planned, _ in rows),
        "finished": sum(outcome == "done" for *_, outcome in rows),
    }
    stages, before = list[Stage](), len(rows)
    for name, count in reached.items():
        stages.append(Stage(name, count, before - count))
        before = count
    return stages


def _passed(at: dict[str, int], page: str, done: int) -> bool:
    return done > 0 or at["puzzles"] <= at[page] < at["ended"]


def arms(study: Study, bots: bool) -> list[dict[str, Any]]:
    """Return how many people each arm has, and their median time for a puzzle."""
    names = [arm.name for arm in study.settings.arms] or [""]
    people = Counter(Participant.objects.filter(is_bot=bots).values_list("arm", flat=True))
    done = Counter(Participant.objects.filter(is_bot=bots, outcome="done").values_list("arm", flat=True))
    times: dict[str, list[int]] = {}
    solved = Answer.objects.filter(participant__is_bot=bots, solved=True)
    for arm, ms in solved.values_list("participant__arm", "ms"):
        times.setdefault(arm, []).append(ms)
    return [
        {
            "name": name or "everybody",
            "people": people[name],
            "finished": done[name],
            "seconds": median(times[name]) / 1000 if name in times else None,
        }
        for name in names
    ]


def durations(bots: bool) -> list[tuple[str, int, float]]:
    """Return the median time on each page, and of how many people it is."""
    spent: dict[str, list[float]] = {}
    for each in Participant.objects.filter(is_bot=bots).values_list("spent", flat=True):
        for page, seconds in each.items():
            spent.setdefault(page, []).append(seconds)
    return [(page, len(spent[page]), median(spent[page])) for page in PAGES if page in spent]


def stops(bots: bool) -> list[tuple[str, int]]:
    """Return where people who have not finished are: the page, or the number of their puzzle."""
    people = Participant.objects.filter(is_bot=bots, outcome="").annotate(done=Count("answers"))
    found = Counter[tuple[int, int]]()
    for page, done in people.values_list("page", "done"):
        found[PAGES.index(page), done + 1 if page == "puzzles" else 0] += 1
    return [(f"puzzle {at}" if at else PAGES[page], count) for (page, at), count in sorted(found.items())]


def at_work(bots: bool) -> int:
    """Return how many people did something lately and have not finished."""
    since = timezone.now() - timedelta(seconds=AT_WORK_SECONDS)
    return Participant.objects.filter(is_bot=bots, outcome="", seen__gte=since).count()


def flagged(bots: bool) -> list[dict[str, Any]]:
    """Return answers that look odd, newest first."""
    found = []
    recent = Answer.objects.filter(participant__is_bot=bots, solved=True).select_related("participant")
    for each in recent.order_by("-pk")[:2000]:
        if told := flags(each):
            found.append(
                {"who": each.participant.number, "position": each.position, "flags": ", ".join(told)}
            )
        if len(found) == MOST_FLAGGED:
            break
    return found


def people_now(bots: bool) -> list[dict[str, Any]]:
    """Return those who were here last, with where they are, for replays."""
    people = Participant.objects.filter(is_bot=bots).annotate(done=Count("answers")).order_by("-seen")[:50]
    return [
        {"number": each.number, "page": each.page, "done": each.done, "of": each.planned, "arm": each.arm}  # type: ignore[attr-defined]
        for each in people
    ]


def summary(study: Study, bots: bool) -> dict[str, Any]:
    """Return everything that the dashboard shows."""
    return {
        "funnel": funnel(study, bots),
        "arms": arms(study, bots),
        "durations": durations(bots),
        "stops": stops(bots),
        "at_work": at_work(bots),
        "flagged": flagged(bots),
        "people": people_now(bots),
        "pages": way.pages(study),
    }
