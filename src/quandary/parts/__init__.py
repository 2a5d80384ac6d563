"""The parts that kinds are built from: grids, covers, spaces, chains, texts in blocks."""
