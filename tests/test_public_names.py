"""The front door: the public names of `import quandary`, and that it is quick."""

import subprocess
import sys
from types import ModuleType

import pytest

import quandary

NAMES: list[str] = getattr(quandary, "__all__")  # noqa: B009 - type checkers read the stub, which has no list


def test_every_public_name_resolves_to_something_of_quandary_that_says_what_it_is() -> None:
    assert {"rate", "explain", "Puzzle", "find_kind"} <= set(NAMES)
    for name in NAMES:
        found = getattr(quandary, name)
        assert found.__module__.startswith("quandary."), name
        assert found.__doc__, name


def test_a_star_brings_every_public_name() -> None:
    room: dict[str, object] = {}
    exec("from quandary import *", room)  # noqa: S102 - a star is allowed at the top of a module only
    assert set(NAMES) <= set(room)


def test_no_public_name_is_hidden_by_a_module_of_that_name() -> None:
    # Importing the module quandary.x would put it in the place of a function quandary.x.
    assert not [name for name in NAMES if isinstance(getattr(quandary, name), ModuleType)]
    assert not [name for name in NAMES if f"quandary.{name}" in sys.modules]


def test_the_public_names_are_listed_for_completion() -> None:
    assert set(NAMES) <= set(dir(quandary))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'sudoku'"):
        getattr(quandary, "sudoku")  # noqa: B009 - a type checker knows better


def test_importing_quandary_imports_only_its_version() -> None:
    code = "import sys, quandary; print([name for name in sys.modules if name.startswith('quandary.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['quandary._version']"
