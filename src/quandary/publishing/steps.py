"""Files of how a puzzle was changed: every step as a puzzle, or steps or single changes drawn on a page."""

from collections.abc import Iterator
from pathlib import Path

from quandary.draw.palette import AUTO, Palette
from quandary.errors import FileError, QuandaryError
from quandary.generating.vary import Variant, Variants
from quandary.library.files import Entry, read, write
from quandary.parts.atomic import write_atomically
from quandary.publishing.html import is_page, page, picture, text

FORMATS = (".jsonl", ".html")
MARK = "improvement"
SOURCE = "quandary vary"
WIDTH = 200


def save_steps(entry: Entry, found: Variants, path: Path) -> None:
    """Write every step to a file: puzzles to .jsonl, pictures to .html."""
    if path.suffix.lower() == ".jsonl":
        write(path, entries(entry, found))
    else:
        write_atomically(path, to_html(entry, found).encode())


def is_steps(path: Path) -> bool:
    """Return whether a file is one that `save_steps` wrote."""
    try:
        if path.suffix.lower() == ".html":
            return is_page(path, MARK)
        return all(
            not isinstance(each, FileError) and each.source.startswith(SOURCE) for each in read(str(path))
        )
    except QuandaryError:
        return False


def steps_of(entry: Entry, found: Variants) -> list[Variant]:
    """Return the puzzle as it was, with no change, and every step."""
    return [Variant("", entry.puzzle, found.score, 0.0), *found.found]


def entries(entry: Entry, found: Variants) -> Iterator[Entry]:
    """Yield every step as an entry of a puzzle file."""
    for number, step in enumerate(steps_of(entry, found)):
        facts: dict[str, str | float] = {"step": number, "change": step.change}
        if step.score.value is not None:
            facts[step.score.measure] = step.score.value
        yield Entry(
            entry.kind, step.puzzle, f"{entry.id}-{number}", source=f"{SOURCE} {entry.id}", facts=facts
        )


def to_html(entry: Entry, found: Variants, *, are_steps: bool = True, palette: Palette = AUTO) -> str:
    """Return every step, or every single change, drawn, with its score, as one page."""
    title = f"{entry.title or entry.id}, {'step by step' if are_steps else 'with one change each'}"
    measure = found.score.measure
    figures = []
    for number, step in enumerate(steps_of(entry, found)):
        draw = entry.kind.pictures.draw
        drawn = picture(draw(step.puzzle, None), WIDTH, palette) if draw else ""
        told = text(step.change or "original")
        figures.append(
            f'<figure class="puzzle">{drawn}<figcaption><strong>{number}</strong> {told}<br/>'
            f"{text(measure)} {text(step.score)}</figcaption></figure>"
        )
    shown = len(found.found)
    about = f"{shown} change{'s' * (shown != 1)}, chosen from {found.tried:,}"
    main = f'<h1>{text(title)}</h1>\n<p class="soft">{about}</p>\n<div class="cards">' + "\n".join(figures)
    return page(title, f"{main}</div>", _STYLE, MARK, palette)


_STYLE = """
.cards { display: flex; flex-wrap: wrap; gap: 1.2rem; }
figure { margin: 0; max-width: 14rem; font-size: .875rem; }
"""
