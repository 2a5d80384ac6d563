"""Write a file so that it is either the old one or the new one, and never one that the user still needs."""

import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable
from errno import ENXIO
from pathlib import Path
from time import monotonic, sleep

from quandary.errors import FileError

PATIENCE = 2.0
"""Seconds to wait for whoever reads a pipe."""


def check_target(
    path: str | Path,
    *,
    inputs: Iterable[str] = (),
    is_ours: Callable[[Path], bool],
    force: bool = False,
    option: str = "-o",
) -> None:
    """Refuse to write over an input, or over a file that the command did not make, unless told to.

    `inputs` are the files that the command reads, or "-" for standard input. `is_ours` recognises a file of
    the sort that is about to be written, and `option` is what names it. Devices and pipes are always accepted.
    """
    target = Path(path)
    if target.is_dir():
        raise FileError(f"Cannot write {path}: it is a folder. Name a file in it.")
    if not target.parent.exists():
        raise FileError(_no_folder(target))
    if force or not target.is_file():
        return
    if any(_is_same(target, each) for each in inputs):
        raise FileError(
            f"{path} is read by this command. Choose another {option}, or add --force to write over it."
        )
    if target.stat().st_size and not is_ours(target):
        raise FileError(
            f"{path} was not made by this command. Choose another {option}, or add --force to write over it."
        )


def make_folder(path: Path) -> None:
    """Make a folder and those it is in, unless they are there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {path}: {error.strerror}.") from error


def _no_folder(path: Path) -> str:
    return f"Cannot write {path}: there is no folder {path.parent}. Create it first."


def _is_same(target: Path, read: str) -> bool:
    try:
        there = os.fstat(sys.stdin.fileno()) if read == "-" else Path(read).stat()
    except (OSError, ValueError, AttributeError):  # no such file, or no standard input
        return False
    return os.path.samestat(target.stat(), there)


def write_atomically(path: str | Path, data: bytes | Iterable[bytes]) -> None:
    """Write `data` to a file completely, or raise FileError and leave the file as it was.

    The data go to a hidden file in the same folder, which then takes the name. So readers never see a
    half-written file, and nothing is left behind if writing fails. Links are followed, an existing file keeps
    its permissions, and devices and pipes are written to directly. Data that come in pieces are never all in
    memory.

    >>> write_atomically("no/such/folder/x.txt", b"hello")
    Traceback (most recent call last):
    ...
    quandary.errors.FileError: Cannot write no/such/folder/x.txt: there is no folder no/such/folder. Create it first.
    """
    pieces = [data] if isinstance(data, bytes) else data
    try:
        target = Path(path)
        if target.is_dir():
            raise FileError(f"Cannot write {path}: it is a folder. Name a file in it.")
        if target.exists() and not target.is_file():
            with os.fdopen(_opened(target), "wb") as file:
                file.writelines(pieces)
        else:
            _replace(Path(os.path.realpath(path)), pieces)
    except FileNotFoundError as error:
        raise FileError(_no_folder(Path(path))) from error
    except NotADirectoryError as error:
        raise FileError(f"Cannot write {path}: {Path(path).parent} is not a folder.") from error
    except PermissionError as error:
        raise FileError(
            f"Cannot write {path}: no permission to write there. Choose another folder."
        ) from error
    except (OSError, ValueError) as error:  # a full disk, a name too long, a name with a zero byte
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"Cannot write {str(path)!r}: {reason}.") from error


def _opened(target: Path) -> int:
    """Open a device or a pipe. A pipe that nobody reads would let us wait for ever."""
    deadline = monotonic() + PATIENCE
    while True:
        try:
            file = os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            if error.errno != ENXIO or not target.is_fifo():
                raise
            if monotonic() > deadline:
                raise FileError(
                    f"Cannot write {target}: nobody reads this pipe. Start its reader first."
                ) from error
            sleep(PATIENCE / 100)
        else:
            if target.is_fifo():
                os.set_blocking(file, True)
            return file


def _replace(target: Path, pieces: Iterable[bytes]) -> None:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError  # taking its name would otherwise overwrite a protected file
    fresh = target.with_name(f".quandary-{secrets.token_hex(8)}")
    try:
        with fresh.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
