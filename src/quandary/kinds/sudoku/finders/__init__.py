"""Finders of the techniques in plain Python, the reference for the same finders in C++.

Each module has a header of the same name in `native/`. Sets of cells, digits, units and moves are integers with
a bit for each member. Digits count from 0 here, and moves are cell * size + digit.
"""
