"""Wishes for generated puzzles: which there are for a kind, and what they ask for."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.measuring.table import measures

NO_WISHES: Mapping[str, str] = MappingProxyType({})
UNIQUE, EMPTIES, NUMBER = "unique", "empties", "N"
"""Wishes of every kind: one solution, and how many cells of a full board to empty. N stands for a number."""
MOST = 10_000
"""The first number that is too large for a wish."""
NO_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType({})


def wishes_of(kind: Kind) -> dict[str, Sequence[str]]:
    """Return the wishes for a kind with their choices, where N is a number: its own, and those of every kind.

    >>> from quandary.library.registry import find_kind
    >>> wishes_of(find_kind("fillomino"))
    {'unique': ('yes', 'no'), 'empties': ('N',)}
    """
    dug = {EMPTIES: (NUMBER,)} if kind.maker.full and kind.maker.reductions else {}
    return {UNIQUE: ("yes", "no"), **dug, **kind.maker.wishes}


def check_wishes(kind: Kind, level: str, wishes: Mapping[str, str]) -> None:
    """Raise UnknownNameError for a level or a wish that the kind does not have."""
    if level and level not in kind.maker.levels:
        raise UnknownNameError(f"level of {kind.name}", level, kind.maker.levels)
    for name, choice in wishes.items():
        offered = wishes_of(kind)
        if name in offered:
            if not _is_offered(choice, offered[name]):
                if tuple(offered[name]) == (NUMBER,):
                    raise QuandaryError(
                        f"{name}={choice} is not a number below {MOST:,}. Write a whole number, as in {name}=3."
                    )
                raise UnknownNameError(f"{name} of {kind.name}", choice, offered[name])
        elif name in measures(kind):
            range_of(name, choice)
        else:
            raise UnknownNameError(f"generator option of {kind.name}", name, {**offered, **measures(kind)})
    if EMPTIES in wishes and EMPTIES not in kind.maker.wishes and (level or {*wishes} & {*kind.maker.wishes}):
        others = [*({"a level"} if level else ()), *sorted({*wishes} & {*kind.maker.wishes})]
        raise QuandaryError(
            f"The option {EMPTIES} cannot be combined with {' and '.join(others)}. Leave one of them out."
        )


def _is_offered(choice: str, choices: Sequence[str]) -> bool:
    """Return whether a choice is among those offered: one of them, several joined by +, or a number."""
    if NUMBER in choices and choice.isascii() and choice.isdigit() and int(choice[:9]) < MOST:
        return True
    named = {*choices} - {NUMBER}
    return choice in named or ("+" in choice and {*choice.split("+")} <= named)


def range_of(name: str, text: str) -> tuple[float, float]:
    """Return the range of a measure that a wish names: "3" or "3..5".

    >>> range_of("solutions", "3..5"), range_of("solutions", "1")
    ((3.0, 5.0), (1.0, 1.0))
    """
    low, _, high = text.partition("..")
    try:
        return float(low), float(high or low)
    except ValueError:
        raise QuandaryError(
            f"{text!r} is not a value of {name}. Write a number, or two as in 3..5."
        ) from None


def split_wishes(
    kind: Kind, wishes: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, tuple[float, float]]]:
    """Return the wishes that a maker fulfils, and the ranges of measures that the others ask for."""
    ranges = {
        name: range_of(name, text)
        for name, text in wishes.items()
        if name not in wishes_of(kind) and name in measures(kind)
    }
    if wishes.get(UNIQUE) == "yes" and UNIQUE not in kind.maker.wishes:
        ranges["solutions"] = (1, 1)
    own = {name: text for name, text in wishes.items() if name in kind.maker.wishes or name == EMPTIES}
    if EMPTIES in own and "solutions" in ranges:
        own["solutions"] = f"{ranges['solutions'][1]:g}"
    return own, ranges
