"""The page of a group, the board for a large screen, and the list of this phone's groups."""

from collections.abc import Sequence

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.groups import ORDERS
from webapp.pages.group.opened_group import (
    OpenedGroup,
    followed,
    groups,
    listed,
    new_blueprint,
    opened_tables,
    opened_to_write,
    own_tables,
    phone_groups,
    played,
    players_of,
    remember_member,
    render_group_page,
    running,
    season_of,
    standings_of,
)
from webapp.pages.group.running_tables import RunningTable, board_columns
from webapp.store import UnavailableError

blueprint = new_blueprint("groups")
#: The most finished games on the page.
LAST_GAMES = 10


# -- the page --------------------------------------------------------------------------------------


@blueprint.get("/<secret>")
def page(secret: str) -> BaseResponse | str:
    """The page of a group: the running games, the standings of the season, the last games, the members."""
    return followed(secret, _page)


def _page(group: OpenedGroup) -> str:
    tables, games = running(group), groups().games(group.group, LAST_GAMES, is_over=True)
    season, seasons = season_of(group)
    is_copy_due = group.access.may_write and len(games) == LAST_GAMES and not group.group.about.get("reminded")
    return render_group_page(
        "group/group.html",
        group,
        tables=tables,
        is_copy_due=is_copy_due,
        rows=standings_of(group, season),
        season=season,
        seasons=seasons,
        players=players_of(group),
        games=played(group, games),
        next_game=_next_game(group, tables),
        listed=listed(group.members),
        order=group.group.about.get("order", ORDERS[0]),
        least=group.group.about.get("least", 1),
        address=f"/group/{group.secret}?{request.query_string.decode()}",
    )


def _next_game(group: OpenedGroup, tables: Sequence[RunningTable]) -> str:
    """The address of the running game of this phone's member, if the phone has not opened it yet; else empty."""
    mine = [table for table in tables if group.own in table.members and table.id not in opened_tables()]
    return url_for("group_new_game.enter", secret=group.secret, game=mine[0].id) if mine else ""


@blueprint.get("/<secret>/board")
def board(secret: str) -> BaseResponse | str:
    """All tables and the standings, for a large screen that everybody sees."""
    return followed(secret, _board)


def _board(group: OpenedGroup) -> str:
    season, _ = season_of(group)
    tables = running(group)
    return render_group_page(
        "group/board.html",
        group,
        tables=tables,
        columns=board_columns(len(tables)),
        rows=standings_of(group, season),
        order=group.group.about.get("order", ORDERS[0]),
        address=url_for("groups.board", secret=group.secret),
    )


@blueprint.post("/<secret>/me")
def me(secret: str) -> BaseResponse:
    """Remembers the member whose phone this is."""
    group = opened_to_write(secret)
    number = request.form.get("member", "")
    response = redirect(url_for("groups.page", secret=secret), 303)
    remember_member(response, group, int(number) if number in map(str, group.members) else None)
    return response


@blueprint.app_template_global()
def own_groups() -> list[tuple[OpenedGroup, list[RunningTable]]]:
    """The groups that this phone has opened, each with the running games in which this phone's member plays."""
    try:
        return [(group, own_tables(group)) for group in phone_groups()]
    except UnavailableError:
        return []


@blueprint.get("")
def all_groups() -> str:
    """The groups of this phone."""
    return render_template("group/all.html", groups=phone_groups(), secret="", is_update=False, problems=())
