"""A module imports only from its own layer or from layers above it."""

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TypeGuard

import quandary

ROOT = Path(quandary.__file__).parent

LINES = (
    "errors limits puzzle deed rules player score verdict trace solid graph feature kind engine theory _native _version"
    " draw parts pencil board",
    "kinds",
    "library",
    "solving",
    "measuring",
    "explaining generating runs showing discovering models",
    "publishing replicate",
    "courses",
    "web cli testing __main__",
)
LINE = {name: number for number, names in enumerate(LINES, start=1) for name in names.split()}
NOUNS, KINDS, OUTSIDE = LINE["errors"], LINE["kinds"], LINE["cli"]
FRONT_DOOR = "__init__"

HEAVY = {"hypothesis", "matplotlib", "msgspec", "networkx", "numpy", "scipy", "sklearn", "typst"}

MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if not path.name.startswith("test_") and not path.stem.endswith("_test")
)


BY_NAME = {
    "_native.py": "the compiled core, which may be missing",
    "cli/main.py": "the module of a verb",
    "library/registry.py": "kinds, which may be plug-ins",
    "courses/__init__.py": "shipped courses",
    "replicate/_finding.py": "replications",
    "runs/rating.py": "pandas or polars",
    "showing/playable.py": "a kind's own words for a study",
}
"""The modules that import others whose names they work out. All others say what they import."""

NAMED = re.compile(r"quandary(\.\w+)+(?=:\w+$|$)")
"""A module in a string, with or without a name in it: "quandary.measuring.shape:scc"."""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    """Return a file as a module name: quandary.solving.search."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


KNOWN = {name_of(path).removesuffix(f".{FRONT_DOOR}"): path for path in MODULES}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the full names of quandary's modules that a file imports anywhere, even in functions and in strings."""
    package = list(path.relative_to(ROOT.parent).parent.parts)
    return tuple(found for node in ast.walk(tree_of(path)) for found in _imported(node, package))


def _imported(node: ast.AST, package: list[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "quandary")
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) + 1 - node.level] if node.level else []
        module = [*base, *(node.module or "").split(".")] if node.module else base
        if module[0] == "quandary":
            yield from (".".join([*module, alias.name]) for alias in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if (named := NAMED.match(node.value)) and home(named[0]) in KNOWN and home(named[0]) != "quandary":
            yield named[0]
    elif _imports_by_name(node):
        yield from _all_in(_package_named(node.args[0], package))


def _imports_by_name(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether something is imported under a name that is worked out."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in ("import_module", "__import__") and not isinstance(node.args[0], ast.Constant)


def _package_named(name: ast.expr, package: list[str]) -> str:
    """Return the package of f"quandary.cli.{name}" or f"{__package__}.{name}", empty if it is not said there."""
    match name:
        case ast.JoinedStr([ast.Constant(str(start)), *_]):
            return start.rpartition(".")[0]
        case ast.JoinedStr([ast.FormattedValue(ast.Name("__name__" | "__package__")), *_]):
            return ".".join(package)
    return ""


def _all_in(package: str) -> Iterator[str]:
    """Yield the modules of a package that others may import."""
    for name in KNOWN:
        folder, _, leaf = name.rpartition(".")
        if package and folder == package and not leaf.startswith("_"):
            yield name


def home(name: str) -> str:
    """Return the module of a full name, which may be that of something in it."""
    return name if name in KNOWN else name.rpartition(".")[0]


def part(module: str) -> str:
    """Return the top-level part of a full name, or the front door if it is not a module."""
    names = [*module.split("."), FRONT_DOOR]
    is_module = (ROOT / names[1]).is_dir() or (ROOT / f"{names[1]}.py").exists() or names[1] == "_core"
    return names[1] if is_module else FRONT_DOOR


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def inner_modules() -> list[Path]:
    return [path for path in MODULES if path != ROOT / "__init__.py"]


def import_graph() -> dict[str, set[str]]:
    """Return the modules that each module imports, at the top, in functions, in strings or for type checkers."""
    return {name: {home(each) for each in imports(path)} - {name} for name, path in KNOWN.items()}


def cycle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle, or nothing if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def room(module: str) -> str:
    """Return the folder that a module is in, or "top" for the top floor."""
    name = part(module)
    return name if (ROOT / name).is_dir() else "top"


def both_ways(graph: Mapping[str, set[str]]) -> list[str]:
    """Return every import between two rooms that import each other."""
    crossing = [
        ((room(name), room(each)), f"{name} imports {each}")
        for name in sorted(graph.keys() - {"quandary", "quandary.__main__"})
        for each in sorted(graph[name] - {"quandary", "quandary._core"})
        if room(name) != room(each)
    ]
    pairs = {pair for pair, _ in crossing}
    return [said for pair, said in crossing if pair[::-1] in pairs]


def test_every_module_has_its_line() -> None:
    without = {part(name_of(path)) for path in inner_modules()} - LINE.keys()
    assert not without, f"say in LINES on which line these are: {without}"


def _pointing_down(path: Path) -> Iterator[str]:
    own = LINE[part(name_of(path))]
    for module in imports(path):
        if (wanted := part(module)) != "_core":
            line = OUTSIDE if wanted == FRONT_DOOR else LINE.get(wanted, NOUNS)
            if line > own:
                yield f"{relative(path)} is on line {own} and imports {module}, which is on line {line}"


def listed(offenders: Iterable[str]) -> str:
    return "\n".join(offenders)


def test_imports_point_upwards() -> None:
    assert not (wrong := [said for path in inner_modules() for said in _pointing_down(path)]), listed(wrong)


def test_no_module_imports_itself_through_others_not_even_in_a_function() -> None:
    graph = import_graph()
    assert "quandary.runs.cluster" in graph["quandary.runs.batch"], "an import in a function is not seen"
    assert not cycle_in(graph), " imports ".join(reversed(cycle_in(graph)))


def test_modules_named_in_strings_are_imports() -> None:
    graph = import_graph()
    assert "quandary.cli.rate" in graph["quandary.cli.main"], "f-strings are not seen"
    assert "quandary.courses.hex_as_published" in graph["quandary.courses"]
    assert "quandary.web.play.pages" in graph["quandary.web.study.urls"], "names in strings are not seen"


def test_few_modules_work_out_what_they_import() -> None:
    found = {
        relative(path) for path in inner_modules() if any(map(_imports_by_name, ast.walk(tree_of(path))))
    }
    assert found | {"_native.py"} == BY_NAME.keys()


def test_a_circle_of_imports_would_be_found() -> None:
    graph = import_graph()
    graph["quandary.errors"] |= {"quandary.cli.main"}
    assert {"quandary.errors", "quandary.cli.main"} <= {*cycle_in(graph)}


def test_rooms_do_not_import_each_other_both_ways() -> None:
    assert not (wrong := both_ways(import_graph())), listed(wrong)


def test_rooms_that_import_each_other_would_be_found() -> None:
    graph = import_graph()
    graph["quandary.errors"] |= {"quandary.draw.svg"}
    assert "quandary.errors imports quandary.draw.svg" in both_ways(graph)


def test_kinds_import_nouns_and_themselves_only() -> None:
    wrong = [
        f"{relative(path)} imports {module}; kinds only declare"
        for path in MODULES
        if ROOT / "kinds" in path.parents and path.parent != ROOT / "kinds"
        for module in imports(path)
        if not f"{module}.".startswith(f"quandary.kinds.{path.relative_to(ROOT / 'kinds').parts[0]}.")
        and LINE.get(part(module)) != NOUNS
    ]
    assert not wrong, listed(wrong)


def test_nouns_know_no_parts_and_of_drawing_only_shapes() -> None:
    wrong = [
        f"{relative(path)} imports {module}"
        for path in (*ROOT.glob("*.py"), *ROOT.glob("kind/*.py"))
        if path not in (ROOT / "__init__.py", ROOT / "__main__.py")
        for module in imports(path)
        if part(module) == "parts" or (part(module) == "draw" and "draw.shapes." not in module)
    ]
    assert not wrong, listed(wrong)


def test_the_top_floor_has_room_for_nouns_only() -> None:
    assert len(list(ROOT.glob("*.py"))) <= 18


def test_no_module_is_hidden_by_a_name_of_its_package() -> None:
    for name in map(name_of, inner_modules()):
        package, _, leaf = name.rpartition(".")
        module = importlib.import_module(name) if "__main__" not in name else None
        assert module is None or getattr(sys.modules[package], leaf) is module, f"{name} is hidden"


def test_the_tests_of_a_kind_know_no_other_kind() -> None:
    for path in ROOT.glob("kinds/**/test_*.py"):
        known = {module.split(".")[2] for module in imports(path) if part(module) == "kinds"}
        assert known <= {path.relative_to(ROOT / "kinds").parts[0]}, f"{relative(path)} imports {known}"


def test_the_front_door_opens_on_the_library_only() -> None:
    behind = {part(module) for module in imports(ROOT / "__init__.py")} - {FRONT_DOOR}
    assert behind, "the front door leads nowhere"
    assert all(LINE[name] < OUTSIDE for name in behind)


def test_only_one_module_reaches_the_compiled_core() -> None:
    reaching = {
        relative(path)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Constant) and node.value == "quandary._core")
        or (isinstance(node, ast.alias) and node.name.endswith("_core"))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").endswith("_core"))
    }
    assert reaching == {"_native.py"}


# What an import does


def python(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=environment
    )


def test_the_command_line_starts_without_heavy_modules() -> None:
    done = python(
        "import quandary, quandary.cli.main, sys; print(*{name.split('.')[0] for name in sys.modules})"
    )
    assert done.returncode == 0, done.stderr
    assert not HEAVY & set(done.stdout.split())


WATCH = """
import importlib, os, sys

def asked_by_quandary():
    frame = sys._getframe(2)
    while frame and frame.f_globals.get("__name__") in ("os", "collections.abc"):
        frame = frame.f_back
    return frame is not None and frame.f_globals.get("__name__", "").startswith("quandary")

class Watched(type(os.environ)):
    def __getitem__(self, name):
        if asked_by_quandary():
            raise AssertionError(f"an import reads {name} from the environment")
        return super().__getitem__(name)

os.environ.__class__ = Watched
for name in NAMES:
    importlib.import_module(name)
"""


def test_imports_say_nothing_warn_of_nothing_and_read_no_environment() -> None:
    names = [name_of(path) for path in inner_modules() if path.name != "__main__.py"]
    done = python(WATCH.replace("NAMES", repr(["quandary", *names])))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_watch_over_the_environment_is_awake() -> None:
    asking = "__name__ = 'quandary.asking'; os.environ.get('HOME')"
    done = python(WATCH.replace("NAMES", "()") + asking)
    assert "an import reads HOME" in done.stderr
