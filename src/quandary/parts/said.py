"""What files say about their puzzles in lines of text: titles, authors, numbers and facts."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

Fact = int | float | str | bool | None
LONGEST = 200
"""The most characters of a line that are kept."""
_PAIR = re.compile(r"[;:#\s]*([A-Za-z][\w -]{0,39}?)\s*:\s*(?!//)(\S.*)")
_NUMBER = re.compile(r"[;:#\s]*(?:level\s*)?#?(\d{1,5})[.:]?\s*", re.IGNORECASE)
_QUOTED = re.compile(r"[;\s]*(['\"])(.+)\1\s*")
_SOURCES = ("author", "source", "copyright")


def said_in(lines: Iterable[str]) -> dict[str, Fact]:
    """Return what lines such as `Title: First` say, by name in small letters.

    >>> said_in(["; 12", "'The Attic'", "Author: Ann", "Plays: 3"])
    {'number': 12, 'title': 'The Attic', 'author': 'Ann', 'plays': 3}

    A number alone is the puzzle's, and a text in quotation marks is its title.
    """
    said: dict[str, Fact] = {}
    for line in lines:
        if number := _NUMBER.fullmatch(line):
            said["number"] = int(number[1])
        elif quoted := _QUOTED.fullmatch(line):
            said["title"] = single_line(quoted[2])
        elif pair := _PAIR.fullmatch(line):
            name = pair[1].strip().lower()
            said[name] = single_line(pair[2]) if name == "title" else value_of(pair[2])
    return said


def source_in(said: Mapping[str, Any]) -> str:
    """Return who made a puzzle, if the lines say so."""
    return ", ".join(str(said[name]) for name in _SOURCES if said.get(name))


def facts_in(said: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return what is neither title nor number nor source."""
    return {name: value for name, value in said.items() if name not in ("title", "number", "id", *_SOURCES)}


def value_of(text: str) -> Fact:
    """Return a text as the number that it is, or else as one line.

    >>> value_of("12"), value_of("0.5"), value_of("nan"), value_of("true"), value_of(" two  words ")
    (12, 0.5, 'nan', True, 'two words')
    """
    text = single_line(text)
    if re.fullmatch(r"[+-]?(0|[1-9]\d{0,14})", text):
        return int(text)
    if re.fullmatch(r"[+-]?(0|[1-9]\d{0,14})?\.\d{1,15}(e[+-]?\d{1,2})?", text, re.IGNORECASE):
        return float(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def single_line(text: str) -> str:
    """Return a text on one line, without what cannot be seen, and not too long."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())[:LONGEST]
