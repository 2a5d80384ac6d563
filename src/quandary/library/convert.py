"""Convert puzzles between notations and file formats, with titles, authors and facts.

A form is named by the end of a file's name (`.jsonl`, `.csv`, `.xsb`, `.sdm`) or by a notation of the kind
(`puzz.link`, `windmill`, `tatham`, `json`). What is written can be read again.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quandary.errors import FileError, NotationError, QuandaryError, UnknownNameError
from quandary.kind import Kind, Told
from quandary.library.files import Entry, format_line
from quandary.library.given import apart, given
from quandary.parts.atomic import write_atomically

TEXT = "text"
"""The kind's own notation, one puzzle after the other."""
OWN_TEXT = ".txt"
"""The end of the name of a file of a kind whose customary files end like any other text."""
LIST = (OWN_TEXT, ".url", ".urls", "")
"""Ends of names that leave the form open."""


def convert(what: Any, to: str = ".jsonl", output: str | Path | None = None) -> str:
    """Return puzzles in another form, and write them to a file if one is named.

    >>> print(convert("sudoku:.3....3....41...", "puzz.link"), end="")
    https://puzz.link/p?sudoku/4/4/g3j3j41i
    >>> print(convert("https://puzz.link/p?sudoku/4/4/g3j3j41i", ".csv"), end="")
    id,kind,puzzle,title,source
    sudoku-1,sudoku,.3....3....41...,,

    The puzzles are anything that `quandary.rate` takes. Raises FileError if the form does not suit them.
    """
    text = write_form(list(apart(given(what))), to)
    if output is not None:
        write_atomically(output, text.encode())
    return text


def form_for(path: Path, to: str = "") -> str:
    """Return the form for a file: the one asked for, or the end of the name.

    >>> form_for(Path("levels.xsb")), form_for(Path("links.txt"), "puzz.link")
    ('.xsb', 'puzz.link')
    """
    if to:
        return to
    end = path.suffix.lower()
    return TEXT if end in LIST else end


def forms_of(kind: Kind) -> list[str]:
    """Return the names of all forms that puzzles of a kind can have.

    >>> from quandary.library.registry import find_kind
    >>> forms_of(find_kind("fillomino"))
    ['.jsonl', '.csv', 'text', 'puzz.link', 'tatham']
    """
    return [*WRITERS, TEXT, *kind.file_forms, *kind.text_forms]


def write_form(entries: Sequence[Entry], form: str) -> str:
    """Return puzzles as the text of a file. Raises FileError if they do not have that form."""
    if not entries:
        raise FileError("There are no puzzles to write.")
    if form in WRITERS:
        return "".join(f"{line}\n" for line in WRITERS[form](entries))
    kinds = {entry.kind.name: entry.kind for entry in entries}
    if len(kinds) > 1:
        raise FileError(
            f"Puzzles of several kinds ({', '.join(kinds)}) fit into {' and '.join(WRITERS)} files only."
        )
    [kind] = kinds.values()
    try:
        return _of_kind(kind, entries, form)
    except (FileError, UnknownNameError):
        raise
    except QuandaryError as error:
        raise FileError(f"These puzzles cannot be written as {form}: {error}") from error


def _of_kind(kind: Kind, entries: Sequence[Entry], form: str) -> str:
    told = [Told(each.puzzle, each.id, each.title, each.source, each.facts) for each in entries]
    if form in kind.file_forms:
        return kind.notation.forms[form](told)
    if form == TEXT and OWN_TEXT in kind.file_forms:
        with suppress(NotationError):  # what does not go into one file is listed
            return kind.notation.forms[OWN_TEXT](told)
    name = form.removeprefix(".")
    if form == TEXT:
        texts = _as_recognised(kind, [kind.format(each.puzzle) for each in entries])
    elif name in kind.text_forms:
        texts = [_in_form(kind.form(name), each) for each in entries]
    else:
        raise UnknownNameError(f"form of {kind.name}", form, forms_of(kind))
    if all(text.startswith("{") for text in texts):
        return _levels(texts, told)
    many = form == TEXT or any("\n" in text.strip() for text in texts)
    return ("\n\n" if many else "\n").join(text.strip("\n") for text in texts) + "\n"


def _as_recognised(kind: Kind, texts: list[str]) -> list[str]:
    """Return notations as a file may have them: as they are if the kind recognises them, else with its name."""
    recognise = kind.notation.recognise
    if recognise is not None and len(recognise("\n\n".join(texts)) or ()) == len(texts):
        return texts
    return [f"{kind.name}:{text}".replace("\n", "/") for text in texts]


def _in_form(write: Callable[[Any], str], entry: Entry) -> str:
    try:
        return write(entry.puzzle)
    except QuandaryError as error:
        raise FileError(f"{entry.id}: {error}") from error


def _levels(texts: Iterable[str], told: Iterable[Told]) -> str:
    """Return levels in JSON with their names and facts beside what makes them up."""
    rows = []
    for text, each in zip(texts, told, strict=True):
        level = json.loads(text)
        said = {"id": each.id, "title": each.title, "source": each.source}
        facts = {name: value for name, value in each.facts.items() if name not in level}
        rows.append({**{name: value for name, value in said.items() if value}, **level, **facts})
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def _csv(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a table with a column for each fact."""
    own = ["id", "kind", "puzzle", "title", "source"]
    facts = list(dict.fromkeys(name for entry in entries for name in entry.facts if name not in own))
    for cells in (own + facts, *(_cells(entry, facts) for entry in entries)):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        yield line.getvalue().removesuffix("\n")


def _cells(entry: Entry, facts: Sequence[str]) -> list[Any]:
    own = (entry.id, entry.kind.name, entry.kind.format(entry.puzzle), entry.title, entry.source)
    told = (entry.facts.get(name) for name in facts)
    return [_safe(each) if isinstance(each, str) else each for each in (*own, *told)]


def _safe(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula. Reading removes the apostrophe."""
    return f"'{text}" if text.lstrip("'")[:1] in tuple("=+-@\t") else text


WRITERS: Mapping[str, Callable[[Sequence[Entry]], Iterable[str]]] = {
    ".jsonl": lambda entries: map(format_line, entries),
    ".csv": _csv,
}
"""Forms for puzzles of every kind: entries → lines."""
