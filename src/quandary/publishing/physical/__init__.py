"""Things to hold: pieces and boards for 3D printers, laser cutters and scissors."""
