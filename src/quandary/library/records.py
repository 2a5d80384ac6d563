"""The lines of puzzle files: one JSON object each, and what is wrong with one that cannot be read."""

import re
from typing import Annotated, TypeAlias

import msgspec

from quandary.errors import FileError
from quandary.library.lines import LONGEST_LINE, is_cut

LONGEST_NAME = 200
"""The longest id in characters. The ids of a file are kept in memory to find duplicates."""

FactValue: TypeAlias = int | float | str | bool | None
_NO_CONTROLS = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
_Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A(?!\s){_NO_CONTROLS}{{1,{LONGEST_NAME}}}\Z")]
_OneLine: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A{_NO_CONTROLS}*\Z")]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line as it is written. It is typed, so that decoding stops at the first unexpected bracket."""

    kind: _Name
    puzzle: str
    id: _Name | None = None
    title: _OneLine | None = None
    source: _OneLine | None = None
    facts: dict[str, FactValue] | None = None
    rules: int | None = None
    intended: _OneLine | None = None
    forbid: list[_OneLine] | None = None


_MUST_BE = {
    "kind": "the name of a puzzle kind",
    "puzzle": "text in the notation of its kind",
    "id": f"one line of 1 to {LONGEST_NAME} characters that does not begin with a space",
    "title": "one line of text",
    "source": "one line of text",
    "facts": "an object of finite numbers, texts, true, false or null by name",
    "rules": "a whole number",
    "intended": "the moves of a solution as one line of text",
    "forbid": "a list of texts, such as shorter",
}
_DECODER = msgspec.json.Decoder(Record)


def decode(line: bytes) -> Record:
    """Return what a line of JSON says of a puzzle. Raises FileError with the reason and the remedy."""
    if is_cut(line):
        raise FileError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise FileError(_explain_mismatch(str(error))) from error
    except msgspec.DecodeError as error:
        raise FileError(_explain_syntax(str(error), line)) from error


def _explain_mismatch(message: str) -> str:
    """Return msgspec's message about a value of the wrong type in the words of a puzzle file."""
    if unknown := re.search(r"unknown field `(.*)`", message, re.DOTALL):
        return f'unknown field "{unknown[1][:80]}" (put your own data under "facts")'
    if missing := re.search(r"missing required field `(\w+)`", message):
        return f'no "{missing[1]}", which must be {_MUST_BE[missing[1]]}'
    if place := re.search(r"at `\$\.(\w+)", message):
        return f'"{place[1]}" must be {_MUST_BE[place[1]]}'
    return "not a JSON object"


def _explain_syntax(message: str, line: bytes) -> str:
    """Return msgspec's message about broken JSON, with the usual remedy."""
    if "truncated" in message:
        return "the JSON object is incomplete (a puzzle must be on one line)"
    place = re.search(r"\(byte (\d+)\)", message)
    if place and line[int(place[1]) :].startswith((b"NaN", b"Infinity")):
        return "NaN and Infinity are not JSON (leave out the fact, or use null)"
    return f"not valid JSON: {message.removeprefix('JSON is malformed: ')}"
