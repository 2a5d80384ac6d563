"""Answers that take a while, kept as files in the user's cache folder.

A file says on its first line what it is, in which version, and the checksum of the rest. Where it is
missing, cut short, altered or of another version, the answer is made again.
"""

import os
import sys
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

from quandary.errors import FileError
from quandary.parts.atomic import write_atomically


def folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where cached files go: QUANDARY_CACHE, or the usual place of the system.

    >>> folder({"XDG_CACHE_HOME": "/var/cache/me"}).as_posix()
    '/var/cache/me/quandary'
    """
    known = os.environ if environment is None else environment
    if chosen := known.get("QUANDARY_CACHE"):
        return Path(chosen)
    if chosen := known.get("XDG_CACHE_HOME"):
        return Path(chosen) / "quandary"
    if sys.platform == "win32" and (chosen := known.get("LOCALAPPDATA")):
        return Path(chosen) / "quandary" / "cache"
    home = Path("~").expanduser()
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "quandary"


def cached(name: str, version: int, make: Callable[[], str], *, accept: Callable[[str], bool]) -> str:
    """The text kept under a name, if it is whole and acceptable; else a new one, which is then kept.

    A folder that cannot be written to is no obstacle: then nothing is kept.
    """
    path = folder() / f"{name}-{version}.txt"
    text = _read(path, name, version)
    if text is None or not accept(text):
        text = make()
        _write(path, _heading(name, version, text) + text)
    return text


def _heading(name: str, version: int, text: str) -> str:
    checksum = blake2b(text.encode(), digest_size=16).hexdigest()
    return f"quandary {name} {version} {checksum}\n"


def _read(path: Path, name: str, version: int) -> str | None:
    try:
        heading, end, text = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return text if heading + end == _heading(name, version, text) else None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())
    except (OSError, FileError):
        return
