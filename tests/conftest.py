"""What tests of several commands need."""

import json
from pathlib import Path

import pytest
from tests.commands import Book, Done, Run

from quandary.cli.main import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Write a puzzle file from notations (with a kind before a colon), or from other lines as they are."""

    def line(number: int, text: str) -> str:
        kind, colon, puzzle = text.partition(":")
        if not colon or text.startswith("{"):
            return text
        return json.dumps({"kind": kind, "puzzle": puzzle, "id": f"p{number}"})

    def book(*texts: str, name: str = "book.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line(n, text)}\n" for n, text in enumerate(texts, start=1)))
        return path

    return book
