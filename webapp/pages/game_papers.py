"""What is left of a game: its course, its result, and both to take away."""

from urllib.parse import urlencode

from flask import Response, jsonify

from webapp.game import Win
from webapp.inputs.game_form import DrawStep, step_again
from webapp.inputs.game_hand import own
from webapp.inputs.paste import entry_of
from webapp.outputs.game import game_rules_json
from webapp.outputs.links import query
from webapp.pages.opened import new_blueprint, opened, replayed, shown, store
from webapp.scoring.hand import WinningHand
from webapp.views.game import CourseRow, chart_of, course_of, evening_of, standings_of

blueprint = new_blueprint("game_papers")


@blueprint.get("/<secret>/course")
def course(secret: str) -> str:
    """Every hand, with the chart of the points."""
    game = opened(secret)
    rows, chart = course_of(game.game, game.names), chart_of(game.state)
    again = {row.seq: _again(row) for row in rows}
    scored = {row.seq: _scored(row) for row in rows}
    return shown("game/course.html", game, rows=rows, chart=chart, points=game.state.points, again=again, scored=scored)


def _again(row: CourseRow) -> str:
    """The address, below that of the game, where a hand is corrected."""
    step = step_again(row.event, row.seq)
    if isinstance(step, DrawStep):
        chosen = {} if step.player is None else {"player": step.player}
        return f"draw?{urlencode(step.fields | chosen)}"
    entered = row.event.wins[0].entered if isinstance(row.event, Win) and len(row.event.wins) == 1 else None
    if isinstance(entered, WinningHand):
        return f"hand?{urlencode({'step': step.query})}&{query(own(entry_of(entered)))}"
    return f"win?{urlencode(step.fields | dict(step.worth))}"


def _scored(row: CourseRow) -> list[str]:
    """The links of the hands that were entered by their tiles."""
    wins = row.event.wins if isinstance(row.event, Win) else ()
    return [query(entry_of(won.entered)) for won in wins if isinstance(won.entered, WinningHand)]


@blueprint.get("/<secret>/result")
def result(secret: str) -> str:
    """The ranking, with uma and oka."""
    game = opened(secret)
    evening = [replayed(one) for one in store().games.evening(game.access.game)]
    return shown(
        "game/result.html",
        game,
        standings=standings_of(game.state, game.names),
        over=game.state.over,
        evening=evening_of([(one.names, one.state) for one in evening]),
    )


@blueprint.get("/<secret>/game.json")
def export(secret: str) -> Response:
    """Names, rules and events; `/api/game` takes the last two."""
    game = opened(secret)
    events = [kept.body for kept in store().games.since(game.access.game.id)]
    response = jsonify(
        {"names": game.access.game.about["names"], "rules": game_rules_json(game.game.rules), "events": events}
    )
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.json"'
    return response
