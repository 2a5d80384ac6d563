"""How hard is this puzzle, for people?"""

__version__ = "0.1.0"
