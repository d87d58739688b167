"""The picture of a link shows what it must, whatever the hand; and nothing in it runs over."""

import io
import re
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from PIL import Image

from tests.examples import law
from tests.pages.laws import entries, hostile_text
from tests.pages.links import A, B, C
from webapp import create_app
from webapp.drawing import canvas as pictures
from webapp.drawing.canvas import HEIGHT, WIDTH, printable
from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.language.i18n import LANGUAGES, catalogue
from webapp.pages.calculator.meld_layout import laid_out
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.notation import parse_tiles
from webapp.scoring.tiles import NAMES
from webapp.serving.request_limits import ADDRESS

APP = create_app()
CLIENT = APP.test_client(use_cookies=False)
SVG = "{http://www.w3.org/2000/svg}"
TENHOU_KANS = "melds=ankan1111z-kakan2222z.2.2z.2z-daiminkan3333z.1.3z-ankan4444z"


def picture(query: str, language: str = "en") -> ElementTree.Element:
    response = CLIENT.get(f"/preview.svg?{query}&lang={language}")
    assert response.status_code == 200
    assert response.mimetype == "image/svg+xml"
    return ElementTree.fromstring(response.text)


def marked(drawn: ElementTree.Element, name: str) -> list[str]:
    """The values of a mark, in the order in which they are drawn."""
    return [element.attrib[name] for element in drawn.iter() if name in element.attrib]


def tiles_of(drawn: ElementTree.Element) -> list[str]:
    """The tiles of the hand, left to right; those beside it aside."""
    beside = ("data-indicator", "data-figure")
    return [
        element.attrib["data-tile"]
        for element in drawn.iter()
        if "data-tile" in element.attrib and not any(mark in element.attrib for mark in beside)
    ]


def names(text: str) -> list[str]:
    return re.findall("back|[0-9][mpsz]", text)


@pytest.mark.parametrize(
    ("query", "tiles", "points", "said"),
    [
        pytest.param(A.query, "2m3m4m5m6m7m3p4p5p2s2s6s7s8s", 12_000, ["Haneman", "7 han 20 fu"], id="closed, tsumo"),
        pytest.param(B.query, "5m6m7m2p3p9p9p4p5z5z5z2s3s4s", 1000, ["Haku"], id="a pon and a chi"),
        pytest.param(C.query, "2p3p4p5p6p7p5s7s8s9s5sback9m9mback", 2300, ["Riichi"], id="a concealed kan"),
        pytest.param(
            f"hand=5z5z&{TENHOU_KANS}&by=ron",
            "5z5zback1z1zback2z2z2z2z3z3z3z3zback4z4zback",
            96_000,
            ["Triple yakuman", "Suukantsu"],
            id="four kans, three yakuman",
        ),
        pytest.param(
            "hand=19m19p19s1234567z1z&by=ron&seat=E", "1m9m1p9p1s9s1z2z3z4z5z6z7z1z", 48_000, ["Yakuman"], id="orphans"
        ),
        pytest.param(
            "hand=111m999p4567s444z8s&rules=tenhou_sanma&nuki=1&by=tsumo&riichi=1&seat=S",
            "1m1m1m9p9p9p4s5s6s7s4z4z4z8s",
            None,
            [],
            id="three players",
        ),
        pytest.param(
            "hand=22334455667788p&dora=1p1p4s5s6s&ura=7s8s9s1z2z&by=tsumo&riichi=1&ippatsu=1&haitei=1&honba=2&sticks=3",
            "2p2p3p3p4p4p5p5p6p6p7p7p8p8p",
            35_600,
            ["Counted yakuman"],
            id="the longest list of yaku",
        ),
        pytest.param("hand=2346788m345p23s&by=ron", "2m3m4m6m7m8m8m3p4p5p2s3s", None, [], id="not enough tiles"),
    ],
)
def test_a_picture_shows_the_tiles_in_order_and_the_points(
    query: str, tiles: str, points: int | None, said: list[str]
) -> None:
    drawn = picture(query)
    assert tiles_of(drawn) == names(tiles)
    if points is not None:
        assert marked(drawn, "data-points") == [str(points)]
    text = " ".join(marked(drawn, "data-text"))
    assert all(word in text for word in said)


def test_a_picture_says_the_hand_of_the_game() -> None:
    drawn = picture(f"{A.query}&round=S&kyoku=2&honba=2")
    assert "South 2, 2 honba · South · Tsumo · 7 han 20 fu" in marked(drawn, "data-text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_speaks_the_language_of_the_link(language: str) -> None:
    expected = catalogue(language).get("Haneman", "Haneman")
    assert expected in marked(picture(A.query, language), "data-text")


def test_the_winning_tile_stands_apart_and_each_seat_is_told() -> None:
    drawn = picture(A.query)
    assert marked(drawn, "data-winning") == [""]
    assert [int(value) for value in marked(drawn, "data-delta")] == [-6000, 12_000, -3000, -3000]
    assert marked(drawn, "data-indicator") == ["dora", "ura"]


def test_winners_on_one_discard_are_each_named_with_points_and_tiles() -> None:
    also = quote("hand=12399m456789p45s6s&seat=W&riichi=1")
    drawn = picture(f"hand=22345m57s6s&melds=pon111z-chi340p&seat=E&by=ron&from=1&dora=3s&also={also}")
    texts = marked(drawn, "data-text")
    assert {"East · 5,800 · 3 han 30 fu", "West · 3,900 · 3 han 30 fu"} <= set(texts), texts
    assert "Ron from South" in texts[1]
    assert tiles_of(drawn) == names("1m2m3m9m9m4p5p6p7p8p9p4s5s6s2m2m3m4m5m5s7s6s1z1z1z3p4p0p")
    assert len(marked(drawn, "data-winning")) == 2
    assert marked(drawn, "data-delta") == ["5800", "-9700", "3900"]


def test_a_tenpai_shows_its_waits_and_what_to_discard_its_usual_points() -> None:
    drawn = picture("hand=123m456p789s1122z")
    assert [element.attrib["data-tile"] for element in drawn.iter() if "data-figure" in element.attrib] == ["1z", "2z"]
    drawn = picture("hand=12378m123p13488s6m&dora=9s")
    figures = [element.attrib["data-tile"] for element in drawn.iter() if "data-figure" in element.attrib]
    assert figures == ["4s", "1s"]
    assert {"8,000", "2,700"} <= set(marked(drawn, "data-text"))


@pytest.mark.parametrize("language", LANGUAGES)
@given(entry=entries(others=0))
@law(12)
def test_no_text_and_no_tile_runs_over(language: str, entry: Entry) -> None:
    drawn = picture(query(entry), language)
    for element in drawn.iter():
        if "data-width" in element.attrib:
            x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", element.attrib["transform"])[0])
            assert x + float(element.attrib["data-width"]) <= WIDTH - 40
            assert 0 < y <= HEIGHT - 20
        elif "data-tile" in element.attrib and "rotate" not in element.attrib["transform"]:
            x, y, scale = map(float, re.findall(r"[\d.]+", element.attrib["transform"]))
            assert x + 300 * scale <= WIDTH
            assert y + 400 * scale <= HEIGHT


# -- melds -----------------------------------------------------------------------------------------


def meld(kind: str, tiles: str, source: int | None = None, called: str = "", added: str = "") -> Meld:
    one = [parse_tiles(text)[0] if text else None for text in (called, added)]
    return Meld(MeldType(kind), parse_tiles(tiles), one[0], source, one[1])


@pytest.mark.parametrize(
    ("lying", "shown"),
    [
        (meld("chi", "234s", 3, "3s"), "<3s> 2s 4s"),
        (meld("pon", "555z", 2), "5z <5z> 5z"),
        (meld("pon", "055p", 1, "0p"), "5p 5p <0p>"),
        (meld("pon", "555z"), "<5z> 5z 5z"),
        (meld("daiminkan", "1111m", 1), "1m 1m 1m <1m>"),
        (meld("kakan", "0555s", 2, "5s", "0s"), "5s <5s+0s> 5s"),
        (meld("kakan", "2222z"), "<2z+2z> 2z 2z"),
        (meld("ankan", "0555m"), "back 0m 5m back"),
    ],
)
def test_a_called_tile_lies_on_the_side_it_came_from(lying: Meld, shown: str) -> None:
    assert as_laid_out(lying, 4) == shown


@pytest.mark.parametrize(("source", "shown"), [(1, "5z 5z <5z>"), (2, "<5z> 5z 5z")])
def test_of_three_players_the_second_sits_on_the_left(source: int, shown: str) -> None:
    assert as_laid_out(meld("pon", "555z", source), 3) == shown


def as_laid_out(lying: Meld, players: int) -> str:
    words = []
    for tile in laid_out(lying, players):
        text = tile.name + (f"+{tile.added}" if tile.added else "")
        words.append(f"<{text}>" if tile.is_sideways else text)
    return " ".join(words)


# -- painted ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "melds", ["kakan1m", "kakan1111m.a5m", "kakan1111m.1.1m.2m", "ankan1m", "chi9m", "pon123m.3.7z"]
)
def test_tiles_that_are_no_meld_are_shown_as_they_are(melds: str) -> None:
    answer = CLIENT.get(f"/preview.svg?hand=1m&melds={melds}")
    assert answer.status_code == 200
    (entered,) = read_entry({"melds": melds}).entry.melds
    held = sorted(NAMES[tile] for tile in entered.tiles)
    found = laid_out(entered, 4)
    assert sorted(name for tile in found for name in (tile.name, tile.added) if name) == held


def test_the_painted_picture_has_the_size_that_chats_show() -> None:
    response = CLIENT.get(f"/preview.png?{A.query}&lang=en")
    assert response.mimetype == "image/png"
    assert Image.open(io.BytesIO(response.data)).size == (WIDTH, HEIGHT)
    assert len(response.data) < 150_000


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_that_is_known_is_not_sent_again(kind: str) -> None:
    first = CLIENT.get(f"/preview.{kind}?{A.query}&lang=en")
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    again = CLIENT.get(f"/preview.{kind}?{A.query}&lang=en", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    other = CLIENT.get(f"/preview.{kind}?{B.query}&lang=en", headers={"If-None-Match": etag})
    assert other.status_code == 200


@given(text=hostile_text)
@law(50)
def test_nothing_from_a_link_becomes_part_of_the_document(text: str) -> None:
    fields = dict.fromkeys(("hand", "dora", "melds", "rules"), text)
    assume(len(urlencode(fields)) < ADDRESS - len("/preview.svg"))
    response = CLIENT.get("/preview.svg", query_string=fields)
    assert response.status_code == 200
    drawn = ElementTree.fromstring(response.text)
    assert {element.tag for element in drawn.iter()} <= {
        SVG + tag for tag in ("svg", "title", "defs", "symbol", "rect", "path", "g", "use", "circle")
    }
    assert all(not name.startswith("on") for element in drawn.iter() for name in element.attrib)
    assert {value[0] for value in marked(drawn, "href")} <= {"#"}


def test_what_no_document_may_hold_is_left_out() -> None:
    assert printable("a\x00b\x1b\u202ec") == "a b  c"


@pytest.mark.parametrize(
    ("comfort", "language", "name"),
    [("", "en", "Tanyao"), ("translated", "en", "All simples"), ("translated", "ja", "断幺九")],
)
def test_page_picture_and_text_name_yaku_as_the_device_has_chosen(comfort: str, language: str, name: str) -> None:
    link = f"{A.query}&lang={language}"
    cookie = {"Cookie": f"comfort={comfort}"}
    line = ElementTree.fromstring(CLIENT.get(f"/preview.svg?{link}", headers=cookie).text)
    assert name in " ".join(marked(line, "data-text"))
    for address in ("/", "/share"):
        assert name in CLIENT.get(f"{address}?{link}", headers=cookie).text


# -- what a chat reads -----------------------------------------------------------------------------


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)"\s+content="([^"]*)"', page))


def test_behind_a_proxy_the_addresses_are_the_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGARI_PROXIES", "1")
    headers = {"X-Forwarded-Host": "agari.example", "X-Forwarded-Proto": "https"}
    found = meta(create_app().test_client().get("/?hand=123m", headers=headers).text)
    assert found["og:url"] == "https://agari.example/?hand=123m"
    monkeypatch.delenv("AGARI_PROXIES")
    found = meta(create_app().test_client().get("/?hand=123m", headers=headers).text)
    assert found["og:url"] == "http://localhost/?hand=123m"


def test_no_picture_is_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter is drawn once, however often it stands there; a painting that would be longer is made smaller."""
    long = "hand=234m567p3456799s8s&dora=1m29p4z0s&ura=1p3s72z0m&by=ron&riichi=1&also=" + "🀇" * 200
    drawn = CLIENT.get(f"/preview.svg?{long}")
    assert len(drawn.data) <= pictures.LARGEST
    painted = pictures.png(drawn.text)
    assert Image.open(io.BytesIO(painted)).size == (pictures.WIDTH, pictures.HEIGHT)
    monkeypatch.setattr(pictures, "LARGEST", len(painted) - 1)
    smaller = pictures.png(drawn.text)
    assert len(smaller) < len(painted)
    assert Image.open(io.BytesIO(smaller)).size[0] == pictures.WIDTH * 9 // 10
