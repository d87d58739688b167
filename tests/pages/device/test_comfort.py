"""The buttons for comfort without scripts, and what the cookie brings to a page."""

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from webapp.language.i18n import LANGUAGES
from webapp.limits import TRANSLATED
from webapp.serving.device import SCHEMES, SIZES, SWITCHES, changed


@pytest.mark.parametrize(
    ("before", "word", "after"),
    [
        ((), "left", ("left",)),
        (("left", "sound"), "left", ("sound",)),
        ((), "text-125", ("text-125",)),
        (("text-125", "left"), "text-150", ("text-150", "left")),
        (("text-125", "left"), "text-100", ("left",)),
        (("left",), "x", ("left",)),
    ],
)
def test_a_size_replaces_another_and_a_switch_turns(before: tuple[str, ...], word: str, after: tuple[str, ...]) -> None:
    assert changed(before, word) == after


def test_what_is_tapped_is_kept_and_shown(client: FlaskClient) -> None:
    for word in ("text-150", "sound"):
        response = client.post("/comfort", data={"set": word, "back": "/yaku?rules=ema"})
        assert (response.status_code, response.location) == (303, "/yaku?rules=ema")
    root = Element.of(client.get("/yaku").text).tags("html")[0]
    assert root["data-comfort"] == "text-150 sound"


@pytest.mark.parametrize(
    "back",
    [
        "",
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "https://elsewhere.example",
        "/\t/elsewhere.example",
        "/a//b",
        "x",
    ],
)
def test_the_way_back_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    assert client.post("/comfort", data={"set": "left", "back": back}).location == "/"


@pytest.mark.parametrize("path", ["/", "/yaku?all=1", "/table?honba=2", "/documents/rules", "/help"])
def test_the_way_back_is_the_page_itself(client: FlaskClient, path: str) -> None:
    form = Element.of(client.get(path).text).one(id="comfort")
    assert client.post("/comfort", data={"back": form.tags("input")[0]["value"]}).location == path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_its_button_on_every_page(client: FlaskClient, language: str) -> None:
    words = {*SIZES, *SWITCHES, *SCHEMES} - (set() if language == "en" else {TRANSLATED})
    for path in ("/", "/yaku", "/game"):
        buttons = Element.of(client.get(f"{path}?lang={language}").text).having(form="comfort")
        assert sorted(button["value"] for button in buttons) == sorted(words)
        assert [button["value"] for button in buttons if button["aria-pressed"] == "true"] == ["text-100"]
