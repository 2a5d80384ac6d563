"""The elements of a panel by name, in the order in which a designer would introduce them."""

from collections.abc import Iterator

from quandary.kinds.witness.elements import Eliminator, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import Symmetry
from quandary.kinds.witness.rules import Panel


def elements(panel: Panel) -> Iterator[str]:
    """Yield the name of each sort of element on a panel.

    >>> from quandary.kinds.witness.notation import parse
    >>> list(elements(parse("+-+-E/|w|2|/+x+-+/|b|b|/S-+-+")))
    ['gaps', 'squares', 'triangles']
    """
    there = [element for _, element in panel.cells]
    pieces = [each for each in there if isinstance(each, Polyomino)]
    found = {
        "gaps": panel.gaps or panel.missing,
        "hexagons": panel.all_hexagons,
        "squares": any(isinstance(each, Square) for each in there),
        "triangles": any(isinstance(each, Triangles) for each in there),
        "stars": any(isinstance(each, Star) for each in there),
        "polyominoes": pieces,
        "rotating polyominoes": any(each.rotates for each in pieces),
        "hollow polyominoes": any(each.hollow for each in pieces),
        "eliminators": any(isinstance(each, Eliminator) for each in there),
        "several ways in or out": _has_choice(panel),
        "two paths": panel.symmetry is not Symmetry.NONE,
    }
    return (name for name, is_there in found.items() if is_there)


def _has_choice(panel: Panel) -> bool:
    pairs = 1 if panel.symmetry is Symmetry.NONE else 2
    return len(panel.entrances) > pairs or len(panel.exits) > pairs
