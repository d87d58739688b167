"""What an operator reads on standard error."""

import logging
from collections.abc import Iterator
from io import StringIO
from time import sleep

import pytest

from webapp.serving.operator_log import LOGGER, OnceAMinute, init_log
from webapp.serving.security import hide_links


@pytest.fixture
def said() -> Iterator[StringIO]:
    """What the application's logger writes as the server sets it up."""
    logger, stream = logging.getLogger(LOGGER), StringIO()
    before = logger.handlers, logger.propagate
    init_log(stream)
    logger.addFilter(hide_links)  # as each application does
    yield stream
    logger.handlers, logger.propagate = before


def test_each_cause_is_said_once_a_minute(said: StringIO) -> None:
    logger = logging.getLogger(LOGGER)
    for reason, detail in (("full", "disk"), ("full", "still"), ("busy", "held")):
        logger.warning("Games cannot be kept (%s): %s", reason, detail, extra={"cause": reason})
    logger.getChild("store.games").warning("Games deleted for good: %d (%s)", 3, "old")
    assert [line.partition("WARNING ")[2] for line in said.getvalue().splitlines()] == [
        "Games cannot be kept (full): disk",
        "Games cannot be kept (busy): held",
        "Games deleted for good: 3 (old)",
    ]


def test_no_line_has_a_link(said: StringIO) -> None:
    logging.getLogger(LOGGER).error("Exception on %s [GET]", "/game/" + "A" * 22 + "/course")
    assert "/game/…/course" in said.getvalue()


def test_after_its_minute_a_cause_is_said_again() -> None:
    once = OnceAMinute(0.01)
    record = logging.LogRecord(LOGGER, logging.WARNING, "", 0, "full", (), None)
    assert [once.filter(record), once.filter(record)] == [True, False]
    sleep(0.02)
    assert once.filter(record)
