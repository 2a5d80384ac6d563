"""Print what happens in the jobs of the how-to pages:  python benchmarks/transcript.py [PAGE ...] [--briefly].

Every command of a page runs in bash, in order, in one scratch folder for each page. Files that a page shows with
a title are written there first. A command that fails, or that leaves a message about a mistake of its own, fails
the script. `--briefly` prints one line for each job.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from verdict import report, verdict

DOCS = Path(__file__).parent.parent / "docs"
PAGES = (
    "design-a-game",
    "publish-puzzles",
    "study-difficulty",
    "teach-with-puzzles",
    "your-own-puzzle",
    "new-game",
)
JOBS_OF_A_PAGE = 10
SECONDS = 120
"""How long a command may take on a busy machine."""
ANSWERS = (0, 1)
"""The exit codes of commands that did their job: yes and no."""
LINES = 24
"""The number of lines of an answer that are printed."""
FILE = re.compile(r'^```\w+ title="([\w.-]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


class Job(NamedTuple):
    """A section of a page: its heading, and its commands."""

    title: str
    commands: list[str]


def jobs(page: str) -> list[Job]:
    r"""Return the sections of a page that begin with a number.

    >>> jobs("# Page\n\n## 1. Rate\n\nText.\n\n    quandary rate x\n")
    [Job(title='1. Rate', commands=['quandary rate x'])]
    """
    parts = re.split(r"^## (\d+\. .*)$", FILE.sub("", page), flags=re.MULTILINE)
    return [
        Job(title, re.findall(r"^    (\S.*)$", text, re.MULTILINE))
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    ]


def files(page: str) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    return dict(FILE.findall(page))


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a command in bash, and return its exit code and everything that it printed."""
    done = subprocess.run(  # noqa: S603 - the commands of our own pages
        ["bash", "-c", command],  # noqa: S607
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    return done.returncode, done.stdout


def environment(folder: Path) -> dict[str, str]:
    """Return our environment, in which `quandary` and `python` are those that run this script."""
    tools = folder / ".bin"
    tools.mkdir(exist_ok=True)
    for name, words in (("quandary", '-m quandary "$@"'), ("python", '"$@"')):
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n')
        (tools / name).chmod(0o755)
    path = os.pathsep.join([str(tools), os.environ.get("PATH", "")])
    modules = os.pathsep.join(str(Path(each).resolve()) for each in sys.path if each)
    return {**os.environ, "PATH": path, "PYTHONPATH": modules, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


def last_words(text: str) -> str:
    r"""Return the last line of an answer that says something, in short.

    >>> last_words("quandary: rating: this takes a while\nwrote x: 4 puzzles\n")
    'wrote x: 4 puzzles'
    """
    lines = [line.strip() for line in text.splitlines() if re.search(r"\w", line)]
    told = [line for line in lines if not line.endswith("this takes a while")]
    return " ".join((told or [""])[-1].split())[:90]


def transcript(name: str, *, briefly: bool = False) -> Iterator[str]:
    """Yield the lines of a page's transcript, then what was found."""
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    found, failed = jobs(page), 0
    yield f"# {page.partition(chr(10))[0].lstrip('# ')}"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for file, text in files(page).items():
            (folder / file).write_text(text, encoding="utf-8")
        for job in found:
            said, bad = list[str](), not job.commands
            for command in job.commands:
                code, output = run(command, folder)
                bad |= (
                    code not in ANSWERS or "Traceback" in output or not (output.strip() or "-o " in command)
                )
                said.append(output)
                if not briefly or code not in ANSWERS:
                    yield from ["", f"$ {command}", *_shortened(output)]
            failed += bad
            yield f"{'FAILED' if bad else 'ok':6} {job.title}: {last_words(''.join(said)) or 'done'}"
    yield verdict(
        not failed and len(found) == JOBS_OF_A_PAGE, f"{name}: {len(found)} jobs, {len(found) - failed} done"
    )


def _shortened(output: str) -> list[str]:
    lines = output.rstrip().splitlines()
    return lines if len(lines) <= LINES else [*lines[:LINES], f"... {len(lines) - LINES} more lines"]


def all_of(names: Sequence[str], *, briefly: bool) -> Iterator[str]:
    """Yield the transcripts of some pages."""
    for name in names:
        yield from transcript(name, briefly=briefly)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":  ")[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", default=list(PAGES))
    parser.add_argument("--briefly", action="store_true", help="print one line for each job")
    asked = parser.parse_args()
    sys.exit(report(all_of(asked.pages, briefly=asked.briefly)))
