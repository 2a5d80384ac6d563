"""Puzzles in tables and JSON of other programs: find the puzzle among the fields, and keep the rest as facts.

A table (CSV) has a header with a column `puzzle`. JSON may be one object, a list, an object of objects by name, or
one object per line. The puzzle is a text that a kind recognises, or an object that a kind recognises as a level.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quandary.errors import FileError
from quandary.parts.said import Fact, single_line, value_of

PUZZLES = (
    "puzzle",
    "notation",
    "contents",
    "problem",
    "quizzes",
    "quiz",
    "givens",
    "grid",
    "board",
    "level",
    "link",
    "url",
)
"""The names of the field that may hold the puzzle, the likeliest first."""
TITLES, IDS = ("title", "name"), ("id", "key")
AUTHORS = ("author", "creator", "designer")
"""Fields that name the source, and stay a fact: models keep puzzles of one author together."""
SOURCES = ("source", *AUTHORS)
LISTS = ("puzzles", "levels", "games", "panels", "problems")
STRUCTURE = ("rules", "width", "height", "pillar", "man_row", "man_col", "ball_row", "ball_col")
"""Fields of levels in JSON that are no facts about them."""
DEEPEST = 3
"""How many objects deep a puzzle is looked for."""
MOST_FIELDS = 200


class ForeignRow(NamedTuple):
    """A puzzle of a foreign file before its kind is known."""

    line: int
    texts: list[str]
    """What may be the puzzle, the likeliest first."""
    whole: str
    """The whole object as JSON, which may be a level."""
    kind: str
    id: str
    title: str
    source: str
    facts: dict[str, Fact]


def is_table(first: str) -> bool:
    """Return whether a line is the header of a table with puzzles.

    >>> is_table("id,puzzle,votes"), is_table("1.3..........2.4,easy"), is_table("puzzle")
    (True, False, False)
    """
    try:
        head = next(csv.reader([first], _dialect(first)), [])
    except csv.Error:  # a carriage return in the middle, or a field without end
        return False
    names = [name.strip().lower() for name in head]
    return len(names) > 1 and any(name in PUZZLES for name in names) and all(len(name) < 60 for name in names)


def table_rows(text: str) -> Iterator[ForeignRow]:
    r"""Yield the puzzles of a table with a header.

    >>> [row] = table_rows("id,puzzle,votes\none,1.3..........2.4,7\n")
    >>> row.texts, row.id, row.facts
    (['1.3..........2.4'], 'one', {'votes': 7})

    Raise FileError with the line from which on it is no table.
    """
    head = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), dialect=_dialect(head))
    for fields in _readable(reader):
        given = {str(name).strip(): value for name, value in fields.items() if name and value}
        texts = {name: _unquoted(value) for name, value in given.items()}
        plain = {name: text if name.lower() in PUZZLES else value_of(text) for name, text in texts.items()}
        yield _row(reader.line_num, plain)


def _readable(reader: "csv.DictReader[str]") -> Iterator[dict[str | Any, str | Any]]:
    try:
        yield from reader
    except csv.Error as error:
        raise FileError(
            f"line {reader.reader.line_num} has a carriage return outside of quotes, or a field that is too long"
        ) from error


def _dialect(head: str) -> type[csv.Dialect]:
    class Own(csv.excel):
        delimiter = max(",;\t", key=head.count)

    return Own


def _unquoted(text: str) -> str:
    """Return a text without the apostrophe that keeps spreadsheets from calculating."""
    return text[1:] if text[:1] == "'" and text.lstrip("'")[:1] in tuple("=+-@\t") else text


def objects(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects that may be puzzles in a JSON value, with their names.

    >>> [name for name, _ in objects({"one": {"problem": "1"}, "two": {"problem": "2"}})]
    ['one', 'two']
    >>> len(list(objects({"levels": [{"walls": []}, {"walls": []}]})))
    2
    """
    if isinstance(value, list):
        for each in value:
            yield from objects(each, "", depth + 1) if depth < DEEPEST else ()
    elif isinstance(value, dict):
        inside = [value[key] for key in LISTS if isinstance(value.get(key), list)]
        if inside:
            for each in inside:
                yield from objects(each, "", depth + 1)
        elif value and all(isinstance(each, dict) for each in value.values()) and depth < DEEPEST:
            for key, each in value.items():
                yield from objects(each, str(key), depth + 1)
        else:
            yield name, value


def object_row(line: int, given: Mapping[str, Any], name: str = "") -> ForeignRow:
    """Return the puzzle of one JSON object."""
    return _row(line, given, name, json.dumps(given))


def _row(line: int, given: Mapping[str, Any], name: str = "", whole: str = "") -> ForeignRow:
    keys = sorted(
        (key for key in given if key.lower() in PUZZLES), key=lambda key: PUZZLES.index(key.lower())
    )
    texts = [given[key] if isinstance(given[key], str) else json.dumps(given[key]) for key in keys]
    used = {key for key in given if key.lower() in (*TITLES, "source", *IDS, "kind", *STRUCTURE)}
    used |= set(keys[:1])
    facts: dict[str, Fact] = {}
    nested = given.get("facts")
    for key, value in [*given.items(), *(nested.items() if isinstance(nested, dict) else ())][:MOST_FIELDS]:
        if key not in used and isinstance(value, int | float | str | bool) and value not in ("", None):
            as_written = not isinstance(value, str) or key.lower() in AUTHORS
            facts[single_line(str(key))] = value if as_written else value_of(str(value))

    def first(names: tuple[str, ...]) -> str:
        found = [
            str(given[key])
            for each in names
            for key in given
            if key.lower() == each and given[key] is not None
        ]
        return single_line(found[0]) if found else ""

    return ForeignRow(
        line,
        texts,
        whole,
        first(("kind",)),
        first(IDS) or single_line(name),
        first(TITLES),
        first(SOURCES),
        facts,
    )
