"""The next game of an evening: its seats, its beginning, and the way there for every phone at the table."""

from collections.abc import Sequence
from random import SystemRandom

from flask import g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.game_file import IS_LOG
from webapp.formats.rules import game_rules_json
from webapp.game.events import Player
from webapp.game.rules import GameRules
from webapp.pages.game.forms import LENGTHS, chosen_rules, presets_for, read_next_rules, read_order
from webapp.pages.game.kept_games import store
from webapp.pages.game.long_polling import own_seat
from webapp.pages.game.opened_game import (
    Opened,
    new_blueprint,
    opened,
    opened_to_write,
    redirect_to_table,
    refused,
    remember,
    remember_seat,
    render_game_page,
)
from webapp.pages.game.other_tables import FROM, PLAYED, known_player, seat_in, way_on
from webapp.scoring.problems import Problem
from webapp.scoring.table import WIND_NAMES
from webapp.serving.request_limits import count_new_game
from webapp.store import Json, Refusal

blueprint = new_blueprint("next_game")


@blueprint.get("/<secret>/next")
def ask(secret: str) -> BaseResponse | str:
    """The seats of the next game, shown before it begins. ``seats=drawn`` draws them first, ``seats=same`` are those of
    this game."""
    game = opened_to_write(secret)
    if game.access.next:
        return redirect(url_for("next_game.along", secret=secret), 303)
    seats = request.args.get("seats")
    if seats == "drawn":
        drawn, chosen = "".join(map(str, _drawn(game))), chosen_rules(request.args.lists(), len(game.names))
        address = url_for("next_game.ask", secret=secret, order=drawn, drawn=1, **chosen)
        return redirect(address, 303)
    problems: list[Problem] = []
    order = read_order({} if seats == "same" else request.args, len(game.names), problems)
    return _asked(game, order, problems)


def _asked(game: Opened, order: Sequence[Player], problems: Sequence[Problem]) -> str:
    typed = [request.values.get(f"seat{place}", str(player)) for place, player in enumerate(order)]
    sitting = typed if problems else [*map(str, order)]
    usual = game.log.rules.for_new_game
    given = chosen_rules(request.values.lists(), len(game.names))
    of_rules: list[Problem] = []
    rules = read_next_rules(given, usual, of_rules)
    return render_game_page(
        "game/next.html",
        game,
        problems=problems or of_rules,
        order="".join(map(str, order)),
        seats=[(wind, game.names[player]) for wind, player in zip(WIND_NAMES, order, strict=False)],
        is_drawn="drawn" in request.args,
        is_same=list(order) == sorted(order),
        sitting=sitting,
        is_typed=sitting != [*map(str, order)],
        usual=usual,
        rules=rules,
        given=given.get("rules"),
        presets=presets_for(len(game.names)),
        lengths=LENGTHS,
    )


@blueprint.post("/<secret>/next")
def follow(secret: str) -> BaseResponse | tuple[str, int]:
    """Begins the next game by the same rules or those of the form, with the players in the order of the form or on
    drawn seats."""
    game = opened_to_write(secret)
    problems: list[Problem] = []
    order = read_order(request.form, len(game.names), problems)
    rules = read_next_rules(request.form, game.log.rules.for_new_game, problems)
    if problems:
        return _asked(game, order, problems), 422
    if request.form.get("seats") == "drawn":
        order = _drawn(game)
    count_new_game(f"evening {game.record.evening}")
    created = store().games.follow(game.access, _about(game, order, rules), order)
    if isinstance(created, Refusal):
        refused(created)
    response = redirect_to_table(created.player_secret)
    own = seat_in(created.game, game.names, own_seat())
    if own is not None:
        remember_seat(response, created.player_secret, own)
    return response


def _drawn(game: Opened) -> tuple[Player, ...]:
    """The players in a random order."""
    return tuple(SystemRandom().sample(range(len(game.names)), len(game.names)))


def _about(game: Opened, order: Sequence[Player], rules: GameRules) -> Json:
    """The names and rules of the next game. A player without a name keeps their number."""
    is_same = list(order) == sorted(order)
    given = game.record.about["names"]
    names = given if is_same else [game.names[player] for player in order]
    about = {name: value for name, value in game.record.about.items() if name != IS_LOG}
    return {**about, "names": names, "rules": game_rules_json(rules), FROM: list(order)}


# -- everybody comes along -------------------------------------------------------------------------


@blueprint.get("/<secret>/along")
def along(secret: str) -> BaseResponse:
    """Leads a phone to the newest game of the evening. A player's phone takes the seat of that player there, or
    remembers who sits out; one that only looks on still does."""
    game = opened(secret)
    link, own = way_on(game.access)
    response = redirect_to_table(link)
    if own is not None or (g.seats):
        remember_seat(response, link, own)
    elif (known := known_player(game.access))[1] is not None:
        remember(response, link, PLAYED, f"{known[0].secret}.{known[1]}")
    return response
