"""Read a file as lines of text. A line is read only up to a limit, so memory stays small whatever the file holds."""

import codecs
import difflib
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

from quandary.errors import FileError
from quandary.parts.plain import one_line

LONGEST_LINE = 1_000_000
"""The longest line in bytes. A longer line is an error in its place."""
LARGEST_CUSTOMARY = 10_000_000
"""The largest file in a customary format in bytes, since it is read as a whole."""

_CHUNK = 1 << 16
_LONGEST_REASON = 400
_LONGEST_LABEL = 200
_NAMES_TO_SUGGEST_FROM = 10_000

_BLANK_LINES = re.compile(r"(?m)^(?:[^\S\n]*+\n){2,}+")
"""Matches two or more blank lines in a row."""


class SourceFile(NamedTuple):
    """A file: its name in messages, and the prefix of ids that it does not give."""

    label: str
    stem: str

    def trouble(self, why: str) -> FileError:
        """Return an error about the file as a whole."""
        return FileError(f"{self.label} {shortened(why)}")


def label_of(path: str | Path) -> str:
    """Return the name of a file in messages, or the end of a very long path."""
    label = one_line(path)
    return label if len(label) <= _LONGEST_LABEL else f"…{label[-_LONGEST_LABEL:]}"


def shortened(message: object) -> str:
    """Return a message as one line of reasonable length."""
    text = one_line(str(message)[: 2 * _LONGEST_REASON])
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"


# Opening


def standard_input(source: SourceFile) -> BinaryIO:
    """Return standard input as bytes. Raises FileError if there is none."""
    if sys.stdin is None:  # the shell closed it
        raise source.trouble("is closed. Give a file instead.")
    return sys.stdin.buffer


def open_file(path: Path, source: SourceFile) -> BinaryIO:
    """Open a file for reading. Raises FileError, with a suggestion if there is no such file."""
    with _readable(source):
        try:
            if path.is_dir():
                raise source.trouble("is a folder. Name a file in it.")
            return path.open("rb", buffering=_CHUNK)
        except FileNotFoundError as error:
            raise FileError(f"There is no file {source.label}.{_suggestion(path)}") from error


def _suggestion(path: Path) -> str:
    try:
        names = [each.name for each in islice(path.parent.iterdir(), _NAMES_TO_SUGGEST_FROM)]
    except FileNotFoundError:
        return " Its folder does not exist either."
    except OSError:
        return ""
    others = [name for name in names if name != path.name]  # a broken link has the name itself
    near = [  # the end of a name is no likeness
        name
        for name in difflib.get_close_matches(path.name, others)
        if difflib.get_close_matches(path.stem, [Path(name).stem])
    ]
    return f" Did you mean {label_of(path.with_name(near[0]))}?" if near else ""


@contextmanager
def _readable(source: SourceFile) -> Iterator[None]:
    """Turn system errors about an unreadable file into a FileError."""
    try:
        yield
    except PermissionError as error:
        raise FileError(f"{source.label}: no permission to read it.") from error
    except (OSError, ValueError) as error:  # ValueError: a zero byte in a name, a closed stream
        reason = getattr(error, "strerror", None) or error
        raise source.trouble(f"cannot be read: {str(reason).rstrip('.')}.") from error


# Line by line


class TextLine(NamedTuple):
    """A line with its number and the bytes before it."""

    number: int
    offset: int
    line: bytes


def read_lines(file: BinaryIO, source: SourceFile) -> Iterator[TextLine]:
    """Yield each line of text, but not all of those that are blank.

    A line that is too long is cut one byte after the limit.
    """
    number = offset = 0
    while True:
        mark = codecs.BOM_UTF8 if number == 0 else b""
        line = _read_line(file, len(mark) + LONGEST_LINE + 1, source)
        if not line and number == 0:
            raise source.trouble("is empty. It should hold one puzzle per line.")
        if not line:
            return
        number += 1
        if mark and line.startswith(mark):
            line, offset = line.removeprefix(mark), len(mark)
        _check_text(line, offset, source)
        yield TextLine(number, offset, line)
        offset += len(line) + (_skip_line(file, source) if is_cut(line) else 0)
        if not line.strip():
            more, size = _skip_blank(file, source)
            number, offset = number + more, offset + size


def _skip_blank(file: BinaryIO, source: SourceFile) -> tuple[int, int]:
    """Skip the blank lines that come next, and return their number and their bytes."""
    lines = size = 0
    while isinstance(file, BufferedReader):
        with _readable(source):
            ahead = file.peek(_CHUNK)
        blank = len(ahead) - len(ahead.lstrip())
        end = ahead.rfind(b"\n", 0, blank) + 1
        if not end:
            break
        lines, size = lines + ahead.count(b"\n", 0, end), size + len(_read(file, end, source))
    return lines, size


def _read(file: BinaryIO, size: int, source: SourceFile) -> bytes:
    with _readable(source):
        return file.read(size)


def _read_line(file: BinaryIO, most: int, source: SourceFile) -> bytes:
    with _readable(source):
        return file.readline(most)


def is_cut(line: bytes) -> bool:
    """Return whether a line that was read goes on beyond the limit."""
    return len(line) > LONGEST_LINE and not line.endswith(b"\n")


def _skip_line(file: BinaryIO, source: SourceFile) -> int:
    """Skip to the end of the line and return the number of bytes skipped."""
    skipped = 0
    while chunk := _read_line(file, _CHUNK, source):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            break
    return skipped


def _check_text(line: bytes, offset: int, source: SourceFile) -> None:
    try:
        # A line that is cut may end inside a character.
        codecs.getincrementaldecoder("utf-8")().decode(line, final=not is_cut(line))
    except UnicodeDecodeError as error:
        raise source.trouble(f"is not UTF-8 text (byte {offset + error.start}). Save it as UTF-8.") from error
    if (zero := line.find(b"\0")) >= 0:
        raise source.trouble(f"is not a text file: byte {offset + zero} is zero.")


# As a whole


class WholeText(NamedTuple):
    """The text of a file without most of its blank lines, which mean the same as one."""

    text: str
    left_out: list[tuple[int, int]]
    """How many lines were left out before a line of the text, in ascending order."""
    full: str
    """The text with all of its blank lines."""

    def number(self, line: int) -> int:
        """Return the number in the file of a line of the text."""
        at = bisect_right(self.left_out, line, key=itemgetter(0))
        return line + (self.left_out[at - 1][1] if at else 0)


def whole_text(first: TextLine, file: BinaryIO, source: SourceFile) -> WholeText:
    """Return the text of a file from one of its lines on, with plain line ends."""
    number, offset, line = first
    if is_cut(line):
        raise source.trouble(f"has more than {LONGEST_LINE:,} bytes in line {number}.")
    rest = _read(file, LARGEST_CUSTOMARY + 1, source)
    if offset + len(line) + len(rest) > LARGEST_CUSTOMARY:
        raise source.trouble(
            f"is not JSON Lines, and other files are limited to {LARGEST_CUSTOMARY:,} bytes. Split it."
        )
    data = line + rest
    _check_text(data, offset, source)
    for more, each in enumerate(data.split(b"\n")):
        if len(each) > LONGEST_LINE:
            raise source.trouble(f"has more than {LONGEST_LINE:,} bytes in line {number + more}.")
    return _squeezed(number - 1, data.decode().replace("\r\n", "\n"))


def _squeezed(before: int, text: str) -> WholeText:
    """Return a text with one blank line for several, after a number of lines that were left out."""
    left_out, parts, at, line = [(0, before)], list[str](), 0, 0
    for run in _BLANK_LINES.finditer(text):
        part = text[at : run.start()] + "\n"
        parts.append(part)
        line += part.count("\n")
        left_out.append((line + 1, left_out[-1][1] + run[0].count("\n") - 1))
        at = run.end()
    return WholeText("".join([*parts, text[at:]]), left_out, "\n" * before + text)
