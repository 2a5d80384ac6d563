"""The part of the compiled core that `quandary._native` describes to type checkers."""

from quandary._core import engine as engine
