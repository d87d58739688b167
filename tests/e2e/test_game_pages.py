"""The pages of a game on every screen: nothing beside it, nothing that axe objects to, in four languages."""

import json
import re
from collections.abc import Sequence
from itertools import product
from typing import Literal
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.layout import Layout
from tests.e2e.page import objections
from tests.e2e.test_game import SMALL, enter, expect_nothing_beside_the_screen, new_game, tap
from webapp.language.i18n import LANGUAGES

HAND = "step.player=1&step.from=0&hand=234m456p678s88p23s4s"
#: What is opened below the address of a game, by what stands there.
PLACES = {
    "table": "",
    "distances": "?look=2",
    "win": "/win",
    "from whom": "/win?player=1",
    "points": "/win?player=1&from=0&points=12000",
    "han and fu": "/win?player=1&from=0&how=han&han=3&fu=40",
    "pao": "/win?player=0&from=1&yakuman=2&pao=3",
    "tiles": f"/hand?{HAND}",
    "riichi missing": f"/hand?{HAND}&riichi=1",
    "draw": "/draw?tenpai=02",
    "nagashi": "/draw?nagashi=1",
    "chombo": "/draw?kind=chombo&player=3",
    "correction": "/win?amend=2&player=0&from=1&points=12000",
    "by hand": "/adjust?as=change&p0=-1000&note=late",
    "course": "/course",
    "result": "/result",
    "end": "/end",
    "delete": "/delete",
}
OTHERS = {
    "new": "/game",
    "rules": "/game/rules?rules=m_league",
    "final points": "/game/points?rules=house&name0=Aoi",
    "rules changed": "/game?game.goal_points=0",
    "import": "/game/import",
}
SIZES: list[ViewportSize] = [{"width": 390, "height": 664}, SMALL, {"width": 768, "height": 1024}]
EVENTS = [
    {"type": "riichi", "player": 1},
    {"type": "win", "wins": [{"player": 1, "from": 0, "points": 8000}]},
    {"type": "win", "wins": [{"player": 1, "from": None, "han": 3, "fu": 30}]},
    {"type": "draw", "kind": "exhaustive", "tenpai": [1, 2]},
    {"type": "chombo", "player": 2},
    {"type": "riichi", "player": 3},
]
NAMES = ["W" * 20, "あおいあおいあおいあおいあおいあおいあお", "שלום עולם שלום עולם", "👨‍👩‍👧 Müller-Lüdenscheidt"]


#: In the last hand each seat has the longest lines here: for the dealer a part more.
LAST = [{"type": "adjust", "points": [-13_000, 18_000, 2_000, -7_000]}]


@pytest.fixture
def places(page: Page) -> dict[str, str]:
    """The address of every page, of a game in its middle, and of another one in its last hand."""
    table = imported(page, "house", EVENTS)
    last = imported(page, {"preset": "house", "rounds": 0, "extension": "sudden_death"}, LAST)
    of_last = {"last hand": last, "needed": f"{last}/needed?player=0"}
    return {name: table + place for name, place in PLACES.items()} | of_last | OTHERS


def imported(page: Page, rules: object, events: Sequence[object]) -> str:
    """The address of a game with these events."""
    game = json.dumps({"names": NAMES, "rules": rules, "events": events})
    return page.request.post("/game/import", form={"game": game}).url


def test_what_is_needed_stands_in_each_seat_and_hides_no_action(
    page: Page, places: dict[str, str], base_url: str
) -> None:
    for comfort, size in product(("", "flat"), SIZES[:2]):
        Layout(page, base_url).comfort(comfort)
        page.set_viewport_size(size)
        page.goto(places["last hand"] + "?lang=en")
        outside = page.locator(".needed > *").evaluate_all(
            """parts => parts.filter((part) => {
              const [own, seat] = [part, part.closest(".player")].map((one) => one.getBoundingClientRect());
              return own.x < seat.x || own.y < seat.y || own.right > seat.right || own.bottom > seat.bottom;
            }).map((part) => part.textContent)"""
        )
        assert (comfort, outside) == (comfort, [])
        if not comfort:
            for action in ("win", "draw", "undo", "needed"):
                expect(page.locator(f"[data-action={action}]:visible").first).to_be_in_viewport(ratio=1)


def test_a_small_screen_has_what_is_needed_and_the_question_whether_the_last_dealer_stops(page: Page) -> None:
    table = new_game(page, rules="house", rounds="0")
    points = {"type": "adjust", "points": [13000, -3000, -4000, -6000]}
    enter(page, table, points, {"type": "draw", "kind": "exhaustive", "tenpai": [0]})
    page.set_viewport_size(SMALL)
    for language in LANGUAGES:
        page.goto(f"{table}?lang={language}")
        expect(page.locator(".needed:visible")).to_have_count(4)
        expect(page.locator(".acts + .again [data-action=end]")).to_be_in_viewport(ratio=1)


def test_each_condition_stands_in_one_line_and_clear_of_the_points(page: Page) -> None:
    table = new_game(page, rules="house", rounds="0")
    enter(page, table, {"type": "adjust", "points": [13000, -3000, -4000, -6000]})
    page.goto(f"{table}?lang=ja")
    broken = """all => all.filter((one) => one.offsetHeight > 20).map((one) => one.textContent)"""
    near = """all => all.filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const points = range.getBoundingClientRect();
      return [...one.parentElement.querySelectorAll(".needed > *")].some((part) => {
        const box = part.getBoundingClientRect();
        return box.y < points.bottom && points.y < box.bottom && box.x - points.right < 6;
      });
    }).map((one) => one.textContent)"""
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        assert page.locator(".needed span").evaluate_all(broken) == [], size
        assert page.locator(":is(.side-0, .side-2) .points").evaluate_all(near) == [], size


def test_a_difference_stands_clear_of_what_is_needed(page: Page, places: dict[str, str]) -> None:
    page.goto(places["last hand"] + "?lang=ja&look=1")
    overlaps = """all => all.filter((one) => {
      const own = one.firstElementChild.getBoundingClientRect();
      return [...one.closest(".player").querySelectorAll(".needed > *")].some((line) => {
        const box = line.getBoundingClientRect();
        return own.x < box.right && box.x < own.right && own.y < box.bottom && box.y < own.bottom;
      });
    }).length"""
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        assert page.locator(".player .change").evaluate_all(overlaps) == 0, size


def test_with_large_text_win_and_draw_are_on_a_small_screen_and_winds_in_their_squares(
    page: Page, places: dict[str, str], base_url: str
) -> None:
    page.set_viewport_size(SMALL)
    for size, name in product(("text-125", "text-150"), ("table", "last hand")):
        Layout(page, base_url).comfort(size)
        page.goto(f"{places[name]}?lang=ja")
        for action in ("win", "draw"):
            expect(page.locator(f"[data-action={action}]:visible").first).to_be_in_viewport(ratio=1)
        winds = page.locator(".player .wind")
        assert winds.evaluate_all("all => all.filter((one) => one.scrollHeight > one.clientHeight).length") == 0


def test_a_page_that_was_opened_from_a_table_leads_back_to_it(page: Page, places: dict[str, str]) -> None:
    page.goto(places["table"])
    for way, path in (("#to-table", "/yaku"), (".head > .square", "/yaku"), (".head > .square", "/drill")):
        tap(page, ".menu > summary", f".menu a[href^='{path}']", way)
        expect(page.locator("[data-round]")).to_be_visible()
    tap(page, ".menu > summary", ".menu a[href^='/?']", "header a.square")
    expect(page.locator("[data-round]")).to_be_visible()
    page.goto("/?hand=234567m345p2267s8s&by=ron&from=2&seat=S&game=house")
    expect(page.locator("[data-action=next]")).to_have_count(0)  # only the table goes on
    tap(page, "header a.square")
    expect(page.locator("[data-round]")).to_be_visible()
    tap(page, ".menu > summary", ".menu a[href^='/drill']", ".menu > summary", ".menu a[href*='/?']")
    expect(page.locator("#situation .game-rules")).to_be_visible()
    page.goto("/?hand=123m")
    expect(page.locator("header a.square")).to_have_count(0)
    tap(page, ".menu > summary", ".menu a[href^='/yaku']", ".head > .square")
    expect(page).to_have_url(re.compile(r"/\?hand=123m"))
    other = page.context.new_page()
    other.goto("/rules")
    expect(other.locator("h1")).to_be_visible()
    expect(other.locator("#to-table")).to_be_hidden()


def test_a_hand_of_the_calculator_of_a_table_is_entered_there(page: Page, new_context: NewContext) -> None:
    """Other pages keep it meanwhile. A phone that only looks on has no page to enter it."""
    table = imported(page, "house", [])
    rules = "rule.pao_ron_honba=discarder&rule.multiple_ron=3&game=house"
    hand = f"/?hand=234567m345p2267s8s&by=ron&from=2&seat=S&{rules}"
    page.goto(table)
    page.goto(hand)
    for path in ("/drill", "/?", "/yaku"):
        tap(page, ".menu > summary", f".menu .places a[href*='{path}']")
    tap(page, "#to-table")
    for path in ("/?", "/review", "/rules"):
        tap(page, ".menu > summary", f".menu .places a[href*='{path}']")
    tap(page, "#rules button[type=submit]", "[data-switch=riichi]", "[data-switch=riichi]")
    expect(page.locator("[data-points]")).to_have_attribute("data-points", "2000")
    tap(page, ".menu > summary", ".menu .places a[href*='/hands']")
    expect(page.locator(".hands a[href*='hand=']").first).not_to_have_attribute("href", re.compile("game="))
    page.go_back()
    tap(page, "[data-action=to-table]", "[data-apply]")
    expect(page.locator("[data-player='1'][data-points]")).to_have_attribute("data-points", "27000")
    page.goto(f"{table}/join")
    onlooker = new_context().new_page()
    onlooker.goto(str(page.locator("[data-action=onlookers]").get_attribute("href")))
    onlooker.goto(hand)
    tap(onlooker, "[data-action=to-table]")
    expect(onlooker.locator("[data-player='1'][data-points]")).to_have_attribute("data-points", "27000")


def test_a_page_leads_back_to_the_table_of_a_game_that_was_moved_from_the_device(
    page: Page, places: dict[str, str]
) -> None:
    page.goto(places["table"] + "/join")
    page.evaluate("sessionStorage.setItem('agari.game', '/game/device-0123456789012345')")
    tap(page, ".menu > summary", ".menu a[href^='/yaku']", "#to-table")
    expect(page.locator("[data-round]")).to_be_visible()


def test_a_page_leads_back_to_no_table_whose_game_is_over(page: Page) -> None:
    page.goto(imported(page, "house", []))
    page.goto(f"{page.url}/end")
    page.locator("[data-apply]").click()
    expect(page.locator(".over")).to_be_visible()
    page.goto("/table")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#to-table")).to_be_hidden()
    page.goto(imported(page, "house", [*EVENTS, {"type": "end"}]))
    expect(page.locator(".over")).to_be_visible()
    page.goto("/table")
    expect(page.locator("#to-table")).to_be_hidden()


def test_the_keys_of_a_win_and_the_kinds_of_a_draw_stay_where_they_are_when_one_is_tapped(page: Page) -> None:
    page.set_viewport_size(SIZES[0])
    table = new_game(page)
    for step, tapped, shown in (
        ("/win?player=1&from=0&how=points", "[data-figure='8000']", ".outcome"),
        ("/draw", "[data-kind=chombo]", "[data-chombo]"),
    ):
        page.goto(table + step)
        key = page.locator(tapped)
        before = key.bounding_box()
        key.click()
        expect(page.locator(shown).first).to_be_visible()
        assert key.bounding_box() == before, step


def test_the_two_buttons_that_end_a_step_have_one_height(page: Page) -> None:
    table, buttons = new_game(page), page.locator(".apply .word")
    for place in ("/end", "/win?player=1&from=0&points=8000"):
        page.goto(table + place)
        expect(buttons).to_have_count(2)
        assert len({one["height"] for button in buttons.all() if (one := button.bounding_box())}) == 1, place


def test_a_game_names_the_rules_that_were_saved_whatever_its_length(page: Page) -> None:
    page.goto("/game/rules?lang=en")
    page.locator("[name='game.rounds']").select_option("1")
    page.locator("[name='game.start_points']").fill("27000")
    tap(page, "#save-rules summary")
    page.locator("#own-name").fill("Club")
    tap(page, "#own-save")
    page.locator("[data-action=use-rules]").click()
    expect(page.locator("[data-in-force]")).to_have_text("Club")
    page.goto("/game")
    page.locator("select[name=rules]").select_option(label="Club")
    expect(page.locator("[data-in-force]")).to_have_text("Club")
    tap(page, "[data-action=new-game]")
    expect(page.locator("[data-round]")).to_be_visible()
    expect(page.locator("[data-action=rules] [data-in-force]")).to_have_text("Club")
    page.locator("[data-action=riichi]").first.click()
    expect(page.locator("[data-sticks='1']")).to_be_visible()
    expect(page.locator("[data-action=rules] [data-in-force]")).to_have_text("Club")
    page.goto("/game")
    expect(page.locator("[data-in-force]")).to_have_text("Club")
    expect(page.locator("[data-rules-of=game]")).to_be_visible()


def test_seats_by_hand_leave_the_other_ways_on_the_screen_and_hide_the_former_seats(
    page: Page, places: dict[str, str]
) -> None:
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        page.goto(places["table"] + "/next")
        page.locator(".drawn-winds > summary").click()
        expect(page.locator(".draw")).to_be_hidden()
        drawn, begin = (page.locator(f"[data-action={name}]").bounding_box() for name in ("seats-drawn", "new-game"))
        assert drawn
        assert begin
        assert drawn["y"] + drawn["height"] <= begin["y"], size


def test_a_result_is_printed_without_what_is_tapped_and_a_link_as_a_whole(page: Page) -> None:
    table = new_game(page)
    enter(page, table, {"type": "end"})
    page.emulate_media(media="print")
    page.goto(f"{table}/result")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(":is(.take, .ways, .more-links, .apply, .word):visible")).to_have_count(0)
    page.goto(f"{table}/join")
    link = page.locator("[data-shared-link]").first
    expect(link).to_be_hidden()
    printed = page.locator("label > data").first.evaluate("one => getComputedStyle(one, '::after').content")
    assert printed == f'"{link.input_value()}"'


def test_no_word_breaks_in_the_tables_of_what_is_needed(page: Page) -> None:
    table = new_game(page, rules="house", rounds=0)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 664})
        page.goto(f"{table}/needed?player=0&lang=ja")
        for word in ("ノーテン", "2,000オール", "終了可"):
            cell = page.locator(f".needs :is(th, b, small):text-is('{word}')").first
            lines = cell.evaluate(
                "one => { const all = document.createRange(); all.selectNodeContents(one);"
                " return new Set([...all.getClientRects()].map(({ top }) => top)).size; }"
            )
            assert lines == 1, (width, word)
        # A zero-width space says where it breaks.
        expect(page.locator(".needs th", has_text="なし")).to_have_text("他家\u200bなし")


def test_a_printed_result_says_what_was_played_and_what_became_of_the_stick_that_was_left(page: Page) -> None:
    page.add_init_script("window.print = () => { window.printed = true; }")
    table = new_game(page)
    enter(page, table, {"type": "riichi", "player": 0}, {"type": "draw", "tenpai": [0]}, {"type": "end"})
    page.request.post(f"{table}/keep", form={"name": "Friday"})
    page.goto(f"{table}/result")
    page.locator("[data-action=print]").click()
    assert page.evaluate("window.printed")
    expect(page.locator("[data-hand]")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("[data-hand]")).to_be_visible()
    expect(page.locator("[data-action=print]")).to_be_hidden()
    expect(page.locator("[data-played]")).to_contain_text(re.compile(r"20\d\d"))
    expect(page.locator("[data-leftover]")).to_be_visible()
    expect(page.locator("[data-own-group]")).to_be_visible()


def test_who_is_chosen_for_another_seat_changes_places_with_whoever_sat_there(
    page: Page, places: dict[str, str]
) -> None:
    page.goto(places["table"] + "/next")
    page.locator(".drawn-winds > summary").click()
    for seat, player in (("seat0", "2"), ("seat3", "0"), ("seat1", "1")):
        page.locator(f"select[name={seat}]").select_option(player)
    seats = page.locator(".drawn-winds select")
    assert seats.evaluate_all("all => all.map(({ value }) => value)") == ["2", "1", "3", "0"]


def test_other_rules_keep_the_names_and_the_length(page: Page) -> None:
    page.goto("/game?rules=wrc&game.start_points=27000&rounds=1")
    page.locator("[name=name2]").fill("Cy")
    page.locator("[name=rounds]").select_option("4")
    page.locator("[data-action=other-rules]").click()
    expect(page.locator("select[name=rules]")).to_have_value("wrc")
    expect(page.locator("[name=name2]")).to_have_value("Cy")
    expect(page.locator("[name=rounds]")).to_have_value("4")
    page.locator("[data-action=all-rules]").click()
    page.locator("#preset").select_option("m_league")
    page.wait_for_url(re.compile("rules=m_league"))
    expect(page.locator("[name='game.rounds']")).to_have_value("4")
    expect(page.locator("[data-rule].changed")).to_have_count(0)
    page.locator("[data-action=use-rules]").click()
    expect(page.locator("[name=rounds]")).to_have_value("4")


def test_the_last_game_is_offered_unless_it_was_deleted(
    page: Page, places: dict[str, str], complaints: Complaints
) -> None:
    page.goto(places["table"])
    page.goto("/game")
    page.request.post(f"{places['table']}/delete")
    page.context.clear_cookies()  # else it is in the list of games
    with page.expect_response(places["table"]) as answer:
        page.reload()
    assert answer.value.status == 410
    expect(page.locator("[data-action=resume]")).to_be_hidden()
    page.request.post(f"{places['table']}/delete", form={"undo": "1"})
    page.context.clear_cookies()
    page.reload()
    tap(page, "[data-action=resume]")
    expect(page.locator("[data-round]")).to_be_visible()
    assert complaints.take("status of 410")
    page.goto(f"{places['table']}/end")
    tap(page, "[data-apply]")
    expect(page.locator(".over")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/game")
    expect(page.locator("#new-game")).to_be_visible()
    expect(page.locator("[data-action=resume]")).to_be_hidden()


def test_the_link_of_a_game_opens_with_the_question_who_one_is(page: Page, places: dict[str, str]) -> None:
    page.goto(places["table"] + "/join")
    expect(page.locator("[data-action=players]")).to_have_count(1)
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        expect(page.locator(".who-am-i h2")).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-sit='3']")).to_be_in_viewport()
        assert page.evaluate("scrollY") == 0


@pytest.mark.browser_context_args(service_workers="block")  # it would fetch what is routed here
def test_the_page_that_waits_for_a_table_shows_its_points_as_last_known(page: Page, places: dict[str, str]) -> None:
    page.goto(places["table"])
    seats = page.locator(".seat").all()
    shown = [(seat.locator("bdi").first.text_content(), seat.get_attribute("data-points")) for seat in seats]
    hand = str(page.locator("h1").evaluate("heading => heading.firstChild.textContent.trim()"))
    waiting = page.request.get("/offline/waiting")
    page.route(f"**{urlsplit(page.url).path}", lambda route: route.fulfill(response=waiting))
    page.reload()
    known = page.locator("[data-last-points]")
    expect(known).to_be_visible()
    expect(known.locator("[data-hand]")).to_have_text(hand)
    expect(known.locator("li")).to_have_text([f"{name} {int(points or 0):,}" for name, points in shown])
    other = re.sub(r"/game/.*", "/game/other", page.url)
    page.route(f"**{urlsplit(other).path}", lambda route: route.fulfill(response=waiting))
    page.goto(other)
    expect(page.locator("[data-waiting]")).to_be_visible()
    expect(known).to_be_hidden()


@pytest.mark.parametrize("rules", ["house", "tenhou_sanma"])
def test_the_seats_face_their_players_where_the_phone_lies_flat(page: Page, rules: str) -> None:
    page.set_viewport_size(SMALL)
    page.goto(new_game(page, rules=rules, name1="Maximiliane Alexandra"))

    def turned(side: int) -> list[str]:
        styles = "seat => [getComputedStyle(seat).rotate, getComputedStyle(seat).writingMode]"
        return list(page.locator(f".side-{side}").evaluate(styles))

    assert turned(1) == ["none", "horizontal-tb"]
    tap(page, "[data-action=more]", "button[value=flat]")
    expect(page.locator("button[value=flat]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button[value=flat]")).to_be_hidden()
    page.reload()
    left = 2 if rules == "tenhou_sanma" else 3
    assert [turned(side) for side in (0, 1, left)] == [
        ["none", "horizontal-tb"],
        ["180deg", "vertical-rl"],
        ["none", "vertical-rl"],
    ]
    if left == 3:
        assert turned(2) == ["180deg", "horizontal-tb"]
    expect_nothing_beside_the_screen(page)
    board = page.locator(".board").bounding_box()
    assert board
    for part in page.locator(".seat :is(.player, .stick)").all():
        box = part.bounding_box()
        assert box
        assert board["x"] <= box["x"]
        assert box["x"] + box["width"] <= board["x"] + board["width"]
        assert min(box["width"], box["height"]) >= 32
    tap(page, ".side-1 [data-action=riichi]")
    expect(page.locator("[data-sticks='1']")).to_be_visible()


SIDEWAYS: ViewportSize = {"width": 740, "height": 360}


def test_the_link_to_the_new_table_covers_nothing(page: Page, places: dict[str, str]) -> None:
    page.request.post(places["table"] + "/next")
    page.set_viewport_size(SIDEWAYS)
    for place in ("result", "course"):
        page.goto(places[place])
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        bar, last = page.locator("#live").bounding_box(), page.locator(".step > :last-child").bounding_box()
        assert bar, place
        assert last, place
        assert bar["width"] == SIDEWAYS["width"]
        assert last["y"] + last["height"] <= bar["y"], place
    page.goto(places["table"])
    expect(page.locator(".coming")).to_be_visible()
    page.evaluate("kept.append(failed.content.cloneNode(true))")
    bar, question = page.locator("#live").bounding_box(), page.locator(".late").bounding_box()
    assert bar
    assert question
    assert question["y"] + question["height"] <= bar["y"]


def test_where_there_is_no_room_for_it_the_link_to_the_new_table_ends_the_page(
    page: Page, places: dict[str, str], base_url: str
) -> None:
    page.request.post(places["table"] + "/next")
    for place, comfort, below in (("tiles", "", "#switches"), ("table", "text-150", ".side-0")):
        Layout(page, base_url).comfort(comfort)
        for size in SIZES[:2]:
            page.set_viewport_size(size)
            page.goto(places[place])
            expect(page.locator("[data-next-game]")).to_be_attached()
            bar, last = page.locator("#live").bounding_box(), page.locator(below).bounding_box()
            assert bar
            assert last
            assert last["y"] + last["height"] <= bar["y"], (place, size)


def test_what_is_chosen_of_a_draw_lies_behind_nothing_on_a_phone_on_its_side(
    page: Page, places: dict[str, str]
) -> None:
    page.set_viewport_size(SIDEWAYS)
    page.goto(places["draw"])
    (apply,) = (button.bounding_box() for button in page.locator(".apply").all())
    assert apply
    for choice in page.locator(".step > :not(.outcome)").all():
        box = choice.bounding_box()
        assert box
        assert box["x"] + box["width"] <= apply["x"]


#: The keys whose points take more than a line.
BROKEN = """() => {
    const range = document.createRange();
    return [...document.querySelectorAll("[data-figure]")].filter((key) => {
        range.selectNode(key.firstChild);
        return range.getClientRects().length > 1;
    }).map((key) => key.textContent);
}"""


def test_both_payments_of_a_tsumo_stand_in_one_line(page: Page) -> None:
    page.goto(new_game(page) + "/win?player=1&from=tsumo&lang=ja")
    expect(page.locator("[data-figure='64000']")).to_contain_text("16,000・32,000")
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        assert page.evaluate(BROKEN) == []


DOUBLE = f"&also={quote(json.dumps([{'player': 3, 'from': 2, 'points': 2000}]))}"


@pytest.mark.parametrize("also", ["", DOUBLE])
def test_the_news_of_a_win_covers_no_points_and_no_action_and_takes_no_tap(
    page: Page, places: dict[str, str], also: str
) -> None:
    """And no line of the table begins with a separator."""
    page.goto(places["table"] + "/win?player=1&from=2&points=2000" + also)
    tap(page, "[data-apply]")
    expect(page.locator(".news .who").first).to_be_visible()
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        news, name = page.locator(".news").bounding_box(), page.locator(".news .who").first.bounding_box()
        assert news
        assert name
        assert name["y"] + name["height"] <= size["height"]
        for one in page.locator(".seat .player, .acts").all():
            box = one.bounding_box()
            assert box
            assert box["y"] + box["height"] <= news["y"]
        for one in page.locator(".last a").all():
            box = one.bounding_box()
            assert box
            assert news["x"] + news["width"] <= box["x"]
        hit = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.news'))"
        assert not page.evaluate(hit, [news["x"] + news["width"] / 2, news["y"] + news["height"] / 2])
    assert " · " not in (page.locator(".last [role=status] > p").text_content() or "")


LONG_NAMES = {"name0": "Benjamina", "name1": "Wilhelmina", "name2": "Maximiliane", "name3": "Konstantin"}


def is_whole_and_covers_no_points(page: Page) -> None:
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        expect(page.locator(".news")).to_be_in_viewport(ratio=0.99)
        news = page.locator(".news").bounding_box()
        assert news
        for one in page.locator(".seat .points").all():
            points = one.bounding_box()
            assert points
            assert news["y"] + news["height"] <= points["y"], size


@pytest.mark.parametrize("comfort", ["text-100", "text-150"])
def test_the_news_of_a_correction_are_on_the_screen_as_a_whole_and_cover_no_points(
    page: Page, base_url: str, comfort: str
) -> None:
    page.context.add_cookies([{"name": "comfort", "value": comfort, "url": base_url}])
    page.set_viewport_size(SIZES[1])
    table = new_game(page, rules="house", **LONG_NAMES)
    enter(page, table, {"type": "draw", "kind": "exhaustive", "tenpai": [0, 1]})
    page.goto(f"{table}/win?amend=1&player=1&from=0&points=12000&lang=en")
    tap(page, "[data-apply]")
    expect(page.locator(".news .corrected")).to_be_visible()
    is_whole_and_covers_no_points(page)


@pytest.mark.parametrize(
    "step",
    [
        "draw?tenpai=0123",
        "win?player=1&from=2&points=1000" + DOUBLE,
        "adjust?as=change&p0=1000&p1=-1000&p2=500&p3=-500&note=late",
    ],
)
def test_the_news_of_the_last_hand_are_on_the_screen_as_a_whole_and_cover_no_points(page: Page, step: str) -> None:
    table = new_game(page, rules="house", rounds="1", **LONG_NAMES)
    enter(page, table, *[{"type": "draw", "kind": "exhaustive", "tenpai": []}] * 3)
    page.goto(f"{table}/{step}")
    tap(page, "[data-apply]")
    expect(page.locator(".news")).to_be_visible()
    is_whole_and_covers_no_points(page)


def test_the_news_of_an_undo_are_a_strip_with_larger_text_too(page: Page, base_url: str) -> None:
    for comfort in ("text-100", "text-150"):
        Layout(page, base_url).comfort(comfort)
        table = new_game(page)
        enter(page, table, {"type": "draw", "kind": "exhaustive", "tenpai": [0, 1]})
        page.goto(table)
        tap(page, "[data-action=undo]")
        expect(page.locator("[data-action=redo]")).to_be_visible()
        news = page.locator(".news").bounding_box()
        assert news
        assert news["height"] < SIZES[0]["height"] / 4, comfort


def test_the_news_do_not_cover_the_question_whether_the_last_dealer_stops(page: Page) -> None:
    table = new_game(page, rules="house", rounds="1")
    enter(page, table, *[{"type": "draw", "kind": "exhaustive", "tenpai": []}] * 3)
    page.goto(f"{table}/win?player=3&from=0&points=12000")
    tap(page, "[data-apply]")
    expect(page.locator(".news")).to_be_visible()
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        news, question = page.locator(".news").bounding_box(), page.locator(".acts + .again").bounding_box()
        actions = page.locator(".acts").bounding_box()
        assert news
        assert question
        assert actions
        assert news["y"] + news["height"] <= actions["y"] < question["y"]


@pytest.mark.parametrize("comfort", ["text-100", "text-150"])
@pytest.mark.parametrize("step", ["/hand?step.player=1&step.from=0&hand=234m456p678s88p23s4s", "/draw?tenpai=0"])
def test_the_news_of_another_phone_cover_no_control_where_a_hand_is_entered(
    page: Page, base_url: str, comfort: str, step: str
) -> None:
    page.context.add_cookies([{"name": "comfort", "value": comfort, "url": base_url}])
    table = new_game(page)
    page.set_viewport_size(SMALL)
    page.goto(table + step)
    expect(page.locator("#live[hx-headers]")).to_be_attached()
    enter(page, table, {"type": "riichi", "player": 2})
    expect(page.locator(".news .who")).to_be_visible()
    covered = """() => {
      const news = document.querySelector(".news").getBoundingClientRect();
      return [...document.querySelectorAll("main :is(a, button)")].filter((one) => {
        const box = one.getBoundingClientRect();
        const isShown = one.checkVisibility({ visibilityProperty: true }) && box.width > 1;
        return isShown && news.x < box.right && box.x < news.right && news.y < box.bottom && box.y < news.bottom;
      }).map((one) => one.outerHTML.slice(0, 90));
    }"""
    assert page.evaluate(covered) == []


def in_language(address: str, language: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


DECISIONS = ["points", "han and fu", "draw", "nagashi", "chombo", "correction", "by hand"]


def test_every_page_fits_the_screen_and_shows_what_a_choice_does_above_its_button(
    page: Page, places: dict[str, str]
) -> None:
    wide = []
    for name, address in places.items():
        page.goto(in_language(address, "en"))
        for size in SIZES:
            page.set_viewport_size(size)
            if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                wide.append((name, size["width"]))
            if name not in DECISIONS:
                continue
            outcome, apply = page.locator(".outcome").bounding_box(), page.locator("[data-apply]").bounding_box()
            assert outcome, name
            assert apply, name
            assert 0 < outcome["y"] < outcome["y"] + outcome["height"] <= apply["y"] + 1, (name, size["width"])
            assert apply["y"] + apply["height"] <= size["height"], (name, size["width"])
    assert not wide


#: Points in a preview that are wider than their place, and what part of the screen the preview takes.
PREVIEW = """() => {
    const preview = document.querySelector(".outcome");
    const points = [...preview.querySelectorAll("li > :not(.name)")];
    const cut = points.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent);
    const { width, height } = preview.getBoundingClientRect();
    return [cut, (width * height) / (innerWidth * innerHeight)];
}"""


def test_the_preview_leaves_room_and_shows_whole_totals(page: Page, base_url: str, places: dict[str, str]) -> None:
    most = {"points": 1 / 3, "draw": 1 / 3, "correction": 0.27}
    for text, name in product(("text-100", "text-150"), most):
        Layout(page, base_url).comfort(text)
        page.goto(places[name])
        for size in [*SIZES, ViewportSize(width=568, height=320)]:
            page.set_viewport_size(size)
            cut, part = page.evaluate(PREVIEW)
            assert not cut, (text, name, size["width"])
            assert part <= most[name], (text, name, size["width"])


def test_with_large_text_the_news_cover_no_action(page: Page, base_url: str, places: dict[str, str]) -> None:
    Layout(page, base_url).comfort("text-150")
    page.goto(places["table"] + "/win?player=1&from=2&points=2000")
    tap(page, "[data-apply]")
    expect(page.locator(".news .who")).to_be_visible()
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        news, actions = page.locator(".news").bounding_box(), page.locator(".acts").bounding_box()
        assert news is not None
        assert actions is not None
        assert news["y"] + news["height"] <= actions["y"]


def test_the_preview_is_whole_below_the_question_about_pao(page: Page, base_url: str, places: dict[str, str]) -> None:
    """Totals below zero too; with large text the page is scrolled to the answer."""
    page.set_viewport_size(SMALL)
    page.goto(places["table"] + "/win?player=1&from=2&yakuman=2&pao=3")
    expect(page.locator(".outcome small").filter(has_text="→ −")).to_have_count(2)
    assert page.evaluate(PREVIEW)[0] == []
    Layout(page, base_url).comfort("text-150")
    for size in SIZES[:2]:
        page.set_viewport_size(size)
        page.goto(places["table"] + "/win?player=1&from=2&yakuman=2")
        for answer in page.locator("[data-liable]").all():
            answer.click()
            expect(answer).to_have_attribute("aria-current", "true")
            preview, button = page.locator(".outcome").bounding_box(), page.locator(".apply").bounding_box()
            assert preview is not None
            assert button is not None
            assert preview["y"] >= 0
            assert preview["y"] + preview["height"] <= button["y"] + 1


def test_the_players_of_a_nagashi_mangan_are_above_the_preview(page: Page, places: dict[str, str]) -> None:
    page.set_viewport_size(SMALL)
    for language in ("ja", "en"):
        page.goto(in_language(places["draw"], language))
        tap(page, ".step details summary")
        players = page.locator(".step details nav a")
        for is_chosen in ("false", "true"):
            if is_chosen == "true":
                players.first.click()
            expect(players.first).to_have_attribute("aria-current", is_chosen)
            expect(players.last).to_be_in_viewport()
            last, preview = players.last.bounding_box(), page.locator(".outcome").bounding_box()
            assert last is not None
            assert preview is not None
            assert last["y"] + last["height"] <= preview["y"], language
    page.evaluate("scrollTo(0, 0)")
    tap(page, ".menu > summary")
    expect(page.locator(".menu a").first).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_a_fold_of_a_draw_stays_open_until_another_one_is_begun(page: Page, places: dict[str, str]) -> None:
    page.goto(places["table"])
    tap(page, "[data-action=draw]", "#nagashi summary", '[data-tenpai="0"]')
    expect(page.locator('[data-tenpai="0"].chosen')).to_be_visible()
    expect(page.locator("#nagashi")).to_have_attribute("open", "")
    tap(page, "#nagashi summary", '[data-tenpai="1"]')
    expect(page.locator('[data-tenpai="1"].chosen')).to_be_visible()
    expect(page.locator("#nagashi")).not_to_have_attribute("open", "")
    tap(page, "#nagashi summary")
    page.goto(places["table"])
    tap(page, "[data-action=draw]")
    expect(page.locator("#nagashi")).not_to_have_attribute("open", "")


def test_the_answer_at_the_table_shows_every_yaku_of_a_tsumo(page: Page, places: dict[str, str]) -> None:
    hand = "/hand?step.player=3&step.from=tsumo&hand=234m456p678s88p23s4s&riichi=1&dora=1m"
    for language in ("ja", "en"):
        page.goto(in_language(places["table"] + hand, language))
        expect(page.locator("[data-points]")).to_have_attribute("data-points", "8000")
        assert page.locator(".told").evaluate("told => told.scrollHeight <= told.clientHeight + 1"), language


@pytest.mark.ci
@pytest.mark.parametrize(("language", "scheme"), [("ja", "light"), ("en", "dark")])
def test_axe_finds_nothing_on_the_pages_of_a_game(
    page: Page, axe: str, places: dict[str, str], language: str, scheme: Literal["light", "dark"]
) -> None:
    page.add_init_script(axe)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for name, address in places.items():
        page.goto(in_language(address, language))
        if name == "table":
            tap(page, "[data-action=more]")
        found += [f"{name}: {objection}" for objection in objections(page)]
    assert not found, "\n".join(found)


def test_what_was_never_begun_is_no_link(page: Page) -> None:
    page.goto("/game")
    expect(page.locator("#new-game")).to_be_visible()
    expect(page.locator(".kept")).to_be_hidden()
    expect(page.locator(".kept [href]")).to_have_count(0)
