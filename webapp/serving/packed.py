"""Pages that many ask for at the same moment are packed for their way once: Flask-Compress asks this cache."""

from itertools import count
from threading import Lock

from cachetools import LRUCache
from flask import Request, g

#: Packed pages that stay in memory.
PAGES = 200
_numbers = count(1)


def new_number() -> int:
    """What a page is known by here."""
    return next(_numbers)


def note(number: int) -> None:
    """Says that this request is answered with the page of this number, and not changed by a byte."""
    g.packed = number


def key(_: Request) -> str:
    """The number of the page; empty if it is made for this request alone."""
    return str(g.get("packed", ""))


class Packed:
    """Packed pages by the way of packing and the number, ``br;7``; those without a number are forgotten."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pages: LRUCache[str, bytes] = LRUCache(PAGES)

    def get(self, key: str) -> bytes | None:
        """The packed page."""
        with self._lock:
            return self._pages.get(key)

    def set(self, key: str, packed: bytes) -> None:
        """Keeps a packed page."""
        if not key.endswith(";"):
            with self._lock:
                self._pages[key] = packed
