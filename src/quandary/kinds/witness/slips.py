"""Where a finished line of a Witness panel breaks a rule."""

from quandary.draw.shapes import Point
from quandary.kinds.witness.draw import place_spot
from quandary.kinds.witness.lattice import Path, Place
from quandary.kinds.witness.rules import Panel


def faults(panel: Panel, state: Path) -> list[Point]:
    """Return the places of the elements that a finished line breaks: in a region that does not hold, those that fail.

    Where an eliminator is to blame, no element fails alone, and all of the region are returned.
    """
    covered, walls = panel.covered(state), panel.walls(state)
    wrong = {*(panel.all_hexagons - covered)} if not panel.has_eliminators else set[Place]()
    if panel.outline.is_whole:
        regions = [panel.region(cells, covered) for cells in panel.regions(walls)]
    else:
        parts = panel.outline.parts(covered, walls)
        regions = [panel.region(cells, covered, lines) for cells, lines in parts]
    for region in regions:
        if region.holds():
            continue
        here = {cell: element for cell, element in panel.counted.items() if cell in region.cells}
        failing = [
            cell for cell in here if here[cell] in region.broken or not region.is_fine_with_all(here[cell])
        ]
        wrong |= {(2 * x + 1, 2 * y + 1) for x, y in failing or here}
        if not failing:  # an eliminator, or a hexagon that no line covers
            wrong |= panel.all_hexagons - covered
    first, second = panel.covered_by(state), panel.covered_by(panel.second(state))
    wrong |= (second & panel.blue) | (first & panel.yellow)  # hexagons of the other line
    return [place_spot(panel, place) for place in sorted(wrong)]
