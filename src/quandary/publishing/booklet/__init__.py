"""Booklets: puzzles and their answers as a PDF file or a page, made from a course or from puzzle files."""
