"""What is left of a game: its course, its result, and both to take away."""

from urllib.parse import urlencode

from flask import Response, jsonify, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.game import Win, replay
from webapp.inputs.fields import told
from webapp.inputs.game_form import read_kept_game
from webapp.inputs.game_hand import own
from webapp.inputs.game_steps import DrawStep, step_again
from webapp.inputs.paste import entry_of
from webapp.language.i18n import language, translate
from webapp.language.words import N_
from webapp.outputs.game import event_json, game_rules_json
from webapp.outputs.game_picture import GamePicture
from webapp.outputs.game_wording import game_table, game_text, game_title
from webapp.outputs.links import query
from webapp.outputs.picture import png
from webapp.pages.opened import Opened, named, new_blueprint, opened, replayed, shown, store, taken_away, to_table
from webapp.pages.preview import lettering
from webapp.scoring.hand import WinningHand
from webapp.serving.thinking import think
from webapp.store.device import is_of_device
from webapp.views.game import CourseRow, chart_of, course_of, evening_of, standings_of

blueprint = new_blueprint("game_papers")


@blueprint.get("/<secret>/course")
def course(secret: str) -> str:
    """Every hand, with the chart of the points."""
    game = opened(secret)
    rows, chart = course_of(game.game, game.names), chart_of(game.state)
    again = {row.seq: _again(row) for row in rows}
    scored = {row.seq: _scored(row) for row in rows}
    values = {"points": game.state.points, "start": game.state.rules.start_points}
    return shown("game/course.html", game, rows=rows, chart=chart, again=again, scored=scored, **values)


def _again(row: CourseRow) -> str:
    """The address, below that of the game, where a hand is corrected."""
    step = step_again(row.event, row.seq)
    if isinstance(step, DrawStep):
        return f"draw?{step.address}"
    entered = row.event.wins[0].entered if isinstance(row.event, Win) and len(row.event.wins) == 1 else None
    if isinstance(entered, WinningHand):
        return f"hand?{urlencode({'step': step.query})}&{query(own(entry_of(entered)))}"
    return f"win?{step.address}"


def _scored(row: CourseRow) -> list[str]:
    """The links of the hands that were entered by their tiles."""
    wins = row.event.wins if isinstance(row.event, Win) else ()
    return [query(entry_of(won.entered)) for won in wins if isinstance(won.entered, WinningHand)]


@blueprint.get("/<secret>/result")
def result(secret: str) -> str:
    """The ranking, with uma and oka."""
    game = opened(secret)
    evening = [(named(one), replayed(one).game.state) for one in store().games.evening(game.access.game)]
    return shown(
        "game/result.html",
        game,
        standings=standings_of(game.state, game.names),
        over=game.state.over,
        return_points=game.state.rules.return_points,
        evening=evening_of(evening),
        title=game_title(game.state),
        text=_text(game),
        link=_link(game),
    )


# -- to take away ----------------------------------------------------------------------------------


@blueprint.get("/<secret>/game.json")
def as_json(secret: str) -> Response:
    """What can be read in again."""
    response = jsonify(taken_away(opened(secret)))
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.json"'
    return response


@blueprint.get("/<secret>/game.csv")
def as_csv(secret: str) -> Response:
    """A row for each hand."""
    game = opened(secret)
    # Spreadsheets take a file for UTF-8 if it begins with this mark.
    table = "\ufeff" + game_table(course_of(game.game, game.names), game.names)
    response = Response(table, mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.csv"'
    return response


@blueprint.get("/<secret>/game.txt")
def as_text(secret: str) -> Response:
    """The ranking and every hand, with the link for onlookers."""
    return Response(_text(opened(secret)), mimetype="text/plain")


def _text(game: Opened) -> str:
    standings = standings_of(game.state, game.names)
    return game_text(game.state, standings, course_of(game.game, game.names), _link(game))


def _link(game: Opened) -> str:
    """The link that is handed on: it shows everything and can enter nothing. A game of a device has none."""
    if is_of_device(game.secret):
        return ""
    return url_for("game_papers.result", secret=game.access.onlooker, _external=True)


@blueprint.get("/<secret>/game.svg")
def as_svg(secret: str) -> Response:
    """The picture of the ranking and of the course."""
    return Response(_drawn(opened(secret)), mimetype="image/svg+xml")


@blueprint.get("/<secret>/game.png")
def as_png(secret: str) -> Response:
    """The picture painted."""
    return Response(think(png, _drawn(opened(secret))), mimetype="image/png")


def _drawn(game: Opened) -> str:
    labels = [translate(N_("Player {n}")).format(n=n) for n, _ in enumerate(game.names, 1)]
    standings = standings_of(game.state, game.names)
    return GamePicture(game_title(game.state), standings, labels, chart_of(game.state), lettering(language())).svg()


# -- to read in again ------------------------------------------------------------------------------


@blueprint.get("/import")
def ask() -> str:
    """Where the JSON of a game is read in again."""
    return render_template("game/import.html", problems=(), text="")


@blueprint.post("/import")
def take() -> BaseResponse | tuple[str, int]:
    """A game of its own with the names, rules and events of a file or a text."""
    file = request.files.get("file")
    text = file.read().decode(errors="replace") if file else ""
    text = text or request.form.get("game", "")
    found = read_kept_game(text)
    played = replay(found.case.rules, found.case.events)
    if problems := (*found.case.problems, *played.problems):
        return render_template("game/import.html", problems=told(problems), text=text), 422
    about = {"names": list(found.names), "rules": game_rules_json(found.case.rules)}
    return to_table(store().games.create(about, [event_json(event) for event in played.kept]))
