"""A kind is a name and six facets, and a puzzle's kind is found by its class."""

import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quandary
from quandary.errors import QuandaryError
from quandary.kind import FACETS, Kind, NamedSpace, People, kind_of, known, register

SOURCE = """
from pathlib import Path
from quandary.kind import Kind, People

class Steps:
    def __init__(self, length=3):
        self.length = length
    def starts(self):
        return [0]
    def moves(self, state):
        return [1, 2]
    def apply(self, state, move):
        return min(state + move, self.length)
    def is_solved(self, state):
        return state == self.length

class Stairs(Steps):
    pass

def kind(name, puzzle, **more):
    return Kind(name=name, title=name, summary="Go up.", puzzle=puzzle, folder=Path(), **more)
"""


MOST_FIELDS = 60
"""How many things a kind and its facets may say, each listed in docs/add-a-kind.md."""


@pytest.fixture(autouse=True)
def _forget_what_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "_registered", {})
    monkeypatch.setattr(known, "_found", {})


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a module with two classes of puzzles that can run more code, like a notebook."""
    made: Any = ModuleType("qt_steps")
    monkeypatch.setitem(sys.modules, "qt_steps", made)
    made.run = lambda source: exec(source, vars(made))  # noqa: S102 - our own words
    made.run(SOURCE)
    return made


def test_two_kinds_in_one_module_are_told_apart(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    module.run("OTHER = kind('stairs', Stairs, people=People(columns=('muse',)))")
    assert kind_of(module.Steps()) is module.KIND
    assert kind_of(module.Stairs()) is module.OTHER


@pytest.mark.parametrize("variable", ["KIND", "STEPS", "_hidden", "kind_1"])
def test_a_kind_is_found_under_any_variable_name(module: Any, variable: str) -> None:
    module.run(f"{variable} = kind('steps', Steps)")
    assert kind_of(module.Steps()) is getattr(module, variable)


def test_a_kind_made_in_a_function_is_known_once_it_is_registered(module: Any) -> None:
    made = module.kind("steps", module.Steps)
    assert kind_of(module.Steps()) is None
    assert register(made) is made
    assert kind_of(module.Steps()) is made


def test_a_registered_kind_goes_before_one_beside_the_class(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    mine = register(module.KIND.but(columns=("muse",)))
    assert kind_of(module.Steps()) is mine


def test_of_two_kinds_registered_for_a_class_the_last_counts(module: Any) -> None:
    register(module.kind("early", module.Steps))
    late = register(module.kind("late", module.Steps))
    assert kind_of(module.Steps()) is late


def test_a_kind_that_is_defined_again_is_the_new_one(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    old = kind_of(module.Steps())
    module.run("KIND = kind('steps', Steps, people=People(columns=('muse',)))")
    new = kind_of(module.Steps())
    assert new is module.KIND and new is not old


def test_a_class_that_is_defined_again_has_its_new_kind_and_old_puzzles_have_none(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    old = module.Steps()
    assert kind_of(old) is module.KIND
    module.run(SOURCE + "KIND = kind('steps', Steps)")
    assert kind_of(module.Steps()) is module.KIND
    assert kind_of(old) is None


def test_a_class_without_a_kind_of_its_own_belongs_to_that_of_the_class_it_extends(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    assert kind_of(module.Stairs()) is module.KIND


def test_a_kind_in_a_package_above_the_class_is_found(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    package: Any = ModuleType("qt_above")
    monkeypatch.setitem(sys.modules, "qt_above", package)
    monkeypatch.setattr(module.Steps, "__module__", "qt_above.rules.inner")
    package.ANY = module.kind("steps", module.Steps)
    assert kind_of(module.Steps()) is package.ANY


def test_a_puzzle_is_rated_as_its_own_kind_says(module: Any) -> None:
    module.run("ONE = kind('steps', Steps, people=People(policy='greedy'))")
    module.run("TWO = kind('stairs', Stairs, people=People(policy='best'))")
    policies = [quandary.muse(puzzle()).policy for puzzle in (module.Steps, module.Stairs)]
    assert policies == ["greedy", "best"]


def test_a_kind_of_a_name_and_a_class_is_enough_to_rate_in_python(module: Any) -> None:
    module.run("KIND = kind('steps', Steps)")
    scores = quandary.rate(module.Steps(), ["muse", "shortest", "states"])
    assert [scores[name].value for name in ("shortest", "states")] == [2, 4]
    assert not any(module.KIND.offers().values())


@pytest.mark.parametrize(
    ("verb", "missing"),
    [("format", "notation"), ("draw", "picture"), ("reductions", "list of what can be left out")],
)
def test_what_a_kind_does_not_have_is_named_in_one_line(module: Any, verb: str, missing: str) -> None:
    module.run("KIND = kind('steps', Steps)")
    with pytest.raises(QuandaryError, match=f"The kind 'steps' has no {missing}"):
        getattr(module.KIND, verb)(module.Steps())


@pytest.mark.parametrize(
    ("facet", "name"), [(facet, each.name) for facet, its in FACETS.items() for each in fields(its)]
)
def test_a_field_of_a_facet_given_to_the_kind_is_refused_with_the_facet(facet: str, name: str) -> None:
    with pytest.raises(QuandaryError) as caught:
        Kind.__new__(Kind, **{"name": "old", name: None})
    message = str(caught.value)
    assert "'old'" in message and repr(name) in message and "\n" not in message
    assert f"{facet}={FACETS[facet].__name__}({name}=...)" in message


def test_no_field_belongs_to_two_facets() -> None:
    names = [each.name for its in (*FACETS.values(), Kind) for each in fields(its)]
    assert sorted(names) == sorted({*names})


def test_every_facet_is_a_field_of_a_kind_and_may_be_left_out() -> None:
    kind = Kind(name="bare", title="Bare", summary="Nothing.", puzzle=object, folder=Path())
    assert [each.name for each in fields(Kind)][-len(FACETS) :] == list(FACETS)
    for facet, its in FACETS.items():
        assert getattr(kind, facet) == its()
    assert kind.people == People()


def test_a_kind_and_its_facets_have_few_fields() -> None:
    structs: list[Any] = [Kind, *FACETS.values(), NamedSpace]
    assert sum(len(fields(each)) for each in structs) <= MOST_FIELDS
