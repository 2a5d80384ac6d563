"""What a run tells the person who started it, on standard error."""

import os
import sys


def say(message: str) -> None:
    """Print a message on standard error as one line that starts with "quandary:".

    A full disk or a closed terminal behind standard error never ends a run: the message is lost.
    """
    try:
        sys.stderr.write(f"quandary: {' '.join(message.split())}\n")
        sys.stderr.flush()
    except OSError:
        abandon(sys.stderr.fileno())


def abandon(descriptor: int) -> None:
    """Send what is written to a broken stream nowhere, since Python flushes it again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
