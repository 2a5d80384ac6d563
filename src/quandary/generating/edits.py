"""Changes for an editor: those that a kind lists, every other change of one character, and other sizes.

Nothing here knows a kind: a notation is a text, and a picture shows where a changed character is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.kind.change import Change, Verb, change_of
from quandary.library.files import examples
from quandary.limits import OutOfBudget, check_limits

BLANKS = ". 0-_"
"""The characters that stand for nothing in some notation."""
BREAKS = "\n/"
"""The characters between rows, the first that occurs."""
WIDEST = 0.5
"""The part of a picture beyond which a change is about the puzzle as a whole."""
MOST_CHARACTERS = 40
"""Most characters that are tried at each place."""
LONGEST = 400
"""Most characters of a notation that are tried. A longer one is a large board or a whole game, and trying all of it takes too long."""
TRIES = 12
"""How often a character is tried instead of another one before it is believed that it can never stand there."""


def edits(kind: Kind, puzzle: Any) -> Iterator[Change]:
    """Yield every change of one element that can be made on the board, those that the kind lists first.

    >>> from quandary.kinds.sudoku import KIND
    >>> words = [change.words for change in edits(KIND, KIND.parse(".3....3....41..."))]
    >>> words[0], "2 instead of 3" in words, "without 3" in words
    ('with the 2 at r1c1', True, True)

    Kinds whose puzzles have one solution list only changes that keep it. The others are found in the notation: a
    character is replaced by each that the kind's examples use, and what can be read is a change. Within the limits
    at work; those that come too late are not yielded.
    """
    seen = {kind.format(puzzle)}
    try:
        for change in chain(own_edits(kind, puzzle), _written(kind, puzzle)):
            check_limits()
            if (text := kind.format(change.puzzle)) not in seen:
                seen.add(text)
                yield change
    except OutOfBudget:
        return


def own_edits(kind: Kind, puzzle: Any) -> Iterator[Change]:
    """Yield the changes that the kind lists."""
    for each in kind.maker.neighbours(puzzle) if kind.maker.neighbours else ():
        yield change_of(each)


def sizes(kind: Kind, puzzle: Any) -> dict[str, Any]:
    """Return the puzzle with a row or a column more or less, by words, as far as its notation allows that.

    >>> from quandary.kinds.tilt import KIND
    >>> list(sizes(KIND, KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")))
    ['a row more', 'a column more', 'a column less']
    """
    if kind.notation.format is None or kind.pictures.draw is None:
        return {}
    (head, text), here = _parts(kind, puzzle), kind.draw(puzzle, None)
    between = next((each for each in BREAKS if each in text), "")
    rows = text.split(between) if between else [text]
    if len({len(row) for row in rows}) != 1:
        return {}
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    found = dict[str, Any]()
    for more in (True, False):
        for name, lines in (("row", rows), ("column", columns)):
            for lined in _resized(lines, more=more):
                written = lined if name == "row" else ["".join(row) for row in zip(*lined, strict=True)]
                other = _read(kind, head + between.join(written))
                if other is not None and _has_grown(here, kind.draw(other, None), name) == (
                    1 if more else -1
                ):
                    found[f"a {name} {'more' if more else 'less'}"] = other
                    break
    return found


def _parts(kind: Kind, puzzle: Any) -> tuple[str, str]:
    """Return what stands before the board in a notation, and the board: all of it, but for programs."""
    text = kind.format(puzzle)
    head, blank, board = text.rpartition("\n\n") if kind.is_program else ("", "", text)
    return head + blank, board


def _has_grown(here: Drawing, there: Drawing, name: str) -> int:
    """Return 1 or -1 if a picture is larger or smaller in one direction and the same in the other, 0 otherwise."""
    along, across = ("height", "width") if name == "row" else ("width", "height")
    if abs(getattr(there, across) - getattr(here, across)) > 1e-6:
        return 0
    grown = getattr(there, along) - getattr(here, along)
    return 0 if abs(grown) < 1e-6 else 1 if grown > 0 else -1


def _resized(lines: list[str], *, more: bool) -> Iterator[list[str]]:
    """Yield the lines with one or two of them twice, or left out, those in the middle first."""
    for count in (1, 2):
        places = sorted(range(len(lines) - count + 1), key=lambda at: abs(2 * at + count - len(lines)))
        for at in places[:5]:
            again = 2 if more else 0
            yield [*lines[:at], *lines[at : at + count] * again, *lines[at + count :]]


def _written(kind: Kind, puzzle: Any) -> Iterator[Change]:
    """Yield the changes of one character of the notation."""
    if kind.notation.format is None or kind.pictures.draw is None or kind.is_program:
        return
    text, here = kind.format(puzzle), kind.draw(puzzle, None)
    if len(text) > LONGEST:
        return
    used = _characters(kind)
    blanks = [each for each in BLANKS if each in used]
    refused = Counter[tuple[str, str]]()
    for at, old in enumerate(text):
        if old not in used:
            continue
        place: Point | None = None
        for new in used:
            check_limits()
            if new == old or (old in blanks and new in blanks) or refused[old, new] == TRIES:
                continue
            other = _read(kind, text[:at] + new + text[at + 1 :])
            if other is None or other == puzzle:
                refused[old, new] += 1
                continue
            refused[old, new] = -len(text)
            place = place or _place(here, kind.draw(other, None))
            if place is None:
                break
            yield Change(*_named(old, new, blanks, other), place)


def _named(old: str, new: str, blanks: list[str], puzzle: Any) -> tuple[str, Any, Verb]:
    if new in blanks:
        return f"without {old}", puzzle, "remove"
    if old in blanks:
        return f"with {new}", puzzle, "add"
    return f"{new} instead of {old}", puzzle, "replace"


def _read(kind: Kind, text: str) -> Any | None:
    try:
        return kind.parse(text)
    except QuandaryError:
        return None


@lru_cache(maxsize=64)
def _characters_of(name: str, texts: tuple[str, ...]) -> str:
    found = {each for text in texts for each in text if each not in BREAKS}
    return "".join(sorted(found)[:MOST_CHARACTERS])


def _characters(kind: Kind) -> str:
    """Return the characters that the notations of a kind's examples use, in order."""
    return _characters_of(kind.name, _examples(kind))


@lru_cache(maxsize=64)
def _examples(kind: Kind) -> tuple[str, ...]:
    try:
        return tuple(kind.format(entry.puzzle) for entry in examples(kind))
    except QuandaryError:
        return ()


def _place(here: Drawing, there: Drawing) -> Point | None:
    """Return the middle of what two pictures differ in, None if that is nothing or a large part of them."""
    if (here.width, here.height) != (there.width, there.height):
        return None
    before, after = set(here.shapes), set(there.shapes)
    points = [point for shape in before ^ after for point in corners(shape)]
    if not points:
        return None
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if right - left > WIDEST * here.width and bottom - top > WIDEST * here.height:
        return None
    return (left + right) / 2, (top + bottom) / 2


def corners(shape: Shape) -> Iterable[Point]:
    """Return points between which a shape lies, its centre if it is a text."""
    match shape:
        case Line() | Polygon():
            return shape.points
        case Circle():
            (x, y), r = shape.centre, shape.radius
            return ((x - r, y - r), (x + r, y + r))
        case Text():
            return (shape.at,)
    return ()
