"""Extra pages at the end of a booklet: pieces to cut out, in their true size."""

from dataclasses import dataclass

from quandary.draw.shapes import Drawing
from quandary.publishing.booklet.content import Book


@dataclass(frozen=True)
class Sheet:
    """Pictures with their width and height in millimetres, each on a page of its own."""

    title: str
    about: str
    pictures: tuple[tuple[Drawing, float, float], ...]


def sheets_for(book: Book) -> tuple[Sheet, ...]:
    """Return the sheets of pieces for the kinds of a booklet that have pieces."""
    return ()
