"""Make mutants of a Python file: the same file with one small mistake."""

import ast
from pathlib import Path
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """One change of a file: what is replaced, by what, and in which function."""

    path: Path
    line: int
    before: str
    after: str
    begin: int
    """The byte where the change begins."""
    end: int
    function: str
    """The qualified name of the function in which it lies, or "" at the top."""

    def __str__(self) -> str:
        one, other = (" ".join(text.split())[:70] for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {one}  →  {other}"

    def source(self, original: bytes) -> bytes:
        """Return the file with the change."""
        return original[: self.begin] + self.after.encode() + original[self.end :]


def mutants(path: Path, source: bytes) -> list[Mutant]:
    """Return every mutant of a file. Some of them do not compile."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return finder.found


def compiles(mutant: Mutant, source: bytes) -> bool:
    """Return whether a mutant of a file is still Python."""
    try:
        compile(mutant.source(source), str(mutant.path), "exec")
    except (SyntaxError, ValueError):
        return False
    return True


class _Finder(ast.NodeVisitor):
    """Walks over a file and collects changes, except in annotations, docstrings and f-strings."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source = path, source
        self.found: list[Mutant] = []
        self._names: list[str] = []
        self._function = ""
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _add(self, node: ast.expr | ast.stmt, after: str) -> None:
        begin = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = self.source[begin:end].decode()
        self.found.append(Mutant(self.path, node.lineno, before, after, begin, end, self._function))

    # What is not changed

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for value in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(value)
        around, self._function = self._function, self._function or ".".join([*self._names, node.name])
        for statement in node.body:
            self.visit(statement)
        self._function = around

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._names.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._names.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value and "TypeAlias" not in ast.unparse(node.annotation):
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone."""

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._add(node.test, f"not ({ast.unparse(node.test)})")
        self.generic_visit(node)

    # What is changed

    def visit_While(self, node: ast.While) -> None:
        self._add(node.test, "False")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._add(node.test, f"not ({ast.unparse(node.test)})")
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._add(node.iter, "()")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._add(test, f"not ({ast.unparse(test)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            operators = list(node.ops)
            operators[number] = COMPARED[type(operator)]()
            self._add(node, f"({ast.unparse(ast.Compare(node.left, operators, node.comparators))})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = COUNTED.get(type(node.op))
        if other and not isinstance(node.left, ast.JoinedStr | ast.Constant | ast.List):
            self._add(node, f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if other := COUNTED.get(type(node.op)):
            self._add(node, ast.unparse(ast.AugAssign(node.target, other(), node.value)))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, f"({ast.unparse(ast.BoolOp(other, node.values))})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._add(node, f"({node.value!r} + 1)")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._add(node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._add(node, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "continue")
