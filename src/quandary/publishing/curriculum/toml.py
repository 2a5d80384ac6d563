"""Read the description of a course from TOML. Each complaint names the line.

title = "Boxes and walls"
by = "remuse"
step = 2.5

[[chapter]]
title = "One box"
files = ["levels.xsb"]
where = ["box_count == 1"]
length = 12

[[chapter]]
title = "Dead squares"
generate = { kind = "sokoban", size = "6x6-2", count = 200, seed = 1 }
teaches = ["dead-squares"]
each = 4
easy = 3.0

[[chapter]]
title = "From a space"
generate = { kind = "sokoban", space = "levels", with = { size = "4x3" }, count = 200 }
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from quandary.errors import FileError, QuandaryError, UnknownNameError
from quandary.publishing.curriculum.spec import ChapterSpec, Condition, CourseSpec, Generation, SpecError
from quandary.theory.learned import rules_named

Value = TypeVar("Value")
LARGEST = 1_000_000
MOST_CHAPTERS, MOST_PUZZLES, MOST_GENERATED = 100, 1_000, 100_000
_HEADER = re.compile(r"\s*\[\[\s*chapter\s*\]\]")


def read_spec(path: str | Path) -> CourseSpec:
    """Read a course to be built from a TOML file. Files in it are relative to its folder."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise FileError(f"Cannot read {path}: a course is described in at most {LARGEST:,} bytes.")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise FileError(f"There is no file {path}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(
            f"Cannot read {path}: {getattr(error, 'strerror', None) or 'it is not UTF-8'}."
        ) from error
    return parse_spec(text, str(path), path.parent, name=path.stem)


def parse_spec(
    text: str, label: str = "the course", folder: Path = Path(), name: str = "course"
) -> CourseSpec:
    r"""Read a course to be built from TOML text.

    >>> parse_spec('[[chapter]]\ngenerate = {kind = "tilt"}\nlength = -3', "ten.toml")
    Traceback (most recent call last):
    ...
    quandary.publishing.curriculum.spec.SpecError: ten.toml, line 3: length must be a whole number from 1 to 1,000, not -3.
    """
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{label} is not valid TOML: {error}.") from error
    except RecursionError:
        raise SpecError(f"{label} is nested too deeply. A course has chapters, which have tables.") from None
    return _Reader(text, label, folder).course(read, name)


class _Reader:
    """Turns tables of TOML into a course to be built."""

    def __init__(self, text: str, label: str, folder: Path) -> None:
        self.lines, self.label, self.folder = text.splitlines(), label, folder
        self.headers = [at for at, line in enumerate(self.lines) if _HEADER.match(line)]

    def course(self, read: Mapping[str, Any], name: str) -> CourseSpec:
        table = _Table(self, read, None)
        chapters = read.get("chapter")
        if not isinstance(chapters, list) or not chapters:
            raise SpecError(f"{self.label} has no chapter. Begin one with [[chapter]].")
        if len(chapters) > MOST_CHAPTERS:
            raise SpecError(f"{self.label} has {len(chapters)} chapters, but the limit is {MOST_CHAPTERS}.")
        found = CourseSpec(
            title=table.text("title", name),
            chapters=[self._chapter(each, number) for number, each in enumerate(chapters)],
            name=name,
            about=table.text("about"),
            by=table.text("by"),
            player=table.text("player"),
            step=table.number("step", above=0),
            rules=table.texts("rules"),
        )
        table.finish({"chapter"})
        return found

    def _taught(self, name: str) -> list[str]:
        """Return a rule, or the learned rules that "rules.json:10" stands for."""
        if ".json" not in name:
            return [name]
        try:
            return rules_named(str(self.folder / name))
        except FileError as error:
            raise SpecError(str(error)) from error

    def _chapter(self, read: Any, number: int) -> ChapterSpec:
        table = _Table(self, read if isinstance(read, dict) else {}, number)
        title = table.text("title", f"Chapter {number + 1}")
        files = tuple(str(self.folder / each) for each in table.texts("files"))
        for file in files:
            if not Path(file).is_file():
                raise table.wrong("files", f"there is no file {file}")
        made = table.generations()
        if not files and not made:
            raise table.wrong("", f"the chapter {title!r} has no puzzles. Give it files or generate")
        found = ChapterSpec(
            title=title,
            about=table.text("about"),
            files=files,
            generate=made,
            length=table.whole("length", 12, most=MOST_PUZZLES),
            by=table.text("by"),
            player=table.text("player"),
            between=table.band("between"),
            where=tuple(table.each("where", Condition.parse)),
            elements=table.texts("elements") if "elements" in table.read else None,
            needs=table.texts("needs"),
            introduces=table.texts("introduces"),
            teaches=tuple(name for text in table.each("teaches", self._taught) for name in text),
            each=table.whole("each", 3, most=MOST_PUZZLES),
            easy=table.number("easy"),
            givens=table.whole("givens", 6, least=0, most=MOST_PUZZLES),
            place=f"{self.label}, line {table.line('')}, {title!r}",
        )
        table.finish()
        return found


class _Table:
    """A table of the file: the course itself, or one chapter."""

    def __init__(self, reader: _Reader, read: Mapping[str, Any], chapter: int | None) -> None:
        self.reader, self.read, self.chapter = reader, read, chapter
        self.known: set[str] = set()

    def line(self, key: str) -> int:
        """Return the line of a key, or that of the table's header if the key is not found."""
        headers, end = self.reader.headers, len(self.reader.lines)
        first = 0 if self.chapter is None or self.chapter >= len(headers) else headers[self.chapter]
        after = 0 if self.chapter is None else self.chapter + 1
        last = headers[after] if after < len(headers) else end
        pattern = re.compile(rf"\s*{re.escape(key)}\b\s*[=.]")
        lines = range(first, last) if key else ()
        return next((at for at in lines if pattern.match(self.reader.lines[at])), first) + 1

    def wrong(self, key: str, says: str) -> SpecError:
        return SpecError(f"{self.reader.label}, line {self.line(key)}: {says}.")

    def get(self, key: str, default: Value, valid: Callable[[Any], bool], must: str) -> Value:
        self.known.add(key)
        if key not in self.read:
            return default
        value: Value = self.read[key]
        if not valid(value):
            raise self.wrong(key, f"{key} must be {must}, not {value!r:.60}")
        return value

    def text(self, key: str, default: str = "") -> str:
        return self.get(key, default, lambda value: isinstance(value, str), "a quoted string")

    def texts(self, key: str) -> tuple[str, ...]:
        def valid(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(each, str) for each in value)

        return tuple(self.get(key, [], valid, 'a list of strings, ["...", "..."]'))

    def whole(self, key: str, default: int, *, least: int = 1, most: int) -> int:
        def valid(value: Any) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

        return self.get(key, default, valid, f"a whole number from {least} to {most:,}")

    def number(self, key: str, *, above: float | None = None) -> float | None:
        def valid(value: Any) -> bool:
            return _is_number(value) and (above is None or value > above)

        return self.get(key, None, valid, "a number" + ("" if above is None else f" above {above:g}"))

    def band(self, key: str) -> tuple[float, float] | None:
        def valid(value: Any) -> bool:
            return (
                isinstance(value, list)
                and len(value) == 2
                and all(map(_is_number, value))
                and value[0] <= value[1]
            )

        found = self.get(key, None, valid, "two numbers, [least, most]")
        return None if found is None else (float(found[0]), float(found[1]))

    def each(self, key: str, make: Callable[[str], Value]) -> list[Value]:
        try:
            return [make(text) for text in self.texts(key)]
        except SpecError as error:
            raise self.wrong(key, str(error)) from error

    def generations(self) -> tuple[Generation, ...]:
        self.known.add("generate")
        if "generate" not in self.read:
            return ()
        asked = self.read["generate"]
        return tuple(self._generation(each) for each in (asked if isinstance(asked, list) else [asked]))

    def _generation(self, asked: Any) -> Generation:
        if not isinstance(asked, dict):
            raise self.wrong("generate", 'generate must be a table, { kind = "...", size = "..." }')
        inner = _Table(self.reader, asked, self.chapter)
        inner.line = lambda key: self.line("generate")  # type: ignore[method-assign]
        wishes: dict[str, Any] = inner.get(
            "with", {}, lambda value: isinstance(value, dict), "a table of texts"
        )
        found = Generation(
            kind=inner.text("kind"),
            size=inner.text("size"),
            space=inner.text("space"),
            count=inner.whole("count", 200, most=MOST_GENERATED),
            seed=inner.get("seed", 1, lambda value: isinstance(value, int), "a whole number"),
            level=inner.text("level"),
            wishes={str(name): str(choice) for name, choice in wishes.items()},
        )
        inner.finish()
        if not found.kind:
            raise self.wrong("generate", 'generate needs the kind, { kind = "sudoku" }')
        return found

    def finish(self, others: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        """Refuse keys that mean nothing, which are most likely misspelt."""
        for key in self.read:
            if key not in self.known | others:
                try:
                    raise UnknownNameError("setting", key, self.known | others)
                except QuandaryError as error:
                    raise self.wrong(key, str(error).rstrip(".")) from error


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
