"""The frame of the pages that publishing writes: one file, no requests, ready to print."""

import re
from base64 import b64encode
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from pathlib import Path

from quandary._version import __version__
from quandary.draw import look
from quandary.draw.palette import AUTO, Palette
from quandary.draw.shapes import Drawing
from quandary.draw.svg import EVERY_ROLE, printable, stylesheet, to_svg


def text(value: object) -> str:
    """Escape text so that no browser takes it for markup."""
    return escape(printable(str(value)))


def picture(drawn: Drawing, width: float, palette: Palette = AUTO) -> str:
    """Return a drawing as SVG of a width in pixels, without a style of its own."""
    return to_svg(drawn, palette=palette, scale=width / drawn.width, styled=False)


@dataclass(frozen=True)
class Scripts:
    """What makes a page playable: the import map of its modules, the module to begin with, and its data."""

    imports: str
    main: str
    data: str

    @property
    def elements(self) -> str:
        """The script elements. The import map comes first."""
        return (
            f'<script type="importmap">{self.imports}</script>\n'
            f'<script type="application/json" id="data">{self.data}</script>\n'
            f'<script type="module">{self._begin}</script>'
        )

    @property
    def policy(self) -> str:
        """The part of the content security policy that allows these scripts, the modules that they carry, and no others."""
        return f"; script-src {_hash(self.imports)} {_hash(self._begin)} data:"

    @property
    def _begin(self) -> str:
        return f"import 'quandary/{self.main}'"


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def page(
    title: str,
    main: str,
    style: str,
    mark: str,
    palette: Palette = AUTO,
    scripts: Scripts | None = None,
    *,
    ground: str = "",
) -> str:
    """Return a page. The mark names the sort of page, so that a command recognises its own.

    `ground` is the style sheet that the page's own builds on, if it takes care of everything. By default it is `draw.look.style()` with
    the colours of the palette, and the bar with the name stands on top.
    """
    roles = [role for role in EVERY_ROLE if scripts or re.search(rf'[" ](fill|stroke)-{role}[" ]', main)]
    # what a script draws has no colours of its own
    drawn = replace(palette, media=(("all", palette), *palette.media)) if scripts else palette
    base = [ground] if ground else [look.style(), _colours(palette), _STYLE]
    sheet = "\n".join([*base, style.strip(), stylesheet(drawn, roles)]).rstrip()
    return _PAGE.format(
        title=text(title),
        mark=mark,
        style=sheet,
        policy=f"style-src {_hash(sheet)}{scripts.policy if scripts else ''}",
        bar="" if ground else f'<header class="bar">{look.WORDMARK}</header>\n',
        main=main,
        scripts=scripts.elements if scripts else "",
        version=__version__,
    )


def is_page(path: Path, mark: str) -> bool:
    """Return whether a file is a page with this mark."""
    return f" · quandary {mark}</title>".encode() in path.read_bytes()


def _colours(palette: Palette) -> str:
    if palette == AUTO:  # the colours of the other pages
        return ":root { --soft: var(--muted); --faint: var(--line); --accent-1: var(--accent); --accent-2: var(--accent); --accent-3: var(--easier) }"
    rules = [f":root {{ {_named(palette)} }}"]
    rules += [f"@media {query} {{ :root {{ {_named(other)} }} }}" for query, other in palette.media]
    return "\n".join(rules)


def _named(palette: Palette) -> str:
    scheme = "light" if palette["on-paper"] == palette["on-full-white"] else "dark"
    roles = ("ink", "soft", "paper", "faint", "accent-1", "accent-2", "accent-3")
    return f"color-scheme: {scheme}; " + "; ".join(f"--{role}: {palette[role]}" for role in roles)


_STYLE = """
main { max-width: 1280px; margin: 0 auto; padding: var(--s5) var(--s6) var(--s6); overflow-wrap: anywhere; }
h1 { margin: 0 0 var(--s1); }
h2 { margin: var(--s6) 0 var(--s2); padding-top: var(--s4); border-top: 1px solid var(--line); }
h3 { margin: var(--s4) 0 var(--s1); }
p { margin: var(--s2) 0; max-width: var(--measure); }
main ul, main ol { list-style: revert; padding-left: var(--s5); }
.across { overflow-x: auto; overflow-wrap: normal; }
th, td, td:last-child { padding: var(--s1) var(--s3) var(--s1) 0; text-align: left; vertical-align: top; }
thead th, .soft { color: var(--soft); }
.weak { color: var(--accent-2); }
@media (max-width: 640px) { main { padding: var(--s4); } }
@media print { .bar { display: none; } main { max-width: none; padding: 0; font-size: 10pt; } h2, h3 { break-after: avoid; }
  tr, figure, .puzzle { break-inside: avoid; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
""".strip()

_PAGE = """<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {policy}"/>
<title>{title} · quandary {mark}</title>
<style>{style}</style>
</head>
<body>
{bar}<main>
{main}
</main>
<footer>Made with quandary {version}.</footer>
{scripts}
</body>
</html>
"""
