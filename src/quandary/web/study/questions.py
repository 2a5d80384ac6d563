"""The questions of a study: before, between and after the puzzles, and what may be answered."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import msgspec

from quandary.web.limits import limit


class Whom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some people: those of an arm, those who gave one of some answers to a question, or both."""

    arm: str = ""
    question: str = ""
    answers: list[str] = []

    def holds(self, arm: str, told: dict[str, str]) -> bool:
        """Return whether somebody is meant.

        >>> Whom(question="age", answers=["16-20"]).holds("", {"age": "16-20"})
        True
        """
        return (not self.arm or self.arm == arm) and (
            not self.question or told.get(self.question, "") in self.answers
        )


class FormQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question. It may be left open unless it is required."""

    id: str
    ask: str
    options: list[str] = []
    is_band: bool = False
    """Whether choices with fewer than five people are merged in exports, as for age bands."""
    kind: Literal["choice", "grid", "number", "text"] = "choice"
    rows: list[str] = []
    """The statements of a grid, each of which is answered by one of the options."""
    least: float | None = None
    most: float | None = None
    """The bounds of a number."""
    required: bool = False
    at: Literal["before", "between", "after"] = "before"
    """When it is asked: before the puzzles, with the rating of a puzzle, or after the puzzles."""
    puzzles: list[int] = []
    """The places in the order after which a question between puzzles is asked. By default after each."""
    right: str = ""
    """The right answer of an attention check."""
    once: bool = True
    """Whether it is asked in the first session only, if there are several."""
    when: Whom | None = None
    """Who is asked. By default everybody."""

    @property
    def fields(self) -> list[str]:
        """The names of its fields: one, or one for each row of a grid."""
        if self.kind == "grid":
            return [f"{self.id}_{number}" for number, _ in enumerate(self.rows, start=1)]
        return [self.id]

    @property
    def items(self) -> list[tuple[str, str]]:
        """The fields of a grid with their statements."""
        return list(zip(self.fields, self.rows, strict=True)) if self.kind == "grid" else []


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What questions.toml says."""

    questions: list[FormQuestion] = []


class AnswerError(ValueError):
    """An answer that was not offered, or that is missing: the question, and what is wrong with it."""

    def __init__(self, question: str, why: Literal["missing", "not-offered"]) -> None:
        super().__init__(f"{question}: {why}")
        self.question, self.why = question, why


def asked(
    questions: Iterable[FormQuestion],
    at: str,
    *,
    arm: str = "",
    told: Mapping[str, str] | None = None,
    position: int = 0,
    session: int = 1,
) -> tuple[FormQuestion, ...]:
    """Return the questions that a person gets at a time.

    >>> each = FormQuestion("mood", "?", ["good", "bad"], at="between", puzzles=[5])
    >>> len(asked([each], "between", position=4)), len(asked([each], "between", position=5))
    (0, 1)
    """
    return tuple(
        each
        for each in questions
        if each.at == at
        and (at != "between" or not each.puzzles or position in each.puzzles)
        and (session == 1 or not each.once or at != "before")
        and (each.when is None or each.when.holds(arm, dict(told or {})))
    )


def read_answers(
    questions: Iterable[FormQuestion], data: Mapping[str, Any], session: int = 1
) -> dict[str, str]:
    """Return the answers by field. Raises AnswerError.

    Answers of a later session have its number behind their name: "mood_session2".

    >>> read_answers([FormQuestion("age", "?", kind="number", least=16, most=120)], {"age": " 31 "})
    {'age': '31'}
    """
    behind = f"_session{session}" if session > 1 else ""
    found = {}
    for question in questions:
        for name in question.fields:
            value = _read(question, data.get(name, ""))
            if value:
                found[name + behind] = value
            elif question.required:
                raise AnswerError(question.ask, "missing")
    return found


def _read(question: FormQuestion, value: Any) -> str:
    text = str(value if value is not None else "").strip()
    if question.kind == "text":
        return text[: limit("text_characters")]
    if question.kind == "number" and text:
        return _number(question, text.replace(",", "."))
    if text and question.kind != "number" and text not in question.options:
        raise AnswerError(question.ask, "not-offered")
    return text


def _number(question: FormQuestion, text: str) -> str:
    try:
        value = float(text)
    except ValueError as error:
        raise AnswerError(question.ask, "not-offered") from error
    low, high = (
        -1e12 if question.least is None else question.least,
        1e12 if question.most is None else question.most,
    )
    if not isfinite(value) or not low <= value <= high:
        raise AnswerError(question.ask, "not-offered")
    return f"{value:g}" if abs(value) < 1e6 else str(value)


def columns(questions: Sequence[FormQuestion], sessions: int = 1) -> list[tuple[str, FormQuestion]]:
    """Return the columns of an export for what is asked once before or after the puzzles, with their questions."""
    return list(_columns(questions, sessions))


def _columns(questions: Sequence[FormQuestion], sessions: int) -> Iterator[tuple[str, FormQuestion]]:
    for each in questions:
        if each.at == "between":
            continue
        later = range(2, sessions + 1) if each.at == "before" and not each.once else ()
        for behind in ("", *(f"_session{number}" for number in later)):
            yield from ((name + behind, each) for name in each.fields)


def wrong_checks(questions: Iterable[FormQuestion], told: Mapping[str, str]) -> int:
    """Return how many attention checks among some answers are wrong."""
    return sum(bool(each.right) and each.id in told and told[each.id] != each.right for each in questions)


def problem_of(questions: Sequence[FormQuestion]) -> str | None:
    """Return the first thing that is wrong with the questions, or None."""
    ids = [each.id for each in questions]
    names = [name for each in questions for name in each.fields]
    if len(set(names)) < len(names) or not all(re.fullmatch(r"[a-z][a-z0-9_]{0,30}", each) for each in ids):
        return "ids must be unique and consist of lower-case letters, digits and _."
    for each in questions:
        if each.kind in ("choice", "grid") and not each.options:
            return f"{each.id} needs options."
        if each.kind == "grid" and not each.rows:
            return f"{each.id} is a grid and needs rows."
        if each.right and each.right not in each.options:
            return f"the right answer of {each.id} is not among its options."
    return None
