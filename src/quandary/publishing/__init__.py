"""Make puzzles ready for people: check them, order them, print them."""
