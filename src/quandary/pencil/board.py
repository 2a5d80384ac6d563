"""What the browser is told about a declared puzzle: its spots, its marks, its rules and its picture."""

from dataclasses import fields
from typing import Any

from quandary.board.data import drawing_data, puzzle_data
from quandary.draw.shapes import Drawing
from quandary.pencil.draw import board_shapes, clue_shapes, hidden_crosses, moved_by, room_of
from quandary.pencil.grid import SpotPlace
from quandary.pencil.marks import AnyMark, Digits, Shade
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.words import Word
from quandary.pencil.words.word import values_of


def board_data(puzzle: Pencil) -> dict[str, Any]:
    """Return all that the board needs, which knows the marks and the words but no kind."""
    room, grid = room_of(puzzle), puzzle.grid
    lists = list[Any]()
    shapes = {
        name: drawing_data(
            Drawing(1, 1, tuple(moved_by(shape, room.left, room.top) for shape in some(puzzle)))
        )["shapes"]
        for name, some in (("under", board_shapes), ("over", clue_shapes))
    }
    return shapes | {
        "module": "pencil.js",
        "rows": grid.height,
        "columns": grid.width,
        "room": [room.left, room.top],
        "marks": [_mark(mark, puzzle) for mark in grid.marks],
        "spots": [_spot(place, grid.marks, room.left, room.top) for place in grid.places],
        "start": list(puzzle.start),
        "hidden": {str(cell): list(at) for cell, at in hidden_crosses(puzzle).items() if at},
        "tells": _tells(puzzle),
        "rules": [_rule(word, puzzle, lists) for word in puzzle.words],
        "lists": lists,
        "solved": solved_text,
    }


def solved_text(state: State) -> str:
    """Return the text of a solution that the board hashes to recognise it.

    >>> solved_text((1, 0, 4))
    '1,0,4'
    """
    return ",".join(map(str, state))


def _tells(puzzle: Pencil) -> dict[str, str]:
    """Return what all clues say of places, by their names."""
    found = dict[str, str]()
    for clue, value in puzzle.told:
        for place, words in clue.tells(value, puzzle.grid).items():
            found[place] = f"{found[place]}, {words}" if place in found else words
    return found


def _mark(mark: AnyMark, puzzle: Pencil) -> dict[str, Any]:
    if isinstance(mark, Digits):
        values = values_of(mark.domain(puzzle.rows, puzzle.columns))
        return {"type": "digits", "low": values[0], "high": values[-1]}
    is_shade = isinstance(mark, Shade)
    return {
        "type": "shade" if is_shade else "edges",
        "look": mark.look if isinstance(mark, Shade) else mark.layer,
        "texts": [mark.text(0), mark.text(1)],
        "everywhere": mark.everywhere,
    }


def _spot(place: SpotPlace, marks: tuple[AnyMark, ...], left: float, top: float) -> list[Any]:
    """Return the name, the middle, the number of the mark and the ends of a spot."""
    (x, y), ends = place.middle, place.ends
    moved = [[end[0] + left, end[1] + top] for end in ends] if ends else None
    return [place.name, x + left, y + top, marks.index(place.mark), moved]


def _rule(word: Word, puzzle: Pencil, lists: list[Any]) -> dict[str, Any]:
    """Return a rule with its fields. Long lists that rules share are sent once, and named by their number."""
    told = {"word": type(word).__name__, "says": word.says(puzzle.names)}
    for field in fields(word):  # type: ignore[arg-type]
        value = getattr(word, field.name)
        if field.name in ("links", "ends", "rows"):
            if value not in lists:
                lists.append(value)
            value = lists.index(value)
        told[field.name] = puzzle_data(value)
    return told
