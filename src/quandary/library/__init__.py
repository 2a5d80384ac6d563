"""Library: find kinds, read and write puzzles, start a new kind."""
