"""What the checks on real data say of a finding."""

FAILED, SLOW = "FAILED", "SLOW"


def verdict(holds: bool, line: str) -> str:
    """The line, marked if it does not hold."""
    return line if holds else f"{FAILED} {line}"


def pace(holds: bool, line: str) -> str:
    """The same of a speed, which depends on the machine and on what else it does."""
    return line if holds else f"{SLOW} {line}"
