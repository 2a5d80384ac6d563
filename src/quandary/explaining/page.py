"""An explanation as one self-contained HTML page: no scripts, no requests, ready to print.

The markup is also well-formed XML. Everything that comes from a puzzle or a kind goes through `_text`.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import islice
from pathlib import Path

from quandary._version import __version__
from quandary.draw.palette import AUTO, SHADES, Palette
from quandary.draw.shapes import Drawing
from quandary.draw.svg import EVERY_ROLE, printable, stylesheet, to_svg
from quandary.explaining import words
from quandary.explaining.chart import chart
from quandary.explaining.explained import Explanation
from quandary.explaining.picture import picture
from quandary.explaining.profile import Profile, Stretch
from quandary.explaining.scale import MOST, shade
from quandary.solving.deduce import replay
from quandary.solving.expert import marking_of

MOST_STEPS = 500
"""The number of deductions listed, since nobody would read more."""
MOST_NOTES = 60
"""The number of steps after which the solver's sheet is drawn."""
SMALLEST = 96
"""The side of a picture of the sheet in pixels."""
MOST_PICTURES = 4
"""The number of deductions drawn on the puzzle itself."""
SIGN = 48
"""The side of a sign with its meaning in pixels."""
LARGEST = 560
"""The largest side of the puzzle's picture in pixels."""
MARK = " · quandary</title>"
"""The end of the title of every page."""


_ROLE = re.compile(r'(?<=[" ])(?:fill|stroke)-([\w-]+)(?=[" ])')
"""The roles of colours among the classes of an element."""
LONGEST_BAR = 24
"""The length of the longest bar in quarters of an em."""


def explanation_page(told: Explanation, *, palette: Palette = AUTO) -> str:
    """Return the explanation as a page, always the same text for the same explanation.

    >>> from quandary.explaining.explanation import explain
    >>> from quandary.kinds.witness import KIND
    >>> page = explanation_page(explain(KIND.parse("+-E/|.|/S-+"), title="<b>Two ways</b>"))
    >>> page.splitlines()[6]
    '<title>&lt;b&gt;Two ways&lt;/b&gt; · quandary</title>'
    """
    sections = [_overview(told, palette)]
    if not told.is_unsolvable:
        bits, steps = [_profile(told, palette), _rules(told)], [_deductions(told, palette)]
        sections += steps + bits if words.tells_steps(told) else bits + steps
    sections.append(_notation(told))
    main = "\n".join(filter(None, sections))
    used = set(_ROLE.findall(main))
    style = _style(palette, [role for role in EVERY_ROLE if role in used])
    return _PAGE.format(
        title=_text(words.title(told)),
        style=style,
        digest=b64encode(sha256(style.encode()).digest()).decode(),
        main=main,
        version=__version__,
    )


def is_explanation(path: Path) -> bool:
    """Tell whether a file is a page that `explanation_page` made, by the end of its title."""
    return MARK.encode() in path.read_bytes()


def _text(text: object) -> str:
    """Escape text so that no browser takes it for markup."""
    return escape(printable(str(text)))


def _overview(told: Explanation, palette: Palette) -> str:
    drawn = told.kind.draw(told.puzzle, None) if told.kind and told.kind.pictures.draw else None
    others = () if told.is_unsolvable else (words.number(told), words.hardest_step(told), words.others(told))
    return f"""<header>
<h1><bdi>{_text(words.title(told))}</bdi></h1>
{_paragraph(_text(words.what(told)), "kind") if told.title else ""}
<p class="score"><strong>{_text(words.headline(told))}{":" * bool(words.context(told))}</strong>
{_text(words.context(told))}</p>
{"".join(_paragraph(_text(sentence)) for sentence in others)}
</header>
{_figure(drawn, "", "puzzle", palette) if drawn else ""}
{_key(told, palette)}
{_answer(told, palette)}"""


def _key(told: Explanation, palette: Palette) -> str:
    """Return the signs in the picture with their meanings, folded, if the kind explains them."""
    if told.kind is None or told.kind.pictures.symbols is None:
        return ""
    rows = "".join(
        f"<li>{_svg(replace(drawn, title=says), SIGN / max(drawn.width, drawn.height), palette)} {_text(says)}</li>"
        for drawn, says in told.kind.pictures.symbols([told.puzzle])
    )
    return _folded("What the signs mean", f'<ul class="key">{rows}</ul>') if rows else ""


def _folded(summary: str, *parts: str) -> str:
    """Return parts of the page that are shown on demand, since they give something away or are long."""
    inside = "\n".join(filter(None, parts))
    return f"<details>\n<summary>{summary}</summary>\n{inside}\n</details>" if inside else ""


def _answer(told: Explanation, palette: Palette) -> str:
    drawn = picture(told) if told.profile else None
    if drawn is None:
        return ""
    labelled = told.profile is not None and told.profile.decisions and told.kind and told.kind.pictures.anchor
    caption = "The least uncertain solution, with the bits of each decision." if labelled else ""
    numbered = (
        " The dark number is the number of the step." if told.profile and told.profile.names_slots else ""
    )
    figure = _figure(drawn, caption + (numbered if caption else ""), "puzzle", palette)
    return _folded("The answer", figure, _legend() if labelled else "")


def _legend() -> str:
    """Return a legend of the colours."""
    swatches = "".join(
        f'<span class="{shade(bits)}">{bits}{"+" * (bits == MOST)}</span>' for bits in range(round(MOST) + 1)
    )
    return f'<p class="legend">bits: {swatches}</p>'


def _figure(drawn: Drawing, caption: str, name: str, palette: Palette) -> str:
    scale = min(64, LARGEST / max(drawn.width, drawn.height)) if name == "puzzle" else 48
    below = f"<figcaption>{_text(caption)}</figcaption>" if caption else ""
    return f'<figure class="{name}">\n{_svg(drawn, scale, palette)}\n{below}</figure>'


def _svg(drawn: Drawing, scale: float, palette: Palette) -> str:
    """Return a picture as SVG without its own style, since the page has one for all."""
    return to_svg(drawn, palette=palette, scale=scale, styled=False)


def _paragraph(inside: str, name: str = "") -> str:
    if not inside:
        return ""
    return f'<p class="{name}">{inside}</p>' if name else f"<p>{inside}</p>"


def _section(heading: str, *parts: str) -> str:
    return "\n".join(["<section>", f"<h2>{heading}</h2>", *filter(None, parts), "</section>"])


def _table(name: str, head: Iterable[str], rows: Iterable[str]) -> str:
    cells = "".join(f'<th scope="col">{each}</th>' for each in head)
    body = "\n".join(rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="table of {name}"><table class="{name}">\n<thead><tr>{cells}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _profile(told: Explanation, palette: Palette) -> str:
    said = _paragraph(_text(words.where_it_sits(told)))
    profile = told.profile
    if profile is None or not (drawn := chart(profile)):
        return _section(words.profile_heading(told), said)
    caption = "Bars: the bits of each step. Line: the bits so far."
    where = ["where"] if profile.names_slots else []
    table = _table(
        "steps",
        ["step", *where, "move", "options", "bits", "so far"],
        _step_rows(told, profile, 4 + len(where)),
    )
    figure = _figure(drawn, caption, "chart", palette)
    return _section(words.profile_heading(told), said, figure, _folded("Every step", table))


def _step_rows(told: Explanation, profile: Profile, columns: int) -> Iterator[str]:
    so_far = profile.so_far
    for stretch in profile.stretches():
        number = f'<th scope="row">{words.numbers(stretch)}</th>'
        if stretch.is_free:
            made = words.moves(told, tuple(step.move for step in stretch.steps))
            said = f"{_text(words.free(stretch))}: <bdi>{_text(made)}</bdi>"
            yield f'<tr class="free">{number}<td colspan="{columns}">{said}</td></tr>'
        else:
            yield f"<tr>{number}{_decision(told, profile, stretch)}<td>{words.amount(so_far[stretch.first - 1])}</td></tr>"


def _decision(told: Explanation, profile: Profile, stretch: Stretch) -> str:
    step = stretch.steps[0]
    chip = f'<span class="chip {shade(step.bits)}">{_text(words.amount(step.bits))}</span>'
    where = f"<td><bdi>{_text(step.slot)}</bdi></td>" if profile.names_slots else ""
    return f"{where}<td><bdi>{_text(words.move(told, step.move))}</bdi></td><td>{step.options:,}</td><td>{chip}</td>"


def _rules(told: Explanation) -> str:
    if not told.rules:
        return ""
    rules = told.rules_that_matter
    most = max((each.saves or 0 for each in rules), default=0)
    rows = (
        f'<tr><th scope="row"><bdi>{_text(each.rule.name)}</bdi> <small>{_text(each.rule.says)}</small></th>'
        f"<td>{'yes' if each.known else 'no'}</td>"
        f"<td>{_bar(each.saves, most)}</td><td>{_text(words.worth(each.worth.alone))}</td></tr>"
        for each in rules
    )
    head = ["rule", "known", "to this player", "alone"]
    return _section(
        "What each rule is worth, in bits of MUSE",
        *(_paragraph(_text(sentence), "advice") for sentence in words.advice(told)),
        _table("rules", head, rows) if rules else "",
        _paragraph(_text(words.idle(told))),
        _paragraph(_text(words.rules_note(told)), "note"),
    )


def _bar(saves: float | None, most: float) -> str:
    """Return the bits that a rule saves, with a bar relative to the rule that saves most."""
    long = saves is not None and saves > 0
    bar = f'<span class="bar wide-{max(1, round(LONGEST_BAR * (saves or 0) / most))}"></span>' if long else ""
    return f"{bar}{_text(words.worth(saves))}"


def _deductions(told: Explanation, palette: Palette) -> str:
    if told.trace is None:
        return ""
    steps = told.trace.steps
    used = "".join(f"<li>{times:,} × <bdi>{_text(name)}</bdi></li>" for name, times in words.used(told))
    pictures = _notes(told, palette)
    listed = "\n".join(
        f'<li class="{step.action}"><bdi>{_text(words.step(told, step))}</bdi>{next(pictures, "")}</li>'
        for step in steps[:MOST_STEPS]
    )
    more = f"… and {words.count(len(steps) - MOST_STEPS, 'step')} more." if len(steps) > MOST_STEPS else ""
    return _section(
        "Solved by deduction",
        _paragraph(_text(words.solving(told))),
        f'<ul class="used">{used}</ul>' if used else "",
        "\n".join(_hard_steps(told, palette)),
        _folded(
            "Every step", f'<ol class="deductions">\n{listed}\n</ol>' if listed else "", _paragraph(more)
        ),
    )


def _notes(told: Explanation, palette: Palette) -> Iterator[str]:
    """Yield the sheet after each of the first steps, if the kind draws sheets."""
    marking = marking_of(told.puzzle, told.kind) if told.kind else None
    if marking is None or marking.draw is None or told.trace is None:
        return
    for notes in islice(replay(marking.sheet, told.trace), MOST_NOTES):
        drawn = marking.draw(notes.state, notes.moves)
        yield "\n" + _svg(drawn, SMALLEST / max(drawn.width, drawn.height), palette)


def _hard_steps(told: Explanation, palette: Palette) -> Iterator[str]:
    """Yield pictures of the most costly steps on the puzzle itself, the first of each rule."""
    if told.kind is None or told.kind.pictures.draw_step is None or told.trace is None:
        return
    first: dict[str, int] = {}
    for number, step in enumerate(told.trace.steps):
        first.setdefault(step.rule, number)
    steps = told.trace.steps
    dearest = sorted(first.values(), key=lambda number: -steps[number].cost)[:MOST_PICTURES]
    for number in dearest if words.tells_steps(told) else sorted(dearest):
        step = steps[number]
        caption = f"Step {number + 1}, cost {step.cost:g}: {words.step(told, step)}"
        drawn = told.kind.pictures.draw_step(told.puzzle, told.trace, number)
        yield _figure(drawn, caption, "step", palette)
    if told.kind.pictures.draw and (ended := words.rules_end(told)):
        yield _figure(told.kind.pictures.draw(told.puzzle, told.trace.state), ended, "step", palette)


def _notation(told: Explanation) -> str:
    if told.kind is None or told.kind.notation.format is None:
        return ""
    return _section("The puzzle", f'<pre tabindex="0">{_text(told.kind.format(told.puzzle))}</pre>')


def _style(palette: Palette, roles: Iterable[str]) -> str:
    """Return the page's style sheet, for the palette and those that replace it."""
    others = "".join(f"\n@media {query} {{\n{_roles(other)}\n}}" for query, other in palette.media)
    bars = "\n".join(f".wide-{n} {{ width: {n / 4:g}em; }}" for n in range(1, LONGEST_BAR + 1))
    return "\n".join([_roles(palette), _STYLE, bars + others, stylesheet(palette, roles)]).rstrip()


def _roles(palette: Palette) -> str:
    """Return the colours of text, lines, bars and shades."""
    scheme = "light" if palette["on-paper"] == palette["on-full-white"] else "dark"
    named = "; ".join(f"--{role}: {palette[role]}" for role in ("ink", "soft", "paper", "faint", "accent-1"))
    shades = (f"bits-{number}" for number in range(SHADES))
    rows = (f".{role} {{ background: {palette[role]}; color: {palette[f'on-{role}']}; }}" for role in shades)
    return "\n".join([f":root {{ color-scheme: {scheme}; {named}; }}", *rows])


_STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.2rem 0 .5rem; font-size: 1.25rem; border-bottom: 1px solid var(--faint); padding-bottom: .2rem; }
p { margin: .4rem 0; }
.kind, .note, figcaption, footer, .free td { color: var(--soft); }
.score { margin: .6rem 0 .2rem; font-size: 1.2rem; }
.score strong { font-size: 2rem; line-height: 1.2; }
.advice { font-weight: 600; }
.note, figcaption, footer { font-size: .875rem; }
figure { margin: 1.2rem 0 .6rem; }
figure svg { display: block; max-width: 100%; height: auto; border-radius: .4rem; }
.chart svg { width: 100%; max-width: 36rem; }
.step { display: inline-block; vertical-align: top; width: min(100%, 26rem); margin-right: 1.5rem; }
.step svg { width: 100%; }
details { margin: .6rem 0; border: 1px solid var(--faint); border-radius: .4rem; padding: 0 .8rem; }
summary { padding: .6rem 0; font-weight: 600; cursor: pointer; }
.key { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .6rem; padding: 0; list-style: none; }
.key li { display: flex; gap: .6rem; align-items: center; }
.key svg { flex: 0 0 auto; }
.puzzle svg { margin: 0 auto; }
.puzzle figcaption { text-align: center; }
.legend { text-align: center; font-size: .8rem; color: var(--soft); }
.legend span { display: inline-block; min-width: 1.8em; padding: 0 .3em; }
.wide { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); }
thead th { color: var(--soft); font-weight: 600; font-size: .875rem; white-space: nowrap; }
tbody th { font-weight: 600; white-space: nowrap; }
.rules th { white-space: normal; }
.rules small { display: block; font-weight: 400; color: var(--soft); }
.rules td:nth-child(3) { white-space: nowrap; }
.chip { display: inline-block; min-width: 2.2em; padding: 0 .4em; border-radius: 1em; text-align: center; }
.bar { display: inline-block; height: .7em; margin-right: .4em; background: var(--accent-1); border-radius: .15em; }
.used { columns: 14rem; padding-left: 1.2rem; }
.deductions { columns: 24rem; column-gap: 2rem; padding-left: 2.6rem; font-size: .9rem; }
.deductions li { break-inside: avoid; }
.deductions svg { display: block; margin: .2rem 0 .6rem; }
.guess, .revert { font-weight: 600; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--faint); border-radius: .4rem; line-height: 1.3; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--faint); padding-top: .5rem; }
@media (max-width: 30rem) {
  body { padding: 1rem; }
  .score strong { font-size: 1.6rem; }
  th, td { padding: .25rem .35rem; }
  .step { margin-right: 0; }
  .bar { display: none; }
}
@media print {
  details::details-content { content-visibility: visible; height: auto; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  figure, tr, .advice { break-inside: avoid; }
  h2 { break-after: avoid; }
  .chip, .bar, .legend span, svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
""".strip()

_PAGE = """<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'"/>
<title>{title} · quandary</title>
<style>{style}</style>
</head>
<body>
<main>
{main}
</main>
<footer>Explained by quandary {version}. A bit of difficulty is one choice between two options that look alike.</footer>
</body>
</html>
"""
