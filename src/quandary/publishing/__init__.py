"""Publishing: check, order and print puzzles."""
