"""A game at the table: a new one, the table, a win or a draw in steps, the course, the result."""

import json
from secrets import token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.game import GAME_PRESETS, Game, Player, State, play, replay, start
from webapp.inputs.game import read_event, read_game
from webapp.inputs.game_form import (
    LENGTHS,
    MOST_NAME,
    NewGame,
    WinStep,
    read_draw_step,
    read_new_game,
    read_tap,
    read_win_step,
)
from webapp.outputs.game import event_json, game_rules_json
from webapp.scoring.problems import Problem
from webapp.store import Access, Conflict, Refusal, Store, UnavailableError
from webapp.views.game import (
    chart_of,
    course_of,
    figures_of,
    han_fu_of,
    outcome_of,
    place_of,
    standings_of,
    table_of,
)

blueprint = Blueprint("game", __name__, url_prefix="/game")
#: What each refusal of the store is for HTTP.
STATUS = {Refusal.GONE: 404, Refusal.ONLOOKER: 403, Refusal.FULL: 409, Refusal.LARGE: 413}


class Opened(NamedTuple):
    """A game as its link opens it."""

    access: Access
    game: Game
    names: tuple[str, ...]

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state


def _store() -> Store:
    store: Store = current_app.extensions["store"]
    return store


def _opened(secret: str) -> Opened:
    """The game of a link; 404 for whatever is no link to a game."""
    access = _store().games.find(secret) or abort(404)
    events = [kept.body for kept in _store().games.since(access.game.id)]
    case = read_game({"rules": access.game.about["rules"], "events": events})
    return Opened(access, replay(case.rules, case.events).game, tuple(access.game.about["names"]))


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
    created = _store().games.create(_about(found))
    return abort(STATUS[created]) if isinstance(created, Refusal) else _to_table(created.player)


def _new(wrong: Problem | None) -> str:
    return render_template(
        "game/new.html", presets=GAME_PRESETS, lengths=LENGTHS, most=MOST_NAME, problems=[wrong] if wrong else ()
    )


def _about(new_game: NewGame) -> dict[str, object]:
    return {"names": list(new_game.names), "rules": game_rules_json(new_game.rules)}


def _to_table(secret: str) -> BaseResponse:
    return redirect(url_for("game.table", secret=secret), 303)


# -- the table -------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def table(secret: str) -> str:
    """The newest points of all players; ``look=2``: each one's distance to player 2; ``below=2``: they sit below."""
    return _table(_opened(secret), ())


def _table(opened: Opened, problems: tuple[Problem, ...], pending: str = "") -> str:
    chosen, below = (_player(request.args.get(name), opened) for name in ("look", "below"))
    return _shown("game/table.html", opened, table=_table_view(opened, below, chosen), problems=problems, again=pending)


def _table_view(opened: Opened, below: Player | None, chosen: Player | None) -> object:
    return table_of(opened.game, opened.names, below or 0, chosen)


@blueprint.post("/<secret>/events")
def enter(secret: str) -> BaseResponse | tuple[str, int]:
    """Takes an event. A form that is sent twice counts once, by its key; one that is too late is offered again."""
    opened = _opened(secret)
    if not opened.access.may_write:
        abort(403)
    tap = read_tap(request.form, opened.game.rules)
    if tap.event is None or tap.problems:
        return _table(opened, tap.problems), 422
    played = play(opened.game, tap.event) if tap.seen == opened.access.game.head else None
    if played and played.problems:
        return _table(opened, played.problems), 422
    return _kept(secret, opened, tap.seen, tap.key, event_json(played.event if played else tap.event))


def _kept(secret: str, opened: Opened, seen: int, key: str, body: dict[str, object]) -> BaseResponse | tuple[str, int]:
    done = _store().games.append(opened.access, seen, key, body)
    if isinstance(done, Refusal):
        abort(STATUS[done])
    if isinstance(done, Conflict):
        return _table(opened, (), json.dumps(_entered(body))), 409
    return _to_table(secret)


def _entered(body: dict[str, object]) -> dict[str, object]:
    """An event as it was entered, without what was worked out for it: basic points, round and seat."""
    wins = body.get("wins")
    if not isinstance(wins, list):
        return body
    return body | {"wins": [{k: v for k, v in won.items() if k not in ("basic", "round", "seat")} for won in wins]}


# -- a win, a draw ---------------------------------------------------------------------------------


@blueprint.get("/<secret>/win")
def win(secret: str) -> str:
    """A win in steps: who, from whom, how many points; then what it does."""
    opened = _opened(secret)
    step = read_win_step(request.args, opened.game.rules.players)
    before = _before(opened.game, step.amend)
    outcome, body = _outcome(opened, step.event) if step.is_complete else (None, "")
    return _shown(
        "game/win.html",
        opened,
        step=step,
        place=place_of(before),
        event=body,
        outcome=outcome,
        **_choices(step, before),
    )


def _choices(step: WinStep, before: State) -> dict[str, object]:
    """What can be chosen next."""
    taken = {won.get("player") for won in step.earlier}
    who = [player for player in range(before.rules.players) if player not in taken]
    chosen: dict[str, object] = {"who": who, "seats": [before.seat(player) for player in range(before.rules.players)]}
    if step.player is None or step.is_tsumo is None:
        return chosen
    figures = figures_of(before, step.player, is_tsumo=step.is_tsumo)
    return chosen | {"figures": figures, "grid": han_fu_of(before, is_tsumo=step.is_tsumo)}


@blueprint.get("/<secret>/draw")
def draw(secret: str) -> str:
    """A draw of any kind, or a chombo; and what it does."""
    opened = _opened(secret)
    amend = read_draw_step(request.args, frozenset(), opened.game.rules.players).amend
    before = _before(opened.game, amend)
    step = read_draw_step(request.args, before.riichi, before.rules.players)
    outcome, body = _outcome(opened, step.event) if step.event else (None, "")
    return _shown(
        "game/draw.html",
        opened,
        step=step,
        place=place_of(before),
        event=body,
        outcome=outcome,
        riichi=before.riichi,
        kinds=("exhaustive", *before.rules.abortive_draws, "chombo"),
        has_nagashi=before.rules.nagashi != "off",
        seats=[before.seat(player) for player in range(before.rules.players)],
    )


def _before(game: Game, seq: int | None) -> State:
    """The state now, or before the event that is amended."""
    states = [start(game.rules), *[moment.state for moment in game.line]]
    place = next((i for i, moment in enumerate(game.line) if moment.seq == seq), len(game.line))
    return states[place]


def _outcome(opened: Opened, body: dict[str, Any]) -> tuple[object, str]:
    """What an event would do, and its JSON."""
    found: list[Problem] = []
    event = read_event("event", body, opened.game.rules, found)
    return (outcome_of(opened.game, event, opened.names) if event else None), json.dumps(body)


# -- looking back ----------------------------------------------------------------------------------


@blueprint.get("/<secret>/course")
def course(secret: str) -> str:
    """Every hand, with the chart of the points."""
    opened = _opened(secret)
    rows, chart = course_of(opened.game, opened.names), chart_of(opened.state)
    return _shown("game/course.html", opened, rows=rows, chart=chart, points=opened.state.points)


@blueprint.get("/<secret>/result")
def result(secret: str) -> str:
    """The ranking, with uma and oka."""
    opened = _opened(secret)
    return _shown(
        "game/result.html", opened, standings=standings_of(opened.state, opened.names), over=opened.state.over
    )


@blueprint.post("/<secret>/next")
def follow(secret: str) -> BaseResponse:
    """The same players again, by the same rules."""
    access = _opened(secret).access
    created = _store().games.follow(access, access.game.about)
    return abort(STATUS[created]) if isinstance(created, Refusal) else _to_table(created.player)


@blueprint.get("/<secret>/game.json")
def export(secret: str) -> Response:
    """Names, rules and events; `/api/game` takes the last two."""
    opened = _opened(secret)
    events = [kept.body for kept in _store().games.since(opened.access.game.id)]
    response = jsonify({"names": opened.names, "rules": game_rules_json(opened.game.rules), "events": events})
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.json"'
    return response


# -- every page ------------------------------------------------------------------------------------


def _shown(template: str, opened: Opened, **values: object) -> str:
    """A page of the game; each form on it has a key of its own, so that a tap counts once however often it is sent."""
    given = {"problems": (), "look": _player(request.args.get("look"), opened)} | values
    return render_template(
        template,
        secret=opened.access.secret,
        may_write=opened.access.may_write,
        onlooker=opened.access.onlooker,
        names=opened.names,
        seen=opened.access.game.head,
        new_key=lambda: token_urlsafe(9),
        **given,
    )


def _player(text: str | None, opened: Opened) -> Player | None:
    return int(text) if text in {str(n) for n in range(len(opened.names))} and text is not None else None


@blueprint.app_template_filter("combined")
def combined(fields: dict[str, str], **more: object) -> str:
    """The query of a step's fields with some of them set."""
    return urlencode(fields | more)


@blueprint.errorhandler(UnavailableError)
def unavailable(error: UnavailableError) -> tuple[str, int]:
    """Why no game can be kept; the calculator works without one."""
    return render_template("game/unavailable.html", reason=error.reason), 503


@blueprint.after_request
def keep_the_link_secret(response: Response) -> Response:
    """Whoever knows the link may write: it goes into no referrer, no cache and no search engine."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.cache_control.no_store = True
    return response
