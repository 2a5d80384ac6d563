"""An explanation as one self-contained HTML page: no scripts, no requests, ready to print.

The markup is also well-formed XML. Everything that comes from a puzzle or a kind goes through `_text`.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from quandary._version import __version__
from quandary.draw import look
from quandary.draw.palette import AUTO, Palette
from quandary.draw.shapes import Drawing, rectangle
from quandary.draw.svg import EVERY_ROLE, printable, stylesheet, to_svg
from quandary.explaining import terms, words
from quandary.explaining.chart import step_bars
from quandary.explaining.explained import Explanation
from quandary.explaining.moment import moment
from quandary.explaining.profile import Profile, Stretch
from quandary.explaining.signs import doubt, ruler
from quandary.solving.deduce import replay
from quandary.solving.expert import marking_of
from quandary.verdict import WORDS, Rank

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
LARGEST = 400
"""The largest side of the puzzle's picture in pixels."""
CHART = {"wide": (912.0, 190.0), "narrow": (358.0, 170.0)}
"""The size of the chart on a desk and on a telephone, so that its text keeps its size."""
RULER = 400.0
METER = 100.0
"""The length of the longest bar of a rule in pixels."""
MOST_FAN = 6
"""The most options of a step that are shown as dots."""
MARK = " · quandary</title>"
"""The end of the title of every page."""


_ROLE = re.compile(r'(?<=[" ])(?:fill|stroke)-([\w-]+)(?=[" ])')
"""The roles of colours among the classes of an element."""


class Aside(NamedTuple):
    """Something else to tell about the puzzle: sentences, a picture, and numbers for JSON."""

    heading: str
    sentences: tuple[str, ...]
    drawn: Drawing | None
    numbers: Mapping[str, Any]


def explanation_page(told: Explanation, *, palette: Palette = AUTO, more: Aside | None = None) -> str:
    """Return the explanation as a page, always the same text for the same explanation.

    >>> from quandary.explaining.explanation import explain
    >>> from quandary.kinds.witness import KIND
    >>> page = explanation_page(explain(KIND.parse("+-E/|.|/S-+"), title="<b>Two ways</b>"))
    >>> page.splitlines()[6]
    '<title>&lt;b&gt;Two ways&lt;/b&gt; · quandary</title>'
    """
    sections = [_overview(told, palette)]
    if not told.is_unsolvable:
        bits, steps = [_profile(told, palette), _rules(told, palette)], [_deductions(told, palette)]
        sections += steps + bits if words.tells_steps(told) else bits + steps
    if more is not None:
        sentences = [_paragraph(_text(sentence)) for sentence in more.sentences]
        picture = _figure(more.drawn, "", "puzzle", palette) if more.drawn else ""
        sections.append(_section(more.heading, *sentences, picture))
    sections.append(_notation(told))
    main = "\n".join(filter(None, sections))
    main += _terms(main)
    style = _style(palette, [role for role in EVERY_ROLE if role in set(_ROLE.findall(main))])
    return _PAGE.format(
        title=_text(words.title(told)),
        style=style,
        digest=b64encode(sha256(style.encode()).digest()).decode(),
        wordmark=look.WORDMARK,
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
    """Return the title, the verdict, what it rests on, and the picture with its bits."""
    drawn = doubt(told) if not told.is_unsolvable else None
    if drawn is None and told.kind and told.kind.pictures.draw:
        drawn = told.kind.draw(told.puzzle, None)
    place = None if told.is_unsolvable or not told.verdict.word else told.verdict.place
    return f"""<div class="hero">
<header>
<h1><bdi>{_text(words.title(told))}</bdi></h1>
{_paragraph(_text(words.what(told)), "muted") if told.title else ""}
<p class="verdict">{_text(words.headline(told))}</p>
{_ruler(place, palette) if place else ""}
{_paragraph(_text(words.capital(words.context(told))), "say")}
{"" if told.is_unsolvable else _facts(told)}
</header>
{_figure(drawn, _caption(told), "puzzle", palette) if drawn else ""}
</div>
{_key(told, palette)}"""


def _caption(told: Explanation) -> str:
    labelled = told.profile and told.profile.decisions and told.kind and told.kind.pictures.anchor
    if told.is_unsolvable or not labelled:
        return ""
    return "Discs: the bits of doubt at this place, in all. A larger disc, more doubt. The hardest has a rim."


def _ruler(place: Rank, palette: Palette) -> str:
    """Return the place of the puzzle on a line, with the words for its zones."""
    if place.levels > 1:
        return _svg(ruler(place, RULER), 1, palette)
    ends = [0, *WORDS.values()]
    zones = "".join(
        f'<span class="zone-{high - low}">{"<b>" if word == place.word else ""}{word}{"</b>" if word == place.word else ""}</span>'
        for low, high, word in zip(ends, ends[1:], WORDS, strict=False)
    )
    return f'{_svg(ruler(place, RULER), 1, palette)}<div class="ruler-words">{zones}</div>'


def _facts(told: Explanation) -> str:
    """Return the numbers that the verdict rests on, and whom they hold for."""
    facts = "".join(
        f"<div><dt>{_text(name)}</dt><dd>{_text(value)}</dd></div>" for name, value in words.facts(told)
    )
    said = (words.number(told), words.hardest_step(told), words.not_in_facts(told))
    return f'<dl class="facts">{facts}</dl>' * bool(facts) + "".join(
        _paragraph(_text(sentence), "note") for sentence in said
    )


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


def _figure(drawn: Drawing, caption: str, name: str, palette: Palette) -> str:
    scale = LARGEST / max(drawn.width, drawn.height) if name == "puzzle" else 48
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
        f'<div class="scrolls" tabindex="0" role="region" aria-label="table of {name}"><table class="{name}">\n<thead><tr>{cells}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _profile(told: Explanation, palette: Palette) -> str:
    """Return the bits of each step as a chart, the hardest position, and the steps."""
    profile = told.profile
    if profile is None or not profile.decisions:
        return _section(words.profile_heading(told), _paragraph(_text(words.where_it_sits(told))))
    charts = "".join(
        f'<div class="{name}">{_svg(step_bars(profile, *size), 1, palette)}</div>'
        for name, size in CHART.items()
    )
    where = ["where"] if profile.names_slots else []
    table = _table(
        "steps",
        ["step", *where, "move", "options", "bits", "so far"],
        _step_rows(told, profile, 4 + len(where)),
    )
    return _section(
        words.profile_heading(told),
        _paragraph("Bits of each step. A dot is a step where nothing is in doubt.", "note"),
        f'<figure class="chart">{charts}</figure>',
        _moment(told, profile, palette),
        _folded("Step by step", table),
    )


def _moment(told: Explanation, profile: Profile, palette: Palette) -> str:
    """Return the position before the hardest step, unfolded, and what is hard about it."""
    drawn = moment(told)
    if profile.hardest is None or drawn is None:
        return _paragraph(_text(words.where_it_sits(told)))
    said = (words.beginning(told), words.hardest_choice(told), words.ending(told))
    return (
        f'<div class="moment"><figure>{_svg(drawn, 200 / drawn.width, palette)}</figure><div>'
        f"<h3>The hardest moment, before step {profile.hardest[0]}</h3>"
        f"{''.join(_paragraph(_text(each)) for each in said)}</div></div>"
    )


def _step_rows(told: Explanation, profile: Profile, columns: int) -> Iterator[str]:
    so_far = profile.so_far
    hardest = profile.hardest[0] if profile.hardest else 0
    for stretch in profile.stretches():
        number = f'<th scope="row">{words.numbers(stretch)}</th>'
        if stretch.is_free:
            made = words.moves(told, tuple(step.move for step in stretch.steps))
            said = f"{_text(words.free(stretch))}: <bdi>{_text(made)}</bdi>"
            yield f'<tr class="free">{number}<td colspan="{columns}">{said}</td></tr>'
        else:
            hot = ' class="hot"' if stretch.first == hardest else ""
            yield f"<tr{hot}>{number}{_decision(told, profile, stretch)}<td>{words.amount(so_far[stretch.first - 1])}</td></tr>"


def _decision(told: Explanation, profile: Profile, stretch: Stretch) -> str:
    step = stretch.steps[0]
    where = f"<td><bdi>{_text(step.slot)}</bdi></td>" if profile.names_slots else ""
    return (
        f"{where}<td><bdi>{_text(words.move(told, step.move))}</bdi></td>"
        f"<td>{_fan(step.options)}</td><td>{_text(words.amount(step.bits))}</td>"
    )


def _fan(options: int) -> str:
    """Return options as dots, of which one is taken, if there are few.

    >>> _fan(3), _fan(1200)
    ('<span class="fan hide">●○○</span> 3', '1,200')
    """
    dots = f'<span class="fan hide">●{"○" * (options - 1)}</span> ' if options <= MOST_FAN else ""
    return f"{dots}{options:,}"


def _rules(told: Explanation, palette: Palette) -> str:
    if not told.rules:
        return ""
    rules = told.rules_that_matter
    most = max((each.saves or 0 for each in rules), default=0)
    rows = (
        f'<tr><th scope="row"><bdi>{_text(each.rule.name)}</bdi> <small>{_text(each.rule.says)}</small></th>'
        f"<td>{'yes' if each.known else 'no'}</td>"
        f'<td class="meter">{_bar(each.saves, most, palette, known=each.known)}</td><td>{_text(words.worth(each.worth.alone))}</td></tr>'
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


def _bar(saves: float | None, most: float, palette: Palette, *, known: bool) -> str:
    """Return the bits that a rule saves, with a bar relative to the rule that saves most."""
    if saves is None or saves <= 0:
        return _text(words.worth(saves))
    long = max(3.0, METER * saves / most)
    fill = "doubt-soft" if known else "doubt"
    drawn = Drawing(METER, 8, (rectangle(0, 0, long, 8, fill=fill),), words.bits(saves))
    return f'<span class="hide">{_svg(drawn, 1, palette)}</span>{_text(words.worth(saves))}'


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
    text = f'<pre tabindex="0">{_text(told.kind.format(told.puzzle))}</pre>'
    return f"<section>\n{_folded('The puzzle as text', text)}\n</section>"


def _terms(main: str) -> str:
    """Return what the words on a page mean, folded."""
    shown = re.sub(r"<[^>]*>", " ", main)
    rows = "".join(
        f"<dt>{_text(term)}</dt><dd>{_text(meaning)}</dd>" for term, meaning in terms.told(terms.used(shown))
    )
    listed = _folded("What the words mean", f'<dl class="terms">{rows}</dl>')
    return f"\n<section>\n{listed}\n</section>" if rows else ""


@cache
def _sheet() -> str:
    """Return the style sheet that every explanation has."""
    zones = sorted({high - low for low, high in zip([0, *WORDS.values()], WORDS.values(), strict=False)})
    widths = "\n".join(f".zone-{share} {{ --part: {share}; }}" for share in zones)
    own = Path(__file__).with_name("page.css").read_text("utf-8").strip()
    return f"{look.style()}\n{own}\n{widths}"


def _style(palette: Palette, roles: Iterable[str]) -> str:
    """Return the page's style sheet. It follows the reader, or the palette if one is named."""
    scheme = "light" if palette["on-paper"] == palette["on-full-white"] else "dark"
    chosen = "" if palette is AUTO else f":root {{ color-scheme: {scheme}; }}"
    return "\n".join(filter(None, [_sheet(), chosen, stylesheet(palette, roles)])).rstrip()


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
<header class="bar">{wordmark}<span class="small muted">explain {version}</span></header>
<main class="doc">
{main}
</main>
<footer>A bit of difficulty is one choice between two options that look alike.</footer>
</body>
</html>
"""
