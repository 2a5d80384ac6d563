"""The demo as one page: no scripts, no requests, light and dark, wide and narrow."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from quandary.draw.look import WORDMARK, style
from quandary.draw.palette import LIGHT
from quandary.draw.shapes import Drawing, rectangle
from quandary.draw.svg import to_svg
from quandary.explaining import words
from quandary.explaining.chart import step_bars
from quandary.explaining.explained import RuleWorth
from quandary.explaining.signs import doubt, ruler
from quandary.measuring.table import measure
from quandary.measuring.verdicts import with_unit
from quandary.parts.english import plural
from quandary.publishing.booklet.content import Book, Item
from quandary.publishing.demo.content import Demo, command, difficulty, place
from quandary.publishing.demo.signs import rise
from quandary.publishing.demo.text import QUESTION
from quandary.publishing.html import is_page, page, picture, text
from quandary.runs.batch import Rating
from quandary.showing.picture import draw

MARK = "demo"
ABOUT = (
    "To be in a quandary is to be unsure what to do next. quandary measures that doubt in bits, and shows where"
    " on the way to a solution it sits."
)
ON_A_PAGE = 4
"""The number of puzzles on the page of the booklet."""
MOST_RULES = 5
CHECKS = ("solvable", "unique", "minimal", "guess_free")


def demo_page(shown: Demo) -> str:
    """Return the demo as a page, always the same text."""
    bar = f'<header class="bar">{WORDMARK}<span class="small muted">Made by quandary demo</span></header>'
    main = "\n".join([bar, '<div class="page">', _story(shown), _kinds(shown), _features(shown), "</div>"])
    return page("What quandary is for", main, _STYLE, MARK, ground=style())


def is_demo(path: Path) -> bool:
    """Return whether a file is a page that this module made."""
    return is_page(path, MARK)


def _story(shown: Demo) -> str:
    told = shown.story
    drawn = doubt(told)
    chart = _both(partial(step_bars, told.profile, height=180)) if told.profile else ""
    return f"""<section class="story">
<div><h1>{QUESTION}</h1>
<p class="lead">{ABOUT}</p>
<p><strong>{text(words.title(told))}</strong>{text(_verdict(shown))} {text(words.hardest(told))}</p>
<figure>{chart}</figure>
{_command(command("explain", shown.entry))}</div>
{f'<figure class="board">{picture(drawn, 480)}</figure>' if drawn else ""}
</section>"""


def _verdict(shown: Demo) -> str:
    """Return the verdict as a sentence that begins with the title of the puzzle."""
    told = shown.story
    said = words.headline(told)
    if not told.verdict.word:
        return f": {said}."
    return f" is {said[:1].lower()}{said[1:]}: {words.context(told)}"


def _both(drawn: Callable[[float], Drawing]) -> str:
    """Return a chart twice: as wide as a column, and as wide as a telephone, so that its text keeps its size."""
    wide, narrow = (to_svg(drawn(width), scale=1, styled=False) for width in (760.0, 340.0))
    return f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>'


def _kinds(shown: Demo) -> str:
    cards = "\n".join(map(_kind, shown.ratings))
    return f"""<section class="part"><h2>{len(shown.ratings)} kinds, one verdict</h2>
<p class="small muted">The dot is the place among generated puzzles of the same kind and size.</p>
<ol class="kinds">{cards}</ol></section>"""


def _kind(rating: Rating) -> str:
    entry, found = rating.entry, rating.verdict.place
    name = words.capital(plural(entry.kind.title))
    compared = f' <span class="muted">· {text(place(rating))}</span>' if found else ""
    return f"""<li><figure class="sheet">{_square(draw(entry.puzzle, None))}</figure>
<h3>{text(name)}</h3><p class="small">{text(words.capital(difficulty(rating)))}{compared}</p>
{to_svg(ruler(found), scale=1, styled=False) if found else ""}{_command(command("rate", entry))}</li>"""


def _square(drawn: Drawing, side: float = 200) -> str:
    """Return a picture that fits into a square."""
    return to_svg(drawn, scale=side / max(drawn.width, drawn.height), styled=False)


def _features(shown: Demo) -> str:
    cards = [_rule(shown), _hint(shown), _easier(shown), _course(shown), _booklet(shown), _check(shown)]
    return f"""<section class="part"><h2>What it does, and the command for it</h2>
<div class="features">{"".join(filter(None, cards))}</div></section>"""


def _feature(heading: str, about: str, inside: str, done: str) -> str:
    return f"""<section class="sheet"><h3>{heading}</h3><p class="small muted">{text(about)}</p>
<div class="see">{inside}</div>{_command(done)}</section>"""


def _rule(shown: Demo) -> str:
    rules = [each for each in shown.story.rules_that_matter if each.saves is not None][:MOST_RULES]
    if not rules:
        return ""
    most = max(each.saves or 0 for each in rules) or 1
    rows = "".join(
        f'<tr><th scope="row">{text(each.rule.name)}<br/><span class="muted">{_known(each)}</span></th>'
        f"<td>{_meter(each, most)}</td><td>{text(words.bits(each.saves or 0))}</td></tr>"
        for each in rules
    )
    best = shown.story.best_new_rule
    about = best.rule.says if best else "What each rule saves the player."
    return _feature(
        "The rule that would help", about, f"<table>{rows}</table>", command("explain", shown.entry)
    )


def _known(each: RuleWorth) -> str:
    return "saves, since the player knows it" if each.known else "would save, if the player knew it"


def _meter(each: RuleWorth, most: float) -> str:
    long = max(3.0, 100 * (each.saves or 0) / most)
    fill = "doubt-soft" if each.known else "doubt"
    return to_svg(
        Drawing(100, 8, (rectangle(0, 0, long, 8, fill=fill),), words.bits(each.saves or 0)),
        scale=1,
        styled=False,
    )


def _hint(shown: Demo) -> str:
    about = f"The easiest next step, and why. {shown.hint.says}"
    return _feature("A hint", about, _square(shown.hint.drawing), command("hint", shown.hinted))


def _easier(shown: Demo) -> str:
    if (found := shown.easier) is None:
        return ""
    before, after = shown.story.headline, found.score
    pair = "".join(
        f'<figure>{_square(draw(puzzle, None), 150)}<figcaption class="small">{text(with_unit(score, shown.entry.kind))}</figcaption></figure>'
        for puzzle, score in ((shown.entry.puzzle, before), (found.puzzle, after))
    )
    unit = measure(after.measure, shown.entry.kind).unit
    sign = f'<span class="easier">▼ {words.amount(found.difference)} {text(unit)}</span>'
    about = f"Every change of one element, ranked by what it does. Best: {found.change}."
    return _feature(
        "One like it, but easier",
        about,
        f'<div class="pair">{pair}{sign}</div>',
        command("vary", shown.entry, "--easier"),
    )


def _course(shown: Demo) -> str:
    if (course := shown.course) is None:
        return ""
    about = f"{words.count(len(course.puzzles), 'puzzle')} in {words.count(len(course.chapters), 'chapter')}. Each starts easy and ends hard."
    name = course.puzzles[0].kind
    return _feature(
        "A course that rises",
        about,
        to_svg(rise(course, 340, 180), scale=1, styled=False),
        f"quandary curriculum {name} -o course.json",
    )


def _booklet(shown: Demo) -> str:
    if (book := shown.book) is None:
        return ""
    about = f"{len(book.items)} puzzles with marks of difficulty, rules and answers, to print or to play."
    return _feature("A booklet", about, _paper(book), "quandary booklet course.json -o booklet.html")


def _paper(book: Book) -> str:
    """Return a page of a booklet, which is light on every screen."""
    section = book.sections[-1]
    items = "".join(map(_item, section.items[:ON_A_PAGE]))
    return f'<div class="paper"><p>{text(section.title)}</p><div>{items}</div></div>'


def _item(item: Item) -> str:
    drawn = to_svg(item.drawing, palette=LIGHT, scale=80 / item.drawing.width, styled=False)
    return f'<figure><figcaption><b>{item.number}</b><span aria-label="{text(item.verdict.short)}">{item.marks}</span></figcaption>{drawn}</figure>'


def _check(shown: Demo) -> str:
    proved = shown.checked
    answers = {True: "✓ yes", False: "no", None: "not decided"}
    named = [(name.replace("_", "-"), answers[getattr(proved, name)]) for name in CHECKS]
    rows = "".join(f'<tr><th scope="row">{name}</th><td>{answer}</td></tr>' for name, answer in named)
    about = "What is proved about a puzzle before it goes into print."
    return _feature("Ready to print", about, f"<table>{rows}</table>", command("check", shown.hinted))


def _command(done: str) -> str:
    return f'<code class="command">{text(done)}</code>'


_STYLE = """
.story { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 400px); gap: var(--s7); align-items: center; padding: var(--s4) 0; }
.story > div { display: grid; gap: var(--s4); }
.lead { font-size: var(--t3); line-height: 1.45; }
.story p { max-width: var(--measure); text-wrap: pretty; }
.board svg { width: 100%; border-radius: var(--round-2); }
.kinds { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: var(--s6) var(--s5); margin-top: var(--s4); }
.kinds .sheet { aspect-ratio: 1; align-items: center; justify-content: center; margin-bottom: var(--s3); }
.kinds .sheet svg { max-height: 100%; }
.kinds li > svg { width: 100%; margin: var(--s2) 0; }
.features { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--s4); margin-top: var(--s4); }
.features h3 { margin-bottom: var(--s1); }
.see { flex: 1; display: grid; place-items: center; min-height: 232px; padding: var(--s4) 0; } .see td { white-space: nowrap; } .see td svg { min-width: 60px; }
.features .command { border-top: 1px solid var(--line); padding-top: var(--s3); }
.pair { display: flex; align-items: center; gap: var(--s4); } .pair svg { border-radius: var(--round); } .pair .easier { order: 1; } .pair figure:last-of-type { order: 2; } .pair figcaption { text-align: center; margin-top: var(--s2); }
.paper { background: var(--print-paper); color: var(--print-ink); border: 1px solid var(--line); padding: var(--s3); width: 200px; aspect-ratio: 148 / 210; overflow: hidden; font-size: var(--t1); line-height: 1.3; }
.paper p { border-bottom: 1px solid; padding-bottom: var(--s1); margin-bottom: var(--s3); }
.paper div { display: grid; grid-template-columns: 1fr 1fr; gap: var(--s3); } .paper figcaption { display: flex; justify-content: space-between; margin-bottom: var(--s1); } .paper span { letter-spacing: -.1em; }
@media (max-width: 1000px) { .kinds { grid-template-columns: repeat(3, minmax(0, 1fr)); } .features { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 760px) { .story { grid-template-columns: minmax(0, 1fr); gap: var(--s5); } .features { grid-template-columns: minmax(0, 1fr); } .see { min-height: 0; } }
@media (max-width: 640px) { .kinds { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--s5) var(--s4); } }
"""
