"""Entry point of `python -m quandary`."""

import sys

COLLECTED = 50_000
"""Python looks for garbage after so many new objects. Its usual 700 costs a sixth of the time to load modules."""


def start() -> int:
    """Run the command line and return its exit code, without a traceback if Ctrl-C interrupts loading.

    Almost nothing is imported before, since Ctrl-C can be caught only from here on.
    """
    try:
        import gc

        gc.set_threshold(COLLECTED)
        if any(".py:" in word for word in sys.argv):
            from quandary.cli.watchdog import is_needed, watched

            if is_needed(sys.argv[1:]):
                return watched(sys.argv[1:])
        from quandary.cli.main import main

        return main()
    except KeyboardInterrupt:
        return _interrupted()
    except Exception as error:
        if not _by_interruption(error):
            raise
        return _interrupted()


def _by_interruption(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an error, as where it falls into the making of a class."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _interrupted() -> int:
    from quandary.cli import INTERRUPTED

    sys.stderr.write("quandary: interrupted\n")
    return INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())
