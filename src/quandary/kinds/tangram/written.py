"""Declarations in a text file: a line for each thing, and rows of cells below it.

tangram: square            # or triangle, hexagon, or a set such as pentominoes
board:
  ....
  ....
piece L, red, 2:
  xxx
  x
"""

import re
from collections.abc import Iterator

from quandary.errors import NotationError

HEAD = re.compile(r"^(tangram|board|piece\b[^:]*|leave out|bumps|colours|placed)[ \t]*:[ \t]*(.*)$")
MARK = re.compile(r"(?m)^tangram[ \t]*:")


def is_written(text: str) -> bool:
    r"""Return whether a text is a declaration in lines.

    >>> is_written("# mine\ntangram: square"), is_written("square 2x2 A=xx,2")
    (True, False)
    """
    return MARK.search(text) is not None


def declarations(text: str) -> list[tuple[int, str]] | None:
    """Return every declaration in a text with the number of its line, on one line where that can be read."""
    starts = [found.start() for found in MARK.finditer(text)]
    if not starts or any(line.strip() for line in _plain(text[: starts[0]])):
        return None
    ends = [*starts[1:], len(text)]
    return [
        (text.count("\n", 0, first) + 1, text[first:last]) for first, last in zip(starts, ends, strict=True)
    ]


def to_line(text: str) -> str:
    r"""Return a declaration in lines as one line of words.

    >>> to_line("tangram: square\nboard:\n  ..\n  ..\npiece A, 2: xx")
    'square ../.. A=xx,2'
    """
    head, words = [""], list[str]()
    board = ""
    for key, value in _parts(text):
        if key == "tangram":
            if head[0]:
                raise NotationError(
                    "A declaration has one line that begins with 'tangram:'; remove the second."
                )
            head[0] = value
        elif key == "board":
            board = value
        elif key.startswith("piece"):
            letter, *more = re.split(r"[,\s]+", key.removeprefix("piece").strip(" \t,"))
            words.append(",".join([f"{letter}={value}", *more]))
        elif key == "leave out":
            words.append("-" + re.sub(r"[,\s]+", "", value))
        elif key == "bumps":
            words.append(f"bumps={value}")
        else:
            words += [("+" if key == "placed" else "") + word for word in re.split(r"[,\s]+", value)]
    return " ".join(filter(None, [*head, board, *words]))


def _plain(text: str) -> Iterator[str]:
    """Yield the lines of a text without comments."""
    for line in text.splitlines():
        yield line.partition("#")[0].rstrip()


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each key with its value, or with the rows below it."""
    key, found = "", list[str]()
    for line in _plain(text):
        if head := HEAD.match(line):
            if key:
                yield key, _value(key, found)
            key, found = head[1], [head[2]] if head[2] else []
        elif line.strip():
            if not key:
                raise NotationError(f"Cannot read the line {line.strip()[:30]!a} before 'tangram:'.")
            found.append(line.strip())
    if key:
        yield key, _value(key, found)


def _value(key: str, found: list[str]) -> str:
    """Return the lines of a value as one: rows of cells with slashes, other things with spaces."""
    return (" " if key in ("colours", "placed", "leave out", "tangram") else "/").join(found)
