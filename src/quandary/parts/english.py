"""Small words: plurals, lists and sizes as people write them."""

import re


def plural(title: str) -> str:
    """Return the plural of a title.

    >>> plural("Sudoku"), plural("Witness panel"), plural("hex box"), plural("jelly")
    ('Sudokus', 'Witness panels', 'hex boxes', 'jellies')
    """
    if title.endswith("y") and title[-2:-1] not in "aeiou":
        return title[:-1] + "ies"
    return title + ("es" if title.endswith(("s", "x", "z", "ch", "sh")) else "s")


def spoken_size(size: str) -> str:
    """Return a size as people write it.

    >>> spoken_size("4x4"), spoken_size("8-piece")
    ('4×4', '8-piece')
    """
    return re.sub(r"(?<=\d)x(?=\d)", "×", size)


def listed(things: list[str]) -> str:
    """Return things as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last
