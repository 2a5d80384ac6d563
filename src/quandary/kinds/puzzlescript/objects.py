"""Read the section OBJECTS: a name, a line of colours, and five rows of a picture for each."""

import re

from quandary.kinds.puzzlescript.colours import NAMES
from quandary.kinds.puzzlescript.source import Meaning, Source, Thing

SIDE = 5
"""The rows and columns of a picture."""
_NAME = re.compile(r"\w+")
_COLOUR = re.compile(rf"({'|'.join(sorted(NAMES, reverse=True))}|transparent|#(?:[0-9a-f]{{3}}){{1,2}})\s*")


class ObjectReader:
    """The object that is being read, and what is expected next: a name, colours, or rows of its picture."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._name = ""
        self._next = "name"

    def end(self) -> None:
        """Note a blank line: a name comes next."""
        self._next = "name"

    def take(self, text: str, line: int) -> None:
        """Read a line."""
        if self._next == "colours":
            self._take_colours(text, line)
        elif self._next == "picture":
            self._take_row("".join(text.split()), text, line)
        else:
            self._take_names(text, line)

    def _take_names(self, text: str, line: int) -> None:
        """Read a name and other names for the same object."""
        source, found = self._source, _NAME.match(text.strip())
        if found is None:
            source.warn(
                line,
                f"{text.strip()[:40]!r} is no object; names are words, pictures five rows of five digits.",
            )
            return
        name = found[0]
        if name in source.things:
            source.wrong(line, f"the object {name.upper()} is declared twice; rename one.")
        else:
            if name in source.legend:
                source.wrong(line, f"the name {name.upper()} is in use already; choose another.")
            source.things[name] = Thing(line)
            self._name, self._next = name, "colours"
        for other in text.strip()[found.end() :].split():
            self._take_other_name(other, line)

    def _take_other_name(self, other: str, line: int) -> None:
        if self._source.has(other):
            self._source.wrong(line, f"the name {other.upper()} is in use already; choose another.")
        self._source.legend.setdefault(other, Meaning("=", [self._name], line))
        self._next = "colours"

    def _take_colours(self, text: str, line: int) -> None:
        thing, text, at = self._source.things[self._name], text.strip(), 0
        self._next = "picture"
        while at < len(text):
            found = _COLOUR.match(text, at)
            if found is None:
                bad = text[at:].split()[0]
                self._source.wrong(
                    line,
                    f"{bad!r} is no colour for {self._name.upper()}; write a name such as RED, or #FF8800.",
                )
                word = _NAME.match(text, at)
                at = len(text) if word is None else word.end()
                at += len(text[at:]) - len(text[at:].lstrip())
            else:
                thing.colours.append(found[1])
                at = found.end()

    def _take_row(self, row: str, text: str, line: int) -> None:
        thing = self._source.things[self._name]
        if row[0] != "." and not row[0].isdecimal():
            if not thing.picture:
                self._take_names(text, line)
            else:
                self._source.wrong(
                    line,
                    f"{row[:40]!r} is no row of the picture of {self._name.upper()}; use 0-9 and points.",
                )
            return
        if len(row) > SIDE:
            self._source.warn(line, f"this row has {len(row)} characters; pictures are five wide.")
        cells = row[:SIDE]
        for cell in cells:
            if cell != "." and not cell.isdecimal():
                self._source.wrong(
                    line, f"{cell!r} cannot stand in the picture of {self._name.upper()}; use 0-9 and points."
                )
            elif cell != "." and int(cell) >= len(thing.colours):
                self._source.wrong(
                    line,
                    f"{self._name.upper()} has no colour number {cell}; it has {len(thing.colours)}, from 0.",
                )
        thing.picture.append(cells)
        if len(thing.picture) == SIDE and len(cells) == SIDE:
            self._next = "name"
