"""A reading line by line: each fu says why, each dora says which indicator found what, a concealed kan lies half
turned, and hand, honba and sticks add up."""

from urllib.parse import parse_qsl, quote

import pytest

from tests.pages.site import CLIENT, get
from webapp.formats.address import read_entry
from webapp.language.words import FU, FU_RULES
from webapp.pages.calculator.answer import result_of
from webapp.pages.calculator.sheet import sheet_of
from webapp.pages.calculator.win import WinView
from webapp.scoring.dora import Bonus
from webapp.scoring.notation import format_tiles
from webapp.scoring.tiles import NAMES


def won(query: str) -> WinView:
    """What the main figure says of a hand."""
    entry, unread = read_entry(dict(parse_qsl(query)))
    return result_of(entry, unread).wins[0]


def bonus(query: str, key: str) -> Bonus:
    """The dora of one sort."""
    return next(bonus for bonus in won(query).best.bonuses if bonus.key == key)


def pointed(query: str, key: str = "dora") -> list[tuple[str, str, int]]:
    """Each indicator of a sort, the dora it points to, and how many of these the hand has."""
    return [(NAMES[one.indicator], NAMES[one.kind], one.held) for one in bonus(query, key).pointed]


def proof(query: str, key: str) -> list[str]:
    """What proves a line of the score sheet in the highest reading that has it."""
    lines = [(reading, line) for reading in won(query).readings for line in reading.lines if line.key == key]
    reading, line = lines[0]
    return [format_tiles(tiles) for tiles in reading.proof(line)]


@pytest.mark.parametrize(
    ("query", "name", "reasons", "fu"),
    [
        ("hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron", "concealed_kan", ("yaochuu",), 32),
        ("hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron", "open_triplet", ("yaochuu",), 4),
        ("hand=234p789s5s5s&melds=kakan2222m-pon555z&by=ron", "open_kan", ("chuuchan",), 8),
        ("hand=222m456m789p1s1s&melds=pon555z&by=tsumo", "concealed_triplet", ("chuuchan",), 4),
        ("hand=111m234p567s5z5z6z6z5z&by=ron", "open_triplet", ("yaochuu", "by_ron"), 4),
        ("hand=234m567m99s46p5p&melds=pon555z&by=ron", "wait", ("kanchan",), 2),
        ("hand=234567m345s11z46p5p&by=tsumo", "pair", ("round_wind",), 2),
        ("hand=234567m345p22z78s9s&by=ron&riichi=1", "pair", ("seat_wind",), 2),
        ("hand=234567m345p11z78s9s&by=ron&riichi=1&seat=E", "pair", ("double_wind",), 4),
        ("hand=234567m345p55z78s9s&by=ron&riichi=1", "pair", ("dragon",), 2),
        ("hand=234567m345p2278s9s&by=ron&riichi=1", "closed_ron", (), 10),
    ],
)
def test_a_line_of_fu_says_what_it_is_for(query: str, name: str, reasons: tuple[str, ...], fu: int) -> None:
    lines = [(line.name, line.reasons, line.fu) for line in won(query).best.fu_items]
    assert (name, reasons, fu) in lines


@pytest.mark.parametrize(
    ("query", "key", "blocks"),
    [
        ("hand=12356s11p789s4s&melds=pon777s&by=ron", "ittsuu", ["123s", "456s", "789s"]),
        ("hand=11123345m123p12s3s&by=tsumo", "sanshoku_doujun", ["123m", "123p", "123s"]),
        ("hand=222234m222p55p22s2s&by=tsumo", "sanankou", ["222m", "222p", "222s"]),
        ("hand=222234m222p55p22s2s&by=tsumo", "sanshoku_doukou", ["222m", "222p", "222s"]),
        ("hand=22334455m234p23s4s&by=tsumo", "sanshoku_doujun", ["234m", "234p", "234s"]),
        ("hand=112233m789p12355s&by=tsumo", "iipeikou", ["123m", "123m"]),
        ("hand=111222333m789p5s5s&by=tsumo", "iipeikou", ["123m", "123m"]),
        (
            "hand=112233m789s5p5p&melds=chi123m&by=ron&rule.local_yaku=isshoku_sanjun",
            "isshoku_sanjun",
            ["123m", "123m", "123m"],
        ),
        ("hand=223344m556677p8s8s&by=ron", "ryanpeikou", ["234m", "234m", "567p", "567p"]),
        ("hand=234m567p345678s2s2s&by=ron", "tanyao", []),
        ("hand=55z77z123m456p5z&melds=pon666z&by=ron", "shousangen", ["555z", "77z", "666z"]),
    ],
)
def test_a_yaku_shows_the_blocks_that_it_asks_for_and_no_other(query: str, key: str, blocks: list[str]) -> None:
    assert proof(query, key) == blocks


def test_a_line_of_dora_says_what_each_indicator_finds() -> None:
    query = "hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron&dora=8m1p1z"
    assert pointed(query) == [("8m", "9m", 4), ("1p", "2p", 1), ("1z", "2z", 0)]
    assert bonus(query, "dora").han == 5


def test_by_rules_without_kan_dora_the_first_indicator_alone_is_named() -> None:
    query = "hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron&dora=8m1p&rule.kan_dora=no"
    assert pointed(query) == [("8m", "9m", 4)]


def test_ura_red_fives_and_norths_show_their_tiles() -> None:
    riichi = "hand=340m067p2234067s8s&by=ron&riichi=1&dora=9p&ura=7s"
    assert pointed(riichi, "ura_dora") == [("7s", "8s", 1)]
    assert proof(riichi, "aka_dora") == ["0m0p0s"]
    norths = "hand=234567p234567s5s5s&by=tsumo&nuki=2&rules=tenhou_sanma&dora=3z"
    assert proof(norths, "nuki_dora") == ["44z"]
    assert pointed(norths) == [("3z", "4z", 2)]


def test_the_red_five_of_a_concealed_kan_lies_open() -> None:
    page = get("/?hand=234p44789s55z5z&melds=ankan0555m&by=tsumo")
    kan = page.having("data-reading")[0].tags("li")[-1]
    assert [tile["aria-label"] for tile in kan.having(role="img")][1] == "red 5 of characters"


def test_of_a_concealed_kan_the_outer_tiles_lie_face_down() -> None:
    page = get("/?hand=234p789s5s5s&melds=ankan9999m-kakan5555z&by=ron")
    (reading,) = page.having("data-reading")
    shown = [tile["class"].split() for block in reading.tags("li") for tile in block.having(role="img")]
    assert ["back" in classes for classes in shown[-8:]] == [True, False, False, True] + [False] * 4


def test_a_called_tile_lies_on_its_side_where_the_player_sits_who_fed_it() -> None:
    page = get("/?hand=234p5s5s&melds=chi340m.3.4m-pon555z.2-kakan6666z.1&by=ron")
    (reading,) = page.having("data-reading")
    shown = [[tile["class"].split() for tile in block.having(role="img")] for block in reading.tags("li")]
    lying = [["lying" in classes for classes in block] for block in shown]
    assert lying[-3:] == [[True, False, False], [False, True, False], [False, False, True, True]]


@pytest.mark.parametrize(
    ("query", "parts", "text"),
    [
        (
            "hand=234567m345p2267s8s&by=ron&riichi=1&honba=1&sticks=1",
            (3900, 300, 1000),
            "3,900 → 4,200 (1 honba) + 1,000 sticks",
        ),
        (
            "hand=234567m345p2267s8s&by=tsumo&riichi=1&honba=2&sticks=3",
            (5200, 600, 3000),
            "1,300/2,600 → 1,500/2,800 (2 honba) + 3,000 sticks",
        ),
        ("hand=19m19p19s1234567z1z&seat=E&by=tsumo&honba=1", (48_000, 300, 0), "16,000 → 16,100 all (1 honba)"),
    ],
)
def test_hand_honba_and_sticks_add_up_to_what_the_winner_gains(
    query: str, parts: tuple[int, int, int], text: str
) -> None:
    win = won(query)
    assert (win.sum.hand, win.sum.honba, win.sum.sticks) == parts
    assert win.deltas[win.seat] == win.sum.total
    page = get(f"/?{query}")
    assert " ".join(page.one(**{"class": "sum"}).text.split()) == text
    assert page.one("data-receives").tags("strong")[0].text == f"{sum(parts):,}"


def test_without_honba_and_sticks_nothing_is_added_up() -> None:
    assert get("/?hand=234567m345p2267s8s&by=ron&riichi=1").having(**{"class": "sum"}) == []


def test_the_answer_names_who_discarded() -> None:
    hand = "hand=234567m345p2267s8s&by=ron&riichi=1"
    assert [won(f"{hand}&from={source}").discarder for source in (1, 2, 3)] == [2, 3, 0]
    assert "Ron from North" in get(f"/?{hand}&from=2").text


def test_readings_that_come_to_the_same_say_so() -> None:
    page = get("/?hand=11123m456p789s44z1m&by=ron&riichi=1")
    assert [reading["data-reading-points"] for reading in page.having("data-reading")] == ["1300", "1300"]
    assert page.one("data-why").text == "All readings have the same han, fu and points."


def test_one_thing_is_counted_in_the_singular() -> None:
    assert "1 tile left" in get("/?hand=12378m123p1388s6m&seen=2s2s2s").text
    assert "1 stick" in get("/?sticks=1").one(id="situation").text
    assert "2 sticks" in get("/?sticks=2").one(id="situation").text


HONBA = "honba=2&sticks=1"
WON = "hand=234567m345p2267s8s&dora=1s&by=ron&riichi=1"


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        (f"{WON}&seat=W", "guessed_seat=W&kyoku=2"),  # the dealer has lost: no honba, and the stick is the winner's
        (f"{WON}&seat=E", "guessed_seat=E&honba=3"),
        (f"{WON}&seat=W&also={quote('hand=234567m345p2267s8s&seat=E&riichi=1')}", "guessed_seat=W&honba=3"),
        ("hand=234567m345p2267s1z&seat=E", "guessed_seat=E&honba=2&sticks=1"),  # not won: nothing has changed
    ],
)
def test_a_new_hand_is_played_at_the_same_table(hand: str, table: str) -> None:
    query = f"{hand}&round=S&{HONBA}&rules=majiang"
    button = get(f"/?{query}").one(**{"data-action": "next"})
    response = CLIENT.post("/score", data=dict(parse_qsl(query)) | {"action": button["value"]})
    assert response.status_code == 303
    after = {"round": "S", **dict(parse_qsl(table)), "rules": "majiang"}
    assert dict(parse_qsl(response.location.removeprefix("/?"))) == after
    state = dict(parse_qsl(button["data-state"]))
    assert state == {"kyoku": "1", "honba": "0", "sticks": "0", "nuki": "0", "draws": "18"} | after


@pytest.mark.parametrize("way", ["by=tsumo", "riichi=1", "by=ron"])
def test_the_tiles_of_a_won_hand_are_cleared_without_going_on(way: str) -> None:
    query = f"hand=234567m345p2267s8s&{way}&seat=W&round=S&kyoku=2&{HONBA}"
    button = get(f"/?{query}").one(**{"data-action": "clear-tiles"})
    assert button.text == "Clear tiles"
    response = CLIENT.post("/score", data=dict(parse_qsl(query)) | {"action": button["value"]})
    table = {"guessed_seat": "W", "round": "S", "kyoku": "2", **dict(parse_qsl(HONBA))}
    assert dict(parse_qsl(response.location.removeprefix("/?"))) == table
    assert dict(parse_qsl(button["data-state"])) == {"rules": "tenhou", "nuki": "0", "draws": "18"} | table


def test_who_does_not_get_the_honba_does_not_call_them_out() -> None:
    also = quote(f"hand=234567m345p2267s8s&seat=W&from=3&riichi=1&by=ron&{HONBA}")
    first = get(f"/?hand=234567m345p2267s8s&seat=S&from=1&also={also}&by=ron&riichi=1&{HONBA}&rules=m_league")
    assert first.having(**{"class": "problem"})  # the discarder cannot win
    both = f"hand=234567m345p2267s8s&seat=N&from=2&by=ron&riichi=1&{HONBA}&also="
    for rules, winners in (("tenhou", ["West:"]), ("tokuten", ["West:", "North:"])):
        page = get(f"/?{both}{quote('hand=234567m345p2267s8s&seat=W&from=3&riichi=1&by=ron')}&rules={rules}")
        with_honba = [one.text for one in page.having(**{"class": "sum"}) if "(2 honba)" in one.text]
        assert [text.split()[0] for text in with_honba] == winners
        headings = [" ".join(one.text.split()) for one in page.tags("h2")]
        assert sorted(f"{text.split()[0]}:" for text in headings if "+ 600 (2 honba)" in text) == sorted(winners)


def test_where_there_is_nothing_neither_a_link_nor_a_new_hand_is_offered() -> None:
    for query, is_hidden in (("", True), ("hand=1m", False)):
        page = get(f"/?{query}")
        assert ("hidden" in page.one("data-share")) is is_hidden
        assert ("hidden" in page.one(**{"data-action": "next"})) is is_hidden


@pytest.mark.parametrize(
    ("query", "basic", "payers"),
    [
        ("by=ron&riichi=1", "30 × 2³ ⁺ ² 960", ["from the discarder × 4 = 3,840, rounded up 3,900"]),
        ("by=ron&riichi=1&seat=E", "960", ["from the discarder × 6 = 5,760, rounded up 5,800"]),
        (
            "by=tsumo",
            "20 × 2³ ⁺ ² 640",
            ["from each other player × 1 = 640, rounded up 700", "from the dealer × 2 = 1,280, rounded up 1,300"],
        ),
        ("by=tsumo&seat=E", "640", ["from each player × 2 = 1,280, rounded up 1,300"]),
        ("by=tsumo&tenhou=1&seat=E", "Yakuman 8,000", ["from each player × 2 16,000"]),
    ],
)
def test_the_way_from_han_and_fu_to_points_is_shown(query: str, basic: str, payers: list[str]) -> None:
    page = get(f"/?hand=234567m345p2267s8s&{query}")
    rows = [" ".join(row.text.split()) for row in page.tags("tr")]
    plain = basic.replace("³ ⁺ ²", " 3 + 2")
    assert any(row.startswith("Basic points") and row.endswith(plain) for row in rows), rows
    assert [row for row in rows if row.startswith("from")] == payers


@pytest.mark.parametrize(
    ("sanma_tsumo", "payers"),
    [
        (
            "half",
            [
                "from each other player × 1 = 640, rounded up + 350 (half of North’s payment), rounded up 1,100",
                "from the dealer × 2 = 1,280, rounded up + 350 (half of North’s payment), rounded up 1,700",
            ],
        ),
        ("two_to_one", ["from each other player: a third of a ron 900", "from the dealer: two thirds of a ron 1,700"]),
        ("rounded_once", ["from each other player × 1.5 = 960, rounded up 1,000", "from the dealer × 2.5 1,600"]),
    ],
)
def test_the_share_of_a_missing_player_is_explained(sanma_tsumo: str, payers: list[str]) -> None:
    rules = f"rules=tenhou_sanma&rule.tsumo_loss=no&rule.sanma_tsumo={sanma_tsumo}"
    page = get(f"/?hand=234567p345s2267s8s&by=tsumo&{rules}")
    rows = [" ".join(row.text.split()) for row in page.tags("tr")]
    assert [row for row in rows if row.startswith("from")] == payers


def test_each_fu_item_and_each_han_is_explained() -> None:
    assert FU_RULES.keys() == FU.keys()
    page = get("/?hand=111m234p567s5z5z6z6z5z&by=ron&riichi=1&dora=9m")
    for mark in ("data-fu", "data-yaku"):
        rows = page.having(mark)
        assert rows
        assert all(row.one(**{"class": "rule"}).text.strip() for row in rows)


def test_where_one_way_of_winning_has_no_yaku_both_are_named() -> None:
    figure = get("/?hand=123m456p23789s11z4s").one("data-points")
    assert figure["data-points"] == "1100"
    assert "data-points-ron" not in figure
    assert "Ron No yaku" in " ".join(figure.text.split())


# -- who is paid -------------------------------------------------------------------------------------

OTHER = "hand=234567m345p2267s8s&riichi=1"


def test_a_dealer_who_is_not_paid_leaves_no_honba() -> None:
    also = quote(f"{OTHER}&seat=W")
    page = get(f"/?{WON}&seat=E&from=1&{HONBA}&rules=m_league&also={also}")  # South discards, West is nearer to him
    assert "East is not paid" in page.one(**{"class": "together"}).text
    button = page.one(**{"data-action": "next"})
    state = dict(parse_qsl(button["data-state"]))
    assert (button["value"], state["honba"], state["sticks"]) == ("won", "0", "0")


def test_what_is_told_of_a_link_is_what_is_paid() -> None:
    nearer = quote(f"{OTHER}&seat=W")
    page = get(f"/?{WON}&seat=E&from=1&rules=m_league&also={nearer}")
    assert page.one(property="og:title")["content"].startswith("Mangan 8,000")
    assert "West" in page.one(property="og:description")["content"].split(" · ")[0]
    third = quote(f"{OTHER}&seat=W&also=" + quote(f"{OTHER}&seat=N"))
    page = get(f"/?{WON}&seat=E&from=1&rules=tenhou&also={third}")
    assert page.one(property="og:title")["content"].startswith("Three win on one discard")
    assert page.one(**{"data-action": "next"})["value"] == "drawn"


@pytest.mark.parametrize("by", ["tsumo", "ron"])
def test_where_somebody_is_liable_nothing_is_said_that_nobody_pays(by: str) -> None:
    melds = "pon555z.1.5z-pon666z.2.6z-pon777z.3.7z"
    for source, is_liable in (("0", False), ("3", True)):
        page = get(f"/?hand=234m99p&melds={melds}&by={by}&liable={source}")
        assert bool(page.having("data-liable")) is is_liable
        assert bool(page.having("data-price")) is not is_liable
        assert bool(page.having(**{"class": "spoken"})) is (by == "tsumo" and not is_liable)


def test_one_han_more_is_never_worth_less() -> None:
    page = get("/?hand=234567m345p2267s8s&by=ron&renhou=1&rules=wrc")
    points = int(page.one("data-points")["data-points"])
    rows = [row.text.split() for row in page.tags("tr") if row.text.strip().startswith("+")]
    assert points == 8000
    assert [int(row[-1].replace(",", "")) for row in rows] == [8000, 8000]


def test_a_hand_that_is_won_in_one_way_alone_has_no_empty_table() -> None:
    for flags, has_what_if in (("chiihou=1", False), ("riichi=1", True)):
        page = get(f"/?hand=234567m345p2267s8s&by=tsumo&{flags}")
        assert ("What if" in page.text) is has_what_if
        assert all(table.tags("tr") for table in page.tags("table"))


# -- where everybody sits ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "sides"),
    [("tenhou", ["E left", "N across", "W right"]), ("tenhou_sanma", ["E left", "W right"])],
)
def test_the_others_come_as_they_sit_seen_from_the_winner(rules: str, sides: list[str]) -> None:
    entry, unread = read_entry({"rules": rules})
    assert [f"{other.wind} {other.side}" for other in sheet_of(entry, unread).others] == sides


def test_who_discarded_is_of_no_account_by_tsumo() -> None:
    page = get("/?hand=234567p345s2267s8s&by=tsumo&from=3&rules=tenhou_sanma")
    assert not page.having("data-problem")
    assert get("/?hand=234567p345s2267s8s&by=ron&from=3&rules=tenhou_sanma").having(**{"data-problem": "bad_number"})


@pytest.mark.parametrize(
    ("query", "said"),
    [("rules=tenhou", "Tenhou"), ("rules=m_league", "M-League"), ("rule.open_tanyao=no", "Tenhou (1 changed)")],
)
def test_the_rules_are_named_on_the_face_of_the_page(query: str, said: str) -> None:
    page = get(f"/?hand=1m&{query}")
    assert page.one(**{"class": "in-force"}).text.strip() == said


def test_each_of_several_winners_has_its_own_explanation() -> None:
    east = quote("hand=123m45666p34789s5s&seat=E&by=ron&from=2&riichi=1")
    two = f"hand=123m45556p34789s5s&seat=S&by=ron&from=1&riichi=1&sticks=2&honba=1&also={east}"
    details = get(f"/?{two}").one(**{"class": "readings"})
    captions = [caption.text.split()[0] for caption in details.tags("caption")]
    assert captions == ["Yaku", "Fu", "Points", "What", "Yaku", "Fu", "Points"]
    three = get(f"/?hand=123m45556p34789s5s&seat=N&by=ron&from=3&riichi=1&sticks=2&also={quote(two)}")
    assert "by these rules the hand is a draw. ( Tenhou )" in three.text
    details = three.one(**{"class": "readings"})
    assert "=" not in details.tags("h2")[0].text
    assert "What if" not in details.text
