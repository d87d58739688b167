"""Ways a result leaves the table and comes back: the share page, its QR code, text, JSON, pasted links and cases."""

import html
import io
import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
import resvg_py
import zxingcpp
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.examples import law
from tests.pages.laws import entries, hostile_text
from tests.pages.links import LINKS, A, B, C, Link
from tests.pages.markup import Element
from tests.scoring.hands import Win, but, values_of, wins
from webapp import create_app
from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.address import query, read_entry
from webapp.language.i18n import LANGUAGES
from webapp.pages.calculator.paste import LONGEST, pasted
from webapp.scoring.checks import problems
from webapp.scoring.hand import Flag
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU
from webapp.scoring.score import score
from webapp.scoring.switches import Switch

APP = create_app()
CLIENT = APP.test_client(use_cookies=False)
LONGEST_LINK = 400


def decoded(svg: str) -> str:
    """What a QR code says."""
    painted = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=600))))
    (found,) = zxingcpp.read_barcodes(painted)
    return str(found.text)


def share(link: str, language: str = "en", *, is_fragment: bool = False) -> Element:
    headers = {"Accept-Language": language} | ({"HX-Request": "true"} if is_fragment else {})
    response = CLIENT.get(f"/share?{link}", headers=headers)
    assert response.status_code == 200
    return Element.of(response.text)


def text_of(link: str, language: str = "en") -> str:
    """The text to copy, with its line breaks."""
    page = CLIENT.get(f"/share?{link}", headers={"Accept-Language": language}).text
    (found,) = re.findall(r"<textarea[^>]*data-shared-text>(.*?)</textarea>", page, re.DOTALL)
    return html.unescape(found)


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link.what)
def test_the_qr_code_says_the_link(link: Link) -> None:
    assert decoded(CLIENT.get(f"/qr.svg?{link.query}").text) == f"http://localhost/?{link.query}"


def test_the_qr_code_holds_nothing_but_a_link_to_this_site() -> None:
    said = decoded(CLIENT.get("/qr.svg?hand=javascript:alert(1)&next=https://elsewhere.example").text)
    assert said == "http://localhost/"


def test_a_link_that_no_qr_code_holds_is_refused() -> None:
    host = "a." * 1500 + "example"
    assert CLIENT.get("/qr.svg?hand=123m", headers={"Host": host}).status_code == 414
    assert CLIENT.get("/share?hand=123m", headers={"Host": host}).status_code == 200


def test_a_long_hand_has_a_short_link_and_a_qr_code() -> None:
    melds = "ankan1111m-kakan0555p.2.5p.0p-daiminkan9999s.1.9s-kakan2222z.3.2z.2z"
    link = f"hand=0s5s&melds={melds}&dora=12349m&ura=12349p&by=ron&from=3&seat=W&round=S&honba=12&sticks=3&riichi=1"
    link = query(read_entry(dict(parse_qsl(link))).entry)
    assert len(f"https://agari.example/?{link}&lang=ja") <= LONGEST_LINK
    assert decoded(CLIENT.get(f"/qr.svg?{link}").text).endswith(link)


def test_the_language_that_was_chosen_goes_along() -> None:
    assert decoded(CLIENT.get(f"/qr.svg?{A.query}&lang=ja").text).endswith("&lang=ja")


def test_the_longest_link_of_all_is_still_a_qr_code() -> None:
    """Three winners with four kans each, every flag, every switch changed, as many tiles seen as can be read."""
    melds = "-".join(f"kakan0555{suit}.2.5{suit}.0{suit}" for suit in "mps") + "-kakan2222z.3.2z.2z"
    flags = "&".join(f"{flag}=1" for flag in Flag)
    text = f"hand=0s5s&melds={melds}&dora=1m2p3m4p9m&ura=1m2p3m4p9m&seen={'1' * 399}m&round=S&by=ron&from=3&{flags}"
    winner = read_entry(dict(parse_qsl(text + "&honba=99&sticks=99&draws=17&liable=0&nuki=4"))).entry
    changed: dict[str, Any] = {name: _longest(switch) for name, switch in SWITCHES.items()}
    rules = replace(TENHOU, **changed)
    others = (but(winner, seat=2), but(winner, seat=3))
    link = query(but(winner, also=others, rules=rules))
    assert len(link) > LONGEST_LINK * 4
    assert decoded(CLIENT.get(f"/qr.svg?{link}").text).endswith(link)


def _longest(switch: Switch) -> object:
    """The value of a switch that takes the most room in an address."""
    others = [value for value in values_of(switch) if value != getattr(TENHOU, switch.name)]
    return max(others, key=lambda value: len(switch.to_text(value)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_share_page_has_everything_without_a_script(language: str) -> None:
    page = share(A.query, language)
    assert page.one("data-shared-link")["value"] == f"http://localhost/?{A.query}"
    assert len(page.having("data-reading")) >= 1
    ways = [button["data-share-by"] for button in page.having("data-share-by")]
    assert ways == ["system", "link", "text", "picture"]
    assert all("hidden" in button for button in page.having("data-share-by"))
    assert "hidden" in next(button for button in page.having("data-action") if button["data-action"] == "print")
    assert page.one("data-shared-picture")["href"] == f"/preview.png?{A.query}"


def test_its_script_gets_the_inner_part_alone() -> None:
    piece = share(A.query, is_fragment=True)
    assert [link["href"].rsplit("/", 1)[1] for link in piece.tags("link")] == ["page.css"]  # the calculator has none
    assert piece.tags("html") == []
    assert piece.one("data-shared-link")["value"] == f"http://localhost/?{A.query}"


def test_the_text_says_the_hand_its_worth_and_the_link() -> None:
    text = text_of(C.query)
    assert text.split("\n") == [
        "2,300 · East 1 · South · Ron · 1 han 70 fu · Tenhou",
        "234567p5789s +5s [9999m]",
        "Riichi",
        "South +2,300, Discarder (who?) −2,300",
        f"http://localhost/?{C.query}",
    ]


def test_the_text_says_each_winner_and_who_is_liable() -> None:
    both = "hand=22345m57s6s&melds=pon111z-chi340p&dora=3s&kyoku=4&seat=E&by=ron&from=2&honba=1&sticks=2"
    also = "&also=hand%3D12399m456789p45s6s%26ura%3D8p%26riichi%3D1"
    assert text_of(both + also).split("\n")[:-1] == [
        "8,100 · East 4, 1 honba, 2 sticks · East (dealer) · Ron from West · 3 han 30 fu · Tenhou",
        "22345m57s +6s (111z) (340p) Dora indicator 3s",
        "Bakaze ton, Jikaze ton, Red five 1",
        "South · 7,700 · 4 han 30 fu",
        "12399m456789p45s +6s Ura indicator 8p",
        "Riichi, Pinfu, Dora 1, Ura dora 1",
        "East +8,100, South +7,700, West −13,800",
    ]
    unnamed = text_of((both + also).replace("&from=2", "")).split("\n")
    assert unnamed[-2] == "Discarder (who?)"
    assert "East (Pao) −16,000" in text_of("hand=23p99s4p&melds=pon555z-pon666z-pon777z.1&seat=N&by=ron&from=2")


@pytest.mark.parametrize("path", ["/share", "/"])
def test_on_paper_each_winner_has_their_tiles_yaku_and_points(path: str) -> None:
    also = quote("hand=12399m456789p45s6s&seat=W&riichi=1")
    both = f"hand=22345m57s6s&melds=pon111z-chi340p&seat=E&by=ron&from=1&also={also}"
    first, second = sorted(one.text for one in Element.of(CLIENT.get(f"{path}?{both}").text).having("data-reading"))
    assert first.startswith("East · 5,800"), first
    assert second.startswith("West · 2,000"), second
    assert "Pinfu" in second


def test_the_text_of_a_tenpai_says_its_waits() -> None:
    lines = text_of("hand=123m456p789s1122z").split("\n")
    assert lines[0].startswith("Tenpai")
    assert re.fullmatch(r"1z [\d,–]+, 2z [\d,–]+", lines[2])


# -- JSON ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [link for link in LINKS if link.points], ids=lambda link: link.what)
def test_the_exported_case_is_scored_alike(link: Link) -> None:
    if "also=" in link.query:
        # A case is one winner's.
        assert "data-winner" in CLIENT.get(f"/?{link.query}").text
        return
    response = CLIENT.get(f"/case.json?{link.query}")
    assert response.status_code == 200
    assert "attachment" in response.headers["Content-Disposition"]
    scored = CLIENT.post("/api/score", json=response.get_json())
    assert scored.status_code == 200
    assert scored.get_json()["points"] == link.points


def test_half_a_hand_is_no_case() -> None:
    response = CLIENT.get("/case.json?hand=123m")
    assert response.status_code == 422
    assert [found["field"] for found in response.get_json()["problems"]] == ["hand"]


# -- paste -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        (f"https://agari.example/?{A.query}", A.query),
        (f"look: https://agari.example/?{B.query} !", B.query),
        ("https://tenhou.net/2/?q=123m456p789s1122z", "hand=123m456p789s1122z"),
        ("https://tenhou.net/2/?p=123m456p789s11223z", "hand=123m456p789s1122z3z"),
        ("HTTPS://TENHOU.NET/2/?Q=123M456P789S1122Z", "hand=123m456p789s1122z"),
        ("tenhou.net/2/?q=123m456p789s1122z", "hand=123m456p789s1122z"),
        ("(see https://tenhou.net/2/?q=123m456p789s1122z) and", "hand=123m456p789s1122z"),
        ("「tenhou.net/2/?q=123m456p789s1122z」", "hand=123m456p789s1122z"),
        ("【tenhou.net/2/?q=123m456p789s1122z】です", "hand=123m456p789s1122z"),
        ("https://kobalab.net/majiang/paili.html#m123p406s789z1122", "hand=123m406p789s1122z"),
        (
            "https://kobalab.github.io/majiang/hule.html#m123p123z1z1,s1-23,z222=/z1,m3//1/0/1/0/0/0/0/0/0/%E5%A4%A9",
            "hand=123m123p1z1z&melds=chi123s.3.1s-pon222z.2.2z&dora=1z3m&by=tsumo",
        ),
        (
            "https://kobalab.net/majiang/hule.html#m123456789p12399/s3/s4/0/1/3/1/1/1/0/0/0",
            "hand=123456789m1239p9p&dora=3s&ura=4s&round=S&seat=N&by=ron&riichi=1&ippatsu=1&houtei=1",
        ),
    ],
)
def test_a_pasted_link_is_opened(text: str, opened: str) -> None:
    response = CLIENT.get(f"/?hand=1m&text={quote(text)}")
    assert response.status_code == 302
    shown = read_entry(dict(parse_qsl(urlsplit(response.location).query))).entry
    assert query(shown) == opened


def test_renhou_is_read_from_the_list_of_yaku() -> None:
    """It has another yaku for each worth that rules give it, all with one name."""
    address = "hand=1112222333344m1m&by=ron&from=1&renhou=1&rules=wrc"
    written = text_of(address).rpartition("\n")[0]
    assert CLIENT.get("/", query_string={"text": written}).location == f"/?{address}"


def test_the_shared_text_can_be_pasted() -> None:
    text = text_of(C.query)
    found = pasted(text, Entry())
    assert isinstance(found, dict)
    assert query(read_entry(found).entry) == C.query


@given(wins(), st.sampled_from(list(LANGUAGES)))
@law(50)
def test_the_tiles_of_the_shared_text_alone_can_be_pasted(win: Win, language: str) -> None:
    entry = entry_of(win.hand)
    text = text_of(query(entry), language).split("\n")[1]
    found = read_entry(dict(parse_qsl(urlsplit(CLIENT.get("/", query_string={"text": text}).location).query))).entry
    assert found.shown_tiles == entry.shown_tiles
    assert [sorted(meld.tiles) for meld in found.melds] == [sorted(meld.tiles) for meld in entry.melds]
    assert (found.is_open, found.table.dora, found.ura) == (entry.is_open, entry.table.dora, entry.ura)


@given(wins(), st.sampled_from(list(LANGUAGES)), st.sampled_from(["\n", " ", ""]))
@law(50)
def test_the_shared_text_without_its_link_is_the_same_result(win: Win, language: str, line_break: str) -> None:
    """A field of one line has a space for each line break, or nothing. The text does not say who is liable."""
    hand = but(win.hand, rules=PRESETS[win.hand.table.rules.preset])
    if problems(hand) or score(hand).problems or score(hand).liabilities:
        return
    written = text_of(query(entry_of(hand)), language).split("\n")[:-1]
    answer = CLIENT.get("/", query_string={"text": line_break.join(written)})
    found = urlsplit(answer.location).query
    assert text_of(found, language).split("\n")[:-1] == written


def test_a_pasted_case_is_opened() -> None:
    case = CLIENT.get(f"/case.json?{B.query}").text
    response = CLIENT.get(f"/?text={quote(case)}")
    assert response.location == f"/?{B.query}"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("{", {"bad_json"}),
        ("{}", {"bad_notation"}),
        ("[1]", {"bad_notation"}),
        (json.dumps({"concealed": "123m", "win": "rubbish"}), {"bad_notation"}),
        ("https://elsewhere.example/", {"bad_notation"}),
        ("https://tenhou.net/2/", {"bad_notation"}),
        ("http://[", {"bad_notation"}),
        ("https://x/?" + "hand=1m&" * 1000, {"bad_notation"}),
        (",", {"bad_notation"}),
        ("{" * 5000, {"bad_json"}),
        ("9" * 12_000, {"bad_notation"}),
        ("1112345678999m9m11m", {"wrong_count"}),
        ("123m seat=Q riichii 9x", {"bad_notation", "bad_wind", "unknown_flag"}),
    ],
)
def test_what_cannot_be_read_is_named_and_nothing_is_lost(text: str, codes: set[str]) -> None:
    response = CLIENT.get("/", query_string={"text": text, **dict(parse_qsl(B.query))})
    page = Element.of(response.text)
    assert {found["data-problem"] for found in page.having("data-problem")} == codes
    assert page.one(name="text")["value"] == text[:LONGEST]
    before = Element.of(CLIENT.get(f"/?{B.query}").text)
    for hook in ("data-hand-tile", "data-delta", "data-points"):
        assert [found[hook] for found in page.having(hook)] == [found[hook] for found in before.having(hook)] != []


def test_a_pasted_hand_takes_the_place_of_all_that_belongs_to_a_hand() -> None:
    table = "honba=2&sticks=1&round=S&kyoku=3&seat=W&rules=wrc&rule.ippatsu=no"
    before = (
        f"hand=99m&melds=pon555z-chi123s&dora=1s&ura=2s&by=ron&from=3&riichi=1&ippatsu=1&liable=1&nuki=1&seen=9p&draws=4"
        f"&kept=1&also={quote('hand=1m&seat=N')}&{table}"
    )
    found = pasted("19m 19p", read_entry(dict(parse_qsl(before))).entry)
    expected = read_entry(dict(parse_qsl(f"hand=19m19p&{table}"))).entry
    assert found == expected


def test_a_pasted_hand_says_itself_what_differs_from_the_table() -> None:
    present = read_entry({"hand": "1m", "rules": "wrc", "rule.ippatsu": "no", "seat": "W", "honba": "2"}).entry
    found = pasted("234m67p11z +8p (777z) (345s) dora=1s tsumo seat=E rules=ema", present)
    assert isinstance(found, Entry)
    assert query(found) == "hand=234m67p11z8p&melds=pon777z-chi345s&dora=1s&seat=E&by=tsumo&honba=2&rules=ema"


@given(entries(others=0))
@law(50)
def test_a_hand_as_it_is_entered_is_the_hand_itself(entry: Entry) -> None:
    for is_tsumo in (True, False):
        if entry.is_full and entry.tiles:
            hand = entry.hand(is_tsumo=is_tsumo)
            again = entry_of(hand)
            assert again.hand(is_tsumo=is_tsumo) == hand
            assert problems(but(hand, rules=entry.rules)) == problems(
                but(again.hand(is_tsumo=is_tsumo), rules=again.rules)
            )


@given(text=hostile_text)
@law(50)
def test_whatever_is_pasted_is_no_crash_and_leads_nowhere_else(text: str) -> None:
    for pasted_text in (text, f"https://x/?hand={text}", f'{{"concealed": "{text}", "win": "1m"}}'):
        response = CLIENT.get("/", query_string={"text": pasted_text})
        assert response.status_code in (200, 302)
        assert response.headers.get("Location", "/?").startswith("/?")


def test_all_presets_can_be_shared() -> None:
    for preset in PRESETS:
        assert CLIENT.get(f"/share?rules={preset}&hand=123m").status_code == 200


@pytest.fixture
def client() -> FlaskClient:
    return create_app().test_client()


def test_an_opened_link_leads_with_the_answer_and_a_tap_does_not(client: FlaskClient) -> None:
    page = Element.of(client.get(f"/?{A.query}").text)
    assert "reader" in page.one(id="table")["class"].split()
    assert "open" in next(each for each in page.tags("details") if each.attributes.get("class") == "readings")
    unfinished = Element.of(client.get("/?hand=123m").text)
    assert "reader" not in unfinished.one(id="table")["class"].split()


def test_while_neither_ron_nor_tsumo_is_chosen_the_text_says_both() -> None:
    assert (
        text_of("hand=234567m345p2267s8s").split("\n")[0]
        == "2,700 · East 1 · South · Tsumo (Ron 2,000) · 3 han 20 fu · Tenhou"
    )
