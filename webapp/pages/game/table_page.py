"""The table of a game: its page, the events that are entered at it, and how the game is deleted."""

from urllib.parse import parse_qsl, urlencode

from flask import abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import json_value
from webapp.formats.game import event_json, read_event
from webapp.formats.player_results import player_results
from webapp.game.ending import is_last_hand
from webapp.game.events import Event
from webapp.game.late import is_unaffected, twin
from webapp.game.log import play
from webapp.pages.game.event_summary import event_summary, hand_summary
from webapp.pages.game.forms import Tap, read_tap
from webapp.pages.game.kept_games import game_cache, store
from webapp.pages.game.late_taps import Ended, Late, late_of, waiting_of
from webapp.pages.game.needed_text import needed_lines
from webapp.pages.game.opened_game import (
    Opened,
    asks_whose,
    deleted_game,
    new_blueprint,
    opened,
    opened_to_write,
    player_named,
    redirect_to_table,
    refused,
    render_game_page,
    sits_out,
)
from webapp.pages.game.other_tables import own_group
from webapp.pages.game.table_view import table_of
from webapp.pages.game.tiles_step import address_again
from webapp.store import Conflict, Refusal
from webapp.store.device import DeviceGames

blueprint = new_blueprint("game")


@blueprint.get("/<secret>/delete")
def ask(secret: str) -> str:
    """Asks before a game is deleted."""
    return render_game_page("game/delete.html", opened_to_write(secret))


@blueprint.post("/<secret>/delete")
def delete(secret: str) -> BaseResponse:
    """Deletes a game, or brings it back with ``undo``. Two phones that do the same do it once."""
    if "undo" in request.form:
        deleted = deleted_game(secret)
        refusal = store().games.delete(deleted, undo=True) if deleted else None
        return refused(refusal) if refusal else redirect_to_table(secret)
    game = opened_to_write(secret)
    group = own_group(game.access)
    if refusal := store().games.delete(game.access):
        return refused(refusal)
    return redirect(url_for("group_games.games", secret=group.secret), 303) if group else redirect_to_table(secret)


@blueprint.post("/<secret>/moved")
def moved(secret: str) -> BaseResponse:
    """Deletes a game of this device that the server has now."""
    game, games = opened_to_write(secret), store().games
    if not isinstance(games, DeviceGames):
        abort(404)
    games.forget(game.access)
    return redirect(url_for("new_game.new"), 303)


# -- the table -------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def table(secret: str) -> str:
    """The table with the current points of all players. ``look=2`` shows the distance of each to player 2; ``below=2``
    shows player 2 at the bottom."""
    game = opened(secret)
    return _table(game, ended=_ended(game, request.args.get("ended")))


@blueprint.get("/<secret>/news")
def news(secret: str) -> str:
    """The news for a page on which a player is entering something. `after` is the number of hands that were over when
    they began: if it is another one now, the answer says so."""
    game, after = opened(secret), request.args.get("after")
    overtaken = None if after in (None, str(len(game.state.hands))) else _ended(game, after)
    address = url_for("game.news", secret=secret, after=after)
    return render_game_page("game/_live.html", game, address=address, after=after, overtaken=overtaken)


@blueprint.post("/<secret>/waiting")
def waiting(secret: str) -> str:
    """What the taps that wait on a phone would do now. The form has an `event` and a `key` for each tap, in order."""
    game = opened_to_write(secret)
    events = [
        (key, read_event("event", json_value(text), game.log.rules, []))
        for key, text in zip(request.form.getlist("key"), request.form.getlist("event"), strict=False)
    ]
    known = [(key, event) for key, event in events if event]
    return render_game_page("game/_waiting.html", game, waiting=list(waiting_of(game.log, known, game.names)))


def _table(game: Opened, late: Late | None = None, ended: Ended | None = None) -> str:
    chosen = player_named(request.args.get("look"), game)
    table = table_of(game.log, game.names, chosen)
    last = next((moment for moment in reversed(game.log.line) if event_summary(moment, game.names)), None)
    return render_game_page(
        "game/table.html",
        game,
        table=table,
        late=late,
        ended=ended,
        correction=address_again(last.hand.event, last.seq) if last and last.hand else "",
        needed=needed_lines(game.state),
        is_last=is_last_hand(game.state) and not game.state.over,
        asks_whose=asks_whose(game),
        sits_out=sits_out(game),
        log=game.log,
    )


def _ended(game: Opened, number: str | None) -> Ended | None:
    """The hand of this number, which ended while a player was entering it."""
    if number is None:
        return None
    hands = {str(n): hand for n, hand in enumerate(game.state.hands)}
    return Ended(hand_summary(hands[number], game.names) if number in hands else None)


@blueprint.post("/<secret>/events")
def enter(secret: str) -> BaseResponse | tuple[str, int]:
    """Takes an event. A form that is sent twice counts once, by its key.

    If another event was faster, the table shows both, and the player decides.
    """
    game = opened_to_write(secret)
    tap = read_tap(request.form, game.log.rules)
    if tap.event is None or tap.problems:
        return _table(game, Late(problems=tap.problems)), 422
    return _entered(game, tap, tap.event)


def _entered(game: Opened, tap: Tap, event: Event) -> BaseResponse | tuple[str, int]:
    """The answer to a tap with this event, after it was added to the game or refused."""
    played = play(game.log, event) if tap.seen == game.record.head else None
    if played and played.problems:
        return _late(game, tap, event)
    body = event_json(played.event if played else event)
    summaries = player_results(played.game) if played and (played.game.state.over or game.state.over) else None
    done = store().games.append(game.access, tap.seen, tap.key, body, summaries)
    if isinstance(done, Refusal):
        refused(done)
    if isinstance(done, Conflict):
        return _late(opened(game.secret), tap, event)
    if played and done.is_new:
        game_cache().add(game.record.id, played.game, played.event)
    return _onward(game.secret, done.number)


def _late(game: Opened, tap: Tap, event: Event) -> BaseResponse | tuple[str, int]:
    """Answers an event that the game does not allow, or after another phone was faster. If both entered the same event,
    it counts once. If it means the same as before, it is added. Otherwise the player chooses."""
    then, *later = game_cache().games_from(game.record, store().games.since, tap.seen)
    after = play(then, event).game
    if number := twin(then, after, later, event):
        return _onward(game.secret, number)
    if later and is_unaffected(then, game.log, event):
        return _entered(game, tap._replace(seen=game.record.head), event)
    return _table(game, late_of(then, after, game.log, event, game.names)), 409 if later else 422


def _onward(secret: str, number: int) -> BaseResponse:
    """Leads to the table, or back to the hand in which a riichi stick was missing. A script gets the event's number."""
    if request.headers.get("Accept") == "application/json":
        return jsonify(number=number)
    if fields := parse_qsl(request.form.get("hand", "")):
        return redirect(f"{url_for('game_steps.hand', secret=secret)}?{urlencode(fields)}", 303)
    return redirect_to_table(secret)
