"""Limits on the size of requests, and on the number of games that a sender may begin. Anything beyond them is refused
before a page reads it.

Sizes are in bytes. They hold for every server that runs the application. The production server refuses longer headers
before the application sees them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from math import ceil
from threading import Lock
from time import monotonic
from typing import TypeVar

from cachetools import TTLCache
from flask import Flask, abort, current_app, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

KIB = 1024
#: The longest address, and the most for all headers together. Our longest link has 2,900 bytes.
ADDRESS = HEADERS = 16 * KIB
#: The longest `Accept…` header: a browser's languages, types or encodings. Most have 100 bytes.
PREFERENCE = 1000
BODY = 64 * KIB
#: The body on the few routes that take a whole log or game (`takes_large_body`): the log or game, and the other fields.
LARGE_BODY = 1024 * KIB + BODY
#: The body on the routes that take a whole group or evening. Each game has some 3 KiB.
GROUP_BODY = 8 * 1024 * KIB + BODY
#: The most fields of an address or a form. Our largest form has 100.
FIELDS = 200

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"

HOUR = 60 * 60  # seconds
NEW_GAMES = "agari.new_games"
#: The most senders of new games that are remembered.
MAX_SENDERS = 10_000


#: Seconds after which it is worth asking again for heavy work.
RETRY = 2


class WorkersBusy(ServiceUnavailable):
    """Too many requests wait for a worker, or the worker was killed: 503 with `Retry-After`."""

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY)


class TooManyGames(TooManyRequests):
    """A sender has begun too many games: 429, with the seconds until they may begin another one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds


@dataclass
class Begun:
    """The time of a sender's first game of the hour, in monotonic seconds, and the number of games since then."""

    since: float
    games: int = 0


class NewGames:
    """Counts the games that each sender begins within an hour of their first one, and refuses too many."""

    def __init__(self, most: int) -> None:
        """`most` is the number of games that a sender may begin (0: no limit)."""
        self._most = most
        self._lock = Lock()
        # An entry expires an hour after it was set. Changing its value does not count as setting it.
        self._begun: TTLCache[str, Begun] = TTLCache(MAX_SENDERS, HOUR)

    def count(self, sender: str, games: int = 1) -> None:
        """Counts more games of a sender; with 0 only asks. Raises `TooManyGames` if they may not begin another one."""
        with self._lock:
            begun = self._begun.setdefault(sender, Begun(monotonic())) if games else self._begun.get(sender)
            if begun is None:
                return
            if self._most and begun.games >= self._most:
                raise TooManyGames(max(1, ceil(begun.since + HOUR - monotonic())))
            begun.games += games


def init_app(app: Flask) -> None:
    """Refuse requests that are too large for any address, also for those that do not exist."""
    app.config.from_mapping(MAX_CONTENT_LENGTH=BODY, MAX_FORM_MEMORY_SIZE=BODY, MAX_FORM_PARTS=FIELDS)
    app.before_request(allow_large_body)
    app.before_request(refuse_large_headers)
    app.before_request(refuse_large_forms)


View = TypeVar("View", bound=Callable[..., object])
_LARGE: dict[Callable[..., object], int] = {}


def takes_large_body(view: View, most: int = LARGE_BODY) -> View:
    """Marks a view whose requests may have a body of up to `most` bytes."""
    _LARGE[view] = most
    return view


def allow_large_body() -> None:
    """Raise the limits of a request to a view that `takes_large_body` has marked."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view in _LARGE:
        request.max_content_length = request.max_form_memory_size = _LARGE[view]


def refuse_large_headers() -> None:
    """Answer 414 to a long address and 431 to long headers."""
    query = request.query_string
    if len(request.environ["PATH_INFO"]) + len(query) > ADDRESS or _fields(query) > FIELDS:
        abort(HTTPStatus.REQUEST_URI_TOO_LONG)
    sizes = {name: len(name) + len(value) for name, value in request.headers}
    if sum(sizes.values()) > HEADERS or any(
        size > PREFERENCE for name, size in sizes.items() if name.startswith("Accept")
    ):
        abort(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)


def refuse_large_forms() -> None:
    """Answer 413 to a form of too many fields, and 400 to one with a part that has no name.

    Werkzeug counts only the parts of a multipart form, and reads a part without a name as the field `None`.
    """
    if request.mimetype == FORM and _fields(request.get_data()) > FIELDS:
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if request.mimetype == PARTS and None in request.form:
        abort(HTTPStatus.BAD_REQUEST)


def count_new_game(of: str = "") -> None:
    """Counts a new game for the sender of this request, or for the name in `of`. Raises `TooManyGames`."""
    games: NewGames = current_app.extensions[NEW_GAMES]
    games.count(of or sender_of(request.remote_addr or ""))


def check_new_game() -> None:
    """Asks whether the sender of this request may begin a game, before the work for it. Raises `TooManyGames`."""
    games: NewGames = current_app.extensions[NEW_GAMES]
    games.count(sender_of(request.remote_addr or ""), 0)


def sender_of(address: str) -> str:
    """The sender that an address stands for: itself, or the /64 network of an IPv6 address, which is one household."""
    try:
        version = ip_address(address).version
    except ValueError:
        return address
    return address if version == 4 else str(ip_network((address, 64), strict=False))


def _fields(encoded: bytes) -> int:
    """An upper bound for the number of fields in a query or an urlencoded form."""
    return encoded.count(b"&") + 1
