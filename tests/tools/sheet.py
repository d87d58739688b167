"""Takes a picture of every page in five looks and puts them on one sheet, to see whether they look like one product:
`python -m tests.tools.sheet [sheet.png] [part of a name ...]`."""

import io
import json
import logging
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from tests.e2e.browser import launch_options
from tests.pages.game.forms import press
from tests.pages.group import forms
from webapp import create_app

#: Pixels of the sheet: the height of a picture, the gap between two, the line with their name.
HEIGHT, GAP, LINE = 332, 12, 16
#: So many columns of pages.
COLUMNS = 2
SCORED = "?hand=234567m345p22678s&by=tsumo&riichi=1&dora=1s&ura=4p"
WIN = "/win?player=1&from=0&points=8000"
EVENTS: list[dict[str, Any]] = [
    {"type": "win", "wins": [{"player": 1, "from": 0, "points": 8000}]},
    {"type": "draw", "kind": "exhaustive", "tenpai": [1, 2]},
    {"type": "riichi", "player": 3},
]


class Look(NamedTuple):
    """How a page is seen."""

    width: int
    height: int
    language: str = "en"
    is_dark: bool = False


LOOKS = [Look(390, 664), Look(390, 664, "ja", is_dark=True), Look(320, 568), Look(768, 1024), Look(1280, 800)]

PAGES = {
    "calculator": "/",
    "scored": f"/{SCORED}",
    "rules": "/rules?rules=wrc&rule.pao=none",
    "score table": "/table?honba=1",
    "yaku": "/yaku",
    "no yaku found": "/yaku?q=xyz",
    "practice": "/drill",
    "question": "/drill?seed=1&v=1&level=4&kind=fu",
    "judged": "/drill?seed=1&v=1&level=4&kind=fu&done=0.1&answer=0",
    "end of a set": "/drill?seed=1&v=1&n=2&done=0.1-1.5",
    "topics": "/drill/topics",
    "last hands": "/hands",
    "review": "/review",
    "share": f"/share{SCORED}",
    "help": "/help",
    "changes": "/changes",
    "document": "/documents/rules",
    "api": "/api",
    "without a network": "/offline",
    "not there": "/no-such-page",
    "parts": "/parts",
    "new game": "/game",
    "rules of a game": "/game/rules?rules=m_league",
    "final points": "/game/points?rules=house&name0=Aoi",
    "import a game": "/game/import",
    "import a group": "/group/import",
    "groups": "/group",
}
OF_A_GAME = {
    "table": "",
    "who wins": "/win",
    "from whom": "/win?player=1",
    "points": "/win?player=1&from=0&points=12000",
    "han and fu": "/win?player=1&from=0&how=han&han=3&fu=40",
    "tiles": "/hand?step.player=1&step.from=0&hand=234m456p678s88p23s4s",
    "draw": "/draw?tenpai=02",
    "chombo": "/draw?kind=chombo&player=3",
    "by hand": "/adjust?as=change&p0=-1000&note=late",
    "course": "/course",
    "result so far": "/result",
    "phones": "/join",
    "delete a game": "/delete",
}
OF_A_GROUP = {"group": "", "board": "/board", "new game of a group": "/new", "games": "/games", "members": "/members"}
OF_A_GROUP |= {"member": "/members/1", "links": "/links", "settings": "/settings", "delete a group": "/delete"}


def pages(client: FlaskClient) -> dict[str, str]:
    """The address of every page, by its name: of a game in its middle and of a group too."""
    game = json.dumps({"names": list(forms.NAMES), "rules": "house", "events": EVENTS})
    table = str(client.post("/game/import", data={"game": game}).location)
    over = forms.begin(client)
    group = forms.keep(client, over, name="Friday")
    forms.end(client, forms.play(client, group, "1.2.3.4", WIN))
    press(client, forms.play(client, group, "2.3.4.1", WIN), "", data_action="riichi", data_player="2")
    of_game = {name: table + rest for name, rest in OF_A_GAME.items()} | {"result": f"{over}/result"}
    return PAGES | of_game | {name: group + rest for name, rest in OF_A_GROUP.items()}


def picture(browser: Browser, address: str, look: Look) -> Image.Image:
    """What is on the screen first, as high as a picture of the sheet."""
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.is_dark else "light",
        locale=look.language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{address}{'&' if '?' in address else '?'}lang={look.language}", wait_until="load")
    image = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    return image.resize((look.width * HEIGHT // look.height, HEIGHT), Image.Resampling.LANCZOS)


def sheet(rows: dict[str, list[Image.Image]]) -> Image.Image:
    """All pictures: the looks of a page in a row below its name."""
    width = sum(look.width * HEIGHT // look.height + GAP for look in LOOKS)
    lines = -(-len(rows) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * width + GAP, lines * (HEIGHT + LINE + GAP)), "#888")
    draw = ImageDraw.Draw(whole)
    for number, (name, images) in enumerate(rows.items()):
        x, y = number // lines * width + GAP, number % lines * (HEIGHT + LINE + GAP)
        draw.text((x, y + 2), name, fill="white")
        for image in images:
            whole.paste(image, (x, y + LINE))
            x += image.width + GAP
    return whole


def main(name: str = "sheet.png", *parts: str) -> None:
    """Serves the application with a database of its own, takes the pictures and writes the sheet."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        app: Flask = create_app({"DATABASE": f"{scratch}/games.db"})
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        options: dict[str, Any] = launch_options(playwright.chromium, Path(scratch), print)
        browser = playwright.chromium.launch(**options)
        chosen = {
            page: f"http://127.0.0.1:{server.server_port}{address}"
            for page, address in pages(app.test_client()).items()
            if not parts or any(part in page for part in parts)
        }
        rows = {page: [picture(browser, address, look) for look in LOOKS] for page, address in chosen.items()}
        sheet(rows).save(name)
        browser.close()
        server.shutdown()
        app.extensions["store"].close()


if __name__ == "__main__":
    main(*sys.argv[1:])
