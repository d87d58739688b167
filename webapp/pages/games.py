"""A game at the table: a new one, the table and the taps that change it."""

from collections.abc import Sequence
from random import SystemRandom
from urllib.parse import urlencode

from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.game import GAME_PRESETS, GAME_SWITCHES, UNSURE, Event, play, twin
from webapp.inputs.forms import RULE
from webapp.inputs.game_form import LENGTHS, MOST_NAME, NewGame, read_new_game, read_tap
from webapp.inputs.game_steps import read_fields
from webapp.outputs.game import event_json, game_rules_json, game_switch_text, new_game_fields
from webapp.pages.following import own_seat
from webapp.pages.opened import (
    Opened,
    back_to_table,
    below,
    named,
    new_blueprint,
    opened,
    opened_to_write,
    player_named,
    refused,
    remember_seat,
    shown,
    store,
    to_table,
)
from webapp.pages.replayed import before
from webapp.pages.rules import by_group, joined
from webapp.scoring.problems import Problem
from webapp.scoring.rules import SWITCHES
from webapp.store import Conflict, Created, Refusal
from webapp.views.game import table_of
from webapp.views.late import Late, late_of

blueprint = new_blueprint("game")


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("")
def new() -> str:
    """Names, rules and length of a new game; an address may have some of them."""
    found: list[Problem] = []
    return _new(read_new_game(joined(request.args), found), found)


@blueprint.post("")
def create() -> BaseResponse | tuple[str, int]:
    """Makes the game and leads to its table."""
    found: list[Problem] = []
    new_game = read_new_game(joined(request.form), found)
    if found:
        return _new(new_game, found), 422
    names = _drawn(new_game.players) if new_game.is_drawn else list(new_game.players)
    return to_table(store().games.create({"names": names, "rules": game_rules_json(new_game.rules)}))


def _new(new_game: NewGame, problems: Sequence[Problem]) -> str:
    return render_template(
        "game/new.html",
        new_game=new_game,
        own=new_game_fields(new_game.rules),
        presets=GAME_PRESETS,
        lengths=LENGTHS,
        most=MOST_NAME,
        problems=problems,
    )


def _drawn(names: Sequence[str]) -> list[str]:
    """The seats drawn anew."""
    return SystemRandom().sample(names, len(names))


@blueprint.get("/rules")
def rules() -> str:
    """The switches of a game and of its hands, to be read and changed for a new game."""
    found: list[Problem] = []
    new_game = read_new_game(joined(request.args), found)
    chosen = new_game.rules
    return render_template(
        "game/rules.html",
        new_game=new_game,
        presets=GAME_PRESETS,
        groups=by_group(GAME_SWITCHES),
        hand_groups=by_group(SWITCHES),
        values={name: getattr(chosen, name) for name in GAME_SWITCHES},
        hand_values={name: getattr(chosen.scoring, name) for name in SWITCHES},
        hand_changed=[name.removeprefix(RULE) for name in new_game_fields(chosen) if name.startswith(RULE)],
        unsure=UNSURE.get(chosen.preset, frozenset()),
        problems=found,
        link="",
    )


@blueprint.post("/<secret>/next")
def follow(secret: str) -> BaseResponse:
    """The same players again, by the same rules, on the same seats or on drawn ones."""
    game = opened(secret)
    is_drawn = request.form.get("seats") == "drawn"
    # Who has no name keeps the number by which they were known.
    drawn = {"names": _drawn(game.names)} if is_drawn else {}
    created = store().games.follow(game.access, {**game.access.game.about, **drawn})
    response = to_table(created)
    if isinstance(created, Created):
        _stay_seated(response, game, created)
    return response


def _stay_seated(response: BaseResponse, game: Opened, following: Created) -> None:
    """Lets the phone of a player be theirs in the following game too, if it knows them by name."""
    own, names = own_seat(), named(following.game)
    name = game.names[own] if own is not None and own < len(game.names) else None
    if name is not None and names.count(name) == 1:
        remember_seat(response, following.player, names.index(name))


@blueprint.get("/<secret>/delete")
def ask(secret: str) -> str:
    """Asks before a game is deleted."""
    return shown("game/delete.html", opened_to_write(secret))


@blueprint.post("/<secret>/delete")
def delete(secret: str) -> BaseResponse:
    """Deletes a game with all its events, at once and for good."""
    refusal = store().games.delete(opened_to_write(secret).access)
    return refused(refusal) if refusal else redirect(url_for("game.new"), 303)


# -- the table -------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def table(secret: str) -> str:
    """The newest points of all players; ``look=2``: each one's distance to player 2; ``below=2``: they sit below."""
    return _table(opened(secret), ())


@blueprint.get("/<secret>/news")
def news(secret: str) -> str:
    """What just happened, for a page on which somebody enters something."""
    return shown("game/_live.html", opened(secret), address=url_for("game.news", secret=secret))


def _table(game: Opened, problems: tuple[Problem, ...], late: Late | None = None) -> str:
    chosen = player_named(request.args.get("look"), game)
    table = table_of(game.game, game.names, below(game), chosen)
    return shown("game/table.html", game, table=table, problems=problems, late=late)


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
    done = store().games.append(game.access, tap.seen, tap.key, event_json(played.event if played else tap.event))
    if isinstance(done, Refusal):
        refused(done)
    if isinstance(done, Conflict):
        return _late(opened(game.secret), tap.seen, tap.event)
    return _onward(game.secret, done.number)


def _late(game: Opened, seen: int, event: Event) -> BaseResponse | tuple[str, int]:
    """Somebody else was faster. If they entered the same it has happened once; else both are shown to choose from."""
    then = before(game.access.game, store().games.since, seen)
    if number := twin(then, game.game, event):
        return _onward(game.secret, number)
    return _table(game, (), late_of(then, game.game, event, game.names, _entered(event_json(event)))), 409


def _onward(secret: str, number: int) -> BaseResponse:
    """To the table, or back to the hand in which a riichi stick was missing; for a script the number of the event."""
    if request.headers.get("Accept") == "application/json":
        return jsonify(number=number)
    if fields := read_fields(request.form.get("hand", "")):
        return redirect(f"{url_for('game_steps.hand', secret=secret)}?{urlencode(fields)}", 303)
    return back_to_table(secret)


def _entered(body: dict[str, object]) -> dict[str, object]:
    """An event as it was entered, without what was worked out for it: basic points, round and seat."""
    wins = body.get("wins")
    if not isinstance(wins, list):
        return body
    return body | {"wins": [{k: v for k, v in won.items() if k not in ("basic", "round", "seat")} for won in wins]}


blueprint.add_app_template_filter(game_switch_text)
