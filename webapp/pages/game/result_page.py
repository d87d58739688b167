"""The course and the result of a game, as pages and as files."""

import json
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.drawing.canvas import png
from webapp.drawing.letters import lettering
from webapp.entry.entered import entry_of
from webapp.formats.address import query
from webapp.formats.form_key import new_game_key, read_game_key
from webapp.formats.game_file import kept_game_json, read_file, read_game_file, read_made
from webapp.game.events import End, Win
from webapp.game.hands import applied
from webapp.game.result import Standing, leftover
from webapp.game.result import result as result_of
from webapp.game.state import Hand, State
from webapp.language.i18n import language
from webapp.pages.game.course import course_chart, course_of
from webapp.pages.game.csv_table import game_table
from webapp.pages.game.game_picture import GamePicture
from webapp.pages.game.game_text import game_text, game_title
from webapp.pages.game.kept_games import is_readable, named, replayed, shown_names, store
from webapp.pages.game.opened_game import (
    Opened,
    new_blueprint,
    opened,
    opened_to_write,
    redirect_to_table,
    refused,
    render_game_page,
    taken_away,
)
from webapp.pages.game.standings import evening_of
from webapp.pages.game.tiles_step import address_again
from webapp.scoring.hand import WinningHand
from webapp.scoring.problems import Problem
from webapp.serving import phone
from webapp.serving.request_limits import check_new_game, count_new_game, takes_large_body
from webapp.serving.work import run, run_uncached
from webapp.store import Refusal
from webapp.store.device import is_of_device

blueprint = new_blueprint("game_result")


@blueprint.get("/<secret>/course")
def course(secret: str) -> str:
    """Every hand, every adjustment of points or chips, and the chart of the points."""
    game = opened(secret)
    rows = course_of(game.log, game.names)
    chart = course_chart(game.log.rules, rows)
    hands = {row.moment.seq: row.moment.hand for row in rows if row.moment.hand}
    again = {seq: address_again(hand.event, seq) for seq, hand in hands.items()}
    scored = {seq: _scored(hand) for seq, hand in hands.items()}
    return render_game_page("game/course.html", game, rows=rows, chart=chart, again=again, scored=scored)


def _scored(hand: Hand) -> list[str]:
    """The queries of the winning hands that were entered by their tiles."""
    wins = hand.event.wins if isinstance(hand.event, Win) else ()
    return [query(entry_of(won.entered, hand.place.hand)) for won in wins if isinstance(won.entered, WinningHand)]


@blueprint.get("/<secret>/result")
def result(secret: str) -> str:
    """The ranking, with uma and oka. While the game runs, it is the one that its end would give now."""
    game = opened(secret)
    games = [one for one in store().games.evening(game.record) if is_readable(one)]
    evening = [(named(one), replayed(one).game.state) for one in games]
    of_device = [one.id for one in games] if is_of_device(secret) else []
    kept = [{"key": one.id, **kept_game_json(one, store().games.since(one.id))} for one in games if of_device]
    return render_game_page(
        "game/result.html",
        game,
        **_ending(game),
        evening=evening_of(evening),
        rows=course_of(game.log, game.names)[::-1],
        again={},
        scored={},
        made=game.record.made,
        title=game_title(game.state),
        text=_text(game),
        onlookers=_link(game),
        of_device=of_device,
        kept=json.dumps(kept, ensure_ascii=False),
    )


@blueprint.get("/<secret>/end")
def ask_to_end(secret: str) -> BaseResponse | str:
    """Asks before the game is ended, and shows the result that this would give."""
    game = opened_to_write(secret)
    if game.state.over:
        return redirect(url_for("game_result.result", secret=secret), 303)
    is_unplayed = not course_of(game.log, game.names)
    return render_game_page("game/end.html", game, **_ending(game), is_unplayed=is_unplayed)


def _ending(game: Opened) -> dict[str, Any]:
    """Values for the templates: the ranking, the sticks that are left and the points that players get of them, and
    whether the sticks of the hand in play go back."""
    state, standings, rules = _ended(game), _standings(game), game.state.rules
    return {
        "standings": standings,
        "sticks": state.sticks,
        "leftover": leftover(state),
        "ties_by_seat": rules.ties == "seat" and len({one.points for one in standings}) < rules.players,
        "goes_back": bool(game.state.riichi) and not game.state.over,
        "rounded": {one.player for one in standings if one.base != one.points - rules.return_points},
    }


def _ended(game: Opened) -> State:
    """The state of a game that is over, or the one that its end would give now."""
    return game.state if game.state.over else applied(game.state, End())


def _standings(game: Opened) -> tuple[Standing, ...]:
    """The ranking at the end."""
    return result_of(_ended(game)).standings


# -- to take away ----------------------------------------------------------------------------------


@blueprint.get("/<secret>/game.json")
def as_json(secret: str) -> Response:
    """The game as JSON, which can be read in again."""
    response = jsonify(taken_away(opened(secret)))
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.json"'
    return response


@blueprint.get("/<secret>/game.csv")
def as_csv(secret: str) -> Response:
    """The game as a table: a row for each hand, the ranking, and the day on which the game was begun."""
    game = opened(secret)
    # Spreadsheets take a file for UTF-8 if it begins with this mark.
    day = game.record.made.date()
    table = "\ufeff" + game_table(course_of(game.log, game.names), game.names, _standings(game), day)
    response = Response(table, mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="agari-game.csv"'
    return response


@blueprint.get("/<secret>/game.txt")
def as_text(secret: str) -> Response:
    """The game as text: the ranking and every hand, with the link for onlookers."""
    return Response(_text(opened(secret)), mimetype="text/plain")


def _text(game: Opened) -> str:
    return game_text(game.state, game.names, _standings(game), course_of(game.log, game.names), _link(game))


def _link(game: Opened) -> str:
    """The link for onlookers. A game on a device has none."""
    if is_of_device(game.secret):
        return ""
    return url_for("game_result.result", secret=game.access.onlooker_secret, _external=True)


@blueprint.get("/<secret>/game.svg")
def as_svg(secret: str) -> Response:
    """The picture of the ranking and of the course."""
    return Response(_drawn(opened(secret)), mimetype="image/svg+xml")


@blueprint.get("/<secret>/game.png")
def as_png(secret: str) -> Response:
    """The picture as PNG."""
    return Response(run(png, _drawn(opened(secret))), mimetype="image/png")


def _drawn(game: Opened) -> str:
    letters = lettering(language())
    names = shown_names([name if letters.has(name) else "" for name in game.names])
    chart = course_chart(game.log.rules, course_of(game.log, game.names))
    return GamePicture(game_title(game.state), _standings(game), names, chart, letters).svg()


# -- to read in again ------------------------------------------------------------------------------


@blueprint.get("/import")
def ask() -> str:
    """The page where the JSON of a game is read in again."""
    return render_template("game/import.html", problems=(), text="", key=new_game_key())


@blueprint.post("/import")
@takes_large_body
def take() -> BaseResponse | tuple[str, int]:
    """Makes a new game with the names, rules and events of a file or a text."""
    file = request.files.get("file")
    text = file.read().decode(errors="replace") if file else ""
    text = text or request.form.get("game", "")
    check_new_game()
    wrong: list[Problem] = []
    made = read_made(request.form, phone.offset() or 0, wrong)
    taken, problems = run_uncached(read_file, partial(read_game_file, made=made), text, datetime.now(UTC))
    if taken is None or wrong:
        return render_template("game/import.html", problems=(*wrong, *problems), text=text, key=new_game_key()), 422
    count_new_game()
    key = read_game_key(request.form, f"{text}{request.form.get('day', '')}")
    created = store().games.create(taken.about, taken.events, taken.summaries, key, taken.made)
    return refused(created) if isinstance(created, Refusal) else redirect_to_table(created.player_secret)
