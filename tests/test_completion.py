"""Completion in shells: every command and option, without starting Python."""

import shutil
import subprocess

import pytest

from quandary.cli.complete import script
from quandary.cli.main import command_line, main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_knows_commands_options_and_kinds(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--show-completion", shell]) == 0
    text = capsys.readouterr().out
    for word in ("convert", "hint", "between", "sokoban", "bots"):
        assert word in text


def test_bash_completes_commands_options_and_kinds() -> None:
    bash = shutil.which("bash")
    assert bash
    whole = script("bash", command_line())

    def completed(*words: str) -> list[str]:
        line = " ".join(f"'{word}'" for word in words)
        code = f"{whole}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _quandary; echo ${{COMPREPLY[@]}}"
        return subprocess.run([bash, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert completed("quandary", "conv") == ["convert"]
    assert completed("quandary", "generate", "soko") == ["sokoban"]
    assert completed("quandary", "vary", "--ha") == ["--harder"]
    assert completed("quandary", "study", "pre") == ["preview"]
    assert completed("quandary", "learn", "mo") == ["moves"] and completed("quandary", "mo") == []
    assert "--player" in completed("quandary", "learn", "players", "--pl")
    assert completed("quandary", "learn", "table.csv", "--predi") == ["--predictors"]
