"""How addresses of puzz.link write numbers, borders and circles, one character after the other.

A code reads its part from the beginning of a text and returns the rest.
"""

from quandary.pencil.codes.borders import Borders, Rooms, Ternary, borders_of, labels_of
from quandary.pencil.codes.code import NONE, UNKNOWN, BoardSize, Code, LinkPart, cells, crossings, lines
from quandary.pencil.codes.marked import Pointing, Scattered, Several
from quandary.pencil.codes.numbers import Everywhere, Hexadecimal, Plain, UpToFour
from quandary.pencil.codes.outside import CrossSums, RunLengths

__all__ = [
    "NONE",
    "UNKNOWN",
    "BoardSize",
    "Borders",
    "Code",
    "CrossSums",
    "Everywhere",
    "Hexadecimal",
    "LinkPart",
    "Plain",
    "Pointing",
    "Rooms",
    "RunLengths",
    "Scattered",
    "Several",
    "Ternary",
    "UpToFour",
    "borders_of",
    "cells",
    "crossings",
    "labels_of",
    "lines",
]
