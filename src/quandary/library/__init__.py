"""Find kinds, read and write puzzles, begin a new kind."""
