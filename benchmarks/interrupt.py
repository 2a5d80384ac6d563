"""Press Ctrl-C in the first moments of the command, and look for tracebacks.

    python benchmarks/interrupt.py [--moments 20] [--within 0.4]

Each command gets SIGINT at so many moments in its first seconds, as `python -m quandary` and as an installed script.
It must end without a traceback. Python itself prints one in the moments before it has found and read the first line
of a program, and no program can change that: those are counted apart, beside those of a Python that does nothing.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from verdict import report, verdict

import quandary

COMMANDS = (("--help",), ("rate", "sudoku:.3....3....41..."), ("kinds",))
SCRIPT = "import sys\nfrom quandary.__main__ import start\nsys.exit(start())\n"
PACKAGE = Path(quandary.__file__).parent


def fate(words: list[str], after: float) -> str:
    """Start a program, interrupt it after some seconds, and return how it ended."""
    with subprocess.Popen(  # noqa: S603 - our own command
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    ) as process:
        sleep(after)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1].decode()
    if "Traceback" not in said:
        return "done" if process.returncode == 0 else "silent"
    places = [line for line in said.splitlines() if line.lstrip().startswith("File ")]
    return "ours" if any(str(PACKAGE) in line for line in places) else "Python's own"


def lines(moments: int, within: float) -> Iterator[str]:
    """Yield a line for each command."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "quandary"
        script.write_text(SCRIPT)
        programs = [("python -c pass", [sys.executable, "-c", "pass"])]
        for words in COMMANDS:
            shown = " ".join(words)
            programs.append((f"python -m quandary {shown}", [sys.executable, "-m", "quandary", *words]))
            programs.append((f"quandary {shown}", [sys.executable, str(script), *words]))
        for name, program in programs:
            found = Counter(fate(program, within * at / max(1, moments - 1)) for at in range(moments))
            told = ", ".join(f"{number} {each}" for each, number in found.most_common())
            yield verdict(not found["ours"], f"{name}: {told}")


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--within", type=float, default=0.4, help="seconds after the start")
    options = parser.parse_args()
    return report(lines(options.moments, options.within))


if __name__ == "__main__":
    sys.exit(main())
