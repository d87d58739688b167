"""The calculator as somebody at the table uses it: every method is a thing done or seen, in the words of the game.

What is found is found by the stable marks of webapp/pages/api/API.md. Every press of a finger is counted in `taps`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Error, Locator, Page, Position, Route, expect

#: Screens in pixels, as they are looked at: a phone whose browser shows its bars, and a small one.
SMALL_PHONE, PHONE, TABLET, DESKTOP = (320, 568), (390, 664), (768, 1024), (1280, 800)

SCORE = re.compile(r"/score$")
FOLD = "xpath=ancestor::details[1]/summary"

#: Says which of some elements are not visible as a whole, after the next frame.
CUT = """elements => new Promise((resolve) => {
  const eye = new IntersectionObserver((seen) => {
    eye.disconnect();
    resolve(seen.filter((one) => one.intersectionRatio < 0.999).map((one) => one.target.outerHTML.slice(0, 200)));
  });
  elements.forEach((element) => eye.observe(element));
})"""
#: The fields that stand in a link before the winner's seat.
BEFORE_SEAT = ("hand", "melds", "dora", "ura", "seen", "round", "kyoku")
#: Frames until everything that moves has come to rest.
FRAMES = 300


def names(tiles: str) -> list[str]:
    """The names of tiles in MPSZ: ``23m0p`` are 2m, 3m, 0p."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([mpsz])", tiles) for rank in ranks]


def objections(page: Page, *, contrasts: bool = True, others: bool = True) -> list[str]:
    """What axe finds on a page that has its script: "rule: element: why".

    It looks at contrasts (two thirds of its work), at everything else, or at both. A target of less than 24 pixels is
    no fault where an open menu or a bar covers the rest: the page scrolls.
    """
    rules = {"color-contrast": {"enabled": contrasts}, "target-size": {"enabled": True}}
    asked = {"resultTypes": ["violations"]} | ({"rules": rules} if others else {"runOnly": ["color-contrast"]})
    return [
        f"{violation['id']}: {node['target']}: {node['failureSummary']}"
        for violation in page.evaluate("asked => axe.run(document, asked)", asked)["violations"]
        for node in violation["nodes"]
        if violation["id"] != "target-size" or "partially obscured" not in node["failureSummary"]
    ]


def query_of(page: Page) -> dict[str, str]:
    """The parameters of the address bar."""
    return dict(parse_qsl(urlsplit(page.url).query))


def expect_query(page: Page, wanted: dict[str, str]) -> None:
    """Waits until these are the parameters of the address bar, and no others."""
    page.wait_for_url(lambda address: dict(parse_qsl(urlsplit(address).query)) == wanted)


def link(query: str, root: str = "") -> re.Pattern[str]:
    """The address of a link. If it has a hand and no seat, that may be a guess."""
    fields = query.split("&") if query else []
    names = [field.partition("=")[0] for field in fields]
    address = re.escape("?" * bool(fields) + query)
    if {"hand", "melds"} & set(names) and not {"seat", "guessed_seat"} & set(names):
        place = sum(name in BEFORE_SEAT for name in names)
        before, after = "&".join(fields[:place]), "".join(f"&{field}" for field in fields[place:])
        address = rf"\?{re.escape(before)}(&guessed_seat=S)?{re.escape(after)}"
    return re.compile(rf"^(\w+://[^/]+)?{re.escape(root)}/{address}$")


class Held:
    """Requests to an address that wait until the test lets them go. What comes later does not wait."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.routes: list[Route] = []
        self._page = page
        self._is_over = False
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)
        if self._is_over:
            self._let_go(route)

    def _let_go(self, route: Route) -> None:
        with suppress(Error):  # the page has given it up for a newer one
            route.continue_()

    def let_go(self, *, last_first: bool = False) -> None:
        """Lets all of them go on."""
        self._is_over = True
        for route in reversed(self.routes) if last_first else self.routes:
            self._let_go(route)

    def first(self) -> Route:
        """Waits for the first one."""
        for _ in range(FRAMES):
            if self.routes:
                return self.routes[0]
            self._page.wait_for_timeout(100)  # the page is heard meanwhile
        raise AssertionError("nothing was asked")


class Calculator:
    """The page. Without JavaScript every key sends the form, and what sends nothing is sent by `score`."""

    def __init__(self, page: Page, *, has_javascript: bool = True, has_touch: bool = True) -> None:
        self.page = page
        self.taps = 0
        self.result = page.locator("#result")
        self.hand = page.locator("#hand [data-hand-tile]")
        self.share = page.locator("[data-share]")
        self.notice = page.locator("#notice")
        self.has_javascript = has_javascript
        self._has_touch = has_touch

    # -- going there ---------------------------------------------------------------------------------

    def open(self, query: str = "") -> Self:
        """Opens a link."""
        self.page.goto(f"/?{query}" if query else "/")
        expect(self.key("1m")).to_be_visible()
        return self

    def edit(self) -> Self:
        """From reading what a link shows to changing it, where the page shows it for a reader."""
        change = self.page.locator("a.edit")
        if change.is_visible():
            # Away from the middle: a second tap at the same spot is ignored for a moment.
            change.click(position={"x": 6, "y": 6})
        return self

    def resize(self, width: int, height: int) -> Self:
        """Another screen."""
        self.page.set_viewport_size({"width": width, "height": height})
        return self

    def key(self, tile: str) -> Locator:
        """A key of the palette."""
        return self.page.locator(f"[data-tile='{tile}']")

    def switch(self, flag: str) -> Locator:
        """The switch of a circumstance."""
        return self.page.locator(f"[data-switch='{flag}']")

    def choice(self, hook: str, value: object) -> Locator:
        """A control by its hook: ``choice("by", "ron")``."""
        return self.page.locator(f"[data-{hook}='{value}']")

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Waits until the answer to what is done inside has come and is shown, and no answer to anything before it."""
        if not self.has_javascript:
            yield
            return
        self._expect_no_question()
        with self.page.expect_response(SCORE):
            yield
        self._expect_no_question()
        expect(self.page).to_have_url(self.share.get_attribute("href") or "")

    def _expect_no_question(self) -> None:
        """The answer to the last tap is on the screen."""
        expect(self.result).not_to_have_attribute("aria-busy", "true")

    def _press(
        self, control: Locator, *, sends: bool = False, force: bool = False, position: Position | None = None
    ) -> None:
        """One tap; `sends`: on something that sends the form if there is no JavaScript."""
        self.taps += 1
        press = control.tap if self._has_touch else control.click
        if sends and not self.has_javascript:
            with self.page.expect_navigation():
                press(force=force, position=position)
        else:
            press(force=force, position=position)

    @contextmanager
    def _unfolded(self, control: Locator) -> Iterator[None]:
        """A control that is folded away is unfolded with a tap before, and folded with another one after."""
        if control.is_visible():
            yield
            return
        self._press(control.locator(FOLD))
        yield
        if control.is_visible():
            self._press(control.locator(FOLD))

    def _press_inside(self, control: Locator, *, sends: bool = False) -> None:
        with self._unfolded(control):
            self._press(control, sends=sends)

    # -- tiles ---------------------------------------------------------------------------------------

    def tap(self, tiles: str) -> Self:
        """Taps the keys of these tiles, one after the other."""
        for name in names(tiles):
            self._press(self.key(name), sends=True)
        return self

    def mode(self, mode: str) -> Self:
        """Chooses what the next key enters. Indicators that are there lie over the middle of their mode."""
        if mode in ("dora", "ura"):
            self._press(self.page.locator(f"label:has([data-mode={mode}])"), position={"x": 9, "y": 7})
        else:
            self._press(self.choice("mode", mode))
        return self

    def enter(self, mode: str, tile: str) -> Self:
        """A whole set with two taps: its mode and its (lowest) tile."""
        return self.mode(mode).tap(tile)

    def sets(self, mode: str, tiles: str) -> Self:
        """Whole sets with one tap each: a mode tapped twice stays on."""
        return self.mode(mode).mode(mode).tap(tiles)

    def sequence(self, lowest: str) -> Self:
        """Three concealed tiles in a row."""
        return self.enter("sequence", lowest)

    def triplet(self, tile: str) -> Self:
        """Three concealed tiles alike."""
        return self.enter("triplet", tile)

    def pair(self, tile: str) -> Self:
        """Two tiles alike."""
        return self.enter("pair", tile)

    def chi(self, lowest: str) -> Self:
        """A sequence called."""
        return self.enter("chi", lowest)

    def pon(self, tile: str) -> Self:
        """A triplet called."""
        return self.enter("pon", tile)

    def ankan(self, tile: str) -> Self:
        """A concealed kan."""
        return self.enter("ankan", tile)

    def draw(self, tiles: str) -> Self:
        """Draws a finger over these keys."""
        touches = self.page.context.new_cdp_session(self.page)
        points = [self.middle(name) for name in names(tiles)]
        for kind, place in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
            at = [{"x": place[0], "y": place[1]}]
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return self

    def middle(self, tile: str) -> tuple[float, float]:
        """Where the middle of a key is."""
        box = self.key(tile).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def dora(self, *indicators: str) -> Self:
        """Dora indicators."""
        return self._indicators("dora", indicators)

    def ura(self, *indicators: str) -> Self:
        """Ura indicators, where the page does not ask for them by itself."""
        return self._indicators("ura", indicators)

    def _indicators(self, mode: str, indicators: tuple[str, ...]) -> Self:
        for indicator in indicators:
            self.mode(mode)
            expect(self.choice("mode", mode)).to_be_checked()
            # Without JavaScript a full hand's keys look as if they were off, for they are but for indicators.
            self._press(self.key(indicator), sends=True, force=not self.has_javascript)
        return self

    def select(self, tile: str) -> Self:
        """Taps a tile of the hand: it is selected, or no more if it was."""
        self._press(self.page.locator(f"#hand button[data-hand-tile='{tile}']").first, sends=True)
        return self

    def select_meld(self, number: int) -> Self:
        """Taps a meld of the hand, counted from 0."""
        self._press(self.page.locator("#hand .meld").nth(number), sends=True)
        return self

    def select_indicator(self, mode: str, number: int) -> Self:
        """Taps an indicator, counted from 0: it is selected, or no more if it was."""
        self._press(self.page.locator(f"#{mode}-tiles button").nth(number), sends=True)
        return self

    def remove(self) -> Self:
        """Takes away what is selected."""
        return self._mend("action", "remove")

    def win_on_selected(self) -> Self:
        """Makes the selected tile the winning tile."""
        return self._mend("action", "winning")

    def redden(self) -> Self:
        """Makes a selected five red."""
        return self._mend("action", "red")

    def whiten(self) -> Self:
        """Makes a selected red five plain."""
        return self._mend("action", "plain")

    def take_run(self, run: str) -> Self:
        """Makes the chi another run with the same called tile."""
        self._press(self.page.locator(f"[data-run='{run}']:visible"), sends=True)
        return self

    def fed_by(self, player: int) -> Self:
        """Names who fed the selected meld: 1 right, 2 across, 3 left."""
        return self._mend("feeder", player)

    def _mend(self, hook: str, value: object) -> Self:
        self._press(self.choice(hook, value), sends=True)
        return self

    def win_on(self, tile: str) -> Self:
        """Makes a tile of the full hand the winning tile."""
        return self.select(tile).win_on_selected()

    def take_out(self, tile: str) -> Self:
        """Takes a tile out of the hand."""
        return self.select(tile).remove()

    def take_back_meld(self, number: int) -> Self:
        """Takes a meld out of the hand, counted from 0."""
        return self.select_meld(number).remove()

    def set_north_aside(self) -> Self:
        """Sets one north aside."""
        self._press(self.choice("action", "nuki"), sends=True)
        return self

    def remove_norths(self) -> Self:
        """Taps the button beside the problem of norths that the rules do not set aside."""
        self._press(self.choice("action", "no-norths"), sends=True)
        return self

    def undo(self) -> Self:
        """Takes the last thing back."""
        self._press(self.choice("action", "undo"), sends=True)
        return self

    def clear(self) -> Self:
        """Empties the page."""
        self._press_inside(self.choice("action", "clear"), sends=True)
        return self

    def next_hand(self) -> Self:
        """The next hand at this table."""
        self._press(self.choice("action", "next"), sends=True)
        return self

    # -- how it was won ------------------------------------------------------------------------------

    def ron(self, from_: int | None = None) -> Self:
        """Won on a discard: 1 of the right player, 2 across, 3 left; None: as it stands."""
        self._press(self.choice("by", "ron"))
        if from_ is not None:
            self._press(self.choice("from", from_))
        return self

    def blame(self, from_: int) -> Self:
        """Taps who discarded, and nothing else."""
        self._press(self.choice("from", from_))
        return self

    def tsumo(self) -> Self:
        """Won on a draw."""
        self._press(self.choice("by", "tsumo"))
        return self

    def declare_riichi(self) -> Self:
        """Turns riichi on, or off again."""
        return self.flag("riichi")

    def flag(self, flag: str) -> Self:
        """Turns a circumstance on, or off again."""
        self._press_inside(self.switch(flag))
        return self

    def sit(self, seat: str) -> Self:
        """Sits E, S, W or N."""
        self._press_inside(self.choice("seat-choice", seat))
        return self

    def round(self, wind: str) -> Self:
        """Plays the round E, S, W or N."""
        self._press_inside(self.choice("round-choice", wind))
        return self

    def honba(self, number: int) -> Self:
        """So many honba."""
        return self._fill("honba", number)

    def sticks(self, number: int) -> Self:
        """So many riichi sticks on the table."""
        return self._fill("sticks", number)

    def _fill(self, name: str, number: int) -> Self:
        field = self.choice("field", name)
        with self._unfolded(field):
            self._press(field)
            field.fill(str(number))
            field.blur()
        return self

    def play_by(self, preset: str) -> Self:
        """Chooses the rules."""
        rules = self.choice("field", "rules")
        if not rules.is_visible():
            self._press(rules.locator(FOLD))
        with self.page.expect_navigation():
            rules.select_option(preset)
        # The panel stays open for more.
        expect(rules).to_be_visible()
        self._press(rules.locator(FOLD))
        return self

    def speak(self, language: str) -> Self:
        """Chooses the language by its code."""
        link = self.page.locator(f"a[hreflang='{language}']")
        if not link.is_visible():
            self._press(link.locator(FOLD))
        with self.page.expect_navigation():
            self._press(link)
        return self

    def paste(self, text: str) -> Self:
        """Pastes tiles as text into their field."""
        field = self.choice("field", "text")
        if not field.is_visible():
            self._press(field.locator(FOLD))
        field.fill(text)
        with self.page.expect_navigation():
            field.press("Enter")
        return self

    def go_to(self, path: str) -> None:
        """Follows a link of the page."""
        link = self.page.locator(f"a[href^='{path}']").first
        if not link.is_visible():
            self._press(link.locator(FOLD))
        with self.page.expect_navigation():
            self._press(link)

    def score(self) -> Self:
        """Sends the form where there is no JavaScript."""
        self._press(self.page.locator("noscript button"), sends=True)
        return self

    # -- what is seen --------------------------------------------------------------------------------

    def expect_hand(self, tiles: str, win: str | None = None) -> Self:
        """The hand as it lies there, melds behind; the winning tile is `win`."""
        wanted = names(tiles)
        expect(self.hand).to_have_count(len(wanted))
        for index, name in enumerate(wanted):
            expect(self.hand.nth(index)).to_have_attribute("data-hand-tile", name)
        winning = self.page.locator("#hand [data-winning]")
        expect(winning).to_have_count(0 if win is None else 1)
        if win is not None:
            expect(winning).to_have_attribute("data-hand-tile", win)
        return self

    def expect_points(self, points: int, *, ron: int | None = None) -> Self:
        """The points of the hand; `ron` is what stands beside them while neither ron nor tsumo is chosen. What is
        shown is what the winner receives."""
        figure = self.result.locator("[data-points]")
        expect(figure).to_have_attribute("data-points", str(points))
        # Both at once: the next answer may have the same points, and another sum.
        received, text = figure.evaluate("figure => [Number(figure.dataset.receives), figure.textContent]")
        assert f"{received:,}" in text
        if ron is None:
            expect(self.result.locator("[data-points-ron]")).to_have_count(0)
        else:
            expect(figure).to_have_attribute("data-points-ron", str(ron))
        return self

    def expect_received(self, points: int) -> Self:
        """The largest figure: what the winner receives, honba and sticks included."""
        expect(self.result.locator("[data-points]")).to_have_attribute("data-receives", str(points))
        expect(self.result.locator("strong.winner").first).to_have_text(f"{points:,}")
        return self

    def expect_question(self, field: str | None) -> Self:
        """What the answer asks: ``from``, who discarded; ``fed``, who is liable; None: nothing."""
        asked = self.result.locator("[data-question]")
        expect(asked).to_have_count(1 if field else 0)
        if field:
            expect(asked).to_have_attribute("data-question", field)
        return self

    def reply(self, source: int) -> Self:
        """Answers the question: 1 right, 2 across, 3 left."""
        self._press(self.result.locator(f"[data-question] button[value='{source}']"), sends=True)
        return self

    def ask_who_is_liable(self) -> Self:
        """Taps the mark of the liable player: the question comes once more."""
        self._press(self.choice("action", "who-is-liable"), sends=True)
        return self

    def another_winner(self) -> Self:
        """Goes on to the hand of another winner on the same discard."""
        with self.page.expect_navigation():
            self._press(self.choice("action", "another"))
        return self

    def expect_no_points(self) -> Self:
        """No answer yet, or none at all."""
        expect(self.result.locator("[data-points]")).to_have_count(0)
        return self

    def expect_delta(self, seat: str, points: int) -> Self:
        """What a seat gains or loses."""
        delta = self.result.locator(f"[data-delta][data-seat='{seat}']")
        expect(delta).to_have_attribute("data-delta", str(points))
        expect(delta).to_have_text(re.compile(re.escape(f"{abs(points):,}")))
        return self

    def expect_yaku(self, *keys: str) -> Self:
        """The yaku of the reading that counts, dora among them."""
        lines = self.result.locator("[data-reading][data-best] [data-yaku]")
        expect(lines).to_have_count(len(keys))
        for index, key in enumerate(keys):
            expect(lines.nth(index)).to_have_attribute("data-yaku", key)
        return self

    def expect_link(self, query: str) -> Self:
        """The address bar and the share link are this link."""
        expect(self.share).to_have_attribute("href", link(query))
        expect(self.page).to_have_url(link(query))
        return self

    def expect_empty(self) -> Self:
        """Nothing has been entered."""
        expect(self.hand).to_have_count(0)
        return self.expect_no_points().expect_link("")

    def overflow(self) -> tuple[int, int]:
        """By how many pixels the page is wider and higher than the screen."""
        wider, higher = self.page.evaluate(
            "() => { const { scrollWidth, scrollHeight } = document.documentElement;"
            " return [scrollWidth - innerWidth, scrollHeight - innerHeight]; }"
        )
        return wider, higher

    def expect_on_screen(self, *selectors: str) -> Self:
        """Every element that these selectors find is visible as a whole without scrolling."""
        for selector in selectors:
            expect(self.page.locator(selector).first).to_be_visible()
        found = self.page.locator(", ".join(selectors))
        for _ in range(FRAMES):
            if not (cut := found.evaluate_all(CUT)):
                return self
        raise AssertionError(f"not on the screen as a whole: {cut}")
