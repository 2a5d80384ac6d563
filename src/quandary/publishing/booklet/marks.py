"""The marks of difficulty in a booklet: levels, and what they mean."""

from collections.abc import Iterable

from quandary.kind import Kind
from quandary.parts.english import plural
from quandary.verdict import WORDS

FULL, HOLLOW = "●", "○"
PLACES = "words for the place among generated puzzles of the same kind and size"


def dots(count: int, most: int) -> str:
    """Return filled and hollow marks.

    >>> dots(2, 4)
    '●●○○'
    """
    return FULL * count + HOLLOW * (most - count)


def legend(kinds: Iterable[Kind]) -> tuple[str, ...]:
    """Return what the marks of puzzles of some kinds mean, a line for each scale. Kinds with the same levels share them.

    >>> from quandary.kinds.sudoku import KIND
    >>> legend([KIND, KIND])[:2]
    ('Sudokus:', '●○○○○ easy: the only place for a digit in a box')
    """
    by_name = {kind.name: kind for kind in kinds}
    with_levels = [kind for kind in by_name.values() if kind.maker.levels]
    shared = dict[tuple[str, ...], list[str]]()
    for kind in with_levels:
        shared.setdefault(_levels(kind), []).append(_named(kind))
    lines = [line for levels, names in shared.items() for line in _told(names, levels)]
    others = [_named(kind) for kind in by_name.values() if not kind.maker.levels]
    if others:
        lines.append(f"{', '.join(others)}: {_scale(WORDS)}; {PLACES}")
    return tuple(lines)


def _levels(kind: Kind) -> tuple[str, ...]:
    """Return a line for each level, with what it needs, or one line for all if the kind does not say that."""
    levels = kind.maker.levels
    if not any(level.needs for level in levels.values()):
        return (_scale(levels),)
    marked = ((dots(at, len(levels)), name) for at, name in enumerate(levels, start=1))
    return tuple(f"{marks} {name}: {levels[name].needs}" for marks, name in marked)


def _told(names: list[str], levels: tuple[str, ...]) -> list[str]:
    """Return the lines of some kinds with the same levels."""
    said = ", ".join(names)
    return [f"{said}: {levels[0]}"] if len(levels) == 1 else [f"{said}:", *levels]


def _named(kind: Kind) -> str:
    title = plural(kind.title)
    return title[:1].upper() + title[1:]


def _scale(words: Iterable[str]) -> str:
    named = list(words)
    return ", ".join(f"{dots(at, len(named))} {word}" for at, word in enumerate(named, start=1))
