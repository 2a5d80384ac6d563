"""Methods of puzzles of one's own, guarded: a mistake in one is told in one line that names the method.

What a method raises, gives instead of states and moves, or does without end would otherwise end somewhere inside of
whatever called it.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from typing import Any

from quandary.errors import FileError, QuandaryError, why
from quandary.library.post import Post, post_of_worker
from quandary.limits import OutOfBudget, check_limits

METHODS = (
    *("starts", "moves", "apply", "is_solved", "slots", "fills"),
    *("draw", "anchor", "write", "generate", "contradiction", "cues", "start_name", "in_steps", "elements"),
)
"""The methods that are called from outside, the optional ones last."""


def guard(puzzle: Any, target: str) -> None:
    """Guard the methods of a puzzle in the class that it was made from, so that it keeps its type and kind.

    >>> class Door:
    ...     def moves(self, state): raise ValueError("stuck")
    >>> Door.__module__ = "doors"
    >>> guard(Door(), "doors.py:Door")
    >>> Door().moves("hall")
    Traceback (most recent call last):
    ...
    quandary.errors.FileError: doors.py:Door: moves() raised ValueError: stuck

    Classes of quandary itself are left alone.
    """
    own = type(puzzle)
    if own.__module__.partition(".")[0] == "quandary":
        return
    for name in METHODS:
        place = puzzle if name in getattr(puzzle, "__dict__", {}) else own
        method = inspect.getattr_static(place, name, None)
        if isinstance(method, staticmethod | classmethod):
            setattr(place, name, type(method)(_guarded(method.__func__, target, name)))
        elif inspect.isroutine(method):
            setattr(place, name, _guarded(method, target, name))


def _guarded(method: Callable[..., Any], target: str, name: str) -> Callable[..., Any]:
    label = f"{target}: {name}()"
    run: Any = partial(_run, label, post_of_worker())
    check: Callable[..., Any] = _CHECKS.get(name, _as_it_is)

    @wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        return check(run, label, run(method, *arguments, **named))

    return call


def _run(label: str, post: Post | None, method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a method of somebody else, and tell what it raises."""
    before = post.inside if post else False
    try:
        if post:
            post.enter(label)
        return method(*arguments, **named)
    except (QuandaryError, OutOfBudget, MemoryError):
        raise
    except StopIteration:
        if method is next:
            raise
        raise FileError(f"{label} raised StopIteration") from None
    except (Exception, SystemExit) as error:
        raise FileError(f"{label} raised {why(error)}") from error
    finally:
        if post and not before:
            post.leave()


# What methods may return


def _as_it_is(_run: Any, _label: str, found: Any) -> Any:
    return found


def _something(_run: Any, label: str, found: Any) -> Any:
    if found is None:
        raise FileError(f"{label} returned None. Is a return missing?")
    return found


def _hashable(_run: Any, label: str, found: Any) -> Any:
    """Return a state or a move, which must be hashable."""
    _something(_run, label, found)
    try:
        hash(found)
    except Exception as error:
        raise FileError(
            f"{label} gave a {type(found).__name__}, which cannot be hashed ({why(error)}). Take tuples or strings."
        ) from error
    return found


def _several(run: Callable[..., Any], label: str, found: Any) -> Iterable[Any]:
    _something(run, label, found)
    if not isinstance(found, Iterable):
        raise FileError(f"{label} returned a {type(found).__name__}. Return a list.")
    if isinstance(found, list | tuple):
        for each in found:
            _hashable(run, label, each)
        return found
    return _one_by_one(run, label, run(iter, found))


def _one_by_one(run: Callable[..., Any], label: str, found: Iterator[Any]) -> Iterator[Any]:
    """Yield what an iterator of somebody else yields, perhaps without end, within the limits at work."""
    while True:
        check_limits()
        try:
            one = run(next, found)
        except StopIteration:
            return
        yield _hashable(run, label, one)


def _at_least_one(run: Callable[..., Any], label: str, found: Any) -> Iterable[Any]:
    several = list(_several(run, label, found))
    if not several:
        raise FileError(f"{label} gave no state. Return a list with the state in which play begins.")
    return several


_CHECKS: dict[str, Callable[[Callable[..., Any], str, Any], Any]] = {
    "starts": _at_least_one,
    "moves": _several,
    "slots": _several,
    "fills": _several,
    "apply": _hashable,
    "draw": _something,
}
