"""Playable pages without a server: one file that carries its puzzles, the board and the rules of its kinds.

A page judges by the rules in play.js, or by hashes of the solutions where a kind's play.js leaves the verdict to them.
Where it cannot judge, it says so.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from quandary.board import FOLDER
from quandary.draw import look
from quandary.draw.svg import printable

MARK = " · playable · quandary</title>"
_IMPORT = re.compile(r"""(from\s+|import\()['"](?:\.\./)*\.?/?(?:board/)?([\w-]+\.js)['"]""")
SHARED = (
    "shapes.js",
    "paths.js",
    "numbers.js",
    "laying.js",
    "words.js",
    "pencil.js",
    "board.js",
    "gestures.js",
    "view.js",
    "generic.js",
)


def playable_page(
    title: str,
    puzzles: Sequence[Mapping[str, Any]],
    plays: Mapping[str, Path],
    style: str,
    *,
    about: str = "",
) -> str:
    """Return a page on which puzzles can be played. `plays` are the play.js files by the name that puzzles give.

    `puzzles` are as `Playable.data` has them, perhaps with a chapter, hints and an answer, and `style` are the rules for the colours of roles.
    """
    return _PAGE.format(
        title=escape(printable(title)),
        about=f"<p>{escape(printable(about))}</p>" if about else "",
        mark=MARK,
        bar=look.WORDMARK,
        style=f"{look.style()}\n{_STYLE}\n{(FOLDER / 'board.css').read_text('utf-8')}\n{style}",
        imports=import_map("page.js", plays),
        puzzles=script_json(list(puzzles)),
    )


def import_map(main: str, plays: Mapping[str, Path]) -> str:
    """Return the import map of a page that carries the board, its main module and the play.js files by name."""
    modules = {name: (FOLDER / name).read_text("utf-8") for name in (*SHARED, main)}
    modules |= {name: path.read_text("utf-8") for name, path in plays.items()}
    return script_json({"imports": {f"quandary/{name}": _as_data(text) for name, text in modules.items()}})


def is_playable(path: Path) -> bool:
    """Return whether a file is a page that this module made."""
    return MARK.encode() in path.read_bytes()[:20_000]


def _as_data(text: str) -> str:
    """Return a module as an address, with its imports by name instead of by place."""
    named = _IMPORT.sub(lambda found: f"{found[1]}'quandary/{found[2]}'", text)
    return "data:text/javascript;base64," + b64encode(named.encode()).decode()


def script_json(value: Any) -> str:
    r"""Return JSON that may stand in a script element, without characters that turn the direction of writing.

    >>> print(script_json({"name": "<b>gold\u202elevis"}))
    {"name": "\u003cb\u003egold�levis"}
    """
    return (
        printable(json.dumps(value, ensure_ascii=False))
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )


_STYLE = """
:root { --area: var(--well); --focus: var(--accent); --done: var(--easier); }
main { max-width: 46rem; margin: 0 auto; padding: var(--s4); }
button { padding: var(--s2) var(--s3); font: inherit; font-size: var(--t1); font-weight: var(--bold); color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: var(--round); cursor: pointer; }
button:disabled { color: var(--muted); background: none; border-color: var(--line); font-weight: var(--regular); cursor: default; }
section { margin-top: var(--s5); padding-top: var(--s4); border-top: 1px solid var(--line); } section .verdict { min-height: 1.5em; font-size: var(--t3); color: var(--easier); } h1 + div > section:first-child { border: 0; }
.level { color: var(--muted); font-size: var(--t1); } #strip { display: flex; flex-wrap: wrap; gap: var(--s1); margin-top: var(--s3); } #strip strong { width: 100%; margin-top: var(--s2); }
#strip a { min-width: 2rem; padding: var(--s1); text-align: center; color: inherit; border: 1px solid var(--line); border-radius: var(--round); text-decoration: none; } #strip a.done { background: var(--done); color: var(--paper); }
details { margin: var(--s2) 0; } summary { cursor: pointer; } .answer svg { max-width: 20rem; }
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}{mark}
<style>{style}</style>
<script type="importmap">{imports}</script>
</head>
<body>
<header class="bar">{bar}</header>
<main>
<h1>{title}</h1>
{about}
<nav id="strip" aria-label="puzzles"></nav>
<div id="puzzles"><noscript>Playing needs JavaScript, which is switched off in this browser.</noscript></div>
</main>
<script type="application/json" id="data">{puzzles}</script>
<script type="module">import 'quandary/page.js'</script>
</body>
</html>
"""
