"""Find out which format a file has, and yield its puzzles.

They are JSON Lines, tables and JSON of other programs, and the customary formats that kinds recognise.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from quandary.errors import FileError
from quandary.kind import FoundPuzzle
from quandary.library import foreign, links, registry
from quandary.library.lines import (
    LONGEST_LINE,
    SourceFile,
    TextLine,
    WholeText,
    is_cut,
    read_lines,
    shortened,
    whole_text,
)
from quandary.library.records import LONGEST_NAME, FactValue, Record


def records(file: BinaryIO, source: SourceFile) -> Iterator[tuple[int, bytes | Record | FileError]]:
    """Yield the content of each line that is not blank, by line number."""
    lines = read_lines(file, source)
    for first in lines:
        if start := first.line.lstrip():
            if start.startswith(b"{") and (b'"kind"' in start or not _is_customary_json(start)):
                return ((each.number, each.line) for each in chain([first], lines) if each.line.strip())
            if _is_row(start):
                rows = (each for each in chain([first], lines) if each.line.strip())
                return ((each.number, _row(each, n, source)) for n, each in enumerate(rows, start=1))
            return _customary(whole_text(first, file, source), source)
    raise source.trouble("holds no puzzles.")


def _customary(whole: WholeText, source: SourceFile) -> Iterator[tuple[int, Record | FileError]]:
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
        return ((whole.number(line), Record(kind, notation)) for line, kind, notation in named)
    kind, puzzles = recognise(whole.text, source)
    if not puzzles:
        raise source.trouble(f"holds no puzzles, though it looks like a file of {kind}.")
    own = registry.find_kind(kind)
    if own.is_program:
        told = own.notation.found_in(whole.full) or puzzles
        return ((each.line, _record(kind, each, each.number, source)) for each in told)
    return ((whole.number(each.line), _record(kind, each, each.number, source)) for each in puzzles)


def _named_lines(text: str) -> list[tuple[int, str, str]]:
    """Return the lines KIND:NOTATION of a text, if it has no others."""
    lines = [(number, line.strip().partition(":")) for number, line in enumerate(text.splitlines(), 1)]
    given = [(number, kind, notation) for number, (kind, _, notation) in lines if kind]
    return (
        given
        if all(kind in registry.find_kinds() and notation.strip() for _, kind, notation in given)
        else []
    )


def recognise(text: str, source: SourceFile) -> tuple[str, list[FoundPuzzle]]:
    """Return the name of the first kind that recognises the text, and its puzzles by line number."""
    understood, failures = [], ""
    for name in registry.find_kinds():
        try:
            own = registry.find_kind(name).notation
            if own.recognise is None:
                continue
            understood.append(name)
            if (found := own.found_in(text)) is not None:
                return name, found
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


def _record(kind: str, found: FoundPuzzle, number: int, source: SourceFile) -> Record:
    """Return a puzzle as a line would have it. One without a name may be called by its number in the file."""
    name = found.id[:LONGEST_NAME] or (f"{source.stem}-{number}" if number else None)
    facts: dict[str, FactValue] = {each: value for each, value in found.facts.items() if value is not None}
    return Record(
        kind,
        found.notation,
        name,
        found.title or None,
        found.source or None,
        facts or None,
        intended=found.intended or None,
    )


# Other programs


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


def _row(line: TextLine, number: int, source: SourceFile) -> Record | FileError:
    """Return the puzzle of a line of another program's JSON Lines."""
    if is_cut(line.line):
        return FileError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        given = json.loads(line.line)
    except (ValueError, RecursionError) as error:
        return FileError(f"not valid JSON: {error}")
    if not isinstance(given, dict):
        return FileError("not a JSON object")
    return _foreign(foreign.object_row(line.number, given), number, source)


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
    if row.kind in registry.find_kinds():
        return (row.kind, FoundPuzzle(row.line, row.texts[0])) if row.texts else None
    for text in (*row.texts, row.whole):
        with suppress(FileError):
            name, found = recognise(text, SourceFile("", ""))
            if len(found) == 1:
                return name, found[0]
    return None


def _foreign(row: foreign.ForeignRow, number: int, source: SourceFile) -> Record | FileError:
    """Return a row of a foreign file as a line would have it, or why that is impossible."""
    found = _kind_in(row)
    if found is None:
        return FileError(
            f"no kind recognises the puzzle {shortened(row.texts[0] if row.texts else '')[:60]!r}"
        )
    kind, puzzle = found
    told = replace(
        puzzle,
        id=row.id or puzzle.id,
        title=row.title or puzzle.title,
        source=row.source or puzzle.source,
        facts={**puzzle.facts, **row.facts},
    )
    return _record(kind, told, number, source)
