"""Where static files are, how long they are kept, and which are not there."""

from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp import create_app
from webapp.serving import assets

FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A static folder with a stylesheet, two modules and things that must not be served."""
    public = ("css/app.css", "js/page.js", "js/hand.js")
    for name in (*public, "build/tiles.py", "vendor/.inputs.sha256", "vendor/glyphs.json", ".hidden/x.js"):
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name} {{}}")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "static"


@pytest.fixture
def app(folder: Path) -> Flask:
    app = Flask(__name__, static_folder=None)
    assets.init_app(app, folder)
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return assets.asset(name)


def cache_control(response: TestResponse) -> str:
    return response.headers["Cache-Control"]


def test_the_address_in_a_template_is_kept_forever(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/", "page", lambda: app.jinja_env.from_string('{{ asset("css/app.css") }}').render())
    response = client.get(client.get("/").text)
    assert response.text == "css/app.css {}"
    assert cache_control(response) == FOREVER


def test_a_style_sheet_is_sent_without_comments_with_those_that_it_imports_in_their_order(folder: Path) -> None:
    (folder / "css/parts").mkdir()
    for name in ("first", "second"):
        (folder / f"css/parts/{name}.css").write_text(
            f"/* Why\n not? */\n.{name} {{\n  margin: 0 1px; /* {name} */\n}}\n"
        )
    (folder / "css/app.css").write_text('/* all */\n@import "parts/second.css";\n@import "parts/first.css";\n')
    tree = assets.StaticTree.read(folder)
    assert tree.files["css/app.css"] == b".second { margin: 0 1px; } .first { margin: 0 1px; }"


def test_modules_find_their_neighbours_below_the_same_fingerprint(app: Flask, client: FlaskClient) -> None:
    directory = address(app, "js/page.js").removesuffix("page.js")
    assert cache_control(client.get(directory + "hand.js")) == FOREVER


@pytest.mark.parametrize("prefix", ["/static/", "/static/@0123456789ab/"])
def test_any_other_address_of_a_file_is_asked_for_again_each_time(client: FlaskClient, prefix: str) -> None:
    response = client.get(prefix + "css/app.css")
    assert response.text == "css/app.css {}"
    assert cache_control(response) == "no-cache"
    again = client.get(prefix + "css/app.css", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "build/tiles.py",
        "css/../build/tiles.py",
        "css/%2e%2e/build/tiles.py",
        "./build/tiles.py",
        "/build/tiles.py",
        "BUILD/tiles.py",
        "../secret.txt",
        "%2e%2e/secret.txt",
        "vendor/.inputs.sha256",
        "vendor/glyphs.json",
        ".hidden/x.js",
        "css",
        "css/",
        "",
    ],
)
def test_nothing_else_is_served(app: Flask, client: FlaskClient, name: str) -> None:
    for prefix in ("/static/", address(app, "css/app.css").removesuffix("css/app.css")):
        assert client.get(prefix + name, follow_redirects=True).status_code == 404


def test_a_name_that_does_not_exist_is_an_error_in_the_template(app: Flask) -> None:
    with pytest.raises(LookupError, match=r"no such static file: 'css/typo\.css'"):
        address(app, "css/typo.css")


def test_a_missing_vendor_file_says_how_it_is_made(app: Flask) -> None:
    with pytest.raises(LookupError, match=r"pip install -e \."):
        address(app, "vendor/htmx.min.js")


def test_what_the_server_alone_reads_has_no_address(app: Flask) -> None:
    with app.app_context():
        assert assets.contents("vendor/glyphs.json") == b"vendor/glyphs.json {}"
    with pytest.raises(LookupError):
        address(app, "vendor/glyphs.json")


def test_own_scripts_are_sent_without_comments_and_others_as_they_are(folder: Path) -> None:
    (folder / "js/page.js").write_text("// Why.\nexport const  ten = `// ${ 10 }`;\n")
    (folder / "vendor/htmx.min.js").write_text("/* licence */ let x;")
    files = assets.StaticTree.read(folder).files
    assert files["js/page.js"] == b"export const ten=`// ${ 10 }`;"
    assert files["vendor/htmx.min.js"] == b"/* licence */ let x;"


@pytest.mark.parametrize("change", [("js/hand.js", "changed"), ("js/new.js", "new")])
def test_any_change_of_a_public_file_changes_the_fingerprint(folder: Path, change: tuple[str, str]) -> None:
    before = assets.StaticTree.read(folder)
    assert assets.StaticTree.read(folder) == before
    (folder / change[0]).write_text(change[1])
    assert assets.StaticTree.read(folder).fingerprint != before.fingerprint


def test_the_build_helpers_do_not_count(folder: Path) -> None:
    before = assets.StaticTree.read(folder)
    (folder / "build/tiles.py").write_text("changed")
    assert assets.StaticTree.read(folder) == before


@pytest.mark.parametrize("debug", [False, True])
def test_the_tree_is_read_once_but_again_and_again_in_debug(app: Flask, folder: Path, debug: bool) -> None:
    app.debug = debug
    app.add_url_rule("/", "page", lambda: assets.asset("css/app.css"))
    client = app.test_client()
    before = client.get("/").text
    (folder / "css/app.css").write_text("changed")
    assert (client.get("/").text != before) is debug


@pytest.mark.parametrize("name", ["vendor/htmx.min.js", "vendor/tiles.svg"])
def test_the_build_made_the_vendor_files(name: str) -> None:
    app = create_app()
    response = app.test_client().get(address(app, name))
    assert response.status_code == 200
    assert cache_control(response) == FOREVER


@pytest.mark.parametrize("name", ["tiles.py", "hatch_build.py", "package.json", ".npmrc", "package-lock.json"])
def test_the_real_build_helpers_are_not_served(name: str) -> None:
    assert create_app().test_client().get(f"/static/build/{name}").status_code == 404


def test_the_real_letters_of_the_pictures_are_not_served() -> None:
    app = create_app()
    with app.app_context():
        assert assets.contents("vendor/glyphs.json")
    for prefix in ("/static/", address(app, "vendor/tiles.svg").removesuffix("vendor/tiles.svg")):
        assert app.test_client().get(f"{prefix}vendor/glyphs.json").status_code == 404


def test_a_text_comes_as_small_as_brotli_makes_it_and_a_browser_without_it_gets_it_too() -> None:
    client = create_app().test_client()
    address = client.get("/").text.partition('href="/static/')[2].partition('"')[0]
    packed = client.get(f"/static/{address}", headers={"Accept-Encoding": "br"})
    plain = client.get(f"/static/{address}")
    assert packed.headers["Content-Encoding"] == "br"
    assert brotli.decompress(packed.data) == plain.data
    assert len(packed.data) == len(brotli.compress(plain.data, quality=11))
    for answer in (packed, plain):
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    again = client.get(f"/static/{address}", headers={"Accept-Encoding": "br", "If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304


def test_the_styles_of_the_calculator_and_each_of_our_scripts_are_light() -> None:
    client = create_app().test_client()
    assert len(client.get("/static/css/site.css", headers={"Accept-Encoding": "br"}).data) <= 7650
    scripts = sorted(path.name for path in (Path(__file__).parents[2] / "static" / "js").glob("*.js"))
    sizes = {name: len(client.get(f"/static/js/{name}", headers={"Accept-Encoding": "br"}).data) for name in scripts}
    assert sizes.pop("main.js") <= 11_250
    assert sizes.pop("game.js") <= 6330
    assert max(sizes.values()) <= 3250, sizes
