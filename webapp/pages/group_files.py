"""The files of a group: all of it as JSON, which can be read in again; games and standings as CSV for spreadsheets."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import partial

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.groups import ORDERS, Sums, standings
from webapp.inputs.fields import limited
from webapp.inputs.game_form import new_game_key, read_game_key
from webapp.inputs.group_file import MOST_GAMES, FiledGame, FiledGroup, read_group
from webapp.language.i18n import translate
from webapp.language.words import N_
from webapp.outputs.game import game_rules_json
from webapp.outputs.group_files import games_csv, standings_csv
from webapp.outputs.kept_game import kept_game_json
from webapp.pages.opened import refused, taken_game
from webapp.pages.opened_group import groups, new_blueprint, opened, opened_to_write, players_of, season_of, store
from webapp.scoring.problems import Problem
from webapp.serving.limits import GROUP_BODY, count_new_game, takes_large_body
from webapp.store import GroupGame, Refusal, StoredMember, StoredSeason, TakenGame, TakenGroup
from webapp.views.group import standing_rows

blueprint = new_blueprint("group_files")


# -- to take away ----------------------------------------------------------------------------------


@blueprint.get("/<secret>/group.json")
def as_json(secret: str) -> Response:
    """The group with its members, seasons and games."""
    group = opened(secret)
    games = groups().games(group.group, MOST_GAMES)
    there = {one.game.id for one in games}
    body = {
        "about": group.group.about,
        "members": [_member_json(one) for one in groups().members(group.group)],
        "seasons": [_season_json(one) for one in groups().seasons(group.group)],
        "games": [_game_json(one, there) for one in reversed(games)],
    }
    return _file(jsonify(body), "agari-group.json")


@blueprint.post("/<secret>/copy")
def copy(secret: str) -> BaseResponse | tuple[str, int]:
    """Answers the reminder to save a copy, with `save` by the file. Nobody in the group is reminded again."""
    group = opened_to_write(secret)
    if refusal := groups().describe(group.access, lambda about: {**about, "reminded": True}):
        return refused(refusal)
    page = "group_files.as_json" if "save" in request.form else "groups.page"
    return redirect(url_for(page, secret=secret), 303)


def _member_json(one: StoredMember) -> dict[str, object]:
    return {"number": one.number, "name": one.about.get("name"), "merged": one.merged}


def _season_json(one: StoredSeason) -> dict[str, object]:
    ends = one.ends.isoformat() if one.ends else None
    return {"name": one.about.get("name", ""), "first": one.first.isoformat(), "ends": ends}


def _game_json(kept: GroupGame, there: Collection[str]) -> dict[str, object]:
    """A game as JSON; `there` has the keys of all games in the file."""
    return {
        "key": kept.game.id,
        "follows": kept.game.follows if kept.game.follows in there else None,
        "members": kept.members,
        **kept_game_json(kept.game, store().games.since(kept.game.id)),
    }


@blueprint.get("/<secret>/standings.csv")
def standings_as_csv(secret: str) -> Response:
    """The standings of a season."""
    group = opened(secret)
    season, _ = season_of(group)
    about, totals = group.group.about, groups().totals(group.group, players_of(group), season)
    rows = standings([Sums(*one) for one in totals], about.get("order", ORDERS[0]), about.get("least", 1))
    table = standings_csv(standing_rows(rows, group.members))
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
def ask() -> str:
    """Asks for the file of a group."""
    return _asked([])


def _asked(problems: Sequence[Problem]) -> str:
    most, key = GROUP_BODY >> 20, new_game_key()
    return render_template("group/import.html", wrong=limited(problems), most=most, key=key, secret="", is_update=False)


@blueprint.post("/import")
@partial(takes_large_body, most=GROUP_BODY)
def take() -> BaseResponse | tuple[str, int]:
    """Makes a group with the members, seasons and games of a file. A form that is sent twice makes only one."""
    file = request.files.get("file")
    text = file.read().decode("utf-8-sig", errors="replace") if file else ""
    problems: list[Problem] = []
    filed = read_group(text, datetime.now(UTC), problems)
    if filed is None or problems:
        return _asked(problems), 422
    count_new_game()
    taken = groups().take(_taken(filed), read_game_key(request.form, text))
    return refused(taken) if isinstance(taken, Refusal) else redirect(url_for("groups.page", secret=taken.secret), 303)


def _taken(filed: FiledGroup) -> TakenGroup:
    about = {
        "name": filed.name or translate(N_("Our table")),
        "rules": game_rules_json(filed.rules),
        "order": filed.order,
        "least": filed.least,
    }
    return TakenGroup(about, filed.members, filed.seasons, [_taken_game(one) for one in filed.games])


def _taken_game(one: FiledGame) -> TakenGame:
    return taken_game(one.kept)._replace(members=one.members, follows=one.follows)
