"""What puzzles of a space are ranked by: measures, and what can be computed from them."""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.measuring.table import PLAYED, measure, measures

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from quandary.models.expressions import FloatArray

_COMPARISON = re.compile(r"(<=|>=|!=|==|<|>|(?<!rules)=)")
_COMPARED: Mapping[str, Callable[..., Any]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_BY_RULES = re.compile(r"(?<![`\w])(\w+@rules=[\w-]+(?:,[\w-]+)*)(?!`)")


@dataclass(frozen=True)
class Evaluator:
    """A measure, or an expression of measures, and another one that decides among equals.

    Puzzles with larger values are better. To look for small values, put a minus sign in front.

    >>> Evaluator("remuse@none / remuse@expert", then="-solutions").measures
    ('remuse@none', 'remuse@expert', 'solutions')
    >>> Evaluator("remuse + ").check()
    Traceback (most recent call last):
    ...
    quandary.errors.QuandaryError: The expression 'remuse + ' lacks a measure or a number.
    """

    by: str
    then: str = ""
    where: str = ""
    """The puzzles that count: two expressions with a comparison between them, several such joined by "and"."""
    function: Callable[[Any], float | None] | None = None
    """What gives the values of `by` instead of measures: thing → value, or None if it has none."""

    @classmethod
    def of(
        cls, what: "str | Evaluator | Callable[[Any], float | None]", then: str = "", where: str = ""
    ) -> "Evaluator":
        """Return an evaluator: an expression, a function, or one that is ready.

        >>> Evaluator.of(len).by
        'len'
        """
        if isinstance(what, Evaluator):
            return what
        if isinstance(what, str):
            return cls(what, then, where)
        return cls(getattr(what, "__name__", "value"), then, where, what)

    @property
    def expressions(self) -> tuple[str, ...]:
        """The expressions, the most important one first."""
        return (self.by, self.then) if self.then else (self.by,)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The measures that the expressions use, in order."""
        from quandary.models.expressions import names_in

        sides = (text for one, _, other in self._conditions for text in (one, other))
        texts = [*(self.expressions[1:] if self.function else self.expressions), *sides]
        own = (self.by,) if self.function else ()
        return tuple(dict.fromkeys([*own, *(name for text in texts for name in names_in(_quoted(text), {}))]))

    @cached_property
    def _conditions(self) -> list[tuple[str, str, str]]:
        """The conditions, as two expressions and what is asked of them. Raises QuandaryError."""
        found = []
        for text in re.split(r"\band\b", self.where) if self.where else ():
            parts = _COMPARISON.split(text)
            if len(parts) != 3:
                raise QuandaryError(
                    f"Cannot read the condition {text.strip()[:60]!r}. Write one such as 'solutions = 1' or 'muse > 2'."
                )
            found.append((parts[0].strip(), parts[1], parts[2].strip()))
        return found

    def passes(self, columns: "Mapping[str, FloatArray]") -> "npt.NDArray[np.bool_] | None":
        """Return which puzzles meet all conditions, or None without conditions. What is undefined does not.

        >>> import numpy as np
        >>> Evaluator("a", where="b = 1 and a > 2").passes({"a": np.array([3.0, 4.0]), "b": np.array([1.0, 2.0])}).tolist()
        [True, False]
        """
        import numpy as np

        from quandary.models.expressions import evaluate

        if not self._conditions:
            return None
        held = []
        for one, comparison, other in self._conditions:
            sides = (evaluate(_quoted(text), columns, {}) for text in (one, other))
            held.append(_COMPARED[comparison](*sides))
        return np.asarray(np.logical_and.reduce(held), dtype=bool)

    def check(self, kind: Kind | None = None) -> None:
        """Refuse expressions that cannot be read, or that use what is no measure of the kind."""
        import numpy as np

        with _about_measures():
            names = self.measures
            self.values({name: np.ones(1) for name in names})
            self.passes({name: np.ones(1) for name in names})
        for name in names[1:] if self.function else names:
            plain = name.partition(PLAYED)[0]
            if plain not in measures(kind):
                raise QuandaryError(_unknown(plain, kind))
            measure(name, kind)  # raises if the player is unknown
        if not names:
            raise QuandaryError(f"{self.by!r} is the same for every puzzle. Name a measure, such as remuse.")

    def values(self, columns: "Mapping[str, FloatArray]") -> "list[FloatArray]":
        """Return the values of each expression. What is undefined is nan.

        >>> import numpy as np
        >>> [each.tolist() for each in Evaluator("a / (b - 1)").values({"a": np.array([6.0]), "b": np.array([4.0])})]
        [[2.0]]
        """
        from quandary.models.expressions import evaluate

        texts = [text if text in columns else _quoted(text) for text in self.expressions]
        return [evaluate(text, columns, {}) for text in texts]


def _quoted(text: str) -> str:
    """Return an expression with backquotes around players that are named by their rules.

    >>> _quoted("muse@rules=squares,must-cross - 1")
    '`muse@rules=squares,must-cross` - 1'
    """
    return _BY_RULES.sub(r"`\1`", text)


def _unknown(name: str, kind: Kind | None) -> str:
    """Return the message for a name that is no measure of the kind."""
    near = get_close_matches(name, measures(kind), n=1)
    hint = f"Did you mean {near[0]!r}?" if near else "See `quandary rate --list-measures`."
    whose = f" of a {kind.title}" if kind else ""
    return f"There is no measure {name[:80]!r}{whose}. {hint}"


@contextmanager
def _about_measures() -> Iterator[None]:
    """Speak of measures where the reader of expressions speaks of columns."""
    try:
        yield
    except QuandaryError as error:
        said = str(error).replace("lacks a column", "lacks a measure")
        if "unexpected" in said:
            said = f"{said.rstrip('.')}. Use measures, numbers, + - * / and parentheses."
        raise QuandaryError(said) from None
