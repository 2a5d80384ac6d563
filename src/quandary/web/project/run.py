"""Serve with waitress: bodies are read and limited before a thread is busy with them."""

import socket
from typing import Any

from quandary.errors import QuandaryError
from quandary.web.limits import limit
from quandary.web.project.serving import Serving

THREADS = 24
"""Enough for the open streams of a few pages, and a page besides."""
SPARE_FILES = 200
"""Files that the process opens besides its connections."""


def application() -> Any:
    """Return the WSGI application of the project that is set up."""
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def listen(serving: Serving) -> socket.socket:
    """Return a socket on the address. Port 0 picks a free one."""
    made = socket.socket(socket.AF_INET6 if ":" in serving.host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((serving.host, serving.port))
        made.listen(1024)  # who opens the link early waits instead of being refused
    except OSError as error:
        made.close()
        raise QuandaryError(
            f"Cannot serve on {serving.host}:{serving.port}: {error.strerror}. Choose another port."
        ) from error
    return made


def _allow_connections(number: int) -> None:
    """Let the process open as many connections, where the system counts them and allows more than it gives."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number + SPARE_FILES if hard == resource.RLIM_INFINITY else min(hard, number + SPARE_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(made: socket.socket, serving: Serving) -> None:
    """Serve until interrupted."""
    from waitress.server import create_server

    _allow_connections(limit("connections"))
    trusted = {"trusted_proxy": serving.proxy, "trusted_proxy_headers": "x-forwarded-proto x-forwarded-for"}
    create_server(
        application(),
        sockets=[made],
        threads=THREADS,
        ident="quandary",
        max_request_body_size=limit("body_bytes"),
        max_request_header_size=32_768,
        channel_timeout=limit("body_seconds"),
        channel_request_lookahead=1,  # a closed tab is noticed while its answer is being made
        connection_limit=limit("connections"),
        asyncore_use_poll=True,  # select() ends at 1,024 connections
        clear_untrusted_proxy_headers=True,
        **(trusted if serving.is_public else {}),
    ).run()
