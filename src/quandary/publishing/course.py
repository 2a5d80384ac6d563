"""A course: chapters of puzzles in playing order, each with its score and the reason why it was chosen.

A course is one JSON file that people can read. It has no dates, so the same request gives the same bytes.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.library.files import Entry
from quandary.measuring.verdicts import judge
from quandary.parts.atomic import write_atomically
from quandary.score import Score, Status
from quandary.verdict import Verdict

FORMAT = 1
"""Increased when course files change so that older versions cannot read them."""
LARGEST = 100_000_000
"""The most bytes that a course file may have."""
MARK = b'{\n "course": '
"""The first bytes of a course file."""


class CoursePuzzle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One puzzle of a course."""

    kind: str
    puzzle: str
    """In the kind's notation."""
    id: str
    rules: int
    """The version of the kind's rules."""
    title: str = ""
    source: str = ""
    score: float | None = None
    target: float | None = None
    """The score that was wanted in this place."""
    why: str = ""
    """The reason for this choice, in words."""
    teaches: str = ""
    """The rule that the puzzle teaches."""
    saves: float | None = None
    """The bits that this rule saves a player who knows no other."""
    without: float | None = None
    """The bits for a player who knows no rule."""
    meets: tuple[str, ...] = ()
    """The elements that the course has not used before."""
    unique: bool | None = None
    """Whether there is exactly one solution, if that is known."""
    answer: str = ""
    """The moves of a solution as text, if the course gives one."""
    note: str = ""
    """A warning to readers."""

    def entry(self, where: str = "") -> Entry:
        """Return the puzzle as an entry of a file."""
        kind = registry.find_kind(self.kind)
        if self.rules != kind.version:
            raise FileError(
                f"{self.id} was written for version {self.rules} of the rules of {kind.name}, but this"
                f" quandary has version {kind.version}. Build the course again."
            )
        return Entry(kind, kind.parse(self.puzzle), self.id, self.title, self.source, where=where)


class Pool(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The puzzles that a chapter was chosen from, in numbers."""

    considered: int = 0
    usable: int = 0
    total: int | None = None
    """The size of the whole pool, if only a part of it was considered."""
    unreadable: int = 0
    filtered: int = 0
    duplicates: int = 0
    unsolvable: int = 0
    unmeasured: int = 0
    low: float | None = None
    high: float | None = None
    """The scores of the easiest and the hardest usable puzzle."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The puzzles of a chapter, and how they were measured."""

    title: str
    about: str = ""
    introduces: tuple[str, ...] = ()
    teaches: tuple[str, ...] = ()
    by: str
    """The measure that orders the chapter."""
    unit: str = ""
    version: int
    """The version of the measure."""
    player: str = ""
    policy: str = ""
    wanted: int = 0
    """The number of puzzles that was asked for."""
    pool: Pool = Pool()
    puzzles: tuple[CoursePuzzle, ...]


def verdict_on(chapter: Chapter, puzzle: CoursePuzzle) -> Verdict:
    """Return how hard a puzzle of a chapter is, as far as its score tells: if that is the headline of its kind."""
    kind = registry.find_kind(puzzle.kind)
    if puzzle.score is None or chapter.by != kind.people.headline:
        return Verdict()
    score = Score(
        chapter.by, puzzle.score, Status.EXACT, chapter.version, player=chapter.player, policy=chapter.policy
    )
    return judge(kind, kind.parse(puzzle.puzzle), {chapter.by: score})


class Weakness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a teacher would want to change."""

    what: str
    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}" if self.where else self.says


class Course(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Chapters in playing order."""

    course: int
    """The version of the file format."""
    quandary: str
    """The version of quandary that built it."""
    name: str
    title: str
    about: str = ""
    step: float | None = None
    """The largest rise in score from one puzzle to the next that was allowed."""
    weak: tuple[Weakness, ...] = ()
    chapters: tuple[Chapter, ...]

    @property
    def puzzles(self) -> list[CoursePuzzle]:
        """Every puzzle, in playing order."""
        return [puzzle for chapter in self.chapters for puzzle in chapter.puzzles]

    def entries(self) -> Iterator[Entry]:
        """Yield every puzzle as an entry of a file. Raises FileError for one that cannot be used."""
        for number, chapter in enumerate(self.chapters, start=1):
            for place, puzzle in enumerate(chapter.puzzles, start=1):
                yield puzzle.entry(f"chapter {number}, puzzle {place}")


def to_json(course: Course) -> bytes:
    """Write a course as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(course), indent=1) + b"\n"


def write_course(path: str | Path, course: Course) -> None:
    """Write a course to a file, completely or not at all."""
    write_atomically(path, to_json(course))


def is_course(path: str | Path) -> bool:
    """Return whether a file looks like a course."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MARK)) == MARK
    except (OSError, ValueError):
        return False


def read_course(path: str | Path) -> Course:
    """Read a course from its file. Raises FileError.

    >>> read_course("no-such-course.json")
    Traceback (most recent call last):
    ...
    quandary.errors.FileError: Cannot read no-such-course.json: there is no such file.
    """
    try:
        if Path(path).stat().st_size > LARGEST:
            raise FileError(f"Cannot read {path}: it has more than {LARGEST:,} bytes.")
        data = Path(path).read_bytes()
    except FileNotFoundError as error:
        raise FileError(f"Cannot read {path}: there is no such file.") from error
    except (OSError, ValueError) as error:
        raise FileError(f"Cannot read {path}: {getattr(error, 'strerror', None) or error}.") from error
    try:
        course = msgspec.json.decode(data, type=Course)
    except msgspec.MsgspecError as error:
        raise FileError(
            f"{path} is not a course: {error}. Build one with `quandary curriculum -o {path}`."
        ) from error
    if course.course != FORMAT:
        raise FileError(
            f"{path} has version {course.course} of the format, but this quandary reads {FORMAT}."
        )
    for number, entry in enumerate(course.puzzles, start=1):
        try:
            entry.entry()
        except QuandaryError as error:
            raise FileError(f"{path}, puzzle {number} ({entry.id}): {error}") from error
    return course
