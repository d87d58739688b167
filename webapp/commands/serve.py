"""`python -m webapp`: the production server; with `--lan` for the phones in the room."""

import argparse
import errno
import gc
import io
import os
import signal
import socket
import sys
from collections.abc import Sequence

import segno

from webapp import create_app
from webapp.formats.rules import HOUSE, game_rules_json
from webapp.serving.operator_log import init_log, log_unavailable
from webapp.serving.server import MAX_PHONES, PHONES, Server
from webapp.settings import SettingsError
from webapp.store import Created, Store, UnavailableError, access_refused

#: An address in private networks. Nothing is sent to it; only the route to it is looked up.
_ANYWHERE = ("10.255.255.255", 1)
MAX_WORKERS = 64
#: Seconds after which a thread lets another one have the interpreter. With Python's default of 0.005 the thread that
#: reads input waits up to that long for each piece.
SWITCH = 0.0005


def main(arguments: Sequence[str]) -> int:
    """Serve until Ctrl-C. Returns the exit status: 0, or 1 when a setting is wrong or the address cannot be listened
    on."""
    options = _parse(arguments)
    host = options.lan or options.host
    init_log()
    try:
        app = create_app({"WORKERS": options.workers, "WAITERS": options.phones})
    except SettingsError as error:
        return _failed(*str(error).splitlines())
    # A named database is looked at now: one that is gone later is missed, and old tables are in the log.
    if app.config["DATABASE"] and (problem := app.extensions["store"].games.problem()):
        if refused := access_refused(problem):
            return _failed(f"the database of AGARI_DATABASE refuses this user: {refused}")
        log_unavailable(problem)
    try:
        server = Server(app, host, options.port, app.extensions["store"].close)
    except (OSError, ValueError) as error:
        return _failed(_reason(error, host, options.port))
    address = f"http://{lan_host()}:{server.port}/" if options.lan else server.address
    if options.lan:
        _show_codes(address, app.extensions["store"])
    print(f"Agari is at {address} (Ctrl-C ends it); {options.phones} phones can follow games at once", flush=True)
    _settle()
    signal.signal(signal.SIGTERM, lambda *_: server.end())
    server.run()  # returns on Ctrl-C and SIGTERM
    return 0


def _settle() -> None:
    """Sets the interpreter up for threads that must not wait for one another."""
    sys.setswitchinterval(SWITCH)
    # The modules loaded by now stay. A garbage collection that looks at them too stops all threads for some 30 ms.
    gc.collect()
    gc.freeze()


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m webapp",
        description="Serve the Agari calculator.",
        epilog="score scores hands; export FOLDER writes the site as files; upgrade, backup FILE, restore FILE,"
        " copy FROM TO and games look after the database of the games. Each has its own --help.",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    where.add_argument(
        "--lan", action="store_const", const="0.0.0.0", help="serve to the phones in the room, and show a QR code"
    )
    parser.add_argument("--port", default=5000, type=_port, help="port to listen on, 0 for any (default: %(default)s)")
    parser.add_argument(
        "--workers",
        default=os.cpu_count() or 1,
        type=_workers,
        help="processes for what takes long (default: %(default)s)",
    )
    parser.add_argument(
        "--phones",
        default=PHONES,
        type=_phones,
        help=f"how many can follow games at once, up to {MAX_PHONES}, each in a thread; others are up to 2 s late"
        " (default: %(default)s)",
    )
    return parser.parse_args(arguments)


def _phones(text: str) -> int:
    if not (text.isdecimal() and int(text) <= MAX_PHONES):
        raise argparse.ArgumentTypeError(f"phones are a number up to {MAX_PHONES}")
    return int(text)


def _workers(text: str) -> int:
    if not (text.isdecimal() and int(text) <= MAX_WORKERS):
        raise argparse.ArgumentTypeError(f"workers are a number from 0 to {MAX_WORKERS}")
    return int(text)


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _failed(*reasons: str) -> int:
    for reason in reasons:
        print(f"agari: {reason}", file=sys.stderr)
    return 1


def _reason(error: OSError | ValueError, host: str, port: int) -> str:
    """One line that says why the server cannot listen. waitress raises ValueError for a host name it cannot resolve."""
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is already in use; choose another with --port"
    return f"cannot listen on {host} port {port}: {getattr(error, 'strerror', None) or error}"


def lan_host() -> str:
    """This machine's address in the local network: the one from which it would send. Sends nothing. Without a network
    it is 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ANYWHERE)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _show_codes(address: str, store: Store) -> None:
    """Prints the QR codes of the calculator and of a new game. Everybody who scans the second can enter hands in it."""
    print(f"The calculator, {address}\n{qr_code(address)}")
    path = _new_game(store)
    if path:
        print(f"A new game for everybody at this table, {address}{path}\n{qr_code(address + path)}")


def _new_game(store: Store) -> str | None:
    """Begins a game by the house rules. Returns its path; None if no game can be kept."""
    about = {"names": [""] * HOUSE.players, "rules": game_rules_json(HOUSE)}
    try:
        created = store.games.create(about)
    except UnavailableError:
        return None
    return f"game/{created.player_secret}" if isinstance(created, Created) else None


def qr_code(address: str) -> str:
    """An address as a QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()
