"""Ways to solve a puzzle: solutions up to detours, and up to the order of deeds that do not affect each other.

Take all solutions of at most some number of moves. The deeds of a solution are what its moves do (`quandary.deed`).
Two beginnings of solutions are one if they have the same deeds, or the same but for two neighbouring deeds that may be
exchanged: at some state that the deeds before them lead to, both orders are legal and lead to the same state. A run,
several deeds that go on with each other, may be exchanged as one. What follows one beginning follows all that are
one with it. A class of solutions is a way, unless one of its shortest returns to a visited state after a deed: then
it is a detour of a shorter way.

    corridor.py   the states and moves of all solutions that are short enough, with their deeds
    classes.py    the classes, in plain Python: the reference for native/src/ways.cpp
    find.py       the ways of a puzzle
    differ.py     what is different, in words
"""
