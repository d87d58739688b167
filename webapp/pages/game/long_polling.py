"""How a phone follows a game: it asks for the page that it shows, and the answer waits until something is new.

The request is a conditional GET. It names what the phone shows (``If-None-Match``: the version of the game, the number
of its last event, who is there, its id) and the seconds for which it would wait (``Prefer: wait=25``, RFC 7240). The
answer is the page as soon as the game changes, or 304 if it does not. ``HX-Trigger: follow`` tells the page to ask
again at once. Without it, the request could not wait because too many wait already, and the page asks again every two
seconds.

A request that waits holds a thread, and no connection to the database.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

from flask import Blueprint, Response, g, redirect, request
from werkzeug.urls import iri_to_uri
from werkzeug.wrappers import Response as BaseResponse

from webapp.game.events import Player
from webapp.serving import phone
from webapp.store import Access, GameStore, Outcome

#: The longest time to wait, in seconds. A phone notices a dead connection some seconds later.
LONGEST = 25.0
#: The cookie that says whose phone it is, for the pages of one game.
SEAT = "seat"
PLAYERS = ("0", "1", "2", "3")
_WAIT = re.compile(r"wait=(\d{1,4})\s*", re.ASCII)


def init_blueprint(blueprint: Blueprint, store: Callable[[], GameStore]) -> None:
    """Lets phones follow every page of a blueprint of games."""
    blueprint.before_request(partial(_wait, store))
    blueprint.after_request(_tag)


def tag_of(access: Access, present: Iterable[Player]) -> str:
    """The tag (ETag) of a page that shows the game as it is now, with the phones of these players there."""
    there = "".join(map(str, sorted(present)))
    return f"{access.game.version}.{access.game.head}.{there}.{access.game.id}"


def note(access: Access, present: frozenset[Player]) -> None:
    """Remembers the tag of the game for the answer to this request, and the players whose phones are there."""
    g.tag, g.present = tag_of(access, present), present


def remembered(secret: str) -> Access | None:
    """The game of a link if this request has read it already; None if it has not, or has waited since."""
    access: Access | None = g.get("access")
    return access if access and access.secret == secret else None


def is_update() -> bool:
    """Whether the page that asks shows the game already, and so needs only the parts that change."""
    return request.method == "GET" and bool(request.if_none_match) and "HX-Request" in request.headers


def gone() -> Response | int:
    """The answer where a link opens nothing: 404. A page that followed it is loaded again, to say so."""
    if not is_update():
        return 404
    response = Response(status=404, headers={"HX-Refresh": "true"})
    response.set_etag("gone", weak=True)
    return response


def led_on(old: str, new: str) -> BaseResponse:
    """Leads from a page behind a link that was renewed to the same page behind the new one."""
    path = request.full_path.replace(old, new, 1).removesuffix("?")
    address = iri_to_uri(f"{request.script_root}{path}")
    if not is_update():
        # With 307 the browser sends the form again, to the new address.
        return redirect(address, 303 if request.method == "GET" else 307)
    response = Response(headers={"HX-Redirect": address})
    response.set_etag(new, weak=True)
    return response


def has_news(access: Access) -> bool:
    """Whether the phone that asks has not seen the last event; False if it does not say what it has seen."""
    for tag in request.if_none_match.as_set(include_weak=True):
        seen, _, game = tag.split(".", 3)[1:] if tag.count(".") >= 3 else ("", "", "")
        if game == access.game.id and seen.isdecimal() and seen.isascii():
            return seen != str(access.game.head)
    return False


def own_seat() -> Player | None:
    """The player whose phone this is; None if nobody has said so."""
    chosen = request.cookies.get(SEAT, "")
    return int(chosen) if chosen in PLAYERS else None


def is_watching(access: Access) -> bool:
    """Whether somebody chose that this phone only looks on, whatever link leads it to the game."""
    chosen = request.cookies.get(SEAT)
    return chosen == "" or (chosen is None and phone.is_watching(access.game.id))


def _wait(store: Callable[[], GameStore]) -> Response | None:
    """Waits, if the phone shows the game as it is now. Returns 304 if that stays so, None if the page is to be made."""
    secret = (request.view_args or {}).get("secret")
    if request.method != "GET" or not secret or not request.if_none_match:
        return None
    kept = store().games.find(secret)
    access = kept or store().games.find(secret, deleted=True)
    if access is None:
        return None
    with store().present.here(access.game.id, own_seat() if access.may_write else None):
        unchanged = _unchanged(store(), access)
    if kept is None:
        g.pop("access", None)  # the page of a deleted game is another one
    return unchanged


def _unchanged(store: GameStore, access: Access) -> Response | None:
    """Waits until the game or the phones there change. Returns 304 if they do not, None if they do, or if the phone
    does not show the game as it is now."""
    present = store.present.players(access.game.id)
    note(access, present)
    if not request.if_none_match.contains_weak(g.tag):
        g.follow, g.access = _seconds() > 0, access
        return None
    has_gone = request.environ.get("waitress.client_disconnected", lambda: False)

    def is_over() -> bool:
        return has_gone() or store.present.players(access.game.id) != present

    outcome = store.hub.wait(access.game.id, access.game.version, _seconds(), is_over)
    g.follow = _seconds() > 0 and outcome is not Outcome.REFUSED
    is_known = outcome is not Outcome.CHANGED and store.present.players(access.game.id) == present
    return Response(status=304) if is_known else None


def _seconds() -> float:
    """The seconds for which the phone would wait; 0 if it does not say."""
    match = _WAIT.fullmatch(request.headers.get("Prefer", ""))
    return min(float(match[1]), LONGEST) if match else 0.0


def _tag(response: Response) -> Response:
    if "tag" in g and response.status_code in (200, 304, 410):
        # Weak, since each form has a key of its own: two answers show the same game, but differ in bytes.
        response.set_etag(g.tag, weak=True)
        if g.get("follow"):
            response.headers["HX-Trigger"] = "follow"
            response.headers["Preference-Applied"] = "wait"
    return response


def unchanged(store: GameStore, kept_id: str, version: int) -> Response | None:
    """Waits until the group that the phone shows changes. Returns 304 if it does not; None: the page is to be made."""
    g.tag = f"{version}.{kept_id}"
    if not request.if_none_match:
        return None
    g.follow = _seconds() > 0
    if not request.if_none_match.contains_weak(g.tag):
        return None
    has_gone = request.environ.get("waitress.client_disconnected", lambda: False)
    outcome = store.hub.wait(kept_id, version, _seconds(), has_gone)
    g.follow = _seconds() > 0 and outcome is not Outcome.REFUSED
    return None if outcome is Outcome.CHANGED else Response(status=304)


def note_version(kept_id: str, version: int) -> None:
    """Remembers the version of a group that this request shows."""
    g.tag = f"{version}.{kept_id}"


def init_follower(blueprint: Blueprint) -> None:
    """Lets phones follow the pages of a blueprint that call `unchanged` themselves."""
    blueprint.after_request(_tag)
