"""Waits and discards as other programs ask for them (webapp/pages/api/API.md) and as the page shows them, and how much
work one request can make."""

from time import thread_time
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask.testing import FlaskClient

from tests.efficiency.test_turns import missed
from tests.pages.markup import Element
from webapp.formats.address import read_entry
from webapp.pages.calculator.advice import with_values

DISCARDS: dict[str, Any] = {"concealed": "12378m123p13488s6m", "dora": ["9s"]}
#: Hands far from complete, after which very much would have to be looked at.
FAR = ("147m258p369s12345z", "135m2468p13579s12z", "13579m13579p1357s", "1358m2479p1369s12z")
#: The processor time that one request may take, in seconds; several times what was measured.
BOUND = 3.0


def ask(client: FlaskClient, address: str, case: object) -> dict[str, Any]:
    """The answer for a case that can be answered."""
    response = client.post(address, json=case)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.get_json()
    return answer


def wrong(client: FlaskClient, address: str, case: object) -> set[str]:
    """The fields of a case with something wrong."""
    response = client.post(address, json=case)
    assert response.status_code == 422, response.text
    return {problem["field"] for problem in response.get_json()["problems"]}


def test_waits_have_what_is_left_and_both_ways_of_winning(client: FlaskClient) -> None:
    answer = ask(client, "/api/waits", {"concealed": "234567m345p2267s"})
    assert answer.keys() == {"shanten", "value", "ukeire", "waits"}
    assert answer["shanten"] == 0
    assert answer["ukeire"]["tiles"] == ["5s", "8s"]
    for wait in answer["waits"]:
        assert wait.keys() == {"tile", "remaining", "ron", "tsumo", "problem"}
        assert wait["problem"] is None
    assert sum(wait["remaining"] for wait in answer["waits"]) == answer["ukeire"]["count"] == 8
    assert {wait["tile"]: wait["tsumo"]["points"] for wait in answer["waits"]}["8s"] == 2700


def test_a_wait_without_yaku_says_so(client: FlaskClient) -> None:
    chi = {"type": "chi", "tiles": "123m"}
    answer = ask(client, "/api/waits", {"concealed": "456p789s2399m", "melds": [chi]})
    assert [(wait["tile"], wait["ron"], wait["problem"]) for wait in answer["waits"]] == [
        ("1m", None, "no_yaku"),
        ("4m", None, "no_yaku"),
    ]


def test_of_the_tiles_left_it_is_said_how_many_win_nothing(client: FlaskClient) -> None:
    """1m completes no yaku, 4m all simples: of waits, and of what is discarded before."""
    waits = Element.of(client.get("/?hand=2388m678s567p&melds=chi345p&lang=en").text)
    assert waits.one("data-without-yaku").text == "4 without yaku"
    assert [button["data-wait"] for button in waits.having("data-wait")] == ["1m", "4m"]
    discards = Element.of(client.get("/?hand=23889m678s567p&melds=chi345p&lang=en").text)
    assert discards.one(data_discard="9m").one("data-without-yaku").text == "4 without yaku"
    assert not Element.of(client.get("/?hand=2388m678s567p345p&lang=en").text).having("data-without-yaku")


def test_why_begins_with_the_useful_tiles_of_the_best_discard(client: FlaskClient) -> None:
    page = Element.of(client.get("/?hand=345778m349p2346s7s&seat=E&lang=en").text)
    useful = page.one(data_why_useful="9p")
    assert useful.text.endswith("16 left")
    assert [tile["aria-label"] for tile in useful.having(role="img")] == [
        "9 of circles",
        "2 of circles",
        "5 of circles",
        "5 of bamboos",
        "8 of bamboos",
    ]


def test_discards_come_best_first_with_their_values(client: FlaskClient) -> None:
    answer = ask(client, "/api/discards", DISCARDS)
    assert [(row["tile"], row["value"]) for row in answer["discards"][:2]] == [("4s", 32000), ("1s", 24100)]
    assert answer["value"] == 32000
    assert all("turns" not in row for row in answer["discards"])


SECOND: dict[str, Any] = {"concealed": "6778p1122345s77z0p", "dora": ["2z"], "rules": "majiang"}


def test_a_discard_has_every_form_that_it_leads_to(client: FlaskClient) -> None:
    found = ask(client, "/api/discards", SECOND)["discards"][0]
    assert (found["tile"], found["usual"], found["more_forms"]) == ("2s", 4000, 0)
    assert {"".join(form["draws"]): (form["ways"], form["value"]) for form in found["forms"]} == {
        "9p": (4, 28000),
        "6s": (4, 28000),
        "7z": (2, 55600),
        "6p": (3, 28000),
        "3s": (3, 28000),
        "1s": (2, 36400),
    }
    assert found["value"] == sum(form["ways"] * form["value"] for form in found["forms"])
    of_1s = found["forms"][-1]
    assert of_1s["discards"] == ["2s", "2s"]
    assert [(wait["tile"], wait["remaining"], wait["points"]) for wait in of_1s["waits"]] == [
        ("6p", 3, 5200),
        ("9p", 4, 5200),
    ]
    assert of_1s["waits"][0]["yaku"] == [
        {"key": "riichi", "han": 1},
        {"key": "tsumo", "han": 1},
        {"key": "aka_dora", "han": 1},
    ]


def test_where_the_ways_are_many_the_best_discard_alone_has_its_forms(client: FlaskClient) -> None:
    far = {"concealed": "4567m155p688s3567z", "dora": ["1m"]}
    first, *others = ask(client, "/api/discards", far)["discards"]
    assert first["forms"]
    assert first["usual"]
    assert {(other["usual"], other["more_forms"], *other["forms"]) for other in others} == {(None, 0)}
    assert all(other["value"] for other in others)


@pytest.mark.parametrize(("rules", "payers"), [("tenhou", 3), ("tenhou_sanma", 2)])
def test_what_a_wait_receives_has_honba_and_sticks(client: FlaskClient, rules: str, payers: int) -> None:
    case = {"concealed": "123678p345s2267s", "rules": rules}
    plain, more = (ask(client, "/api/waits", {**case, **table}) for table in ({}, {"honba": 2, "sticks": 1}))
    assert [wait["tile"] for wait in plain["waits"]] == ["2s", "5s", "0s", "8s"]
    for before, after in zip(plain["waits"], more["waits"], strict=True):
        for way in ("ron", "tsumo"):
            assert before[way]["receives"] == before[way]["points"] == after[way]["points"]
            assert after[way]["receives"] == after[way]["points"] + 2 * 100 * payers + 1000


def test_honba_and_sticks_change_no_value(client: FlaskClient) -> None:
    plain, more = (ask(client, "/api/discards", {**DISCARDS, **table}) for table in ({}, {"honba": 2, "sticks": 1}))
    assert [(row["tile"], row["value"], row["usual"]) for row in plain["discards"]] == [
        (row["tile"], row["value"], row["usual"]) for row in more["discards"]
    ]
    draw = more["discards"][0]["forms"][0]["waits"][0]
    assert (draw["points"], draw["receives"]) == (8000, 9600)


def test_honba_of_a_holding_are_read_with_care(client: FlaskClient) -> None:
    assert wrong(client, "/api/waits", {"concealed": "234567m345p2267s", "honba": -1, "sticks": "x"}) == {
        "honba",
        "sticks",
    }


def test_turns_are_answered_when_they_are_asked_for(client: FlaskClient) -> None:
    for row in ask(client, "/api/discards", {**DISCARDS, "turns": True})["discards"]:
        assert {name: len(course) for name, course in row["turns"].items()} == {"tenpai": 18, "win": 18, "points": 18}


def test_the_draws_that_are_left_can_be_named(client: FlaskClient) -> None:
    asked = {**DISCARDS, "turns": True, "seen": ["2s", "9m", "9m"]}
    late = ask(client, "/api/discards", {**asked, "draws": 3})["discards"][0]
    assert late["tile"] == "4s"
    assert {name: len(course) for name, course in late["turns"].items()} == {"tenpai": 3, "win": 3, "points": 3}
    unseen = 136 - 14 - 1 - 3
    assert late["turns"]["win"] == pytest.approx(
        [1 - missed(3, unseen, 3), 1 - missed(3, unseen - 1, 2), 1 - missed(3, unseen - 2, 1)]
    )
    every = ask(client, "/api/discards", {**asked, "draws": 18})
    assert every == ask(client, "/api/discards", asked)


@pytest.mark.parametrize("draws", [0, 19, -1, "x", None, 2.5, True])
def test_a_number_of_draws_that_cannot_be_is_refused(client: FlaskClient, draws: object) -> None:
    assert wrong(client, "/api/discards", {**DISCARDS, "draws": draws}) == {"draws"}
    assert ask(client, "/api/waits", {"concealed": "234567m345p2267s", "draws": draws})


def test_a_complete_hand_has_its_points_and_no_discards(client: FlaskClient) -> None:
    answer = ask(client, "/api/discards", {"concealed": "234567m345p22678s", "drawn": "8s"})
    assert (answer["shanten"], answer["discards"]) == (-1, [])
    assert answer["value"] > 0


def test_tiles_seen_are_not_left(client: FlaskClient) -> None:
    answer = ask(client, "/api/waits", {"concealed": "234567m345p2267s", "seen": ["8s", "8s", "8s"]})
    assert {wait["tile"]: wait["remaining"] for wait in answer["waits"]}["8s"] == 1


@pytest.mark.parametrize("address", ["/api/waits", "/api/discards"])
def test_all_that_is_wrong_is_said_at_once(client: FlaskClient, address: str) -> None:
    assert {"concealed", "seat", "dora.0"} <= wrong(client, address, {"concealed": "9x", "seat": "Q", "dora": ["0z"]})
    assert "concealed" in wrong(client, address, {"concealed": "123m"})


@pytest.mark.parametrize("concealed", FAR)
def test_no_hand_makes_the_server_work_for_long(client: FlaskClient, concealed: str) -> None:
    start = thread_time()
    answer = ask(client, "/api/discards", {"concealed": concealed, "turns": True})
    assert thread_time() - start < BOUND
    assert answer["shanten"] >= 3
    assert all(row["ukeire"]["count"] for row in answer["discards"])


def test_what_is_too_much_has_shanten_and_ukeire_without_values(client: FlaskClient) -> None:
    answer = ask(client, "/api/discards", {"concealed": FAR[0], "turns": True})
    assert (answer["shanten"], answer["value"]) == (6, None)
    assert {row["value"] for row in answer["discards"]} == {None}
    assert all("turns" not in row for row in answer["discards"])


# -- on the page -----------------------------------------------------------------------------------


def page_of(client: FlaskClient, query: str) -> Element:
    return Element.of(client.get(f"/?{query}&lang=en").text)


@pytest.mark.parametrize(
    ("hand", "chi"), [("234567m345p2267s", []), ("067m345p2267s", ["234m"]), ("456p789s2399m", ["123m"])]
)
def test_the_page_shows_each_wait_with_its_points(client: FlaskClient, hand: str, chi: list[str]) -> None:
    answer = ask(client, "/api/waits", {"concealed": hand, "melds": [{"type": "chi", "tiles": tiles} for tiles in chi]})
    page = page_of(client, f"hand={hand}&melds={'-'.join('chi' + tiles for tiles in chi)}&guessed_seat=S")
    assert page.one(data_guessed="S").text == "Winner: South? Tap the winner's wind."
    shown = {wait["data-wait"]: wait for wait in page.having("data-wait")}
    assert shown.keys() == {wait["tile"] for wait in answer["waits"]} != set()
    for wait in answer["waits"]:
        for way in ("ron", "tsumo"):
            points = [element[f"data-wait-{way}"] for element in shown[wait["tile"]].having(f"data-wait-{way}")]
            assert points == ([str(wait[way]["points"])] if wait[way] else [])


@pytest.mark.parametrize("hand", ["147m258p369s1234z", "1122m3344p556s12z"])
def test_the_page_shows_how_far_a_hand_is_and_what_helps(client: FlaskClient, hand: str) -> None:
    answer = ask(client, "/api/waits", {"concealed": hand})
    page = page_of(client, f"hand={hand}")
    assert page.one("data-shanten")["data-shanten"] == str(answer["shanten"])
    assert [element["data-ukeire"] for element in page.having("data-ukeire")] == answer["ukeire"]["tiles"]


def test_the_page_shows_how_far_a_hand_is_before_a_discard(client: FlaskClient) -> None:
    page = page_of(client, "hand=12378m123p13488s6m&dora=9s")
    assert page.one("data-shanten")["data-shanten"] == "0"
    assert [element["data-value"] for element in page.having("data-value")] == ["32000", "24100"]


def test_the_page_and_its_link_know_how_many_draws_are_left(client: FlaskClient) -> None:
    hand = "hand=12378m123p13488s6m&dora=9s"
    found = ask(client, "/api/discards", {**DISCARDS, "turns": True, "draws": 7})["discards"][0]
    page = page_of(client, f"{hand}&draws=7")
    assert page.one(data_field="draws")["value"] == "7"
    shown = [cell.text for cell in page.one(data_course="4s").tags("td")]
    assert shown[1] == f"{100 * found['turns']['win'][0]:.1f} %"
    assert "draws=7" in page.one("data-share")["href"]
    assert "draws" not in page_of(client, hand).one("data-share")["href"]


def test_an_older_link_names_the_turn_instead(client: FlaskClient) -> None:
    page = page_of(client, "hand=12378m123p13488s6m&turn=12")
    assert page.one(data_field="draws")["value"] == "7"


@pytest.mark.parametrize("draws", [1, 2, 18])
def test_the_chart_has_a_point_for_each_draw_left_and_none_for_one_alone(client: FlaskClient, draws: int) -> None:
    page = page_of(client, f"hand=12378m123p13488s6m&dora=9s&draws={draws}")
    lines = [line["points"].split() for line in page.tags("polyline")]
    assert [len(line) for line in lines] == ([draws, draws] if draws > 1 else [])
    for line in lines:
        heights = [float(point.split(",")[1]) for point in line]
        assert heights == sorted(heights)  # the chance falls, and y grows downwards
        assert 0 <= heights[0] < heights[-1] <= 100


def test_the_page_lists_every_form_with_its_points_and_yaku(client: FlaskClient) -> None:
    page = page_of(client, "hand=6778p1122345s77z0p&dora=2z&rules=majiang")
    forms = page.one(data_why_discard="2s").having("data-form")
    assert [form["data-form"] for form in forms] == ["9p", "6s", "7z", "6p", "3s", "1s"]
    text = " ".join(forms[-1].text.split())
    assert text == "× 2 → 5,200 × 3 5,200 × 4 Riichi, Menzen tsumo, Red five 1"


def test_a_choice_shows_tiles_and_points_to_expect(client: FlaskClient) -> None:
    page = page_of(client, "hand=6778p1122345s77z0p&dora=2z&rules=majiang&honba=1")
    choice = page.having("data-discard")[0]
    assert " ".join(choice.text.split()) == "2,662 takes 14"
    assert choice["aria-label"] == "Discard 5 of bamboos, 14 tiles left, chance to win 38.6 %, 2,662 points to expect"


def test_the_points_to_expect_order_the_choices(client: FlaskClient) -> None:
    page = page_of(client, "hand=6778p1122345s77z0p&dora=2z")
    expected = [int(choice["data-expected"]) for choice in page.having("data-expected")]
    assert len(expected) == len(page.having("data-discard", "data-value")) == 8
    assert expected == sorted(expected, reverse=True)


def test_far_from_tenpai_the_page_says_what_orders_the_choices_and_compares_it(client: FlaskClient) -> None:
    page = page_of(client, "hand=13579m246p1378s5z7z")
    assert page.one("data-shanten").text.endswith("(by ways to win × points)")
    shares = [float(cell.text.removesuffix(" %")) for cell in page.having("data-of-best")]
    assert len(shares) == len(page.having("data-value")) == 14
    assert shares[0] == 100
    assert shares == sorted(shares, reverse=True)


def test_without_chances_the_usual_points_are_shown_where_they_differ(client: FlaskClient) -> None:
    hand = "hand=6778p1122345s77z0p&dora=2z&rules=majiang&honba=1"
    entry, _ = read_entry(dict(parse_qsl(hand)))
    shown = with_values(entry.holding(), 18)._replace(courses=())
    assert shown.shows_usual
    assert {each.usual for each in shown.discards} == {4000, 7900}
    assert not with_values(entry.holding(), 18).shows_usual
    same = tuple(each._replace(usual=4300) for each in shown.discards)
    assert not shown._replace(discards=same).shows_usual
    assert not shown._replace(discards=(shown.discards[0]._replace(usual=None), *shown.discards[1:])).shows_usual


def test_where_there_is_too_much_to_work_out_the_page_says_so(client: FlaskClient) -> None:
    page = page_of(client, f"hand={FAR[0]}")
    assert page.having("data-too-much")
    assert not page.having("data-value", "data-why-useful")
    assert not page_of(client, "hand=6778p1122345s77z0p").having("data-too-much")


@pytest.mark.parametrize("table", ["", "&honba=2&sticks=1", "&seat=E&honba=3", "&rules=tenhou_sanma&honba=1"])
def test_a_wait_shows_what_its_winner_receives(client: FlaskClient, table: str) -> None:
    hand = "123678p345s2267s"
    waits = page_of(client, f"hand={hand}{table}").having("data-wait")
    assert waits
    for wait in waits:
        for way in ("ron", "tsumo"):
            shown = wait.one(f"data-wait-{way}")
            won = page_of(client, f"hand={hand}{wait['data-wait']}&by={way}{table}")
            (winner,) = [delta for delta in won.having("data-delta") if int(delta["data-delta"]) > 0]
            assert shown[f"data-wait-{way}"] == winner["data-delta"]
            assert f"{int(winner['data-delta']):,}" in shown.text


def test_waits_say_which_honba_and_sticks_their_points_contain(client: FlaskClient) -> None:
    said = page_of(client, "hand=123678p345s2267s&honba=2&sticks=1").text.replace("( ", "(").replace(" )", ")")
    assert "Included: 600 (2 honba) + 1,000 sticks" in said
    assert "Included:" not in page_of(client, "hand=123678p345s2267s").text
    by_ron = "honba=2&sticks=1&rule.honba_ron=1500&seat=S"
    for hand in ("123678p345s2267s", "123678p345s2267s8s"):
        said = page_of(client, f"hand={hand}&riichi=yes&{by_ron}").text
        assert "Included: 600/3,000 (2 honba) + 1,000 sticks" in said


def test_honba_and_sticks_change_no_figure_of_why(client: FlaskClient) -> None:
    hand = "hand=6778p1122345s77z0p&dora=2z&rules=majiang"
    plain, more = (page_of(client, hand + table) for table in ("", "&honba=2&sticks=1"))
    (why,) = (details for details in plain.tags("details") if details.attributes.get("class") == "readings")
    assert "usually 4,000" in why.text
    assert why.text in more.text


@pytest.mark.parametrize(
    ("rules", "shanten", "waits", "says"),
    [
        ("tenhou", 0, [("7m", 0)], "The hand is tenpai by these rules."),
        ("m_league", 1, [], "The hand is not tenpai by these rules."),
    ],
)
def test_a_wait_that_the_own_melds_hold_says_what_the_rules_make_of_it(
    client: FlaskClient, rules: str, shanten: int, waits: list[tuple[str, int]], says: str
) -> None:
    melds = [{"type": kind, "tiles": tiles} for kind, tiles in (("ankan", "7777m"), ("pon", "111p"), ("pon", "222p"))]
    answer = ask(client, "/api/waits", {"concealed": "68m11z", "melds": melds, "rules": rules})
    assert (answer["shanten"], [(wait["tile"], wait["remaining"]) for wait in answer["waits"]]) == (shanten, waits)
    page = Element.of(client.get(f"/?hand=68m11z&melds=ankan7777m-pon111p-pon222p&rules={rules}&lang=en").text)
    said = page.one(data_melded="7m").text
    assert said.startswith("No tile left: your own melds hold every 7 of characters.")
    assert said.endswith(says)
    assert "shanten" not in page.one("data-hints").text
