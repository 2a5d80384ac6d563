"""Puzzles in a text, one after the other, as blocks of lines."""

from collections.abc import Callable


def blocks(
    text: str, is_row: Callable[[str], object] = str.strip, trim: Callable[[str], str] = str.strip
) -> list[tuple[int, str]]:
    r"""Split a text into blocks of neighbouring rows, trimmed, each with the number of its first line.

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
