"""axe finds nothing to object to: on any page, in any state, language and colour scheme."""

import json
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import FilePayload, Page

from tests.e2e.page import DESKTOP, PHONE, SMALL_PHONE, objections
from tests.pages.review.test_review import without_ippatsu
from tests.records.played import ended, played_game
from tests.records.written import as_mjlog, as_tenhou6
from webapp.drill.questions import Sort

SCORED = "?hand=234567m345p22678s&riichi=1&dora=1s&ura=4p"
PAO = "?hand=123m456p55z5z&melds=pon666z.1-pon777z.2&by=ron"
SEVERAL = "?hand=123m456p3488s5s&melds=pon555z&seat=N&by=ron&from=3&also=hand%3D123m45556p34789s5s%26by%3Dron"
NO_YAKU = "?hand=34m567p345s67s99p25m&by=ron"


def open_readings(page: Page) -> None:
    readings = page.locator(".readings").first
    if not readings.evaluate("readings => readings.open"):
        readings.locator("> summary").click()


def open_situation(page: Page) -> None:
    page.locator(".situation .more > summary").click()


def open_flags(page: Page) -> None:
    page.locator(".switches .more > summary").click()


def press_greyed(page: Page) -> None:
    page.keyboard.press("Tab")
    page.locator("[data-tile='9m']").focus()


def open_share(page: Page) -> None:
    page.locator("[data-share]").click()
    page.locator("dialog#share .qr").wait_for()


def open_menu(page: Page) -> None:
    page.locator(".menu > summary").click()


def keep_a_hand(page: Page) -> None:
    hand = {"link": "/?hand=1m", "tiles": ["1m"], "title": "x", "points": "1", "at": 0, "seat": "S", "by": "tsumo"}
    page.evaluate("text => localStorage.setItem('agari.history', text)", json.dumps([hand, hand]))
    page.reload()
    page.locator("#hands li").first.wait_for()


def read_games(page: Page) -> None:
    """Several logs for a group: one with a day, one without, one that differs, one that cannot be read."""
    logs = {
        "2021081522gm-00a9-0000-01234567.mjlog": as_mjlog(ended(played_game(1))),
        "league.json": as_tenhou6(ended(played_game(2))),
        "differs.json": without_ippatsu(),
        "x": "x",
    }
    files: list[FilePayload] = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in logs.items()
    ]
    page.locator("[name=files]").set_input_files(files)
    page.locator("[data-action=games]").click()
    page.locator("[data-explained]").wait_for()


STATES: dict[str, tuple[str, Callable[[Page], None] | None]] = {
    "empty": ("", None),
    "scored": (SCORED, None),
    "share": (SCORED, open_share),
    "menu": (SCORED, open_menu),
    "menu of a game": ("game", open_menu),
    "no hands": ("hands", None),
    "last hands": ("hands", keep_a_hand),
    "hands of a link": ("hands?day=2026-11-22&h=hand%3D234567m345p2267s8s%26at%3D21:05", None),
    "help page": ("help", None),
    "menu of a page": ("help", open_menu),
    "without a network": ("offline", None),
    "to print": (f"share{SCORED}", None),
    "situation": (SCORED, open_situation),
    "flags": ("", open_flags),
    "pao": (PAO, None),
    "no yaku": (NO_YAKU, None),
    "waits": ("?hand=234567m345p2267s", None),
    "thirteen waits": ("?hand=19m19p19s1234567z", None),
    "discards": ("?hand=23456m345p22679s1z", open_readings),
    "several winners": (SEVERAL, open_readings),
    "four kans": ("?hand=5z5z&melds=ankan1111m-daiminkan2222p-kakan3333s-ankan0555p&by=ron", open_readings),
    "greyed": ("?hand=9999m&melds=pon555z", press_greyed),
    "problems": ("?hand=xx&honba=z&melds=pon12m", None),
    "three players": ("?rules=tenhou_sanma&hand=19m123p", None),
    "rules": ("rules?rules=wrc&rule.pao=none", None),
    "table": ("table?honba=1", None),
    "yaku": ("yaku", None),
    "all yaku": ("yaku?all=1", None),
    "practice": ("drill", None),
    **{f"practice, {kind}": (f"drill?seed=1&v=1&level=4&kind={kind}", None) for kind in Sort},
    "practice, judged": ("drill?seed=1&v=1&level=4&kind=fu&done=0.1&answer=0", None),
    "practice, its end": ("drill?seed=1&v=1&n=2&done=0.1-1.5", None),
    "topics of practice": ("drill/topics", None),
    "games of logs": ("review", read_games),
    "api": ("api", None),
    "parts": ("parts", None),
}


@pytest.mark.parametrize(
    ("language", "size", "runs"),
    [
        ("en", PHONE, [("light", {"contrasts": False})]),
        pytest.param("ko", SMALL_PHONE, [("light", {}), ("dark", {"others": False})], marks=pytest.mark.ci),
        pytest.param("ja", DESKTOP, [("dark", {"contrasts": False})], marks=pytest.mark.ci),
    ],
)
def test_axe_finds_no_violation_in_any_state(
    page: Page,
    axe: str,
    language: str,
    size: tuple[int, int],
    runs: list[tuple[Literal["light", "dark"], dict[str, bool]]],
) -> None:
    """Only the colour scheme changes contrasts, neither the language nor the screen."""
    page.add_init_script(axe)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = []
    for name, (address, act) in STATES.items():
        page.emulate_media(color_scheme=runs[0][0], reduced_motion="reduce")
        separator = "&" if "?" in address else "?"
        page.goto(f"/{address}{separator}lang={language}")
        if act:
            act(page)
        for scheme, asked in runs:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{name}, {scheme}: {objection}" for objection in objections(page, **asked)]
    assert not found, "\n".join(found)
