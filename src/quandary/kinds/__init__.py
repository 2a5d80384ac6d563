"""One folder per kind of puzzle; kinds never import each other."""
