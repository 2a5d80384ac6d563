"""The command line: `main.py` is the way in, each verb has a file, and all of them are thin."""
