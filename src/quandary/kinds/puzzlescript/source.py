"""A game as it is written: its sections, with the line of everything, and what is wrong with it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MOST_COMPLAINTS = 100
"""Further complaints are not noted."""


class Complaint(NamedTuple):
    """Something wrong with a source. A warning is something that can be played all the same."""

    line: int
    """Its line, from 1, or 0 if it is about the whole game."""
    text: str
    """What is wrong and what to do about it."""
    is_error: bool = True

    def __str__(self) -> str:
        return f"Line {self.line}: {self.text}" if self.line else self.text[:1].upper() + self.text[1:]


class Thing:
    """An object: its line, its colours and its picture, rows of digits and points."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.colours = list[str]()
        self.picture = list[str]()


class Meaning(NamedTuple):
    """What a name of the legend stands for."""

    how: Literal["=", "and", "or"]
    parts: list[str]
    line: int


class RuleText(NamedTuple):
    """A line of the rules, in small letters and as it was written."""

    text: str
    line: int
    written: str


class WinText(NamedTuple):
    """The words of a win condition."""

    words: tuple[str, ...]
    line: int


@dataclass
class MapText:
    """The rows of a level, or a message between levels."""

    line: int
    rows: list[str] = field(default_factory=list)
    message: str | None = None


@dataclass
class Source:
    """Everything that is in a source, and what is wrong with it."""

    things: dict[str, Thing] = field(default_factory=dict)
    legend: dict[str, Meaning] = field(default_factory=dict)
    sounds: list[tuple[list[str], int]] = field(default_factory=list)
    layers: list[list[str]] = field(default_factory=list)
    rules: list[RuleText] = field(default_factory=list)
    wins: list[WinText] = field(default_factory=list)
    levels: list[MapText] = field(default_factory=list)
    settings: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The words of the prelude: their values and lines."""
    head: int = 0
    """The lines up to the heading LEVELS, all of them if there is none."""
    names: set[str] = field(default_factory=set)
    """What rules and win conditions can name: everything that was there when the sounds began."""
    complaints: list[Complaint] = field(default_factory=list)

    def wrong(self, line: int, text: str) -> None:
        """Note an error."""
        self._note(Complaint(line, text))

    def warn(self, line: int, text: str) -> None:
        """Note something that can be played all the same."""
        self._note(Complaint(line, text, is_error=False))

    def _note(self, complaint: Complaint) -> None:
        if len(self.complaints) < MOST_COMPLAINTS and complaint not in self.complaints:
            self.complaints.append(complaint)

    @property
    def errors(self) -> list[Complaint]:
        """The complaints that are not only warnings."""
        return [each for each in self.complaints if each.is_error]

    def has(self, name: str) -> bool:
        """Return whether a name is an object's or in the legend."""
        return name in self.things or name in self.legend

    def declared(self, how: Literal["=", "and", "or"]) -> dict[str, Meaning]:
        """Return the names of the legend that are declared in one of its three ways, in order."""
        return {name: meaning for name, meaning in self.legend.items() if meaning.how == how}

    def leaves(self, name: str, through: Collection[str]) -> list[str]:
        """Return what a name stands for, each once, following lines of the legend that are made in some ways."""
        todo, seen, found = [name], set[str](), list[str]()
        while todo:
            each = todo.pop()
            meaning = None if each in self.things else self.legend.get(each)
            if each in seen:
                continue
            seen.add(each)
            if meaning is None or meaning.how not in through:
                found.append(each)
            else:
                todo += reversed(meaning.parts)
        return found
