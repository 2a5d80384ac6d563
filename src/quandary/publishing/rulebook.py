"""Learned rules as one page: what each looks like, says, saves and rests on, and the puzzle that teaches it best."""

from collections.abc import Callable, Iterator
from pathlib import Path

from quandary.draw.charts import curve
from quandary.draw.shapes import Drawing
from quandary.publishing import html
from quandary.publishing.html import page, picture, text
from quandary.theory import Theory
from quandary.theory.learned import Learned, RuleFile

MARK = "rules"
MOST_TOLD = 100
"""The most rules that get a section. The curve shows all that save something."""
SMALL, LARGE, WIDE = 180, 220, 640
"""The width of the picture of a rule, of a puzzle and of the curve in pixels."""


def rulebook_page(file: RuleFile, theory: Theory, draw: Callable[[str], Drawing | None]) -> str:
    """Return the page. `draw` makes the picture of a puzzle from its notation, or returns None."""
    title = f"{len(file.rules):,} rules of {file.kind}"
    told = [rule for rule in file.rules if rule.bits > 0][:MOST_TOLD]
    sections = [f"<h1>{text(title)}</h1>", *_summary(file), *_families(told)]
    sections += [_section(number, rule, theory, draw) for number, rule in enumerate(told, start=1)]
    return page(title, "\n".join(sections), _STYLE, MARK)


def is_rulebook(path: Path) -> bool:
    """Return whether a file is such a page."""
    return html.is_page(path, MARK)


def _summary(file: RuleFile) -> Iterator[str]:
    told = dict(file.training or {})
    looked, explained = told.get("dead_moves", 0), told.get("explained", 0)
    yield (
        f"<p>Learned from {told.get('puzzles', 0):,} puzzles and {looked:,} of their moves that lead to no solution."
        f" The rules explain {explained / max(1, looked):.0%} of these moves. Each rule is proved from the laws of"
        " the puzzle alone, so it holds in puzzles of every size.</p>"
    )
    saving = [(0.0, float(told.get("none") or 0))]
    saving += [(float(n), r.left) for n, r in enumerate(file.rules, 1) if r.left is not None]
    yield f"<p>{told.get('worth', 0):,} of them save more bits in a book of 1,000 puzzles than it takes to write them down.</p>"
    if len(saving) > 1:
        drawn = curve({"": saving}, "What is left", "rules known, best first", "mean MUSE in bits")
        yield f"<figure>{picture(drawn, WIDE)}</figure>"


def _families(rules: list[Learned]) -> Iterator[str]:
    """Yield a table of the families, with the bits that their rules save together."""
    saved: dict[str, list[float]] = {}
    for rule in rules:
        saved.setdefault(rule.family, []).append(rule.bits)
    yield "<h2>Families</h2><table><thead><tr><th>family</th><th>rules</th><th>bits per puzzle</th></tr></thead><tbody>"
    for family, bits in sorted(saved.items(), key=lambda item: -sum(item[1])):
        yield f"<tr><td>{text(family)}</td><td>{len(bits)}</td><td>{sum(bits):.2f}</td></tr>"
    yield "</tbody></table>"


def _section(number: int, rule: Learned, theory: Theory, draw: Callable[[str], Drawing | None]) -> str:
    figures = [f"<figure>{_fit(theory.draw(rule.facts), SMALL)}<figcaption>the rule</figcaption></figure>"]
    if (drawn := draw(rule.teaches)) is not None:
        figures.append(
            f"<figure>{_fit(drawn, LARGE)}<figcaption>saves {rule.lesson:.1f} bits here</figcaption></figure>"
        )
    steps = "".join(f"<li>{text(step.strip())}</li>" for step in rule.proof)
    left = "" if rule.left is None else f" and leaves {rule.left:.2f}"
    return (
        f'<section class="puzzle"><h2>{number}. {text(_title(rule))} <code>{text(rule.name)}</code></h2><div class="row">{"".join(figures)}<div>'
        f"<p>{text(rule.says)}</p>"
        f'<p class="soft">Saves {rule.bits:.2f} bits per puzzle{left}. It explains {rule.hits:,} dead moves of the'
        f" training, and takes {rule.price:.0f} bits to write down.</p>"
        f"<p>Proof. Suppose that the move is made.</p><ul>{steps}</ul></div></div></section>"
    )


def _title(rule: Learned) -> str:
    return rule.family[:1].upper() + rule.family[1:]


def _fit(drawn: Drawing, most: float) -> str:
    """Return a picture whose longer side has a number of pixels."""
    return picture(drawn, most * drawn.width / max(drawn.width, drawn.height))


_STYLE = """
.row { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.row > div { flex: 1 1 20rem; }
figure { margin: 0; }
th { white-space: nowrap; }
figcaption { color: var(--soft); font-size: .875rem; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
h2 code { color: var(--soft); font-size: .875rem; font-weight: normal; margin-left: .5rem; }
"""
