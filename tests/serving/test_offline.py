"""What a browser gets to work without a network, and that it answers like the server."""

import base64
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.serving.questions import Question, questions, without_key
from webapp import create_app
from webapp.limits import YEAR
from webapp.serving import assets, browser, offline, security
from webapp.serving.routes import fixed_addresses
from webapp.serving.site import Place, Site

STATIC = Path(__file__).parents[2] / "static"
PACKAGE = STATIC.with_name("webapp")
#: Whether the build has drawn the icons; in a fresh checkout `pip install -e .` makes it.
IS_BUILT = "vendor/icon-192.png" in create_app().extensions[assets.EXTENSION].files
#: Headers that come with a connection or a cookie, which a browser does not keep, or say who answered.
APART = {"date", "server", "connection", "set-cookie", "x-answered-by"}
NAMED = re.compile(r'"(/static/@\w+/(?:css|js)/[^"]+)"')
RUN = """
import base64, json, sys
sys.path.insert(0, sys.argv[1])
# What is left out of the browser's standard library.
for name in ("multiprocessing", "concurrent.futures.process", "wsgiref", "unittest", "pydoc", "pdb", "tarfile"):
    sys.modules[name] = None
from webapp import create_app
from webapp.serving import browser
browser.open_app(create_app)
browser.check("http://localhost")
for name in ("vendor/glyphs.json", "vendor/tiles.svg"):
    browser.take_file(name, open(sys.argv[2] + "/" + name, "rb").read())
for line in sys.stdin:
    method, address, headers, body = json.loads(line)
    status, sent, text = browser.answer(method, "http://localhost" + address, headers, body.encode())
    print(json.dumps([status, sent, base64.b64encode(text).decode()]))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application with a Python for browsers, which need not run."""
    app = create_app({"TESTING": True, "COMPRESS": False})
    folder = tmp_path_factory.mktemp("python")
    for name in ("pyodide.mjs", "pyodide.asm.wasm"):
        (folder / f"{name}.br").write_bytes(brotli.compress(name.encode()))
    made = app.extensions[offline.EXTENSION]
    app.extensions[offline.EXTENSION] = offline.Pack(
        folder, made.package, made.templates, made.static, made.catalogues, made.site
    )
    return app


@pytest.fixture
def visitor(served: Flask) -> FlaskClient:
    return served.test_client()


@pytest.fixture(scope="module")
def archive(served: Flask) -> zipfile.ZipFile:
    client = served.test_client()
    return zipfile.ZipFile(io.BytesIO(brotli.decompress(client.get(settings(client)["app"]).data)))


def settings(client: FlaskClient) -> dict[str, Any]:
    """What the service worker knows."""
    found = re.match(r"const SETTINGS=(\{.*?\});", client.get("/sw.js").text)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


# -- the archive -------------------------------------------------------------------------------------


def told(headers: Any) -> list[tuple[str, str]]:
    return sorted((name.lower(), value) for name, value in headers if name.lower() not in APART)


def on_device(archive: zipfile.ZipFile, folder: Path, asked: list[Question]) -> Iterator[tuple[int, Any, str]]:
    """What the archive answers, run by a Python without any other package."""
    archive.extractall(folder)
    command = [sys.executable, "-I", "-S", "-c", RUN, str(folder), str(STATIC)]
    lines = "\n".join(map(json.dumps, asked))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    yield from map(json.loads, done.stdout.splitlines())


@pytest.mark.ci
def test_the_archive_alone_answers_every_request_like_the_server_byte_for_byte(
    visitor: FlaskClient, archive: zipfile.ZipFile, tmp_path: Path
) -> None:
    asked = list(questions())
    assert len(asked) >= 200
    for question, (status, headers, body) in zip(asked, on_device(archive, tmp_path, asked), strict=True):
        method, address, sent, text = question
        server = visitor.open(address, method=method, headers=sent, data=text)
        visitor.delete_cookie("lang")
        assert (status, told(headers)) == (server.status_code, told(server.headers)), question
        assert without_key(base64.b64decode(body)) == without_key(server.data), question


def test_the_archive_holds_nothing_that_has_no_place_in_a_browser(archive: zipfile.ZipFile) -> None:
    names = archive.namelist()
    packages = {name.split("/")[0] for name in names}
    assert packages.isdisjoint({"babel", "brotli", "flask_compress", "resvg_py", "rjsmin", "sqlalchemy", "waitress"})
    assert not [name for name in names if name.endswith((".po", ".js", ".css", ".pyc"))]
    for left_out in ("__main__.py", "store/database.py", "serving/server.py"):
        assert (PACKAGE / left_out).exists()
        assert f"webapp/{left_out}" not in names


def test_the_address_of_the_archive_changes_with_what_is_in_it(served: Flask, tmp_path: Path) -> None:
    made: offline.Pack = served.extensions[offline.EXTENSION]
    (tmp_path / "page.html").write_text("one")
    one, same, other = (
        offline.Pack(made.folder, made.package, tmp_path, made.static, made.catalogues, made.site) for _ in range(3)
    )
    assert one.app_digest == same.app_digest != made.app_digest
    (tmp_path / "page.html").write_text("two")
    assert other.app_digest != one.app_digest


def test_nothing_is_made_before_a_browser_asks() -> None:
    made = create_app().extensions[offline.EXTENSION]
    assert {"runtime", "app_digest", "app"}.isdisjoint(vars(made))


def test_words_are_left_out_but_for_those_that_a_page_shows(archive: zipfile.ZipFile) -> None:
    assert b"without a server" in (PACKAGE / "serving/browser.py").read_bytes()
    assert b"without a server" not in archive.read("webapp/serving/browser.py")
    assert b"yes:" in archive.read("webapp/scoring/yaku.py")


# -- games -------------------------------------------------------------------------------------------


def test_a_copy_of_a_game_is_shown_with_the_taps_that_wait_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app({"SITE": Site(Place.DEVICE), "COMPRESS": False})
    monkeypatch.setattr(browser, "application", app, raising=False)
    rules = app.test_client().post("/game").location
    game = app.test_client().get(f"{rules}/game.json").json
    browser.changed_games()
    win = {"type": "win", "wins": [{"player": 2, "from": 0, "points": 3900}]}
    events = [{"type": "riichi", "player": 1}, {"type": "riichi", "player": 1}, win]
    taps = [[["seen", "0"], ["key", str(key)], ["event", json.dumps(event)]] for key, event in enumerate(events)]
    secret = "A" * 22
    for _ in range(2):
        browser.take_copy("http://localhost", json.dumps({"secret": secret, "game": game, "taps": taps}))
        status, _, page = browser.answer("GET", f"http://localhost/game/{secret}", {"Accept": "text/html"})
        points = re.findall(r'data-points="(\d+)"', page.decode())
        assert (status, sorted(points)) == (200, ["21100", "24000", "25000", "29900"])
    assert browser.changed_games() == []


# -- the service worker ------------------------------------------------------------------------------


def test_every_file_that_it_keeps_is_served_for_a_year_and_is_as_large_as_it_says(visitor: FlaskClient) -> None:
    told = settings(visitor)
    assert told["app"] in told["python"]
    for address, size in told["python"].items():
        response = visitor.get(address)
        assert response.status_code == 200
        assert response.headers["Content-Encoding"] == "br"
        assert response.cache_control.max_age == YEAR
        assert response.cache_control.immutable
        assert abs(len(response.data) - size) <= (size / 8 if address == told["app"] else 0)
    for address in told["shell"]:
        assert visitor.get(address).status_code == 200


def test_it_keeps_every_script_and_style_that_a_page_names(visitor: FlaskClient) -> None:
    game = str(visitor.post("/game", data={"rules": "house"}).location)
    pages = [*fixed_addresses(visitor.application), *(game + rest for rest in ("", "/win", "/join", "/result"))]
    named = {address for page in pages for address in NAMED.findall(visitor.get(page).text)}
    assert len(named) > 5
    assert named <= set(settings(visitor)["shell"])


def test_only_the_script_of_the_worker_may_compile_python(visitor: FlaskClient) -> None:
    told = settings(visitor)
    worker = visitor.get(f"{told['runtime']}worker.js").headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker
    assert "'unsafe-eval'" not in worker
    for address in ("/", "/sw.js", "/offline", "/offline/waiting", *told["shell"]):
        assert visitor.get(address).headers["Content-Security-Policy"] == security.HEADERS["Content-Security-Policy"]


def test_another_version_of_a_file_is_not_there(visitor: FlaskClient) -> None:
    for address in ("/offline/@000000000000/worker.js", "/offline/app-000000000000.zip"):
        assert visitor.get(address).status_code == 404
    assert visitor.get(f"{settings(visitor)['runtime']}other.js").status_code == 404


def test_it_is_asked_for_anew_each_time(visitor: FlaskClient) -> None:
    response = visitor.get("/sw.js")
    assert response.cache_control.no_cache
    assert visitor.get("/sw.js", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


def test_switched_off_it_removes_itself_and_all_that_was_kept(served: Flask) -> None:
    assert "fetch" in served.test_client().get("/sw.js").text
    served.config["OFFLINE"] = 0
    try:
        script = served.test_client().get("/sw.js").text
    finally:
        served.config["OFFLINE"] = True
    assert "unregister" in script
    assert "fetch" not in script


def test_without_a_python_in_the_build_it_is_switched_off(tmp_path: Path) -> None:
    app = create_app()
    made = app.extensions[offline.EXTENSION]
    app.extensions[offline.EXTENSION] = offline.Pack(
        tmp_path, made.package, made.templates, made.static, made.catalogues, made.site
    )
    assert "unregister" in app.test_client().get("/sw.js").text
    page = app.test_client().get("/offline?lang=en").text
    assert "built without Python for browsers" in page
    assert "data-offline=" not in page


@pytest.mark.parametrize("path", ["/", "/nope", "/sw.js", "/api/table"])
def test_every_answer_says_that_the_server_gave_it(visitor: FlaskClient, path: str) -> None:
    assert visitor.get(path).headers[offline.MARK] == "server"


# -- the installed page ------------------------------------------------------------------------------


def test_the_page_can_be_installed_in_each_language(visitor: FlaskClient) -> None:
    faces = {}
    for language in ("ja", "en", "zh", "ko"):
        response = visitor.get(f"/manifest.webmanifest?lang={language}")
        assert response.mimetype == "application/manifest+json"
        faces[language] = json.loads(response.data)
    assert len({face["name"] for face in faces.values()}) == 4
    assert len({face["shortcuts"][0]["name"] for face in faces.values()}) == 4
    for face in faces.values():
        offered = {(icon["sizes"], icon["purpose"]) for icon in face["icons"]}
        assert ("any", "any") in offered
        if IS_BUILT or os.environ.get("CI"):
            assert offered >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
        assert [shortcut["url"] for shortcut in face["shortcuts"]] == ["/game", "/table"]
        for address in (face["start_url"], *(icon["src"] for icon in face["icons"])):
            assert visitor.get(address).status_code == 200


def test_a_text_shared_from_another_program_opens_the_hand(visitor: FlaskClient) -> None:
    target = json.loads(visitor.get("/manifest.webmanifest").data)["share_target"]
    shared = {target["params"]["text"]: "123m456p789s11122z"}
    opened = visitor.get(target["action"], query_string=shared).location
    assert opened == "/?hand=123m456p789s1112z2z&guessed_seat=S"


def test_a_page_names_its_manifest_in_its_language(visitor: FlaskClient) -> None:
    assert 'href="/manifest.webmanifest?lang=ko"' in visitor.get("/?lang=ko").text
