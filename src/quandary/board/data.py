"""Puzzles and drawings as plain data for the browser."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Polygon, Shape, Text

_TYPES: dict[type[Shape], str] = {Line: "line", Polygon: "polygon", Circle: "circle", Text: "text"}
_OFFSET, _PRIME, _MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def puzzle_data(puzzle: Any) -> Any:
    """Return the fields of a puzzle as JSON-compatible values: sets sorted, tuples as lists.

    >>> from quandary.kinds.tilt import KIND
    >>> puzzle_data(KIND.parse("+-+-+/|o *|/+-+-+"))
    {'width': 2, 'height': 1, 'ball': [0, 0], 'checkpoints': [[1, 0]], 'walls': []}
    """
    match puzzle:
        case Enum():
            return puzzle.value
        case None | bool() | int() | float() | str():
            return puzzle
        case Mapping():
            return {str(name): puzzle_data(value) for name, value in puzzle.items()}
        case frozenset() | set():
            return [puzzle_data(each) for each in sorted(puzzle)]
        case tuple() | list():
            return [puzzle_data(each) for each in puzzle]
    if is_dataclass(puzzle):
        return {each.name: puzzle_data(getattr(puzzle, each.name)) for each in fields(puzzle)}
    raise TypeError(f"{type(puzzle).__name__} cannot be sent to a browser")


def drawing_data(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing as JSON-compatible values, with shapes as `shapes.js` makes them.

    >>> drawing_data(Drawing(1, 1, (Circle((0.5, 0.5), 0.4, fill="wall"),)))["shapes"]
    [{'type': 'circle', 'centre': [0.5, 0.5], 'radius': 0.4, 'fill': 'wall', 'stroke': None, 'width': 0.0}]
    """
    return {
        "width": drawing.width,
        "height": drawing.height,
        "title": drawing.title,
        "background": drawing.background,
        "shapes": [{"type": _TYPES[type(shape)], **puzzle_data(shape)} for shape in drawing.shapes],
    }


def fingerprint(text: str) -> str:
    """Return a 64-bit hash (FNV-1a) as 16 hexadecimal digits, the same as `hash` in shapes.js.

    >>> fingerprint("up right")
    'ac716c097184bdc2'
    """
    value = _OFFSET
    for byte in text.encode():
        value = (value ^ byte) * _PRIME & _MASK
    return f"{value:016x}"
