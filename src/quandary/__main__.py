"""Entry point of `python -m quandary`."""

import sys

from quandary.cli import INTERRUPTED


def start() -> int:
    """Run the command line and return its exit code, without a traceback if Ctrl-C interrupts loading."""
    try:
        from quandary.cli.main import main

        return main()
    except KeyboardInterrupt:
        sys.stderr.write("quandary: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())
