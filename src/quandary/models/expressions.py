"""Columns computed from others: "A6 / (A2 + A3)", "logit(plays - solves, plays)". Parsed, never run as code."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.errors import QuandaryError

FloatArray: TypeAlias = NDArray[np.float64]
LONGEST, DEEPEST = 500, 30

_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([^\W\d][\w@.:]*|`[^`]+`)|(\*\*|[-+*/^(),−]))")


def _logit(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Return log odds of a share, with half a case added to each side so that 0 and 1 stay finite."""
    return np.asarray(np.log((part + 0.5) / (whole - part + 0.5)), dtype=np.float64)


Functions: TypeAlias = Mapping[str, tuple[int, Callable[..., FloatArray]]]
"""Functions by name, with the number of their arguments."""
FUNCTIONS: Functions = {
    "log": (1, np.log),
    "log2": (1, np.log2),
    "log1p": (1, np.log1p),
    "sqrt": (1, np.sqrt),
    "abs": (1, np.abs),
    "asinh": (1, np.arcsinh),
    "logit": (2, _logit),
}
"""The functions that columns may use."""


def names_in(text: str, functions: Functions = FUNCTIONS) -> list[str]:
    """Return the columns that an expression uses, in order.

    >>> names_in("A6 / (A2 + A3)"), names_in("log(B2)")
    (['A6', 'A2', 'A3'], ['B2'])
    """
    return list(dict.fromkeys(t.text for t in _tokens(text) if t.kind == "name" and t.text not in functions))


def split(text: str) -> list[str]:
    """Return the expressions of a list. A comma inside brackets does not separate.

    >>> split("A3, logit(plays - solves, plays)")
    ['A3', 'logit(plays - solves, plays)']
    """
    found, depth = [""], 0
    for each in text:
        depth += {"(": 1, ")": -1}.get(each, 0)
        if each == "," and depth == 0:
            found.append("")
        else:
            found[-1] += each
    return [each.strip() for each in found if each.strip()]


def evaluate(text: str, columns: Mapping[str, FloatArray], functions: Functions = FUNCTIONS) -> FloatArray:
    """Return the value of an expression for every row. What is undefined there is nan.

    >>> evaluate("A6 / (A2 + 1)", {"A6": np.array([4.0, 9.0]), "A2": np.array([1.0, 2.0])}).tolist()
    [2.0, 3.0]
    >>> evaluate("A7", {"A6": np.array([4.0])})
    Traceback (most recent call last):
    ...
    quandary.errors.QuandaryError: There is no column 'A7'.
    """
    if text in columns:
        return columns[text]
    reader = _Reader(_tokens(text), text, columns, functions)
    with np.errstate(all="ignore"):
        value = reader.sum(0)
        reader.end()
    size = len(next(iter(columns.values()), ()))
    found = np.array(np.broadcast_to(value, (size,)), dtype=np.float64)
    found[~np.isfinite(found)] = np.nan
    return found


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


def _tokens(text: str) -> list[_Token]:
    if len(text) > LONGEST:
        raise QuandaryError(f"The expression {text[:40]!r}… has more than {LONGEST} characters.")
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise QuandaryError(f"The expression {text!r} has an unexpected {text[at:].strip()[:1]!r}.")
        number, name, sign = match.groups()
        kind = "number" if number else "name" if name else "sign"
        found.append(_Token(kind, (number or name or sign).strip("`").replace("−", "-")))
        at = match.end()
    return found


class _Reader:
    """A reader of sums, products and powers, from left to right."""

    def __init__(
        self, tokens: list[_Token], text: str, columns: Mapping[str, FloatArray], functions: Functions
    ) -> None:
        self.tokens, self.text, self.columns, self.functions, self.at = tokens, text, columns, functions, 0

    def take(self, *signs: str) -> str:
        if (
            self.at < len(self.tokens)
            and self.tokens[self.at].kind == "sign"
            and self.tokens[self.at].text in signs
        ):
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def end(self) -> None:
        if self.at < len(self.tokens):
            raise QuandaryError(
                f"The expression {self.text!r} has an unexpected {self.tokens[self.at].text!r}."
            )

    def sum(self, depth: int) -> FloatArray:
        if depth > DEEPEST:
            raise QuandaryError(f"The expression {self.text!r} is nested too deeply.")
        value = self.product(depth)
        while sign := self.take("+", "-"):
            other = self.product(depth)
            value = value + other if sign == "+" else value - other
        return value

    def product(self, depth: int) -> FloatArray:
        value = self.power(depth)
        while sign := self.take("*", "/"):
            other = self.power(depth)
            value = value * other if sign == "*" else value / other
        return value

    def power(self, depth: int) -> FloatArray:
        if self.take("-"):
            return -self.power(depth)
        value = self.single(depth)
        return np.power(value, self.power(depth)) if self.take("^", "**") else value

    def single(self, depth: int) -> FloatArray:
        if self.take("("):
            value = self.sum(depth + 1)
            self._close()
            return value
        if self.at >= len(self.tokens) or self.tokens[self.at].kind == "sign":
            raise QuandaryError(f"The expression {self.text!r} lacks a column or a number.")
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "number":
            return np.asarray(float(token.text))
        if token.text in self.functions and self.take("("):
            return self._call(token.text, depth)
        return self._column(token.text)

    def _call(self, name: str, depth: int) -> FloatArray:
        number, function = self.functions[name]
        arguments = [self.sum(depth + 1)]
        while self.take(","):
            arguments.append(self.sum(depth + 1))
        self._close()
        if len(arguments) != number:
            raise QuandaryError(f"{name} takes {number} argument{'s' * (number > 1)} in {self.text!r}.")
        return function(*arguments)

    def _close(self) -> None:
        if not self.take(")"):
            raise QuandaryError(f"The expression {self.text!r} lacks a closing bracket.")

    def _column(self, name: str) -> FloatArray:
        if name not in self.columns:
            near = get_close_matches(name, self.columns, n=1)
            raise QuandaryError(
                f"There is no column {name!r}." + (f" Did you mean {near[0]!r}?" if near else "")
            )
        return self.columns[name]
