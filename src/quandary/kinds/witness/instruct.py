"""The elements of panels with their meanings, for instructions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary.draw.shapes import Drawing
from quandary.kinds.witness.draw import PICTURES as DRAWN
from quandary.kinds.witness.draw import draw
from quandary.kinds.witness.notation import parse
from quandary.kinds.witness.rules import Panel

EXAMPLES = {
    "gaps": ("+-E/|.|/Sx+", "A gap: the line cannot cross it."),
    "hexagons": ("+-E/*.|/S-+", "A hexagon: the line must pass it."),
    "squares": ("+-+-E/|b|w|/S-+-+", "Squares: the line keeps different colours apart."),
    "triangles": ("+-E/|2|/S-+", "Triangles: the line runs along as many sides of the cell."),
    "stars": ("+-E/|M|/S-+", "A star: its region has exactly one other thing of its colour."),
    "polyominoes": ("+-E/|A|/S-+\nA = polyomino ##,#.", "A shape: the shapes of a region fill it exactly."),
    "rotating polyominoes": (
        "+-E/|A|/S-+\nA = rotating polyomino ##,#.",
        "A shape at an angle may be turned.",
    ),
    "hollow polyominoes": ("+-E/|A|/S-+\nA = hollow polyomino ##,#.", "A hollow shape takes cells away."),
    "eliminators": ("+-E/|e|/S-+", "An eliminator: it removes one thing of its region that would be wrong."),
    "two paths": (
        "E-+-+-E/|.|.|.|/S-+-+-S\nsymmetry horizontal",
        "Two starts: a second line mirrors yours, and they never meet.",
    ),
}
"""A small panel for each element, and its meaning."""


def symbols(panels: Sequence[Panel]) -> Iterator[tuple[Drawing, str]]:
    """Yield each element that is on one of the panels."""
    there = {name for panel in panels for name in panel.elements()}
    yield draw(parse("+-E/|.|/S-+")), "The line runs from the disc to the end that sticks out."
    for name, (notation, says) in EXAMPLES.items():
        if name in there:
            yield draw(parse(notation)), says


PICTURES = replace(DRAWN, symbols=symbols)
