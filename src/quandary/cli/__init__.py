"""The command line: `main.py` is the entry point, and each verb has its own thin module."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
