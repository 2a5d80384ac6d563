"""Small words: plurals, lists and sizes as people write them."""

import re
from collections.abc import Sequence


def plural(title: str) -> str:
    """Return the plural of a title.

    >>> plural("Sudoku"), plural("Witness panel"), plural("hex box"), plural("jelly")
    ('Sudokus', 'Witness panels', 'hex boxes', 'jellies')

    A name that is a plural stays as it is:

    >>> plural("Tents"), plural("glass")
    ('Tents puzzles', 'glasses')
    """
    if title.endswith("s") and not title.endswith("ss"):
        return f"{title} puzzles"
    if title.endswith("y") and title[-2:-1] not in "aeiou":
        return title[:-1] + "ies"
    return title + ("es" if title.endswith(("s", "x", "z", "ch", "sh")) else "s")


def spoken_size(size: str) -> str:
    """Return a size as people write it.

    >>> spoken_size("4x4"), spoken_size("8-piece")
    ('4×4', '8-piece')
    """
    return re.sub(r"(?<=\d)x(?=\d)", "×", size)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return the parts of a sentence that are not empty as a list.

    >>> listed(["left", "right"], "or"), listed(["a", "b", "c"])
    ('left or right', 'a, b and c')
    """
    joint = f"{last} " if last.startswith(",") else f" {last} "
    some = [each for each in parts if each]
    return joint.join(each for each in (", ".join(some[:-1]), *some[-1:]) if each)
