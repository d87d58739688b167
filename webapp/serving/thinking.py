"""Work that takes long: done by processes of its own where the server has some, else at once.

The function and its arguments can be pickled, so another process can do the work. The same arguments give the same
result, so the last results are kept.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import ServiceUnavailable

from webapp.serving.fairness import THREAD, charge, waiting

Result = TypeVar("Result")

EXTENSION = "agari.thinking"
#: Results that are kept: a tap, its page, its picture and the link to it ask for the same.
KEPT = 64
#: Seconds after which it is worth asking again.
RETRY = 2


class Full(ServiceUnavailable):
    """Too many think already: 503, with the seconds until it is worth asking again."""

    def __init__(self) -> None:
        """Without more words."""
        super().__init__(retry_after=RETRY)


class Mind:
    """What an application thinks with, and the last results."""

    def __init__(self, number: int) -> None:
        """So many processes of its own; with none it thinks in the thread of the request."""
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()
        self._thinkers: Any = None
        if number:
            from webapp.serving.thinkers import Thinkers  # processes, which a browser does not have

            self._thinkers = Thinkers(number)

    def known(self, question: Hashable) -> Any:
        """The result for a question that was asked lately, or None."""
        with self._lock:
            if question in self._kept:
                self._kept.move_to_end(question)
            return self._kept.get(question)

    def keep(self, question: Hashable, result: Any) -> None:
        """Keeps a result in the place of the oldest one."""
        with self._lock:
            self._kept[question] = result
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def think(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        """The result; raises `Full`."""
        if self._thinkers is None:
            return function(*arguments)
        from webapp.serving.thinkers import Busy

        has_gone = request.environ.get("waitress.client_disconnected", lambda: False)
        try:
            with waiting():
                result, seconds = self._thinkers.think(function, arguments, THREAD.payer.used, lambda: not has_gone())
        except Busy:
            raise Full from None
        charge(seconds)
        return result


def init_app(app: Flask) -> None:
    """Gives the application so many processes as THINKERS says."""
    app.extensions[EXTENSION] = Mind(app.config["THINKERS"])


def think(function: Callable[..., Result], *arguments: Hashable) -> Result:
    """What a function makes of its arguments; raises `Full`, which answers 503, when too many think already."""
    mind: Mind = current_app.extensions[EXTENSION]
    question = function, arguments
    result: Result | None = mind.known(question)
    if result is None:
        result = mind.think(function, arguments)
        mind.keep(question, result)
    return result


def think_anew(function: Callable[..., Result], *arguments: object) -> Result:
    """The same without keeping the result: for what is long, and hardly asked twice."""
    mind: Mind = current_app.extensions[EXTENSION]
    result: Result = mind.think(function, arguments)
    return result


def known(function: Callable[..., Result], *arguments: Hashable) -> Result | None:
    """The result if it is known already."""
    mind: Mind = current_app.extensions[EXTENSION]
    result: Result | None = mind.known((function, arguments))
    return result
