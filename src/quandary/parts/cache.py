"""Results that take a while, kept as files in the user's cache folder.

The first line of a file has its name, its version and the checksum of the rest. If the file is missing, cut
short, altered or of another version, the result is computed again.
"""

import os
import sys
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

from quandary.errors import FileError
from quandary.parts.atomic import write_atomically


def folder(environment: Mapping[str, str] | None = None) -> Path:
    """Return the folder for cached files: QUANDARY_CACHE, or the usual place of the system.

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
    """Return the text kept under a name if it is intact and acceptable, else make and keep a new one.

    If the folder cannot be written to, nothing is kept.
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
