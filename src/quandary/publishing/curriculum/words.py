"""The reasons for choices, in words."""

from collections.abc import Sequence

from quandary.publishing.curriculum.choose import Chosen
from quandary.publishing.curriculum.teach import Lesson
from quandary.rules import called


def amount(value: float) -> str:
    """Write a number with up to two decimals.

    >>> amount(2.0), amount(3.14159)
    ('2', '3.14')
    """
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def scored(value: float, unit: str) -> str:
    """Write a score with its unit as people say it.

    >>> scored(1, "bits"), scored(6.17, "bits"), scored(2.6, "rating")
    ('1 bit', '6.17 bits', 'rating 2.6')
    """
    number = amount(value)
    if not unit.endswith("s"):
        return f"{unit} {number}"
    return f"{number} {unit[:-1] if number == '1' else unit}"


def apart(value: float, unit: str) -> str:
    """Write the difference of two scores.

    >>> apart(1.5, "bits"), apart(0.4, "rating")
    ('1.5 bits', '0.4')
    """
    return scored(value, unit) if unit.endswith("s") else amount(value)


def chosen(choice: Chosen, unit: str, place: int, length: int) -> str:
    """Say why a puzzle stands where it stands."""
    score, target = amount(choice.candidate.score), amount(choice.target)
    said = f"{scored(choice.candidate.score, unit)}, {'exactly' if score == target else 'nearest to'} the target of {target} in place {place} of {length}"
    if choice.passed_over:
        number = len(choice.passed_over)
        said += f"; {number} nearer {'one looks' if number == 1 else 'ones look'} like a puzzle chosen before"
    if choice.held_back:
        said += "; harder ones would rise too steeply"
    return said


def lesson(taught: Lesson) -> str:
    """Say what a puzzle teaches.

    >>> from types import SimpleNamespace
    >>> lesson(SimpleNamespace(rule="squares", saves=2.6, without=3.1, added=0))
    'teaches squares: 2.6 of 3.1 bits less'
    """
    said = f"teaches {called(taught.rule.rpartition('#')[2])}: {amount(taught.saves)} of {amount(taught.without)} bits less"
    if taught.added:
        said += (
            f"; {taught.added} {'given was' if taught.added == 1 else 'givens were'} added to keep it easy"
        )
    return said


def first_meeting(names: Sequence[str]) -> str:
    """Say which elements are met for the first time.

    >>> first_meeting(["squares", "stars"])
    'first squares and stars'
    """
    *rest, last = names
    return f"first {', '.join(rest)} and {last}" if rest else f"first {last}"


def joined(*parts: str) -> str:
    """Join parts of a reason, leaving out empty ones."""
    return "; ".join(filter(None, parts))
