"""The pages are correct: examples run, commands print what is shown, links work."""

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from quandary.cli.main import GROUPS, VERBS, main
from quandary.kind import FACETS, Kind
from quandary.library import registry
from quandary.testing import _promises as promises_of

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("src/quandary/kinds/**/README.md")),
]
ADD_A_KIND = ROOT / "docs" / "add-a-kind.md"
PATIENCE = re.compile("^quandary: .*: this takes a while\n", re.MULTILINE)
"""Extra output on a slow machine."""
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", PAGES, ids=name)


@every_page
def test_python_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@every_page
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    code = 0
    for command, shown in _commands(page):
        match shlex.split(command):
            case ["quandary", *arguments]:
                code, printed = _run(arguments, tmp_path)
                assert _is_as_shown(shown, printed), f"$ {command}\n{printed}"
            case ["echo", "$?"]:
                assert shown.strip() == str(code)
            case ["cat", file]:  # a file that the commands after it read
                (tmp_path / file).write_text(shown, encoding="utf-8")
            case _:
                pytest.fail(f"{name(page)} shows a command that is not run: {command}")


def test_the_front_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


@every_page
def test_every_verb_that_is_named_exists(page: Path) -> None:
    verbs = {*VERBS, *GROUPS}
    named = set(re.findall(r"(?:`|^    |^\$ )quandary ([a-z][a-z-]*)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= verbs


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in _links(page):
        file, _, heading = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), f"{name(page)} links to {link}"
        if heading:
            assert heading in _anchors(target), f"{name(page)} links to {link}"


PICTURE = re.compile(
    r"^((?:    quandary .*\n)*    quandary (?:show|demo|curriculum|replicate|map)(?: .*)?) -o (docs/images/\S+)$",
    re.M,
)


def test_every_picture_has_its_command() -> None:
    drawn = {match[2] for page in PAGES for match in PICTURE.finditer(page.read_text("utf-8"))}
    assert {ROOT / file for file in drawn} == set((ROOT / "docs" / "images").iterdir())


@pytest.mark.parametrize(
    "page", [page for page in PAGES if PICTURE.search(page.read_text("utf-8"))], ids=name
)
def test_pictures_are_what_their_commands_draw(page: Path, tmp_path: Path) -> None:
    for file, text in _shown_files(page):
        (tmp_path / file).write_text(text, encoding="utf-8")
    for match in PICTURE.finditer(page.read_text("utf-8")):
        *before, last = (shlex.split(line)[1:] for line in match[1].splitlines())
        for arguments in before:
            _run(arguments, tmp_path)
        _run([*last, "-o", "drawn.svg", "--force"], tmp_path)
        assert (tmp_path / "drawn.svg").read_bytes() == (ROOT / match[2]).read_bytes(), match[2]


def test_the_example_puzzle_is_rated_and_drawn(tmp_path: Path) -> None:
    example = [sys.executable, str(ROOT / "examples" / "my_puzzle.py")]
    done = subprocess.run(
        [*example, "crossing.svg"], cwd=tmp_path, env=_environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "A careful farmer: 7.1699 bits" in done.stdout
    assert [file.name for file in tmp_path.iterdir()] == ["crossing.svg"]


@pytest.mark.parametrize("facet", FACETS)
def test_every_field_of_a_facet_is_listed_once_in_its_section(facet: str) -> None:
    section = _sections(ADD_A_KIND)[facet.capitalize()]
    listed = [name for table, rows in _tables(section) if table == "field" for name in rows]
    assert listed == [each.name for each in fields(FACETS[facet])]


def test_every_field_of_a_kind_is_listed_once_on_its_card() -> None:
    [(_, listed)] = _tables(_sections(ADD_A_KIND)["The card"])
    assert listed == [each.name for each in fields(Kind)]


def test_the_page_lists_the_files_and_the_checks_of_every_facet() -> None:
    top = next(iter(_sections(ADD_A_KIND).values()))
    rows = re.findall(r"^\| \[(\w+)\]\(#\w+\) \| `(\w+)\.py` \| .* \| (.*) \|$", top, re.M)
    every = promises_of(registry.find_kind("sudoku"))
    assert {name.lower(): checks.split(", ") for name, _, checks in rows} == {
        facet: list(every[facet]) for facet in FACETS
    }
    kinds = ROOT / "src" / "quandary" / "kinds"
    assert all((kinds / "sudoku" / f"{file}.py").exists() for _, file, _ in rows)


def _sections(page: Path) -> dict[str, str]:
    """Return the text of a page by section heading."""
    parts = re.split(r"^##? (.*)$", page.read_text("utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _tables(text: str) -> list[tuple[str, list[str]]]:
    """Return the head of each table's first column and the names in code type below it."""
    tables = re.findall(r"^\| ([^|]*) \|.*\n\|[-|]+\n((?:\|.*\n)*)", text, re.M)
    return [
        (head, re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)", body, re.M))))
        for head, body in tables
    ]


def test_the_site_has_a_page_and_a_picture_for_every_kind() -> None:
    hooks = _hooks()
    ours = {kind for kind, place in registry.places().items() if place.startswith("quandary.kinds.")}
    assert {Path(page).stem for page in hooks.kind_pages()} == ours
    assert {Path(picture).stem for picture in hooks.kind_pictures()} <= ours


def test_the_site_has_a_page_for_every_public_module() -> None:
    pages = _hooks().reference_pages()
    assert "::: quandary.measuring.entropy" in pages["reference/measuring.md"]
    assert "::: quandary.puzzle" in pages["reference/puzzle.md"]
    assert "## quandary new-kind" in pages["reference/command-line.md"]
    assert not any("_" in Path(page).stem[:1] for page in pages)


def test_examples_in_docstrings_are_shown_as_code() -> None:
    fence = _hooks().fence
    session = ">>> 1 + 1\n2"
    assert fence(f"Sum.\n\n{session}\n\nMore.") == f"Sum.\n\n```pycon\n{session}\n```\n\nMore."
    assert fence(f"```python\n{session}\n```") == f"```python\n{session}\n```"


def _shown_files(page: Path) -> Iterator[tuple[str, str]]:
    """Return the files that a page shows, with what is in them."""
    text = page.read_text("utf-8")
    yield from re.findall(r'^```python title="(.*?)"\n(.*?)^```$', text, re.MULTILINE | re.DOTALL)
    yield from ((command[4:], shown) for command, shown in _commands(page) if command.startswith("cat "))


def _commands(page: Path) -> Iterator[tuple[str, str]]:
    """Return the commands in a page's console blocks, each with the output shown below it."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def _run(arguments: list[str], folder: Path) -> tuple[int, str]:
    """Run a command in a folder, with access to the checkout, and return its exit code and output."""
    found = [str(ROOT / each) if (ROOT / each).is_file() else each for each in arguments]
    printed = StringIO()
    with ExitStack() as around:
        around.enter_context(chdir(folder))
        around.enter_context(pytest.MonkeyPatch.context()).setenv("COLUMNS", "80")
        around.enter_context(warnings.catch_warnings())
        around.enter_context(redirect_stdout(printed))
        around.enter_context(redirect_stderr(printed))
        warnings.simplefilter("ignore")
        code = main(found)
    return code, PATIENCE.sub("", printed.getvalue())


def _environment() -> dict[str, str]:
    """Return our environment with a terminal of 80 columns and no warning about pure Python."""
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), *sys.path]))
    return {
        **os.environ,
        "COLUMNS": "80",
        "PYTHONWARNINGS": "ignore",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": path,
    }


def _is_as_shown(shown: str, printed: str) -> bool:
    """Return whether the output is as shown, up to spacing, the length of lines, and dots for gaps."""
    shown, printed = (re.sub("─+", "─", text).strip() + "\n" for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown, printed, OPTIONS)


def _links(page: Path) -> list[str]:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    return [link for link in links if not link.startswith("https://")]


def _anchors(page: Path) -> set[str]:
    """Return the headings of a page as link anchors."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def _hooks() -> Any:
    spec = importlib.util.spec_from_file_location("hooks", ROOT / "docs" / "hooks.py")
    assert spec and spec.loader
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    return hooks
