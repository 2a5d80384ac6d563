"""Changes of one element: written as puzzles, and nothing said of changes that were not measured."""

import json
from pathlib import Path

import pytest

from quandary.cli.main import main
from quandary.generating.vary import Variant, Variants
from quandary.library.files import Entry, read
from quandary.library.given import puzzle_in
from quandary.score import Score, Status

PANEL = "witness:S-+-E/|b|w|/+-+-+"


def test_variants_are_written_as_puzzles_with_the_change_and_the_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "variants.jsonl"
    assert main(["vary", PANEL, "--by", "solutions", "--to", "2", "-o", str(out), "--best", "4"]) == 0
    assert "the first: 'witness:" in capsys.readouterr().out
    found = [each for each in read(str(out)) if isinstance(each, Entry)]
    assert len(found) == 4 and {"change", "solutions", "difference"} <= {*found[0].facts}
    assert [abs(float(str(each.facts["solutions"])) - 2) for each in found] == sorted(
        abs(float(str(each.facts["solutions"])) - 2) for each in found
    )
    assert main(["vary", PANEL, "--by", "solutions", "-o", str(out)]) == 0  # it may replace its own file
    capsys.readouterr()
    assert main(["vary", PANEL, "--by", "solutions", "-o", "-", "--best", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["witness"] * 2
    assert main(["vary", PANEL, "--to", "2", "--harder"]) == 2
    assert main(["vary", PANEL, "--keep", "unique"]) == 2


@pytest.mark.parametrize(
    ("unknown", "says"), [(0, "No change brings"), (3, "No change that was measured brings")]
)
def test_no_change_is_said_to_help_only_if_every_change_was_measured(
    unknown: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tried(*_: object, **__: object) -> Variants:
        one = Variant("a change", puzzle_in(PANEL), Score("muse", 9.0, Status.EXACT), 7.0)
        return Variants(Score("muse", 2.0, Status.EXACT), [one], unknown=unknown)

    monkeypatch.setattr("quandary.generating.request.vary", tried)
    assert main(["vary", PANEL, "--by", "muse", "--to", "1"]) == 0
    assert says in capsys.readouterr().err
