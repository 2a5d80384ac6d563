"""The notebooks under examples: every cell runs in order, and what it ends with shows itself."""

import ast
import json
import warnings
from pathlib import Path
from typing import Any

import pytest

BOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))
RICH = ("_repr_mimebundle_", "_repr_svg_", "_repr_html_")


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last expression, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebooks
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_shows_something(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for cell in cells:
            if cell["cell_type"] == "code":
                assert not cell["outputs"], "notebooks are kept without outputs"
                value = run("".join(cell["source"]), names)
                for method in RICH:
                    if value is not None and hasattr(value, method):
                        found = getattr(value, method)()
                        shown += bool(found)
    assert shown >= 2


def test_there_is_a_notebook_for_each_persona() -> None:
    assert {path.stem for path in BOOKS} == {"designer", "publisher", "researcher", "teacher", "own_puzzle"}
