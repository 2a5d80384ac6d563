"""One's own cover and imprint of a booklet, read from files."""

from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

from quandary.errors import FileError
from quandary.publishing.booklet.markdown import Block, blocks

PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
LARGEST = 50_000_000
"""The most bytes of a cover's picture."""
MOST_TEXT = 100_000


@dataclass(frozen=True)
class Front:
    """What stands before the first page, if it is one's own."""

    cover: str = ""
    """A picture that fills the cover, as the address of its data."""
    imprint: tuple[Block, ...] = ()
    """The text of the page after the cover."""


NO_FRONT = Front()


def read_front(cover: Path | None, imprint: Path | None) -> Front:
    """Read a picture for the cover, and a text for the imprint. Raises FileError.

    >>> read_front(None, None)
    Front(cover='', imprint=())
    """
    return Front(_cover(cover) if cover else "", tuple(_imprint(imprint)) if imprint else ())


def _cover(path: Path) -> str:
    media = PICTURES.get(path.suffix.lower())
    if media is None:
        raise FileError(
            f"Cannot use {path} as a cover. Give a picture whose name ends in {', '.join(PICTURES)}."
        )
    return f"data:{media};base64,{b64encode(_read(path, LARGEST)).decode()}"


def _imprint(path: Path) -> list[Block]:
    try:
        return blocks(_read(path, MOST_TEXT).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FileError(f"Cannot read the imprint {path}: it is not text in UTF-8.") from error


def _read(path: Path, most: int) -> bytes:
    try:
        if path.stat().st_size > most:
            raise FileError(f"Cannot read {path}: it has more than {most:,} bytes.")
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error.strerror}.") from error
