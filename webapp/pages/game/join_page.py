"""Joining a game: its links as QR codes, the seat of a phone's owner, and the names of the players."""

import json
from collections.abc import Sequence
from itertools import count

from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.drawing.qr import qr_svg
from webapp.formats.fields import MOST_NAME, tidy_name
from webapp.formats.form_key import new_game_key
from webapp.groups import seated_by_name
from webapp.pages.game.kept_games import names_of, store
from webapp.pages.game.long_polling import own_seat
from webapp.pages.game.opened_game import (
    Opened,
    follow_link,
    new_blueprint,
    opened,
    opened_to_write,
    player_named,
    redirect_to_table,
    refused,
    remember_seat,
    render_game_page,
    taken_away,
)
from webapp.scoring.problems import Problem
from webapp.serving.phone import KeptGame
from webapp.store import Json, Refusal, Seating, Store, StoredMember
from webapp.store.device import is_of_device

blueprint = new_blueprint("joining")


@blueprint.get("/<secret>/join")
def join(secret: str) -> str:
    """The page that asks whose phone this is, with the QR codes for other players and for onlookers, and the names."""
    game = opened(secret)
    return _join(game, game.record.about["names"])


def _join(game: Opened, given: Sequence[str], problems: Sequence[Problem] = ()) -> str:
    """The page; `given` are the names in its form."""
    # Only a game of this device can be moved to a server.
    kept = json.dumps(taken_away(game), ensure_ascii=False) if is_of_device(game.secret) else ""
    values = {"given": given, "problems": problems, "kept": kept, "game_key": new_game_key()}
    return render_game_page("game/join.html", game, own=own_seat(), most=MOST_NAME, **values)


@blueprint.get("/<secret>/qr.svg")
def qr(secret: str) -> Response:
    """The QR code of this link. A players' code opens the page that asks who they are, an onlookers' one the table."""
    game = opened(secret)
    page = "joining.join" if game.may_sit else "game.table"
    address = url_for(page, secret=game.secret, _external=True)
    return Response(qr_svg(address), mimetype="image/svg+xml")


@blueprint.post("/<secret>/renew")
def renew(secret: str) -> BaseResponse:
    """Replaces both links. Phones that have opened the game are led to the new ones, or with ``only=given`` none is:
    then the new links have to be given to everybody."""
    done = store().games.renew(opened_to_write(secret).access, leads_on=request.form.get("only") != "given")
    if isinstance(done, Refusal):
        refused(done)
    response = redirect(url_for("joining.join", secret=done.secret), 303)
    return follow_link(response, secret, KeptGame(done.secret, done.game.id))


@blueprint.post("/<secret>/seat")
def sit(secret: str) -> BaseResponse:
    """Remembers the player whose phone this is; its table shows them at the bottom. Without a player, the phone only
    looks on until it takes a seat here."""
    game = opened(secret)
    if not game.may_sit:
        abort(403)
    player, former = player_named(request.form.get("player"), game), own_seat()
    if former not in (None, player):
        store().present.left(game.record.id, former)
    response = redirect_to_table(secret)
    remember_seat(response, secret, player)
    return response


@blueprint.post("/<secret>/names")
def rename(secret: str) -> BaseResponse | tuple[str, int]:
    """Changes the names of the players, on every phone. In a game of a group this changes which members play."""
    game = opened_to_write(secret)
    names = [tidy_name(request.form.get(f"name{player}", "")) for player in range(len(game.names))]
    problems: list[Problem] = []
    refusal = _reseat(game, names, problems) if game.access.group else _rename(game, names)
    if problems:
        return _join(game, names, problems), 422
    return refused(refusal) if refusal else redirect(url_for("joining.join", secret=secret), 303)


def _rename(game: Opened, names: Sequence[str]) -> Refusal | None:
    done = store().games.describe(game.access, lambda about: {**about, "names": names})
    return done if isinstance(done, Refusal) else None


def _reseat(game: Opened, names: Sequence[str], problems: list[Problem]) -> Refusal | None:
    """Seats the members with these names. A name that no member has becomes a new member."""

    def change(about: Json, members: Sequence[StoredMember], seats: Sequence[int]) -> Seating | None:
        known = names_of(members)
        seated = seated_by_name(names, about["names"], seats, known, problems)
        if problems:
            return None
        numbers, called = count(members[-1].number + 1), [*zip(seated, names, strict=True)]
        return Seating(
            {**about, "names": [known.get(number or 0, name) for number, name in called]},
            [number or next(numbers) for number in seated],
            [{"name": name} for number, name in called if number is None],
        )

    kept = store()
    assert isinstance(kept, Store)  # only a server has groups
    return kept.groups.reseat(game.access, change)
