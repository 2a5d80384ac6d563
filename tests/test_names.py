"""Each public name has one meaning in the shared rooms, and inside a kind."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import quandary

ROOT = Path(quandary.__file__).parent
MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if not path.name.startswith("test_") and not {"_template", "migrations"} & {*path.parts}
)

ONE_MEANING: set[str] = set()
"""Functions that do the same in two rooms."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path: Path) -> tuple[str, ...]:
    names = ("quandary", *path.relative_to(ROOT).with_suffix("").parts)
    return names[:-1] if names[-1] == "__init__" else names


def kind_of(path: Path) -> str:
    """Return the kind that a module belongs to, or nothing for a shared room."""
    names = path.relative_to(ROOT).parts
    return names[1] if names[0] == "kinds" and len(names) > 2 else ""


def room_of(module: tuple[str, ...]) -> str:
    return module[1] if len(module) > 2 else ""


def types(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the public classes and type aliases of a module with their meaning, so far as that can be compared."""
    for node in tree(path).body:
        match node:
            case ast.ClassDef(name=name):
                meaning = "/".join(module_of(path))
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value
            ):
                meaning = ast.unparse(value).strip("'\"")  # written twice, it is still one meaning
            case _:
                continue
        if not name.startswith("_"):
            yield name, meaning


def with_several_meanings(paths: list[Path]) -> dict[str, set[str]]:
    meanings = defaultdict[str, set[str]](set)
    for path in paths:
        for name, meaning in types(path):
            meanings[name].add(meaning)
    return {name: found for name, found in meanings.items() if len(found) > 1}


def test_a_type_of_the_shared_rooms_has_one_meaning() -> None:
    found = with_several_meanings([path for path in MODULES if not kind_of(path)])
    assert not found


def test_a_type_of_a_kind_has_one_meaning() -> None:
    kinds = {kind_of(path) for path in MODULES} - {""}
    assert len(kinds) > 1
    for kind in kinds:
        assert not with_several_meanings([path for path in MODULES if kind_of(path) == kind]), kind


def functions_that_rooms_share() -> Mapping[str, set[str]]:
    """Return the modules of each public function that another room imports. The command line has verbs of its own."""
    homes, wanted = defaultdict[str, set[str]](set), set[tuple[str, str]]()
    for path in MODULES:
        module = module_of(path)
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and node.col_offset == 0 and not kind_of(path):
                homes[node.name].add(".".join(module))
            elif isinstance(node, ast.ImportFrom) and room_of(
                tuple((node.module or "").split("."))
            ) != room_of(module):
                wanted |= {(node.module or "", alias.name) for alias in node.names}
    return {
        name: {home for home in found if (home, name) in wanted and ".cli." not in home}
        for name, found in homes.items()
    }


def test_a_function_that_rooms_share_has_one_home() -> None:
    shared = functions_that_rooms_share()
    assert shared["core"] == {"quandary._native"}
    several = {name: homes for name, homes in shared.items() if len(homes) > 1}
    assert several.keys() == ONE_MEANING, several
