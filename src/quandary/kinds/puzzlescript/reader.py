"""Read a source line by line into its sections.

What is an error here and what is only a warning follows the original, so that what it plays can be read.
"""

import re
from collections.abc import Callable, Iterable

from quandary.kinds.puzzlescript.legend import read_legend
from quandary.kinds.puzzlescript.objects import ObjectReader
from quandary.kinds.puzzlescript.sounds import read_sound
from quandary.kinds.puzzlescript.source import MapText, RuleText, Source, WinText
from quandary.kinds.puzzlescript.words import (
    AS_WRITTEN,
    COMMANDS,
    ELLIPSIS,
    PREFIXES,
    QUALIFIERS,
    QUANTIFIERS,
    RANDOM,
    SECTIONS,
    SETTINGS,
    SWITCHES,
)

_SECTION = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)\s*")
_EQUALS = re.compile(r"=+\s*")
_ONLY_EQUALS = re.compile(r"[\s=]*")
_MESSAGE = re.compile(r"message(\b)?\s*")
_WORD = re.compile(r"\w+\s*")
_RULE_TOKEN = re.compile(r"\s*->\s*|[\[\]|+]|[^\[\]|\s]+")


def read(text: str) -> Source:
    """Read a source. What is wrong with it is among its complaints.

    >>> read("title Boxes").settings
    {'title': ('Boxes', 1)}
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.take(line.rstrip("\r"), number)
    reader.source.head = reader.source.head or number
    return reader.source


def read_levels(lines: Iterable[str], before: int) -> list[MapText]:
    """Read the lines below the heading LEVELS, which is in the line with that number.

    >>> read_levels(["P.", "", "message Hello"], 30)
    [MapText(line=31, rows=['p.'], message=None), MapText(line=33, rows=[], message='Hello')]
    """
    reader = _Reader("levels")
    for number, line in enumerate(lines, start=before + 1):
        reader.take(line.rstrip("\r"), number)
    return reader.source.levels


class _Reader:
    """The section that is being read, and the comments that are open."""

    def __init__(self, section: str = "") -> None:
        self.source = Source()
        self._objects = ObjectReader(self.source)
        self._section = section
        self._visited = list[str]()
        self._depth = 0
        self._is_new_map = True

    def take(self, written: str, line: int) -> None:
        """Read the next line."""
        parts = self._without_comments(written, line)
        if parts is None:
            return
        first = parts[0].strip(" \t")
        if not "".join(parts).strip():
            self._end_block()
        elif first.startswith(")") and self._section in ("rules", "winconditions", "levels"):
            return  # as in the original, which has warned of it
        elif not self._is_heading(first, parts, line):
            read_line: Callable[[list[str], str, int], None] = {
                "": self._setting,
                "objects": lambda parts, _, line: self._objects.take(" ".join(parts), line),
                "legend": lambda parts, _, line: read_legend(self.source, " ".join(parts), line),
                "sounds": lambda parts, _, line: read_sound(self.source, " ".join(parts), line),
                "collisionlayers": self._layer,
                "rules": self._rule,
                "winconditions": self._win,
                "levels": self._map_row,
            }[self._section]
            read_line(parts, written, line)

    def _end_block(self) -> None:
        """Note a line that is blank but for comments."""
        self._is_new_map = True
        self._objects.end()

    # Comments

    def _without_comments(self, written: str, line: int) -> list[str] | None:
        """Return the text between the comments of a line in small letters, or None if all of it is within one.

        The first part begins the line even if comments stand before it.
        """
        lower = written.lower()
        if len(lower) != len(written):
            lower = "".join(each.lower()[:1] for each in written)
        parts, at, was_inside = list[str](), 0, self._depth > 0
        while at < len(lower):
            if self._depth == 0:
                part, at = self._open_text(lower, at, line)
                parts.append(part)
            else:
                at = self._skip_comment(lower, at)
        while len(parts) > 1 and not parts[0].strip():
            parts.pop(0)
        return None if was_inside and not parts else parts or [""]

    def _open_text(self, lower: str, at: int, line: int) -> tuple[str, int]:
        """Return the text from a place to the next comment, and where that begins."""
        if self._is_message(lower):
            return lower[at:], len(lower)
        end = lower.find("(", at)
        end = len(lower) if end < 0 else end
        if lower[at:].lstrip().startswith(")"):
            self.source.warn(line, "this ) closes a comment that was never opened; remove it.")
        self._depth += end < len(lower)
        return lower[at:end], end + 1

    def _is_message(self, lower: str) -> bool:
        """Return whether a line shows a message, in which parentheses are letters."""
        if self._section == "levels":
            return lower.lstrip(" \t").startswith("message")
        before, found, _ = lower.partition("message")
        return self._section == "rules" and bool(found) and "(" not in before

    def _skip_comment(self, lower: str, at: int) -> int:
        """Return where the open comment ends in a line."""
        while at < len(lower) and self._depth:
            self._depth += (lower[at] == "(") - (lower[at] == ")")
            at += 1
        return at

    # Headings

    def _is_heading(self, first: str, parts: list[str], line: int) -> bool:
        """Return whether a line is the name of a section or a row of equals signs, and take it."""
        if self._section == "levels":
            found = _EQUALS.match(first) if _ONLY_EQUALS.fullmatch(first) else None
        else:
            found = _EQUALS.match(first) or _SECTION.match(first)
        if found is None:
            return False
        if found.re is _SECTION:
            self._begin(found[1], line)
        if (first[found.end() :] + "".join(parts[1:])).strip():
            self.source.wrong(
                line, f"only a comment can follow {found[0].strip().upper()!r}; begin a new line."
            )
        return True

    def _begin(self, section: str, line: int) -> None:
        self._section = section
        wrong, name, number = self.source.wrong, section.upper(), SECTIONS.index(section)
        if section in self._visited:
            wrong(line, f"there are two sections {name}; join them.")
        self._visited.append(section)
        before = SECTIONS[number - 1] if number else ""
        if not before and len(self._visited) > 1:
            wrong(line, f"{name} must be the first section; move it up.")
        elif before and before not in self._visited:
            wrong(
                line,
                f"{name} must come after {before.upper()}; write that heading first, even if nothing follows.",
            )
        if section == "levels":
            self.source.head = line
        elif section == "sounds":
            self.source.names = {*self.source.things, *self.source.legend}
        self._end_block()

    # Lines of sections

    def _setting(self, parts: list[str], written: str, line: int) -> None:
        text = parts[0].strip()
        word = _WORD.match(text)
        if word is None or (name := word[0].strip()) not in SETTINGS | SWITCHES:
            self.source.wrong(
                line, f"{text[:40]!r} means nothing before OBJECTS; remove it or put it in parentheses."
            )
            return
        value = text[word.end() :].strip()
        if name in SWITCHES:
            if value:
                self.source.warn(line, f"{name} takes no value; remove {value[:40]!r}.")
            value = "true"
        elif not value:
            self.source.wrong(line, f"{name} needs a value; write it behind.")
            return
        if name in AS_WRITTEN and (at := written.lower().find(value)) >= 0:
            value = written[at : at + len(value)]
        if name in self.source.settings:
            self.source.warn(line, f"{name} is set twice; remove one.")
        self.source.settings[name] = value, line

    def _layer(self, parts: list[str], _: str, line: int) -> None:
        source, layer = self.source, list[str]()
        alone, seen = False, list[str]()
        text, at = " ".join(parts).replace("\t", " "), 0
        while at < len(text):
            if found := _WORD.match(text, at):
                at, name = found.end(), found[0].strip()
                if (name == "background" and layer) or (name != "background" and alone):
                    source.wrong(line, "the background needs a layer of its own; give it a line to itself.")
                alone = alone or name == "background"
                members = self._members(name, line)
                if name in seen:
                    source.warn(line, f"{name.upper()} is twice in this layer; remove one.")
                elif any(member in earlier for member in members for earlier in source.layers):
                    source.warn(line, f"{name.upper()} is in several layers; keep it in one.")
                seen.append(name)
                layer += members
            elif text[at] in " ,":
                at += 1
            else:
                source.wrong(
                    line, f"{text[at]!r} cannot stand in a layer; write names with commas between them."
                )
                at += 1
        source.layers.append(layer)

    def _members(self, name: str, line: int) -> list[str]:
        """Return the objects that a name puts into a layer."""
        members = list[str]()
        for each in self.source.leaves(name, ("=", "or")):
            if each in self.source.things:
                members.append(each)
            elif each in self.source.legend:
                self.source.wrong(
                    line,
                    f"{each.upper()} is made with AND, so its parts cannot share a layer; list the parts.",
                )
            else:
                self.source.wrong(
                    line, f"{name.upper()} is not declared; add it to OBJECTS or to the LEGEND."
                )
        return members

    def _rule(self, parts: list[str], written: str, line: int) -> None:
        text = parts[0]
        self.source.rules.append(RuleText(text, line, written))
        in_cells, is_first = False, True
        for word in _RULE_TOKEN.findall(" ".join(parts).replace(")", " ")):
            if word in ("[", "|", "]", "+"):
                in_cells = in_cells or word != "+"
            elif word == "message":
                return
            elif not self._is_rule_word(word, in_cells=in_cells):
                self.source.wrong(
                    line, f"there is no object or command {word.upper()!r}; declare it or mend the name."
                )
            elif is_first and word in self.source.names and not (in_cells or word in PREFIXES):
                self.source.wrong(line, f"{word.upper()} stands outside of [ ]; only directions may.")
            is_first = False

    def _is_rule_word(self, word: str, *, in_cells: bool) -> bool:
        return (
            word.strip() in ("->", ELLIPSIS, "rigid", RANDOM)
            or word in (QUALIFIERS if in_cells else (*PREFIXES, "startloop", "endloop"))
            or word in self.source.names
            or word in COMMANDS
        )

    def _win(self, parts: list[str], _: str, line: int) -> None:
        source, words = self.source, parts[0].split()
        source.wins.append(WinText(tuple(words), line))
        for at, word in enumerate(words):
            if not re.fullmatch(r"\w+", word):
                source.wrong(
                    line,
                    f"{word!r} cannot stand in a win condition; write words such as ALL TARGET ON CRATE.",
                )
            elif at == 0 and word not in QUANTIFIERS:
                source.wrong(line, f"a win condition begins with ALL, SOME or NO, not with {word.upper()!r}.")
            elif at == 2 and word != "on":
                source.wrong(line, f"ON must follow {words[1].upper()}, not {word.upper()!r}.")
            elif at in (1, 3) and word not in source.names:
                source.wrong(line, f"there is no object {word.upper()!r}; declare it or mend the name.")
            elif at > 3:
                source.wrong(line, f"{word.upper()!r} is too much for a win condition; remove it.")

    def _map_row(self, parts: list[str], written: str, line: int) -> None:
        levels, row = self.source.levels, parts[0].strip()
        if message := _MESSAGE.match(row):
            if message[1] is None:
                self.source.warn(line, "there is no space after MESSAGE; add one.")
            told = written[written.lower().index("message") + 7 :].strip()
            levels.append(MapText(line, message=told))
            self._is_new_map = True
            return
        if self._is_new_map:
            levels.append(MapText(line))
            self._is_new_map = False
        if levels[-1].rows and len(row) != len(levels[-1].rows[0]):
            self.source.warn(line, "this row is not as long as the first one of its level; make them equal.")
        levels[-1].rows.append(row)
