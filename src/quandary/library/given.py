"""Puzzles in whatever way they are given: a file, a notation, an entry, a puzzle, or several of these."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from quandary.errors import FileError, QuandaryError
from quandary.kind import Kind, kind_of
from quandary.library import registry
from quandary.library.files import Entry, read
from quandary.library.own import is_own, own_kind, own_name, read_all_own
from quandary.puzzle import Puzzle


def given(what: Any) -> Iterator[Entry]:
    """Yield the puzzles of a file, a notation, an entry, a puzzle, or several of these.

    >>> [entry.id for entry in given("sudoku:.3....3....41...")]
    ['sudoku-1']
    >>> from quandary.kinds.sudoku import KIND
    >>> [entry.id for entry in given([KIND.parse(".3....3....41..."), KIND.parse("1...............")])]
    ['sudoku-1', 'sudoku-2']

    A line of a file that cannot be read raises its FileError.
    """
    for number, entry in enumerate(_given(what), start=1):
        yield entry if isinstance(entry, Entry) else _entry(entry, number)


def apart(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield puzzles with different ids, since those of several files may be the same.

    >>> [entry.id for entry in apart([*given("sudoku:.3....3....41..."), *given("sudoku:.3....3....41...")])]
    ['sudoku-1', 'sudoku-1 (2)']
    """
    seen = dict[str, int]()
    for entry in entries:
        seen[entry.id] = seen.get(entry.id, 0) + 1
        yield entry if seen[entry.id] == 1 else replace(entry, id=f"{entry.id} ({seen[entry.id]})")


def puzzle_in(what: Any) -> Any:
    """Return the one puzzle that is given as a puzzle, an entry or a text. Raises FileError if there are several.

    >>> puzzle_in("sudoku:.3....3....41...").givens
    '.3....3....41...'
    """
    if isinstance(what, Puzzle):
        return what
    found = list(given(what))
    if len(found) != 1:
        raise FileError(f"{str(what)[:60]} holds {len(found):,} puzzles. Pick one, as with read(...).")
    return found[0].puzzle


def _given(what: Any) -> Iterator[Any]:
    if isinstance(what, Entry) or _is_puzzle(what):
        yield what
    elif isinstance(what, str | Path):
        if is_own(str(what)):
            yield from own_entries(str(what))
            return
        for each in read(str(what)):
            if isinstance(each, FileError):
                raise each
            yield each
    elif isinstance(what, FileError):
        raise what
    elif isinstance(what, Iterable):
        for each in what:
            yield from _given(each)
    else:
        raise QuandaryError(
            f"{type(what).__name__} is not a puzzle: it needs the methods starts, moves, apply and is_solved."
        )


def _is_puzzle(what: Any) -> bool:
    """Return whether it is a puzzle. A look at its class is enough for most, and protocols are slow to ask."""
    made = type(what)
    if all(hasattr(made, name) for name in ("starts", "moves", "apply", "is_solved")):
        return True
    return isinstance(what, Puzzle) and not isinstance(what, type)


def own_entries(target: str) -> Iterator[Entry]:
    """Yield the puzzles of FILE.py:NAME. The text of each is its target, from which it can be made again."""
    for place, puzzle in read_all_own(target):
        kind = kind_of(puzzle) or own_kind(type(puzzle)).but(format=partial(_named, place))
        facts = getattr(puzzle, "facts", None)
        yield Entry(
            kind, puzzle, own_name(place), facts=facts if isinstance(facts, dict) else {}, where=place
        )


def kind_named(name: str) -> Kind:
    """Return the kind with a name, or of the class FILE.py:CLASS.

    >>> kind_named("sudoku").title
    'Sudoku'
    """
    if not is_own(name):
        return registry.find_kind(name)
    _, puzzle = read_all_own(name)[0]
    return kind_of(puzzle) or own_kind(type(puzzle))


def read_or_own(target: str) -> Iterator[Entry | FileError]:
    """Yield the puzzles of a target as `read` does, or those of FILE.py:NAME."""
    if is_own(target):
        yield from own_entries(target)
    else:
        yield from read(target)


def _named(target: str, _: Any) -> str:
    return target


def _entry(puzzle: Any, number: int) -> Entry:
    kind = kind_of(puzzle) or own_kind(type(puzzle))
    return Entry(kind, puzzle, f"{kind.name}-{number}")
