"""What quandary is for, shown on puzzles that the kinds themselves choose: on a terminal, as a page and as a picture."""
