"""What is in a booklet: numbered puzzles in sections, with difficulty marks, answers and hints."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from quandary.draw.crop import cropped
from quandary.draw.shapes import Drawing, Line
from quandary.errors import FileError, QuandaryError
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.library.given import read_or_own
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.verdicts import judge, known_headline
from quandary.parts.english import plural
from quandary.publishing.booklet.front import NO_FRONT, Front
from quandary.publishing.booklet.markdown import Block, blocks, introduction, section
from quandary.publishing.booklet.marks import dots, legend
from quandary.publishing.booklet.techniques import Technique, techniques
from quandary.publishing.course import Course, verdict_on
from quandary.puzzle import is_fill
from quandary.showing.hint import hint_at
from quandary.showing.order import in_order
from quandary.showing.stretches import stretches
from quandary.solving.follow import Followed, follow, follow_solution, solution_text
from quandary.solving.onward import played
from quandary.solving.search import solutions
from quandary.verdict import Verdict

NONE = Verdict()
ONE_PUZZLE = Limits(seconds=10)
WAYS = frozenset({"path", "solved", "trace", "first", "second"})
"""The roles of lines that show a path. A picture without them does not tell how it was reached."""
HOW_TO_PLAY = "How to play"
GROUP = 5
"""The number of moves in a group, if nothing else tells where one ends."""
_LETTERS = re.compile(r"(\d+:)?([UDLRudlr]+)")


@dataclass(frozen=True)
class PrintedAnswer:
    """The answer of a puzzle: a picture, and the moves if the picture does not show them."""

    text: str
    """The moves, as `follow` reads them, or "" if no answer is known."""
    drawing: Drawing | None = None
    shown: str = ""
    """The moves as people read them, or the reason why there is no answer."""
    stretches: tuple[Drawing, ...] = ()
    """Pictures one after another, if the moves would hide each other in one."""


@dataclass(frozen=True)
class Item:
    """A puzzle of a booklet."""

    number: int
    entry: Entry
    drawing: Drawing
    verdict: Verdict = NONE
    """How hard it is."""
    score: float | None = None
    """What the puzzles of its section are ordered by."""
    unit: str = ""
    note: str = ""
    teaches: str = ""
    answer: PrintedAnswer = PrintedAnswer("")
    hints: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title of the puzzle, if it has one."""
        return self.entry.title

    @property
    def marks(self) -> str:
        """Its level in marks, "●●○○" for the second of four, or "" if it is not known."""
        count, most = self.verdict.marks
        return dots(count, most) if count else ""

    @property
    def points(self) -> int:
        """What it is worth on a worksheet: its level, or 1."""
        return self.verdict.marks[0] or 1


@dataclass(frozen=True)
class Section:
    """Puzzles under one heading."""

    title: str
    items: tuple[Item, ...]
    about: str = ""
    techniques: tuple[Technique, ...] = ()
    """What is taught here."""


@dataclass(frozen=True)
class Instructions:
    """How to play one kind."""

    title: str
    summary: str
    blocks: list[Block]
    symbols: tuple[tuple[Drawing, str], ...] = ()


@dataclass(frozen=True)
class Book:
    """Everything that a booklet shows."""

    title: str
    sections: tuple[Section, ...]
    about: str = ""
    instructions: tuple[Instructions, ...] = ()
    legend: tuple[str, ...] = ()
    """What the marks mean, a line for each sort of puzzle."""
    front: Front = NO_FRONT
    """One's own cover and imprint."""

    @property
    def items(self) -> list[Item]:
        """Every puzzle, in order."""
        return [item for section_ in self.sections for item in section_.items]


@dataclass(frozen=True)
class Draft:
    """A puzzle before it is solved and drawn."""

    entry: Entry
    verdict: Verdict = NONE
    score: float | None = None
    unit: str = ""
    answer: str = ""
    note: str = ""
    teaches: str = ""


@dataclass(frozen=True)
class Allowance:
    """How much work may be done for one puzzle, and whom to tell when it is done."""

    limits: Limits = ONE_PUZZLE
    tick: Callable[[], object] = tuple
    hints: bool = False
    problems: list[str] = field(default_factory=list)
    """Sentences about puzzles that are left out or have no answer."""
    unreadable: list[str] = field(default_factory=list)
    """Those of them that cannot be read."""


def from_course(course: Course, work: Allowance) -> Book:
    """Return the booklet of a course: its chapters are the sections."""
    drafts = [
        (
            f"{number} {chapter.title}",
            chapter.about,
            [
                Draft(
                    entry := puzzle.entry(),
                    told if (told := verdict_on(chapter, puzzle)).headline else _judged(entry, work, None),
                    puzzle.score,
                    chapter.unit,
                    puzzle.answer,
                    puzzle.note,
                    puzzle.teaches,
                )
                for puzzle in chapter.puzzles
            ],
        )
        for number, chapter in enumerate(course.chapters, start=1)
    ]
    book = _book(course.title, course.about, drafts, work)
    taught = [
        techniques(
            (*chapter.introduces, *chapter.teaches), [item.entry for item in section_.items], work.limits
        )
        for chapter, section_ in zip(course.chapters, book.sections, strict=True)
    ]
    sections = (
        replace(section_, techniques=some) for section_, some in zip(book.sections, taught, strict=True)
    )
    return replace(book, sections=tuple(sections))


def from_files(targets: Sequence[str], title: str, work: Allowance, *, in_sections: bool = True) -> Book:
    """Return the booklet of some puzzle files, with a section for each kind and level, easiest puzzles first.

    Sections stand in the order of the files. Without sections, all puzzles stand in one, under the title. Puzzles that cannot be read are reported and left out.
    """
    given: list[tuple[int, Entry]] = []
    for at, target in enumerate(targets):
        for item in read_or_own(target):
            if isinstance(item, FileError):
                work.problems.append(str(item))
                work.unreadable.append(str(item))
            else:
                given.append((at, item))
    if not given:
        raise FileError(f"There are no puzzles to print in {', '.join(targets)}.")
    drafts: list[tuple[str, str, list[Draft]]] = []
    for heading, some in _sections(given):
        rated = [_rated(entry, work) for entry in some]
        drafts.append(
            (heading, "", sorted(rated, key=lambda each: inf if each.score is None else each.score))
        )
    if not in_sections:
        drafts = [(title, "", [draft for _, _, some in drafts for draft in some])]
    return _book(title, "", drafts, work)


def _sections(given: Sequence[tuple[int, Entry]]) -> list[tuple[str, list[Entry]]]:
    """Return puzzles by section: files in the order given, kinds as they come, levels from easy to hard."""
    kinds, found = list[str](), dict[str, list[Entry]]()
    places: dict[str, tuple[int, int, int]] = {}
    for at, entry in given:
        if entry.kind.name not in kinds:
            kinds.append(entry.kind.name)
        level, heading = _section_of(entry)
        places.setdefault(heading, (at, kinds.index(entry.kind.name), level))
        found.setdefault(heading, []).append(entry)
    return [(heading, found[heading]) for heading in sorted(found, key=lambda each: places[each])]


def _section_of(entry: Entry) -> tuple[int, str]:
    """Return the number of a puzzle's level, and the heading of its section."""
    kind = entry.kind
    level = entry.facts.get("level")
    if level is None and kind.maker.level is not None and kind.maker.levels:
        try:
            level = kind.maker.level(entry.puzzle)
        except QuandaryError:
            level = None
        except Exception:  # a level that cannot be computed is no reason to print nothing
            level = None
    levels = list(kind.maker.levels)
    if not isinstance(level, str):
        return len(levels), _plural(kind)
    return levels.index(level) if level in levels else len(levels), f"{_plural(kind)}: {level}"


def _plural(kind: Kind) -> str:
    return _capital(plural(kind.title))


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _rated(entry: Entry, work: Allowance) -> Draft:
    """Return a puzzle with its score, taken from its facts if they have it."""
    from quandary.measuring.table import measure

    headline = entry.kind.people.headline
    known = entry.facts.get(headline)
    told = float(known) if isinstance(known, int | float) and not isinstance(known, bool) else None
    verdict = _judged(entry, work, told)
    value = verdict.headline.value if verdict.headline else None
    return Draft(entry, verdict, value, measure(headline, entry.kind).unit)


def _judged(entry: Entry, work: Allowance, told: float | None) -> Verdict:
    """Return the verdict on a puzzle by its headline, which is measured unless it is told."""
    name = entry.kind.people.headline
    if told is None:
        return judge(entry.kind, entry.puzzle, rate(entry.puzzle, [name], limits=work.limits))
    return judge(entry.kind, entry.puzzle, {name: known_headline(entry.kind, told)})


def _book(title: str, about: str, drafts: Sequence[tuple[str, str, list[Draft]]], work: Allowance) -> Book:
    everything = [draft for _, _, some in drafts for draft in some]
    sections, number = [], 0
    for heading, said, some in drafts:
        items = []
        for draft in some:
            number += 1
            items.append(_item(number, draft, work))
            work.tick()
        sections.append(Section(heading, tuple(items), said))
    kinds = {draft.entry.kind.name: draft.entry.kind for draft in everything}
    told = tuple(
        instructions(kind, [draft.entry.puzzle for draft in everything if draft.entry.kind is kind])
        for kind in kinds.values()
    )
    return Book(
        title,
        tuple(sections),
        about,
        told,
        legend([draft.entry.kind for draft in everything if draft.verdict.marks[0]]),
    )


def _item(number: int, draft: Draft, work: Allowance) -> Item:
    entry = draft.entry
    if entry.kind.pictures.draw is None:
        raise QuandaryError(
            f"The kind {entry.kind.name!r} has no pictures, so its puzzles cannot be printed."
        )
    answer = _answer(draft, work)
    return Item(
        number,
        entry,
        cropped(entry.kind.draw(entry.puzzle)),
        draft.verdict,
        draft.score,
        draft.unit,
        draft.note,
        draft.teaches,
        answer,
        _hints(entry, work) if work.hints else (),
    )


def _answer(draft: Draft, work: Allowance) -> PrintedAnswer:
    entry, text = draft.entry, draft.answer
    if not text:
        found = solutions(entry.puzzle, most=1, limits=work.limits)
        if not found.found:
            reason = "There is no solution." if found.complete else f"No answer found: {found.stop.text}."
            work.problems.append(f"{entry.id}: {reason}")
            return PrintedAnswer("", shown=reason)
        text = solution_text(entry.puzzle, found.found[0])
        way = follow_solution(entry.puzzle, found.found[0])
    else:
        way = follow(entry.puzzle, text)
    # where things move, the position at the end says little: the moves are drawn on the start
    end = entry.kind.draw(entry.puzzle, way.states[-1])
    is_filled = is_fill(entry.puzzle)
    if is_filled or _shows_way(end):
        return PrintedAnswer(text, cropped(end if is_filled else in_order(entry.puzzle, way)))
    parts = tuple(map(cropped, stretches(entry.puzzle, way)))
    whole = cropped(in_order(entry.puzzle, way))
    return PrintedAnswer(text, whole, _said(entry, text, way), parts if len(parts) > 1 else ())


def _said(entry: Entry, text: str, way: Followed) -> str:
    """Return moves as people read them: in words where files write coordinates, which count from 0."""
    tell = entry.kind.pictures.tell
    if tell and way.moves and text.startswith("("):
        return "; ".join(tell(entry.puzzle, move) for move in way.moves)
    return grouped(text)


def grouped(text: str) -> str:
    """Return moves in groups that can be read and that fit into a column.

    >>> grouped("rddLruulDuullddR"), grouped("1:RURRDLLU 2:UU"), grouped("right down")
    ('rddL ruulD uullddR', '1:RURRD LLU 2:UU', 'right down')

    Where capitals are pushes, a group is a walk with the pushes after it.
    """
    return " ".join(part for word in text.split(" ") for part in _groups(word))


def _groups(word: str) -> list[str]:
    found = _LETTERS.fullmatch(word)
    if not found or len(letters := found[2]) <= GROUP:
        return [word]
    if letters.upper() == letters or letters.lower() == letters:
        parts = [letters[at : at + GROUP] for at in range(0, len(letters), GROUP)]
    else:
        parts = re.findall(r"[udlr]*[UDLR]+|[udlr]+", letters)
    return [(found[1] or "") + parts[0], *parts[1:]]


def _shows_way(drawing: Drawing) -> bool:
    return any(isinstance(shape, Line) and shape.stroke in WAYS for shape in drawing.shapes)


def _hints(entry: Entry, work: Allowance) -> tuple[str, ...]:
    """Return a hint for the beginning in degrees: what kind of step, where, and the move."""
    start = next(iter(played(entry.puzzle).starts()))
    return hint_at(entry.puzzle, [start], limits=work.limits).degrees


def instructions(kind: Kind, puzzles: Iterable[Any]) -> Instructions:
    """Return how to play a kind, from its README, and the symbols in the pictures."""
    try:
        readme = (kind.folder / "README.md").read_text(encoding="utf-8")
    except OSError:
        readme = ""
    told = section(readme, HOW_TO_PLAY) or introduction(readme) or kind.summary
    symbols = tuple(kind.pictures.symbols(list(puzzles))) if kind.pictures.symbols else ()
    return Instructions(_capital(kind.title), kind.summary, blocks(told), symbols)


def name_from(targets: Sequence[str]) -> str:
    """Return a title made of a file's name.

    >>> name_from(["my_levels-2.xsb"])
    'My levels 2'
    """
    stem = Path(targets[0]).stem.replace("_", " ").replace("-", " ").strip() or "Puzzles"
    return stem[0].upper() + stem[1:]
