"""Logs with faults of every kind are answered: nothing raises, nothing takes long."""

from collections import Counter
from random import Random

from flask.testing import FlaskClient

from tests.examples import share
from tests.records.broken import answered, broken_log, sound_logs

LOGS = 2_000


def test_broken_logs_become_problems_or_differences() -> None:
    random = Random(1)
    results = Counter(answered(broken_log(random)) for _ in range(share(LOGS)))
    assert results["broken_log"] > share(LOGS) / 3
    assert results["agrees"] < share(LOGS) / 5


def test_sound_logs_agree() -> None:
    assert {answered(text) for text in sound_logs()[::5]} == {"agrees"}


def test_broken_logs_have_pages_and_answers(client: FlaskClient) -> None:
    random = Random(2)
    for _ in range(share(60)):
        text = broken_log(random).encode("utf-8", "replace").decode()
        assert client.post("/api/review", json={"log": text, "seat": 0, "hand": 0}).status_code in (200, 422)
        data = {"log": text, "seat": "0"}
        assert client.post("/review", data=data, content_type="multipart/form-data").status_code in (200, 422)
