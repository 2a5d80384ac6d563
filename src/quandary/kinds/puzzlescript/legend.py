"""Read a line of the section LEGEND: A = B, A = B and C, or A = B or C."""

import re
from typing import Literal, cast

from quandary.kinds.puzzlescript.source import Meaning, Source

_LINE = re.compile(r"([^=\s]*)\s*(=?)\s*(.*)", re.DOTALL)
_PART = re.compile(r"\w+\s*")
_FORMS = "write A = B, A = B AND C, or A = B OR C"


def read_legend(source: Source, text: str, line: int) -> None:
    """Read a line of the legend."""
    found = _LINE.fullmatch(text.strip())
    name, equals, rest = found.groups() if found else ("", "", "")
    if not equals:
        source.wrong(line, f"there is no = behind {name.upper()}; {_FORMS}.")
        return
    words = _words(source, rest, line)
    if not words or len(words) % 2 == 0:
        last = words[-1].upper() if words else "="
        source.wrong(line, f"nothing follows {last!r}; {_FORMS}.")
        return
    _declare(source, name, words, line)


def _words(source: Source, text: str, line: int) -> list[str]:
    """Return the names of a line and the words between them."""
    words, at = list[str](), 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            source.wrong(line, f"{text[at:][:20]!r} is no name; only what is left of = can be a sign.")
            return words
        word = found[0].strip()
        if len(words) % 2 == 1 and word not in ("and", "or"):
            source.wrong(line, f"AND or OR must follow {words[-1].upper()}, not {word.upper()!r}; {_FORMS}.")
        elif len(words) % 2 == 1 and len(words) > 1 and word != words[1]:
            source.wrong(line, "AND and OR cannot be mixed; declare one part under a name of its own.")
        words.append(word)
        at = found.end()
    return words


def _declare(source: Source, name: str, words: list[str], line: int) -> None:
    parts, how = words[::2], words[1] if len(words) > 1 else "="
    if source.has(name):
        source.wrong(line, f"the name {name.upper()} is in use already; choose another.")
    if name in parts:
        source.wrong(line, f"{name.upper()} is declared by itself; remove it from the right side.")
        parts = [part for part in parts if part != name]
    if len(set(parts)) < len(parts):
        source.warn(line, "a name stands twice on the right side; remove one.")
    for part in parts:
        if not source.has(part):
            source.wrong(line, f"{part.upper()} is not declared; add it to OBJECTS or above in the LEGEND.")
    if how not in ("=", "and", "or"):
        return
    if how != "=":
        # Only the first two names are replaced here; compiling replaces the others, which come later then.
        near = 2 if how == "or" else len(parts)
        parts = [each for part in parts[:near] for each in _spelled_out(source, part, how, line)] + parts[
            near:
        ]
    if parts:
        source.legend.setdefault(name, Meaning(cast(Literal["=", "and", "or"], how), parts, line))


def _spelled_out(source: Source, name: str, how: str, line: int) -> list[str]:
    """Return the objects that a name stands for within a line that joins names with AND or OR."""
    found = source.leaves(name, ("=", how))
    other = "OR" if how == "and" else "AND"
    for each in found:
        if each in source.legend and each not in source.things:
            source.wrong(
                line, f"{each.upper()} is made with {other}, which {how.upper()} cannot join; list its parts."
            )
    return [each for each in found if each not in source.legend or each in source.things]
