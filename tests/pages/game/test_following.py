"""A phone follows a game by a GET that waits: who is answered when, with what, and who is not kept waiting.

No test sleeps: a request that is asked for has registered before the change that wakes it, or is answered all the same.
"""

import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.pages.markup import Element
from webapp import create_app
from webapp.store import Created, Json, Outcome, Store, live, present
from webapp.store.live import Hub

LONG = {"Prefer": "wait=9999"}
SHORT = {"Prefer": "wait=0"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    database = str(tmp_path_factory.mktemp("games") / "games.db")
    app = create_app({"TESTING": True, "DATABASE": database, "WAITERS": 8})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    return store


@pytest.fixture
def game(store: Store) -> Created:
    made = store.games.create({"names": ["A", "B", "C", "D"], "rules": {"preset": "house"}})
    assert isinstance(made, Created)
    return made


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which requests wanted to wait; none of them does."""
    seconds: list[float] = []

    def wait(_self: Hub, _game: str, _seen: int, longest: float, _has_gone: object) -> Outcome:
        seconds.append(longest)
        return Outcome.SAME

    monkeypatch.setattr(Hub, "wait", wait)
    return seconds


def tag(game: Created, version: int = 1, there: str = "") -> str:
    """What a phone has seen that shows this version; each is another event."""
    return f'W/"{version}.{version - 1}.{there}.{game.game.id}"'


def ask(app: Flask, secret: str, seen: str, page: str = "", **headers: str) -> TestResponse:
    """What a phone asks that has seen this."""
    return app.test_client().get(
        f"/game/{secret}{page}", headers={"If-None-Match": seen, "HX-Request": "true", **headers}
    )


def append(store: Store, secret: str) -> None:
    access = store.games.find(secret)
    assert access
    store.games.append(access, access.game.head, f"key {access.game.head}", {"type": "riichi", "player": 0})


@pytest.mark.parametrize("page", ["", "/course", "/result", "/news"])
def test_a_page_that_is_not_the_newest_is_answered_at_once(
    app: Flask, game: Created, store: Store, waits: list[float], page: str
) -> None:
    append(store, game.player_secret)
    for secret in (game.player_secret, game.onlooker_secret):
        answer = ask(app, secret, tag(game), page, **LONG)
        assert (answer.status_code, answer.headers["ETag"]) == (200, tag(game, 2))
        assert answer.headers["HX-Trigger"] == "follow"
        assert tag(game, 2).replace('"', r"\"") in answer.text
    assert not waits


@pytest.mark.parametrize("page", ["", "/course", "/result"])
def test_a_phone_that_shows_the_game_gets_of_the_page_only_what_changes(
    app: Flask, game: Created, store: Store, page: str
) -> None:
    """The frame around the game and its menu stay: an update is half as long."""
    append(store, game.player_secret)
    seen = {"If-None-Match": tag(game)}  # so that both tell what happened since
    whole = app.test_client().get(f"/game/{game.player_secret}{page}", headers=seen).text
    update = ask(app, game.player_secret, tag(game), page, **LONG).text
    assert part(update, "<main", "</main>") == part(whole, "<main", "</main>")
    assert part(update, "<title>", "</title>") == part(whole, "<title>", "</title>")
    for frame in ("<html", 'id="kept"'):
        assert frame in whole
        assert frame not in update
    assert Element.of(update).one(id="live")["hx-headers"] == Element.of(whole).one(id="live")["hx-headers"]
    menus = [Element.of(text).one(**{"class": "menu"}) for text in (whole, update)]
    assert all("hx-morph-skip-children" in menu.attributes for menu in menus)
    assert menus[1].text.strip() == ""


def part(text: str, begin: str, end: str) -> str:
    """A part of a page, without its menu, white space and the keys of its forms."""
    found = text[text.index(begin) : text.index(end)]
    found = re.sub(r'<details class="menu".*?</details>', "", found, flags=re.DOTALL)
    return " ".join(re.sub(r'name="key" value="[^"]*"', "", found).split())


def test_nothing_new_is_304_after_as_long_as_the_phone_would_wait_but_no_longer_than_may_be(
    app: Flask, game: Created, waits: list[float]
) -> None:
    for wait in ("wait=7", "wait=9999"):
        answer = ask(app, game.player_secret, tag(game), Prefer=wait)
        assert (answer.status_code, answer.data) == (304, b"")
        assert (answer.headers["ETag"], answer.headers["HX-Trigger"]) == (tag(game), "follow")
    assert waits == [7, 25]


@pytest.mark.parametrize("prefer", ["", "wait=", "wait=-1", "wait=x", "wait=1e9", "respond-async", "wait=٣"])
def test_a_phone_that_does_not_say_how_long_does_not_wait(
    app: Flask, game: Created, waits: list[float], prefer: str
) -> None:
    answer = ask(app, game.player_secret, tag(game), Prefer=prefer)
    assert answer.status_code == 304
    assert "HX-Trigger" not in answer.headers
    assert waits == [0]


@pytest.mark.parametrize(
    "seen", ["", "x", "1", "0.0..{id}", "99.98..{id}", "1.0..x", "1.0.{id}", "1.0.0.{id}", "1.0..{id}:br", "...."]
)
def test_a_version_that_never_was_is_out_of_date(app: Flask, game: Created, waits: list[float], seen: str) -> None:
    assert ask(app, game.player_secret, f'W/"{seen.format(id=game.game.id)}"', **LONG).status_code == 200
    assert not waits


def test_a_browser_that_loads_the_page_does_not_wait(app: Flask, game: Created, waits: list[float]) -> None:
    assert app.test_client().get(f"/game/{game.player_secret}", headers=LONG).status_code == 200
    assert not waits


def test_a_link_to_no_game_is_answered_at_once(app: Flask, game: Created, store: Store, waits: list[float]) -> None:
    access = store.games.find(game.player_secret)
    assert access
    store.games.delete(access)
    for secret in (game.player_secret, game.onlooker_secret):
        assert ask(app, secret, tag(game), **LONG).status_code == 410
    for secret in ("x" * 22, "x"):
        answer = ask(app, secret, tag(game), **LONG)
        assert answer.status_code == 404
        assert answer.headers["HX-Refresh"] == "true"  # the page that follows it shows that, too
        assert "HX-Refresh" not in app.test_client().get(f"/game/{secret}").headers
    assert not waits


class Asked:
    """Counts those who wait in the hub, and says when one does."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.semaphore = threading.Semaphore(0)
        versions = type(store.games).versions

        def told(games: object, ids: object) -> dict[str, int]:
            found = versions(games, ids)  # type: ignore[arg-type]
            if threading.current_thread().name != "watch":
                self.semaphore.release()
            return found

        monkeypatch.setattr(type(store.games), "versions", told)

    def wait(self) -> None:
        """Returns once one more waits."""
        assert self.semaphore.acquire(timeout=30)


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(store, monkeypatch)


def asking(pool: ThreadPoolExecutor, app: Flask, game: Created, secret: str) -> Future[TestResponse]:
    return pool.submit(ask, app, secret, tag(game), "", **LONG)


def test_an_event_answers_all_who_wait_for_its_game(app: Flask, game: Created, store: Store, asked: Asked) -> None:
    with ThreadPoolExecutor(4) as pool:
        waiting = [
            asking(pool, app, game, secret) for secret in (game.player_secret, game.onlooker_secret) for _ in range(2)
        ]
        for _ in waiting:
            asked.wait()
        append(store, game.player_secret)
        answers = [each.result(30) for each in waiting]
    assert [(answer.status_code, answer.headers["ETag"]) for answer in answers] == [(200, tag(game, 2))] * 4
    assert all('data-points="24000"' in answer.text for answer in answers)


def test_one_more_than_may_wait_is_answered_at_once_and_asks_again_later(
    app: Flask, game: Created, store: Store, asked: Asked
) -> None:
    with ThreadPoolExecutor(8) as pool:
        waiting = [asking(pool, app, game, game.player_secret) for _ in range(8)]
        for _ in waiting:
            asked.wait()
        refused = ask(app, game.player_secret, tag(game), **LONG)
        append(store, game.player_secret)
        assert [each.result(30).status_code for each in waiting] == [200] * 8
    assert refused.status_code == 304
    assert "HX-Trigger" not in refused.headers


def test_a_phone_that_has_gone_waits_no_longer(app: Flask, game: Created, store: Store) -> None:
    gone = {"waitress.client_disconnected": lambda: True}
    headers = {"If-None-Match": tag(game), **LONG}
    answer = app.test_client().get(f"/game/{game.player_secret}", headers=headers, environ_overrides=gone)
    assert answer.status_code == 304
    assert store.hub.waiting() == 0


# -- what just happened ----------------------------------------------------------------------------


def told(app: Flask, game: Created, store: Store, *events: Json) -> str:
    """What a phone is told of the last of these events."""
    for event in events:
        access = store.games.find(game.player_secret)
        assert access
        client = app.test_client()
        sent = {"seen": access.game.head, "key": f"tap {access.game.head}", "event": json.dumps(event)}
        assert client.post(f"/game/{game.player_secret}/events", data=sent).status_code == 303
    answer = ask(app, game.onlooker_secret, tag(game, len(events)), "/news", **LONG, **{"Accept-Language": "en"})
    (news,) = Element.of(answer.text).having(id=f"news-{len(events)}")
    return " ".join(news.text.split())


RON = {"type": "win", "wins": [{"player": 1, "from": 2, "han": 6, "fu": 30}]}


def test_a_win_is_told_with_name_limit_points_and_who_dealt_in(app: Flask, game: Created, store: Store) -> None:
    assert told(app, game, store, RON) == "B Haneman 12,000 Ron from C"


def test_a_liable_player_is_told(app: Flask, game: Created, store: Store) -> None:
    pao = [{"player": 3, "yakuman": 1}]
    ron = {"type": "win", "wins": [{"player": 1, "from": 2, "points": 32000, "pao": pao}]}
    assert told(app, game, store, ron) == "B Yakuman 32,000 Ron from C Pao: D"


def test_a_liable_player_who_dealt_in_is_told_once(app: Flask, game: Created, store: Store) -> None:
    pao = [{"player": 2, "yakuman": 1}]
    ron = {"type": "win", "wins": [{"player": 1, "from": 2, "points": 32000, "pao": pao}]}
    assert told(app, game, store, ron) == "B Yakuman 32,000 Ron from C"


def test_a_tsumo_of_the_dealer_is_told(app: Flask, game: Created, store: Store) -> None:
    tsumo = {"type": "win", "wins": [{"player": 0, "points": 12000}]}
    assert told(app, game, store, tsumo) == "A Mangan 4,000 all Tsumo"


def test_both_winners_of_a_double_ron_are_told(app: Flask, game: Created, store: Store) -> None:
    wins = [{"player": 1, "from": 0, "han": 1, "fu": 30}, {"player": 2, "from": 0, "yakuman": 2}]
    news = told(app, game, store, {"type": "win", "wins": wins})
    assert news == "B 1,000 Ron from A C Yakuman 64,000 Ron from A"


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([{"type": "riichi", "player": 3}], "D Riichi"),
        ([{"type": "riichi", "player": 3}, {"type": "withdraw", "player": 3}], "D Riichi taken back"),
        ([{"type": "draw", "tenpai": [1]}], "East 1 · Exhaustive draw · Tenpai: B"),
        ([{"type": "chombo", "player": 2}], "C Chombo"),
        ([{"type": "adjust", "points": [0, 0, 0, -1000]}], "East 1 · Points adjusted · D −1,000"),
        ([RON, {"type": "undo"}], "Undone East 1"),
        ([RON, {"type": "undo"}, {"type": "redo"}], "Redone East 1"),
        (
            [RON, {"type": "amend", "seq": 1, "event": {"type": "draw"}}],
            "East 1, corrected East 1 · Exhaustive draw Before: East 1 · B +12,000 ← C",
        ),
        ([{"type": "end"}], "The game has ended"),
    ],
)
def test_every_other_event_is_told(app: Flask, game: Created, store: Store, events: list[Json], text: str) -> None:
    assert told(app, game, store, *events) == text


def test_a_hand_by_its_tiles_is_told_with_them(app: Flask, game: Created, store: Store) -> None:
    case = {"concealed": "123m456p789s11z23s", "win": "4s", "flags": []}
    told(app, game, store, {"type": "win", "wins": [{"player": 0, "case": case}]})
    news = ask(app, game.player_secret, tag(game), "/news", **LONG).text
    assert news.count("<use ") == 14


def test_whoever_opens_the_page_or_has_seen_the_event_is_told_nothing(app: Flask, game: Created, store: Store) -> None:
    append(store, game.player_secret)
    assert 'id="news' not in app.test_client().get(f"/game/{game.player_secret}").text
    access = store.games.find(game.player_secret)
    assert access
    store.games.describe(access, lambda about: {**about, "names": ["E", "S", "W", "N"]})
    answer = ask(app, game.player_secret, tag(game, 2), **LONG)
    assert answer.status_code == 200
    assert 'id="news' not in answer.text


# -- two at once -----------------------------------------------------------------------------------


def send(app: Flask, game: Created, event: Json, seen: int = 0, key: str = "other") -> TestResponse:
    fields = {"seen": seen, "key": key, "event": json.dumps(event)}
    return app.test_client().post(f"/game/{game.player_secret}/events", data=fields, headers={"Accept-Language": "en"})


def events_of(app: Flask, game: Created) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(app.test_client().get(f"/game/{game.player_secret}/game.json").text)[
        "events"
    ]
    return events


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (RON, {"type": "win", "wins": [{"player": 1, "from": 2, "points": 12000}]}),
        ({"type": "riichi", "player": 2}, {"type": "riichi", "player": 2}),
        ({"type": "draw", "tenpai": [0]}, {"type": "draw", "tenpai": [0]}),
        ({"type": "chombo", "player": 1}, {"type": "chombo", "player": 1}),
    ],
)
def test_the_same_entered_on_two_phones_counts_once(app: Flask, game: Created, first: Json, second: Json) -> None:
    assert send(app, game, first, key="first").status_code == 303
    assert send(app, game, second).status_code == 303
    assert len(events_of(app, game)) == 1


@pytest.mark.parametrize(
    "second",
    [
        {"type": "win", "wins": [{"player": 1, "from": 2, "han": 3, "fu": 30}]},
        {"type": "win", "wins": [{"player": 1, "han": 6, "fu": 30}]},
        {"type": "draw", "tenpai": [0]},
        {"type": "riichi", "player": 2},
        {"type": "undo"},
    ],
)
def test_something_else_is_kept_in_hand_and_not_counted(app: Flask, game: Created, second: Json) -> None:
    send(app, game, RON, key="first")
    late = send(app, game, second)
    assert late.status_code == 409
    assert len(events_of(app, game)) == 1
    page = Element.of(late.text)
    (other,) = page.having(data_late="other")
    assert " ".join(other.text.split()) == "They entered: East 1 · 0 honba · B +12,000 ← C"
    assert bool(page.having(data_action="instead")) == (second["type"] in ("win", "draw"))


def test_a_riichi_that_comes_too_late_names_its_hand_and_the_one_that_it_would_count_in(
    app: Flask, game: Created
) -> None:
    send(app, game, RON, key="first")
    late = Element.of(send(app, game, {"type": "riichi", "player": 2}).text)
    (own,) = late.having(data_late="own")
    assert " ".join(own.text.split()) == "You entered: East 1 · 0 honba · Riichi C"
    (again,) = late.having(data_action="all-the-same")
    assert again.text.strip() == "Enter it in East 2 · 0 honba"


def press(app: Flask, game: Created, page: Element, action: str) -> None:
    (form,) = (form for form in page.tags("form") if form.having(data_action=action))
    fields = {field["name"]: field["value"] for field in form.tags("input")}
    assert app.test_client().post(f"/game/{game.player_secret}/events", data=fields).status_code == 303


def test_a_late_riichi_can_be_laid_in_the_hand_that_it_belongs_to(app: Flask, game: Created) -> None:
    """Both hands are East 1, so they are named with their honba; whoever is in riichi was tenpai."""
    send(app, game, {"type": "draw", "tenpai": [0]}, key="first")
    late = Element.of(send(app, game, {"type": "riichi", "player": 2}).text)
    assert late.one(data_action="all-the-same").text.strip() == "Enter it in East 1 · 1 honba"
    shown = late.one(data_action="correct").text.replace("\N{NO-BREAK SPACE}", " ")
    assert shown == "Enter it in East 1 · 0 honba A −1,500 · B −500 · C +1,500 · D −500"
    press(app, game, late, "correct")
    table = app.test_client().get(f"/game/{game.player_secret}")
    board = Element.of(table.text).one("data-honba")
    assert (board["data-honba"], board["data-sticks"]) == ("1", "1")
    assert not Element.of(table.text).having(data_action="withdraw")


def test_a_late_riichi_that_its_hand_cannot_have_says_why(app: Flask, game: Created) -> None:
    send(app, game, {"type": "adjust", "points": [0, 0, -24500, 0]}, key="poor")
    ron = {"type": "win", "wins": [{"player": 1, "from": 0, "points": 1000}]}
    send(app, game, {"type": "riichi", "player": 3}, seen=1, key="first")
    send(app, game, ron, seen=2, key="second")
    late = Element.of(send(app, game, {"type": "riichi", "player": 2}, seen=1).text)
    assert not late.having(data_action="correct")
    assert late.one("data-no-correction").text.split()[:4] == ["Enter", "it", "in", "East"]


@pytest.mark.parametrize("type_", ["riichi", "withdraw"])
def test_riichi_of_two_players_at_the_same_moment_both_count(app: Flask, game: Created, type_: str) -> None:
    before = [{"type": "riichi", "player": player} for player in (0, 2)] if type_ == "withdraw" else []
    for number, event in enumerate(before):
        send(app, game, event, seen=number, key=f"before {number}")
    seen = len(before)
    for player in (0, 2):
        assert send(app, game, {"type": type_, "player": player}, seen=seen, key=f"tap {player}").status_code == 303
    assert [event["player"] for event in events_of(app, game)[seen:]] == [0, 2]


def test_a_late_riichi_is_not_taken_for_one_of_the_next_hand(app: Flask, game: Created) -> None:
    send(app, game, {"type": "draw", "tenpai": [0]}, key="first")
    send(app, game, {"type": "riichi", "player": 2}, seen=1, key="second")
    assert send(app, game, {"type": "riichi", "player": 2}).status_code == 409


AMEND = {"type": "amend", "seq": 1, "event": {"type": "win", "wins": [{"player": 1, "from": 2, "points": 8000}]}}
RIICHI = {"type": "riichi", "player": 0}


@pytest.mark.parametrize(
    ("before", "event"),
    [
        ([RON, RIICHI], {"type": "undo"}),
        ([RON, RIICHI], {"type": "undo", "of": 2}),
        ([RON, AMEND], {"type": "undo"}),
        ([RON, AMEND], {"type": "undo", "of": 2}),
        ([RON, RIICHI, {"type": "undo"}], {"type": "redo"}),
        ([RON], AMEND),
        ([RON, RIICHI], {"type": "withdraw", "player": 0}),
        ([RON], {"type": "end"}),
    ],
    ids=[
        "undo",
        "undo of its event",
        "undo of a correction",
        "undo of its correction",
        "redo",
        "correction",
        "riichi taken back",
        "end",
    ],
)
def test_two_phones_that_do_the_same_at_once_do_it_once(
    app: Flask, game: Created, before: list[Json], event: Json
) -> None:
    for number, earlier in enumerate(before):
        send(app, game, earlier, seen=number, key=f"before {number}")
    seen = len(before)
    assert send(app, game, event, seen=seen, key="first").status_code == 303
    fields = {"seen": seen, "key": "second", "event": json.dumps(event)}
    headers = {"Accept": "application/json"}
    second = app.test_client().post(f"/game/{game.player_secret}/events", data=fields, headers=headers)
    assert (second.status_code, second.json) == (200, {"number": seen + 1})
    assert len(events_of(app, game)) == seen + 1


@pytest.mark.parametrize("before", [[], [RIICHI]])
def test_the_last_of_three_taps_on_a_riichi_counts_although_another_phone_was_faster(
    app: Flask, game: Created, before: list[Json]
) -> None:
    for event in before:
        send(app, game, event, key="before")
    seen = len(before)
    send(app, game, {"type": "riichi", "player": 3}, seen=seen, key="faster")
    kinds = ["withdraw", "riichi", "withdraw"] if before else ["riichi", "withdraw", "riichi"]
    for number, kind in enumerate(kinds):
        assert send(app, game, {"type": kind, "player": 0}, seen=seen, key=f"tap {number}").status_code == 303
    assert [event["type"] for event in events_of(app, game)[-3:]] == kinds


def test_an_undo_is_the_same_although_others_went_on_after_it(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    send(app, game, {"type": "undo"}, seen=1, key="second")
    send(app, game, {"type": "draw", "tenpai": [0]}, seen=2, key="third")
    assert send(app, game, {"type": "undo"}, seen=1).status_code == 303
    assert len(events_of(app, game)) == 3


def test_an_undo_takes_back_the_event_that_its_button_named_and_no_other(app: Flask, game: Created) -> None:
    before: list[Json] = [RON, RIICHI, {"type": "undo"}]
    for number, event in enumerate(before):
        send(app, game, event, seen=number, key=f"before {number}")
    shown = Element.of(app.test_client().get(f"/game/{game.player_secret}").text)
    (form,) = (form for form in shown.tags("form") if form.having(data_action="undo"))
    assert json.loads(form.one(name="event")["value"]) == {"type": "undo", "of": 1}
    # The page of the second phone has been drawn anew before its tap arrives; that of the first one has not.
    assert send(app, game, {"type": "undo", "of": 2}, seen=3).status_code == 303
    assert len(events_of(app, game)) == 3
    send(app, game, {"type": "redo"}, seen=3, key="again")
    other = send(app, game, {"type": "undo", "of": 1}, seen=4)
    assert other.status_code == 422
    assert "You undid East 1; meanwhile Riichi A was entered." in Element.of(other.text).one(data_late="own").text
    assert send(app, game, {"type": "undo", "of": 2}, seen=4, key="last").status_code == 303
    assert events_of(app, game)[-1] == {"type": "undo"}


def test_an_undo_that_waits_is_not_offered_for_another_event(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    send(app, game, RIICHI, seen=1, key="second")
    address = f"/game/{game.player_secret}/waiting?lang=en"
    undo = {"event": '{"type": "undo", "of": 1}', "key": "waits"}
    card = Element.of(app.test_client().post(address, data=undo).text)
    assert "You undid East 1; meanwhile Riichi A was entered." in card.one(data_waits="waits").text
    assert "main" in card.one(data_decide="drop-one")["class"]
    assert not card.having(data_decide="send-waiting")
    card = Element.of(app.test_client().post(address, data=undo | {"event": '{"type": "undo", "of": 2}'}).text)
    assert card.having(data_decide="send-waiting")


@pytest.mark.parametrize("meanwhile", [[RIICHI], [{"type": "undo"}, {"type": "redo"}, RIICHI]])
def test_an_undo_that_would_take_back_something_else_is_not_offered(
    app: Flask, game: Created, meanwhile: list[Json]
) -> None:
    send(app, game, RON, key="first")
    for number, event in enumerate(meanwhile, 1):
        send(app, game, event, seen=number, key=f"meanwhile {number}")
    late = send(app, game, {"type": "undo"}, seen=1)
    assert late.status_code == 409
    page = Element.of(late.text)
    assert page.one(data_late="own").text.strip() == "You undid East 1; meanwhile Riichi A was entered."
    assert not page.having(data_action="all-the-same")
    page.one(data_action="drop")


def test_the_later_hand_can_take_the_place_of_the_first_one(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    late = Element.of(send(app, game, {"type": "win", "wins": [{"player": 1, "from": 2, "han": 3, "fu": 30}]}).text)
    (own,) = late.having(data_late="own")
    assert " ".join(own.text.split()) == "You entered: East 1 · 0 honba · B +3,900 ← C"
    press(app, game, late, "instead")
    amend = events_of(app, game)[1]
    assert (amend["type"], amend["seq"]) == ("amend", 1)
    table = Element.of(app.test_client().get(f"/game/{game.player_secret}").text)
    assert [seat["data-points"] for seat in table.having("data-points")] == ["25000", "28900", "21100", "25000"]


def test_a_correction_of_a_hand_that_was_taken_back_is_entered_as_one_more_hand(app: Flask, game: Created) -> None:
    own = {"type": "win", "wins": [{"player": 1, "from": 2, "han": 3, "fu": 30}]}
    correction = {"type": "amend", "seq": 1, "event": own}
    send(app, game, RON, key="first")
    send(app, game, {"type": "undo"}, seen=1, key="second")
    for riichi, is_offered in ([], True), ([0], False):
        late = Element.of(send(app, game, correction | {"riichi": riichi}, seen=1).text)
        assert "The hand that you wanted to correct was taken back meanwhile." in late.text
        assert not late.having("data-problem")
        assert bool(late.having(data_action="all-the-same")) == is_offered
        assert ("Enter it anew" in late.text) != is_offered
    late = Element.of(send(app, game, correction, seen=1).text)
    assert " ".join(late.one(data_late="own").text.split()) == "You entered: East 1 · 0 honba · B +3,900 ← C"
    again = late.one(data_action="all-the-same").text.replace("\N{NO-BREAK SPACE}", " ")
    assert again == "Enter it as one more hand B +3,900 · C −3,900"
    press(app, game, late, "all-the-same")
    assert events_of(app, game)[2]["type"] == "win"


def test_a_correction_of_a_hand_that_was_replaced_can_take_the_place_of_the_new_one(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    send(app, game, {"type": "undo"}, seen=1, key="second")
    send(app, game, {"type": "draw", "tenpai": [0]}, seen=2, key="third")
    own = {"type": "win", "wins": [{"player": 1, "from": 2, "han": 3, "fu": 30}]}
    late = Element.of(send(app, game, {"type": "amend", "seq": 1, "event": own}, seen=1).text)
    assert late.having(data_late="other")
    press(app, game, late, "instead")
    assert events_of(app, game)[3]["seq"] == 3


def test_a_hand_that_was_taken_back_is_no_rival(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    send(app, game, {"type": "undo"}, seen=1, key="second")
    late = send(app, game, RON)
    assert late.status_code == 409
    assert not Element.of(late.text).having(data_late="other")


def test_a_hand_of_which_the_one_before_was_taken_back_is_entered_anew(app: Flask, game: Created) -> None:
    """The dealer would be another player, and other players would pay than the preview showed."""
    send(app, game, RON, key="first")
    send(app, game, {"type": "undo"}, seen=1, key="second")
    late = send(app, game, {"type": "win", "wins": [{"player": 1, "points": 12000}]}, seen=1)
    assert late.status_code == 409
    shown = Element.of(late.text)
    assert "The table is at another hand now." in shown.text
    assert "East 2 · 0 honba · B +12,000" in " ".join(shown.one(data_late="own").text.split())
    assert not shown.having(data_action="all-the-same")
    shown.one(data_action="drop")


def test_a_correction_that_comes_too_late_names_its_hand(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    send(app, game, {"type": "riichi", "player": 0}, seen=1, key="second")
    corrected = {"type": "win", "wins": [{"player": 1, "from": 2, "points": 8000}]}
    late = send(app, game, {"type": "amend", "seq": 1, "event": corrected}, seen=1)
    assert late.status_code == 409
    own = Element.of(late.text).one(data_late="own")
    assert " ".join(own.text.split()) == "You entered: Correction: East 1 · 0 honba · B +8,000 ← C"


def test_a_hand_entered_while_another_one_was_corrected_is_not_called_one_more(app: Flask, game: Created) -> None:
    send(app, game, RON, key="first")
    corrected = {"type": "win", "wins": [{"player": 1, "from": 2, "han": 3, "fu": 30}]}
    send(app, game, {"type": "amend", "seq": 1, "event": corrected}, seen=1, key="second")
    late = send(app, game, {"type": "draw", "tenpai": [0]}, seen=1)
    assert late.status_code == 409
    shown = Element.of(late.text)
    assert "The table has changed meanwhile." in shown.text
    again = shown.one(data_action="all-the-same").text.replace("\N{NO-BREAK SPACE}", " ")
    assert again == "Enter it all the same A +3,000 · B −1,000 · C −1,000 · D −1,000"


# -- who is there ----------------------------------------------------------------------------------


def test_a_dot_shows_to_all_whose_phone_is_there(app: Flask, game: Created, store: Store) -> None:
    south = app.test_client()
    assert south.post(f"/game/{game.player_secret}/seat", data={"player": "1"}).status_code == 303
    with store.present.here(game.game.id, 1):
        shown = Element.of(app.test_client().get(f"/game/{game.onlooker_secret}").text)
        (seat,) = (seat for seat in shown.having("data-points", "data-player") if seat.having(**{"class": "dot"}))
        assert seat["data-player"] == "1"


def test_a_phone_that_opens_the_table_itself_is_asked_whose_it_is_once_others_are_there(
    app: Flask, game: Created, store: Store
) -> None:
    def asks(client: FlaskClient, secret: str) -> bool:
        return bool(Element.of(client.get(f"/game/{secret}").text).having("data-asks-whose"))

    phone = app.test_client()
    assert not asks(phone, game.player_secret)
    with store.present.here(game.game.id, 1):
        assert asks(phone, game.player_secret)
        assert not asks(app.test_client(), game.onlooker_secret)
        phone.post(f"/game/{game.player_secret}/seat", data={"player": "2"})
        assert not asks(phone, game.player_secret)
        phone.post(f"/game/{game.player_secret}/seat", data={"player": ""})
        assert not asks(phone, game.player_secret)


def test_a_player_who_comes_or_goes_is_news_to_the_others(
    app: Flask, game: Created, store: Store, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GLANCE", 0.01)
    with ThreadPoolExecutor(1) as pool:
        waiting = asking(pool, app, game, game.onlooker_secret)
        asked.wait()
        with store.present.here(game.game.id, 2):
            answer = waiting.result(30)
    assert (answer.status_code, answer.headers["ETag"]) == (200, tag(game, there="2"))
    assert store.present.players(game.game.id) == {2}  # a phone that asks again is not gone meanwhile
    monkeypatch.setattr(present, "GRACE", 0.0)
    assert store.present.players(game.game.id) == frozenset()


@pytest.mark.parametrize("seat", ["", "2"])
def test_the_dot_of_a_seat_goes_as_soon_as_its_phone_is_no_longer_that_player_s(
    app: Flask, game: Created, store: Store, seat: str
) -> None:
    phone, address = app.test_client(), f"/game/{game.player_secret}/seat"
    phone.post(address, data={"player": "1"})
    with store.present.here(game.game.id, 1):
        phone.post(address, data={"player": "1"})
        assert store.present.players(game.game.id) == {1}
        phone.post(address, data={"player": seat})
        assert not store.present.players(game.game.id)
    assert not store.present.players(game.game.id)


def test_a_phone_is_there_while_it_follows_the_game_and_says_whose_it_is(
    app: Flask, game: Created, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[frozenset[int]] = []

    def wait(_self: Hub, of: str, *_more: object) -> Outcome:
        there.append(store.present.players(of))
        return Outcome.SAME

    monkeypatch.setattr(Hub, "wait", wait)
    for seat, seen in (("3", "3"), ("4", ""), ("x", ""), ("", "")):
        monkeypatch.setattr(present, "GRACE", 0.0)
        phone = app.test_client()
        phone.set_cookie("seat", seat, path=f"/game/{game.player_secret}")
        phone.get(f"/game/{game.player_secret}", headers={"If-None-Match": tag(game, there=seen), **LONG})
    assert there == [{3}, frozenset(), frozenset(), frozenset()]
