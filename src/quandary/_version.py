"""The version of quandary, on its own, so that rooms may ask for it without going through the front door."""

__version__ = "0.3.0"
