"""The overview of a course as a page: the strip, what is weak, and the reason for every choice."""

from collections.abc import Iterator

from quandary.draw.look import WORDMARK, style
from quandary.draw.palette import AUTO, Palette
from quandary.explaining import words
from quandary.publishing.course import Chapter, Course, verdict_on
from quandary.publishing.curriculum.strip import strip
from quandary.publishing.curriculum.words import amount, scored
from quandary.publishing.html import page, picture, text

MARK = "course"
WIDTH = 1100


def curriculum_page(course: Course, *, palette: Palette = AUTO) -> str:
    """Return the overview of a course as one page."""
    weak = "".join(f"<li>{text(each)}</li>" for each in course.weak)
    parts = [
        f'<header class="bar">{WORDMARK}<span class="small muted">course</span></header>\n<div class="page">',
        f"<h1>{text(course.title)}</h1>",
        f"<p>{text(course.about)}</p>" if course.about else "",
        f'<p class="muted">{words.count(len(course.puzzles), "puzzle")} in {words.count(len(course.chapters), "chapter")}</p>',
        f'<div class="scrolls" tabindex="0" role="region" aria-label="the course">{picture(strip(course, titled=False), WIDTH, palette)}</div>',
        f'<section class="part"><h2>What is weak</h2>\n<ul class="weak">{weak}</ul></section>'
        if weak
        else "",
        *_chapters(course),
        "</div>",
    ]
    return page(course.title, "\n".join(filter(None, parts)), _STYLE, MARK, palette, ground=style())


def _chapters(course: Course) -> Iterator[str]:
    number = 0
    for place, chapter in enumerate(course.chapters, start=1):
        yield f'<section class="part"><h2>{place} {text(chapter.title)}</h2>'
        yield f"<p>{text(chapter.about)}</p>" if chapter.about else ""
        yield f'<p class="small muted">{text(_pool(chapter))}</p>'
        rows = []
        for puzzle in chapter.puzzles:
            number += 1
            score = "" if puzzle.score is None else amount(puzzle.score)
            note = f" <strong>{text(puzzle.note)}</strong>" if puzzle.note else ""
            rows.append(
                f'<tr><th scope="row">{number}</th><td>{text(puzzle.title or puzzle.id)}</td>'
                f"<td>{score}</td><td>{text(verdict_on(chapter, puzzle).short)}</td><td>{text(puzzle.why)}{note}</td></tr>"
            )
        head = "".join(
            f'<th scope="col">{each}</th>' for each in ("", "puzzle", text(chapter.unit), "difficulty", "why")
        )
        yield (
            f'<div class="scrolls" tabindex="0" role="region" aria-label="chapter {place}"><table><thead><tr>{head}</tr></thead>\n<tbody>'
            + "\n".join(rows)
            + "</tbody></table></div></section>"
        )


def _pool(chapter: Chapter) -> str:
    pool = chapter.pool
    said = f"Selected from {pool.usable:,} of {pool.considered:,} puzzles"
    if pool.total:
        said += f", spread evenly over {pool.total:,}"
    if pool.low is not None and pool.high is not None:
        said += f", from {amount(pool.low)} to {scored(pool.high, chapter.unit)}"
    return said + "."


_STYLE = """
.page > p { margin-top: var(--s2); max-width: var(--measure); }
.scrolls { overflow-x: auto; margin-top: var(--s4); } .scrolls > svg { min-width: 760px; }
.weak li { list-style: disc; margin: var(--s1) 0 0 var(--s5); }
td:nth-child(3) { text-align: right; } td:last-child { text-align: left; }
"""
