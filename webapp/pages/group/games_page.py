"""The games of a group: the list, an older game that is added, and how a game is deleted and brought back."""

import re

from flask import abort, g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import read_number
from webapp.formats.game_file import MAX_EVENING_GAMES, MAX_FILE_EVENTS
from webapp.pages.game.kept_games import store
from webapp.pages.game.opened_game import refused
from webapp.pages.group.opened_group import (
    OpenedGroup,
    PlayedGame,
    groups,
    new_blueprint,
    opened,
    opened_to_write,
    played,
    render_group_page,
)
from webapp.scoring.problems import Code, Problem, problem
from webapp.serving import phone
from webapp.serving.request_limits import BODY, GROUP_BODY

blueprint = new_blueprint("group_games")
#: The most games on a page of the list.
LISTED_GAMES = 100
#: The most games that can be left out before a page of the list.
MOST_AFTER = 1_000_000


@blueprint.get("/<secret>/games")
def games(secret: str) -> str:
    """A page of the list of all games, running ones included; the first one also has the deleted games that can be
    brought back. `known` are games of which somebody wanted to add copies."""
    return _games(opened(secret), [])


def _games(group: OpenedGroup, problems: list[Problem]) -> str:
    after = read_number("after", request.args.get("after", "0"), 0, 0, MOST_AFTER, problems)
    found = groups().games(group.group, LISTED_GAMES + 1, after=after)
    asked = request.args.get("known", "").split(".")[:MAX_EVENING_GAMES]
    known = [game for one in filter(None, asked) for game in groups().games(group.group, only=one)]
    events, size = groups().size_of_file(group.group)
    shows_deleted = group.access.may_write and not after
    return render_group_page(
        "group/games.html",
        group,
        problems=problems,
        known=played(group, known),
        games=played(group, found[:LISTED_GAMES]),
        older=after + LISTED_GAMES if len(found) > LISTED_GAMES else 0,
        deleted=_deleted(group) if shows_deleted else [],
        is_watching=phone.is_watching,
        entered=request.form.get("link", ""),
        is_too_large=size > GROUP_BODY - BODY or events > MAX_FILE_EVENTS,
        most=GROUP_BODY >> 20,
    )


def _deleted(group: OpenedGroup) -> list[PlayedGame]:
    """The deleted games that this phone can bring back."""
    found = groups().games(group.group, LISTED_GAMES, deleted=True)
    return [game for game in played(group, found) if not phone.is_watching(game.game.id)]


@blueprint.post("/<secret>/games")
def add_game(secret: str) -> BaseResponse | tuple[str, int]:
    """Leads from the link of an older game to the page that puts it into a group."""
    group = opened_to_write(secret)
    link = re.search(r"/game/([\w-]{22})(?![\w-])", request.form.get("link", ""), re.ASCII)
    game = store().games.find(link[1]) if link else None
    if game and game.may_write:
        return redirect(url_for("keeping.ask", secret=game.secret), 303)
    wrong = problem("link", Code.BAD_VALUE, "This is not a player link of this server.")
    return _games(group, [wrong]), 422


@blueprint.get("/<secret>/games/<game>/delete")
def ask_to_delete(secret: str, game: str) -> str:
    """Asks before a game of the group is deleted."""
    group = _opened_to_delete(secret, game)
    (kept,) = groups().games(group.group, only=game) or abort(404)
    return render_group_page("group/delete_game.html", group, played=played(group, [kept])[0])


@blueprint.post("/<secret>/games/<game>/delete")
def delete_game(secret: str, game: str) -> BaseResponse:
    """Deletes a game of the group, or brings it back with ``undo``."""
    group = _opened_to_delete(secret, game)
    refusal = groups().delete_game(group.access, game, undo="undo" in request.form)
    return refused(refusal) if refusal else redirect(url_for("group_games.games", secret=secret), 303)


def _opened_to_delete(secret: str, game: str) -> OpenedGroup:
    """The group of a link to take part; 403 on a phone that chose to look on at this game."""
    group = opened_to_write(secret)
    if phone.is_watching(game):
        g.seats = url_for("group_new_game.enter", secret=secret, game=game)
        abort(403)
    return group
