"""/rules and its form, as a browser without JavaScript sees and sends it."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.laws import INJECTION, hostile_text
from tests.pages.markup import Element, problems_of
from tests.pages.site import CLIENT, get
from tests.scoring.hands import but, random_rules
from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.formats.rules import joined_fields
from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.words import GROUPS
from webapp.language.words import PRESETS as PRESET_NAMES
from webapp.language.words import SWITCHES as SWITCH_NAMES
from webapp.scoring.awards import YAKU
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, UNSURE, Rules
from webapp.scoring.table import Table

#: A hand with everything that an address can say, another winner too.
HAND = (
    "hand=234m067p345s8s8s&melds=chi340m.3.0m-kakan5555z.2.5z.5z&dora=1z0p&ura=9s&round=S&seat=W&by=ron&from=3"
    "&houtei=1&honba=2&sticks=3&liable=0"
)
WINNERS = "hand=234m067p34588s8s&by=ron&riichi=1&also=hand%3D123m456p789s3455s%26seat%3DN%26by%3Dron%26from%3D2"
#: The switches that the page shows.
SHOWN = {name: switch for name, switch in SWITCHES.items() if switch.group}
ANY_RULES = st.randoms(use_true_random=False).map(random_rules)


def rules_page(rules: Rules, language: str = "en", hand: str = "") -> Element:
    link = "&".join(filter(None, (hand, query(Entry(table=Table(rules=rules))))))
    return get(f"/rules?{link}", language)


def form_of(page: Element, number: int) -> Element:
    """The form that loads a preset (0) or that uses the switches (1)."""
    return [form for form in page.tags("form") if form["action"] == "/rules"][number]


def sent(form: Element) -> list[tuple[str, str]]:
    """What a browser sends of a form as it stands."""
    fields = []
    for element in form.tags("input", "select"):
        if "name" not in element:
            continue
        if element.tag == "select":
            chosen = [option for option in element.tags("option") if "selected" in option]
            assert len(chosen) == 1, element["name"]
            fields.append((element["name"], chosen[0]["value"]))
        elif element["type"] != "checkbox" or "checked" in element:
            fields.append((element["name"], element["value"]))
    return fields


def used(fields: list[tuple[str, str]], **changed: str | list[str]) -> str:
    """Where the form leads when these fields are changed first; a list of values for the boxes of a set."""
    names = {name.replace("__", "."): value for name, value in changed.items()}
    kept = [(name, value) for name, value in fields if name not in names]
    for name, value in names.items():
        kept += [(name, one) for one in ([value] if isinstance(value, str) else value)]
    body = {name: [value for other, value in kept if other == name] for name, _ in kept}
    answer = CLIENT.post("/rules", data=body)
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def rules_of(address: str) -> Rules:
    read = read_entry(dict(parse_qsl(urlsplit(address).query)))
    assert read.problems == ()
    return read.entry.rules


# -- /rules: every switch is there and shows its value ---------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_every_switch_is_there_with_its_name_and_what_it_does(preset: str) -> None:
    page = rules_page(PRESETS[preset])
    rows = {row["data-rule"]: row for row in page.having("data-rule")}
    assert list(rows) == list(SHOWN)
    for name, row in rows.items():
        assert SWITCH_NAMES[name] in row.text
        assert SWITCHES[name].does in row.text


@pytest.mark.parametrize("name", SHOWN)
def test_a_switch_offers_all_of_its_values_and_no_other(name: str) -> None:
    switch = SWITCHES[name]
    (row,) = rules_page(TENHOU).having(data_rule=name)
    if switch.control == "boxes":
        offered = [box["value"] for box in row.having(type="checkbox")]
        assert {box["name"] for box in row.having(type="checkbox")} == {f"rule.{name}"}
        assert [field["value"] for field in row.having(type="hidden")] == ["none"]
    elif switch.control == "yes_no":
        assert [field["name"] for field in row.tags("input")] == [f"rule.{name}"] * 2
        offered = [field["value"] for field in reversed(row.tags("input"))]
        assert row.one(role="switch")["value"] == "yes"
    elif switch.control == "by_suit":
        selects = row.tags("select")
        assert [select["name"] for select in selects] == ["rule.red_fives"] * 3
        for select in selects:
            assert [option["value"] for option in select.tags("option")] == list("01234")
        return
    elif switch.control == "number":
        (field,) = row.tags("input")
        assert (field["name"], field["min"], field["max"], field["step"]) == (f"rule.{name}", "0", "10000", "100")
        return
    else:
        (select,) = row.tags("select")
        assert select["name"] == f"rule.{name}"
        offered = [option["value"] for option in select.tags("option")]
    assert offered == [str(choice) for choice in switch.choices]


@given(ANY_RULES)
@law(30)
def test_the_page_shows_the_value_of_every_switch_and_sends_it_back(rules: Rules) -> None:
    fields = sent(form_of(rules_page(rules), 1))
    shown = joined_fields((name, [value for other, value in fields if other == name]) for name, _ in fields)
    for name, switch in SWITCHES.items():
        assert switch.from_text(shown[f"rule.{name}"]) == getattr(rules, name)
    address = used(fields)
    assert rules_of(address) == rules
    link = query(Entry(table=Table(rules=rules)))
    assert address == (f"/?{link}" if link else "/")


def test_the_switches_stand_in_their_groups() -> None:
    page = rules_page(TENHOU)
    groups = page.having(**{"class": "card group"})
    assert [group.tags("summary")[0].tags("b")[0].text for group in groups] == list(GROUPS.values())
    for key, group in zip(GROUPS, groups, strict=True):
        inside = [row["data-rule"] for row in group.having("data-rule")]
        assert inside == [name for name, switch in SWITCHES.items() if switch.group == key]
        assert inside


@given(ANY_RULES)
@law(30)
def test_what_differs_from_the_preset_is_marked_and_nothing_else(rules: Rules) -> None:
    rows = rules_page(rules).having("data-rule")
    marked = {row["data-rule"] for row in rows if "changed" in row["class"].split()}
    tagged = {row["data-rule"] for row in rows if "hidden" not in row.one("data-changed")}
    preset = PRESETS[rules.preset].with_honba_of(rules.players)
    assert marked == tagged == {name for name in SHOWN if getattr(rules, name) != getattr(preset, name)}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_not_known_for_certain_is_marked(preset: str) -> None:
    page = rules_page(PRESETS[preset])
    assert page.tags("h1")[0].text == f"Rules: {PRESET_NAMES[preset]}"
    unsure = {row["data-rule"] for row in page.having("data-rule") if "not known for certain" in row.text}
    assert unsure == UNSURE.get(preset, frozenset())


def test_every_label_belongs_to_a_control() -> None:
    page = rules_page(TENHOU)
    ids = [element["id"] for element in page.all() if "id" in element]
    labels = [label["for"] for label in page.tags("label") if "for" in label]
    assert sorted(set(labels) - set(ids)) == []


# -- /rules: the hand is kept ----------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["", HAND, WINNERS, "hand=123m5z&dora=4z", "hand=123p456p&nuki=2&seat=W"])
@pytest.mark.parametrize("preset", ["tenhou", "ema", "mahjong_soul_sanma"])
def test_the_hand_is_kept_through_the_rules(hand: str, preset: str) -> None:
    entry = read_entry(dict(parse_qsl(f"{hand}&rules={preset}"))).entry
    page = get(f"/rules?{query(entry)}")
    for number in (0, 1):
        fields = sent(form_of(page, number))
        address = used(fields)
        assert address == (f"/?{query(entry)}" if query(entry) else "/") or number == 0
        kept = read_entry(dict(parse_qsl(urlsplit(address).query))).entry
        assert query(kept) == query(entry)


def test_a_changed_switch_stands_in_the_address_and_the_hand_stays() -> None:
    fields = sent(form_of(get(f"/rules?{HAND}&rules=m_league"), 1))
    address = used(fields, rule__kiriage_mangan="no")
    entry = read_entry(dict(parse_qsl(HAND))).entry
    wanted = replace(PRESETS["m_league"], kiriage_mangan=False)
    assert address == f"/?{query(but(entry, rules=wanted))}"
    assert address.endswith("rules=m_league&rule.kiriage_mangan=no")


@pytest.mark.parametrize(
    ("change", "end"),
    [
        ({"rule__kiriage_mangan": "yes"}, "/?rule.kiriage_mangan=yes"),
        ({"rule__pao": ["none"]}, "/?rule.pao=none"),
        ({"rule__pao": ["none", "suukantsu", "daisangen"]}, "/?rule.pao=daisangen.suukantsu"),
        ({"rule__pao": ["none", "daisangen", "daisuushii"]}, "/"),
        ({"rule__red_fives": "020"}, "/?rule.red_fives=020"),
        ({"rule__players": "3"}, "/?rule.players=3"),
        ({"rule__honba_ron": "1500", "rule__honba_tsumo": "500"}, "/?rule.honba_ron=1500&rule.honba_tsumo=500"),
        ({"rule__pinfu_tsumo": "no_pinfu"}, "/?rule.pinfu_tsumo=no_pinfu"),
        (
            {"rule__local_yaku": ["none", "uumensai", "daisharin"], "rule__renhou": "mangan"},
            "/?rule.renhou=mangan&rule.local_yaku=daisharin.uumensai",
        ),
        ({}, "/"),
    ],
)
def test_the_address_has_what_differs_from_the_preset_and_nothing_else(
    change: dict[str, str | list[str]], end: str
) -> None:
    assert used(sent(form_of(rules_page(TENHOU), 1)), **change) == end


def test_a_switch_put_back_leaves_the_address() -> None:
    changed = rules_page(replace(TENHOU, kiriage_mangan=True, open_tanyao=False))
    address = used(sent(form_of(changed, 1)), rule__kiriage_mangan="no")
    assert address == "/?rule.open_tanyao=no"


def test_the_address_is_the_calculator_s_own(client: FlaskClient) -> None:
    fields = sent(form_of(get(f"/rules?{HAND}"), 1))
    address = used(fields, rule__honba_to="each", rule__multiple_ron="3")
    calculator = Element.of(client.get(address).text)
    assert calculator.one("data-share")["href"] == address


# -- /rules: presets -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_loaded_into_the_switches_and_the_hand_stays(preset: str) -> None:
    page = get(f"/rules?{HAND}&rules=ema&rule.kiriage_mangan=yes")
    fields = sent(form_of(page, 0))
    assert dict(fields)["preset"] == "ema"
    address = used(fields, preset=preset)
    assert urlsplit(address).path == "/rules"
    assert rules_of(address) == PRESETS[preset]
    kept = read_entry(dict(parse_qsl(urlsplit(address).query))).entry
    assert query(but(kept, rules=TENHOU)) == query(read_entry(dict(parse_qsl(HAND))).entry)
    loaded = get(address)
    assert dict(sent(form_of(loaded, 0)))["preset"] == preset
    assert rules_of(used(sent(form_of(loaded, 1)))) == PRESETS[preset]


@pytest.mark.parametrize("preset", ["tenhou", "wrc"])
def test_the_rules_of_a_game_begin_with_the_preset_of_the_hand(preset: str) -> None:
    links = {link["href"] for link in rules_page(PRESETS[preset], hand=HAND).tags("a") if "/game/rules" in link["href"]}
    (link,) = links
    assert get(link).one("data-in-force")["data-in-force"] == f"rules={preset}"


def test_every_preset_is_offered_by_its_name() -> None:
    options = form_of(rules_page(TENHOU), 0).tags("option")
    assert {option["value"]: option.text for option in options} == PRESET_NAMES
    assert list(PRESET_NAMES) == list(PRESETS)


def test_rules_that_were_only_looked_at_are_left_by_the_way_back() -> None:
    at = "/rules?hand=123m&rules=ema"
    for preset in ("wrc", "rules=m_league&rule.ippatsu=no"):
        page = get(at)
        at = used(sent(form_of(page, 0)), preset=preset)
        shown = get(at)
        (back,) = shown.having(aria_label="Back")
        assert back["href"] == "/?hand=123m&rules=ema"
        assert "hidden" not in shown.one(id="rules-note").attributes
    assert "rules=m_league" in used(sent(form_of(get(at), 1)))


def test_a_preset_that_there_is_not_is_said_to_be_none() -> None:
    answer = CLIENT.post("/rules", data={"preset": "poker", "hand": "123m"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/rules?hand=123m&was=hand%3D123m"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_the_rules_are_read_and_chosen_and_nothing_else(method: str) -> None:
    assert CLIENT.open("/rules", method=method).status_code == 405


# -- no JavaScript ---------------------------------------------------------------------------------


def test_the_rules_of_a_table_are_called_as_there_and_stay_its_rules() -> None:
    rules = "rule.pao_ron_honba=discarder&rule.multiple_ron=3"
    assert get(f"/rules?{rules}").tags("h1")[0].text == "Rules: Tenhou (2 changed)"
    shown = get(f"/rules?hand=123m&{rules}&game=house")
    assert shown.tags("h1")[0].text == "Rules: Usual rules"
    (chosen,) = (one for one in shown.one(id="preset").tags("option") if "selected" in one.attributes)
    assert chosen.text == "Game: Usual rules"
    address = used(sent(form_of(shown, 1)))
    assert dict(parse_qsl(urlsplit(address).query)) == dict(parse_qsl(f"hand=123m&{rules}&game=house"))
    assert "game=" not in used(sent(form_of(shown, 0)), preset="ema").partition("&was=")[0]


@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku", "/api"])
def test_nothing_of_these_pages_needs_javascript(path: str) -> None:
    page = get(path)
    scripts = [script["src"] for script in page.tags("script")]
    own = {"/rules": ["rules.js"], "/yaku": ["yaku.js"]}.get(path, [])
    assert sorted(re.sub(r".*/js/", "", script) for script in scripts) == ["page.js", *own]
    for form in page.tags("form"):
        assert form["method"] in ("get", "post")
        outside = page.having(form=form["id"]) if "id" in form else []
        by_script = [button for section in form.having("hidden") for button in section.tags("button")]
        buttons = [button for button in (*form.tags("button"), *outside) if button not in by_script]
        assert {button["type"] for button in buttons} == {"submit"}
    # What only a script can do is not shown without one; the form of the menu's buttons has nothing to show.
    hidden = {section["id"] for section in page.having("hidden") if "id" in section}
    hidden -= {"install"}  # the browser offers it
    of_rules = {"own-rules", "rules-note", "save-rules", "find-rules"}
    assert hidden == {"comfort", "to-table"} | (of_rules if path == "/rules" else set())


@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku"])
def test_the_pages_lead_to_each_other_with_the_hand_and_the_rules(path: str) -> None:
    link = query(read_entry(dict(parse_qsl(f"{HAND}&rules=ema&rule.kiriage_mangan=yes"))).entry)
    page = get(f"{path}?{link}")
    places = [place["href"] for place in page.tags("nav")[0].tags("a")]
    assert places[:5] == [f"/{name}?{link}" for name in ("game", "", "rules", "table", "yaku")]
    assert page.one(**{"class": "square"})["href"] == f"/?{link}"


# -- languages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku", "/api"])
def test_a_page_says_its_language(path: str, language: str) -> None:
    page = get(f"{path}?lang={language}")
    assert page.tags("html")[0]["lang"] == language


@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku", "/api"])
def test_the_chosen_language_goes_with_every_link_and_form(path: str) -> None:
    page = get(f"{path}?rules=ema&lang=ko")
    links = [
        link["href"] for link in page.tags("a") if "href" in link and link["href"][0] != "#" and "hreflang" not in link
    ]
    assert len([link for link in links if link.endswith("lang=ko")]) >= 4
    assert [link for link in links if "lang=ko" not in link] == (["/"] if path == "/rules" else [])
    for form in page.tags("form"):
        assert "hidden" in form or [field["value"] for field in form.having(name="lang")] == ["ko"]


def test_the_chosen_language_stays_when_the_rules_are_taken() -> None:
    page = get("/rules?rules=ema&lang=ko")
    assert used(sent(form_of(page, 1))) == "/?rules=ema&lang=ko"
    assert used(sent(form_of(page, 0)), preset="wrc") == "/rules?rules=wrc&lang=ko&was=rules%3Dema%26lang%3Dko"


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_every_word_of_the_rules_is_translated(language: str) -> None:
    words = catalogue(language)
    text = rules_page(TENHOU, language).text
    for message in (
        *(SWITCH_NAMES[name] for name in SHOWN),
        *GROUPS.values(),
        *PRESET_NAMES.values(),
        *(switch.does for switch in SHOWN.values()),
    ):
        assert words.get(message), message
        assert words[message] in text


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_the_yaku_and_the_table_are_translated(language: str) -> None:
    words = catalogue(language)
    yaku = get(f"/yaku?all=1&lang={language}").text
    for one in YAKU.values():
        assert words[one.rule] in yaku
    table = get(f"/table?lang={language}").text
    for message in ("Dealer", "Non-dealer", "Haneman", "Score table"):
        assert words[message] in table
        assert message not in table


@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku", "/api"])
def test_without_an_address_the_browser_s_language_is_spoken(path: str) -> None:
    for header, language in (("ja", "ja"), ("de, en;q=0.5", "en"), ("fr", "en")):
        page = get(path, header)
        assert page.tags("html")[0]["lang"] == language


# -- hostile values --------------------------------------------------------------------------------


RULE_FIELDS = ["rules", "rule.", "rule.jokers", *(f"rule.{name}" for name in SWITCHES)]
OTHER_FIELDS = ["hand", "melds", "honba", "all", "lang", "also", "from", "preset"]


def is_harmless(page: Element) -> bool:
    return not page.tags("xss") and not any("onxss" in element for element in page.all())


@pytest.mark.parametrize("field", [*RULE_FIELDS, *OTHER_FIELDS])
def test_no_field_breaks_a_page_or_gets_into_it(field: str) -> None:
    for path in ("/rules", "/table", "/yaku"):
        for value in (INJECTION, "none." * 2000):
            answer = CLIENT.get(path, query_string={field: value})
            assert answer.status_code == 200
            assert is_harmless(Element.of(answer.text))


@given(st.dictionaries(st.sampled_from([*RULE_FIELDS, *OTHER_FIELDS]), hostile_text, max_size=6))
@law(50)
def test_no_rules_sent_are_a_crash(form: dict[str, str]) -> None:
    answer = CLIENT.post("/rules", data=form)
    assert answer.status_code == 303
    assert re.fullmatch(r"/(rules)?(\?[a-z_.]+=[!-~]*)?", answer.headers["Location"])
    assert CLIENT.get("/api/table", query_string=form).status_code in (200, 414, 422)


@given(st.dictionaries(st.sampled_from([*RULE_FIELDS, *OTHER_FIELDS]), st.lists(hostile_text, max_size=3), max_size=4))
@law(25)
def test_no_field_sent_several_times_is_a_crash(form: dict[str, list[str]]) -> None:
    assert CLIENT.post("/rules", data=form).status_code == 303
    assert CLIENT.get("/rules", query_string=form).status_code in (200, 414)


def test_what_cannot_be_read_is_quoted_literally_and_in_short() -> None:
    page = get("/rules?rules=<xss>%26amp;&lang=en")
    assert "There is no preset <xss>&amp;;" in problems_of(page)["unknown_rule"]
    long = get(f"/rules?rules={'x' * 3000}&lang=en")
    assert len(problems_of(long)["unknown_rule"]) < 400


@pytest.mark.parametrize("path", ["/rules", "/table", "/yaku", "/api"])
def test_an_id_is_used_once(path: str) -> None:
    for query_string in ("", "?all=1"):
        ids = [element["id"] for element in get(path + query_string).all() if "id" in element]
        assert sorted(ids) == sorted(set(ids))


def test_a_foreign_page_cannot_send_rules() -> None:
    answer = CLIENT.post("/rules", data={"preset": "ema"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
