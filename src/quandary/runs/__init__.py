"""Rate many puzzles: rows, tables, progress, worker processes."""
