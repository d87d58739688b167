"""The page of the rules in a browser: switches, presets, rules of one's own on the device."""

import re
from typing import Self
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.page import Calculator, query_of

#: 4 han 30 fu by ron: 7,700, or a mangan where it is rounded up.
ALMOST = "hand=123m45556p34789s5s&dora=9m8s&by=ron&riichi=1"
#: The rules that `kept` keeps, in an address.
HOME = "rules=tenhou&rule.kiriage_mangan=yes&rule.multiple_ron=3"


class RulesPage:
    """The page of the rules: its switches, its presets, and the rules kept on the device."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.own = page.locator("#own-list li")

    def open(self, query: str = "") -> Self:
        self.page.goto(f"/rules?{query}")
        return self

    def row(self, name: str) -> Locator:
        return self.page.locator(f"[data-rule='{name}']")

    def control(self, name: str) -> Locator:
        """The switch of a rule, or its list of values."""
        return self.row(name).locator("[role=switch], select")

    def unfold(self, name: str) -> Locator:
        """The row of a rule, in its open section."""
        row = self.row(name)
        row.wait_for(state="attached")  # a page that is still coming has none
        if not row.is_visible():
            row.locator("xpath=..").locator("summary").click()
        return row

    def choose(self, name: str, value: str) -> Self:
        """Sets a switch: yes, no, or one of its names."""
        self.unfold(name)
        control = self.control(name)
        if value in ("yes", "no"):
            control.set_checked(value == "yes")
        else:
            control.select_option(value)
        return self

    def tick(self, name: str, value: str) -> Self:
        """Ticks a box of a set, or clears it."""
        self.unfold(name).locator(f"input[value='{value}']").click()
        return self

    def use(self) -> None:
        """Back to the calculator with these rules."""
        self.page.locator("#rules button[type='submit']").click()
        self.page.wait_for_url(re.compile(r"/(\?.*)?$"))

    def keep(self, name: str) -> Self:
        """Keeps the rules above under a name."""
        if not self.page.locator("#own-name").is_visible():
            self.page.locator("#save-rules summary").click()
        self.page.locator("#own-name").fill(name)
        self.page.locator("#own-save").click()
        return self

    def expect_value(self, name: str, value: str) -> Self:
        if value in ("yes", "no"):
            expect(self.control(name)).to_be_checked(checked=value == "yes")
        else:
            expect(self.control(name)).to_have_value(value)
        return self

    def expect_changed(self, *names: str) -> Self:
        """These switches are marked, and no other."""
        marked = self.page.locator("[data-rule].changed")
        expect(marked).to_have_count(len(names))
        for name in names:
            expect(self.row(name)).to_have_class(re.compile(r"\bchanged\b"))
        return self


def to_the_rules(table: Calculator) -> RulesPage:
    """From the calculator to its rules, as somebody at the table goes."""
    table.page.locator(".menu > summary").click()
    table.page.locator("a[href^='/rules']").first.click()
    table.page.wait_for_url(re.compile(r"/rules"))
    return RulesPage(table.page)


# -- the rules -------------------------------------------------------------------------------------


def test_a_switch_changed_on_the_rules_page_changes_the_result_and_stands_in_the_link(page: Page) -> None:
    table = Calculator(page).open(ALMOST).expect_points(7700)
    rules = to_the_rules(table)
    rules.expect_value("kiriage_mangan", "no").expect_changed()
    rules.choose("kiriage_mangan", "yes").use()
    table.expect_points(8000).expect_link(f"{ALMOST}&rule.kiriage_mangan=yes")
    to_the_rules(table).expect_value("kiriage_mangan", "yes").expect_changed("kiriage_mangan")


def test_a_box_of_a_set_is_ticked_and_cleared(page: Page) -> None:
    table = Calculator(page).open("hand=19m19p19s1234567z1z&by=ron").expect_points(32_000)
    rules = RulesPage(page).open("hand=19m19p19s1234567z1z&by=ron")
    rules.tick("double_yakuman", "kokushi_13").use()
    table.expect_points(64_000)
    assert query_of(page)["rule.double_yakuman"] == "kokushi_13"
    to_the_rules(table).tick("double_yakuman", "kokushi_13").tick("pao", "daisangen").tick("pao", "daisuushii").use()
    table.expect_points(32_000)
    assert query_of(page)["rule.pao"] == "none"
    assert "rule.double_yakuman" not in query_of(page)


def test_a_preset_chosen_in_the_calculator_changes_the_result(page: Page) -> None:
    table = Calculator(page).open(f"{ALMOST}&rule.honba_tsumo=500").expect_points(7700)
    page.locator(".situation .more > summary").click()
    page.locator("[data-field='rules']").select_option("m_league")
    table.expect_points(8000)
    expect(table.share).to_have_attribute("href", f"/?{ALMOST}&rules=m_league")


def test_the_plain_preset_can_be_chosen_again_after_changes(page: Page) -> None:
    table = Calculator(page).open(f"{ALMOST}&rule.kiriage_mangan=yes&lang=en").expect_points(8000)
    page.locator(".situation .more > summary").click()
    choice = page.locator("[data-field='rules']")
    expect(choice.locator(":checked")).to_have_text("Tenhou (1 changed)")
    choice.select_option(label="Tenhou")
    table.expect_points(7700)
    expect(table.share).to_have_attribute("href", f"/?{ALMOST}&lang=en")
    for address in ("/rules", "/game/rules"):
        page.goto(f"{address}?rules=tenhou&rule.kiriage_mangan=yes&lang=en")
        with page.expect_navigation():
            page.locator("#preset").select_option(label="Tenhou")
        expect(page.locator("h1 [data-in-force]")).to_have_text("Tenhou")


def test_the_rules_of_a_game_are_named_and_leave_those_that_the_user_chose(page: Page) -> None:
    def choose(rules: str) -> None:
        page.locator(".situation .more > summary").click()
        page.locator("[data-field='rules']").select_option(rules)

    table = Calculator(page).open("lang=en")
    choose("m_league")
    expect(page.locator(".in-force")).to_have_text("M-League")
    page.goto("/game?lang=en")
    page.locator("[name=rules]").select_option("house")
    page.locator("[data-action=new-game]").click()
    page.locator(".menu > summary").click()
    page.locator(".menu a[href^='/?']").first.click()
    expect(page.locator("#situation small")).to_have_text("Game: Usual rules")
    table.tap("123m")
    for place in ("/table", "/"):
        page.locator(".menu > summary").click()
        page.locator(f".menu a[href^='{place}?']").first.click()
    expect(page.locator("#situation small")).to_have_text("Game: Usual rules")
    expect(page.locator("[data-field='rules'] option:checked")).to_have_text("Game: Usual rules")
    choose("m_league")
    expect(page.locator(".in-force")).to_have_text("M-League")
    page.goto("/?lang=en")
    expect(page.locator(".in-force")).to_have_text("M-League")
    choose("tenhou")
    expect(page.locator(".in-force")).to_have_text("Tenhou")
    page.goto("/?lang=en")
    expect(page.locator("[data-field='rules']")).to_have_value("tenhou")


def test_a_change_is_said_at_once_by_its_section_and_by_the_title(page: Page) -> None:
    rules = RulesPage(page).open("lang=en")
    section = page.locator(".group").filter(has=page.locator("[data-rule='kiriage_mangan']"))
    expect(section.locator("[data-number]")).to_be_hidden()
    rules.choose("kiriage_mangan", "yes").choose("multiple_ron", "3").expect_changed("kiriage_mangan", "multiple_ron")
    expect(section.locator("[data-number]")).to_have_text(re.compile("^[12] changed$"))
    expect(page.locator("h1")).to_have_text("Rules: Tenhou (2 changed)")
    expect(page.locator("#rules-note")).to_contain_text("Not in use yet")
    rules.choose("kiriage_mangan", "no").choose("multiple_ron", "2").expect_changed()
    expect(page.locator("h1")).to_have_text("Rules: Tenhou")
    expect(page.locator("#rules-note")).to_be_hidden()


def test_a_rule_is_found_by_its_words_in_any_section(page: Page) -> None:
    finder = page.get_by_role("searchbox")
    shown = page.locator("[data-rule]:visible")
    for address in ("/rules", "/game/rules"):
        page.goto(f"{address}?lang=en")
        finder.fill("kiriage")
        expect(shown).to_have_count(1)
        expect(page.locator("[data-rule='kiriage_mangan']")).to_be_visible()
        finder.fill("Atamahane")
        expect(page.locator("[data-rule='multiple_ron']")).to_be_visible()
        finder.fill("no such rule")
        expect(shown).to_have_count(0)
        expect(page.locator("#rules h2:visible")).to_have_count(0)
        expect(page.locator("#find-rules [data-none]")).to_be_visible()


def test_a_rule_is_found_by_its_everyday_names(page: Page) -> None:
    for address, language, named in (
        ("/rules", "ja", {"タンヤオ": "open_tanyao", "くいたん": "open_tanyao", "喰い断": "open_tanyao"}),
        ("/rules", "ja", {"ダブルロン": "multiple_ron", "切上満貫": "kiriage_mangan"}),
        ("/rules", "en", {"Double-Ron": "multiple_ron", "doubleron": "multiple_ron"}),
        ("/rules", "zh", {"一炮双响": "multiple_ron"}),
        ("/rules", "ko", {"더블 론": "multiple_ron"}),
        ("/game/rules", "ja", {"あがりやめ": "last_dealer_stops", "アガリやめ": "last_dealer_stops"}),
        ("/game/rules", "ja", {"ダブルロン": "multiple_ron", "九種九牌": "abortive"}),
        ("/game/rules", "en", {"uma": "uma"}),
    ):
        page.goto(f"{address}?lang={language}")
        for sought, rule in named.items():
            page.get_by_role("searchbox").fill(sought)
            expect(page.locator(f"[data-rule='{rule}']")).to_be_visible()
            expect(page.locator("#find-rules [role=status]:visible")).to_have_count(0)


def test_the_rules_of_the_hands_lead_to_a_rule_of_the_game(page: Page) -> None:
    """In Latin letters what is sought begins a word: there is an uma in "human" and "yakuman"."""
    named = {"ja": ("ウマ", "おか", "トビ", "西入", "九種九牌"), "en": ("uma", "Busting")}
    for language, sought in ((language, sought) for language, words in named.items() for sought in words):
        page.goto(f"/rules?rules=m_league&lang={language}")
        page.get_by_role("searchbox").fill(sought)
        expect(page.locator("[data-rule]:visible")).to_have_count(0)
        said = page.locator("#find-rules [role=status]:visible")
        expect(said).to_have_count(1)
        said.get_by_role("link").click()
        page.wait_for_url(re.compile("/game/rules"))
        expect(page.locator("[data-rule]:visible").first).to_be_visible()
        expect(page.get_by_role("searchbox")).to_have_value(sought)
        page.go_back()
        page.wait_for_url(re.compile(r":\d+/rules"))
        expect(page.get_by_role("searchbox")).to_have_value(sought)
        expect(said).to_have_count(1)


def test_what_is_always_so_is_said_and_is_no_rule(page: Page) -> None:
    page.goto("/rules?lang=en")
    page.get_by_role("searchbox").fill("atozuke")
    expect(page.locator("#find-rules [role=status]:visible")).to_have_text(re.compile("^Atozuke is always allowed"))


def test_an_uma_that_is_as_always_is_an_empty_field_and_no_change(page: Page) -> None:
    page.goto("/game/rules?lang=ja")
    field = page.locator("[name='game.uma_one_above']")
    changed = page.locator(".switch.changed")
    page.evaluate("document.querySelectorAll('details.group').forEach((fold) => { fold.open = true; })")
    expect(field).to_have_value("")
    expect(changed).to_have_count(0)
    field.fill("12000 -1000 -3000 -8000")
    field.blur()
    expect(changed).to_have_count(1)
    field.fill("")
    field.blur()
    expect(changed).to_have_count(0)
    assert "none" not in page.locator("#rules").inner_text()


def test_only_what_differs_from_the_usual_rules_is_shown_if_one_wants(page: Page) -> None:
    rules = RulesPage(page).open("rules=m_league&lang=en")
    page.get_by_label("Only what differs from Tenhou").check()
    expect(page.locator("[data-rule='kiriage_mangan']")).to_be_visible()
    expect(page.locator("[data-rule='open_tanyao']")).to_be_hidden()
    rules.choose("kiriage_mangan", "no")
    expect(page.locator("[data-rule='kiriage_mangan']")).to_be_hidden()
    page.goto("/game/rules?lang=en")
    page.get_by_label("Only what differs from Usual rules").check()
    expect(page.locator("#find-rules [data-none]")).to_be_visible()


# -- rules of one's own ----------------------------------------------------------------------------


def kept(page: Page, name: str = "いつもの") -> RulesPage:
    """The rules page after rules with rounded-up mangan and three ron were kept under a name."""
    rules = RulesPage(page).open()
    return rules.choose("kiriage_mangan", "yes").choose("multiple_ron", "3").keep(name)


def test_own_rules_are_kept_on_the_device_reopened_replaced_and_deleted(page: Page) -> None:
    rules = RulesPage(page).open("lang=en")
    rules.keep("   ")
    expect(page.locator("#own-name")).to_be_focused()
    expect(rules.own).to_have_count(0)
    expect(page.locator("#rules-note")).to_be_hidden()
    page.locator("#save-rules summary").click()
    name = "<b onx=1>&amp;</b>"  # text and nothing else
    rules.choose("kiriage_mangan", "yes").choose("multiple_ron", "3").keep(name)
    expect(page.locator("#rules-note")).to_contain_text("Use these rules")
    rules.open("rules=ema").expect_changed()
    expect(rules.own.locator("a")).to_have_text([name])
    expect(rules.own.locator("b")).to_have_count(0)
    rules.own.locator("a").click()
    rules.expect_value("kiriage_mangan", "yes").expect_value("multiple_ron", "3")
    rules.expect_changed("kiriage_mangan", "multiple_ron")
    rules.open("rules=ema").keep(name)
    expect(rules.own).to_have_count(1)
    rules.own.locator("a").click()
    expect(page.locator("#preset")).to_have_value("ema")
    page.locator("#save-rules summary").click()
    expect(page.locator("#own-name")).to_have_value(name)
    rules.keep("もう一つ")
    expect(rules.own).to_have_count(2)
    deletes = rules.own.filter(has_text=name).locator("button")
    for _ in range(3):  # deleted, brought back, deleted
        deletes.click()
    rules.open()
    expect(rules.own.locator("a")).to_have_text(["もう一つ"])
    Calculator(page).open(ALMOST)
    expect(page.locator("[data-field='rules'] option", has_text=name)).to_have_count(0)
    expect(page.locator("[data-field='rules'] option", has_text="もう一つ")).to_have_count(1)


@pytest.mark.parametrize("address", ["/rules", "/game/rules"])
def test_back_from_a_preset_shows_the_one_before(page: Page, address: str) -> None:
    page.goto(f"{address}?rules=wrc&lang=en")
    page.locator("#preset").select_option("ema")
    expect(page.locator("h1")).to_contain_text("EMA")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("WRC")
    expect(page.locator("#preset")).to_have_value("wrc")


@pytest.mark.parametrize("address", ["/rules", "/game/rules"])
def test_own_rules_that_are_saved_are_those_of_the_page_and_changes_of_them_are_said(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=en")
    rules, title = RulesPage(page), page.locator("h1 [data-in-force]")
    rules.choose("kiriage_mangan", "yes").choose("multiple_ron", "3").keep("Home")
    expect(page.locator("#preset option:checked")).to_have_text("Home")
    expect(title).to_have_text("Home")
    rules.choose("kiriage_mangan", "no")
    expect(title).to_have_text("Home (1 changed)")
    rules.own.locator("a").click()
    expect(page.locator("#preset option:checked")).to_have_text("Home")
    rules.choose("multiple_ron", "2")
    expect(title).to_have_text("Home (1 changed)")
    rules.own.locator("button").click()
    expect(rules.own.locator("button")).to_have_text("Undo", use_inner_text=True)
    page.reload()
    expect(page.locator("#own-rules")).to_be_hidden()
    rules.open("rules=ema")
    note = page.locator("#rules-note")
    rules.keep("EMA")
    expect(note).to_have_text("Saved. These rules are in use already.")
    page.locator("#save-rules summary").click()
    page.locator("#own-name").fill("EMA 2")
    page.locator("#own-save").focus()  # as a slow press of it does
    expect(note).to_be_visible()
    rules.keep("EMA")
    expect(note).to_have_text("Saved. These rules are in use already.")


def test_a_hand_is_scored_by_own_rules_chosen_in_the_calculator_or_reopened(page: Page) -> None:
    rules = kept(page).open(ALMOST)
    rules.own.locator("a").click()
    rules.expect_changed("kiriage_mangan", "multiple_ron").use()
    table = Calculator(page).expect_points(8000).open(ALMOST).expect_points(7700)
    page.locator(".situation .more > summary").click()
    page.locator("[data-field='rules']").select_option(label="いつもの")
    table.expect_points(8000)
    share = table.share.get_attribute("href")
    assert share == f"/?{ALMOST}&rule.kiriage_mangan=yes&rule.multiple_ron=3"


def test_rules_that_are_chosen_from_a_page_without_a_hand_go_with_the_last_one(page: Page) -> None:
    hand = f"{ALMOST}&ippatsu=1&honba=2"
    Calculator(page).open(f"{ALMOST}&honba=2").flag("ippatsu").expect_link(hand)
    page.goto("/review")
    page.locator(".menu > summary").click()
    page.locator(".menu a[href*='/rules']").click()
    RulesPage(page).use()
    Calculator(page).expect_link(hand)


def test_own_rules_are_offered_and_named_wherever_rules_are_chosen(page: Page) -> None:
    kept(page, "Home")
    Calculator(page).open("hand=1m")
    choice = page.locator("[data-field=rules]")
    page.locator(".situation .more > summary").click()
    with page.expect_navigation():
        choice.select_option(label="Home")
    expect(page.locator("#situation .in-force")).to_have_text("Home")
    expect(choice.locator("option:checked")).to_have_text("Home")
    page.goto(f"/rules?{urlsplit(page.url).query}")
    expect(page.locator("h1")).to_have_text(re.compile(r": Home\s*$"))
    for address, choose in (("/game", "select[name=rules]"), ("/game/rules", "#preset")):
        page.goto(address)
        with page.expect_navigation():
            page.locator(choose).select_option(label="Home")
        expect(page.locator("[data-in-force]")).to_have_text("Home")
        assert query_of(page)["rule.kiriage_mangan"] == "yes"
    for address in ("/table", "/yaku"):
        page.goto(f"{address}?{HOME}")
        expect(page.locator("[data-in-force]")).to_have_text("Home")
    for address in ("/drill", "/review?lang=en", "/game"):  # by the menu of pages without a hand
        page.goto(address)
        page.goto(page.locator(".places a[href*='/table']").get_attribute("href") or "")
        expect(page.locator("[data-in-force]")).to_have_text("Home")
    page.locator("header a.square").click()
    expect(page.locator("#table [name=hand]")).to_have_value("1m")


def test_practice_goes_by_own_rules(page: Page) -> None:
    kept(page, "Home")
    for address in ("/drill", f"/drill?{HOME}"):
        page.goto(address)
        page.locator("[data-field=rules]").select_option(label="Home")
        page.locator("[data-action=own]").click()
        expect(page.locator("[data-question]")).to_be_visible()
        assert query_of(page)["rule.kiriage_mangan"] == "yes"
        expect(page.locator(".set-name [data-in-force]")).to_have_text("Home")


@pytest.mark.parametrize("hand", ["", ALMOST])
def test_chosen_rules_are_there_when_the_page_is_opened_again(page: Page, hand: str) -> None:
    Calculator(page).open("hand=1m").tap("2m").expect_link("hand=12m")
    RulesPage(page).open(hand).choose("kiriage_mangan", "yes").use()
    page.goto("/")
    page.wait_for_url(re.compile("rule.kiriage_mangan=yes"))
    if hand:
        Calculator(page).expect_points(8000)


def test_a_preset_chosen_at_the_calculator_is_there_when_the_page_is_opened_again(page: Page) -> None:
    Calculator(page).open("hand=1m").tap("2m").expect_link("hand=12m")
    page.locator(".situation .more > summary").click()
    with page.expect_navigation():
        page.locator("[data-field=rules]").select_option("m_league")
    page.goto("/")
    page.wait_for_url(re.compile("rules=m_league"))
    assert query_of(page)["hand"] == "12m"


def test_a_link_that_was_only_looked_at_is_not_the_last_hand(page: Page) -> None:
    Calculator(page).open("hand=1m").tap("2m").expect_link("hand=12m")
    page.goto(f"/?{ALMOST}&{HOME}")
    expect(page.locator("#result [data-points]")).to_be_visible()
    page.goto("/")
    page.wait_for_url(re.compile("hand=12m"))


def test_what_stands_in_the_device_s_memory_need_not_be_rules(page: Page) -> None:
    RulesPage(page).open()
    for rubbish in ("{", "[1, null, {}]", '{"name": 1}', '"x"'):
        page.evaluate("text => localStorage.setItem('agari.rules', text)", rubbish)
        rules = RulesPage(page).open()
        expect(rules.own).to_have_count(0)
        expect(page.locator("#save-rules")).to_be_visible()
        expect(page.locator("#own-rules")).to_be_hidden()
        Calculator(page).open(ALMOST).expect_points(7700)


# -- without JavaScript ----------------------------------------------------------------------------


def test_rules_are_changed_without_javascript(plain: Page) -> None:
    rules = RulesPage(plain).open(ALMOST)
    expect(plain.locator("#own-rules")).to_be_hidden()
    rules.choose("kiriage_mangan", "yes").tick("pao", "daisangen").use()
    Calculator(plain, has_javascript=False).expect_points(8000)
    assert query_of(plain)["rule.kiriage_mangan"] == "yes"
    assert query_of(plain)["rule.pao"] == "daisuushii"
