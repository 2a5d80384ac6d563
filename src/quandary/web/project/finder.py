"""Find the files of the board and the kinds' play.js, and nothing else in those folders."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from quandary.board import FOLDER
from quandary.errors import QuandaryError
from quandary.library import registry

BOARD = ("*.js", "*.css")
Messages: TypeAlias = list[CheckMessage]


def served() -> dict[str, Path]:
    """Return every file by the name under which it is served.

    >>> sorted(served())[:2]
    ['board/board.css', 'board/board.js']
    """
    files = {f"board/{file.name}": file for pattern in BOARD for file in FOLDER.glob(pattern)}
    for name in registry.find_kinds():
        try:
            folder = registry.find_kind(name).folder
        except QuandaryError:  # a plug-in that cannot be used is reported elsewhere
            continue
        files |= {f"kinds/{name}/{file.name}": file for file in folder.glob("play*.js")}
    return files


class BoardFinder(BaseFinder):
    """The finder for Django's static files."""

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the file with a name."""
        found = served().get(path)
        return ([str(found)] if found else []) if find_all else (str(found) if found else None)

    def list(self, ignore_patterns: Any) -> Iterator[Any]:
        """Yield every file with its storage, as WhiteNoise asks for them."""
        for name, file in served().items():
            yield name, _Where(file)

    def check(self, **_: Any) -> Messages:
        """Return no complaints: there is nothing to set."""
        return []


class _Where(FileSystemStorage):
    """A storage with one file in it."""

    def __init__(self, file: Path) -> None:
        super().__init__(location=str(file.parent))
        self.file = file

    def path(self, name: str) -> str:
        return str(self.file)
