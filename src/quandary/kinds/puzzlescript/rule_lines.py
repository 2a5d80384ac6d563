"""Read the lines of the section RULES into cells."""

from dataclasses import dataclass, field
from typing import TypeAlias

from quandary.kinds.puzzlescript.source import RuleText, Source
from quandary.kinds.puzzlescript.words import (
    COMMANDS,
    DIRECTIONS,
    ELLIPSIS,
    NO,
    ONE_OF,
    QUALIFIERS,
    RANDOM,
    RANDOM_WAY,
    RELATIVE,
)

Pair: TypeAlias = tuple[str, str]
"""A word in front of an object, perhaps none, and the object."""
Cell: TypeAlias = list[Pair]
CellRow: TypeAlias = list[Cell]
GAP: Pair = (ELLIPSIS, ELLIPSIS)
"""What a cell holds that stands for any number of cells."""


@dataclass
class RuleLine:
    """A rule as it is written, or in one of the ways that it stands for."""

    line: int
    group: int
    """The line of the first rule of its group."""
    ways: list[str] = field(default_factory=list)
    left: list[CellRow] = field(default_factory=list)
    right: list[CellRow] = field(default_factory=list)
    commands: list[tuple[str, str]] = field(default_factory=list)
    """Names of commands, with the text of a message."""
    late: bool = False
    rigid: bool = False
    random: bool = False

    def copied(self, ways: list[str] | None = None) -> "RuleLine":
        """Return a rule with cells of its own."""
        return RuleLine(
            self.line,
            self.group,
            self.ways if ways is None else ways,
            [[list(cell) for cell in row] for row in self.left],
            [[list(cell) for cell in row] for row in self.right],
            self.commands,
            self.late,
            self.rigid,
            self.random,
        )

    @property
    def way(self) -> str:
        """Its direction, once it has only one."""
        return self.ways[0]

    @property
    def cells(self) -> list[Cell]:
        """All of its cells, those of the left side first."""
        return [cell for row in (*self.left, *self.right) for cell in row]

    def key(self) -> tuple[object, ...]:
        """Return what rules have in common if one of them is superfluous."""
        is_directed = any(len(row) > 1 for row in self.left)
        cells = tuple(tuple(map(tuple, row)) for row in (*self.left, [[("->", "")]], *self.right))
        flags = self.late, self.rigid, self.random
        return self.line, self.way if is_directed else "", flags, cells, tuple(self.commands)


@dataclass(frozen=True)
class LoopMark:
    """A line that begins or ends a loop."""

    line: int
    begins: bool


def read_rules(source: Source) -> tuple[list[RuleLine], list[LoopMark]]:
    """Return the rules of a source and the marks of its loops. What is wrong is noted in the source."""
    rules, marks = list[RuleLine](), list[LoopMark]()
    for written in source.rules:
        words = _words(written.text)
        if words in (["startloop"], ["endloop"]):
            marks.append(LoopMark(written.line, begins=words == ["startloop"]))
        elif words and (rule := _LineReader(source, written, words, rules).read()):
            rules.append(rule)
    return rules, marks


def _words(text: str) -> list[str]:
    for mark in ("[", "]", "|", "->"):
        text = text.replace(mark, f" {mark} ")
    text = text.strip()
    return (f"+ {text[1:]}" if text.startswith("+") else text).split()


class _LineReader:
    """One line that is being read."""

    def __init__(self, source: Source, written: RuleText, words: list[str], before: list[RuleLine]) -> None:
        self._source, self._written, self._words, self._before = source, written, words, before
        self._rule = RuleLine(written.line, written.line)
        self._cell: list[str] = []
        """The words of the cell that is being read: word, object, word, object."""
        self._row: CellRow = []
        self._in_row = self._on_right = False
        self._depth = 0

    def _wrong(self, text: str) -> None:
        self._source.wrong(self._written.line, text)

    def _warn(self, text: str) -> None:
        self._source.warn(self._written.line, text)

    def read(self) -> RuleLine | None:
        """Return the rule, or None if nothing can be made of it."""
        if "->" not in self._words:
            self._wrong("this rule has no ->; write what is there before and after, [ A ] -> [ B ].")
        at = self._read_prefix()
        while at < len(self._words):
            if not self._take(self._words[at], at):
                return None
            at = len(self._words) if self._words[at] == "message" else at + 1
        if not self._sides_fit():
            return None
        if not _is_directed(self._rule):
            self._rule.ways = self._rule.ways[:1]
        return self._rule

    def _read_prefix(self) -> int:
        """Read what stands before the first bracket, and return where that is."""
        rule = self._rule
        for at, word in enumerate(self._words):
            if word == "[":
                rule.ways = rule.ways or list(DIRECTIONS)
                return at
            if word == "+":
                self._join_group(at)
            elif word in ("horizontal", "vertical", "orthogonal"):
                rule.ways += ONE_OF[word]
            elif word in DIRECTIONS:
                rule.ways.append(word)
            elif word in ("late", "rigid"):
                setattr(rule, word, True)
            elif word == RANDOM:
                rule.random = True
                if rule.group != rule.line:
                    self._wrong("a rule behind + cannot be RANDOM; write it in the first rule of the group.")
            elif word in RELATIVE[:4]:
                self._wrong(f"{word} cannot stand before a rule; use UP, DOWN, LEFT, RIGHT, or nothing.")
            else:
                self._wrong(
                    f"{word.upper()!r} cannot stand before the first [; only directions, LATE, RIGID, RANDOM."
                )
        return len(self._words)

    def _join_group(self, at: int) -> None:
        if self._rule.group != self._rule.line:
            self._wrong("there are two + before this rule; remove one.")
        elif not self._before:
            self._wrong("no rule stands above that + could join; remove it.")
        else:
            if at:
                self._wrong("+ must be the first sign of its line.")
            self._rule.group = self._before[-1].group

    def _take(self, word: str, at: int) -> bool:
        """Take one word. Return whether the rule can still be read."""
        if word == "[":
            return self._open()
        if word == "]":
            return self._close()
        if word == "->":
            return self._turn_over()
        if word in QUALIFIERS:
            self._take_qualifier(word)
        elif word == "|":
            self._take_bar()
        elif word in self._source.names:
            self._take_object(word)
        elif word == ELLIPSIS:
            if self._in_row:
                self._cell += [word, word]
            else:
                self._warn("... stands outside of [ ]; move it inside.")
        elif word in COMMANDS:
            self._take_command(word, at)
        else:
            self._wrong(f"{word.upper()!r} is no object and no command; declare it or mend the name.")
        return True

    def _open(self) -> bool:
        self._depth += 1
        if self._depth > 1:
            self._warn("a [ is opened within another; close the first with ].")
        if self._cell:
            self._wrong("a [ is opened before the last one was closed; add ].")
        self._in_row, self._cell = True, []
        return True

    def _close(self) -> bool:
        self._depth -= 1
        if self._depth < 0:
            self._warn("a ] closes nothing; remove it.")
            return False
        if len(self._cell) % 2:
            self._wrong(f"no object follows {self._cell[-1].upper()}; add one.")
        else:
            self._end_cell()
        (self._rule.right if self._on_right else self._rule.left).append(self._row)
        self._row, self._in_row = [], False
        return True

    def _end_cell(self) -> None:
        self._row.append(list(zip(self._cell[::2], self._cell[1::2], strict=True)))
        self._cell = []

    def _turn_over(self) -> bool:
        if self._rule.group != self._rule.line and self._before[-1].late != self._rule.late:
            self._warn("late rules and others are mixed in a group; begin a group of its own.")
        if self._in_row:
            self._warn("a -> stands within [ ]; close the bracket before it.")
        elif self._on_right:
            self._wrong("there are two -> in this rule; remove one.")
            return False
        else:
            self._on_right = True
        return True

    def _take_qualifier(self, word: str) -> None:
        if len(self._cell) % 2:
            self._wrong(
                f"{self._cell[-1].upper()} and {word.upper()} stand before one object; keep one of them."
            )
        elif not self._in_row:
            self._warn(f"{word.upper()} stands outside of [ ]; directions of the rule come first.")
        elif self._rule.late and word not in (NO, RANDOM, RANDOM_WAY):
            self._wrong("nothing moves any more in a LATE rule; remove the direction or LATE.")
        else:
            self._cell.append(word)

    def _take_bar(self) -> None:
        if not self._in_row:
            self._warn("a | stands outside of [ ]; move it inside.")
        elif len(self._cell) % 2:
            self._wrong(f"no object follows {self._cell[-1].upper()}; add one.")
        else:
            self._end_cell()

    def _take_object(self, name: str) -> None:
        if not self._in_row:
            self._warn(f"{name.upper()} stands outside of [ ]; move it inside.")
            return
        if name in self._cell[1::2]:
            self._wrong(f"{name.upper()} stands twice in one cell; remove one.")
        self._cell += [name] if len(self._cell) % 2 else ["", name]

    def _take_command(self, name: str, at: int) -> None:
        if not self._on_right:
            self._wrong(f"the command {name.upper()} must stand at the end of the rule; move it there.")
        elif self._in_row or "]" in self._words[at:]:
            self._warn(f"the command {name.upper()} should stand at the end of the rule; move it there.")
        self._rule.commands.append((name, self._message() if name == "message" else ""))

    def _message(self) -> str:
        written = self._written.written
        return written[written.lower().find("message") + len("message") :].strip() or " "

    def _sides_fit(self) -> bool:
        """Return whether both sides of the rule have the same cells, or there are only commands on the right."""
        rule = self._rule
        if rule.late and rule.rigid:
            self._wrong("a LATE rule cannot be RIGID, for nothing moves any more; remove one of the words.")
        if not rule.left:
            self._wrong("this rule is about nothing; write [ A ] -> [ B ].")
            return False
        if not rule.right and rule.commands:
            return True
        if len(rule.left) != len(rule.right):
            self._warn(
                "there are not as many [ ] on the right as on the left, so this rule does nothing; add some."
            )
            return False
        if any(len(left) != len(right) for left, right in zip(rule.left, rule.right, strict=True)):
            self._wrong(
                "a [ ] on the right has more or fewer cells than the one on the left; make them equal."
            )
            return False
        return True


def _is_directed(rule: RuleLine) -> bool:
    """Return whether it matters which way a rule is applied."""
    return any(len(row) > 1 for row in rule.left) or any(
        word in RELATIVE for cell in rule.cells for word, _ in cell
    )
