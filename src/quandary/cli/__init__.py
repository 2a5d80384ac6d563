"""The command line: `main.py` is the entry point, and each verb has its own thin module."""
