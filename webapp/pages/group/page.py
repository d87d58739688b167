"""A group: its page, a new game, its games, the board for a large screen."""

import re
from collections.abc import Collection, Sequence
from random import SystemRandom

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import read_number
from webapp.formats.form_key import LONGEST_KEY
from webapp.formats.rules import game_rules_json
from webapp.groups import ORDERS, seats_problems
from webapp.pages.game.opened import named, refused, store
from webapp.pages.game.opened import remember_seat as remember_seat_in_game
from webapp.pages.group.forms import read_seats
from webapp.pages.group.opened import (
    OpenedGroup,
    followed,
    groups,
    new_blueprint,
    opened,
    opened_tables,
    opened_to_write,
    own_tables,
    phone_groups,
    players_of,
    remember_member,
    render_group_page,
    running,
    season_of,
    standings_of,
)
from webapp.pages.group.views import PlayedGame, RunningTable, board_columns, played_game
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.table import WIND_NAMES
from webapp.serving.limits import count_new_game
from webapp.store import GroupGame, Refusal, UnavailableError

blueprint = new_blueprint("groups")
#: The most games on the page of a group, and on a page of the list of all games.
LAST_GAMES, LISTED_GAMES = 10, 100
#: The most games that can be left out before a page of the list.
MOST_AFTER = 1_000_000


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
        "group/page.html",
        group,
        tables=tables,
        is_copy_due=is_copy_due,
        rows=standings_of(group, season),
        season=season,
        seasons=seasons,
        players=players_of(group),
        games=_played(group, games),
        next_game=_next_game(group, tables),
        order=group.group.about.get("order", ORDERS[0]),
        least=group.group.about.get("least", 1),
        address=f"/group/{group.secret}?{request.query_string.decode()}",
    )


def _played(group: OpenedGroup, games: Sequence[GroupGame]) -> list[PlayedGame]:
    return [
        played_game(
            one.game.id,
            one.game.made,
            [group.members.get(number, "") for number in one.members] or named(one.game),
            one.points,
            is_over=bool(one.points),
        )
        for one in games
    ]


def _next_game(group: OpenedGroup, tables: Sequence[RunningTable]) -> str:
    """The address of the running game of this phone's member, if the phone has not opened it yet; else empty."""
    mine = [table for table in tables if group.own in table.members and table.id not in opened_tables()]
    return url_for("groups.enter", secret=group.secret, game=mine[0].id) if mine else ""


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


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("/<secret>/new")
def ask(secret: str) -> BaseResponse | str:
    """The form of a new game: players and seats. `draw` in the address draws the seats first."""
    group = opened_to_write(secret)
    players = players_of(group)
    asked = request.args.get("seats")
    seats = _last_seats(group, players) if asked is None else read_seats(asked)
    if "draw" in request.args:
        who = [number for number in seats if number]
        drawn = ".".join(map(str, SystemRandom().sample(who, len(who))))
        return redirect(url_for("groups.ask", secret=secret, seats=drawn, players=players, drawn=1), 303)
    return _asked(group, seats, players, ())


def _last_seats(group: OpenedGroup, players: int) -> tuple[int, ...]:
    """The members of the last game in their seats; the first members if there was none."""
    games = groups().games(group.group, 5)
    last = next((one.members for one in games if len(one.members) == players), tuple(group.members))
    return tuple(number for number in last if number in group.members)[:players]


def _asked(group: OpenedGroup, seats: Sequence[int], players: int, problems: Sequence[Problem]) -> str:
    return render_group_page(
        "group/new.html",
        group,
        problems=problems,
        seats=_taken(seats, group.members, players),
        winds=WIND_NAMES,
        players=players,
        others=[number for number in _by_last_game(group) if number not in seats],
        rules=group.rules(players),
        is_drawn="drawn" in request.args,
    )


def _taken(seats: Sequence[int], members: Collection[int], players: int) -> tuple[int, ...]:
    """The members on the seats, followed by those who are too many; 0 is an empty seat."""
    taken = [number if number in members else 0 for number in seats]
    taken += [0] * (players - len(taken))
    while len(taken) > players and 0 in taken:
        taken.remove(0)
    return tuple(taken)


def _by_last_game(group: OpenedGroup) -> list[int]:
    """The members, those who played last first."""
    played = [number for one in groups().games(group.group, 20) for number in one.members if number in group.members]
    return [*dict.fromkeys([*played, *group.members])]


@blueprint.post("/<secret>/new")
def begin(secret: str) -> BaseResponse | tuple[str, int]:
    """Begins a game of these members. A form that is sent twice begins only one."""
    group = opened_to_write(secret)
    players = int(request.form["players"]) if request.form.get("players") in ("3", "4") else players_of(group)
    seats = [group.merged.get(number, number) for number in read_seats(request.form.get("seats", "")) if number]
    if problems := [*seats_problems(seats, group.members, players)]:
        return _asked(group, [*dict.fromkeys(seats)], players, problems), 422
    about = {"names": [group.members[number] for number in seats], "rules": game_rules_json(group.rules(players))}
    count_new_game(f"group {group.group.id} {min(seats)}")
    key = request.form.get("key", "")[:LONGEST_KEY]
    created = groups().begin(group.access, about, seats, key)
    return refused(created) if isinstance(created, Refusal) else _seated(group, created.player_secret, seats)


@blueprint.get("/<secret>/games/<game>")
def enter(secret: str, game: str) -> BaseResponse:
    """Leads to a game of the group. A member's phone takes the seat of that member."""
    group = opened(secret)
    link = groups().link(group.access, game) or abort(404)
    return _seated(group, link, groups().seats(game))


def _seated(group: OpenedGroup, link: str, seats: Sequence[int]) -> BaseResponse:
    response = redirect(url_for("game.table", secret=link), 303)
    own = group.own
    if group.access.may_write and own is not None and own in seats:
        remember_seat_in_game(response, link, list(seats).index(own))
    return response


@blueprint.post("/<secret>/me")
def me(secret: str) -> BaseResponse:
    """Remembers the member whose phone this is."""
    group = opened_to_write(secret)
    number = request.form.get("member", "")
    response = redirect(url_for("groups.page", secret=secret), 303)
    remember_member(response, group, int(number) if number in map(str, group.members) else None)
    return response


# -- games -----------------------------------------------------------------------------------------


@blueprint.get("/<secret>/games")
def games(secret: str) -> str:
    """A page of the list of all games, running ones included; the first one also has the deleted games that can be
    brought back."""
    return _games(opened(secret), [])


def _games(group: OpenedGroup, problems: list[Problem]) -> str:
    after = read_number("after", request.args.get("after", "0"), 0, 0, MOST_AFTER, problems)
    found = groups().games(group.group, LISTED_GAMES + 1, after=after)
    shows_deleted = group.access.may_write and not after
    return render_group_page(
        "group/games.html",
        group,
        problems=problems,
        games=_played(group, found[:LISTED_GAMES]),
        older=after + LISTED_GAMES if len(found) > LISTED_GAMES else 0,
        deleted=_played(group, groups().games(group.group, LISTED_GAMES, deleted=True)) if shows_deleted else [],
        entered=request.form.get("link", ""),
    )


@blueprint.post("/<secret>/games")
def add_game(secret: str) -> BaseResponse | tuple[str, int]:
    """Leads from the link of an older game to the page that puts it into a group."""
    group = opened_to_write(secret)
    link = re.search(r"/game/([\w-]{22})(?![\w-])", request.form.get("link", ""), re.ASCII)
    game = store().games.find(link[1]) if link else None
    if game and game.may_write:
        return redirect(url_for("keeping.ask", secret=game.secret), 303)
    wrong = problem("link", Code.BAD_VALUE, "This is no link to take part in a game that is kept here.")
    return _games(group, [wrong]), 422


@blueprint.get("/<secret>/games/<game>/delete")
def ask_to_delete(secret: str, game: str) -> str:
    """Asks before a game of the group is deleted."""
    group = opened_to_write(secret)
    (kept,) = groups().games(group.group, only=game) or abort(404)
    return render_group_page("group/delete_game.html", group, game=_played(group, [kept])[0])


@blueprint.post("/<secret>/games/<game>/delete")
def delete_game(secret: str, game: str) -> BaseResponse:
    """Deletes a game of the group, or brings it back with ``undo``."""
    group = opened_to_write(secret)
    refusal = groups().delete_game(group.access, game, undo="undo" in request.form)
    return refused(refusal) if refusal else redirect(url_for("groups.games", secret=secret), 303)


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
