"""Entry point of `python -m quandary`."""

import sys

from quandary.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
