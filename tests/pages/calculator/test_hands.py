"""/hands: the hands of a link, drawn and scored by the server. Those of the device are in `test_storage.py`."""

from urllib.parse import parse_qsl, quote, urlencode

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from tests.pages.site import get
from webapp.language.i18n import LANGUAGES
from webapp.pages.calculator.last_hands_link import MOST_HANDS

RON = "hand=123m45556p34789s5s&by=ron&from=2&riichi=1&at=21:05"
TSUMO = "hand=234567m345p2267s8s&by=tsumo&seat=E&riichi=1&at=20:40"
EITHER = "hand=234567m345p2267s8s"
PON = "hand=567m2399p4p&melds=pon555z-chi234s&by=ron"


def shown(*hands: str, **more: str) -> Element:
    return get(f"/hands?{urlencode([('lang', 'en'), *more.items(), *(('h', hand) for hand in hands)])}")


def test_a_link_lists_its_hands_with_who_won_how_and_when() -> None:
    page = shown(RON, TSUMO, EITHER, day="2026-11-22")
    assert page.tags("h1")[0].text == "Sunday, November 22, 2026"
    rows = page.one(**{"class": "hands"}).tags("li")
    assert [row.tags("time")[0].text for row in rows] == ["21:05", "20:40", ""]
    who = [row.having(**{"class": "who"})[0].text for row in rows]
    assert who == ["South wins · Ron from North · Tenhou", "East wins · Tsumo · Tenhou", "South · Tenhou"]
    assert [row.tags("b")[0].text for row in rows] == ["2 han 30 fu 2,000", "4 han 20 fu 7,800", "3 han 20 fu 2,700"]


@pytest.mark.parametrize(
    ("rules", "who", "won", "tiles"),
    [
        ("tenhou", "East, South win · Ron from West · Tenhou", "2 han 30 fu 2,900 · 2 han 30 fu 2,000", ["6p", "5p"]),
        ("m_league", "East wins · Ron from West · M-League", "2 han 30 fu 2,900", ["6p"]),
    ],
)
def test_several_winners_are_one_line_with_what_each_is_paid(rules: str, who: str, won: str, tiles: list[str]) -> None:
    east = quote("hand=123m45666p34789s5s&seat=E&by=ron&from=2&riichi=1")
    row = shown(f"hand=123m45556p34789s5s&seat=S&by=ron&from=1&riichi=1&rules={rules}&also={east}")
    row = row.one(**{"class": "hands"})
    assert row.having(**{"class": "who"})[0].text == who
    assert row.tags("b")[0].text == won
    held = [[use["href"].rpartition("#t")[2] for use in one.tags("use")] for one in row.having(**{"class": "row"})]
    assert [names[5] for names in held] == tiles
    assert [names[-1] for names in held] == ["5s"] * len(tiles)


def test_three_winners_with_whom_the_hand_is_a_draw_are_called_so() -> None:
    east = quote("hand=123m45666p34789s5s&seat=E&by=ron&from=2&riichi=1")
    south = quote(f"hand=123m45556p34789s5s&seat=S&by=ron&from=1&riichi=1&also={east}")
    row = shown(f"hand=123m45556p34789s5s&seat=N&by=ron&from=3&riichi=1&also={south}").one(**{"class": "hands"})
    assert "by these rules the hand is a draw" in row.tags("b")[0].text


def test_every_hand_of_the_list_opens_in_the_calculator_and_shows_all_its_tiles() -> None:
    row = shown(PON).one(**{"class": "hands"}).tags("li")[0]
    assert row.tags("a")[0]["href"] == "/?hand=567m2399p4p&melds=pon555z-chi234s&by=ron&lang=en"
    assert len(row.tags("use")) == 14


def test_melds_of_the_list_lie_apart_as_at_the_table() -> None:
    row = shown("hand=567m2399p4p&melds=pon555z.2-chi234s.3.3s&by=ron").one(**{"class": "hands"}).tags("li")[0]
    pon, chi = row.having(**{"class": "row"})[1:]
    assert [tile["class"] for tile in pon.having(role="img")] == ["tile", "tile lying", "tile"]
    assert chi.having(role="img")[0]["aria-label"] == "3 of bamboos"


@pytest.mark.parametrize(
    "address",
    ["", "x", "hand=123m", "hand=zz", "//elsewhere.example/", "javascript:alert(1)", "&" * 900, "hand=1m" * 50],
)
def test_what_is_no_whole_hand_is_left_out(address: str) -> None:
    page = shown(address, RON)
    assert len(page.one(**{"class": "hands"}).tags("li")) == 1
    assert all(link["href"].startswith(("/", "#")) and link["href"][:2] != "//" for link in page.tags("a"))


def test_a_hand_that_wins_nothing_is_listed_as_such() -> None:
    assert shown("hand=1234m456p789s1123z&at=99:99").one(**{"class": "hands"}).text == "No win"


@pytest.mark.parametrize("day", ["", "yesterday", "2026-13-01", "<b>"])
def test_a_link_without_a_day_has_the_usual_heading(day: str) -> None:
    assert shown(RON, day=day).tags("h1")[0].text == "Last hands"


def test_no_link_makes_a_long_list(client: FlaskClient) -> None:
    response = client.get("/hands?" + "&".join(f"h={quote(RON)}" for _ in range(90)))
    assert response.text.count("<li>") == MOST_HANDS
    assert len(response.data) <= 100 * 1024


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_hands_in_the_link_the_page_is_for_those_of_the_device(language: str) -> None:
    page = get(f"/hands?lang={language}")
    assert page.one(id="hands")["data-seats"].count("|") == 3
    assert page.one(id="hand-row").tags("a")[0]["href"] == "/"


def test_a_hand_of_the_list_leads_back_to_it_and_to_the_hand_before_it(client: FlaskClient) -> None:
    root = "http://localhost"
    own = "hand=123m&rules=wrc&round=S"
    for address, referrer, back in (
        (f"/?{PON}", f"{root}/hands?{own}&tapped=1", ("/hands", own)),
        (f"/?{own}", f"{root}/hands?{own}&tapped=1", None),
        (f"/?{PON}", f"{root}/review", ("/review", "")),
        ("/", f"{root}/review", ("/review", "")),
    ):
        page = Element.of(client.get(address, headers={"Referer": referrer}).text)
        ways = page.having("data-own-at")
        assert len(ways) == (back is not None)
        if back:
            given = dict(parse_qsl(ways[0]["data-own-at"]))
            assert (ways[0]["href"], given) == (back[0], dict(parse_qsl(back[1])))
