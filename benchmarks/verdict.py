"""Marks for failed checks, and the exit code."""

from collections.abc import Iterable

FAILED, SLOW = "FAILED", "SLOW"


def verdict(holds: bool, line: str) -> str:
    """Return the line, marked if it does not hold."""
    return line if holds else f"{FAILED} {line}"


def pace(holds: bool, line: str) -> str:
    """Return the line, marked if a speed was not reached, which depends on the machine."""
    return line if holds else f"{SLOW} {line}"


def report(lines: Iterable[str], marks: tuple[str, ...] = (FAILED, SLOW)) -> int:
    """Print the lines and return the exit code: 1 if one of them starts with a mark."""
    failed = False
    for line in lines:
        print(line, flush=True)
        failed = failed or line.startswith(marks)
    return int(failed)
