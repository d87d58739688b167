"""Heavy work, done by worker processes if the server has any, else by the thread of the request.

A function and its arguments must be picklable. The same arguments give the same result, so the last results are kept.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Protocol, TypeVar

from cachetools import LRUCache
from flask import Flask, current_app, request

from webapp.serving.request_limits import sender_of

Result = TypeVar("Result")

EXTENSION = "agari.work"
#: The most results that are kept. A tap, its page, its picture and the link to it ask for the same one.
MAX_RESULTS = 64


class Pool(Protocol):
    """Workers that several senders share."""

    def run(self, function: Callable[..., Any], arguments: tuple[Any, ...], sender: str) -> Any:
        """The result of the function. Raises `WorkersBusy`, or what the function raises."""

    def queued(self) -> int:
        """The number of requests that are worked on or wait."""


class Work:
    """The workers of an application, and the last results."""

    def __init__(self, pool: Pool | None) -> None:
        self._pool = pool
        self._results: LRUCache[Hashable, Any] = LRUCache(MAX_RESULTS)
        self._lock = Lock()

    def known(self, question: Hashable) -> Any:
        """The result that is kept for a function and its arguments, or None."""
        with self._lock:
            return self._results.get(question)

    def keep(self, question: Hashable, result: Any) -> None:
        """Keeps a result. If there are too many, the least recently used one is dropped."""
        with self._lock:
            self._results[question] = result

    def queued(self) -> int:
        """The number of requests that workers work on or that wait for one."""
        return self._pool.queued() if self._pool else 0

    def run(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        """Runs a function in a worker, or here where there is none."""
        if self._pool is None:
            return function(*arguments)
        return self._pool.run(function, arguments, sender_of(request.remote_addr or ""))


def init_app(app: Flask) -> None:
    """Starts workers. The setting WORKERS is their number."""
    number = app.config["WORKERS"]
    pool = None
    if number:
        from webapp.serving.workers import WorkerPool  # a browser has no processes

        pool = WorkerPool(number)
    app.extensions[EXTENSION] = Work(pool)


def run(function: Callable[..., Result], *arguments: Hashable) -> Result:
    """The result of a function: the kept one, else a new one, which is then kept. Raises `WorkersBusy`."""
    work: Work = current_app.extensions[EXTENSION]
    question = function, arguments
    result: Result | None = work.known(question)
    if result is None:
        result = work.run(function, arguments)
        work.keep(question, result)
    return result


def run_uncached(function: Callable[..., Result], *arguments: object) -> Result:
    """The result of a function, which is not kept: for arguments that hardly ever come twice. Raises `WorkersBusy`."""
    work: Work = current_app.extensions[EXTENSION]
    result: Result = work.run(function, arguments)
    return result


def known(function: Callable[..., Result], *arguments: Hashable) -> Result | None:
    """The result if it is kept, else None."""
    work: Work = current_app.extensions[EXTENSION]
    result: Result | None = work.known((function, arguments))
    return result


def queued() -> int:
    """The number of requests that workers work on or that wait for one."""
    work: Work = current_app.extensions[EXTENSION]
    return work.queued()
