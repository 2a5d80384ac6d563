"""Start a new kind from the template: a folder in a checkout, or a plug-in project elsewhere."""

import keyword
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import quandary.kinds
from quandary.errors import FileError, QuandaryError
from quandary.library import registry

KINDS = Path("src/quandary/kinds")
"""The folder of the kinds in a source checkout."""
TEMPLATE_PACKAGE = "quandary.kinds._template"
TEMPLATE_TEST = "template_test.py"
"""Not test_*.py, since installed packages leave those out."""


def new_kind(name: str, into: str | Path = ".") -> Path:
    """Create a new kind from the template and return its folder.

    The new kind is found, rated and checked as it is. Inside a source checkout of quandary the folder is
    `src/quandary/kinds/NAME`, and nothing else needs an edit. Anywhere else it is `into/quandary-NAME`,
    a separate plug-in project.

    >>> new_kind("Peg Solitaire")
    Traceback (most recent call last):
    ...
    quandary.errors.QuandaryError: A kind cannot be called 'Peg Solitaire': use a-z, 0-9 and _, as in 'peg_solitaire'.
    """
    _check_name(name)
    folder = Path(into)
    if not folder.is_dir():
        raise FileError(f"There is no folder {str(into)!r} for the new kind. Create it first.")
    kinds = _kinds_of_checkout(folder)
    if kinds:
        return _write(kinds / name, _copy(name, f"quandary.kinds.{name}"))
    return _write(folder / f"quandary-{name}", _plugin(name))


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name, re.ASCII):
        near = re.sub(r"[^a-z0-9]+", "_", name[:40].lower()).strip("_0123456789")
        hint = f", as in {near!r}" if near else ""
        raise QuandaryError(f"A kind cannot be called {name[:80]!r}: use a-z, 0-9 and _{hint}.")
    if keyword.iskeyword(name):
        raise QuandaryError(f"A kind cannot be called {name!r}: it is a Python keyword. Choose another name.")
    if place := registry.places().get(name):
        raise QuandaryError(f"The kind {name!r} already exists in {place}. Choose another name.")


def _kinds_of_checkout(folder: Path) -> Path | None:
    """Return the folder of kinds of the source checkout around a folder, or None."""
    here = folder.resolve()
    return next((place / KINDS for place in (here, *here.parents) if (place / KINDS).is_dir()), None)


def _copy(name: str, package: str) -> dict[str, str]:
    """Return the template's files by name, with its names replaced by those of the new kind."""
    folder = Path(next(iter(quandary.kinds.__path__))) / "_template"
    files = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.is_file()}
    names = {
        TEMPLATE_TEST: f"test_{name}.py",
        TEMPLATE_PACKAGE: package,
        "Template puzzle": f"{name.replace('_', ' ').strip().capitalize()} puzzle",
        "Template": _class_name(name, files.values()),
        "template": name,
    }
    pattern = re.compile("|".join(map(re.escape, names)))

    def rename(text: str) -> str:
        return _sort_imports(pattern.sub(lambda match: names[match[0]], text))

    return {rename(file): rename(text) for file, text in sorted(files.items())}


def _class_name(name: str, texts: Iterable[str]) -> str:
    """Return a name for the new puzzle's class that the template does not use for anything else.

    >>> _class_name("peg_solitaire", ["class Move:"]), _class_name("move", ["class Move:"])
    ('PegSolitaire', 'MovePuzzle')
    """
    camel = name.title().replace("_", "")
    taken = any(re.search(rf"\b{camel}\b", text) for text in texts)
    return f"{camel}Puzzle" if taken else camel


def _sort_imports(text: str) -> str:
    """Sort the names of each import alphabetically, as linters want them.

    >>> _sort_imports("from pegs.rules import Move, Jumps")
    'from pegs.rules import Jumps, Move'
    """
    return re.sub(
        r"^(from \S+ import )([\w, ]+)$",
        lambda line: line[1] + ", ".join(sorted(line[2].split(", "))),
        text,
        flags=re.MULTILINE,
    )


def _plugin(name: str) -> dict[str, str]:
    """Return the files of a project that adds a kind to an installed quandary."""
    package = f"quandary_{name}"
    kind = _copy(name, package)
    test = f"test_{name}.py"
    tests = {f"tests/{test}": kind.pop(test)}
    project = {
        "pyproject.toml": _PYPROJECT.format(name=name, package=package),
        "README.md": _README.format(name=name, package=package),
        "tests/test_contract.py": _TEST.format(name=name, package=package),
    }
    return project | tests | {f"src/{package}/{file}": text for file, text in kind.items()}


def _write(target: Path, files: Mapping[str, str]) -> Path:
    """Write all files into a new target folder, or none if an error occurs."""
    if target.exists():
        raise FileError(f"The folder {target} already exists. Choose another name or remove it first.")
    try:
        with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as workshop:
            draft = Path(workshop) / target.name
            for file, text in files.items():
                path = draft / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            draft.rename(target)
    except OSError as error:
        raise FileError(f"Cannot write {target}: {error.strerror or error}.") from error
    return target


_PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "quandary-{name}"
version = "0.1.0"
description = "A kind of puzzle for quandary: {name}."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["quandary"]

[project.optional-dependencies]
test = ["pytest", "quandary[test]"]

[project.entry-points."quandary.kinds"]
{name} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]

[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
"""

_README = """\
# quandary-{name}

A kind of puzzle for quandary, which measures how hard puzzles are for people.

    pip install -e ".[test]"        install it beside quandary
    pytest                          check that it keeps the contract of a kind

Then `quandary kinds` lists it and `quandary rate {name}:...` rates it. Its rules, notation and pictures
are in `src/{package}`. Its README.md is the page about the puzzle.
"""

_TEST = '''\
"""Check the contract that every kind must keep."""

import pytest
from {package} import KIND

from quandary.testing import Check, checks


@pytest.mark.parametrize("check", checks(KIND), ids=lambda check: check.name)
def test_the_kind_keeps_its_promise(check: Check) -> None:
    check.run()
'''
