"""Small spaces to build larger ones from: every thing has a number, and every number a thing.

    Choice, Count        one of some values, one of the numbers 0 to n - 1
    Subset, Subsets      k of n things, any of n things
    Multiset             k of n things, the same one several times if need be
    Permutation          orders of n things
    Arrangement          words in which each letter is used a given number of times
    Product, Power       one element of each part, several of the same part
    Union                an element of one of several parts
    Necklace             words in a ring
    Orbits               things that some symmetries do not turn into each other, for any symmetries
    Made                 things made from elements of another space, such as puzzles

Sizes and numbers are whole numbers of any size, and no list of a space is ever kept, except by `Orbits`.
"""

from quandary.parts.spaces.choice import Choice, Integers
from quandary.parts.spaces.combine import Made, Power, Product, Union
from quandary.parts.spaces.order import Arrangement, Permutation
from quandary.parts.spaces.same import Necklace, Orbits, reduced
from quandary.parts.spaces.subset import Multiset, Subset, Subsets

__all__ = [
    "Arrangement",
    "Choice",
    "Integers",
    "Made",
    "Multiset",
    "Necklace",
    "Orbits",
    "Permutation",
    "Power",
    "Product",
    "Subset",
    "Subsets",
    "Union",
    "reduced",
]
