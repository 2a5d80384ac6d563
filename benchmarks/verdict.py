"""What checks say of a finding, and what comes of all of them."""

from collections.abc import Iterable

FAILED, SLOW = "FAILED", "SLOW"


def verdict(holds: bool, line: str) -> str:
    """The line, marked if it does not hold."""
    return line if holds else f"{FAILED} {line}"


def pace(holds: bool, line: str) -> str:
    """The same of a speed, which depends on the machine and on what else it does."""
    return line if holds else f"{SLOW} {line}"


def report(lines: Iterable[str], marks: tuple[str, ...] = (FAILED, SLOW)) -> int:
    """The exit code of a script after it has printed these lines: 1 if one of them begins with a mark."""
    failed = False
    for line in lines:
        print(line, flush=True)
        failed = failed or line.startswith(marks)
    return int(failed)
