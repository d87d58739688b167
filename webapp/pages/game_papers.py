"""What is left of a game: its course, its result, and both to take away."""

from flask import Response, jsonify

from webapp.outputs.game import game_rules_json
from webapp.pages.opened import new_blueprint, opened, shown, store
from webapp.views.game import chart_of, course_of, standings_of

blueprint = new_blueprint("game_papers")


@blueprint.get("/<secret>/course")
def course(secret: str) -> str:
    """Every hand, with the chart of the points."""
    game = opened(secret)
    rows, chart = course_of(game.game, game.names), chart_of(game.state)
    return shown("game/course.html", game, rows=rows, chart=chart, points=game.state.points)


@blueprint.get("/<secret>/result")
def result(secret: str) -> str:
    """The ranking, with uma and oka."""
    game = opened(secret)
    return shown("game/result.html", game, standings=standings_of(game.state, game.names), over=game.state.over)


@blueprint.get("/<secret>/game.json")
def export(secret: str) -> Response:
    """Names, rules and events; `/api/game` takes the last two."""
    game = opened(secret)
    events = [kept.body for kept in store().games.since(game.access.game.id)]
    response = jsonify({"names": game.names, "rules": game_rules_json(game.game.rules), "events": events})
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.json"'
    return response
