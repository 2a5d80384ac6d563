"""What study.toml can say, and what is wrong with it."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Literal

import msgspec

from quandary.web.study.questions import FormQuestion, Whom

Order = Literal["random", "fixed", "latin", "curriculum", "adaptive"]
Feedback = Literal["none", "conflicts", "strict"]


class RatingScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scale on which people rate a puzzle."""

    ask: str = "How difficult was this puzzle?"
    least: int = 1
    most: int = 10
    least_label: str = "very easy"
    most_label: str = "very difficult"
    skip: int | None = 10
    """The rating that a skipped puzzle gets, or none at all."""


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: its own puzzles, in its own order."""

    name: str
    weight: float = 1
    order: Order = "random"
    puzzles: list[str] = []
    """Ids. By default all puzzles."""
    per_person: int = 0


class PanelReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a recruitment panel wants to know about people who end somehow: a code, and a link back to it."""

    code: str = ""
    link: str = ""


class Quota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most people who take part, of those whom a condition means."""

    most: int
    arm: str = ""
    question: str = ""
    answer: str = ""


class Session(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several visits: how many puzzles, and how many days after the visit before."""

    puzzles: int
    days: int = 0


class Adaptive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the next puzzle is chosen where the order is adaptive."""

    success: float = 0.7
    """The share of puzzles that people shall solve."""
    random: float = 0.2
    """The share of puzzles that are drawn by lot, so that difficulties stay estimable."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What study.toml says."""

    title: str
    language: str = "en"
    puzzles: str = "puzzles.jsonl"
    practice: str = ""
    per_person: int = 20
    order: Order = "random"
    drawing: str = ""
    """How answers are drawn, where a kind offers another way than its usual one, such as "edges" for mazes."""
    feedback: Feedback = "none"
    """What the board does with what breaks a rule: takes it and says nothing, takes and marks it, or refuses it."""
    time_limit: int = 0
    minutes: int = 0
    """The time for all puzzles together, 0 for no limit."""
    pre: list[str] = []
    post: list[str] = []
    seed: int = 1
    minimum_age: int = 0
    resume_hours: int = 72
    keep_days: int = 365
    opens: datetime | None = None
    closes: datetime | None = None
    starts_per_address: int = 200
    """The most people who begin from one address in a day."""
    completion_code: str = ""
    return_link: str = ""
    panel_parameter: str = ""
    panel_id: Literal["hashed", "as given"] = "hashed"
    panel_again: Literal["refuse", "resume"] = "refuse"
    """What happens if somebody begins again with the id of a panel."""
    entry: Literal["open", "links"] = "open"
    """Whether everybody may begin, or only who has one of the links that `study links` makes. Each works once."""
    most_wrong: int = -1
    """How many attention checks may be answered wrong before a person is screened out, -1 for all."""
    rating: RatingScale = RatingScale()
    arms: list[Arm] = []
    quotas: list[Quota] = []
    screen_out: list[Whom] = []
    """Who is thanked and sent back after the first questions."""
    screened_out: PanelReply = PanelReply()
    over_quota: PanelReply = PanelReply()
    sessions: list[Session] = []
    adaptive: Adaptive = Adaptive()

    def outcome(self, name: str) -> PanelReply:
        """Return what the panel is told of people who ended in some way: done, screened_out or over_quota."""
        named = {"screened_out": self.screened_out, "over_quota": self.over_quota}
        return named.get(name, PanelReply(self.completion_code, self.return_link))

    def is_open(self, now: datetime) -> bool:
        """Return whether people may begin at a time, by the dates alone."""
        return (self.opens is None or moment(self.opens) <= now) and (
            self.closes is None or now < moment(self.closes)
        )


def moment(value: datetime) -> datetime:
    """Return a time of the settings. Without a zone it is in UTC.

    >>> moment(datetime(2026, 12, 1)).isoformat()
    '2026-12-01T00:00:00+00:00'
    """
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def problems(settings: Settings, puzzles: Collection[str], questions: Collection[FormQuestion]) -> str | None:
    """Return the first thing that is wrong with the settings, or None."""
    return next(_problems(settings, puzzles, questions), None)


def _problems(
    settings: Settings, puzzles: Collection[str], questions: Collection[FormQuestion]
) -> Iterator[str]:
    named = {*settings.pre, *settings.post, *(each for arm in settings.arms for each in arm.puzzles)}
    if unknown := sorted(named - {*puzzles}):
        yield f"it names puzzles that {settings.puzzles} does not have: {', '.join(unknown[:5])}."
    if not settings.rating.least < settings.rating.most or settings.rating.most - settings.rating.least > 100:
        yield "the rating needs least < most, at most 100 apart."
    if settings.per_person < 1 or settings.resume_hours < 1 or settings.keep_days < 1:
        yield "per_person, resume_hours and keep_days must be at least 1."
    if settings.starts_per_address < 1 or settings.time_limit < 0 or settings.minutes < 0:
        yield "starts_per_address must be at least 1, time_limit and minutes at least 0."
    links = [settings.outcome(name).link for name in ("done", "screened_out", "over_quota")]
    if any(link and not link.startswith("https://") for link in links):
        yield "return_link and the links of outcomes must begin with https://."
    if len({arm.name for arm in settings.arms}) < len(settings.arms) or any(
        arm.weight <= 0 for arm in settings.arms
    ):
        yield "arms need different names and weights above 0."
    yield from _unknown_names(settings, questions)
    if not 0.05 <= settings.adaptive.success <= 0.95 or not 0 <= settings.adaptive.random <= 1:
        yield "adaptive needs success between 0.05 and 0.95, and random between 0 and 1."
    if any(each.puzzles < 1 or each.days < 0 for each in settings.sessions):
        yield "sessions need at least one puzzle each, and days of at least 0."
    if settings.opens and settings.closes and moment(settings.opens) >= moment(settings.closes):
        yield "opens must be before closes."


def _unknown_names(settings: Settings, questions: Collection[FormQuestion]) -> Iterator[str]:
    """Yield conditions that name an arm, a question or an answer that is not there."""
    arms, asked = {arm.name for arm in settings.arms}, {each.id: each for each in questions}
    told = [*settings.screen_out, *(each.when for each in questions if each.when)]
    told += [
        Whom(each.arm, each.question, [each.answer] if each.question else []) for each in settings.quotas
    ]
    for each in told:
        if each.arm and each.arm not in arms:
            yield f"there is no arm {each.arm!r}."
        if each.question and each.question not in asked:
            yield f"there is no question {each.question!r} in questions.toml."
        options = asked[each.question].options if each.question in asked else []
        if odd := [answer for answer in each.answers if options and answer not in options]:
            yield f"the question {each.question!r} has no answer {odd[0]!r}."
    if any(each.most < 0 for each in settings.quotas):
        yield "quotas need most of at least 0."
