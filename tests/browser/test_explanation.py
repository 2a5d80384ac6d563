"""Explanation pages can be read on a desk and on a telephone, in light and dark, folded and unfolded."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.browsing import Watched, shot
from tests.browser.test_accessible import complaints

from quandary.explaining.explanation import explain
from quandary.explaining.page import explanation_page
from quandary.library import files, registry
from quandary.limits import Limits

WIDTHS = (1280, 390)
LEGIBLE = 7.0
"""The least height of letters in pictures, in pixels."""
TEXT_SIZES = """
() => [...document.querySelectorAll('figure.puzzle svg, figure.chart svg')].filter(svg => svg.getBoundingClientRect().width).flatMap(svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
  return [...svg.querySelectorAll('text')].map(text => scale * parseFloat(text.getAttribute('font-size')))
})
"""


@pytest.mark.parametrize("kind", ["witness", "sudoku", "hex", "fillomino", "sokoban"])
def test_an_explanation_can_be_read_everywhere(
    kind: str, opened: Callable[..., Watched], tmp_path: Path
) -> None:
    entry = files.examples(registry.find_kind(kind))[-2]
    file = tmp_path / f"{kind}.html"
    file.write_text(
        explanation_page(explain(entry.puzzle, limits=Limits(seconds=20), title=entry.title)), "utf-8"
    )
    for scheme in ("light", "dark"):
        for width in WIDTHS:
            screen = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
            page = opened("file://", **screen, bypass_csp=True).page()
            page.goto(file.as_uri())
            shot(page, f"explain-{kind}-{width}-{scheme}")
            assert complaints(page) == []
            assert page.locator(".verdict").bounding_box()["y"] < 300  # type: ignore[index]
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
            assert min(page.evaluate(TEXT_SIZES), default=LEGIBLE) >= LEGIBLE
            shot(page, f"explain-{kind}-{width}-{scheme}-open")
