"""The studio: a desk in the browser for people who make, teach and publish puzzles. It serves one person, locally."""
