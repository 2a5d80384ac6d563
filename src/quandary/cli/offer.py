"""What `quandary` alone offers, where there is a terminal and a browser: the studio."""

import sys
from importlib.util import find_spec

OFFER = "Press Enter to open the studio in the browser, or Ctrl-C to leave. "


def can_offer() -> bool:
    """Return whether somebody sits at a terminal, a browser is at hand, and the pages are installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or find_spec("django") is None:
        return False
    import webbrowser

    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def accepted() -> bool:
    """Offer the studio and return whether that was accepted."""
    try:
        input(OFFER)
    except (EOFError, KeyboardInterrupt):
        sys.stdout.write("\n")
        return False
    return True
