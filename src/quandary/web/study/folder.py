"""A study as a folder of plain files that a researcher edits. Every word that a participant reads is in it."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from quandary.errors import FileError, QuandaryError
from quandary.library.files import read
from quandary.library.own import is_own, own_name, read_all_own
from quandary.showing.playable import Playable
from quandary.web.limits import limit
from quandary.web.study.questions import FormQuestion, Questions, problem_of
from quandary.web.study.settings import Settings, problems
from quandary.web.study.translate import default_words, goal_of

_T = TypeVar("_T")
TEXTS = ("consent.md", "tutorial.md", "debrief.md", "declined.md")
FILES = ("study.toml", "questions.toml", "words.toml", *TEXTS)
"""The files that every study has, besides its puzzles."""
SWEEP_SECONDS = 86_400
"""How long a server waits before it looks again for data that its study keeps no longer."""


@dataclass(frozen=True)
class KindIntro:
    """What people learn before the puzzles of one kind: a text, and a puzzle to practise with."""

    kind: str
    """The name of the kind, "" for a puzzle of one's own."""
    title: str
    file: str | None
    """The text, or None if there is none, so that people only get the goal."""
    practice: Playable | None


@dataclass(frozen=True)
class Study:
    """A study's folder, read and checked."""

    path: Path
    settings: Settings
    questions: tuple[FormQuestion, ...]
    words: dict[str, Any]
    puzzles: dict[str, Playable] = field(compare=False)
    """By id, in the order of the file."""
    lessons: tuple[KindIntro, ...] = field(compare=False)
    """One for each kind of puzzle, in the order in which the kinds appear."""

    @cached_property
    def data(self) -> Path:
        """The folder of the database, the secret and the backups."""
        return self.path / "data"

    @property
    def practice(self) -> Playable | None:
        """The practice puzzle of the first kind."""
        return self.lessons[0].practice

    def goal(self, playable: Playable) -> str:
        """Return what to do in a puzzle, in the language of the study."""
        own: str | None = self.words.get("goals", {}).get(kind_name(playable))
        return own or goal_of(playable, self.settings.language)

    def text(self, name: str) -> str:
        """Return one of the texts."""
        return (self.path / name).read_text("utf-8")

    def word(self, name: str) -> str:
        """Return a word of the pages."""
        return str(self.words.get(name, name))


def check_folder(path: Path) -> None:
    """Refuse a folder that is no study, before anything is written into it."""
    if not (path / "study.toml").is_file():
        raise FileError(
            f"{path} is not a study folder: it has no study.toml. Make one: quandary study new {path} --puzzles FILE"
        )


def read_study(path: Path) -> Study:
    """Read a study's folder. Raises FileError that names the file and the remedy."""
    check_folder(path)
    missing = [name for name in FILES if not (path / name).is_file()]
    if missing:
        raise FileError(f"{path} lacks {', '.join(missing)}. Copy it from a new study and edit it.")
    settings = decode(path / "study.toml", Settings)
    questions = tuple(decode(path / "questions.toml", Questions).questions)
    puzzles = {each.id: each for each in _puzzles(path, settings.puzzles, settings.drawing)}
    practice = _puzzles(path, settings.practice, settings.drawing) if settings.practice else []
    lessons = tuple(_lessons(path, puzzles, practice))
    study = Study(path, settings, questions, _words(path, settings.language), puzzles, lessons)
    _check(study)
    return study


def kind_name(playable: Playable) -> str:
    """Return the name of a puzzle's kind, "" for a puzzle of one's own."""
    return playable.kind.name if playable.kind else ""


def _lessons(path: Path, puzzles: dict[str, Playable], practice: list[Playable]) -> Iterator[KindIntro]:
    first = {kind_name(each): each for each in reversed(puzzles.values())}
    kinds = dict.fromkeys(kind_name(each) for each in puzzles.values())
    for number, kind in enumerate(kinds):
        own = f"tutorial-{kind}.md"
        file = own if (path / own).is_file() else "tutorial.md" if number == 0 else None
        gate = next((each for each in practice if kind_name(each) == kind), None)
        told = first[kind].kind
        yield KindIntro(kind, told.title if told else first[kind].name, file, gate)


def _check(study: Study) -> None:
    where = study.path / "study.toml"
    if said := problems(study.settings, study.puzzles.keys(), study.questions):
        raise FileError(f"{where}: {said}")
    if said := problem_of(study.questions):
        raise FileError(f"{study.path / 'questions.toml'}: {said}")


def decode(path: Path, wanted: type[_T]) -> _T:
    """Read a file of settings. Raises FileError with its name."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=wanted)
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: {' '.join(str(error).split())}.") from error


def _words(path: Path, language: str) -> dict[str, Any]:
    own, default = decode(path / "words.toml", dict[str, Any]), default_words(language)
    tables = {name: {**each, **own.get(name, {})} for name, each in default.items() if isinstance(each, dict)}
    return default | own | tables


def drawn(playable: Playable, way: str) -> Playable:
    """Return a puzzle whose answers are drawn in some way. Raises FileError if its kind has no such way."""
    if way and not _offers(playable, way):
        ways = playable.kind.pictures.drawn_by if playable.kind else {}
        offered = ", ".join(ways) or "its usual way only"
        raise FileError(
            f'study.toml: drawing = "{way[:40]}" does not fit {playable.id}, which offers: {offered}.'
        )
    return replace(playable, way=way)


def _offers(playable: Playable, way: str) -> bool:
    return playable.kind is not None and way in playable.kind.pictures.drawn_by


def _puzzles(path: Path, file: str, way: str) -> list[Playable]:
    """Return the puzzles of a file, drawn in some way if their kind offers it, which at least one must."""
    if is_own(file):
        _inside(path, file.rpartition(":")[0])
        own = read_all_own(str(path / file))
        return [drawn(Playable.own(puzzle, own_name(place)), way) for place, puzzle in own]
    found = []
    for entry in read(str(_inside(path, file))):
        if isinstance(entry, QuandaryError):
            raise entry
        found.append(Playable.of(entry))
        if len(found) > limit("puzzles"):
            raise FileError(f"{path / file} has more than {limit('puzzles')} puzzles.")
    if not found:
        raise FileError(f"{path / file} has no puzzles.")
    if not any(_offers(each, way) for each in found):
        return [drawn(each, way) for each in found]
    return [replace(each, way=way) if _offers(each, way) else each for each in found]


def _inside(path: Path, file: str) -> Path:
    """Return a file of the folder, and refuse one outside it."""
    target = (path / file).resolve()
    if not target.is_relative_to(path.resolve()):
        raise FileError(f"{path / 'study.toml'}: {file} is outside the study's folder.")
    if not target.is_file():
        raise FileError(f"{path} has no file {file}, which study.toml names.")
    return target
