"""The page of the demo can be read on a desk and on a telephone, in light and dark."""

from collections.abc import Callable
from pathlib import Path

from tests.browser.browsing import Watched, shot
from tests.browser.test_accessible import complaints

from quandary.courses import shipped
from quandary.publishing.demo.content import demo
from quandary.publishing.demo.page import demo_page

CHARTS = """
() => [...document.querySelectorAll('.story figure:not(.board) svg')].filter(svg => svg.checkVisibility()).flatMap(svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
  return [...svg.querySelectorAll('text')].map(text => scale * parseFloat(text.getAttribute('font-size')))
})
"""
LEGIBLE = 11.0
"""The least height of letters in charts, in pixels."""


def test_the_demo_can_be_read_everywhere(opened: Callable[..., Watched], tmp_path: Path) -> None:
    file = tmp_path / "demo.html"
    file.write_text(demo_page(demo(shipped())), "utf-8")
    for scheme in ("light", "dark"):
        for width in (1280, 390):
            screen = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
            page = opened("file://", **screen, bypass_csp=True).page()
            page.goto(file.as_uri())
            shot(page, f"demo-{width}-{scheme}")
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
            assert min(page.evaluate(CHARTS)) >= LEGIBLE
