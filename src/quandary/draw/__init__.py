"""Pictures: shapes and the ways to show them."""

from quandary.draw.shapes import Drawing


def _in_notebook(drawing: Drawing) -> str:
    from quandary.draw.svg import to_svg

    return to_svg(drawing)


Drawing._repr_svg_ = _in_notebook
