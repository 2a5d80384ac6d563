"""What lies on the desk: the puzzles of some files and folders, each under a key that stays."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock
from typing import Any

from quandary.board.data import fingerprint
from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.library.files import Entry, examples, read
from quandary.publishing.course import is_course
from quandary.web.limits import limit
from quandary.web.studio import files

READ = (".jsonl", ".ndjson", ".json", ".xsb", ".sok", ".sdm", ".csv", ".txt", ".sol")
"""The ends of the names of files that a folder is searched for."""
HOME = "puzzles.jsonl"
"""The file for new puzzles."""


@dataclass(frozen=True)
class DeskItem:
    """A puzzle on the desk."""

    key: str
    path: Path
    entry: Entry
    known: str | None
    """The digest of its line, None if it is not in a file that can be changed."""

    @property
    def text(self) -> str:
        """The puzzle in its notation."""
        return self.entry.kind.format(self.entry.puzzle)


@dataclass
class Desk:
    """The files and folders that were opened, and their puzzles."""

    targets: list[Path]
    folder: Path
    """Where new files go."""
    items: dict[str, DeskItem] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    courses: list[Path] = field(default_factory=list)
    _seen: dict[Path, tuple[int, int]] = field(default_factory=dict)
    _lock: Any = field(default_factory=RLock)

    def look(self) -> None:
        """Read again what was changed on disk."""
        with self._lock:
            there = dict.fromkeys(self._files())
            stamps = {path: _stamp(path) for path in there}
            if stamps == self._seen:
                return
            self._seen = stamps
            self.items, self.problems, self.courses = {}, [], []
            for path in there:
                if is_course(path):
                    self.courses.append(path)
                else:
                    self._read(path)

    def _files(self) -> list[Path]:
        found = list[Path]()
        for target in self.targets:
            if target.is_dir():
                found += sorted(
                    path
                    for path in target.iterdir()
                    if path.suffix in READ and path.is_file() and path.name[0] != "."
                )
            elif target.exists():
                found.append(target)
        return found

    def _read(self, path: Path) -> None:
        room = limit("puzzles") - len(self.items)
        entries, problems = files.read_all(path, room)
        if not entries and path.suffix in (".json", ".csv", ".txt") and path not in self.targets:
            return  # some other file that lies in the folder
        self.problems += problems
        lines = {line.id: line.text for line in files.lines_of(path)} if files.is_changeable(path) else {}
        for entry in entries:
            text = lines.get(entry.id)
            item = DeskItem(
                self.key_of(path, entry.id), path, entry, files.digest(text) if text is not None else None
            )
            self.items[item.key] = item

    def key_of(self, path: Path, ident: str) -> str:
        """Return the key of a puzzle: the same as long as its file and id are the same."""
        return fingerprint(f"{path.resolve()}\n{ident}")

    def find(self, key: str) -> DeskItem | None:
        """Return the puzzle with a key."""
        self.look()
        return self.items.get(key)

    def name_of(self, path: Path) -> str:
        """Return the name of a file as the page shows it."""
        try:
            return str(path.relative_to(self.folder))
        except ValueError:
            return path.name

    def save(
        self, key: str, *, kind: str, text: str, title: str, known: str | None, force: bool, **meant: Any
    ) -> DeskItem:
        """Save a changed puzzle, in its own file or beside it, and return it. Raises ChangedOnDiskError."""
        with self._lock:
            item = self.items.get(key)
            if item is None and not force:
                raise files.ChangedOnDiskError("This puzzle is no longer in the folder.")
            if item is None:
                found = registry.find_kind(kind)
                return self.add([Entry(found, found.parse(text), kind, title, **meant)])[0]
            entry = replace(
                item.entry,
                kind=registry.find_kind(kind),
                puzzle=registry.find_kind(kind).parse(text),
                title=title,
                facts=_kept(item, text),
                **meant,
            )
            path = files.beside(item.path)
            if path != item.path:
                [entry] = files.add(path, [entry])
                self.targets += [path] if path not in self._files() else []
            else:
                files.save(path, entry, known=known, force=force)
            files.drop_draft(self.folder, key)
            return self._found(path, entry.id)

    def add(self, entries: list[Entry], name: str = HOME) -> list[DeskItem]:
        """Put new puzzles into a file of the folder, and return them."""
        with self._lock:
            if len(self.items) + len(entries) > limit("puzzles"):
                raise FileError(f"The desk holds {limit('puzzles'):,} puzzles. Open another folder for more.")
            path = self.folder / name
            added = files.add(path, entries)
            if path not in self._files():
                self.targets.append(path)
            return [self._found(path, entry.id) for entry in added]

    def remove(self, key: str) -> DeskItem:
        """Take a puzzle out of its file, and return it, so that it can be put back."""
        with self._lock:
            item = self.find(key)
            if item is None or item.known is None:
                raise FileError("This puzzle cannot be taken out: its file is in another format.")
            files.remove(item.path, item.entry.id, item.known)
            files.drop_draft(self.folder, key)
            self.look()
            return item

    def _found(self, path: Path, ident: str) -> DeskItem:
        self._seen = {}  # two writes within a tick of the clock look the same
        self.look()
        return self.items[self.key_of(path, ident)]


def _kept(item: DeskItem, text: str) -> dict[str, Any]:
    """Return the facts of an entry, which tell nothing of a changed puzzle."""
    return dict(item.entry.facts) if text == item.text else {}


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_size


def pasted(text: str) -> tuple[list[Entry], list[str]]:
    """Return the puzzles of a pasted text or a dropped file: links, lines of JSON, or any format that a kind knows."""
    from tempfile import TemporaryDirectory

    if len(text.encode()) > limit("body_bytes"):
        raise FileError("This is too long to be pasted. Put it into a file of the folder.")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    whole = _read_one(text.strip())
    if whole and not whole[1]:
        return whole
    with TemporaryDirectory(prefix="quandary-studio-") as folder:
        path = Path(folder) / "pasted.txt"
        path.write_text(text, "utf-8")
        entries, problems = files.read_all(path, limit("puzzles"))
    if entries:
        return entries, problems
    each = [_read_one(line) for line in lines[: limit("puzzles")]]
    found = [entry for one in each if one for entry in one[0]]
    told = [problem for one in each if one for problem in one[1]]
    if found:
        return found, told
    raise FileError(
        (whole and whole[1] and whole[1][0])
        or (problems and problems[0])
        or "There is no puzzle in this text."
    )


def _read_one(text: str) -> tuple[list[Entry], list[str]] | None:
    if not text or "\0" in text or text == "-" or _is_path(text):
        return None
    try:
        found = list(read(text))
    except QuandaryError as error:
        return [], [str(error)]
    return [each for each in found if isinstance(each, Entry)], [
        str(each) for each in found if isinstance(each, FileError)
    ]


def _is_path(text: str) -> bool:
    """Return whether a text names a file: what is pasted is never a way to read one."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def example(kind: str, number: int = 0) -> Entry:
    """Return an example of a kind, to begin with."""
    found = examples(registry.find_kind(kind))
    return replace(found[number % len(found)], facts={}, intended="", forbid=())


def blank(kind: str, size: str = "") -> Entry:
    """Return an empty puzzle of a kind: an example from which everything was taken that can be.

    >>> entry = blank("sudoku")
    >>> entry.kind.format(entry.puzzle).count(".") > 70
    True
    """
    found = examples(registry.find_kind(kind))
    entry = found[0]
    puzzle = entry.puzzle
    reduce = entry.kind.maker.reductions
    for _ in range(1_000):
        less = next(iter(reduce(puzzle)), None) if reduce else None
        if less is None or not _is_readable(entry, less[1]):
            break
        puzzle = less[1]
    return replace(entry, puzzle=puzzle, id=kind, title="", facts={}, intended="", forbid=())


def _is_readable(entry: Entry, puzzle: Any) -> bool:
    try:
        return bool(entry.kind.parse(entry.kind.format(puzzle)) == puzzle)
    except QuandaryError:
        return False


_desk: Desk | None = None


def open_desk(desk: Desk) -> None:
    """Serve this desk."""
    global _desk
    _desk = desk


def desk() -> Desk:
    """Return the desk that is served."""
    if _desk is None:
        raise QuandaryError("No desk is open.")
    return _desk
