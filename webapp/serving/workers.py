"""The worker processes of the server.

Each worker is a standard `ProcessPoolExecutor` of one process. So if a process is killed, only the request that it was
working on fails. A sender uses one worker at a time, and only a few requests may wait for one.
"""

import gc
import logging
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context, parent_process
from threading import Condition, Thread
from typing import Any

from webapp.serving.request_limits import WorkersBusy

LOGGER = logging.getLogger(__name__)
#: The most requests that are worked on or wait for a worker: of one sender, and of all together. Each holds a thread of
#: the server, which has more of them (`server.THREADS`).
MAX_OF_SENDER, MAX_REQUESTS = 4, 16
#: The number by which the priority of workers is lower than the server's.
NICENESS = 5
#: A fork server starts a process in milliseconds, and the processes share the memory of the modules imported so far.
METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"


class WorkerPool:
    """A fixed number of worker processes, and the requests that wait for one."""

    def __init__(self, number: int) -> None:
        self._idle = [_new_worker() for _ in range(number)]
        self._requests: Counter[str] = Counter()
        self._served: set[str] = set()
        self._changed = Condition()

    def run(self, function: Callable[..., Any], arguments: tuple[Any, ...], sender: str) -> Any:
        """The result of a function; the function, its arguments and the result can be pickled.

        Raises `WorkersBusy` if too many requests wait or the worker is killed, or whatever the function raises.
        """
        worker = self._take(sender)
        try:
            return worker.submit(function, *arguments).result()
        except BrokenProcessPool:
            LOGGER.warning("A worker process was killed; another one takes its place")
            worker = _new_worker()
            raise WorkersBusy from None
        finally:
            self._give_back(worker, sender)

    def queued(self) -> int:
        """The number of requests that are worked on or wait for a worker."""
        with self._changed:
            return self._requests.total()

    def close(self) -> None:
        """Ends the workers that are idle."""
        for worker in self._idle:
            worker.shutdown()

    def _take(self, sender: str) -> ProcessPoolExecutor:
        with self._changed:
            if self._requests[sender] >= MAX_OF_SENDER or self._requests.total() >= MAX_REQUESTS:
                raise WorkersBusy
            self._requests[sender] += 1
            self._changed.wait_for(lambda: self._idle and sender not in self._served)
            self._served.add(sender)
            return self._idle.pop()

    def _give_back(self, worker: ProcessPoolExecutor, sender: str) -> None:
        with self._changed:
            self._idle.append(worker)
            self._served.remove(sender)
            self._requests -= Counter([sender])  # drops those at zero
            self._changed.notify_all()


def _new_worker() -> ProcessPoolExecutor:
    context = get_context(METHOD)
    if METHOD == "forkserver":
        context.set_forkserver_preload(
            [
                "webapp.pages.calculator.discard_values",
                "webapp.pages.api.worker_tasks",
                "webapp.pages.review.judging",
                "webapp.pages.review.kept_logs",
                "webapp.drawing.canvas",
                "webapp.formats.group_file",
            ]
        )
    worker = ProcessPoolExecutor(1, context, _prepare)
    worker.submit(int)  # starts the process
    return worker


def _prepare() -> None:
    """Runs first in each new process. A worker ignores Ctrl-C, and ends when its server ends, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Thread(target=_end_with_server, daemon=True).start()
    # The modules imported by now stay, so the garbage collector need not look through them again and again.
    gc.collect()
    gc.freeze()


def _end_with_server() -> None:
    server = parent_process()
    if server:
        server.join()
        os._exit(0)
