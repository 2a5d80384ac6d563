"""The design system of the pages: the tokens, the parts made of them, and the name as it is drawn.

Pages take their style sheet from here, so that a colour or a size is decided once.
"""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent

WORDMARK = """<svg viewBox="-3 -8 113.8 27" role="img" aria-label="quandary"><path d="M10,5 a5,5 0 1 1 -10,0 a5,5 0 1 1 10,0\
 M10,0 V9.4 M15,0 V5.4 a4.6,4.6 0 0 0 9.2,0 V0 M24.2,5 V10 M39.2,5 a5,5 0 1 1 -10,0 a5,5 0 1 1 10,0 M39.2,0 V10\
 M44.2,10 V0 M44.2,4.6 a4.6,4.6 0 0 1 9.2,0 V10 M68.4,5 a5,5 0 1 1 -10,0 a5,5 0 1 1 10,0 M68.4,-5 V10\
 M83.4,5 a5,5 0 1 1 -10,0 a5,5 0 1 1 10,0 M83.4,0 V10 M88.4,10 V0 M88.4,4.6 a4.6,4.6 0 0 1 5.4,-4.5\
 M98.6,0 V5.4 a4.6,4.6 0 0 0 9.2,0 V0 M107.8,5 V10.6 a4.6,4.6 0 0 1 -7.6,3.4"/>\
<path class="doubt" d="M10,9.4 V11.2 q0,5.4 6.2,5.6 M7.9,14.6 h.01 M5.3,16.3 h.01 M2,16.8 h.01"/></svg>"""
"""The name with a fork below its first letter: one way is drawn, the other is only dotted."""


@cache
def style() -> str:
    """Return the style sheet that every page begins with.

    >>> style().partition("*/")[0]
    '/* The design tokens of every page: colours by role, once, light and dark. No other style sheet names a colour. '
    """
    return "\n".join((FOLDER / name).read_text("utf-8").strip() for name in ("tokens.css", "parts.css"))
