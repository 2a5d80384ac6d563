"""The parts of the protocol buffer wire format that Windmill links need, read strictly."""

from collections.abc import Iterator
from typing import TypeAlias

Field: TypeAlias = tuple[int, int | bytes]
"""A field's number and its value: an integer, or the bytes of a text, a list or a message."""

NUMBER, BYTES = 0, 2
LONGEST = 10
"""The most bytes that a number takes."""


class WireError(ValueError):
    """Bytes that are not a message."""


def fields(message: bytes) -> Iterator[Field]:
    """Yield the fields of a message in order.

    >>> list(fields(bytes([0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69])))
    [(1, 150), (2, b'hi')]
    """
    at = 0
    while at < len(message):
        key, at = _read_number(message, at)
        value, at = _read_number(message, at)
        if key & 7 == NUMBER:
            yield key >> 3, value
        elif key & 7 == BYTES:
            if at + value > len(message):
                raise WireError("it ends too early")
            yield key >> 3, message[at : at + value]
            at += value
        else:
            raise WireError(f"it has a field of type {key & 7}")


def numbers(packed: bytes) -> Iterator[int]:
    """Yield the numbers of a packed list."""
    at = 0
    while at < len(packed):
        number, at = _read_number(packed, at)
        yield number


def field(number: int, value: int | bytes) -> bytes:
    r"""Encode one field as bytes.

    >>> list(field(1, 150)), field(2, b"hi")
    ([8, 150, 1], b'\x12\x02hi')
    """
    if isinstance(value, int):
        return _number(number << 3 | NUMBER) + _number(value)
    return _number(number << 3 | BYTES) + _number(len(value)) + value


def _read_number(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(LONGEST):
        if at + place >= len(message):
            raise WireError("it ends too early")
        byte = message[at + place]
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise WireError("a number in it is too long")


def _number(value: int) -> bytes:
    digits = []
    while value > 127:
        digits.append(value & 127 | 128)
        value >>= 7
    return bytes([*digits, value])
