"""The calculator as the server sends it: complete without JavaScript, and the same in pieces."""

import re
from dataclasses import fields, replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.laws import entries
from tests.pages.links import LINKS, A, Link
from tests.pages.markup import Element, deltas_of, hand_of, points_of, problems_of
from tests.pages.site import CLIENT, HTMX, address, get, post
from webapp.entry import Entry
from webapp.formats.address import form_fields
from webapp.language import words
from webapp.language.i18n import catalogue
from webapp.scoring.hand import Flag
from webapp.scoring.rules import PRESETS, SWITCHES
from webapp.scoring.tiles import NAMES

PANELS = {"switches", "situation", "liable"}
FRAGMENTS = PANELS | {"result", "hand"}
#: What there is whoever plays by whatever rules.
FLAGS = ["riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou"]
SHOWN_MODES = ["tile", "sequence", "triplet", "pair", "chi", "pon", "daiminkan", "kakan", "ankan", "dora", "ura"]
#: States of the page that have nothing wrong, and some that have.
STATES = [
    *(dict(parse_qsl(link.query)) for link in LINKS),
    {},
    {"hand": "123456789m12345p"},
    {"hand": "111m456p789s22z333z"},
    {"hand": "11111m456p789s22z", "by": "ron"},
    {"hand": "234m456p345678s5p5p", "riichi": "1", "double_riichi": "1"},
    {"hand": "123m", "melds": "pon555z-rubbish", "seat": "X", "honba": "many"},
    {"rules": "poker", "dora": "123456m"},
]


def fragments(html: str) -> dict[str, str]:
    """The pieces of an answer to htmx by the id of their one root element."""
    pieces = [piece.strip() for piece in re.split(r"</?hx-partial[^>]*>", html) if piece.strip()]
    roots = [Element.of(piece).children for piece in pieces]
    assert all(len(root) == 1 for root in roots)
    named = [root[0]["id"] for root in roots if isinstance(root[0], Element)]
    assert len(named) == len(set(named)) == len(pieces)
    return dict(zip(named, pieces, strict=True))


# -- the page --------------------------------------------------------------------------------------


def test_what_the_name_of_rules_says_in_brackets_is_left_out_of_the_head() -> None:
    for language in ("en", "ja", "zh", "ko"):
        assert get(f"/?rules=wrc&lang={language}").one(**{"class": "in-force"}).text == "WRC"


def test_the_name_of_rules_of_three_players_keeps_its_brackets() -> None:
    in_force = {"class": "in-force"}
    assert get("/?rules=tenhou_sanma&lang=en").one(**in_force).text == "Tenhou (sanma)"
    changed = get("/?rules=tenhou_sanma&rule.ura_dora=no&lang=en").one(**in_force)
    assert changed.text == "Tenhou (1 changed)"


@pytest.mark.parametrize("link", ["", *(link.query for link in LINKS)])
def test_the_page_is_complete_without_javascript(link: str) -> None:
    page = get(f"/?{link}")
    (form,) = (form for form in page.tags("form") if form.having("data-tile"))
    assert (form["action"], form["method"].lower()) == ("/score", "post")
    for hook in ("data-tile", "data-switch", "data-by", "data-mode", "data-seat-choice", "data-round-choice"):
        assert form.having(hook)
        for control in form.having(hook):
            assert (control.tag, control["type"]) in {("button", "submit"), ("input", "radio"), ("input", "checkbox")}
            assert control["name"]
    *_, noscript = form.tags("noscript")
    (score,) = noscript.tags("button")
    assert score["type"] == "submit"


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link.query)
def test_a_form_sent_as_it_stands_is_the_same_page_again(link: Link) -> None:
    """What the browser sends when the Score button is pressed without JavaScript changes nothing."""
    page = get(f"/?{link.query}")
    (form,) = (form for form in page.tags("form") if form.having("data-tile"))
    response = post(_sent(form), {})
    assert response.status_code == 303
    assert response.location == page.one("data-share")["href"]


def _sent(form: Element) -> dict[str, str]:
    sent: dict[str, str] = {}
    for control in form.tags("input"):
        if control.attributes.get("form") not in (None, form["id"]):
            continue
        is_box = control.attributes.get("type") in ("checkbox", "radio")
        if "disabled" not in control and (not is_box or "checked" in control):
            assert control["name"] not in sent
            sent[control["name"]] = control["value"]
    for select in form.tags("select"):
        chosen = [option["value"] for option in select.tags("option") if "selected" in option]
        sent[select["name"]] = chosen[0] if chosen else select.tags("option")[0]["value"]
    return sent


@pytest.mark.parametrize("form", STATES, ids=str)
def test_the_share_link_is_the_address_of_this_page(form: dict[str, str]) -> None:
    page = get(address(form))
    share = page.one("data-share")["href"]
    again = get(share)
    assert again.one("data-share")["href"] == share
    assert (hand_of(again), points_of(again), deltas_of(again)) == (hand_of(page), points_of(page), deltas_of(page))


def test_an_address_that_says_too_much_is_shared_without_it() -> None:
    page = get("/?hand=8s234567m345p2267s&by=tsumo&riichi=1&from=1&ura=4p&dora=1s&honba=0&ippatsu=&utm_source=friend")
    share = "/?hand=234567m345p2268s7s&dora=1s&ura=4p&by=tsumo&riichi=1"
    assert page.one("data-share")["href"] == share


@pytest.mark.parametrize("form", STATES, ids=str)
def test_it_is_not_asked_for_twice_and_says_what_the_answer_depends_on(form: dict[str, str]) -> None:
    for response in (CLIENT.get(address(form)), post(form), post(form, {})):
        assert {"HX-Request", "Accept-Language", "Cookie"} <= set(response.vary)


def test_static_files_are_the_same_in_every_language() -> None:
    page = get("/")
    files = [link["href"] for link in page.tags("link") if link["rel"] not in ("canonical", "manifest")]
    addresses = files + [script["src"] for script in page.tags("script")]
    assert addresses
    for static in addresses:
        response = CLIENT.get(f"{static}?lang=ja")
        assert response.status_code == 200
        assert not {"Cookie", "Accept-Language"} & set(response.vary)
        assert "Set-Cookie" not in response.headers


# -- stable marks (webapp/pages/api/API.md) ------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_there_is_a_key_for_each_of_the_37_tiles_with_a_name_of_its_own(language: str) -> None:
    page = get("/", language)
    keys = page.having("data-tile")
    assert sorted(key["data-tile"] for key in keys) == sorted(NAMES)
    assert {key.tag for key in keys} == {"button"}
    assert len({key.name for key in keys}) == 37
    assert all(key.name for key in keys)


def test_the_names_of_tiles_are_what_people_say() -> None:
    page, japanese = get("/"), get("/", "ja")
    assert page.one(data_tile="5m").name == "5 of characters"
    assert page.one(data_tile="0m").name == "red 5 of characters"
    assert page.one(data_tile="1z").name == "East wind"
    assert "赤" in japanese.one(data_tile="0p").name
    assert "赤" not in japanese.one(data_tile="5p").name


HOOKS = {
    "data-tile": NAMES,
    "data-switch": FLAGS,
    "data-by": ["ron", "tsumo"],
    "data-seat-choice": "ESWN",
    "data-round-choice": "ESWN",
    "data-from": "123",
    "data-mode": SHOWN_MODES,
    "data-field": ["honba", "sticks", "rules"],
    "data-action": ["undo", "clear", "next"],
}


@pytest.mark.parametrize("form", STATES, ids=str)
def test_every_hook_is_there_once_in_every_state(form: dict[str, str]) -> None:
    page = get(address(form))
    for hook, values in HOOKS.items():
        found = [element[hook] for element in page.having(hook)]
        assert sorted(set(found) & set(values)) == sorted(values), hook
        assert len(found) == len(set(found)), hook


def test_every_control_has_a_name() -> None:
    page = get(f"/?{A.query}")
    around = {id(control): label for label in page.tags("label") for control in label.all()}
    beside = {label["for"]: label for label in page.tags("label") if "for" in label}
    for control in page.tags("button", "input", "select", "a", "summary"):
        if control.attributes.get("type") != "hidden":
            label = around.get(id(control)) or beside.get(control.attributes.get("id") or "")
            assert control.name or (label and label.name), control.attributes


def test_ids_are_used_once() -> None:
    ids = [element["id"] for element in get(f"/?{A.query}").having("id")]
    assert len(ids) == len(set(ids))
    assert set(ids) >= FRAGMENTS


# -- what it shows ---------------------------------------------------------------------------------


def test_the_hand_is_shown_sorted_the_winning_tile_last_and_marked_the_melds_behind() -> None:
    page = get("/?hand=9p7m2p3p9p65m4p&melds=pon555z-chi234s&by=ron")
    assert hand_of(page) == ["5m", "6m", "7m", "2p", "3p", "9p", "9p", "4p", "5z", "5z", "5z", "2s", "3s", "4s"]
    assert [tile["data-hand-tile"] for tile in page.having("data-winning")] == ["4p"]


def test_of_a_concealed_kan_in_the_hand_the_red_five_lies_open() -> None:
    page = get("/?hand=567m2399p&melds=ankan0555m")
    assert hand_of(page)[-4:] == ["5m", "0m", "5m", "5m"]
    faces = [tile["class"].split() for tile in page.one(id="hand").having("data-hand-tile")][-4:]
    assert ["back" in classes for classes in faces] == [True, False, False, True]


def test_an_unfinished_hand_has_no_winning_tile_and_no_points() -> None:
    page = get("/?hand=567m2399p&melds=pon555z-chi234s")
    assert page.having("data-winning") == []
    assert points_of(page) is None


@pytest.mark.parametrize(("query", "code"), [("hand=11111m", "fifth_tile"), ("hand=00s", "too_many_reds")])
def test_of_an_unfinished_hand_it_is_told_what_there_is_too_often(query: str, code: str) -> None:
    assert problems_of(get(f"/?{query}")).keys() == {code}
    assert problems_of(get("/?hand=1111m0s")) == {}


def test_the_example_is_won_at_the_table_that_is_there() -> None:
    example = get("/?round=S&kyoku=3&seat=W&honba=2&rules=majiang").one(data_action="example")
    link = "/?hand=234567m345p2267s8s&dora=1s&ura=4p&round=S&kyoku=3&by=tsumo&riichi=1&honba=2&rules=majiang"
    assert example["href"] == link
    state = dict(parse_qsl(example["data-state"]))
    assert (state["seat"], state["honba"], state["rules"]) == ("S", "2", "majiang")


def test_the_answer_is_announced() -> None:
    assert get("/").one(id="result")["aria-live"] == "polite"


def test_back_leads_to_the_review_or_the_practice_that_the_hand_was_opened_from() -> None:
    for page, back in (("review/hand", ["/review"]), ("drill?kind=fu", ["/drill"]), ("table", [])):
        shown = Element.of(CLIENT.get("/", headers={"Referer": f"http://localhost/{page}"}).text)
        assert [link["href"] for link in shown.having(**{"class": "square"})] == back


def test_ron_and_tsumo_stand_side_by_side_until_one_is_chosen() -> None:
    open_, tsumo, ron = (get(f"/?hand=234m4556p345678s5p{by}") for by in ("", "&by=tsumo", "&by=ron"))
    assert (open_.one("data-points")["data-points"], open_.one("data-points")["data-points-ron"]) == ("2000", "1300")
    assert (points_of(tsumo), points_of(ron)) == (2000, 1300)
    assert not tsumo.having("data-points-ron")
    assert not ron.having("data-points-ron")


def test_a_yaku_of_one_way_of_winning_names_the_way_once_and_stands_where_the_details_have_it() -> None:
    page = get("/?hand=111m333p234s99s55z5z")
    lines = [" ".join(line.text.split()) for line in page.having(**{"class": "yaku-line"})[0].tags("span")]
    assert lines == ["Menzen tsumo", "Haku", "Sanankou Tsumo"]
    assert [row["data-yaku"] for row in page.having("data-yaku")] == ["tsumo", "haku", "sanankou"]


def test_a_hand_that_has_a_yaku_by_tsumo_only_shows_that_alone() -> None:
    page = get("/?hand=123m456p22789s33z3z")
    assert points_of(page) == 1100
    assert not page.having("data-points-ron")
    assert problems_of(page) == {}


def test_every_reading_is_listed_the_best_one_marked() -> None:
    page = get("/?hand=112233m112233p9s9s&by=ron")
    readings = page.having("data-reading")
    points = [int(reading["data-reading-points"]) for reading in readings]
    assert len(points) == 2
    assert points == sorted(points, reverse=True)
    assert ["data-best" in reading for reading in readings] == [True, False]
    assert points[0] == points_of(page)


def test_ura_indicators_can_be_entered_only_where_they_count() -> None:
    def is_offered(query: str) -> bool:
        (key,) = [
            one
            for one in get(f"/?{query}").having("class")
            if "indicators" in one["class"] and one.having(id="ura-tiles")
        ]
        return "hidden" not in key

    assert is_offered("rules=wrc&riichi=1")
    assert not is_offered("rules=wrc&rule.ura_dora=no&riichi=1")
    assert is_offered("rules=wrc&rule.ura_dora=no&riichi=1&dora=1m&ura=1s")  # so that it can be taken away


def test_a_key_whose_copies_are_all_used_is_off() -> None:
    copies = {key["data-tile"]: int(key["data-copies"]) for key in get("/").having("data-tile")}
    for tile in ("1m", "5m", "0m", "7z"):
        for number in range(copies[tile] + 1):
            keys = get(f"/?dora={tile * number}").having("data-tile")
            assert [key["data-tile"] for key in keys if key.is_off] == [tile] * (number == copies[tile])


def description(page: Element, control: Element) -> str:
    """What a screen reader says about a control after its name."""
    if "aria-describedby" in control:
        return " ".join(page.one(id=name).text for name in control["aria-describedby"].split())
    return control.attributes.get("aria-description") or ""


@pytest.mark.parametrize(
    ("link", "off", "on"),
    [
        ("", ["ippatsu"], ["riichi", "double_riichi", "haitei", "houtei", "chiihou"]),
        ("riichi=1", ["chiihou"], ["ippatsu", "riichi", "double_riichi"]),
        ("hand=11m&melds=pon555z", ["riichi", "double_riichi", "ippatsu", "chiihou"], ["haitei", "houtei"]),
        ("hand=11m&melds=ankan5555z", ["ippatsu"], ["riichi", "double_riichi", "rinshan"]),
        ("hand=11m&by=ron", ["haitei", "rinshan", "tenhou", "chiihou"], ["houtei", "chankan"]),
        ("hand=11m&by=tsumo", ["houtei", "chankan", "rinshan", "tenhou"], ["haitei", "chiihou"]),
        ("seat=E", ["chiihou"], ["tenhou"]),
        # A robbed kan has every copy of its tile.
        ("hand=234m34456p22678s0p&by=ron", ["chankan"], ["houtei"]),
        ("hand=234m34456p22678s2p&by=ron&dora=2p", ["chankan"], ["houtei"]),
        ("hand=234m34456p22678s2p&by=ron&dora=1p", [], ["chankan"]),
    ],
)
def test_a_switch_that_cannot_be_is_off_and_says_why(link: str, off: list[str], on: list[str]) -> None:
    page = get(f"/?{link}")
    for flag in off:
        switch = page.one(data_switch=flag)
        assert switch.is_off
        assert description(page, switch)
    for flag in on:
        assert not page.one(data_switch=flag).is_off


def test_a_robbed_kan_of_a_tile_that_is_held_can_be_turned_off() -> None:
    page = get("/?hand=234m34456p22678s0p&by=ron&chankan=1")
    assert not page.one(data_switch="chankan").is_off
    assert list(problems_of(page)) == ["conflicting_flags"]
    assert points_of(page) is not None


def test_what_is_on_can_always_be_turned_off() -> None:
    page = get("/?hand=11m&melds=pon555z&riichi=1&ippatsu=1&haitei=1&by=ron")
    for flag in ("riichi", "ippatsu", "haitei"):
        switch = page.one(data_switch=flag)
        assert "checked" in switch
        assert not switch.is_off


def test_no_yaku_says_what_would_give_one() -> None:
    page = get("/?hand=123m456p789s11z23s4s&by=ron")
    assert "no_yaku" in problems_of(page)
    assert points_of(page) is None
    assert "Riichi" in page.one(id="result").text


# -- pieces for htmx -------------------------------------------------------------------------------


def as_answered(page: str) -> str:
    """A page as its pieces are: a reader who opens a link finds the readings open."""
    return page.replace('<details class="readings" open>', '<details class="readings">')


@pytest.mark.parametrize("form", STATES, ids=str)
def test_the_answer_to_htmx_is_pieces_of_the_very_page(form: dict[str, str]) -> None:
    # The page comes first: it works out the values, which the answer to a tap holds only if they are known.
    page = as_answered(CLIENT.get(address(form), headers={"Accept-Language": "en"}).text)
    response = post(form)
    assert response.status_code == 200
    pieces = fragments(response.text)
    assert pieces.keys() >= FRAGMENTS
    for piece in pieces.values():
        assert piece in page
    for tag in ("html", "head", "body", "script", "form", "title"):
        assert f"<{tag}" not in response.text


@given(entries())
@law(50)
def test_so_it_is_whatever_has_been_entered_once_it_is_settled(entry: Entry) -> None:
    page = as_answered(CLIENT.get(address(form_fields(entry.settled()))).text)
    answer = post(form_fields(entry), {**HTMX, "Accept-Language": ""}).text
    assert all(piece in page for piece in fragments(answer).values())


def without_hidden(panel: str) -> str:
    """A panel as it is seen: its hidden fields have the values that the page has posted."""
    return re.sub(r'<input type="hidden" name="(ura|kept)"[^>]*>', "", panel)


@given(entries(), entries(), st.sets(st.sampled_from([field.name for field in fields(Entry)])))
@law(100)
def test_an_answer_leaves_out_only_panels_that_the_page_shows(entry: Entry, other: Entry, changed: set[str]) -> None:
    before = fragments(post(form_fields(entry)).text)
    mark = Element.of(before["switches"]).one(name="shown")["value"]
    tapped = replace(entry, **{name: getattr(other, name) for name in changed})
    sent = fragments(post(form_fields(tapped)).text)
    answer = fragments(post(form_fields(tapped) | {"shown": mark}).text)
    assert {**sent, **answer} == sent
    left_out = sent.keys() - answer.keys()
    assert left_out in (set(), PANELS)
    assert all(without_hidden(sent[name]) == without_hidden(before[name]) for name in left_out)


@pytest.mark.parametrize(
    ("tap", "is_left_out"),
    [
        ({"hand": "123m456p789s2z2z"}, True),
        ({"hand": "123m456p789s11z", "dora": "1m"}, True),
        ({"riichi": "1"}, False),
        ({"melds": "pon555z"}, False),
        ({"honba": "1"}, False),
        ({"also": "hand=8s&seat=W"}, False),
        ({"ura": "1m"}, False),  # the answer sets it back
        ({"shown": "0"}, False),
    ],
    ids=str,
)
def test_an_answer_leaves_out_the_panels_that_the_tap_does_not_change(tap: dict[str, str], is_left_out: bool) -> None:
    page = get("/?hand=123m456p789s11z")
    (form,) = (form for form in page.tags("form") if form.having("data-tile"))
    answer = fragments(post(_sent(form) | tap).text)
    assert answer.keys() == (FRAGMENTS - PANELS if is_left_out else FRAGMENTS)


def test_the_answer_to_htmx_turns_off_what_the_hand_rules_out() -> None:
    form = {"hand": "123m456p789s11z", "melds": "pon555z", "riichi": "1", "ippatsu": "1", "ura": "1m", "haitei": "1"}
    response = post(form)
    switches = Element.of(fragments(response.text)["switches"])
    on = [each["value"] for each in switches.tags("input") if "checked" in each and each["type"] == "radio"]
    assert on == ["tsumo"]
    assert [each["data-switch"] for each in switches.having("data-switch") if "checked" in each] == ["haitei"]
    assert switches.one(name="ura")["value"] == ""
    assert response.headers["HX-Replace-Url"] == "/?hand=123m456p789s1z1z&melds=pon555z&by=tsumo&haitei=1"


def test_the_answer_to_htmx_has_the_ura_that_another_winner_has_entered() -> None:
    other = "hand=234567m345p2267s8s&riichi=1&ura=3p&seat=N"
    response = post({"hand": "8s", "by": "ron", "riichi": "1", "also": other})
    assert Element.of(fragments(response.text)["switches"]).one(name="ura")["value"] == "3p"


@pytest.mark.parametrize("form", STATES, ids=str)
def test_the_address_bar_is_told_the_share_link(form: dict[str, str]) -> None:
    response = post(form)
    share = Element.of(fragments(response.text)["result"]).one("data-share")["href"]
    assert response.headers["HX-Replace-Url"] == share == get(address(form)).one("data-share")["href"]


@pytest.mark.parametrize("form", STATES, ids=str)
def test_without_htmx_the_answer_is_the_way_to_that_address(form: dict[str, str]) -> None:
    response = post(form, {})
    assert response.status_code == 303
    assert response.location == post(form).headers["HX-Replace-Url"]


def test_a_get_with_the_header_of_htmx_is_still_the_page() -> None:
    assert get("/", headers=HTMX).tags("html")


# -- wrong links -----------------------------------------------------------------------------------


def test_of_a_wrong_link_is_shown_what_could_be_read() -> None:
    page = get("/?hand=123m456p789s11z&melds=rubbish&seat=X&round=S&honba=99999&riichi=1&dora=1m")
    assert hand_of(page) == ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z"]
    assert problems_of(page).keys() == {"bad_notation", "bad_wind", "bad_number"}
    assert len(page.having("data-tile")) == 37
    assert "checked" in page.one(data_round_choice="S")
    assert "checked" in page.one(data_switch="riichi")
    assert page.one("data-share")["href"] == "/?hand=123m456p789s11z&dora=1m&round=S&riichi=1"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("hand", "hello", "bad_notation"),
        ("melds", "pon555", "bad_notation"),
        ("dora", "9z", "bad_notation"),
        ("ura", "9z", "bad_notation"),
        ("round", "X", "bad_wind"),
        ("seat", "5", "bad_wind"),
        ("by", "theft", "bad_value"),
        ("from", "9", "bad_number"),
        ("honba", "-1", "bad_number"),
        ("sticks", "x", "bad_number"),
        ("rules", "poker", "unknown_rule"),
    ],
)
def test_a_problem_names_its_field(language: str, field: str, value: str, code: str) -> None:
    label = words.FIELDS[field]
    problems = problems_of(get(address({field: value}), language))
    assert problems.keys() == {code}
    assert catalogue(language).get(label, label) in problems[code]


# -- presets and flags ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_preset_can_be_chosen_and_is_shown(preset: str, language: str) -> None:
    page = get(f"/?rules={preset}", language)
    options = [option for option in page.one(data_field="rules").tags("option") if "selected" in option]
    assert [option["value"] for option in options] == [preset]


def test_every_flag_of_the_engine_is_a_switch_by_some_rules() -> None:
    local_yaku = ".".join(map(str, SWITCHES["local_yaku"].choices))
    page = get(f"/?rules=wrc&rule.local_yaku={local_yaku}")
    assert {switch["data-switch"] for switch in page.having("data-switch")} == {flag.value for flag in Flag}


@pytest.mark.parametrize(("rules", "is_draw"), [("tenhou", True), ("mahjong_soul", False)])
def test_a_third_winner_with_whom_the_hand_is_a_draw_is_told_so_at_once(rules: str, is_draw: bool) -> None:
    east = "hand%3D123m45666p34789s5s%26seat%3DE%26by%3Dron%26from%3D2%26riichi%3D1"
    south = f"hand%3D123m45556p34789s5s%26by%3Dron%26riichi%3D1%26also%3D{east.replace('%', '%25')}"
    page = get(f"/?hand=5s&seat=N&by=ron&from=3&rules={rules}&also={south}&lang=en")
    result = page.one(id="result")
    assert ("the hand is a draw" in result.text) == is_draw
    assert result["data-taken"] == "E S W"  # two winners and who dealt in


DRAGONS = "hand=23m99p4m&melds=pon555z-pon666z"


@pytest.mark.parametrize(
    ("link", "field", "choices"),
    [
        ("hand=234567m345p2267s8s&by=ron", "from", 3),
        ("hand=234567p345s2267s8s&by=ron&rules=tenhou_sanma", "from", 2),
        ("hand=234567m345p2267s8s&by=ron&from=2", None, 0),
        (f"{DRAGONS}-pon777z", "fed", 3),
        (f"{DRAGONS}-pon777z&liable=1", None, 0),
        (f"{DRAGONS}-pon777z&by=tsumo", "fed", 3),
        (f"{DRAGONS}-pon777z&by=ron", "from", 3),
        (f"{DRAGONS}-pon777z&by=ron&from=2", "fed", 3),
        (f"{DRAGONS}-pon777z&by=tsumo&liable=1", None, 0),
        (f"{DRAGONS}-pon777z.2&by=tsumo", None, 0),
        (f"{DRAGONS}-ankan7777z&by=tsumo", None, 0),
    ],
)
def test_the_answer_asks_for_the_discarder_and_then_for_who_is_liable(
    link: str, field: str | None, choices: int
) -> None:
    questions = get(f"/?{link}").having("data-question")
    assert [question["data-question"] for question in questions] == ([field] if field else [])
    assert sum(len(question.tags("button")) for question in questions) == choices


@pytest.mark.parametrize(
    ("rules", "by", "limit"),
    [
        ("tenhou", "ron", "4 han 30 fu"),
        ("m_league", "ron", "Kiriage mangan"),
        ("wrc", "ron", "Kiriage mangan"),
        ("m_league", "tsumo", "Mangan"),
    ],
)
def test_only_a_mangan_that_is_rounded_up_is_called_so(rules: str, by: str, limit: str) -> None:
    page = get(f"/?hand=123m45556p34789s5s&dora=9m8s&by={by}&riichi=1&rules={rules}&lang=en")
    text = page.one("data-points").text
    assert limit in text
    assert ("Kiriage" in text) is ("Kiriage" in limit)


@pytest.mark.parametrize(
    ("query", "language", "said"),
    [
        ("hand=00m", "en", "red 5 of characters appears 2 times"),
        ("hand=00m", "ja", "赤5萬が2枚あります"),
        ("hand=234m67p11z789s8p&melds=pon112z", "en", "East wind, East wind, South wind cannot be a pon."),
    ],
)
def test_a_problem_names_tiles_in_words(query: str, language: str, said: str) -> None:
    assert said in CLIENT.get(f"/?{query}", headers={"Accept-Language": language}).text


@pytest.mark.parametrize("reds", ["444", "400", "4"])
def test_an_empty_page_has_no_example_whose_fives_would_have_to_be_red(reds: str) -> None:
    assert get("/?lang=en").having(data_action="example")
    assert not get(f"/?rule.red_fives={reds}&lang=en").having(data_action="example")
