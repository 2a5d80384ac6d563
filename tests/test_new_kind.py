"""Adding a kind takes one folder, and a kind can be a separate project."""

import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

import quandary
from quandary.errors import QuandaryError
from quandary.library.new_kind import new_kind
from quandary.testing import check_kind, checks

PACKAGE = Path(quandary.__file__).parent
PUZZLE = "111/121/110"
BITS = 4


def copy_of_quandary(folder: Path) -> Path:
    """Return a folder that holds a copy of the package, as a source checkout does."""
    shutil.copytree(PACKAGE, folder / "src" / "quandary", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "src"


def python(*places: Path, code: str) -> str:
    """Run code that finds quandary and plug-ins only in these places, and return its output."""
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
    """Run `quandary` with these arguments and return its output."""
    return python(
        *places, code=f"sys.argv[1:] = {arguments}\nfrom quandary.cli.main import main\nsys.exit(main())"
    )


def check_it_is_rated(*places: Path) -> None:
    """Check that the kind `pegs` is found and gets the known score."""
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
    check_it_is_rated(source)
    keeps_contract = "import quandary; from quandary.testing import check_kind; check_kind(quandary.find_kinds()['pegs'], examples=3)"
    python(source, code=keeps_contract)


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
    check_it_is_rated(*places)
    tests = f"import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {str(project)!r}]))"
    assert "passed" in python(*places, code=tests)


def pretend_to_install(project: dict[str, object], site: Path) -> None:
    """Write what pip would write, from the project's own settings."""
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


THEMES = (
    r"template|toy|jug|water|pour|maze|hop|jump|walk|travel|token|piece|robot|frog|arrow|path|puddle|ball"
)
"""Subjects of puzzles, none of which the words of a new kind mention."""
RULES_IN_WORDS = r"number|goal|up, left"
"""Words about the template's own rules, which are allowed."""


def test_the_words_of_a_new_kind_have_no_theme_to_be_hunted_down(tmp_path: Path) -> None:
    written = files(new_kind("lights_out", tmp_path))
    for name, content in written.items():
        assert not re.findall(THEMES, prose(name, content.decode()), re.I), name


def test_the_rules_of_the_template_are_told_in_two_places_only(tmp_path: Path) -> None:
    written = files(new_kind("lights_out", tmp_path))
    telling = {
        name for name, text in written.items() if re.search(RULES_IN_WORDS, prose(name, text.decode()), re.I)
    }
    assert telling == {"src/quandary_lights_out/rules.py", "src/quandary_lights_out/README.md"}
    readme = written["src/quandary_lights_out/README.md"].decode()
    sections = re.split(r"^## ", readme, flags=re.M)
    assert [each.partition("\n")[0] for each in sections if re.search(RULES_IN_WORDS, each)] == ["Rules"]


def prose(name: str, text: str) -> str:
    """Return the words of a file that people read: comments and texts of Python, everything else in full."""
    if not name.endswith(".py"):
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    said = (tokenize.COMMENT, tokenize.STRING)
    return "\n".join(token.string for token in tokens if token.type in said)


def test_a_new_kind_is_named_after_itself_throughout(tmp_path: Path) -> None:
    written = {name: text.decode() for name, text in files(new_kind("peg_solitaire", tmp_path)).items()}
    folder = "src/quandary_peg_solitaire"
    assert "class PegSolitaire:" in written[f"{folder}/rules.py"]
    assert written[f"{folder}/README.md"].startswith("# Peg solitaire puzzles\n")
    assert 'title="Peg solitaire puzzle"' in written[f"{folder}/__init__.py"]
    assert "tests/test_peg_solitaire.py" in written
    assert not [name for name, text in written.items() if "template" in (name + text).lower()]


def test_a_name_that_the_template_uses_for_something_else_gives_another_class(tmp_path: Path) -> None:
    rules = files(new_kind("field", tmp_path))["src/quandary_field/rules.py"].decode()
    assert "class Field(NamedTuple):" in rules and "class FieldPuzzle:" in rules


@pytest.mark.parametrize("name", ["a_kind", "state", "zz"])
def test_the_imports_of_a_new_kind_are_in_order(name: str, tmp_path: Path) -> None:
    for file, content in files(new_kind(name, tmp_path)).items():
        for line in re.findall(r"^from \S+ import (.*\w)$", content.decode(), re.M):
            assert line.split(", ") == sorted(line.split(", ")), file


def test_the_first_line_of_each_facet_says_when_to_delete_its_file(tmp_path: Path) -> None:
    folder = new_kind("pegs", tmp_path) / "src" / "quandary_pegs"
    facets = {file.name for file in folder.glob("*.py")} - {"__init__.py", "rules.py"}
    assert facets == {"notation.py", "draw.py", "people.py", "make.py", "same.py"}
    for name in facets:
        first = (folder / name).read_text(encoding="utf-8").partition("\n")[0]
        assert re.fullmatch(r"# Delete this file, and its lines in __init__\.py, (if|as long as) .*\.", first)


@pytest.mark.parametrize("file", ["notation", "draw", "people", "make", "same"])
def test_the_file_of_a_facet_can_be_deleted_with_its_lines(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = new_kind(f"no_{file}", tmp_path) / "src" / f"quandary_no_{file}"
    monkeypatch.syspath_prepend(folder.parent)
    init = (folder / "__init__.py").read_text(encoding="utf-8")
    facet = re.findall(rf"\.{file} import (\w+)", init)[0]
    (folder / "__init__.py").write_text(
        "".join(line for line in init.splitlines(keepends=True) if facet not in line), encoding="utf-8"
    )
    (folder / f"{file}.py").unlink()
    kind = importlib.import_module(folder.name).KIND
    assert facet.lower() not in {check.facet for check in checks(kind)}
    check_kind(kind, examples=2)


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
        ("import", "a Python keyword"),
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
