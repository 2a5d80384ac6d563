"""The compiled core from Python: reasons, meters, many puzzles in one call, and its stubs."""

import ast
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import quandary
from quandary._native import Native, PurePythonWarning, core, count_many, measure_many, native_limits
from quandary.kinds.witness import KIND
from quandary.limits import CODES, OTHER, Limits, Meter, OutOfBudget, Stop
from quandary.measuring.entropy import muse, remuse
from quandary.score import Status
from quandary.solving.choose import engine_for
from quandary.solving.search import count

needs_core = pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it")
STUBS = Path(quandary.__file__).parent / "_core"
PATIENCE = 60.0


def test_the_folder_of_stubs_is_not_taken_for_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some installers find the folder first, as a module without a file."""
    monkeypatch.delenv("QUANDARY_REQUIRE_NATIVE", raising=False)
    monkeypatch.setattr("quandary._native.import_module", lambda _: ModuleType("quandary._core"))
    with pytest.warns(PurePythonWarning, match="pure Python"):
        assert core.__wrapped__() is None


def empty_panel(size: int) -> str:
    row, cells = "+" + "-+" * size, "|" + ".|" * size
    rows = [row] + [cells, row] * size
    rows[0], rows[-1] = rows[0][:-1] + "E", "S" + rows[-1][1:]
    return "\n".join(rows)


def twins(panels: list[Any]) -> list[Native]:
    made = [KIND.engines.native(panel) for panel in panels] if KIND.engines.native else []
    return [twin for twin in made if twin]


@pytest.mark.parametrize("told", [{"__file__": None}, {}], ids=["python", "scikit-build"])
def test_the_folder_of_stubs_alone_is_no_core(told: dict[str, None], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ModuleType("quandary._core")
    vars(folder).update(told)
    monkeypatch.setitem(sys.modules, "quandary._core", folder)
    monkeypatch.delenv("QUANDARY_REQUIRE_NATIVE", raising=False)
    with pytest.warns(PurePythonWarning):
        assert core.__wrapped__() is None


def test_every_code_but_that_of_other_words_has_a_sentence() -> None:
    assert [Stop(code).text for code in CODES if code not in ("", OTHER)].count("") == 0
    assert Stop().text == "" and not Stop()
    assert OutOfBudget("too dark").stop == Stop(OTHER, words="too dark")


@needs_core
def test_codes_have_the_same_numbers_in_both_languages() -> None:
    compiled = core()
    assert compiled and (*compiled.engine.CODES, OTHER) == CODES


@needs_core
@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(states=7), Stop("states", 7)),
        (Limits(seconds=0), Stop("seconds", 0)),
        (Limits(memory=1e-9), Stop("memory", 1e-9)),
    ],
)
def test_a_native_result_says_which_limit_it_reached(limits: Limits, stop: Stop) -> None:
    [twin] = twins([KIND.parse(empty_panel(5))])
    assert twin.unmerged().handle.count_states(native_limits(limits)).stop == stop


def test_a_meter_in_python_counts_and_stops() -> None:
    meter = Meter()
    panel = KIND.parse(empty_panel(2))
    told = engine_for(panel, "python").count_states(Limits(meter=meter))
    assert meter.states == told.states > 0
    meter.stop()
    late = muse(panel, limits=Limits(meter=meter), engine="python")
    assert (late.status, late.stop) == (Status.GAVE_UP, "stopped")


def test_limits_are_the_same_with_and_without_a_reader_of_the_meter() -> None:
    meter = Meter()
    limits = Limits(seconds=5, meter=meter)
    assert limits == Limits(seconds=5) and limits.start().rest().meter is meter


@needs_core
def test_two_threads_have_their_own_limits_and_meters() -> None:
    endless, short = KIND.parse(empty_panel(7)), KIND.parse(empty_panel(4))
    stopped, finishing = Meter(), Meter()
    told = {}

    def run(name: str, panel: Any, meter: Meter) -> None:
        told[name] = engine_for(panel, "unmerged").count_states(Limits(meter=meter))

    first = Thread(target=run, args=("endless", endless, stopped))
    second = Thread(target=run, args=("short", short, finishing))
    first.start()
    second.start()
    second.join(PATIENCE)
    end = monotonic() + PATIENCE
    while not stopped.states and monotonic() < end:
        sleep(0.01)
    stopped.stop()
    first.join(PATIENCE)
    assert told["short"].complete and told["short"].states_represented == finishing.states
    assert told["short"].states_represented == engine_for(short).count_states(Limits()).states_represented
    assert (told["endless"].complete, told["endless"].stop.text) == (False, Stop("stopped").text)
    assert told["endless"].states == stopped.states > 0


@needs_core
@pytest.mark.parametrize("threads", [1, 3])
def test_many_panels_at_once_score_as_one_by_one(threads: int) -> None:
    panels = [KIND.generate(Random(f"many-{i}"), "3x3") for i in range(40)]
    player, together = KIND.people.default, twins(panels)
    for measure in (muse, remuse):
        columns = measure_many(measure.__name__, together, player, threads=threads)  # type: ignore[arg-type]
        alone = [measure(panel, player) for panel in panels]
        assert columns.value.tolist() == [inf if each.value is None else each.value for each in alone]
        assert columns.states.tolist() == [each.states for each in alone]
        assert not columns.stop.any()
    counted = count_many(together, threads=threads)
    assert counted.value.tolist() == [count(panel).solutions for panel in panels]


@needs_core
def test_puzzles_of_several_sizes_keep_their_order_and_say_why_they_stop() -> None:
    panels = [KIND.parse(empty_panel(size)) for size in (8, 2, 8, 3)]
    meter = Meter()
    counted = count_many(twins(panels), limits=Limits(states=1000, meter=meter), threads=2)
    assert [CODES[code] for code in counted.stop] == ["states", "", "states", ""]
    assert counted.value[[1, 3]].tolist() == [count(panels[1]).solutions, count(panels[3]).solutions]
    assert meter.states == counted.states.sum()
    assert len(measure_many("remuse", [], KIND.people.default).value) == 0


@needs_core
def test_what_is_not_begun_when_the_meter_stops_is_not_begun() -> None:
    meter = Meter()
    meter.stop()
    told = measure_many(
        "remuse", twins([KIND.parse(empty_panel(7))] * 3), KIND.player("none"), limits=Limits(meter=meter)
    )
    assert [CODES[code] for code in told.stop] == ["stopped"] * 3
    assert np.isinf(told.value).all()


def public(names: Iterator[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def in_stub(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements of a stub declare, with the members of classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield node.name
            yield from (f"{node.name}.{name}" for name in in_stub(node.body) if not name.startswith("_"))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def in_core(thing: ModuleType | type) -> Iterator[str]:
    for name in vars(thing):
        if not name.startswith("_"):
            yield name
            if isinstance(member := getattr(thing, name), type):
                yield from (f"{name}.{inner}" for inner in in_core(member))


@needs_core
def test_the_stubs_name_what_the_core_has() -> None:
    compiled = core()
    assert compiled
    described = {path.stem for path in STUBS.glob("*.pyi")} - {"__init__"}
    assert described == {"engine"}, "nothing looks at stubs that quandary._native does not import"
    for name in described:
        declared = ast.parse((STUBS / f"{name}.pyi").read_text(encoding="utf-8")).body
        assert public(in_stub(declared)) == public(in_core(getattr(compiled, name))), name
