"""Puzzles of one's own: `file.py:Class` names a class, or an object, with the four methods, or a list of such objects.

`file.py:LIST[3]` is the third of a list. Spaces of one's own are named in the same way.

Reading such a target runs the file, as Python would.
"""

import importlib.util
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from quandary.draw.shapes import Drawing
from quandary.errors import FileError, why
from quandary.kind import Kind, Maker, People, Pictures
from quandary.library.guarded import guard
from quandary.puzzle import Puzzle

_TARGET = re.compile(r"(?P<file>.+\.py):(?P<name>[A-Za-z_]\w*)(?:\[(?P<number>\d{1,6})\])?")
MOST_LISTED = 10_000
"""The most puzzles of a list."""


def is_own(target: str) -> bool:
    """Return whether a target names a puzzle in a Python file.

    >>> is_own("farmer.py:Crossing"), is_own("yards.py:ALL[3]"), is_own("sudoku:1.3.")
    (True, True, False)
    """
    return _TARGET.fullmatch(target) is not None


def own_name(target: str) -> str:
    """Return what a puzzle of one's own is called.

    >>> own_name("farmer.py:Crossing"), own_name("yards.py:ALL[3]")
    ('Crossing', 'ALL-3')
    """
    return target.rpartition(":")[2].replace("[", "-").removesuffix("]")


def own_kind(puzzle: type[Any]) -> Kind:
    """Return a kind for a class that has none: its name, and what its methods offer.

    >>> class Door:
    ...     "Open it."
    >>> own_kind(Door).title, own_kind(Door).summary
    ('Door', 'Open it.')

    A method `draw(state)` draws it, `anchor(state, move)` places moves in the picture, `write(state)` writes a
    state, `generate(random, size)`, a static or class method, makes puzzles of the sizes in `sizes`, and
    `neighbours()` yields changes in words with the changed puzzles.
    """

    def method(name: str) -> Callable[..., Any] | None:
        return partial(_call, name) if hasattr(puzzle, name) else None

    return Kind(
        name=re.sub(r"[^\w-]+", "-", puzzle.__name__).lower(),
        title=puzzle.__name__,
        summary=(puzzle.__doc__ or "").strip().partition("\n")[0],
        puzzle=puzzle,
        folder=Path(os.devnull),  # nothing lies below it, neither norms nor examples
        pictures=Pictures(
            draw=_draw if hasattr(puzzle, "draw") else None, anchor=method("anchor"), write=method("write")
        ),
        maker=Maker(
            generate=getattr(puzzle, "generate", None),
            sizes=tuple(map(str, getattr(puzzle, "sizes", ("any",)))),
            neighbours=method("neighbours"),
        ),
        people=People(rules=tuple(getattr(puzzle, "rules", ()))),
    )


def _call(name: str, puzzle: Any, *rest: Any) -> Any:
    return getattr(puzzle, name)(*rest)


def _draw(puzzle: Any, state: Any) -> Drawing:
    drawing: Drawing = puzzle.draw(next(iter(puzzle.starts())) if state is None else state)
    return drawing


def read_own(target: str) -> Any:
    """Run the file and return the puzzle: the object with the name, or one made by the class without arguments."""
    [(_, puzzle), *more] = read_all_own(target)
    if more:
        raise FileError(f"{target} holds {len(more) + 1:,} puzzles. Name one of them, as in {target}[1].")
    return puzzle


def read_all_own(target: str) -> list[tuple[str, Any]]:
    """Run the file and return the puzzles under a name, which may be a list, each with a target of its own."""
    made = _made(target, "CLASS")
    if not isinstance(made, list | tuple):
        return [(target, _checked(made, target))]
    if not 0 < len(made) <= MOST_LISTED:
        raise FileError(f"{target} holds {len(made):,} puzzles. A list may have 1 to {MOST_LISTED:,}.")
    each = [f"{target}[{number}]" for number in range(1, len(made) + 1)]
    return [(own, _checked(puzzle, own)) for own, puzzle in zip(each, made, strict=True)]


def _checked(puzzle: Any, target: str) -> Any:
    if not isinstance(puzzle, Puzzle):
        missing = [each for each in ("starts", "moves", "apply", "is_solved") if not hasattr(puzzle, each)]
        raise FileError(f"{target} is not a puzzle: it has no {', '.join(missing)}.")
    guard(puzzle, target)
    return puzzle


def _instead(module: ModuleType) -> str:
    """Return which classes of a file are puzzles, as a sentence to follow."""
    own = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
    names = [each.__name__ for each in own if isinstance(each, type) and issubclass(each, Puzzle)]
    return f" Its puzzle{'s are' if len(names) > 1 else ' is'} {', '.join(names)}." if names else ""


def read_own_space(target: str, options: Mapping[str, str]) -> Any:
    """Run the file and return the space: the object with the name, or one made with the options as text."""
    space = _made(target, "SPACE", options)
    if missing := [each for each in ("size", "unrank") if not hasattr(space, each)]:
        raise FileError(f"{target} is not a space: it has no {' and no '.join(missing)}.")
    return space


def _made(target: str, what: str, options: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Run the file and return the object with the name. A class or function is called with the options."""
    found = _TARGET.fullmatch(target)
    if found is None:
        raise FileError(
            f"{target} does not name a {'puzzle' if what == 'CLASS' else 'space'}. Write FILE.py:{what}."
        )
    path, name, number = Path(found["file"]), found["name"], found["number"]
    if not path.is_file():
        raise FileError(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(f"quandary_own_{path.stem}", path)
    assert spec is not None and spec.loader is not None  # noqa: S101 - a path that ends in .py has a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # so that the kind beside the class is found
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # for the modules beside it, as when Python runs the file
    try:
        spec.loader.exec_module(module)
        thing = getattr(module, name, None)
        is_maker = isinstance(thing, type) or (isinstance(thing, FunctionType) and what == "SPACE")
        made = thing(**options) if is_maker and thing else thing
    except (Exception, SystemExit) as error:
        raise FileError(f"{target} cannot be used: {why(error)}") from error
    if thing is None:
        raise FileError(f"{path} has no {name}.{_instead(module)}")
    return made if number is None else _numbered(made, int(number), target)


def _numbered(made: Any, number: int, target: str) -> Any:
    """Return one of a list, counted from 1."""
    there = len(made) if isinstance(made, list | tuple) else 0
    if not 1 <= number <= there:
        held = f"it holds {there:,} puzzles" if there else "it is no list"
        raise FileError(f"There is no {target}: {held}.")
    return made[number - 1]
