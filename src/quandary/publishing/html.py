"""The frame of the pages that publishing writes: one file, no requests, ready to print."""

import re
from base64 import b64encode
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from pathlib import Path

from quandary._version import __version__
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

    `ground` is the style sheet that the page's own builds on, `draw.look.style()`. Without it, the page has the colours of the palette.
    """
    roles = [role for role in EVERY_ROLE if scripts or re.search(rf'[" ](fill|stroke)-{role}[" ]', main)]
    # what a script draws has no colours of its own
    drawn = replace(palette, media=(("all", palette), *palette.media)) if scripts else palette
    base = [ground] if ground else [_colours(palette), _STYLE]
    sheet = "\n".join([*base, style.strip(), stylesheet(drawn, roles)]).rstrip()
    return _PAGE.format(
        title=text(title),
        mark=mark,
        style=sheet,
        policy=f"style-src {_hash(sheet)}{scripts.policy if scripts else ''}",
        main=main,
        scripts=scripts.elements if scripts else "",
        version=__version__,
    )


def is_page(path: Path, mark: str) -> bool:
    """Return whether a file is a page with this mark."""
    return f" · quandary {mark}</title>".encode() in path.read_bytes()


def _colours(palette: Palette) -> str:
    rules = [f":root {{ {_named(palette)} }}"]
    rules += [f"@media {query} {{ :root {{ {_named(other)} }} }}" for query, other in palette.media]
    return "\n".join(rules)


def _named(palette: Palette) -> str:
    scheme = "light" if palette["on-paper"] == palette["on-full-white"] else "dark"
    roles = ("ink", "soft", "paper", "faint", "accent-1", "accent-2", "accent-3")
    return f"color-scheme: {scheme}; " + "; ".join(f"--{role}: {palette[role]}" for role in roles)


_STYLE = """
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .3rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 2.2rem 0 .5rem; font-size: 1.35rem; border-bottom: 1px solid var(--faint); padding-bottom: .2rem; }
h3 { margin: 1.2rem 0 .3rem; font-size: 1.05rem; }
p { margin: .4rem 0; }
svg { display: block; max-width: 100%; height: auto; }
.wide { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); }
thead th { color: var(--soft); font-weight: 600; font-size: .875rem; }
.soft, footer { color: var(--soft); }
.weak { color: var(--accent-2); }
footer { margin-top: 2.5rem; border-top: 1px solid var(--faint); padding-top: .5rem; font-size: .875rem; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } h2, h3 { break-after: avoid; }
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
<main>
{main}
</main>
<footer>Made with quandary {version}.</footer>
{scripts}
</body>
</html>
"""
