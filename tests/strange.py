"""Strange requests: random hands, valid links with something changed, hostile values, pages of a game, odd headers."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from tests.pages.laws import INJECTION
from tests.pages.links import LINKS
from tests.scoring.hands import random_rules, random_win
from webapp.entry import AFTER, MODES, Entry
from webapp.game import GAME_PRESETS
from webapp.inputs.forms import PLACES, RULE
from webapp.outputs.links import form_fields
from webapp.outputs.replies import case_json
from webapp.scoring.blocks import MeldType
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import PRESETS, SWITCHES
from webapp.scoring.tiles import NAMES

HTMX = {"HX-Request": "true"}
HOSTILE = [
    *("", "-1", "²", "٣", "1e9", "9" * 5000, "1m" * 3000, "pon555z-" * 500, "\x00", "\u202e\ufeff", "🀇" * 200),
    *("a\r\nSet-Cookie: x=1", "../../etc/passwd", "{{7*7}}%s{0}", INJECTION, INJECTION * 20, "pon" + "1" * 390 + "m"),
]
#: The buttons of the form: each with values that it can send.
KEYS: dict[str, Sequence[str]] = {
    "mode": MODES,
    "tap": NAMES,
    "wait": NAMES,
    "discard": NAMES,
    "select": [*PLACES, "14"],
    "selected": [*PLACES, "14"],
    "feeder": ("0", "1", "2", "3", "4"),
    "action": ("undo", "clear", "nuki", "remove", "winning", "red", "plain", *AFTER),
}
FIELDS = [*form_fields(Entry()), *(RULE + name for name in SWITCHES), "lang", *KEYS]
PAGES = ["/", "/", "/", "/table", "/yaku", "/rules", "/api", "/api/table", "/static/", "/no-such-page"]
PAGES += ["/share", "/qr.svg", "/case.json", "/preview.svg", "/preview.png", "/values"]
PAGES += ["/game", "/game/rules", "/game/import", "/hands"]
FORMS = ["/score", "/score", "/score", "/rules", "/game", "/game/import"]
#: What stands for the address of the game of a run, and for the number of its last event.
GAME, SEEN = "/game/~", "~seen~"
GAME_PAGES = ["", "/win", "/hand", "/draw", "/adjust", "/course", "/result", "/delete"]
GAME_PAGES += [f"/game.{ending}" for ending in ("json", "csv", "txt", "svg", "png")]
GAME_FORMS = [*["/hand"] * 9, "/next", "/delete"]
#: Fields of a new game and of the steps of a win and of a draw, with values that they can have.
GAME_FIELDS: dict[str, Sequence[str]] = {
    "name0": ("Aoi", "\u202e"),
    "rounds": ("0", "1", "2", "4"),
    "seats": ("drawn",),
    "rules": [*GAME_PRESETS],
    "from": ("0", "1", "2", "3", "tsumo"),
    "player": ("0", "1", "2", "3"),
    "how": ("han", "points", "tiles"),
    "han": ("1", "5", "13"),
    "fu": ("20", "30", "110"),
    "points": ("1000", "8000", "7"),
    "kind": ("exhaustive", "four_kans", "chombo"),
    "tenpai": ("", "02", "0123"),
    "nagashi": ("", "1"),
    "amend": ("1", "2", "9"),
    "riichi": ("-", "0", "13"),
    "also": ('[{"player":1,"from":0,"points":1000}]', "[]", "[[]]"),
}
#: Requests to a game after which a new one begins.
GAME_LENGTH = 60
ROUTES = ["/api/score", "/api/score", "/api/settle", "/api/waits", "/api/discards", "/api/game"]
_VALUES: list[Any] = [
    *("123m", "0p", "E", "9", "ron", "tsumo", "pon", "riichi", ""),
    None,
    -1,
    1 << 70,
    0.5,
    [],
    {},
    [[]],
    True,
]


ODD_HEADERS = ["Host", "Accept", "Accept-Language", "Accept-Encoding", "Cookie", "Range", "If-None-Match", "Referer"]
ODD_HEADERS += [
    "Content-Length",
    "Transfer-Encoding",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "Sec-Fetch-Site",
    "Origin",
]
ODD_VALUES = [
    "",
    "a",
    "0",
    "-1",
    "x.",
    "[::1",
    "ja,en;q=0.5,",
    "*;q=nan,",
    'W/"a",',
    "lang=ja; ",
    "\xff\x80",
    "bytes=0-,",
]
CONTENT_TYPES = [
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "multipart/form-data",
    "\xff",
    "",
]


class Request(NamedTuple):
    """A request as it is sent, printed where it fails."""

    method: str
    address: str
    headers: Mapping[str, str] = {}
    body: str | bytes = b""
    content_type: str | None = None


def tiles(random: Random) -> str:
    """Up to fourteen tiles, most often of one or two suits so that they come close to a hand."""
    suits = random.choice((range(9), range(18), range(34), range(37)))
    wall = [tile for tile in suits for _ in range(4)]
    return format_tiles(random.sample(wall, random.randint(0, 14)), ordered=True)


def melds(random: Random) -> str:
    """Up to five melds as an address has them, that need not be melds at all."""
    return "-".join(_meld(random) for _ in range(random.randrange(6)))


def _meld(random: Random) -> str:
    tile = random.choice(NAMES)
    held = random.choice((tile[0] * random.randint(1, 5) + tile[1], tiles(random)))
    beside = [random.choice(NAMES) if random.randrange(3) else tile for _ in range(2)]
    parts = [
        random.choice(list(MeldType)) + held,
        random.choice("1234"),
        beside[0],
        random.choice(("", "a")) + beside[1],
    ]
    return ".".join(parts[: random.randint(1, 4)])


def form(random: Random) -> dict[str, str]:
    """A link that somebody was sent, a hand of random tiles, or nonsense; fields added, changed, cut and dropped, keys
    pressed."""
    given = dict(parse_qsl(random.choice(LINKS).query))
    if random.randrange(2):
        given["hand"] = tiles(random)
    if not random.randrange(4):
        given["melds"] = melds(random)
    if not random.randrange(8):
        given["also"] = urlencode(form(random))
    for key in random.sample(list(KEYS), random.randrange(3)):
        given[key] = random.choice(KEYS[key])
    for _ in range(random.choice((0, 0, 1, 2, 5))):
        field = random.choice([*FIELDS, *given])
        value = given.get(field, "")
        given[field] = random.choice(
            [
                random.choice(HOSTILE),
                value[: random.randint(0, len(value))],
                value[::-1],
                str(random.randint(-2, 120)),
                tiles(random),
                random.choice(list(given.values()) or [""]),
                "".join(chr(random.choice((random.randrange(128), random.randrange(0xD800)))) for _ in range(8)),
            ]
        )
    return given


def case(random: Random) -> Any:
    """A won hand as JSON, with up to three of its values spoiled."""
    found: Any = json.loads(json.dumps(case_json(random_win(random, random_rules(random)).hand)))
    for _ in range(random.randrange(4)):
        place: Any = found
        key: Any = random.choice([*place, "turns", "tiles", "nagashi_mangan"])
        while isinstance(place, dict) and isinstance(place.get(key), dict) and place[key] and random.randrange(3):
            place = place[key]
            key = random.choice(list(place))
        place[key] = random.choice([*_VALUES, *HOSTILE])
    return found


def holding(random: Random) -> Any:
    """Thirteen or fourteen tiles that are asked about before they are won."""
    found = {"concealed": tiles(random), "rules": random.choice((*PRESETS, "nowhere"))}
    return found | random.choice(({}, {"turns": True}, {"honba": random.choice(_VALUES)}))


def game(random: Random) -> Any:
    """A game as JSON, with up to three of its values spoiled, wherever they stand."""
    preset = random.choice([*GAME_PRESETS])
    rules = random.choice((preset, {"preset": preset, "tobi": "off", "chip_points": 100}))
    found: Any = {"rules": rules, "events": [_event(random) for _ in range(random.randrange(30))]}
    for _ in range(random.randrange(4)):
        place: Any = found
        while True:
            key = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or not random.randrange(4):
                break
            place = place[key]
        place[key] = deepcopy(random.choice([*_VALUES, *HOSTILE]))
    return found


def _event(random: Random) -> dict[str, Any]:
    one, other = random.sample(range(4), 2)
    ways = ({"han": random.randint(1, 9), "fu": 30}, {"points": 8000}, {"yakuman": 1}, {"case": case(random)})
    won = {"player": one, "from": random.choice((None, other)), **random.choice(ways)}
    return random.choice(
        (
            {"type": "riichi", "player": one},
            {"type": "win", "wins": [won]},
            {"type": "draw", "kind": "exhaustive", "tenpai": [one, other], "nagashi": [one] * random.randrange(2)},
            {"type": "draw", "kind": random.choice(("four_kans", "four_winds"))},
            {"type": "adjust", "points": [100, 0, 0, -100], "note": random.choice(("late", *HOSTILE))},
            {"type": "chips", "from": one, "to": other, "n": 1},
            {"type": random.choice(("undo", "redo", "chombo", "end")), "player": one},
            {"type": "amend", "seq": random.randint(1, 9), "event": {"type": "riichi", "player": one}},
            {"type": "amend", "seq": random.randint(1, 9), "event": {"type": "draw"}, "riichi": [one, other]},
        )
    )


def step(random: Random) -> dict[str, str]:
    """Fields of a game's pages, of them some with values that are not theirs."""
    chosen = random.sample(list(GAME_FIELDS), random.randrange(7)) + random.choice(([], ["player", "from"]))
    given = {name: random.choice(GAME_FIELDS[name]) for name in chosen}
    for name in random.sample(chosen, min(len(chosen), random.choice((0, 0, 1, 2)))):
        given[name] = random.choice(HOSTILE)
    return random.choice((given, form(random) | given, form(random) | {"step": urlencode(given)}))


def game_page(random: Random) -> Request:
    """A page of a game, or what is sent from one. `Table` puts in which game it is."""
    sort = random.randrange(4)
    if sort == 0:
        key = random.choice(("", "", "a", *HOSTILE))
        tap = {"event": json.dumps(_event(random)), "seen": random.choice((SEEN,) * 9 + ("0", "x")), "key": key}
        return Request("POST", GAME + "/events", random.choice(({}, HTMX)), urlencode(tap), CONTENT_TYPES[0])
    fields = urlencode(step(random))
    if sort == 1:
        return Request("POST", GAME + random.choice(GAME_FORMS), random.choice(({}, HTMX)), fields, CONTENT_TYPES[0])
    return Request("GET", f"{GAME}{random.choice(GAME_PAGES)}?{fields}", random.choice(({}, HTMX)))


def request(random: Random) -> Request:
    """Any request."""
    sort = random.randrange(11)
    if sort < 4:
        return Request("GET", f"{random.choice(PAGES)}?{urlencode(form(random))}", random.choice(({}, HTMX)))
    if sort < 8:
        body = urlencode(form(random))
        headers = random.choice(({}, HTMX, HTMX, {"Sec-Fetch-Site": "cross-site"}))
        return Request("POST", random.choice(FORMS), headers, body, "application/x-www-form-urlencoded")
    if sort < 9 and not random.randrange(4):
        return Request("POST", "/api/game", {}, json.dumps(game(random)))
    if sort < 9:
        asked = random.choice((case, holding))(random)
        return Request("POST", random.choice(ROUTES), {}, json.dumps(random.choice((asked, [asked] * 2))))
    if sort < 10:
        return random.choice((odd, odd, parts, much))(random)
    return game_page(random)


def odd(random: Random) -> Request:
    """Any method at any address, with headers as no browser sends them and bytes that are nothing."""
    method = random.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"))
    address = random.choice([*PAGES, *FORMS, *ROUTES]) + random.choice(("", "?%ff=%", "?hand=%F0%9F", "/%00", "//"))
    return Request(method, address, odd_headers(random), random.randbytes(99), random.choice(CONTENT_TYPES))


def odd_headers(random: Random) -> dict[str, str]:
    """Some headers with values that are too long, not theirs, or nothing."""
    names = random.sample(ODD_HEADERS, random.randrange(4))
    return {name: random.choice(ODD_VALUES) * random.choice((1, 1, 3, 40, 2000)) for name in names}


def parts(random: Random) -> Request:
    """A multipart body: good parts, parts without a name, with a file, without an end, of bytes that are no text."""
    body = b"".join(_part(random) for _ in range(random.choice((0, 1, 3, 9, 300))))
    body += random.choice((b"--x--\r\n", b"--x--\r\n", b"--x", b"", b"\r\n--x--\r\n--x\r\n"))
    content_type = "multipart/form-data; boundary=" + random.choice(("x", "x", "x", "", "y", '"x"', "x" * 300))
    return Request("POST", random.choice([*FORMS, *ROUTES, *PAGES]), odd_headers(random), body, content_type)


def _part(random: Random) -> bytes:
    field = random.choice((*FIELDS, "", "\u202e", "a" * 999))
    named = random.choice(("", f'; name="{field}"', f'; name="{field}"', "; name", f"; name={field}; filename=x"))
    more = random.choice(("", "", "\r\nContent-Type: text/plain; charset=utf-16", "\r\nX", "\r\nContent-Length: -1"))
    value = random.choice((random.randbytes(20), random.choice(HOSTILE).encode(errors="replace"), b""))
    return f"--x\r\nContent-Disposition: form-data{named}{more}\r\n\r\n".encode() + value + b"\r\n"


def much(random: Random) -> Request:
    """More than there can be: fields, flags, rules, lists, a long address."""
    number = random.choice((21, 150, 201, 3000))
    sort = random.randrange(4)
    fields = {f"{random.choice(FIELDS)}{random.choice(('', index))}": random.choice(HOSTILE) for index in range(number)}
    if sort == 0:
        return Request("GET", f"{random.choice(PAGES)}?{urlencode(fields)[: random.choice((10_000, 16_384, 300_000))]}")
    if sort == 1:
        return Request("POST", random.choice(FORMS), random.choice(({}, HTMX)), urlencode(fields), CONTENT_TYPES[0])
    listed = [random.choice((*HOSTILE, *_VALUES, "riichi", "1m")) for _ in range(number)]
    asked = case(random) | {random.choice(("flags", "dora", "ura", "seen", "melds")): listed}
    if sort == 2:
        asked["rules"] = {"preset": "tenhou"} | {f"x{index}": value for index, value in enumerate(listed)}
    return Request("POST", random.choice(ROUTES), {}, json.dumps(random.choice((asked, [asked] * 3))))
