"""The front door: the public names of `import quandary`, and that it is quick."""

import subprocess
import sys
from types import ModuleType

import pytest

import quandary


def test_the_public_names_are_exactly_those_that_have_a_home() -> None:
    assert sorted(quandary.__all__) == sorted(quandary._HOME)


@pytest.mark.parametrize("name", quandary.__all__)
def test_a_public_name_resolves_to_something_of_quandary_that_says_what_it_is(name: str) -> None:
    found = getattr(quandary, name)
    assert found.__module__.startswith("quandary.")
    assert found.__doc__


def test_no_public_name_is_hidden_by_a_module_of_that_name() -> None:
    # Importing the module quandary.x would put it in the place of a function quandary.x.
    assert not [name for name in quandary.__all__ if isinstance(getattr(quandary, name), ModuleType)]
    assert not [name for name in quandary.__all__ if f"quandary.{name}" in sys.modules]


def test_the_public_names_are_listed_for_completion() -> None:
    assert set(quandary.__all__) <= set(dir(quandary))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'sudoku'"):
        _ = quandary.sudoku


def test_importing_quandary_imports_only_its_version_and_the_table_of_old_addresses() -> None:
    code = "import sys, quandary; print([name for name in sys.modules if name.startswith('quandary.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['quandary._moved', 'quandary._version']"
