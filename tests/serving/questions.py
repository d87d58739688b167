"""Requests of all kinds, for whoever answers in the place of the server: taps, pages, links, the JSON API."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tests.pages.links import LINKS
from tests.records.played import played_game
from tests.records.written import as_mjlog, as_tenhou6
from tests.scoring.hands import random_win
from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.address import form_fields, query
from webapp.formats.case import case_json
from webapp.language.i18n import LANGUAGES
from webapp.scoring.rules import COPIES, PRESETS
from webapp.scoring.tiles import KINDS

#: The key by which a form makes one game, another one each time.
KEY = re.compile(rb'(name="key" value=)"[\w-]{22}"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PAGES = (
    "/",
    "/hands",
    "/help",
    "/table",
    "/yaku",
    "/rules",
    "/api",
    "/changes",
    "/offline",
    "/documents/rules",
    "/share",
    "/review",
    "/nope",
)


class Question(NamedTuple):
    """A request, without its host."""

    method: str
    address: str
    headers: dict[str, str]
    body: str = ""


def without_key(body: bytes) -> bytes:
    """An answer without the key of its form."""
    return KEY.sub(rb"\1", body)


def questions() -> Iterator[Question]:
    """Two hundred and more, the same every time."""
    random = Random(19)
    won = query(entry_of(random_win(random).hand))
    yield from _taps(random)
    yield from (_page(f"/?{link.query}") for link in LINKS)
    yield from (_page(f"{path}?{won}&lang={language}") for path in PAGES for language in LANGUAGES)
    yield from _fragments(won)
    yield from _cases(random)
    yield from _logs()


def _taps(random: Random) -> Iterator[Question]:
    """A tap on each state of a hand: far from tenpai, tenpai, won; by every set of rules; in every language."""
    for rules in PRESETS.values():
        for _ in range(3):
            won = entry_of(random_win(random, rules).hand)
            yield _tap(won)
            yield _tap(replace(won, tiles=won.tiles[:-1], ura=(), by=None, flags=frozenset()))
    wall = [kind for kind in KINDS for _ in range(COPIES)]
    for language in LANGUAGES:
        for number in (1, 5, 13, 13, 14, 14):
            yield _tap(Entry(tiles=tuple(random.sample(wall, number))), language)


def _logs() -> Iterator[Question]:
    """Logs of both formats, a broken one, a hand of each judged, with scripts and without."""
    game = played_game(4)
    for text in (as_mjlog(game), as_tenhou6(game), as_mjlog(game)[:3000]):
        yield Question(
            "POST", "/api/review", {"Content-Type": "application/json"}, json.dumps({"log": text, "seat": 1, "hand": 1})
        )
        for path, more in (("", {}), ("", {"seat": "0"}), ("/hand", {"seat": "2", "hand": "1"})):
            body = urlencode({"log": text, **more})
            yield Question("POST", f"/review{path}", FORM, body)
            yield Question("POST", f"/review{path}", FORM | {"HX-Request": "true"}, body)


def _tap(entry: Entry, language: str = "en") -> Question:
    return Question("POST", "/score", FORM | {"HX-Request": "true"}, urlencode(form_fields(entry) | {"lang": language}))


def _page(address: str) -> Question:
    return Question("GET", address, {"Accept": "text/html"})


def _fragments(won: str) -> Iterator[Question]:
    """What is no whole page, and what leads to another one."""
    fragment = {"HX-Request": "true"}
    yield from (Question("GET", f"{path}?{won}", fragment) for path in ("/share", "/values"))
    yield from (Question("GET", f"{path}?{won}", {}) for path in ("/qr.svg", "/case.json", "/preview.nothing"))
    yield from (Question("GET", f"/preview.svg?{won}&lang={language}", {}) for language in LANGUAGES)
    yield from (_page(f"/?text={text}") for text in ("123m456p789s11122z", "x", "https://tenhou.net/2/?q=123m456p"))
    yield from (Question("POST", "/score", FORM, won + pressed) for pressed in ("", "&tile=1m", "&action=clear"))
    yield from (_page(f"/?{wrong}") for wrong in ("hand=1", "hand=11111m", "by=x", "honba=999", "rules=x"))
    yield from (_page(f"/rules?rules={preset}") for preset in PRESETS)
    yield _page(f"/hands?day=2026-11-22&h={quote(won + '&at=21:05')}")


def _cases(random: Random) -> Iterator[Question]:
    """The JSON API."""
    kind = {"Content-Type": "application/json"}
    for _ in range(20):
        yield Question("POST", "/api/score", kind, json.dumps(case_json(random_win(random).hand)))
    yield Question("POST", "/api/waits", kind, json.dumps({"concealed": "123m456p789s1112z"}))
    yield Question("POST", "/api/discards", kind, json.dumps({"concealed": "13579m2468p1357s1z", "turns": True}))
    yield from (
        Question("POST", f"/api/{name}", kind, "{") for name in ("score", "settle", "game", "waits", "discards")
    )
    yield Question("GET", "/api/table?honba=1", {})
    yield Question("GET", "/api/nope", {})
