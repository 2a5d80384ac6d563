"""Generators that grant wishes."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import TypeVar

P = TypeVar("P")


def granting(
    generate: Callable[[Random, str], P], wished: Callable[[Random, str, Mapping[str, str]], P]
) -> Callable[..., P]:
    """Return a generator that makes any puzzle or, with wishes, one that fulfils them.

    >>> shout = granting(lambda random, size: size, lambda random, size, wishes: f"{size}, {wishes['level']}")
    >>> shout(Random(1), "4x4"), shout(Random(1), "4x4", {"level": "easy"})
    ('4x4', '4x4, easy')
    """

    def made(random: Random, size: str, wishes: Mapping[str, str] = MappingProxyType({})) -> P:
        return wished(random, size, wishes) if wishes else generate(random, size)

    return made
