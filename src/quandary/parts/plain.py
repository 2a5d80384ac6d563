"""Text that is safe to show: without characters that command a terminal or turn the direction of writing."""

import json
from typing import Any

_ASCII = str.maketrans(
    {
        "×": "x",
        "·": "*",
        "–": "-",
        "−": "-",
        "─": "-",
        "±": "+-",
        "≥": ">=",
        "≤": "<=",
        "≠": "!=",
        "∞": "inf",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
    }
    | {"→": "->", "…": "...", "█": "#", "✓": "yes", "✗": "NO", "²": "^2", "³": "^3", "√": "sqrt", "‖": "||"}
    | {"ρ": "rho", "τ": "tau", "β": "beta", "θ": "theta", "σ": "sd", "Σ": "sum"}
)


def in_ascii(text: str) -> str:
    """Return text with the signs that we print ourselves in plain characters, for old terminals.

    >>> in_ascii("of 1,000 generated 7×8 boards, ≥ 3 bits ███")
    'of 1,000 generated 7x8 boards, >= 3 bits ###'
    """
    return text.translate(_ASCII)


def escaped(text: str) -> str:
    r"""Return text with every character that cannot be seen as an escape sequence.

    >>> print(escaped("gold\u202elevis"))
    gold\u202elevis
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def one_line(text: object) -> str:
    r"""Return text as one line without characters that cannot be seen.

    >>> print(one_line("red\n  \x1b[31malert"))
    red \x1b[31malert
    """
    return escaped(" ".join(str(text).split()))


def json_line(value: Any) -> str:
    r"""Return a value as one line of JSON, with escape sequences for characters that cannot be seen.

    >>> print(json_line({"id": "é\u202e\x85"}))
    {"id": "é\u202e\u0085"}
    """
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in line)
