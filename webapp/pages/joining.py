"""Who sits where with which phone: the links of a game as QR codes, the seat of a phone's owner, and the names."""

import io
import json

import segno
from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.inputs.game_form import MOST_NAME, tidy_name
from webapp.pages.following import SEAT, own_seat
from webapp.pages.opened import (
    back_to_table,
    new_blueprint,
    opened,
    opened_to_write,
    player_named,
    refused,
    remember_seat,
    shown,
    store,
    taken_away,
)
from webapp.pages.share import QR_BORDER
from webapp.store import Json, Refusal
from webapp.store.device import is_of_device

blueprint = new_blueprint("joining")


@blueprint.get("/<secret>/join")
def join(secret: str) -> str:
    """Whose phone this is; the QR codes for other players and for onlookers; the names."""
    game = opened(secret)
    # Only a game of this device can be moved to a server.
    kept = json.dumps(taken_away(game), ensure_ascii=False) if is_of_device(secret) else ""
    given = game.access.game.about["names"]
    return shown("game/join.html", game, own=own_seat(), most=MOST_NAME, given=given, kept=kept)


@blueprint.get("/<secret>/qr.svg")
def qr(secret: str) -> Response:
    """The QR code of this link: where its owner says who they are."""
    address = url_for("joining.join", secret=opened(secret).secret, _external=True)
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(
        drawn, kind="svg", border=QR_BORDER, light="#fff", omitsize=True, xmldecl=False
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@blueprint.post("/<secret>/seat")
def sit(secret: str) -> BaseResponse:
    """Remembers on this phone whose it is: that player sits below on its table. Without a player: nobody's."""
    game = opened_to_write(secret)
    player = player_named(request.form.get("player"), game)
    response = back_to_table(secret)
    path = url_for("game.table", secret=secret)
    if player is None:
        response.delete_cookie(SEAT, path=path)
    else:
        remember_seat(response, secret, player)
    return response


@blueprint.post("/<secret>/names")
def rename(secret: str) -> BaseResponse:
    """Other names for the players, on every phone."""
    game = opened_to_write(secret)
    names = [tidy_name(request.form.get(f"name{player}", "")) for player in range(len(game.names))]

    def change(about: Json) -> Json:
        return {**about, "names": names}

    done = store().games.describe(game.access, change)
    return refused(done) if isinstance(done, Refusal) else redirect(url_for("joining.join", secret=secret), 303)
