"""Read and write puzzles: JSON Lines, and the customary formats that kinds recognise.

One object per line. Only the kind and the puzzle, in the kind's notation, are required:

    {"kind": "sudoku", "puzzle": "53..7....", "id": "first", "title": "Easy does it",
     "source": "own work", "facts": {"clues": 30}, "rules": 1, "intended": "...", "forbid": ["shorter"]}

A problem with the whole file is raised. A problem with one line is yielded in its place, and reading goes
on. Both are a FileError that names the place and the remedy.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from quandary.errors import FileError, QuandaryError
from quandary.kind import Kind
from quandary.library import links, registry
from quandary.library.formats import recognise, records
from quandary.library.lines import SourceFile, label_of, open_file, shortened, standard_input
from quandary.library.records import LONGEST_NAME, FactValue, Record, decode
from quandary.parts.atomic import write_atomically
from quandary.parts.plain import json_line

ASKED = "asked"
"""The fact of a generated puzzle that says what it was made to be: a level, a symmetry, a number of empty cells."""
DEMO = "demo"
"""The fact of an example that says what the demo shows it for: its kind, the story, a hint or a course."""

_Find: TypeAlias = Callable[[str], Kind]


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
    intended: str = ""
    """The solution that its designer means, as `solve` writes it."""
    forbid: tuple[str, ...] = ()
    """Which other ways there must not be: "shorter", "cheaper", "different", "without: stars"."""

    def __repr__(self) -> str:
        return f"<Entry {self.id}: {self.kind.title}{f', {self.title}' if self.title else ''}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        shown = {"text/plain": repr(self)}
        if self.kind.pictures.draw:
            shown["image/svg+xml"] = self.kind.draw(self.puzzle)._repr_svg_()
        return shown


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
        source = SourceFile("standard input", "stdin")
        yield from _entries(stdin or standard_input(source), source, registry.find_kind)
    elif _exists(target):
        yield from _from_path(Path(target), _source(target), registry.find_kind)
    elif colon and kind in registry.find_kinds():
        yield _from_notation(registry.find_kind(kind), notation)
    elif target.lstrip().startswith("{"):
        yield from _entries(BytesIO(target.encode()), SourceFile("pasted text", "pasted"), registry.find_kind)
    elif pasted := _pasted(target):
        yield pasted
    elif links.is_link(target):
        raise FileError(links.complaint(target))
    elif colon and _may_be_kind(kind):
        registry.find_kind(kind)  # raises with a suggestion
    else:
        yield from _from_path(Path(target), _source(target), registry.find_kind)


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
        with open_file(Path(target), source) as file:
            return sum(1 for _ in records(file, source))
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
    source = SourceFile(f"{kind.name}/examples.jsonl", kind.name)
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
            raise FileError(
                f"Cannot write {label_of(path)}: two puzzles have the id {shortened(entry.id)!r}."
            )
        lines[entry.id] = format_line(entry)
    if not lines:
        raise FileError(f"Cannot write {label_of(path)}: there are no puzzles to write.")
    write_atomically(path, "".join(f"{line}\n" for line in lines.values()).encode())


def format_line(entry: Entry) -> str:
    """Return the line that `read` turns into this entry. Raises FileError if there is none.

    >>> from quandary.kinds._template import KIND
    >>> print(format_line(Entry(KIND, KIND.parse("11/10"), "small")))
    {"kind": "template", "puzzle": "11/10", "id": "small", "rules": 1}
    """
    if entry.kind.notation.parse is None:
        raise FileError(
            f"The puzzle {shortened(entry.id)!r} cannot be written: its class has no notation. Start one with: quandary new-kind"
        )
    required = {"kind": entry.kind.name, "puzzle": entry.kind.format(entry.puzzle), "id": entry.id}
    optional = {"title": entry.title, "source": entry.source, "facts": dict(entry.facts)}
    meant = {"intended": entry.intended, "forbid": list(entry.forbid)}
    given = {name: value for name, value in optional.items() if value}
    record = required | given | {"rules": entry.kind.version}
    record |= {name: value for name, value in meant.items() if value}
    try:
        decode(json.dumps(record, ensure_ascii=False).encode())  # checks that the line can be read again
    except (QuandaryError, TypeError, ValueError, RecursionError) as error:
        raise FileError(
            f"The puzzle {shortened(entry.id)!r} cannot be written: {shortened(error)}"
        ) from error
    return json_line(record)


# Targets


def _may_be_kind(name: str) -> bool:
    """Return whether a name could be a kind's: a word, but not a drive letter."""
    return re.fullmatch(r"[\w-]{2,}", name) is not None


def _exists(target: str) -> bool:
    try:
        return Path(target).exists()
    except (OSError, ValueError):  # a notation can be too long for a file name
        return False


def _source(target: str) -> SourceFile:
    stem = re.sub(r"[^\w.]+", "-", Path(target).stem[: LONGEST_NAME // 2]).strip("-")
    return SourceFile(label_of(target), stem or "puzzle")


def _from_notation(kind: Kind, notation: str) -> Entry | FileError:
    try:
        puzzle = _parse(kind, notation)
    except QuandaryError as error:
        return FileError(f"{kind.name} puzzle on the command line: {shortened(error)}")
    return Entry(kind, puzzle, f"{kind.name}-1", where="command line")


def _pasted(text: str) -> Entry | FileError | None:
    """Return the one puzzle that a kind recognises in the text, if any."""
    try:
        name, found = recognise(text, _source(text))
    except FileError:
        return None
    return _from_notation(registry.find_kind(name), found[0].notation) if len(found) == 1 else None


def _from_path(path: Path, source: SourceFile, find: _Find) -> Iterator[Entry | FileError]:
    with open_file(path, source) as file:
        yield from _entries(file, source, find)


# Entries


def _entries(file: BinaryIO, source: SourceFile, find: _Find) -> Iterator[Entry | FileError]:
    lines_by_id: dict[str, int] = {}
    for count, (number, raw) in enumerate(records(file, source), start=1):
        try:
            if isinstance(raw, FileError):
                raise raw
            record = decode(raw) if isinstance(raw, bytes) else raw
            entry = _entry(record, count, number, source, find)
            if entry.id in lines_by_id:
                raise FileError(f"the id {entry.id!r} is already used in line {lines_by_id[entry.id]}")
        except QuandaryError as error:
            said = shortened(error).removeprefix(f"Line {number}: ")  # the kind may know the line too
            yield FileError(f"line {number} of {source.label}: {said}")
        else:
            lines_by_id[entry.id] = number
            yield entry


def _entry(record: Record, count: int, line: int, source: SourceFile, find: _Find) -> Entry:
    """Return a puzzle of a file. One without an id is named by its count in the file, as people count."""
    kind = find(record.kind)
    if record.rules not in (None, kind.version):
        raise FileError(
            f"written for version {record.rules} of the rules of {kind.name}, but "
            f"this quandary has version {kind.version}"
        )
    return Entry(
        kind,
        _parse(kind, record.puzzle),
        record.id or f"{source.stem}-{count}",
        record.title or "",
        record.source or "",
        record.facts or {},
        where=f"{source.label}, line {line}",
        intended=record.intended or "",
        forbid=tuple(record.forbid or ()),
    )


def _parse(kind: Kind, notation: str) -> Any:
    try:
        return kind.parse(notation)
    except QuandaryError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise FileError(f"the kind {kind.name} failed on this puzzle, a bug in the kind ({why})") from error
