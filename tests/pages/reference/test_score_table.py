"""The score table: made from the formula, as the documents print it; its page and its JSON."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.markup import Element, problems_of
from tests.scoring.hands import best, random_rules
from webapp.pages.reference.score_table import TABLE_FU, TABLE_HAN, Cell, Row, score_table
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, Rules

TOKUTEN = PRESETS["tokuten"]
SANMA = PRESETS["tenhou_sanma"]


def row_of(rules: Rules, fu: int, honba: int = 0) -> Row:
    (row,) = (row for row in score_table(rules, honba).fu if row.fu == fu)
    return row


def limits_of(rules: Rules, honba: int = 0) -> dict[str, tuple[Cell, Cell]]:
    """The cells of the dealer and of the others by the limit's name."""
    return {row.limit or "": (row.dealer[0], row.other[0]) for row in score_table(rules, honba).limits}


# -- the formula -----------------------------------------------------------------------------------


def up(points: int) -> int:
    """Rounded up to the hundreds."""
    return -(-points // 100) * 100


def basic_points(fu: int, han: int, rules: Rules) -> int:
    """fu × 2^(2 + han), cut off at a mangan, to which 1,920 may be lifted."""
    basic = fu << (2 + han)
    if rules.no_limit:
        return basic
    return 2000 if basic > 2000 or (rules.kiriage_mangan and basic == 1920) else basic


def expected(basic: int, rules: Rules, honba: int, *, is_dealer: bool) -> dict[str, int]:
    """A cell by the rules of payment: ron, the shares of a tsumo and all of them, honba included."""
    each, others = rules.honba_tsumo * honba, rules.players - 1
    share = up(basic * (2 if is_dealer else 1))
    missing = 0 if rules.players == 4 or rules.tsumo_loss else share // 2
    from_dealer = 0 if is_dealer else up(up(basic * 2) + missing)
    share = up(share + missing)
    paying_alike = others if is_dealer else others - 1
    return {
        "ron": up(basic * (6 if is_dealer else 4)) + rules.honba_ron * honba,
        "from_other": share + each,
        "from_dealer": from_dealer + each if from_dealer else 0,
        "total": from_dealer + share * paying_alike + each * others,
    }


def can_be(fu: int, han: int, way: str, rules: Rules) -> bool:
    """20 fu is pinfu by tsumo (2 han at least), or by some rules an open ron; 25 fu seven pairs, 2 han, by tsumo 3.

    110 fu and 1 han are a concealed hand's ron with two kans, a triplet that the ron completed and a pair of 4 fu.
    """
    if rules.fu_fixed:
        return True
    if fu == 20:
        if way == "ron":
            return not rules.open_pinfu_30
        return rules.pinfu_tsumo == "twenty_fu" and han >= 2
    if fu == 25:
        return han >= (2 if way == "ron" else 3)
    return han > 1 or fu <= (110 if way == "ron" and rules.double_wind_pair_fu == 4 else 100)


@given(st.randoms(use_true_random=False).map(random_rules), st.integers(0, 99))
@law(50)
def test_every_cell_is_what_the_formula_says(rules: Rules, honba: int) -> None:
    rules = replace(rules, sanma_tsumo="half")
    for row in score_table(rules, honba).fu:
        assert row.fu is not None
        for cells, is_dealer in ((row.dealer, True), (row.other, False)):
            for han, cell in zip(TABLE_HAN, cells, strict=True):
                wanted = expected(basic_points(row.fu, han, rules), rules, honba, is_dealer=is_dealer)
                has_ron, has_tsumo = (can_be(row.fu, han, way, rules) for way in ("ron", "tsumo"))
                assert cell.ron == (wanted["ron"] if has_ron else None)
                assert cell.from_other == (wanted["from_other"] if has_tsumo else None)
                assert (cell.total == wanted["total"]) is has_tsumo
                assert not has_tsumo or cell.from_dealer == wanted["from_dealer"]
                is_mangan = basic_points(row.fu, han, rules) == 2000 and (has_ron or has_tsumo)
                assert cell.limit == ("mangan" if is_mangan and not rules.no_limit else None)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_limit_is_what_its_basic_points_say(preset: str) -> None:
    rules = PRESETS[preset]
    basics = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000, "yakuman": 8000}
    assert list(limits_of(rules)) == list(basics)
    for name, cells in limits_of(rules, honba=2).items():
        for cell, is_dealer in zip(cells, (True, False), strict=True):
            wanted = expected(basics[name], rules, 2, is_dealer=is_dealer)
            assert {way: getattr(cell, way) for way in wanted} == wanted
            assert cell.limit == name


def test_the_table_has_the_rows_and_columns_that_players_know() -> None:
    assert [row.fu for row in score_table(TENHOU, 0).fu] == [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110]
    assert {(len(row.dealer), len(row.other)) for row in score_table(TENHOU, 0).fu} == {(4, 4)}


def test_the_han_of_the_limits_stand_beside_them() -> None:
    rows = [(row.han, row.and_more) for row in score_table(TENHOU, 0).limits]
    assert rows == [("5", False), ("6–7", False), ("8–10", False), ("11–12", False), ("13", True)]


def test_and_more_han_are_words_of_the_language(client: FlaskClient) -> None:
    for language, han in {"en": "13+ han", "ja": "13翻以上", "zh": "13番以上", "ko": "13판 이상"}.items():
        page = Element.of(client.get(f"/table?lang={language}").text)
        assert page.having("data-limit")[-1].tags("small")[0].text == han


def test_where_13_han_are_a_sanbaiman_the_table_says_so() -> None:
    rows = {row.limit: (row.han, row.and_more) for row in score_table(PRESETS["m_league"], 0).limits}
    assert rows["sanbaiman"] == ("11", True)
    assert rows["yakuman"] == ("", False)


def test_without_a_limit_there_are_none_in_the_table() -> None:
    table = score_table(replace(TENHOU, no_limit=True), 0)
    assert table.limits == ()
    assert {cell.limit for row in table.fu for cell in (*row.dealer, *row.other)} == {None}
    assert [cell.ron for cell in row_of(replace(TENHOU, no_limit=True), 110).other] == [3600, 7100, 14100, 28200]


# -- what is printed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "honba", "dealer", "other"),
    [
        (TENHOU, 0, (5800, 2000, 0), (3900, 1000, 2000)),
        (TENHOU, 3, (6700, 2300, 0), (4800, 1300, 2300)),
        (replace(TENHOU, honba_ron=1500, honba_tsumo=500), 2, (8800, 3000, 0), (6900, 2000, 3000)),
        (SANMA, 3, (6400, 2300, 0), (4500, 1300, 2300)),
        (replace(SANMA, tsumo_loss=False), 0, (5800, 3000, 0), (3900, 1500, 2500)),
    ],
)
def test_honba_and_three_players_change_every_cell(
    rules: Rules, honba: int, dealer: tuple[int, ...], other: tuple[int, ...]
) -> None:
    row = row_of(rules, 30, honba)
    for cell, wanted in ((row.dealer[2], dealer), (row.other[2], other)):
        assert (cell.ron, cell.from_other, cell.from_dealer) == wanted


@pytest.mark.parametrize(
    ("line", "fu", "han"),
    [
        ("123m 456p 789s 34s 55p +5s", 30, 1),
        ("123m 456p 789s 34s 55p +5s tsumo", 20, 2),
        ("1144m 2277p 3388s 4z +4z", 25, 2),
        ("1144m 2277p 3388s 4z +4z tsumo", 25, 3),
        ("[1111z] [9999m] 456p 34s 55p +5s", 100, 1),
    ],
)
def test_a_hand_is_worth_what_stands_in_the_table(line: str, fu: int, han: int) -> None:
    scored = best(line, TENHOU)
    assert (scored.fu, scored.han) == (fu, han)
    cell = row_of(TENHOU, fu).other[han - 1]
    assert scored.points == (cell.total if line.endswith("tsumo") else cell.ron)


def test_where_an_open_hand_without_fu_has_20_the_table_has_its_ron() -> None:
    rules = replace(TENHOU, open_pinfu_30=False)
    scored = best("(234m) 567p 345s 67s 55p +8s", rules)
    assert (scored.fu, scored.han, scored.points) == (20, 1, 700)
    assert [cell.ron for cell in row_of(rules, 20).other] == [700, 1300, 2600, 5200]


@pytest.mark.parametrize(("pinfu_tsumo", "points"), [("thirty_fu", 2000), ("no_pinfu", 1100)])
def test_where_no_tsumo_has_20_fu_the_table_has_none(pinfu_tsumo: Any, points: int) -> None:
    rules = replace(TENHOU, pinfu_tsumo=pinfu_tsumo)
    scored = best("123m 456p 789s 34s 55p +5s tsumo", rules)
    assert (scored.fu, scored.points) == (30, points)
    assert [(cell.from_other, cell.total) for cell in row_of(rules, 20).other] == [(None, None)] * 4


# -- GET /api/table --------------------------------------------------------------------------------


def asked(client: FlaskClient, query: str) -> dict[str, Any]:
    answer = client.get(f"/api/table{query}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def test_the_table_is_answered_as_json(client: FlaskClient) -> None:
    found = asked(client, "?rules=tokuten&honba=1")
    assert found.keys() == {"rules", "honba", "han", "fu", "limits"}
    assert found["rules"].keys() == {"preset", *SWITCHES}
    assert (found["rules"]["preset"], found["honba"], found["han"]) == ("tokuten", 1, [1, 2, 3, 4])
    assert [row["fu"] for row in found["fu"]] == list(TABLE_FU)
    row = next(row for row in found["fu"] if row["fu"] == 30)
    assert row["non_dealer"][0] == {"ron": 1300, "from_other": 400, "from_dealer": 600, "total": 1400, "limit": None}
    assert row["dealer"][3] == {"ron": 12300, "from_other": 4100, "from_dealer": 0, "total": 12300, "limit": "mangan"}
    assert [row["limit"] for row in found["limits"]] == ["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
    assert found["limits"][4]["han"] == "13+"
    assert found["limits"][4]["non_dealer"][0]["ron"] == 32300
    pinfu, seven_pairs = (next(row for row in found["fu"] if row["fu"] == fu) for fu in (20, 25))
    assert [cell["ron"] for cell in pinfu["non_dealer"]] == [None] * 4
    assert [cell["total"] for cell in seven_pairs["non_dealer"]] == [None, None, 3500, 6700]


def test_the_defaults_are_tenhou_without_honba(client: FlaskClient) -> None:
    assert asked(client, "") == asked(client, "?rules=tenhou&honba=0")
    assert asked(client, "?rule.kiriage_mangan=yes")["rules"]["kiriage_mangan"] is True


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("?honba=100", "honba", "bad_number"),
        ("?honba=-1", "honba", "bad_number"),
        ("?honba=x", "honba", "bad_number"),
        ("?rules=poker", "rules", "unknown_rule"),
        ("?rule.jokers=1", "rules", "unknown_rule"),
        ("?rule.pao=chombo", "rules.pao", "unknown_rule"),
    ],
)
def test_what_cannot_be_read_is_refused(client: FlaskClient, query: str, field: str, code: str) -> None:
    answer = client.get(f"/api/table{query}")
    assert answer.status_code == 422
    (problem,) = answer.get_json()["problems"]
    assert problem.keys() == {"field", "code", "message"}
    assert (problem["field"], problem["code"]) == (field, code)


# -- GET /table ------------------------------------------------------------------------------------


def numbers(element: Element) -> list[int]:
    return [int(part) for part in element.text.replace(",", "").replace("/", " ").split() if part.isdecimal()]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("honba", [0, 3])
def test_the_page_shows_every_number_of_the_table(client: FlaskClient, preset: str, honba: int) -> None:
    page = Element.of(client.get(f"/table?rules={preset}&honba={honba}&lang=en").text)
    table = score_table(PRESETS[preset], honba)
    for side, place in (("other", 0), ("dealer", 1)):
        shown = page.tags("table")[place]
        assert shown.tags("caption")[0].text == ("Non-dealer", "Dealer")[place]
        for row in (*table.fu, *table.limits):
            (line,) = shown.having(data_fu=str(row.fu)) if row.fu else shown.having(data_limit=str(row.limit))
            for td, cell in zip(line.tags("td"), getattr(row, side), strict=True):
                assert [numbers(ron) for ron in td.having("data-ron")] == ([[cell.ron]] if cell.ron else [])
                shares = [share for share in (cell.from_other, cell.from_dealer) if share]
                assert [numbers(tsumo) for tsumo in td.having("data-tsumo")] == ([shares] if shares else [])
                assert bool(td.text) is True


def test_the_page_says_by_which_rules_and_how_many_are_changed(client: FlaskClient) -> None:
    plain = Element.of(client.get("/table?rules=m_league&lang=en").text).text
    changed = Element.of(client.get("/table?rules=m_league&rule.kiriage_mangan=no&rule.pao=none&lang=en").text).text
    assert "Rules: M-League" in plain
    assert "changed" not in plain
    assert "Rules: M-League" in changed
    assert "(2 changed)" in changed


def test_a_link_leads_to_the_dealer_s_half(client: FlaskClient) -> None:
    page = Element.of(client.get("/table?lang=en").text)
    (link,) = page.having(href="#dealer")
    assert link.text.startswith("Dealer")
    (half,) = page.having(id="dealer")
    assert "12,000" in half.text


def test_without_a_limit_the_page_has_no_limits(client: FlaskClient) -> None:
    page = Element.of(client.get("/table?rule.no_limit=yes&lang=en").text)
    assert page.having("data-limit") == []
    assert "28,200" in page.text


# -- the stepper of honba --------------------------------------------------------------------------


def stepper(client: FlaskClient, query: str) -> tuple[dict[str, str], dict[str, str], str]:
    """The hidden fields, the honba that − and + lead to, and what is shown."""
    page = Element.of(client.get(f"/table?{query}").text)
    (form,) = (form for form in page.tags("form") if form.attributes.get("action") == "/table")
    assert form["method"] == "get"
    hidden = {field["name"]: field["value"] for field in form.having(type="hidden")}
    buttons = {button.name: button["value"] for button in form.tags("button")}
    assert {button["name"] for button in form.tags("button")} == {"with_honba"}
    return hidden, buttons, form.tags("output")[0].text


@pytest.mark.parametrize(
    ("honba", "less", "more"), [("0", "0", "1"), ("1", "0", "2"), ("7", "6", "8"), ("99", "98", "99")]
)
def test_the_stepper_goes_up_and_down_within_its_bounds(client: FlaskClient, honba: str, less: str, more: str) -> None:
    hidden, buttons, shown = stepper(client, f"rules=m_league&honba={honba}")
    assert buttons == {"One honba less": less, "One honba more": more}
    assert shown == f"{honba} honba"
    assert hidden == {"rules": "m_league"} | ({"honba": honba} if honba != "0" else {})


def test_the_stepper_keeps_the_rules(client: FlaskClient) -> None:
    hidden, _, _ = stepper(client, "rules=m_league&rule.kiriage_mangan=no&rule.pao=none&honba=2")
    assert hidden == {"rules": "m_league", "rule.kiriage_mangan": "no", "rule.pao": "none", "honba": "2"}


def test_the_stepper_keeps_the_chosen_language(client: FlaskClient) -> None:
    hidden, _, _ = stepper(client, "lang=en&honba=2")
    assert hidden == {"lang": "en", "honba": "2"}


def test_the_stepper_keeps_the_hand(client: FlaskClient) -> None:
    """The way back to the calculator leads to the hand one came from, with its honba, also after steps."""
    query = "hand=123m456p789s1122z&riichi=1&rules=m_league&honba=2"
    hidden, buttons, _ = stepper(client, query)
    assert buttons["One honba more"] == "3"
    page = Element.of(client.get("/table", query_string={**hidden, "with_honba": "3", "lang": "en"}).text)
    assert page.tags("output")[0].text == "3 honba"
    back = next(link["href"] for link in page.tags("a") if link.text == "Calculator")
    assert "hand=123m456p789s1122z" in back
    assert {"riichi=1", "honba=2"} <= set(back.split("&"))


@pytest.mark.parametrize("honba", ["honba=100", "honba=-1", "with_honba=many"])
def test_a_number_of_honba_that_cannot_be_is_named(client: FlaskClient, honba: str) -> None:
    page = Element.of(client.get(f"/table?{honba}&lang=en").text)
    assert problems_of(page).keys() == {"bad_number"}
    assert len(page.tags("table")) == 2
