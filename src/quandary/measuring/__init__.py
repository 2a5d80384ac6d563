"""How hard is it? From puzzles to scores."""
