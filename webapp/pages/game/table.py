"""A game at the table: a new one, the table and the taps that change it."""

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom
from urllib.parse import urlencode

from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import MOST_NAME, json_value
from webapp.formats.form_key import new_game_key, read_game_key
from webapp.formats.game import event_json, read_event
from webapp.formats.rules import RULE, game_rules_fields, game_rules_json
from webapp.formats.summaries import summaries_of
from webapp.game import GAME_PRESETS, GAME_SWITCHES, UNSURE, Event, play, twin
from webapp.groups import read_names
from webapp.pages.calculator.switches import by_group, joined
from webapp.pages.game.forms import LENGTHS, NewGame, is_chosen, read_new_game, read_tap
from webapp.pages.game.late import Ended, Late, entered_of, late_of, waiting_of
from webapp.pages.game.opened import (
    Opened,
    below,
    named,
    new_blueprint,
    opened,
    opened_to_write,
    own_group,
    player_named,
    redirect_to_table,
    refused,
    render_game_page,
    replayed,
    shown_names,
    store,
)
from webapp.pages.game.replayed import before
from webapp.pages.game.steps import read_fields
from webapp.pages.game.views import ListedGame, hand_summary, listed_game, table_of
from webapp.scoring.problems import Problem
from webapp.scoring.rules import SWITCHES, TENHOU
from webapp.serving import phone
from webapp.serving.limits import count_new_game
from webapp.store import Access, Conflict, Refusal, UnavailableError

blueprint = new_blueprint("game")


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("")
def new() -> str:
    """The form of a new game: names, rules and length. The address may have some of them. If it has no chosen rules,
    they are those of the last game, else those of the calculator."""
    problems: list[Problem] = []
    given, games = _given(), _games()
    new_game = read_new_game(given, problems)
    if "keep" in given:  # the names were to become a group's members
        read_names(shown_names(new_game.players), [], problems)
    if is_chosen(given):
        return _new(new_game, problems, games)
    if games:
        last = max(games, key=lambda access: access.game.made)
        return _new(replace(new_game, rules=replayed(last.game).game.rules), problems, games, rules_of="game")
    return _new(new_game, problems, games, rules_of="calculator" if "rules" in given else "")


@blueprint.post("")
def create() -> BaseResponse | tuple[str, int]:
    """Makes the game and leads to its table."""
    problems: list[Problem] = []
    new_game = read_new_game(joined(request.form), problems)
    if problems:
        return _new(new_game, problems, _games()), 422
    names = list(new_game.players)
    if new_game.is_drawn:
        SystemRandom().shuffle(names)
    count_new_game()
    about = {"names": names, "rules": game_rules_json(new_game.rules)}
    entered = {**about, "names": new_game.players, "is_drawn": new_game.is_drawn}
    created = store().games.create(about, key=read_game_key(request.form, entered))
    return refused(created) if isinstance(created, Refusal) else redirect_to_table(created.player_secret)


def _new(new_game: NewGame, problems: Sequence[Problem], games: Sequence[Access], rules_of: str = "") -> str:
    return render_template(
        "game/new.html",
        games=sorted(map(_listed, games), key=lambda game: game.over),
        new_game=new_game,
        rules_of=rules_of,
        own=game_rules_fields(new_game.rules),
        presets=GAME_PRESETS,
        lengths=LENGTHS,
        most=MOST_NAME,
        problems=problems,
        key=new_game_key(),
    )


def _games() -> Sequence[Access]:
    """The games that this phone has opened, the last changed first. Without a database there are none."""
    try:
        return store().games.find_all(phone.games())
    except UnavailableError:
        return []


def _listed(access: Access) -> ListedGame:
    return listed_game(access.secret, access.game.touched, named(access.game), replayed(access.game).game.state)


@blueprint.get("/rules")
def rules() -> str:
    """The switches of a game and of its hands, to be read and changed for a new game."""
    problems: list[Problem] = []
    return _rules(read_new_game(_given(), problems), problems)


def _given() -> dict[str, str]:
    """The fields of the address. That of the calculator leaves out the rules with which its empty page begins."""
    given = joined(request.args)
    is_of_calculator = any(name.startswith(RULE) for name in given) and not is_chosen(given)
    return {"rules": TENHOU.preset, **given} if is_of_calculator else given


@blueprint.get("/<secret>/rules")
def rules_in_force(secret: str) -> str:
    """The rules of a game, with the way back to its table."""
    game = opened(secret)
    return _rules(NewGame(game.names, is_drawn=False, rules=game.log.rules), (), secret)


def _rules(new_game: NewGame, problems: Sequence[Problem], table: str = "") -> str:
    chosen = new_game.rules
    preset = GAME_PRESETS[chosen.preset]
    return render_template(
        "game/rules.html",
        new_game=new_game,
        presets=GAME_PRESETS,
        groups=by_group(GAME_SWITCHES),
        hand_groups=by_group(SWITCHES),
        values={name: getattr(chosen, name) for name in GAME_SWITCHES},
        hand_values={name: getattr(chosen.scoring, name) for name in SWITCHES},
        plain={name: getattr(preset, name) for name in GAME_SWITCHES},
        hand_plain={name: getattr(preset.scoring, name) for name in SWITCHES},
        hand_changed=[name.removeprefix(RULE) for name in game_rules_fields(chosen) if name.startswith(RULE)],
        unsure=UNSURE.get(chosen.preset, frozenset()),
        problems=problems,
        link="",
        table_secret=table,
    )


@blueprint.get("/<secret>/delete")
def ask(secret: str) -> str:
    """Asks before a game is deleted."""
    return render_game_page("game/delete.html", opened_to_write(secret))


@blueprint.post("/<secret>/delete")
def delete(secret: str) -> BaseResponse:
    """Deletes a game with all its events: for good, unless it is in a group, where it can be brought back."""
    game = opened_to_write(secret)
    group = own_group(game)
    if refusal := store().games.delete(game.access):
        return refused(refusal)
    return redirect(url_for("groups.games", secret=group.secret) if group else url_for("game.new"), 303)


# -- the table -------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def table(secret: str) -> str:
    """The table with the current points of all players. ``look=2`` shows the distance of each to player 2; ``below=2``
    shows player 2 at the bottom."""
    game = opened(secret)
    return _table(game, ended=_ended(game, request.args.get("ended")))


@blueprint.get("/<secret>/news")
def news(secret: str) -> str:
    """The news for a page on which a player is entering something."""
    return render_game_page("game/_live.html", opened(secret), address=url_for("game.news", secret=secret))


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
    table = table_of(game.log, game.names, below(game), chosen)
    return render_game_page("game/table.html", game, table=table, late=late, ended=ended, game_rules=game.log.rules)


def _ended(game: Opened, number: str | None) -> Ended | None:
    """The hand of this number, which ended while a player was entering it."""
    if number is None:
        return None
    hands = {str(n): hand for n, hand in enumerate(game.state.hands)}
    return Ended(hand_summary(hands[number], game.state, game.names) if number in hands else None)


@blueprint.post("/<secret>/events")
def enter(secret: str) -> BaseResponse | tuple[str, int]:
    """Takes an event. A form that is sent twice counts once, by its key.

    If another event was faster, the table shows both, and the player decides.
    """
    game = opened_to_write(secret)
    tap = read_tap(request.form, game.log.rules)
    if tap.event is None or tap.problems:
        return _table(game, Late(problems=tap.problems)), 422
    played = play(game.log, tap.event) if tap.seen == game.record.head else None
    if played and played.problems:
        return _table(game, Late(own=entered_of(game.log, tap.event, game.names), problems=played.problems)), 422
    body = event_json(played.event if played else tap.event)
    summaries = summaries_of(played.game) if played and (played.game.state.over or game.state.over) else None
    done = store().games.append(game.access, tap.seen, tap.key, body, summaries)
    if isinstance(done, Refusal):
        refused(done)
    if isinstance(done, Conflict):
        return _late(opened(game.secret), tap.seen, tap.event)
    return _onward(game.secret, done.number)


def _late(game: Opened, seen: int, event: Event) -> BaseResponse | tuple[str, int]:
    """Answers an event after another phone was faster. If both entered the same event, it counts once. Otherwise the
    player chooses."""
    then = before(game.record, store().games.since, seen)
    if number := twin(then, game.log, event):
        return _onward(game.secret, number)
    return _table(game, late_of(then, game.log, event, game.names, _entered(event_json(event)))), 409


def _onward(secret: str, number: int) -> BaseResponse:
    """Leads to the table, or back to the hand in which a riichi stick was missing. A script gets the event's number."""
    if request.headers.get("Accept") == "application/json":
        return jsonify(number=number)
    if fields := read_fields(request.form.get("hand", "")):
        return redirect(f"{url_for('game_steps.hand', secret=secret)}?{urlencode(fields)}", 303)
    return redirect_to_table(secret)


def _entered(body: dict[str, object]) -> dict[str, object]:
    """An event as it was entered, without what was worked out for it: basic points, round and seat."""
    wins = body.get("wins")
    if not isinstance(wins, list):
        return body
    return body | {"wins": [{k: v for k, v in won.items() if k not in ("basic", "round", "seat")} for won in wins]}
