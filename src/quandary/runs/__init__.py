"""Rate many puzzles: ledgers, rows, tables, progress, worker processes."""
