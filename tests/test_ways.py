"""Ways are short: few frames to C++, no kind that is not needed, and no shared room that knows a kind."""

import ast
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import quandary
from quandary._native import Native, core
from quandary.kind import known
from quandary.library.registry import find_kind, find_kinds

ROOT = Path(quandary.__file__).parent
MOST_FRAMES = 11


class Spy:
    """A twin in C++ that notes how deep each question comes from."""

    def __init__(self, handle: Any, outside: CodeType, depths: dict[str, int]) -> None:
        self._handle, self._outside, self._depths = handle, outside, depths

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._handle, name)
        return self._noted(name, real) if callable(real) else real

    def _noted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            frame, depth = sys._getframe(1), 0
            while frame.f_code is not self._outside:
                assert frame.f_back is not None
                frame, depth = frame.f_back, depth + 1
            self._depths[name] = depth
            return real(*given, **named)

        return call


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it")
@pytest.mark.parametrize("name", [name for name, kind in find_kinds().items() if kind.engines.native])
def test_a_rate_comes_to_the_core_in_few_frames(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    depths, kind = dict[str, int](), find_kind(name)
    build = kind.engines.native
    puzzle = min((each.puzzle for each in quandary.examples(kind)), key=lambda each: len(kind.format(each)))

    def rated() -> None:
        quandary.rate(puzzle)

    def native(puzzle: Any) -> Native | None:
        twin = build(puzzle) if build else None
        return twin and replace(twin, handle=Spy(twin.handle, rated.__code__, depths))

    spied = kind.but(native=native)
    monkeypatch.setitem(known._registered, spied.puzzle, spied)
    rated()
    asked = {name: depth for name, depth in depths.items() if name != "rules"}  # a list of names
    assert asked or name == "sudoku"  # whose rating has a way of its own
    assert max(asked.values(), default=0) <= MOST_FRAMES, asked


LOADED = """
import contextlib, io, sys
from quandary.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*sorted({name.split(".")[2] for name in sys.modules if name.startswith("quandary.kinds.")}))
"""


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        (["rate", "sudoku:.3....3....41..."], "sudoku"),
        (["rate", "sudoku:.3....3....41...", "-m", "se_rating"], "sudoku"),
        (["--help"], ""),
        (["learn", "--help"], ""),
    ],
    ids=" ".join,
)
def test_no_kind_is_loaded_that_is_not_needed(command: list[str], kinds: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *command], capture_output=True, text=True, check=True, timeout=100
    )
    assert done.stdout.strip() == kinds


OWN = {"kinds", "replicate", "courses"}
"""Rooms of things that are found by name, each about one kind."""


def test_no_shared_room_knows_a_kind() -> None:
    knowing = list[str]()
    for path in ROOT.rglob("*.py"):
        inside = path.relative_to(ROOT).as_posix()
        if any(inside.startswith(f"{room}/") and not inside.endswith("/__init__.py") for room in OWN):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quandary.kinds."):
                knowing.append(f"{inside}:{node.lineno}")
    assert [each for each in knowing if not each.startswith("kinds/")] == []
