"""Messages to the person who started a run, on standard error."""

import os
import sys

from quandary.parts.plain import in_ascii, one_line


def say(message: str) -> None:
    """Print a message on standard error as one line that starts with "quandary:".

    A full disk or a closed terminal behind standard error never ends a run: the message is lost.
    """
    if not (getattr(sys.stderr, "encoding", None) or "utf-8").lower().startswith("utf"):
        message = in_ascii(message)
    try:
        sys.stderr.write(f"quandary: {one_line(message)}\n")
        sys.stderr.flush()
    except OSError:
        abandon(sys.stderr.fileno())


def abandon(descriptor: int) -> None:
    """Discard everything written to a broken stream, which Python flushes once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
