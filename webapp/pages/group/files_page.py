"""The files of a group: all of it as JSON, which can be read in again; games and standings as CSV for spreadsheets."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from flask import Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.form_key import game_key_of, new_game_key, read_game_key
from webapp.formats.game_file import read_file
from webapp.formats.group_file import MAX_GROUP_GAMES, group_json, read_group
from webapp.language.i18n import translate
from webapp.language.words import N_
from webapp.limits import DAY
from webapp.pages.game.opened_game import refused
from webapp.pages.group.csv_tables import games_csv, standings_csv
from webapp.pages.group.opened_group import (
    groups,
    new_blueprint,
    opened,
    opened_to_write,
    season_of,
    standings_of,
    store,
)
from webapp.scoring.problems import Problem
from webapp.serving.request_limits import GROUP_BODY, check_new_game, count_new_game, takes_large_body
from webapp.serving.work import run_uncached
from webapp.store import GroupAccess, Refusal

blueprint = new_blueprint("group_files")
#: The cookie with the key of the form for a file.
FORM = "import"


# -- to take away ----------------------------------------------------------------------------------


@blueprint.get("/<secret>/group.json")
def as_json(secret: str) -> Response:
    """The group with its members, seasons and games."""
    group = opened(secret)
    games = groups().games(group.group, MAX_GROUP_GAMES)
    log = [(one, store().games.since(one.game.id)) for one in reversed(games)]
    body = group_json(group.group, groups().members(group.group), groups().seasons(group.group), log)
    return _file(jsonify(body), "agari-group.json")


@blueprint.post("/<secret>/copy")
def copy(secret: str) -> BaseResponse | tuple[str, int]:
    """Answers the reminder to save a copy, with `save` by the file. Nobody in the group is reminded again."""
    group = opened_to_write(secret)
    if refusal := groups().describe(group.access, lambda about: {**about, "reminded": True}):
        return refused(refusal)
    page = "group_files.as_json" if "save" in request.form else "groups.page"
    return redirect(url_for(page, secret=secret), 303)


@blueprint.get("/<secret>/standings.csv")
def standings_as_csv(secret: str) -> Response:
    """The standings of a season."""
    group = opened(secret)
    season, _ = season_of(group)
    table = standings_csv(standings_of(group, season), group.members)
    return _file(Response(table, mimetype="text/csv"), "agari-standings.csv")


@blueprint.get("/<secret>/games.csv")
def games_as_csv(secret: str) -> Response:
    """Every finished game, with four and with three players."""
    group = opened(secret)
    seated = [one for players in (4, 3) for one in groups().summaries(group.group, players, None)]
    return _file(Response(games_csv(seated, group.members), mimetype="text/csv"), "agari-games.csv")


def _file(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# -- to read in ------------------------------------------------------------------------------------


@blueprint.get("/import")
def ask() -> Response:
    """Asks for the file of a group. If this phone sent one before, leads to the group made of it: the answer may have
    been lost."""
    key = game_key_of({"key": request.cookies.get(FORM, "")})
    begun = groups().taken_by(key)
    response = make_response(_asked([], new_game_key() if begun else key, begun))
    if not begun:
        response.set_cookie(FORM, key, max_age=DAY, path=request.path, httponly=True, samesite="Lax")
    return response


def _asked(problems: Sequence[Problem], key: str, begun: GroupAccess | None = None) -> str:
    most = GROUP_BODY >> 20
    return render_template(
        "group/import.html", wrong=problems, most=most, key=key, begun=begun, secret="", is_update=False
    )


@blueprint.post("/import")
@partial(takes_large_body, most=GROUP_BODY)
def take() -> BaseResponse | tuple[str, int]:
    """Makes a group with the members, seasons and games of a file. A form that is sent twice makes only one."""
    file = request.files.get("file")
    text = file.read().decode("utf-8-sig", errors="replace") if file else ""
    check_new_game()
    taken, problems = run_uncached(read_file, read_group, text, datetime.now(UTC))
    if taken is None:
        return _asked(problems, game_key_of(request.form)), 422
    count_new_game()
    named = taken._replace(about={**taken.about, "name": taken.about["name"] or translate(N_("Our table"))})
    made = groups().take(named, read_game_key(request.form, text), request.form.get("key", ""))
    return refused(made) if isinstance(made, Refusal) else redirect(url_for("groups.page", secret=made.secret), 303)
