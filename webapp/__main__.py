"""`python -m webapp`: the production server; with `--lan` for the phones in the room.

`python -m webapp upgrade`, `backup FILE` and `restore FILE` look after the database of the games.
"""

import argparse
import errno
import io
import logging
import socket
import sys
from collections.abc import Sequence
from typing import Any

import segno
import waitress
from waitress.server import MultiSocketServer

from webapp import create_app

#: An address that is routed like any other in private networks; only its route is asked for.
_ANYWHERE = ("10.255.255.255", 1)
#: Bytes that waitress takes in: more than the application accepts, so that it can refuse in its own words.
LARGEST_BODY = 1 << 20
#: A browser holds up to six, and a hundred (waitress's own limit) slow clients would lock everybody else out.
MOST_CONNECTIONS = 1000
#: The commands that look after the database.
UPKEEP = ("upgrade", "backup", "restore")
#: Seconds after which a connection that says nothing is closed.
IDLE = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C. Returns the exit status: 0, or 1 when the address cannot be listened on."""
    words = sys.argv[1:] if arguments is None else arguments
    if words and words[0] in UPKEEP:
        from webapp.store import upkeep  # a third of a second that the server does not need

        return upkeep.main(words)
    options = _parse(arguments)
    host = options.lan or options.host
    try:
        server = waitress.create_server(
            create_app(),
            host=host,
            port=options.port,
            max_request_body_size=LARGEST_BODY,
            connection_limit=MOST_CONNECTIONS,
            asyncore_use_poll=True,
            channel_timeout=IDLE,
            # What a proxy says reaches the application, which believes it only where PROXIES says so.
            clear_untrusted_proxy_headers=False,
        )
    except (OSError, ValueError) as error:
        print(f"agari: {_reason(error, host, options.port)}", file=sys.stderr)
        return 1
    # A queue of one is no news: the threads take it up at once.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    address = _address(server)
    if options.lan:
        address = f"http://{lan_host()}:{_port_of(server)}/"
        print(qr_code(address))
    print(f"Agari is at {address} (Ctrl-C ends it)", flush=True)
    server.run()  # returns on Ctrl-C
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m webapp", description="Serve the Agari calculator.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    where.add_argument(
        "--lan", action="store_const", const="0.0.0.0", help="serve to the phones in the room, and show a QR code"
    )
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
    """Where the server listens; a name with two addresses gives the first."""
    host = _listening(server)[0]
    return f"http://[{host}]:{_port_of(server)}/" if ":" in host else f"http://{host}:{_port_of(server)}/"


def _port_of(server: Any) -> int:
    """The port, also if any was asked for."""
    return _listening(server)[1]


def _listening(server: Any) -> tuple[str, int]:
    if isinstance(server, MultiSocketServer):
        host, port = server.effective_listen[0]
        return str(host), int(port)
    return str(server.effective_host), int(server.effective_port)


def lan_host() -> str:
    """This machine's address in the local network: the one it would send from. Nothing is sent; without a network it
    is 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ANYWHERE)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def qr_code(address: str) -> str:
    """An address as a QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


if __name__ == "__main__":
    sys.exit(main())
