"""The lines for the operator on standard error: at most one a minute for each cause, without links of games."""

import logging
from threading import Lock
from typing import TextIO

from cachetools import TTLCache

from webapp.serving.security import hide_links
from webapp.store import UnavailableError

MINUTE = 60
#: All that the application logs. A record names its cause by ``extra={"cause": …}`` where its line is not enough.
LOGGER = "webapp"


class OnceAMinute(logging.Filter):
    """Lets one record of each cause pass in a minute."""

    def __init__(self, seconds: float = MINUTE) -> None:
        super().__init__()
        self._passed: TTLCache[tuple[object, ...], None] = TTLCache(256, seconds)
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether no record of this cause has passed within the last minute. The cause is the line that logs, with its
        `cause` and the type of the exception."""
        error = record.exc_info[0] if record.exc_info else None
        cause = (record.pathname, record.lineno, str(getattr(record, "cause", "")), error)
        with self._lock:
            is_new = cause not in self._passed
            if is_new:
                self._passed[cause] = None
        return is_new


def log_unavailable(problem: UnavailableError) -> None:
    """Says why no game can be kept."""
    said = problem.detail.partition("\n")[0]
    line = "Games cannot be used (%s): %s"
    logging.getLogger(LOGGER).warning(line, problem.reason, said, extra={"cause": problem.reason})


def init_log(stream: TextIO | None = None) -> None:
    """Writes what the application logs to a stream, by default to standard error."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for each in (OnceAMinute(), hide_links):
        handler.addFilter(each)
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    logger.propagate = False
