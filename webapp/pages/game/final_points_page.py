"""A game that was played without this program, of which only the final points are entered."""

from collections.abc import Sequence

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import MOST_NAME
from webapp.formats.form_key import new_game_key, read_game_key
from webapp.formats.game import event_json
from webapp.formats.player_results import player_results
from webapp.formats.rules import game_rules_fields, game_rules_json, joined_fields
from webapp.game.log import replay
from webapp.pages.game.final_points import read_final_points
from webapp.pages.game.forms import NewGame, read_new_game
from webapp.pages.game.kept_games import shown_names, store
from webapp.pages.game.opened_game import new_blueprint, refused
from webapp.scoring.problems import Problem
from webapp.serving.request_limits import count_new_game
from webapp.store import Refusal

blueprint = new_blueprint("final_points")


@blueprint.get("/points")
def ask() -> str:
    """The form; names, rules and length come from that of a new game."""
    problems: list[Problem] = []
    return _asked(read_new_game(joined_fields(request.args.lists()), problems), problems)


def _asked(new_game: NewGame, problems: Sequence[Problem]) -> str:
    rules = new_game.rules
    return render_template(
        "game/final_points.html",
        new_game=new_game,
        rules=rules,
        own=game_rules_fields(rules) | {"rules": rules.preset, "rounds": rules.rounds},
        given=request.form,
        most=MOST_NAME,
        problems=problems,
        key=new_game_key(),
    )


@blueprint.post("/points")
def take() -> BaseResponse | tuple[str, int]:
    """Makes the game and leads to its result."""
    problems: list[Problem] = []
    new_game = read_new_game(joined_fields(request.form.lists()), problems)
    rules, names = new_game.rules, new_game.players
    events = read_final_points(request.form, shown_names(names), rules, problems)
    played = replay(rules, events)
    if problems or played.problems:
        return _asked(new_game, [*problems, *played.problems]), 422
    count_new_game()
    about = {"names": names, "rules": game_rules_json(rules)}
    bodies = [*map(event_json, played.kept)]
    key = read_game_key(request.form, {**about, "events": bodies})
    created = store().games.create(about, bodies, player_results(played.game), key)
    if isinstance(created, Refusal):
        refused(created)
    return redirect(url_for("game_result.result", secret=created.player_secret), 303)
