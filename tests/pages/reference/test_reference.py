"""/yaku, the list of yaku with examples, and /api, the description of the JSON API."""

import json
import re
from functools import cache
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from tests.pages.site import get
from webapp.language.i18n import LANGUAGES
from webapp.language.words import PARTS
from webapp.scoring.awards import YAKU
from webapp.scoring.rules import PRESETS, TENHOU

# -- /yaku -----------------------------------------------------------------------------------------


#: Every yaku that counts without being named by the rules.
USUAL = {yaku.key for yaku in YAKU.values() if yaku.allowed(TENHOU)}


@cache
def listed(address: str) -> dict[str, Element]:
    return {item["data-yaku"]: item for item in get(f"/yaku?{address}&lang=en").having("data-yaku")}


@pytest.mark.parametrize(
    ("address", "found"),
    [
        *((f"rules={preset}", USUAL) for preset in PRESETS if preset not in ("kimagure", "wrc", "ema")),
        ("rules=kimagure", USUAL | {"daisharin"}),
        ("rules=wrc", USUAL | {"renhou"}),
        ("rules=ema", USUAL | {"renhou"}),
        ("rule.ippatsu=no", USUAL - {"ippatsu"}),
        ("rule.local_yaku=open_riichi", USUAL | {"open_riichi", "open_double_riichi"}),
        ("rules=wrc&rule.renhou=off", USUAL),
        ("rule.local_yaku=uumensai.paarenchan", USUAL | {"uumensai", "paarenchan"}),
    ],
)
def test_the_yaku_that_count_by_the_rules_are_listed(address: str, found: set[str]) -> None:
    assert set(listed(address)) == found
    assert not any("off" in item["class"] for item in listed(address).values() if "class" in item)


@pytest.mark.parametrize("preset", PRESETS)
def test_with_all_every_yaku_is_listed_and_those_that_do_not_count_are_marked(preset: str) -> None:
    everything = listed(f"rules={preset}&all=1")
    assert set(everything) == {yaku.key for yaku in YAKU.values()}
    counting = set(listed(f"rules={preset}"))
    for key, item in everything.items():
        if key != "renhou":  # has several values, of which one counts
            assert ("class" in item and "off" in item["class"]) is (key not in counting)


@pytest.mark.parametrize(
    ("address", "key", "worth"),
    [
        ("", "riichi", "1 han, closed only"),
        ("", "tanyao", "1 han"),
        ("rule.open_tanyao=no", "tanyao", "1 han, closed only"),
        ("", "toitoi", "2 han"),
        ("", "sanshoku_doujun", "2 han, open 1"),
        ("", "honitsu", "3 han, open 2"),
        ("", "chinitsu", "6 han, open 5"),
        ("", "ryanpeikou", "3 han, closed only"),
        ("", "kokushi_13", "Yakuman"),
        ("rules=majiang", "kokushi_13", "Double yakuman"),
        ("rules=kimagure", "daisuushii", "Yakuman"),
        ("rules=kimagure", "chuuren_9", "Double yakuman"),
        ("rules=wrc", "renhou", "Mangan"),
        ("rule.renhou=five_han", "renhou", "5 han, closed only"),
        ("rule.renhou=baiman", "renhou", "Baiman"),
        ("rule.renhou=yakuman", "renhou", "Yakuman"),
        ("rule.local_yaku=shiiaru_raotai", "shiiaru_raotai", "1 han, open only"),
        ("rule.local_yaku=iipin_mooyue", "iipin_mooyue", "Mangan"),
        ("rule.local_yaku=isshoku_sanjun", "isshoku_sanjun", "3 han, open 2"),
    ],
)
def test_what_a_yaku_is_worth_by_the_rules(address: str, key: str, worth: str) -> None:
    assert listed(address)[key].having(**{"class": "worth"})[0].text == worth


def test_the_yaku_stand_under_what_they_are_worth() -> None:
    page = get("/yaku?all=1&lang=en")
    heads = [head.text for head in page.tags("h2")]
    assert heads == [PARTS[key] for key in ("1", "2", "3", "5", "6", "mangan", "baiman", "yakuman")]
    sections = dict(zip(heads, page.having(**{"class": "cards yaku-list"}), strict=True))
    for head, keys in {
        "1 han": {"riichi", "shiiaru_raotai", "chun"},
        "2 han": {"double_riichi", "chiitoitsu", "uumensai"},
        "3 han": {"honitsu", "open_double_riichi"},
        "6 han": {"chinitsu"},
        "Mangan": {"iipin_mooyue", "chuupin_raoyui", "renhou"},
        "Yakuman": {"tenhou", "daisharin", "renhou"},
    }.items():
        assert keys <= {item["data-yaku"] for item in sections[head].having("data-yaku")}


def test_each_yaku_has_its_rule_and_an_example_of_14_tiles_or_more() -> None:
    for key, item in listed("all=1").items():
        yaku = next(yaku for yaku in YAKU.values() if yaku.key == key)
        assert yaku.rule in item.text
        assert yaku.en in item.tags("h3")[0].text
        assert yaku.ja in item.tags("h3")[0].text
        picture = item.one(role="img")
        assert 14 <= len(picture.tags("use")) <= 18
        assert len(picture.having(**{"class": "won"})) == 1
        assert "winning tile: " in picture["aria-label"]


def test_the_list_leads_to_all_and_back_and_keeps_the_rules() -> None:
    some, every = (get(f"/yaku?{start}rules=kimagure") for start in ("", "all=1&"))
    assert "/yaku?all=1&rules=kimagure" in [link["href"] for link in some.tags("a")]
    assert "/yaku?rules=kimagure" in [link["href"] for link in every.tags("a")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["all=1", "all=1&order=group", "all=1&rules=kimagure&hand=234567m345p2267s8s"])
def test_the_list_of_all_yaku_stays_below_100_kb(client: FlaskClient, address: str, language: str) -> None:
    assert len(client.get(f"/yaku?{address}&lang={language}").data) <= 100_000


def test_each_face_is_drawn_once_and_every_picture_refers_to_one() -> None:
    page = get("/yaku?all=1")
    faces = {f"#{face['id']}" for face in page.tags("g")}
    assert len(faces) == 37
    assert {use["href"] for item in page.having("data-yaku") for use in item.tags("use")} <= faces


def test_a_picture_is_told_in_words_suit_by_suit() -> None:
    assert listed("")["pinfu"].one(role="img")["aria-label"] == (
        "1 2 3 of characters, 4 5 5 5 6 of circles, 3 4 5 7 8 of bamboos, winning tile: 9 of bamboos"
    )


@pytest.mark.parametrize("order", ["han", "group"])
def test_the_index_leads_to_every_part_and_every_yaku(order: str) -> None:
    page = get(f"/yaku?all=1&order={order}")
    (index,) = page.having(**{"class": "index"})
    assert [link["href"][1:] for link in index.tags("a")] == [
        head["id"] for head in page.all() if head.tag == "h2" or "data-yaku" in head
    ]


def test_by_group_every_yaku_stands_in_the_part_that_it_belongs_to() -> None:
    page = get("/yaku?all=1&order=group&lang=en")
    parts = zip([head.text for head in page.tags("h2")], page.having(**{"class": "cards yaku-list"}), strict=True)
    groups = {head: {item["data-yaku"] for item in part.having("data-yaku")} for head, part in parts}
    assert set().union(*groups.values()) == {yaku.key for yaku in YAKU.values()}
    for key, members in {
        "circumstance": {"riichi", "tsumo", "tenhou", "renhou", "paarenchan"},
        "sequences": {"pinfu", "iipeikou", "ryanpeikou", "sanshoku_doujun", "ittsuu", "isshoku_sanjun"},
        "triplets": {"toitoi", "sanankou", "suukantsu", "sanshoku_doukou", "sanrenkou"},
        "ends": {"tanyao", "chanta", "junchan", "honroutou", "chinroutou"},
        "honours": {"haku", "round_wind_E", "shousangen", "daisangen", "daisuushii", "tsuuiisou"},
        "suit": {"honitsu", "chinitsu", "chuuren_9", "ryuuiisou", "daisharin"},
        "shapes": {"chiitoitsu", "kokushi", "daichisei"},
        "other": {"uumensai", "shiiaru_raotai"},
    }.items():
        assert members <= groups[PARTS[key]], key


@pytest.mark.parametrize(
    ("sought", "keys"),
    [
        ("りーち", {"riichi", "double_riichi"}),
        ("DORAGON", set()),
        ("dragons", {"haku", "hatsu", "chun", "shousangen", "daisangen"}),
        ("'<xyz>", set()),
    ],
)
def test_yaku_are_found_by_the_address(sought: str, keys: set[str]) -> None:
    page = get(f"/yaku?q={quote(sought)}&rules=ema&lang=en")
    assert {item["data-yaku"] for item in page.having("data-yaku")} == keys
    (field,) = (field for field in page.tags("input") if field["name"] == "q")
    assert field["value"] == sought
    (search,) = (form for form in page.tags("form") if form.having(name="q"))
    kept = {field["name"]: field["value"] for field in search.having(type="hidden")}
    assert kept == {"rules": "ema", "lang": "en"}
    assert bool(page.having(role="status")) is not bool(keys)


def test_a_yaku_that_the_rules_do_not_have_is_found_by_one_more_tap() -> None:
    (said,) = get("/yaku?q=renhou&rules=tenhou&lang=en").having(role="status")
    assert "counts by these rules" in said.text
    (way,) = said.tags("a")
    assert {item["data-yaku"] for item in get(way["href"]).having("data-yaku")} == {"renhou"}


def test_the_page_says_where_nagashi_mangan_is() -> None:
    (said,) = get("/yaku?q=nagashi+mangan&all=1&lang=en").having(role="status")
    assert "it is under “Draw”" in said.text


def test_what_is_sought_goes_with_the_order_and_with_all() -> None:
    page = get("/yaku?q=kan&rules=ema")
    links = {link["href"] for link in page.tags("a")}
    assert {"/yaku?order=group&q=kan&rules=ema", "/yaku?all=1&q=kan&rules=ema"} <= links


# -- /api ------------------------------------------------------------------------------------------


def test_the_api_page_describes_every_address_of_the_api(client: FlaskClient) -> None:
    described = {address for head in get("/api").tags("h2") for address in head.text.split(", ")}
    routes = {
        f"{method} {rule.rule}"
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == routes


def test_the_examples_of_the_api_page_work(client: FlaskClient) -> None:
    page = get("/api")
    examples = dict(zip([head.text for head in page.tags("h2")], page.tags("pre"), strict=True))
    case = json.loads(examples["POST /api/score"].text)
    answer = client.post("/api/score", json=case)
    assert answer.status_code == 200
    assert answer.get_json()["points"] == 12000
    settle, _, others = examples["POST /api/settle"].text.partition("}]")
    assert json.loads(settle + "}]")
    settled = [client.post("/api/settle", json=json.loads(line)) for line in re.findall(r"\{.*?\}", others)]
    assert [answer.get_json()["outcome"] for answer in settled] == ["draw", "nagashi_mangan"]
    game = client.post("/api/game", json=json.loads(examples["POST /api/game"].text))
    assert len(game.get_json()["states"]) == 3
    assert client.get(examples["GET /api/table"].text).status_code == 200
