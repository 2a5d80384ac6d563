"""Systems without what POSIX has, such as Windows and browsers: hidden here, and everything must go on."""

import subprocess
import sys
from pathlib import Path

from quandary import find_kinds

HIDDEN = """
import os, sys
for name in ("resource", "fcntl", "termios", "pty", "tty", "pwd", "grp"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "O_NONBLOCK", "set_blocking", "mkfifo", "getpgid"):
    if hasattr(os, name):
        delattr(os, name)
import signal
for name in ("SIGALRM", "SIGKILL", "setitimer", "pthread_sigmask", "SIGPROF"):
    if hasattr(signal, name):
        delattr(signal, name)
opened = os.open
def open_but_not_proc(path, *rest, **options):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(path)
    return opened(path, *rest, **options)
os.open = open_but_not_proc
from quandary.cli.main import main
"""
COMMANDS = """
import quandary
for name, kind in quandary.find_kinds().items():
    os.mkdir(name)
    os.chdir(name)
    example = quandary.examples(kind)[0]
    quandary.write("one.jsonl", [example])
    for words in (
        ["rate", "one.jsonl", "--seconds", "4"],
        ["rate", "one.jsonl", "-o", "table.csv", "--seconds", "4"],
        ["explain", "one.jsonl", "--seconds", "4"],
        *([["generate", name, "--count", "1", "--seed", "1", "-o", "made.jsonl"]] if kind.maker.generate else []),
        *([["play", "one.jsonl", "-o", "play.html"]] if (kind.folder / "play.js").exists() else []),
        ["show", "one.jsonl", "-o", "one.svg"],
        ["solve", "one.jsonl", "--seconds", "4"],
    ):
        code = main(words)
        assert code == 0, (name, words, code)
    os.chdir("..")
"""


def _hidden(folder: Path, code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", HIDDEN + code], cwd=folder, capture_output=True, text=True, timeout=600
    )


def test_every_kind_is_rated_explained_made_and_played_without_posix(tmp_path: Path) -> None:
    done = _hidden(tmp_path, COMMANDS)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("Memory is not watched on this system") == 1
    for name, kind in find_kinds().items():
        made = ["made.jsonl"] * (kind.maker.generate is not None)
        made += ["play.html"] * (kind.folder / "play.js").exists()
        written = {each.name for each in (tmp_path / name).iterdir()}
        assert written == {"one.jsonl", "table.csv", "one.svg", *made}, name


def test_own_puzzles_work_without_posix(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "class Stairs:\n"
        "    def starts(self): return [0]\n"
        "    def moves(self, state): return [1, 2]\n"
        "    def apply(self, state, move): return state + move\n"
        "    def is_solved(self, state): return state >= 5\n"
    )
    done = _hidden(tmp_path, "sys.exit(main(['rate', 'own.py:Stairs', '--json']))")
    assert done.returncode == 0 and '"exact"' in done.stdout, done.stderr
