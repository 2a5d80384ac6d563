"""Hand the rules of a puzzle to the compiled core, which searches by the same words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from quandary._native import core, native_limits
from quandary.limits import Budget, OutOfBudget
from quandary.pencil import words as language
from quandary.pencil.words.word import ValueSet, Word

PATIENCE, NEVER = 24, -1
"""How many states in a row a search tries in vain before it learns from what fails, and the number for never."""
MOST_VALUES = 63
"""The core keeps the values of a spot in one machine word."""


def core_search(
    may: Sequence[ValueSet],
    words: Sequence[Word],
    orders: Sequence[Sequence[int]],
    *,
    patience: int = PATIENCE,
) -> Any:
    """Return a search of the core, or None if it is missing or does not know the words.

    `orders` are the values of each spot in the order in which they are tried. After so many states in a row without a
    solution, the search leaves that order and learns from what fails, which finds and proves what narrowing alone would
    not in time.
    """
    compiled = core()
    if compiled is None or max(may).bit_length() > MOST_VALUES or not all(map(is_known, words)):
        return None
    return compiled.pencil.Search(may, [core_word(word) for word in words], orders, patience)


def found_by(search: Any, budget: Budget) -> Iterator[tuple[int, ...]]:
    """Yield the solutions that a search of the core finds. Raises OutOfBudget."""
    while True:
        answer = search.next(native_limits(budget.rest()))
        budget.states += answer.states
        if answer.stop:
            raise OutOfBudget(answer.stop)
        if answer.value is None:
            return
        yield tuple(answer.value)


def is_known(word: Word) -> bool:
    """Return whether the core has a word: all of the language, but none of a declaration's own."""
    return type(word).__module__.startswith(language.__name__)


@lru_cache(4096)
def core_word(word: Any) -> Any:
    """Return a word as the core has it. The core must be there."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - is_known was asked before
    told = [numbers(getattr(word, field.name)) for field in fields(word)]
    return compiled.pencil.Word(type(word).__name__, told)


@lru_cache(256)
def numbers(value: Any) -> list[int]:
    """Return a field of a word as numbers: several in one have their count before them.

    >>> numbers(3), numbers((1, 2)), numbers(((1, 2), (3,))), numbers("a")
    ([3], [1, 2], [2, 1, 2, 1, 3], [97])
    """
    match value:
        case str():
            return [*map(ord, value)]
        case int():
            return [int(value)]
        case frozenset():
            return sorted(value)
    return [number for each in value for number in _counted(each)]


def _counted(value: int | Iterable[int]) -> list[int]:
    if isinstance(value, int):
        return [value]
    inner = [*value]
    return [len(inner), *inner]
