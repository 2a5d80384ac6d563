"""Names for what is on a puzzle: the traits that a kind's `anything.py` counts."""

from collections.abc import Iterator


def parities(*sides: str) -> dict[str, tuple[str, str]]:
    """Return the two traits of each side of a board.

    >>> parities("width")
    {'width': ('even width', 'odd width')}
    """
    return {side: (f"even {side}", f"odd {side}") for side in sides}


def parity(**sides: int) -> Iterator[str]:
    """Yield which of the two traits each side has.

    >>> list(parity(width=4, height=3))
    ['even width', 'odd height']
    """
    return (f"{('even', 'odd')[length % 2]} {side}" for side, length in sides.items())


def never_both(*pairs: tuple[str, str]) -> frozenset[frozenset[str]]:
    """Return pairs of traits that no puzzle has together, in whichever order they are named."""
    return frozenset(map(frozenset, pairs))
