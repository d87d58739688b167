"""What is sent of a template."""

import html

import pytest
from flask.testing import FlaskClient

#: Bytes of an answer.
LARGEST = 100 << 10


def test_pages_are_sent_without_the_indentation_of_their_templates(client: FlaskClient) -> None:
    lines = client.get("/?hand=123m456p789s11122z").text.splitlines()
    assert len(lines) > 200
    # What comes after a statement on the same line keeps its place.
    assert sum(line.startswith(" ") for line in lines) < len(lines) / 10
    assert '\n "events"' in html.unescape(client.get("/api").text)


@pytest.mark.parametrize(
    "hand",
    ["9m7p7m7p3p7p8m2p6m1p4p3m8p6p", "7m9m4s5p7s3s1p5p8p9s4p1s3p9p", "8s8m7m3s2z6m5z7z4s3m4p2p4m8m"],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_longest_pages_that_are_known_are_below_the_limit(client: FlaskClient, hand: str, language: str) -> None:
    page = client.get(f"/?hand={hand}&lang={language}")
    assert "data-value=" in page.text
    assert len(page.data) <= LARGEST
