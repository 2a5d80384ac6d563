"""More puzzles, as hard as they are wanted: made anew, dug from full boards, or from other puzzles."""
