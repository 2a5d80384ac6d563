"""Files of what a run through a space found: puzzles, numbers, a histogram, a page with thumbnails."""

import json
from collections.abc import Iterator
from pathlib import Path

from quandary.draw.charts import draw_bins
from quandary.draw.palette import AUTO, Palette
from quandary.draw.render import is_picture
from quandary.draw.shapes import Drawing
from quandary.errors import FileError, QuandaryError
from quandary.generating.exhausting.result import Exhausted
from quandary.library.files import Entry, read, write
from quandary.parts.atomic import write_atomically
from quandary.publishing.html import is_page, page, picture, text
from quandary.showing.saving import save as save_picture

FORMATS = (".jsonl", ".json", ".html", ".svg", ".png", ".pdf")
MARK = "survey"
SOURCE = "quandary exhaust"
BINS = 40
WIDTH, THUMBNAIL = 720, 160
MOST_THUMBNAILS = 200


def save_survey(result: Exhausted, path: Path) -> None:
    """Write the result to a file, as the end of its name says.

    A .jsonl file has the kept puzzles, a .json file everything, an .html file the histogram and thumbnails of the
    kept puzzles, and a picture the histogram.
    """
    match path.suffix.lower():
        case ".jsonl":
            write(path, entries(result))
        case ".json":
            write_atomically(path, f"{result.to_json()}\n".encode())
        case ".html":
            write_atomically(path, to_html(result).encode())
        case _:
            save_picture(chart(result), path)


def is_survey(path: Path) -> bool:
    """Return whether a file is one that `save_survey` wrote."""
    try:
        match path.suffix.lower():
            case ".jsonl":
                found = list(read(str(path)))
                return all(
                    not isinstance(each, FileError) and each.source.startswith(SOURCE) for each in found
                )
            case ".json":
                return bool({"space", "digest", "histogram"} <= json.loads(path.read_text("utf-8")).keys())
            case ".html":
                return is_page(path, MARK)
            case _:
                return is_picture(path)
    except (QuandaryError, ValueError, AttributeError):
        return False


def entries(result: Exhausted) -> Iterator[Entry]:
    """Yield the kept puzzles as entries of a puzzle file, with their values as facts."""
    if result.kind is None:
        raise QuandaryError("Puzzles without a kind have no file format. Write a .json file instead.")
    name = "-".join(result.space.split()[:2])
    for kept, puzzle in result.best:
        values = zip(result.evaluator.expressions, kept.values, strict=True)
        facts = {each: value for each, value in values if value is not None}
        source = f"{SOURCE} {result.space}"
        yield Entry(result.kind, puzzle, f"{name}-{kept.number}", source=source, facts=facts)


def chart(result: Exhausted) -> Drawing:
    """Draw how many solvable puzzles have each value."""
    return draw_bins(result.values.binned(BINS), result.space, result.evaluator.by)


def to_html(result: Exhausted, *, palette: Palette = AUTO) -> str:
    """Return the histogram and thumbnails of the kept puzzles as one page."""
    shown = result.best[:MOST_THUMBNAILS]
    cards = "\n".join(_cards(result, palette))
    more = len(result.found.kept) - len(shown)
    parts = [
        f"<h1>{text(result.space)}</h1>",
        f'<p class="soft">{text(result)}</p>',
        f"<h2>{text(result.evaluator.by)} of the solvable puzzles</h2>",
        f'<div class="across">{picture(chart(result), WIDTH, palette)}</div>',
        f'<h2>Kept puzzles</h2>\n<div class="cards">{cards}</div>' if cards else "",
        f'<p class="soft">and {more:,} more</p>' if more > 0 else "",
    ]
    return page(result.space, "\n".join(filter(None, parts)), _STYLE, MARK, palette)


def _cards(result: Exhausted, palette: Palette) -> Iterator[str]:
    draw = result.kind.pictures.draw if result.kind else None
    for kept, puzzle in result.best[:MOST_THUMBNAILS]:
        drawn = (
            picture(draw(puzzle, None), THUMBNAIL, palette) if draw else f"<p>{text(result.text(puzzle))}</p>"
        )
        values = ", ".join("–" if value is None else f"{value:.4g}" for value in kept.values)
        yield f'<figure class="puzzle">{drawn}<figcaption>{values}<br/>number {kept.number:,}</figcaption></figure>'


_STYLE = """
.cards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; max-width: 12rem; font-variant-numeric: tabular-nums; font-size: .875rem; }
"""
