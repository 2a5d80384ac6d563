"""A study as a folder of plain files that a researcher edits. Every word that a participant reads is in it."""

import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from quandary.errors import FileError, QuandaryError
from quandary.library.files import read
from quandary.library.own import is_own, read_own
from quandary.showing.playable import Playable
from quandary.web.limits import limit

_T = TypeVar("_T")
Order = Literal["random", "fixed", "latin", "curriculum"]
HERE = Path(__file__).parent
TEXTS = ("consent.md", "tutorial.md", "debrief.md", "declined.md")
FILES = ("study.toml", "questions.toml", "words.toml", *TEXTS)
"""The files that every study has, besides its puzzles."""
SWEEP_SECONDS = 86_400
"""How long a server waits before it looks again for data that its study keeps no longer."""


class RatingScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scale on which people rate a puzzle."""

    ask: str = "How difficult was this puzzle?"
    least: int = 1
    most: int = 10
    least_label: str = "very easy"
    most_label: str = "very difficult"
    skip: int | None = 10
    """The rating that a skipped puzzle gets, or none at all."""


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: its own puzzles, in its own order."""

    name: str
    weight: float = 1
    order: Order = "random"
    puzzles: list[str] = []
    """Ids. By default all puzzles."""
    per_person: int = 0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What study.toml says."""

    title: str
    puzzles: str = "puzzles.jsonl"
    practice: str = ""
    per_person: int = 20
    order: Order = "random"
    drawing: str = ""
    """How answers are drawn, where a kind offers another way than its usual one, such as "edges" for mazes."""
    time_limit: int = 0
    pre: list[str] = []
    post: list[str] = []
    seed: int = 1
    minimum_age: int = 0
    resume_hours: int = 72
    keep_days: int = 365
    completion_code: str = ""
    return_link: str = ""
    panel_parameter: str = ""
    rating: RatingScale = RatingScale()
    arms: list[Arm] = []


class FormQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question with its choices. All questions are optional."""

    id: str
    ask: str
    options: list[str]
    is_band: bool = False
    """Whether choices with fewer than five people are merged in exports, as for age bands."""


class _Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    questions: list[FormQuestion] = []


@dataclass(frozen=True)
class Study:
    """A study's folder, read and checked."""

    path: Path
    settings: Settings
    questions: tuple[FormQuestion, ...]
    words: dict[str, Any]
    puzzles: dict[str, Playable] = field(compare=False)
    """By id, in the order of the file."""
    practice: Playable | None = field(compare=False)

    @cached_property
    def data(self) -> Path:
        """The folder of the database, the secret and the backups."""
        return self.path / "data"

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
    questions = tuple(decode(path / "questions.toml", _Questions).questions)
    puzzles = {each.id: each for each in _puzzles(path, settings.puzzles, settings.drawing)}
    practice = _puzzles(path, settings.practice, settings.drawing)[:1] if settings.practice else []
    study = Study(path, settings, questions, _words(path), puzzles, practice[0] if practice else None)
    _check(study)
    return study


def _check(study: Study) -> None:
    settings, where = study.settings, study.path / "study.toml"
    named = {*settings.pre, *settings.post, *(each for arm in settings.arms for each in arm.puzzles)}
    if unknown := sorted(named - study.puzzles.keys()):
        raise FileError(
            f"{where} names puzzles that {settings.puzzles} does not have: {', '.join(unknown[:5])}."
        )
    if not settings.rating.least < settings.rating.most or settings.rating.most - settings.rating.least > 100:
        raise FileError(f"{where}: the rating needs least < most, at most 100 apart.")
    if settings.per_person < 1 or settings.resume_hours < 1 or settings.keep_days < 1:
        raise FileError(f"{where}: per_person, resume_hours and keep_days must be at least 1.")
    if settings.return_link and not settings.return_link.startswith("https://"):
        raise FileError(f"{where}: return_link must begin with https://.")
    if len({arm.name for arm in settings.arms}) < len(settings.arms) or any(
        arm.weight <= 0 for arm in settings.arms
    ):
        raise FileError(f"{where}: arms need different names and weights above 0.")
    ids = [question.id for question in study.questions]
    if len(set(ids)) < len(ids) or not all(re.fullmatch(r"[a-z][a-z0-9_]{0,30}", each) for each in ids):
        raise FileError(
            f"{study.path / 'questions.toml'}: ids must be unique and consist of lower-case letters, digits and _."
        )


def decode(path: Path, wanted: type[_T]) -> _T:
    """Read a file of settings. Raises FileError with its name."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=wanted)
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: {' '.join(str(error).split())}.") from error


def _words(path: Path) -> dict[str, Any]:
    own = decode(path / "words.toml", dict[str, Any])
    default = decode(HERE / "words.toml", dict[str, Any])
    return default | own | {"board": {**default["board"], **own.get("board", {})}}


def drawn(playable: Playable, way: str) -> Playable:
    """Return a puzzle whose answers are drawn in some way. Raises FileError if its kind has no such way."""
    ways = playable.kind.pictures.drawn_by if playable.kind else {}
    if way and way not in ways:
        offered = ", ".join(ways) or "its usual way only"
        raise FileError(
            f'study.toml: drawing = "{way[:40]}" does not fit {playable.id}, which offers: {offered}.'
        )
    return replace(playable, way=way)


def _puzzles(path: Path, file: str, way: str) -> list[Playable]:
    if is_own(file):
        _inside(path, file.rpartition(":")[0])
        return [drawn(Playable.own(read_own(str(path / file)), file.rpartition(":")[2]), way)]
    found = []
    for entry in read(str(_inside(path, file))):
        if isinstance(entry, QuandaryError):
            raise entry
        found.append(drawn(Playable.of(entry), way))
        if len(found) > limit("puzzles"):
            raise FileError(f"{path / file} has more than {limit('puzzles')} puzzles.")
    if not found:
        raise FileError(f"{path / file} has no puzzles.")
    return found


def _inside(path: Path, file: str) -> Path:
    """Return a file of the folder, and refuse one outside it."""
    target = (path / file).resolve()
    if not target.is_relative_to(path.resolve()):
        raise FileError(f"{path / 'study.toml'}: {file} is outside the study's folder.")
    if not target.is_file():
        raise FileError(f"{path} has no file {file}, which study.toml names.")
    return target
