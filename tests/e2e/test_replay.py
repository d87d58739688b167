"""The game exists once: whatever is tapped, the page's script and Python (`webapp.entry`) come to the same.

Random actions are played twice: by a calculator without scripts, which sends its form with every action, and by the
page in a browser, where each action is answered before the next one. After each action all fields of the form, the mode
and what is in the way of each key are compared; after each game the markup of the hand, the keys and the panels too.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from webapp.entry import AFTER, MODES, ROOM_NEEDED, Entry, has_mode, obstacles
from webapp.entry.mending import offers, runs
from webapp.formats.address import form_fields, form_text, query_as_tapped, read_entry
from webapp.pages.calculator.buttons import pressed
from webapp.scoring.hand import IN_PLACE_OF, Flag, flags_of
from webapp.scoring.notation import parse_tiles
from webapp.scoring.table import MOST_STICKS, WIND_NAMES
from webapp.scoring.tiles import NAMES

Action = tuple[Any, ...]

GAMES = 14
STEPS = 160
#: Where a game begins: by rules with all sorts of tiles, from links that cannot be too, with another winner before.
STARTS = [
    "",
    "rule.ura_dora=no&hand=123m456p78s&riichi=1",
    "rules=tenhou_sanma",
    "rules=majiang&hand=19m19p19s1234567z",
    "hand=5z5z&melds=ankan1111m-daiminkan2222p-kakan3333s-ankan0555p&by=ron",
    "rule.red_fives=204&hand=0055p&rule.local_yaku=open_riichi.kanfuri.tsubame_gaeshi&open_riichi=1&ura=1z",
    "hand=234567m345p2267s8s&riichi=1&ippatsu=1&haitei=1&by=tsumo&dora=1s&ura=4p&honba=98&sticks=2",
    "hand=123m&melds=pon0s55s.2.5s-chi340m.3.0m&riichi=1&ippatsu=1&ura=12m&houtei=1&by=tsumo",
    "hand=23m7z&seat=W&by=ron&from=3&also=hand%3D456m77z%26seat%3DN",
    "hand=8s&guessed_seat=W&by=ron&also=hand%3D234567m345p2267s8s%26seat%3DN",
    "hand=123m&melds=pon555z&guessed_seat=E&by=ron&from=2&liable=3",
    "hand=8s&seat=W&by=ron&also=hand%3D234567m345p2267s8s%26riichi%3D1%26ura%3D3p%26seat%3DN",
    "rules=mahjong_soul_sanma&hand=19m&nuki=2&melds=ankan9999m&seen=1289p&mode=nuki",
    "hand=9m1m5p1m&seen=9s1s5z&dora=12345m&mode=seen",
]
#: What can be done with what is selected.
DEEDS = [(deed, "") for deed in ("remove", "winning", "red", "red", "plain")] + [("feeder", n) for n in "1123"]
KEYS = parse_tiles("123456789m123456789p123456789s1234567z0m0p0s")

#: The page writes no addresses: Chromium allows only so many at once.
WITHOUT_ADDRESSES = "history.replaceState = () => {};"
PLAY = Path(__file__).with_name("replay.js").read_text(encoding="utf-8")
#: The parts of the page that differ from what the server makes of the same address.
DIFFERING = """async (address) => {
  const wanted = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const plain = (root, id) => {
    const copy = root.getElementById(id).cloneNode(true);
    for (const each of copy.querySelectorAll("*")) {
      each.removeAttribute("checked");
      each.removeAttribute("data-locked");
      each.removeAttribute("data-given");
      if (each.name === "shown") each.remove();
      each.classList.remove("refused");
      for (const text of [...each.childNodes]) if (text.nodeType === 3 && !text.data.trim()) text.remove();
    }
    return copy;
  };
  const text = (node) => node.outerHTML.replaceAll(/\\s+/g, " ");
  return ["hand", "keys", "switches", "situation", "liable"].map((id) => [plain(document, id), plain(wanted, id)])
    .filter(([shown, made]) => { shown.normalize(); made.normalize(); return !shown.isEqualNode(made); })
    .map(([shown, made]) => [text(shown), text(made)]);
}"""


class Plain:
    """The calculator without scripts: each action sends the form."""

    def __init__(self, link: str, random: Random) -> None:
        self.entry = read_entry(dict(parse_qsl(link))).entry.in_mode()
        self.random = random
        self._past: list[Entry] = []
        self._is_locked = False
        self._is_tapped = False

    def act(self) -> Action:
        """Does anything, and says what."""
        ways: dict[Callable[[], Action], int] = {
            self._tap: 40,
            self._mode: 14,
            self._draw: 4,
            self._run: 3,
            self._select: 14,
            self._mend: 8,
            self._nuki: 2,
            self._discard: 3,
        }
        ways |= {
            self._wait: 2,
            self._win: 2,
            self._flag: 12,
            self._choose: 6,
            self._step: 2,
            self._liable: 1,
            self._reply: 3,
        }
        ways |= {self._undo: 8, self._clear: 1, self._next: 1}
        (way,) = self.random.choices([*ways], [*ways.values()])
        return way()

    # -- keys ---------------------------------------------------------------------------------------

    def _tap(self) -> Action:
        tile = self.random.choice(NAMES)
        if self.entry.selected is None:
            self._enter(tile, self.entry.mode)
        else:
            self._changes(self._sent(self.entry, tap=tile))
        return "tap", tile

    def _wait(self) -> Action:
        tile = self.random.choice(NAMES)
        self._enter(tile, self.entry.mode)
        return "wait", tile

    def _draw(self) -> Action:
        """A finger drawn over three keys or more enters the run of the first three."""
        suit = self.random.choice("mps")
        start, end = self.random.choice([(a, b) for a in range(1, 10) for b in range(1, 10) if abs(a - b) >= 2])
        mode = "chi" if self.entry.mode == "chi" else "sequence"
        self._enter(f"{start if start < end else start - 2}{suit}", mode)
        return "draw", f"{start}{suit}", f"{end}{suit}"

    def _run(self) -> Action:
        """Another run for the last meld, where the answer shows them."""
        melds = self.entry.melds
        names = [*runs(self.entry, len(melds) - 1)] if melds and self.entry.selected_meld is None else []
        if not names:
            return ("nothing",)
        name = self.random.choice(names)
        self._changes(self._sent(self.entry, run=name))
        return "run", name

    def _enter(self, tile: str, mode: str) -> None:
        """A key in a mode. A locked one is chosen anew for the next key, as long as there is room for it."""
        before = replace(self.entry, selected=None)
        after = self._sent(replace(before, mode=mode), tap=tile)
        if after == replace(before, mode=mode):
            return
        if self._is_locked and (not ROOM_NEEDED[before.mode] or ROOM_NEEDED[before.mode] <= after.room):
            self._becomes(replace(after, mode=before.mode).in_mode(), keeps_lock=True)
        else:
            self._becomes(after)

    def _mode(self) -> Action:
        """A mode tapped twice is locked; tapped a third time it makes way for single tiles."""
        mode = self.random.choice(MODES)
        if not has_mode(self.entry.rules, mode):
            return ("nothing",)
        if mode == "ura" and not self.entry.has_riichi:
            return "mode", mode
        is_same = mode == self.entry.mode
        if mode == "seen":
            self._chooses("tile" if is_same else "seen")
        elif not is_same or mode == "tile" or not self._is_tapped:
            self._chooses(mode, is_tapped=True)
        elif self._is_locked:
            self._chooses("tile")
        else:
            self._chooses(mode, is_tapped=True, is_locked=True)
        return "mode", mode

    def _chooses(self, mode: str, *, is_tapped: bool = False, is_locked: bool = False) -> None:
        self.entry = replace(self.entry, mode=mode, selected=None)
        self._is_tapped, self._is_locked = is_tapped, is_locked

    # -- the hand -----------------------------------------------------------------------------------

    def _select(self) -> Action:
        """A tile, meld or indicator is selected, those beside the tiles as often as tiles."""
        places = self.entry.places
        index = self.random.choice([*range(places), *range(len(self.entry.tiles), places), *range(not places)])
        if places:
            self._becomes(self._sent(self.entry, select=str(index)))
        return "select", index

    def _mend(self) -> Action:
        """A button that is there only for what can be done with the selected tile or meld."""
        deed, value = self.random.choice(DEEDS)
        found = offers(self.entry)
        if found and found.runs and self.random.random() < 0.5:
            deed, value = "run", self.random.choice([*found.runs])
        if deed != "feeder" or int(value) < self.entry.rules.players:
            self._changes(self._sent(self.entry, **({deed: value} if value else {"action": deed})))
        return "mend", deed, value

    def _nuki(self) -> Action:
        self._changes(self._sent(self.entry, action="nuki"))
        return ("nuki",)

    def _changes(self, entry: Entry) -> None:
        """What a button does that may do nothing."""
        if entry != self.entry:
            self._becomes(entry)

    def _discard(self) -> Action:
        if not self.entry.tiles:
            return self._tap()
        tile = NAMES[self.random.choice(self.entry.tiles)]
        self._becomes(self._sent(self.entry, discard=tile), keeps_lock=True)
        return "discard", tile

    # -- how it was won -----------------------------------------------------------------------------

    def _flag(self) -> Action:
        flag = self.random.choice([Flag.RIICHI, Flag.IPPATSU, *Flag])
        if flag in flags_of(self.entry.rules):
            is_on = flag in self.entry.flags
            replaced = {} if is_on else dict.fromkeys(IN_PLACE_OF.get(flag, ()), "")
            self._fill_in(**replaced, **{flag.value: "" if is_on else "1"})
        return "flag", flag.value

    def _win(self) -> Action:
        way = self.random.choice(["ron", "tsumo"])
        self._fill_in(by=way)
        return "win", way

    def _reply(self) -> Action:
        """Who discarded, or who is liable, beside the answer."""
        source = self.random.choice(["1", "2", "3"][: self.entry.rules.players - 1])
        if self.random.random() < 0.5:
            self._fill_in(by="ron", **{"from": source})
            return "reply", "from", source
        self._becomes(self._sent(self.entry, fed=source), keeps_lock=True)
        return "reply", "fed", source

    def _choose(self) -> Action:
        """One of several: a choice that is made already sends nothing, but for the discarder, who has not won."""
        name, hook = self.random.choice(
            [("by", "by"), ("from", "from"), ("seat", "seat-choice"), ("round", "round-choice")]
        )
        players = self.entry.rules.players
        choices = {"by": ["ron", "tsumo"], "from": ["1", "2", "3"][: players - 1]}.get(name, [*WIND_NAMES[:players]])
        value = self.random.choice(choices)
        if name == "from":
            if int(value) in self.entry.discarders:
                self._fill_in(by="ron", **{"from": value})
        elif form_fields(self.entry)[name] != value:
            self._fill_in(**{name: value})
        return "choose", hook, value

    def _step(self) -> Action:
        field, by = self.random.choice(["honba", "sticks"]), self.random.choice([-1, 1])
        number = int(form_fields(self.entry)[field]) + by
        self._fill_in(**{field: str(min(max(number, 0), MOST_STICKS))})
        return "step", field, by

    def _liable(self) -> Action:
        value = self.random.choice(["", "0", "1", "2"])
        self._fill_in(liable=value)
        return "liable", value

    # -- other buttons ------------------------------------------------------------------------------

    def _undo(self) -> Action:
        before = self._past.pop() if self._past else self._sent(self.entry, action="undo")
        self.entry = replace(before, mode="tile", selected=None)
        self._is_locked = self._is_tapped = False
        return ("undo",)

    def _clear(self) -> Action:
        self._becomes(self._sent(self.entry, action="clear"))
        return ("clear",)

    def _next(self) -> Action:
        ending = self.random.choice([*AFTER])
        self._becomes(self._sent(self.entry, action=ending))
        return "next", form_text(self.entry)

    # -- what is sent -------------------------------------------------------------------------------

    def _sent(self, entry: Entry, **button: str) -> Entry:
        form = form_fields(entry) | kept(entry) | button
        return pressed(read_entry(form).entry, form)

    def _fill_in(self, **fields: str) -> None:
        form = form_fields(self.entry) | kept(self.entry) | {"seat_before": WIND_NAMES[self.entry.table.seat]}
        form |= fields
        self._becomes(pressed(read_entry(form).entry, form).settled(), keeps_lock=True)

    def _becomes(self, entry: Entry, *, keeps_lock: bool = False) -> None:
        """A step that can be undone, if it changed anything."""
        if form_fields(entry) != form_fields(self.entry):
            self._past.append(self.entry)
        if entry.mode != self.entry.mode or not keeps_lock:
            self._is_locked = self._is_tapped = False
        self.entry = entry


def kept(entry: Entry) -> dict[str, str]:
    """The fields of the form that are no part of the hand."""
    return {"mode": entry.mode, "selected": "" if entry.selected is None else str(entry.selected)}


def offered(entry: Entry) -> list[str]:
    """What the strip of buttons offers for what is selected."""
    found = offers(entry)
    if found is None:
        return []
    deeds = {"winning": found.winning, "red": found.redder, "plain": found.plainer}
    feeders = [str(n) for n in range(entry.rules.players - 1, 0, -1) if found.feeder]
    return ["remove", *(deed for deed, is_offered in deeds.items() if is_offered), *feeders, *found.runs]


def told(entry: Entry) -> dict[str, object]:
    """All that is compared of a state: the fields, the mode, what is selected, and the obstacle of each key."""
    keys = zip(map(NAMES.__getitem__, KEYS), obstacles(entry, KEYS), strict=True)
    state: dict[str, object] = {**form_fields(entry), **kept(entry), "offered": offered(entry)}
    return state | {f"key {name}": obstacle for name, obstacle in keys}


def told_by_page(state: dict[str, Any]) -> dict[str, object]:
    """The same of what the page says."""
    entry = read_entry(state["fields"]).entry
    keys = zip(KEYS, state["keys"], strict=True)
    return told(entry) | {"offered": state["offered"]} | {f"key {NAMES[tile]}": obstacle for tile, obstacle in keys}


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 1000}, is_mobile=False)
@pytest.mark.parametrize("game", [*range(2), *(pytest.param(n, marks=pytest.mark.ci) for n in range(2, GAMES))])
def test_the_script_and_python_play_the_same_game(page: Page, game: int) -> None:
    start = STARTS[game % len(STARTS)]
    page.add_init_script(WITHOUT_ADDRESSES)
    page.goto(f"/?{start}")
    expect(page.locator("[data-step]").first).not_to_have_attribute("hidden", "")  # the script has started
    plain = Plain(start, Random(game))
    wanted = [(plain.act(), told(plain.entry)) for _ in range(STEPS)]
    actions = [action for action, _ in wanted]
    for number, state in enumerate(page.evaluate(PLAY, actions)):
        assert told_by_page(state) == wanted[number][1], f"after {actions[: number + 1][-8:]}"
    assert page.evaluate(DIFFERING, f"/?{query_as_tapped(plain.entry)}") == []
