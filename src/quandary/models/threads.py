"""One thread for numerical libraries: small matrices are slower on several, and processes share the machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep numerical libraries to one thread, if threadpoolctl is installed."""
    try:
        limits = import_module("threadpoolctl").threadpool_limits
    except ImportError:
        yield
        return
    with limits(1):
        yield


def on_one_thread(work: Callable[Given, Found]) -> Callable[Given, Found]:
    """Return a function that does its work on one thread."""

    @wraps(work)
    def quietly(*given: Given.args, **named: Given.kwargs) -> Found:
        with one_thread():
            return work(*given, **named)

    return quietly
