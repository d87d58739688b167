"""A game at the table: a new one, the table and the taps that change it."""

import json
from urllib.parse import urlencode

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.game import GAME_PRESETS, Player, play
from webapp.inputs.game_form import LENGTHS, MOST_NAME, NewGame, read_fields, read_new_game, read_tap
from webapp.outputs.game import event_json, game_rules_json
from webapp.pages.opened import (
    Opened,
    back_to_table,
    new_blueprint,
    opened,
    opened_to_write,
    player_named,
    refused,
    shown,
    store,
    to_table,
)
from webapp.scoring.problems import Problem
from webapp.store import Conflict, Refusal
from webapp.views.game import table_of

blueprint = new_blueprint("game")


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("")
def new() -> str:
    """Names, rules and length of a new game."""
    return _new(None)


@blueprint.post("")
def create() -> BaseResponse | tuple[str, int]:
    """Makes the game and leads to its table."""
    found = read_new_game(request.form)
    if isinstance(found, Problem):
        return _new(found), 422
    return to_table(store().games.create(_about(found)))


def _new(wrong: Problem | None) -> str:
    return render_template(
        "game/new.html", presets=GAME_PRESETS, lengths=LENGTHS, most=MOST_NAME, problems=[wrong] if wrong else ()
    )


def _about(new_game: NewGame) -> dict[str, object]:
    return {"names": list(new_game.names), "rules": game_rules_json(new_game.rules)}


@blueprint.post("/<secret>/next")
def follow(secret: str) -> BaseResponse:
    """The same players again, by the same rules."""
    access = opened(secret).access
    return to_table(store().games.follow(access, access.game.about))


# -- the table -------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def table(secret: str) -> str:
    """The newest points of all players; ``look=2``: each one's distance to player 2; ``below=2``: they sit below."""
    return _table(opened(secret), ())


def _table(game: Opened, problems: tuple[Problem, ...], pending: str = "") -> str:
    chosen, below = (player_named(request.args.get(name), game) for name in ("look", "below"))
    return shown("game/table.html", game, table=_view(game, below, chosen), problems=problems, again=pending)


def _view(game: Opened, below: Player | None, chosen: Player | None) -> object:
    return table_of(game.game, game.names, below or 0, chosen)


@blueprint.post("/<secret>/events")
def enter(secret: str) -> BaseResponse | tuple[str, int]:
    """Takes an event. A form that is sent twice counts once, by its key; one that is too late is offered again."""
    game = opened_to_write(secret)
    tap = read_tap(request.form, game.game.rules)
    if tap.event is None or tap.problems:
        return _table(game, tap.problems), 422
    played = play(game.game, tap.event) if tap.seen == game.access.game.head else None
    if played and played.problems:
        return _table(game, played.problems), 422
    return _kept(game, tap.seen, tap.key, event_json(played.event if played else tap.event))


def _kept(game: Opened, seen: int, key: str, body: dict[str, object]) -> BaseResponse | tuple[str, int]:
    done = store().games.append(game.access, seen, key, body)
    if isinstance(done, Refusal):
        refused(done)
    if isinstance(done, Conflict):
        return _table(opened(game.secret), (), json.dumps(_entered(body))), 409
    return _onward(game.secret)


def _onward(secret: str) -> BaseResponse:
    """To the table, or back to the hand in which a riichi stick was missing."""
    if fields := read_fields(request.form.get("hand", "")):
        return redirect(f"{url_for('game_steps.hand', secret=secret)}?{urlencode(fields)}", 303)
    return back_to_table(secret)


def _entered(body: dict[str, object]) -> dict[str, object]:
    """An event as it was entered, without what was worked out for it: basic points, round and seat."""
    wins = body.get("wins")
    if not isinstance(wins, list):
        return body
    return body | {"wins": [{k: v for k, v in won.items() if k not in ("basic", "round", "seat")} for won in wins]}
