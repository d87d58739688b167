"""The site as files: pages in every language, everything that the service worker fetches, nothing from elsewhere."""

import gzip
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import brotli
import pytest

from webapp import create_app
from webapp.__main__ import main
from webapp.commands import export
from webapp.language.i18n import LANGUAGES
from webapp.serving import assets, offline
from webapp.serving.site import Place, Site, below

IS_BUILT = "vendor/icon-192.png" in create_app().extensions[assets.EXTENSION].files
# Under CI they run, and fail, without it.
pytestmark = pytest.mark.skipif(
    not (IS_BUILT or os.environ.get("CI")), reason="static/vendor/ is not there: pip install -e . makes it"
)
ADDRESS = re.compile(r'(?:href|src|action|formaction|hx-get|hx-post)="(/[^"]*)"')


@pytest.fixture(scope="module", params=["", "/agari"], ids=["root", "below"])
def root(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def site(root: str, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files, with a Python that is quick to pack, on a machine whose own games cannot be opened."""
    python = tmp_path_factory.mktemp("python")
    (python / "games.db").write_bytes(b"of another program")
    (python / "pyodide.mjs.br").write_bytes(brotli.compress(b"Python"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offline.Pack, "folder", property(lambda _: python, lambda *_: None), raising=False)
        patch.setenv("AGARI_DATABASE", str(python / "games.db"))
        return dict(export.files(root))


def settings(site: Mapping[str, bytes]) -> dict[str, Any]:
    found = re.match(
        r"const SETTINGS=(\{.*?\});self|const SETTINGS=(\{.*\});", site["sw.js"].decode().split("const{root")[0]
    )
    assert found
    told: dict[str, Any] = json.loads(found[1] or found[2])
    return told


#: What a page asks for, to put it into itself.
FRAGMENTS = {"/values"}


def pages_of_the_application() -> set[str]:
    """The path of every page that a visitor can open without a game: every route without arguments, and what they
    link to."""
    app = create_app()
    client = app.test_client()
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]
    found: set[str] = set()
    waiting = {str(rule) for rule in rules} - FRAGMENTS
    while waiting:
        path = waiting.pop()
        response = client.get(path)
        if response.status_code == 200 and response.mimetype == "text/html":
            found.add(path)
            linked = {address.partition("?")[0].partition("#")[0] for address in ADDRESS.findall(response.text)}
            waiting |= linked - found - FRAGMENTS
    return found


@pytest.mark.ci
def test_every_page_is_there_in_every_language(site: Mapping[str, bytes]) -> None:
    pages = pages_of_the_application()
    assert {"/", "/table", "/game/import", "/documents/rules", "/offline/waiting"} <= pages
    for page in pages:
        name = f"{page}/index.html".replace("//", "/").lstrip("/")
        for language in LANGUAGES:
            assert f'<html lang="{language}"'.encode() in site[f"{language}/{name}"]
        assert site[name] == site[f"en/{name}"]
    assert site["404.html"] == site["en/offline/waiting/index.html"]


def test_every_address_of_a_page_lies_below_its_path_and_is_a_file_or_pythons(
    site: Mapping[str, bytes], root: str
) -> None:
    client = create_app().test_client()
    for name, body in site.items():
        if not name.endswith(".html"):
            continue
        for address in ADDRESS.findall(body.decode()):
            assert address.startswith(f"{root}/"), (name, address)
            path = address.removeprefix(f"{root}/").partition("#")[0]
            if path in site or f"{path}index.html" in site:
                continue
            assert client.options(f"/{path.partition('?')[0]}").status_code == 200, (name, address)


def test_a_page_says_what_a_host_does_not(site: Mapping[str, bytes]) -> None:
    page = site["ja/table/index.html"].decode()
    assert "default-src 'self'; object-src 'none'" in page
    first = site["index.html"].decode()
    assert "og:title" in first
    assert "og:image" not in first
    assert "localhost" not in page


def test_everything_that_the_service_worker_fetches_is_there(site: Mapping[str, bytes], root: str) -> None:
    told = settings(site)
    assert (told["root"], told["isAlone"], told["languages"]) == (root, True, list(LANGUAGES))
    for address in told["python"]:
        assert gzip.decompress(site[f"{address.removeprefix(f'{root}/')}.packed"])
        assert told["headers"][address.rpartition(".")[2]]["Content-Security-Policy"] == offline.POLICY
    for address in told["shell"]:
        name = address.removeprefix(f"{root}/")
        assert name in site or f"{name}index.html" in site, address


def test_its_python_knows_that_there_is_no_server(site: Mapping[str, bytes], root: str) -> None:
    app = create_app({"SITE": Site(Place.SITE, root), "COMPRESS": False})
    response = app.test_client().get("/table?lang=ja", base_url=f"http://localhost{root}")
    assert response.headers[offline.MARK] == "site"
    assert f'href="{root}/rules?lang=ja"' in response.text
    assert "exported.js" in site["ja/table/index.html"].decode()
    assert "exported.js" not in response.text
    tap = app.test_client().post("/score", base_url=f"http://localhost{root}", headers={"HX-Request": "true"})
    assert tap.headers["HX-Replace-Url"] == f"{root}/"
    pasted = app.test_client().get("/?text=1m", base_url=f"http://localhost{root}")
    assert pasted.location == f"{root}/?hand=1m&guessed_seat=S"
    manifest = app.test_client().get("/manifest.webmanifest", base_url=f"http://localhost{root}").json
    assert manifest
    assert (manifest["scope"], manifest["share_target"]["action"]) == (f"{root}/", f"{root}/")


@pytest.mark.parametrize(
    ("address", "moved"),
    [
        *(("/", "/a/"), ("/table?x=/", "/a/table?x=/"), ("/about", "/a/about"), ("/a/table", "/a/table")),
        *(("/a?hand=1m", "/a?hand=1m"), ("//else.where/", "//else.where/"), ("https://x/y", "https://x/y")),
    ],
)
def test_an_address_of_ours_is_moved_once(address: str, moved: str) -> None:
    assert below("/a", address) == moved


@pytest.mark.parametrize("root", ["agari", "/a b", "/../x", "/game", "/static/x", '/"'])
def test_a_path_that_cannot_be_is_refused(root: str) -> None:
    with pytest.raises(ValueError, match="site"):
        next(export.files(root))


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("1")
    assert main(["export", str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
