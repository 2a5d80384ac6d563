"""Kinds are found in folders and entry points, and a broken plug-in breaks nothing else."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import quandary.kinds
from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import kind_of
from quandary.library import registry

KIND_SOURCE = """
from pathlib import Path
from quandary.kind import Kind, Notation

class Puzzle(str):
    pass

{attribute} = Kind(
    name="{name}", title="Test puzzle", summary="Nothing.", puzzle=Puzzle, notation=Notation(parse=Puzzle, format=str),
    folder=Path(__file__).parent,
)
"""

PlugIn = Callable[[str, str, str], None]


@pytest.fixture(autouse=True)
def _leave_no_trace() -> Iterator[None]:
    registry.places.cache_clear()
    yield
    registry.places.cache_clear()
    for module in [name for name in sys.modules if name.startswith(("qt_", "quandary.kinds.zz_"))]:
        del sys.modules[module]


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlugIn:
    """Install a package of one module whose entry point `name` has the given value."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name: str, value: str, source: str) -> None:
        module = value.partition(":")[0]
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        folder = tmp_path / f"{module}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[quandary.kinds]\n{name} = {value}\n")
        registry.places.cache_clear()

    return install


def source(name: str, attribute: str = "KIND") -> str:
    return KIND_SOURCE.format(name=name, attribute=attribute)


def make_folder_kind(parent: Path, name: str, text: str) -> None:
    (parent / name).mkdir()
    (parent / name / "__init__.py").write_text(text, encoding="utf-8")


def test_a_folder_with_a_kind_is_all_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder_kind(tmp_path, "zz_newcomer", source("zz_newcomer"))
    monkeypatch.setattr(quandary.kinds, "__path__", [*quandary.kinds.__path__, str(tmp_path)])
    assert registry.places()["zz_newcomer"] == "quandary.kinds.zz_newcomer"
    assert registry.find_kind("zz_newcomer").title == "Test puzzle"


def test_only_packages_without_an_underscore_are_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_folder_kind(tmp_path, "_hidden", "")
    make_folder_kind(tmp_path, "shown", "")
    (tmp_path / "no_package").mkdir()
    (tmp_path / "plain_module.py").touch()
    monkeypatch.setattr(quandary.kinds, "__path__", [str(tmp_path)])
    assert "shown" in registry.find_kinds()
    assert registry.find_kinds().keys().isdisjoint({"_hidden", "no_package", "plain_module"})


def test_names_come_sorted_from_folders_and_plug_ins_alike(
    plug_in: PlugIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("zebra", "ant"):
        make_folder_kind(tmp_path, name, "")
    monkeypatch.setattr(quandary.kinds, "__path__", [str(tmp_path)])
    plug_in("mole", "qt_mole", "")
    names = [name for name in registry.find_kinds() if name in {"zebra", "ant", "mole"}]
    assert names == ["ant", "mole", "zebra"]
    assert list(registry.find_kinds()) == sorted(registry.find_kinds())


@pytest.mark.parametrize(("value", "attribute"), [("qt_plain", "KIND"), ("qt_named:TILES", "TILES")])
def test_an_entry_point_names_a_module_or_a_value_in_it(plug_in: PlugIn, value: str, attribute: str) -> None:
    plug_in("tiles", value, source("tiles", attribute))
    assert registry.places()["tiles"] == value
    assert registry.find_kind("tiles").name == "tiles"


def test_quandarys_own_kind_goes_before_a_plug_in_of_that_name(
    plug_in: PlugIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_folder_kind(tmp_path, "tiles", "")
    monkeypatch.setattr(quandary.kinds, "__path__", [str(tmp_path)])
    plug_in("tiles", "qt_rival", source("tiles"))
    assert registry.places()["tiles"] == "quandary.kinds.tiles"


def test_of_two_plug_ins_with_one_name_the_first_in_the_alphabet_wins(plug_in: PlugIn) -> None:
    plug_in("tiles", "qt_b", source("tiles"))
    plug_in("tiles", "qt_a", source("tiles"))
    plug_in("tiles", "qt_c", source("tiles"))
    assert registry.places()["tiles"] == "qt_a"


def test_an_unknown_name_suggests_a_near_one(plug_in: PlugIn) -> None:
    plug_in("backgammon", "qt_near", source("backgammon"))
    with pytest.raises(UnknownNameError, match=r"'backgamon'\. Did you mean 'backgammon'\?"):
        registry.find_kind("backgamon")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import qt_not_installed", "ModuleNotFoundError: No module named 'qt_not_installed'"),
        ("def broken(:", "SyntaxError"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("", "has no KIND"),
        ("KIND = 'tiles'", "has no KIND that is a quandary Kind"),
        (source("domino"), "calls itself 'domino'"),
    ],
)
def test_a_broken_plug_in_says_why_in_one_line_and_breaks_no_other(
    plug_in: PlugIn, text: str, why: str
) -> None:
    plug_in("tiles", "qt_broken", text)
    plug_in("intact", "qt_intact", source("intact"))
    with pytest.raises(QuandaryError) as caught:
        registry.find_kind("tiles")
    message = str(caught.value)
    assert "'tiles'" in message
    assert "qt_broken" in message
    assert why in message
    assert "\n" not in message
    assert registry.find_kind("intact").name == "intact"


def test_a_notebook_shows_a_puzzle_as_a_picture_and_in_its_notation(plug_in: PlugIn) -> None:
    tilt = registry.find_kind("tilt")
    puzzle = tilt.generate(Random(1), tilt.maker.sizes[0])
    shown = puzzle._repr_mimebundle_()
    assert shown["text/plain"] == tilt.format(puzzle) and shown["image/svg+xml"].startswith("<svg")
    plug_in("tiles", "qt_tiles", source("tiles"))
    plain = registry.find_kind("tiles").puzzle("a")
    assert not hasattr(plain, "_repr_mimebundle_")  # it has no picture


def test_a_notebook_shows_a_puzzle_without_a_kind_as_python_would(monkeypatch: pytest.MonkeyPatch) -> None:
    tilt = registry.find_kind("tilt")
    puzzle = tilt.generate(Random(1), tilt.maker.sizes[0])
    monkeypatch.setattr("quandary.library.registry.kind_for", lambda made: None)
    assert puzzle._repr_mimebundle_() == {"text/plain": repr(puzzle)}


def test_listing_imports_no_kind() -> None:
    program = (
        "import sys; from quandary.library import registry; list(registry.find_kinds());"
        "print([name for name in sys.modules if name.startswith('quandary.kinds.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_listing_cannot_be_changed_by_its_readers() -> None:
    with pytest.raises(TypeError):
        registry.find_kinds()["mine"] = registry.find_kind("sudoku")  # type: ignore[index]
    with pytest.raises(TypeError):
        registry.places()["mine"] = "elsewhere"  # type: ignore[index]


def test_every_kind_is_found_by_name_the_same_way_from_both_functions() -> None:
    for name, found in registry.find_kinds().items():
        assert found is registry.find_kind(name)
        assert found.name == name
    assert len(registry.find_kinds()) == len(list(registry.find_kinds()))


def test_a_broken_plug_in_is_listed_and_raises_only_when_it_is_asked_for(plug_in: PlugIn) -> None:
    plug_in("tiles", "qt_broken", "import qt_not_installed")
    plug_in("intact", "qt_intact", source("intact"))
    found = registry.find_kinds()
    assert {"tiles", "intact"} <= set(found) and "tiles" in found and "tiles" in repr(found)
    assert found["intact"].name == "intact"
    for ask in (found.__getitem__, found.get):
        with pytest.raises(QuandaryError, match="'tiles' cannot be imported"):
            ask("tiles")


def test_a_name_that_is_not_there_is_answered_as_by_any_mapping() -> None:
    found = registry.find_kinds()
    assert "tilez" not in found
    assert found.get("tilez") is None
    with pytest.raises(UnknownNameError, match=r"No puzzle kind 'tilz'\. Did you mean 'tilt'\?"):
        found["tilz"]


ELSEWHERE = """
from qt_classes import Puzzle
from pathlib import Path
from quandary.kind import Kind

def make():
    return {"tiles": Kind(name="tiles", title="Tiles", summary="Nothing.", puzzle=Puzzle, folder=Path())}

ALL = make()
TILES = ALL["tiles"]
"""


def test_a_plug_in_found_by_name_is_the_kind_of_puzzles_whose_class_stands_elsewhere(
    plug_in: PlugIn, tmp_path: Path
) -> None:
    (tmp_path / "qt_classes.py").write_text("class Puzzle: pass", encoding="utf-8")
    plug_in("tiles", "qt_elsewhere:TILES", ELSEWHERE)
    found = registry.find_kind("tiles")
    assert kind_of(found.puzzle()) is found


def test_a_kind_that_stands_beside_its_class_can_be_defined_again_after_it_was_found(plug_in: PlugIn) -> None:
    plug_in("tiles", "qt_again:TILES", source("tiles", "TILES"))
    found = registry.find_kind("tiles")
    sys.modules["qt_again"].TILES = anew = found.but(columns=("muse",))  # type: ignore[attr-defined]
    assert kind_of(found.puzzle()) is anew


def test_a_missing_kind_is_named_as_its_entry_point_names_it(plug_in: PlugIn) -> None:
    plug_in("tiles", "qt_misnamed:TILES", source("tiles", "KIND"))
    with pytest.raises(QuandaryError, match="qt_misnamed:TILES has no TILES that is a quandary Kind"):
        registry.find_kind("tiles")
