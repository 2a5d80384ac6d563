"""Puzzles that stand one after the other in a text, as blocks of lines."""

from collections.abc import Callable


def blocks(
    text: str, is_row: Callable[[str], object] = str.strip, trim: Callable[[str], str] = str.strip
) -> list[tuple[int, str]]:
    r"""Each block of neighbouring rows, trimmed, with the number of its first line; a row is any line not blank.

    >>> blocks("o-@\n|.|\n\n\n  o")
    [(1, 'o-@\n|.|'), (5, 'o')]
    >>> blocks("a title\n ###\n #@#\n", is_row=lambda line: "#" in line, trim=str.rstrip)
    [(2, ' ###\n #@#')]
    """
    found: list[tuple[int, str]] = []
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if is_row(line):
            block.append(trim(line))
        elif block:
            found.append((number - len(block), "\n".join(block)))
            block = []
    return found
