"""The links of a group, its settings and seasons, and how it is deleted."""

from collections.abc import Mapping, Sequence

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.drawing.qr import qr_svg
from webapp.formats.fields import MOST_NAME, tidy_name
from webapp.formats.rules import game_rules_fields, game_rules_json, joined_fields, with_own_rules
from webapp.game.rules import GAME_PRESETS
from webapp.groups import ORDERS
from webapp.pages.game.forms import LENGTHS, read_new_game
from webapp.pages.game.opened_game import refused
from webapp.pages.group.forms import read_order, read_season
from webapp.pages.group.opened_group import (
    OpenedGroup,
    groups,
    new_blueprint,
    opened,
    opened_to_write,
    reached,
    remember_member,
    render_group_page,
    with_members,
)
from webapp.scoring.problems import Code, Problem, problem
from webapp.serving import phone
from webapp.store import Json, Refusal, StoredSeason

blueprint = new_blueprint("group_settings")


# -- links -----------------------------------------------------------------------------------------


@blueprint.get("/<secret>/links")
def links(secret: str) -> str:
    """The two links of the group as QR codes, to be kept and handed on."""
    return render_group_page("group/links.html", opened(secret))


@blueprint.get("/<secret>/qr.svg")
def qr(secret: str) -> Response:
    """The QR code of this link."""
    address = url_for("groups.page", secret=opened(secret).secret, _external=True)
    return Response(qr_svg(address), mimetype="image/svg+xml")


@blueprint.post("/<secret>/renew")
def renew(secret: str) -> BaseResponse:
    """Replaces both links. Phones that have opened the group are led to the new ones, or with ``only=given`` none is:
    then the new links have to be given to everybody."""
    group = opened_to_write(secret)
    done = groups().renew(group.access, leads_on=request.form.get("only") != "given")
    if isinstance(done, Refusal):
        refused(done)
    response = redirect(url_for("group_settings.links", secret=done.secret), 303)
    remember_member(response, with_members(done), group.own)
    return response


# -- settings and seasons --------------------------------------------------------------------------


@blueprint.get("/<secret>/settings")
def settings(secret: str) -> str:
    """The settings: the name, the rules, the order of the standings, the seasons."""
    return _settings(opened_to_write(secret), [])


def _settings(group: OpenedGroup, problems: list[Problem], season: Mapping[str, str] | None = None) -> str:
    """The page of the settings; `season` is the form of a season that was refused."""
    return render_group_page(
        "group/settings.html",
        group,
        problems=problems,
        about=group.group.about,
        rules=group.rules(),
        changed=game_rules_fields(group.rules()),
        presets=GAME_PRESETS,
        lengths=LENGTHS,
        orders=ORDERS,
        seasons=groups().seasons(group.group),
        entered=season,
        is_saved="saved" in request.args and not problems,
        most=MOST_NAME,
    )


@blueprint.post("/<secret>/settings")
def change_settings(secret: str) -> BaseResponse | tuple[str, int]:
    """Changes name, rules and order of the standings."""
    group = opened_to_write(secret)
    problems: list[Problem] = []
    order, least = read_order(request.form, problems)
    rules = read_new_game(_rules_fields(group), problems).rules
    name = tidy_name(request.form.get("name", ""))
    if not name:
        problems.append(problem("name", Code.BAD_VALUE, "A group has a name."))
    if problems:
        return _settings(group, problems), 422

    def change(about: Json) -> Json:
        return {**about, "name": name, "order": order, "least": least, "rules": game_rules_json(rules)}

    refusal = groups().describe(group.access, change)
    return refused(refusal) if refusal else _saved(secret)


def _rules_fields(group: OpenedGroup) -> dict[str, str]:
    """The fields of the rules: those of the form, and the switches that the group has changed, unless the form resets
    them. Another preset or the user's own rules replace those changes."""
    given, reset = with_own_rules(joined_fields(request.form.lists())), request.form.getlist("reset")
    is_other = request.form.get("rules") != group.rules().preset
    changed = {} if is_other else game_rules_fields(group.rules())
    return {name: value for name, value in changed.items() if name not in reset} | given


@blueprint.post("/<secret>/seasons")
def keep_season(secret: str) -> BaseResponse | tuple[str, int]:
    """Adds a season, changes one, or deletes it with ``delete``. Open seasons end where a new one begins."""
    group = opened_to_write(secret)
    problems: list[Problem] = []
    number = request.form.get("number", "")
    if "delete" in request.form:
        refusal = groups().keep_seasons(group.access, lambda seasons: _others(seasons, number))
        return refused(refusal) if refusal else _saved(secret)
    season = read_season(request.form, _offset(groups().seasons(group.group), number), problems)
    if season is None or problems:
        return _settings(group, problems, request.form), 422

    def change(seasons: Sequence[StoredSeason]) -> list[StoredSeason] | None:
        others = _others(seasons, number)
        is_new = len(others) == len(seasons)
        if is_new and any(one.first == season.first for one in seasons):
            problems.append(problem("first", Code.BAD_VALUE, "A season begins on this day already. It can be changed."))
            return None
        if is_new:
            ends = (season.first if one.ends is None and one.first < season.first else one.ends for one in others)
            others = [one._replace(ends=end) for one, end in zip(others, ends, strict=True)]
        kept = max((one.number for one in seasons), default=0) + 1 if is_new else int(number)
        return [*others, StoredSeason(kept, season.first, season.ends, {"name": season.name, "offset": season.offset})]

    refusal = groups().keep_seasons(group.access, change)
    if problems:
        return _settings(group, problems, request.form), 422
    return refused(refusal) if refusal else _saved(secret)


def _others(seasons: Sequence[StoredSeason], number: str) -> list[StoredSeason]:
    return [one for one in seasons if str(one.number) != number]


def _offset(seasons: Sequence[StoredSeason], number: str) -> int:
    """The minutes by which the days of a form's season begin before those of UTC: as on the phone that enters them. If
    that does not say so, as they did, or as those of the other seasons."""
    known = [one.about.get("offset", 0) for one in seasons]
    own = next((one.about.get("offset", 0) for one in seasons if str(one.number) == number), None)
    return next((one for one in (phone.offset(), own, *known) if one is not None), 0)


@blueprint.get("/<secret>/delete")
def ask_to_delete(secret: str) -> str:
    """Asks before the group is deleted, and says what is deleted with it."""
    group = opened_to_write(secret)
    return render_group_page("group/delete.html", group, games=len(groups().games(group.group, 10_000)))


@blueprint.post("/<secret>/delete")
def delete(secret: str) -> BaseResponse:
    """Deletes the group with its games, or brings it back with ``undo``."""
    access = reached(secret)
    refusal = groups().delete(access, undo="undo" in request.form)
    return refused(refusal) if refusal else redirect(url_for("groups.page", secret=secret), 303)


def _saved(secret: str) -> BaseResponse:
    """Leads back to the settings, which then say that they are saved."""
    return redirect(url_for("group_settings.settings", secret=secret, saved=1), 303)
