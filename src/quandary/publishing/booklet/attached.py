"""Read the data that a PDF booklet carries, and check every answer in it."""

import json
import re
import zlib
from pathlib import Path
from typing import Any

from quandary.errors import FileError, QuandaryError
from quandary.library import registry
from quandary.solving.follow import follow

LARGEST = 500_000_000
MOST_DATA = 100_000_000
_EMBEDDED = re.compile(rb"/Type\s*/EmbeddedFile.*?stream\r?\n", re.DOTALL)


def read_attached(path: str | Path) -> dict[str, Any]:
    """Return the data attached to a booklet. Raises FileError if there are none."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise FileError(f"Cannot read {path}: it has more than {LARGEST:,} bytes.")
        data = Path(path).read_bytes()
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error.strerror}.") from error
    return parse_attached(data, str(path))


def parse_attached(data: bytes, label: str = "the booklet") -> dict[str, Any]:
    """Return the data attached to the bytes of a booklet."""
    found = _EMBEDDED.search(data)
    if not found:
        raise FileError(f"{label} has no puzzles attached. Was it made by `quandary booklet`?")
    rest = data[found.end() :]
    try:
        if b"FlateDecode" in found[0]:
            content = zlib.decompressobj().decompress(rest, MOST_DATA)
        else:
            content = rest[: rest.index(b"endstream")]
        told = json.loads(content)
    except (ValueError, zlib.error) as error:
        raise FileError(f"{label} has attached data that cannot be read: {error}.") from error
    if not isinstance(told, dict) or "booklet" not in told:
        raise FileError(f"{label} has data attached by another program.")
    return told


def wrong_answers(told: dict[str, Any]) -> list[str]:
    """Return the puzzles whose answer is missing or does not solve them, in words."""
    problems = []
    for each in told["puzzles"]:
        name = f"puzzle {each['number']} ({each['id']})"
        if not each["answer"]:
            problems.append(f"{name} has no answer")
            continue
        try:
            puzzle = registry.find_kind(each["kind"]).parse(each["puzzle"])
            if not follow(puzzle, each["answer"]).is_solved:
                problems.append(f"{name}: its answer does not solve it")
        except QuandaryError as error:
            problems.append(f"{name}: {error}")
    return problems


def is_booklet(path: Path) -> bool:
    """Return whether a file is a PDF booklet that quandary made."""
    try:
        return path.read_bytes()[:5] == b"%PDF-" and "booklet" in read_attached(path)
    except QuandaryError:
        return False
