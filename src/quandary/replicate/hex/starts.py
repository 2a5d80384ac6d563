"""The original's initial states: the first set of pieces that no rival solution shares.

The sets of places in a solution's list are tried by size, then in order. A rival shares a set if one of
its images has the same cells there (or the same pieces at the same locations; see the quirks).
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from quandary.kinds.tangram.hex.pieces import LOCATIONS, SYMMETRIES, TRAPEZOID
from quandary.kinds.tangram.hex.solutions import all_solutions, moved
from quandary.replicate.hex.quirks import Quirks

Slots: TypeAlias = tuple[int, ...]
PLACES = 10
"""The length of the longest list of a solution. Without trapezoids it is one shorter."""
MISSING = -1
LARGEST_SET = 6


class Shared(NamedTuple):
    """The solutions that share a set of places."""

    keys: list[int]
    """What each solution's stored image has there, as a number."""
    sharing: dict[int, int]
    """The solutions that have an image with that number, as bits."""
    again: int
    """The solutions with a second image that equals the stored one there, as bits."""


class Finder:
    """A finder of initial states under one reading."""

    def __init__(self, quirks: Quirks) -> None:
        self._quirks = quirks
        self._images = _images(by_slot=quirks.trapezoids_by_slot)
        self._shared: dict[Slots, Shared] = {}

    def find(self, target: int, rivals: int) -> Slots:
        """Return the places of the pieces to pre-place for a solution, by index.

        `rivals` is a set of indices as bits.
        """
        own = 1 << target
        others = rivals & ~own
        if not self._quirks.other_pieces:
            others &= same_pieces(all_solutions()[target].forbidden)
        if not others and self._quirks.own_images_allowed:
            return ()
        for slots in candidates(len(all_solutions()[target].pieces)):
            keys, sharing, again = self._sharing(slots)
            is_repeated = not self._quirks.own_images_allowed and again & own
            if not is_repeated and not sharing[keys[target]] & others:
                return slots
        raise ValueError(f"solution {target} has no initial state")

    def _sharing(self, slots: Slots) -> Shared:
        if slots not in self._shared:
            keys = self._keys(slots)
            stored = keys[:, 0]
            sharing: dict[int, int] = {}
            at = np.nonzero(np.isin(keys, stored))
            for index, key in zip(at[0].tolist(), keys[at].tolist(), strict=True):
                sharing[key] = sharing.get(key, 0) | 1 << index
            turned = [image for image in range(keys.shape[1]) if image % len(SYMMETRIES)]
            again = (keys[:, turned] == stored[:, None]).any(axis=1)
            bits = sum(1 << int(index) for index in np.flatnonzero(again))
            self._shared[slots] = Shared(stored.tolist(), sharing, bits)
        return self._shared[slots]

    def _keys(self, slots: Slots) -> npt.NDArray[np.int64]:
        """Return the numbers to compare, for each image of each solution."""
        chosen = self._images[:, :, list(slots)]
        keys: npt.NDArray[np.int64]
        if self._quirks.unions_only:
            masks = np.array([each.mask for each in LOCATIONS])
            keys = np.bitwise_or.reduce(masks[chosen], axis=2)
        else:
            keys = (chosen * (len(LOCATIONS) ** np.arange(len(slots)))).sum(axis=2)
        keys[(chosen == MISSING).any(axis=2)] = MISSING
        return keys


def candidates(places: int) -> Iterator[Slots]:
    """Yield the sets of places in a list of pieces, in the order in which they are tried."""
    return chain.from_iterable(combinations(range(places), size) for size in range(1, LARGEST_SET + 1))


@cache
def same_pieces(forbidden: str) -> int:
    """Return the solutions that leave out a piece, as bits."""
    return sum(1 << at for at, each in enumerate(all_solutions()) if each.forbidden == forbidden)


def _images(*, by_slot: bool) -> npt.NDArray[np.int64]:
    """Return solution × image × place → number of the location.

    Unless by slot, each image also comes with its trapezoids exchanged.
    """
    to = np.array([[*moved(symmetry), MISSING] for symmetry in range(len(SYMMETRIES))])
    lists = np.array([(*each.numbers, MISSING)[:PLACES] for each in all_solutions()])
    images: npt.NDArray[np.int64] = np.moveaxis(to[:, lists], 0, 1)
    if by_slot:
        return images
    exchanged = images.copy()
    with_trapezoids = np.array([each.forbidden != TRAPEZOID for each in all_solutions()])
    exchanged[with_trapezoids, :, -2:] = images[with_trapezoids][:, :, [-1, -2]]
    return np.concatenate([images, exchanged], axis=1)
