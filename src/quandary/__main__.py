"""Entry point of `python -m quandary`."""

import sys
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal

COLLECTED = 50_000
"""Python looks for garbage after so many new objects. Its usual 700 costs a sixth of the time to load modules."""


def start() -> int:
    """Run the command line and return its exit code, without a traceback if Ctrl-C interrupts loading.

    Nothing else is imported before, since Ctrl-C can be caught only from here on. Before, it ends the process.
    """
    try:
        if getsignal(SIGINT) is SIG_DFL:
            signal(SIGINT, default_int_handler)
        import gc

        gc.set_threshold(COLLECTED)
        from quandary.cli.main import main

        return main()
    except KeyboardInterrupt:
        from quandary.cli import INTERRUPTED

        sys.stderr.write("quandary: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())
