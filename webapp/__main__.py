"""`python -m webapp`: the production server."""

import argparse
import errno
import logging
import sys
from collections.abc import Sequence
from typing import Any

import waitress
from waitress.server import MultiSocketServer

from webapp import create_app

LARGEST_BODY = 1 << 20
"""Bytes that waitress takes in: more than the application accepts, so that it can refuse in its own words."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C. Returns the exit status: 0, or 1 when the address cannot be listened on."""
    options = _parse(arguments)
    try:
        server = waitress.create_server(
            create_app(), host=options.host, port=options.port, max_request_body_size=LARGEST_BODY
        )
    except (OSError, ValueError) as error:
        print(f"agari: {_reason(error, options.host, options.port)}", file=sys.stderr)
        return 1
    # A queue of one is no news: the threads take it up at once.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    print(f"Agari is at {_address(server)} (Ctrl-C ends it)", flush=True)
    server.run()  # returns on Ctrl-C
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m webapp", description="Serve the Agari calculator.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", default=5000, type=_port, help="port to listen on, 0 for any (default: %(default)s)")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _reason(error: OSError | ValueError, host: str, port: int) -> str:
    """One line on why the server cannot listen. waitress raises ValueError for a host name it cannot resolve."""
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is already in use; choose another with --port"
    return f"cannot listen on {host} port {port}: {getattr(error, 'strerror', None) or error}"


def _address(server: Any) -> str:
    """Where the server listens, with the port it got if it asked for any; a name with two addresses gives the first."""
    if isinstance(server, MultiSocketServer):
        host, port = server.effective_listen[0]
    else:
        host, port = server.effective_host, server.effective_port
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


if __name__ == "__main__":
    sys.exit(main())
