"""Statistics that relate features of puzzles to the difficulty people report."""
