"""What no browser sends, to every route and to the production server's sockets: nothing is a crash or a way in."""

import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.examples import law
from tests.pages.laws import INJECTION, hostile_text
from tests.pages.test_hostile import assert_harmless
from tests.serving.test_server import serving
from webapp import create_app
from webapp.serving import security
from webapp.serving.server import Server
from webapp.store import Created

pytestmark = pytest.mark.ci
FOLDER = TemporaryDirectory()
APP = create_app({"DATABASE": str(Path(FOLDER.name) / "games.db"), "PROXIES": 1})
CLIENT = APP.test_client(use_cookies=False)
STORE = APP.extensions["store"]
#: Bytes of the longest answer, but for files that are kept.
LARGEST = 150 << 10
#: Seconds without a byte after which a server that waits for the rest of a request says no more.
SILENCE = 0.2
_ANY = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"]


@pytest.fixture(scope="session", autouse=True)
def _closed() -> Iterator[None]:
    yield
    STORE.close()
    FOLDER.cleanup()


def new_game() -> str:
    """The secret of a new game."""
    created = STORE.games.create({"names": ["Aoi", "", "\u202e", "<b>"], "rules": {"preset": "house"}})
    assert isinstance(created, Created)
    return created.player_secret


GAME = [new_game()]

# -- requests --------------------------------------------------------------------------------------

NAMES = """Accept Accept-Encoding Accept-Language Content-Length Cookie Expect Host If-None-Match Origin Prefer Range
Referer Sec-Fetch-Site Transfer-Encoding HX-Request HX-Target X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto"""
FIELDS = "hand melds event seen key game file player from step order name0"
names = st.sampled_from(NAMES.split())
values = st.sampled_from(
    ["", "0", "-1", "x.", "[::1", "*;q=nan,", "ja,en;q=0.5,", 'W/"1.1.0.a"', "wait=9999", "lang=ja; seat=9", "bytes=0-"]
) | st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=40)
headers = st.dictionaries(
    names, st.builds(lambda value, times: value * times, values, st.sampled_from([1, 1, 3, 2000]))
)
fields = st.dictionaries(
    st.sampled_from(
        ["hand", "melds", "event", "seen", "key", "game", "file", "player", "from", "step", "order", "name0"]
    )
    | hostile_text,
    hostile_text | st.sampled_from(['{"type":"undo"}', '{"type":"riichi","player":0}', "0", "1", "tsumo", "123m"]),
    max_size=6,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | hostile_text,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
)
parts = st.lists(
    st.builds(
        lambda name, more, value: (
            f"--x\r\nContent-Disposition: form-data{name}{more}\r\n\r\n".encode() + value + b"\r\n"
        ),
        st.sampled_from(["", "; name", '; name="hand"', '; name="game"', '; name="file"; filename="x"']),
        st.sampled_from(["", "\r\nContent-Type: text/plain; charset=utf-16", "\r\nX", "\r\nContent-Length: -1"]),
        st.binary(max_size=40),
    ),
    max_size=5,
).map(b"".join)
bodies = st.one_of(
    st.tuples(fields.map(lambda form: urlencode(form).encode()), st.just("application/x-www-form-urlencoded")),
    st.tuples(anything.map(lambda value: json.dumps(value).encode()), st.just("application/json")),
    st.tuples(parts.map(lambda body: body + b"--x--\r\n") | parts, st.just("multipart/form-data; boundary=x")),
    st.tuples(
        st.binary(max_size=200), st.sampled_from(["application/json", "multipart/form-data", "text/plain", "\xff"])
    ),
)


def assert_well_answered(path: str, answer: TestResponse) -> None:
    assert answer.status_code < 500
    assert len(answer.data) < LARGEST or path.startswith(("/static/", "/offline/"))
    assert not [value for _, value in answer.headers if "\n" in value or "\r" in value]
    if path.startswith("/api/") and answer.status_code >= 400 and answer.data:
        assert answer.json["problems"]  # type: ignore[index]
    if answer.mimetype == "text/html" and answer.status_code == 200 and answer.data:
        assert_harmless(answer.text)


@pytest.mark.slow
# Werkzeug leaves the files of a multipart body that ends too soon to the interpreter; they lie in memory.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
@pytest.mark.parametrize("rule", sorted(APP.url_map.iter_rules(), key=str), ids=str)
@given(st.data())
@law(15)
def test_no_request_is_a_crash_or_a_way_in(rule: object, data: st.DataObject) -> None:
    path = str(rule)
    if STORE.games.find(GAME[0]) is None:  # it was deleted
        GAME[0] = new_game()
    for argument in rule.arguments:  # type: ignore[attr-defined]
        value = GAME[0] if argument == "secret" else data.draw(hostile_text)
        path = path.replace(f"<path:{argument}>", quote(value)).replace(f"<{argument}>", quote(value, safe=""))
    method = data.draw(st.sampled_from([*(rule.methods or ()), *_ANY]))  # type: ignore[attr-defined]
    body, kind = data.draw(bodies) if method not in ("GET", "HEAD") else (b"", None)
    query = data.draw(fields.map(urlencode) | st.sampled_from(["", "%ff=%", "hand=%F0%9F", "&" * 300]))
    answer = CLIENT.open(
        f"{path}?{query}", method=method, headers=list(data.draw(headers).items()), data=body, content_type=kind
    )
    assert_well_answered(path, answer)


# -- bytes that are nearly requests ----------------------------------------------------------------

pieces = st.lists(
    st.binary(max_size=30)
    | st.sampled_from(
        [
            *(b"GET /table HTTP/1.1\r\n", b"POST /score HTTP/1.1\r\n", b"GET http://[::1/ HTTP/1.1\r\n", b"GET //\r\n"),
            *(
                b"\r\n",
                b"\n",
                b"\r",
                b"\r\n\r\n",
                b"\0",
                b":",
                b" ",
                b"\t",
                b"%00",
                b"HTTP/1.1",
                b"HTTP/9.9",
                b"hand=1m",
            ),
            *(b"Content-Length: 0\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999\r\n", b"Host: [::1\r\n"),
            *(b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n", b"Expect: 100-continue\r\n"),
            *(b"ffffffffffffffff\r\n", b"0\r\n\r\n", b"5;x=y\r\nhello\r\n", b"Connection: close\r\n"),
            *(b"A" * 20_000, b"x: y\r\n" * 900, INJECTION.encode()),
        ]
    ),
    max_size=9,
).map(b"".join)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(APP) as server:
        yield server


def answer_to(server: Server, sent: bytes, timeout: float = SILENCE) -> bytes:
    """What comes until the server closes the connection or says nothing for so many seconds."""
    answer = b""
    with socket.create_connection((server.host, server.port), timeout=timeout) as connection:
        try:
            connection.sendall(sent)
            while more := connection.recv(1 << 20):
                answer += more
        except (TimeoutError, ConnectionError):
            pass
    return answer


@pytest.mark.slow
@given(pieces, st.sampled_from([b"", b"GET /table HTTP/1.1\r\n", b"POST /score HTTP/1.1\r\n"]))
@law(80)
def test_no_bytes_harm_the_server(server: Server, caplog: pytest.LogCaptureFixture, sent: bytes, first: bytes) -> None:
    caplog.clear()
    answer = answer_to(server, first + sent)
    # It comes however busy the machine is, and then the connection is closed.
    plain = answer_to(server, b"GET /api/table HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", timeout=30)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert plain.startswith(b"HTTP/1.1 200 ")
    if answer and not answer.startswith(b"HTTP/1.1 100 "):
        head, _, _ = answer.partition(b"\r\n\r\n")
        status, *lines = head.split(b"\r\n")
        assert int(status.split()[1]) < 500 or status.split()[1] in (b"501", b"505")
        assert {line.partition(b":")[0].decode().title() for line in lines} >= {
            name.title() for name in security.HEADERS
        }
