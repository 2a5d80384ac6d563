"""Adding a kind touches one folder; and a kind can live in a project of its own."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import quandary
from quandary.errors import QuandaryError
from quandary.library.new_kind import new_kind

PACKAGE = Path(quandary.__file__).parent
PUZZLE = "8 5 3 -> 4"
BITS = 12.97728


def copy_of_quandary(folder: Path) -> Path:
    """The folder that holds a copy of the package, as a source checkout does."""
    shutil.copytree(PACKAGE, folder / "src" / "quandary", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "src"


def python(*places: Path, code: str) -> str:
    """What the code prints where quandary and plug-ins are found in these places only."""
    # An editable install would go before PYTHONPATH.
    prelude = (
        "import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'editable' not in type(f).__module__]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", prelude + code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))},
        cwd=places[0],
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(*places: Path, arguments: list[str]) -> str:
    """What `quandary` with these arguments prints."""
    return python(
        *places, code=f"sys.argv[1:] = {arguments}\nfrom quandary.cli.main import main\nsys.exit(main())"
    )


def check_it_works(*places: Path) -> None:
    """The kind `pegs` is found, keeps the contract, and can be rated."""
    keeps_contract = "from quandary import testing; from quandary.library import registry; testing.check_kind(registry.kind('pegs'), examples=3)"
    python(*places, code=keeps_contract)
    assert "pegs" in command(*places, arguments=["kinds"])
    rated = json.loads(command(*places, arguments=["rate", f"pegs:{PUZZLE}", "--measure", "muse", "--json"]))
    assert rated["kind"] == "pegs"
    assert rated["scores"]["muse"]["value"] == pytest.approx(BITS, abs=1e-4)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_adding_a_kind_touches_one_folder(tmp_path: Path) -> None:
    source = copy_of_quandary(tmp_path)
    before = files(tmp_path)
    folder = new_kind("pegs", tmp_path)
    after = files(tmp_path)
    assert folder == source / "quandary" / "kinds" / "pegs"
    assert {name for name in after if name not in before} == {
        (folder / name).relative_to(tmp_path).as_posix() for name in files(folder)
    }
    assert all(after[name] == content for name, content in before.items())
    check_it_works(source)


def test_a_folder_deep_inside_a_checkout_is_inside_it(tmp_path: Path) -> None:
    kinds = tmp_path / "src" / "quandary" / "kinds"
    kinds.mkdir(parents=True)
    deep = tmp_path / "docs" / "deep"
    deep.mkdir(parents=True)
    assert new_kind("pegs", deep) == kinds / "pegs"


def test_elsewhere_a_plug_in_project_is_made_that_quandary_finds(tmp_path: Path) -> None:
    project = new_kind("pegs", tmp_path)
    assert project == tmp_path / "quandary-pegs"
    settings = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    site = tmp_path / "site"
    pretend_to_install(settings["project"], site)
    places = (project / "src", site, PACKAGE.parent)
    check_it_works(*places)
    tests = f"import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {str(project)!r}]))"
    assert "passed" in python(*places, code=tests)


def pretend_to_install(project: dict[str, object], site: Path) -> None:
    """Write what pip would, from the project's own settings."""
    points = project["entry-points"]
    assert isinstance(points, dict)
    info = site / "quandary_pegs-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in of.items())
        for group, of in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


def test_nothing_of_the_template_s_names_is_left(tmp_path: Path) -> None:
    text = "".join(content.decode() for content in files(new_kind("peg_solitaire", tmp_path)).values())
    assert "template" not in text
    assert "Jugs" not in text
    assert "class PegSolitaire:" in text


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "use a-z, 0-9 and _"),
        ("Peg Solitaire", "as in 'peg_solitaire'"),
        ("../up", "as in 'up'"),
        ("2048", "use a-z, 0-9 and _"),
        ("_hidden", "as in 'hidden'"),
        ("pégs", "use a-z, 0-9 and _"),
        ("pegs\n", "as in 'pegs'"),
        ("import", "a word of Python"),
        ("witness", "already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_reason(name: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(QuandaryError, match=complaint) as caught:
        new_kind(name, tmp_path)
    assert str(caught.value).isprintable()
    assert not files(tmp_path)


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    new_kind("pegs", tmp_path)
    before = files(tmp_path)
    with pytest.raises(QuandaryError, match="already"):
        new_kind("pegs", tmp_path)
    assert files(tmp_path) == before


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuandaryError, match=r"no folder .*nowhere"):
        new_kind("pegs", tmp_path / "nowhere")


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(QuandaryError, match="No space left"):
        new_kind("pegs", tmp_path)
    assert list(tmp_path.iterdir()) == []
