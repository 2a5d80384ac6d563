"""Templates of studies: a folder of files each and, if a template makes its own puzzles, a module `puzzles(seed)`."""
