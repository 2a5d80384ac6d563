"""Read and write puzzles: JSON Lines, and the customary formats that kinds recognise.

One object per line. Only the kind and the puzzle, in the kind's notation, are required:

    {"kind": "sudoku", "puzzle": "53..7....", "id": "first", "title": "Easy does it",
     "source": "own work", "facts": {"clues": 30}, "rules": 1}

A problem with the whole file is raised. A problem with one line is yielded in its place, and reading goes
on. Both are a FileError that names the place and the remedy. A file is read line by line, and a line only
up to a limit, so memory stays small whatever the file holds.
"""

import codecs
import difflib
import json
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple, TypeAlias

import msgspec

from quandary.errors import FileError, QuandaryError
from quandary.kind import FoundPuzzle, Kind
from quandary.library import foreign, links, registry
from quandary.parts.atomic import write_atomically
from quandary.parts.plain import json_line, one_line

LONGEST_LINE = 1_000_000
"""The longest line in bytes. A longer line is an error in its place."""
LARGEST_CUSTOMARY = 10_000_000
"""The largest file in a customary format in bytes, since it is read as a whole."""
LONGEST_NAME = 200
"""The longest id in characters. The ids of a file are kept in memory to find duplicates."""

_CHUNK = 1 << 16
_LONGEST_REASON = 400
_LONGEST_LABEL = 200
_NAMES_TO_SUGGEST_FROM = 10_000

FactValue: TypeAlias = int | float | str | bool | None
ASKED = "asked"
"""The fact of a generated puzzle that says what it was made to be: a level, a symmetry, a number of empty cells."""

_BLANK_LINES = re.compile(r"(?m)^(?:[^\S\n]*+\n){2,}+")
"""Matches two or more blank lines in a row."""
_NO_CONTROLS = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
_Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A(?!\s){_NO_CONTROLS}{{1,{LONGEST_NAME}}}\Z")]
_OneLine: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A{_NO_CONTROLS}*\Z")]


@dataclass(frozen=True, repr=False)
class Entry:
    """One puzzle of a file, with its metadata."""

    kind: Kind
    puzzle: Any
    id: str
    title: str = ""
    source: str = ""
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    """Known facts about the puzzle and your own data, by name."""
    where: str = field(default="", compare=False)
    """The place it was read from, for messages: "levels.jsonl, line 3"."""

    def __repr__(self) -> str:
        return f"<Entry {self.id}: {self.kind.title}{f', {self.title}' if self.title else ''}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        shown = {"text/plain": repr(self)}
        if self.kind.pictures.draw:
            shown["image/svg+xml"] = self.kind.draw(self.puzzle)._repr_svg_()
        return shown


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line as it is written. It is typed, so that decoding stops at the first unexpected bracket."""

    kind: _Name
    puzzle: str
    id: _Name | None = None
    title: _OneLine | None = None
    source: _OneLine | None = None
    facts: dict[str, FactValue] | None = None
    rules: int | None = None


_MUST_BE = {
    "kind": "the name of a puzzle kind",
    "puzzle": "text in the notation of its kind",
    "id": f"one line of 1 to {LONGEST_NAME} characters that does not begin with a space",
    "title": "one line of text",
    "source": "one line of text",
    "facts": "an object of finite numbers, texts, true, false or null by name",
    "rules": "a whole number",
}
_DECODER = msgspec.json.Decoder(_Record)


class _Source(NamedTuple):
    """A file: its name in messages, and the prefix of ids that it does not give."""

    label: str
    stem: str

    def trouble(self, why: str) -> FileError:
        return FileError(f"{self.label} {_one_line(why)}")


_Find: TypeAlias = Callable[[str], Kind]


def read(target: str, *, stdin: BinaryIO | None = None) -> Iterator[Entry | FileError]:
    """Read the puzzles of a file, of standard input (`-`) or of the text after `kind:`, in order.

    >>> [entry] = read("sudoku:1.3. .... .... .2.4")
    >>> entry.id
    'sudoku-1'

    An existing file takes precedence over a kind with the same name. Text that a kind recognises, such as a
    pasted link, needs no `kind:`, and a pasted line of JSON Lines is read as in a file. A problem with the
    target as a whole is raised when iteration gets there; a bad line is yielded as a FileError in its place.
    A puzzle without an id gets one from the file's name and its line: "levels-3".
    """
    kind, colon, notation = target.partition(":")
    if target == "-":
        source = _Source("standard input", "stdin")
        yield from _entries(stdin or _standard_input(source), source, registry.kind)
    elif _exists(target):
        yield from _from_path(Path(target), _source(target), registry.kind)
    elif colon and kind in registry.kinds():
        yield _from_notation(registry.kind(kind), notation)
    elif target.lstrip().startswith("{"):
        yield from _entries(BytesIO(target.encode()), _Source("pasted text", "pasted"), registry.kind)
    elif pasted := _pasted(target):
        yield pasted
    elif links.is_link(target):
        raise FileError(links.complaint(target))
    elif colon and _may_be_kind(kind):
        registry.kind(kind)  # raises with a suggestion
    else:
        yield from _from_path(Path(target), _source(target), registry.kind)


def count_puzzles(target: str) -> int | None:
    """Count the puzzles of a target, good or bad. Returns None for a stream or an unreadable target.

    >>> count_puzzles("sudoku:1.3. .... .... .2.4"), count_puzzles("-")
    (1, None)
    """
    if not _exists(target):
        return None if target == "-" else 1
    if not Path(target).is_file():
        return None
    source = _source(target)
    try:
        with _open(Path(target), source) as file:
            return sum(1 for _ in _records(file, source))
    except QuandaryError:
        return None


def examples(kind: Kind) -> list[Entry]:
    """Return the puzzles that a kind ships in its folder. A bad line raises its FileError.

    >>> from quandary.kinds._template import KIND
    >>> examples(KIND)[0].title
    'The first one'
    """

    def only(name: str) -> Kind:
        if name != kind.name:
            raise FileError(f"a puzzle of the kind {name!r} cannot be an example of {kind.name}")
        return kind

    found = []
    source = _Source(f"{kind.name}/examples.jsonl", kind.name)
    for entry in _from_path(kind.folder / "examples.jsonl", source, only):
        if isinstance(entry, FileError):
            raise entry
        found.append(entry)
    return found


def write(path: str | Path, entries: Iterable[Entry]) -> None:
    """Write puzzles to a file. If FileError is raised, the file is unchanged.

    >>> write("out.jsonl", [])
    Traceback (most recent call last):
    ...
    quandary.errors.FileError: Cannot write out.jsonl: there are no puzzles to write.
    """
    lines: dict[str, str] = {}
    for entry in entries:
        if entry.id in lines:
            raise FileError(f"Cannot write {_label(path)}: two puzzles have the id {_one_line(entry.id)!r}.")
        lines[entry.id] = format_line(entry)
    if not lines:
        raise FileError(f"Cannot write {_label(path)}: there are no puzzles to write.")
    write_atomically(path, "".join(f"{line}\n" for line in lines.values()).encode())


def format_line(entry: Entry) -> str:
    """Return the line that `read` turns into this entry. Raises FileError if there is none.

    >>> from quandary.kinds._template import KIND
    >>> print(format_line(Entry(KIND, KIND.parse("11/10"), "small")))
    {"kind": "template", "puzzle": "11/10", "id": "small", "rules": 1}
    """
    if entry.kind.notation.parse is None:
        raise FileError(
            f"The puzzle {_one_line(entry.id)!r} cannot be written: its class has no notation. Start one with: quandary new-kind"
        )
    required = {"kind": entry.kind.name, "puzzle": entry.kind.format(entry.puzzle), "id": entry.id}
    optional = {"title": entry.title, "source": entry.source, "facts": dict(entry.facts)}
    given = {name: value for name, value in optional.items() if value}
    record = required | given | {"rules": entry.kind.version}
    try:
        _decode(json.dumps(record, ensure_ascii=False).encode())  # checks that the line can be read again
    except (QuandaryError, TypeError, ValueError, RecursionError) as error:
        raise FileError(
            f"The puzzle {_one_line(entry.id)!r} cannot be written: {_one_line(error)}"
        ) from error
    return json_line(record)


# Sources of puzzles


def _may_be_kind(name: str) -> bool:
    """Return whether a name could be a kind's: a word, but not a drive letter."""
    return re.fullmatch(r"[\w-]{2,}", name) is not None


def _exists(target: str) -> bool:
    try:
        return Path(target).exists()
    except (OSError, ValueError):  # a notation can be too long for a file name
        return False


def _source(target: str) -> _Source:
    stem = re.sub(r"[^\w.]+", "-", Path(target).stem[: LONGEST_NAME // 2]).strip("-")
    return _Source(_label(target), stem or "puzzle")


def _label(path: str | Path) -> str:
    """Return the name of a file in messages, or the end of a very long path."""
    label = one_line(path)
    return label if len(label) <= _LONGEST_LABEL else f"…{label[-_LONGEST_LABEL:]}"


def _from_notation(kind: Kind, notation: str) -> Entry | FileError:
    try:
        puzzle = _parse(kind, notation)
    except QuandaryError as error:
        return FileError(f"{kind.name} puzzle on the command line: {_one_line(error)}")
    return Entry(kind, puzzle, f"{kind.name}-1", where="command line")


def _pasted(text: str) -> Entry | FileError | None:
    """Return the one puzzle that a kind recognises in the text, if any."""
    try:
        name, found = _recognise(text, _source(text))
    except FileError:
        return None
    return _from_notation(registry.kind(name), found[0].notation) if len(found) == 1 else None


def _standard_input(source: _Source) -> BinaryIO:
    if sys.stdin is None:  # the shell closed it
        raise source.trouble("is closed. Give a file instead.")
    return sys.stdin.buffer


def _from_path(path: Path, source: _Source, find: _Find) -> Iterator[Entry | FileError]:
    with _open(path, source) as file:
        yield from _entries(file, source, find)


def _open(path: Path, source: _Source) -> BinaryIO:
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
    return f" Did you mean {_label(path.with_name(near[0]))}?" if near else ""


@contextmanager
def _readable(source: _Source) -> Iterator[None]:
    """Turn system errors about an unreadable file into a FileError."""
    try:
        yield
    except PermissionError as error:
        raise FileError(f"{source.label}: no permission to read it.") from error
    except (OSError, ValueError) as error:  # ValueError: a zero byte in a name, a closed stream
        reason = getattr(error, "strerror", None) or error
        raise source.trouble(f"cannot be read: {str(reason).rstrip('.')}.") from error


# From bytes to entries


def _entries(file: BinaryIO, source: _Source, find: _Find) -> Iterator[Entry | FileError]:
    lines_by_id: dict[str, int] = {}
    for number, raw in _records(file, source):
        try:
            if isinstance(raw, FileError):
                raise raw
            record = _decode(raw) if isinstance(raw, bytes) else raw
            entry = _entry(record, number, source, find)
            if entry.id in lines_by_id:
                raise FileError(f"the id {entry.id!r} is already used in line {lines_by_id[entry.id]}")
        except QuandaryError as error:
            yield FileError(f"line {number} of {source.label}: {_one_line(error)}")
        else:
            lines_by_id[entry.id] = number
            yield entry


def _records(file: BinaryIO, source: _Source) -> Iterator[tuple[int, bytes | _Record | FileError]]:
    """Yield the content of each line that is not blank, by line number."""
    lines = _lines(file, source)
    for first in lines:
        if start := first.line.lstrip():
            if start.startswith(b"{") and (b'"kind"' in start or not _is_customary_json(start)):
                return ((each.number, each.line) for each in chain([first], lines) if each.line.strip())
            if _is_row(start):
                rows = (each for each in chain([first], lines) if each.line.strip())
                return ((each.number, _row(each, n, source)) for n, each in enumerate(rows, start=1))
            return _customary(_whole_text(first, file, source), source)
    raise source.trouble("holds no puzzles.")


def _is_customary_json(line: bytes) -> bool:
    """Return whether a first line without a kind may be JSON of other programs: it is, or it begins one."""
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return line.strip() == b"{"  # it goes on in the next lines
    return bool(_from_json(json.dumps(first)))


def _is_row(line: bytes) -> bool:
    """Return whether a line is an object of another program that holds one puzzle."""
    with suppress(ValueError, RecursionError):
        return isinstance(first := json.loads(line), dict) and [*foreign.objects(first)] == [("", first)]
    return False


def _row(line: "_Line", number: int, source: _Source) -> _Record | FileError:
    """Return the puzzle of a line of another program's JSON Lines."""
    if _is_cut(line.line):
        return FileError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        given = json.loads(line.line)
    except (ValueError, RecursionError) as error:
        return FileError(f"not valid JSON: {error}")
    if not isinstance(given, dict):
        return FileError("not a JSON object")
    return _foreign(foreign.object_row(line.number, given), number, source)


class _Line(NamedTuple):
    """A line with its number and the bytes before it."""

    number: int
    offset: int
    line: bytes


def _lines(file: BinaryIO, source: _Source) -> Iterator[_Line]:
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
        yield _Line(number, offset, line)
        offset += len(line) + (_skip_line(file, source) if _is_cut(line) else 0)
        if not line.strip():
            more, size = _skip_blank(file, source)
            number, offset = number + more, offset + size


def _skip_blank(file: BinaryIO, source: _Source) -> tuple[int, int]:
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


def _read(file: BinaryIO, size: int, source: _Source) -> bytes:
    with _readable(source):
        return file.read(size)


def _read_line(file: BinaryIO, most: int, source: _Source) -> bytes:
    with _readable(source):
        return file.readline(most)


def _is_cut(line: bytes) -> bool:
    return len(line) > LONGEST_LINE and not line.endswith(b"\n")


def _skip_line(file: BinaryIO, source: _Source) -> int:
    """Skip to the end of the line and return the number of bytes skipped."""
    skipped = 0
    while chunk := _read_line(file, _CHUNK, source):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            break
    return skipped


def _check_text(line: bytes, offset: int, source: _Source) -> None:
    try:
        # A line that is cut may end inside a character.
        codecs.getincrementaldecoder("utf-8")().decode(line, final=not _is_cut(line))
    except UnicodeDecodeError as error:
        raise source.trouble(f"is not UTF-8 text (byte {offset + error.start}). Save it as UTF-8.") from error
    if (zero := line.find(b"\0")) >= 0:
        raise source.trouble(f"is not a text file: byte {offset + zero} is zero.")


class _Text(NamedTuple):
    """The text of a file without most of its blank lines, which mean the same as one."""

    text: str
    left_out: list[tuple[int, int]]
    """How many lines were left out before a line of the text, in ascending order."""

    def number(self, line: int) -> int:
        """Return the number in the file of a line of the text."""
        at = bisect_right(self.left_out, line, key=itemgetter(0))
        return line + (self.left_out[at - 1][1] if at else 0)


def _whole_text(first: _Line, file: BinaryIO, source: _Source) -> _Text:
    """Return the text of a file from one of its lines on, with plain line ends."""
    number, offset, line = first
    if _is_cut(line):
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


def _squeezed(before: int, text: str) -> _Text:
    """Return a text with one blank line for several, after a number of lines that were left out."""
    left_out, parts, at, line = [(0, before)], list[str](), 0, 0
    for run in _BLANK_LINES.finditer(text):
        part = text[at : run.start()] + "\n"
        parts.append(part)
        line += part.count("\n")
        left_out.append((line + 1, left_out[-1][1] + run[0].count("\n") - 1))
        at = run.end()
    return _Text("".join([*parts, text[at:]]), left_out)


def _customary(whole: _Text, source: _Source) -> Iterator[tuple[int, _Record | FileError]]:
    """Yield the puzzles of a table, of JSON of other programs, or of the first kind that recognises a text."""
    start = whole.text.lstrip()
    if foreign.is_table(start.partition("\n")[0]):
        try:
            rows = list(foreign.table_rows(start))
        except FileError as error:
            raise source.trouble(f"holds a table that cannot be read: {error}.") from error
        return ((whole.number(row.line), _foreign(row, number, source)) for number, row in enumerate(rows, 1))
    if start[:1] in "{[" and (found := _from_json(start)):
        return ((row.line, _foreign(row, number, source)) for number, row in enumerate(found, 1))
    if named := _named_lines(whole.text):
        return ((whole.number(line), _Record(kind, notation)) for line, kind, notation in named)
    kind, puzzles = _recognise(whole.text, source)
    if not puzzles:
        raise source.trouble(f"holds no puzzles, though it looks like a file of {kind}.")
    return ((whole.number(each.line), _record(kind, each, each.number, source)) for each in puzzles)


def _named_lines(text: str) -> list[tuple[int, str, str]]:
    """Return the lines KIND:NOTATION of a text, if it has no others."""
    lines = [(number, line.strip().partition(":")) for number, line in enumerate(text.splitlines(), 1)]
    given = [(number, kind, notation) for number, (kind, _, notation) in lines if kind]
    return given if all(kind in registry.kinds() and notation.strip() for _, kind, notation in given) else []


def _record(kind: str, found: FoundPuzzle, number: int, source: _Source) -> _Record:
    """Return a puzzle as a line would have it. One without a name may be called by its number in the file."""
    name = found.id[:LONGEST_NAME] or (f"{source.stem}-{number}" if number else None)
    facts: dict[str, FactValue] = {each: value for each, value in found.facts.items() if value is not None}
    return _Record(kind, found.notation, name, found.title or None, found.source or None, facts or None)


def _from_json(text: str) -> list[foreign.ForeignRow]:
    """Return the objects of a JSON text that may be puzzles, if a kind recognises the first of them."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    rows = [foreign.object_row(1, given, name) for name, given in foreign.objects(value)]
    return rows if rows and _kind_in(rows[0]) else []


def _kind_in(row: foreign.ForeignRow) -> tuple[str, FoundPuzzle] | None:
    """Return the kind that recognises one of the texts of a row, and the puzzle."""
    if row.kind in registry.kinds():
        return (row.kind, FoundPuzzle(row.line, row.texts[0])) if row.texts else None
    for text in (*row.texts, row.whole):
        with suppress(FileError):
            name, found = _recognise(text, _Source("", ""))
            if len(found) == 1:
                return name, found[0]
    return None


def _foreign(row: foreign.ForeignRow, number: int, source: _Source) -> _Record | FileError:
    """Return a row of a foreign file as a line would have it, or why that is impossible."""
    found = _kind_in(row)
    if found is None:
        return FileError(
            f"no kind recognises the puzzle {_one_line(row.texts[0] if row.texts else '')[:60]!r}"
        )
    kind, puzzle = found
    told = FoundPuzzle(
        *puzzle,
        id=row.id or puzzle.id,
        title=row.title or puzzle.title,
        source=row.source or puzzle.source,
        facts={**puzzle.facts, **row.facts},
    )
    return _record(kind, told, number, source)


def _recognise(text: str, source: _Source) -> tuple[str, list[FoundPuzzle]]:
    """Return the name of the first kind that recognises the text, and its puzzles by line number."""
    understood, failures = [], ""
    for name in registry.kinds():
        try:
            recognise = registry.kind(name).notation.recognise
            if recognise is None:
                continue
            understood.append(name)
            if (found := recognise(text)) is not None:
                return name, [
                    each if isinstance(each, FoundPuzzle) else FoundPuzzle(int(each[0]), str(each[1]))
                    for each in found
                ]
        except Exception as error:  # a failing kind must not block the next one
            failures += f" ({name} failed: {type(error).__name__}: {error})"
    if links.is_link(text):
        raise FileError(links.complaint(text))
    if source.label.endswith(".py"):
        raise source.trouble(f"is Python. Name the puzzle in it: {source.label}:CLASS")
    formats = ", ".join(["JSON Lines", *(f"files of {name}" for name in understood)])
    raise source.trouble(
        f"has no known format ({formats}). Write one puzzle per line: "
        f'{{"kind": "...", "puzzle": "..."}}{failures}'
    )


def _entry(record: _Record, number: int, source: _Source, find: _Find) -> Entry:
    kind = find(record.kind)
    if record.rules not in (None, kind.version):
        raise FileError(
            f"written for version {record.rules} of the rules of {kind.name}, but "
            f"this quandary has version {kind.version}"
        )
    return Entry(
        kind,
        _parse(kind, record.puzzle),
        record.id or f"{source.stem}-{number}",
        record.title or "",
        record.source or "",
        record.facts or {},
        where=f"{source.label}, line {number}",
    )


def _parse(kind: Kind, notation: str) -> Any:
    try:
        return kind.parse(notation)
    except QuandaryError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise FileError(f"the kind {kind.name} failed on this puzzle, a bug in the kind ({why})") from error


# Messages about bad JSON


def _decode(line: bytes) -> _Record:
    if _is_cut(line):
        raise FileError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise FileError(_explain_mismatch(str(error))) from error
    except msgspec.DecodeError as error:
        raise FileError(_explain_syntax(str(error), line)) from error


def _explain_mismatch(message: str) -> str:
    """Return msgspec's message about a value of the wrong type in the words of a puzzle file."""
    if unknown := re.search(r"unknown field `(.*)`", message, re.DOTALL):
        return f'unknown field "{unknown[1][:80]}" (put your own data under "facts")'
    if missing := re.search(r"missing required field `(\w+)`", message):
        return f'no "{missing[1]}", which must be {_MUST_BE[missing[1]]}'
    if place := re.search(r"at `\$\.(\w+)", message):
        return f'"{place[1]}" must be {_MUST_BE[place[1]]}'
    return "not a JSON object"


def _explain_syntax(message: str, line: bytes) -> str:
    """Return msgspec's message about broken JSON, with the usual remedy."""
    if "truncated" in message:
        return "the JSON object is incomplete (a puzzle must be on one line)"
    place = re.search(r"\(byte (\d+)\)", message)
    if place and line[int(place[1]) :].startswith((b"NaN", b"Infinity")):
        return "NaN and Infinity are not JSON (leave out the fact, or use null)"
    return f"not valid JSON: {message.removeprefix('JSON is malformed: ')}"


def _one_line(message: object) -> str:
    """Return a message as one line of reasonable length."""
    text = one_line(str(message)[: 2 * _LONGEST_REASON])
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"
