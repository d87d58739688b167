"""What all pages of a group share: opening its link, the frame around a page, and what a phone remembers of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from secrets import token_urlsafe
from threading import Condition
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache, cached
from flask import Blueprint, Response, abort, current_app, g, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.rules import HOUSE, stored_game_rules
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.groups import ORDERS, Row, Sums, named_like, standings
from webapp.language.i18n import language, translate
from webapp.language.words import N_
from webapp.limits import COMFORT
from webapp.pages.game import long_polling
from webapp.pages.game.kept_games import is_readable, named, names_of, replayed
from webapp.pages.game.opened_game import init_errors
from webapp.pages.game.other_tables import current_season
from webapp.pages.group.running_tables import RunningTable, running_table
from webapp.serving import phone
from webapp.serving.known_groups import known_groups, member_of, replacement
from webapp.serving.phone import KeptGroup
from webapp.store import GroupAccess, GroupGame, Store, StoredGame, StoredGroup, StoredSeason

if TYPE_CHECKING:
    from webapp.store.groups import Groups  # imports the database, which most requests do not need


#: Pages that stay in memory; one of 50 tables and 100 members has 70 KB.
PAGES = 200
#: The most tables that are searched for the member whose phone this is.
MOST_SEATED = 6
#: The most members that a page lists at once. Others are found by their names.
LISTED = 60


class OpenedGroup(NamedTuple):
    """A group as its link opens it, with the names of its members by number; `merged` are other spellings."""

    access: GroupAccess
    members: dict[int, str]
    merged: dict[int, int]

    @property
    def group(self) -> StoredGroup:
        """The group itself."""
        return self.access.group

    @property
    def secret(self) -> str:
        """The secret of the link."""
        return self.access.secret

    @property
    def name(self) -> str:
        """The name of the group."""
        return str(self.group.about.get("name") or translate(N_("Group")))

    @property
    def own(self) -> int | None:
        """The member whose phone this is; None if nobody has said so."""
        number = own_member(self.access)
        number = self.merged.get(number, number) if number else None
        return number if number in self.members else None

    def rules(self, players: int = 0) -> GameRules:
        """The rules with which its games begin. For another number of players, those of a preset."""
        own = stored_game_rules(self.group.about.get("rules")).for_new_game
        if players in (0, own.players):
            return own
        return HOUSE if players == HOUSE.players else GAME_PRESETS["tenhou_sanma"]


class PlayedGame(NamedTuple):
    """A game in a list: its players with their points, the first one first. The points of a running game are 0."""

    game: StoredGame
    players: tuple[tuple[str, int], ...]
    is_over: bool


def own_member(access: GroupAccess) -> int | None:
    """The member whose phone this is: the one chosen for this group, else the one who last sat with it at a table."""
    known: dict[str, int | None] = g.setdefault("own_members", {})
    if access.group.id not in known:
        seated = [table for table in phone.tables() if table.player is not None][:MOST_SEATED]
        members = (groups().member_at(access.group, table.game, table.player or 0) for table in seated)
        known[access.group.id] = member_of(access.inside) or next(filter(None, members), None)
    return known[access.group.id]


def opened_tables() -> frozenset[str]:
    """The ids of the games that this phone opened last."""
    return frozenset(table.game for table in phone.tables())


def new_blueprint(name: str) -> Blueprint:
    """The blueprint of some pages of groups."""
    blueprint = Blueprint(name, __name__, url_prefix="/group")
    init_errors(blueprint)
    blueprint.before_request(_only_on_a_server)
    blueprint.after_request(_keep_the_link_secret)
    long_polling.init_follower(blueprint)
    return blueprint


def _only_on_a_server() -> tuple[str, int] | None:
    """Answers that a device keeps no groups; None on a server."""
    if isinstance(current_app.extensions["store"], Store):
        return None
    return render_template("group/offline.html", secret="", is_update=False, problems=()), 503


def store() -> Store:
    """The store of the running application, on a server."""
    kept: Store = current_app.extensions["store"]
    return kept


def groups() -> "Groups":
    """The groups of the store."""
    return store().groups


def reached(secret: str) -> GroupAccess:
    """The group of a link, even a deleted one. An old link leads a phone that was inside on to the new link; for others
    it is a 404."""
    access = groups().find(secret)
    if access is None:
        abort(_led_on(secret))
    g.group = access
    return access


def _led_on(secret: str) -> BaseResponse:
    """Leads a phone that was inside from an old link to the same page behind the new one."""
    kept = replacement(store(), secret) or abort(long_polling.gone())
    response = long_polling.led_on(secret, kept.secret)
    phone.remember_group(response, kept, secret)
    return response


def opened(secret: str) -> OpenedGroup:
    """The group of a link, with its members. If it was deleted, ends the request with the page that brings it back."""
    access = _not_deleted(reached(secret))
    long_polling.note_version(access.group.id, access.group.version)
    return with_members(access)


def _not_deleted(access: GroupAccess) -> GroupAccess:
    if access.group.deleted:
        abort(Response(shown_deleted(access), 410, mimetype="text/html"))
    return access


# -- a page that many follow -----------------------------------------------------------------------


def followed(secret: str, make: Callable[[OpenedGroup], str]) -> BaseResponse | str:
    """A page that follows its group: it waits until the group changes, and is made once for all who see the same."""
    access = _not_deleted(reached(secret))
    if response := long_polling.unchanged(store(), access.group.id, access.group.version):
        return response
    # An event wakes many who wait. One of them reads the group again and makes the page for all.
    latest = store().hub.version(access.group.id)
    if latest <= access.group.version:
        access = _not_deleted(reached(secret))
    html, version = _made(access, max(latest, access.group.version), make)
    long_polling.note_version(access.group.id, version)
    return html


def _key(access: GroupAccess, version: int, make: Callable[[OpenedGroup], str]) -> tuple[object, ...]:
    """The cache key of a page: the group's version, the link, the member whose phone asks, the phone's settings."""
    chosen = (
        language(),
        request.cookies.get(COMFORT),
        phone.offset(),
        request.full_path,
        request.script_root,
        long_polling.is_update(),
    )
    today, own = datetime.now(UTC).date(), own_member(access)
    opened = opened_tables() if own else None
    return access.group.id, version, access.secret, own, opened, make, today, *chosen


@cached(LRUCache(PAGES), _key, condition=Condition())
def _made(access: GroupAccess, version: int, make: Callable[[OpenedGroup], str]) -> tuple[str, int]:
    """The page at this version or a later one, and which one it is."""
    now = access if version == access.group.version else _not_deleted(reached(access.secret))
    long_polling.note_version(now.group.id, now.group.version)
    return make(with_members(now)), now.group.version


def with_members(access: GroupAccess) -> OpenedGroup:
    """A group with the names of its members."""
    members = groups().members(access.group)
    merged = {one.number: one.merged for one in members if one.merged is not None}
    return OpenedGroup(access, names_of(members), merged)


def opened_to_write(secret: str) -> OpenedGroup:
    """The group of a link to take part; 403 for an onlooker's."""
    group = opened(secret)
    return group if group.access.may_write else abort(403)


class Listed(NamedTuple):
    """The members that a page lists: those whose names contain the text `find` of the address, up to `LISTED`, and the
    rest of them. `has_field`: the page has a field to find others."""

    numbers: list[int]
    rest: list[int]
    find: str
    has_field: bool


def listed(members: Mapping[int, str]) -> Listed:
    """The members that a page lists, in the given order."""
    find = request.args.get("find", "")
    found = [*named_like(find, members.items())]
    return Listed(found[:LISTED], found[LISTED:], find, len(members) > LISTED)


def remember_member(response: BaseResponse, group: OpenedGroup, number: int | None) -> None:
    """Lets a phone remember the member whose phone it is."""
    phone.remember_group(response, KeptGroup(group.secret, group.access.inside, number))


def own_tables(group: OpenedGroup) -> list[RunningTable]:
    """The running games in which this phone's member plays."""
    return [table for table in running(group) if group.own in table.members] if group.own else []


def phone_groups() -> list[OpenedGroup]:
    """The groups that this phone has opened and that are still there."""
    kept = current_app.extensions["store"]
    return [with_members(known.access) for known in known_groups(kept)] if isinstance(kept, Store) else []


def season_of(group: OpenedGroup) -> tuple[StoredSeason | None, tuple[StoredSeason, ...]]:
    """The season that a page shows (None: all time), from the address, else the current one; and all seasons."""
    seasons = groups().seasons(group.group)
    asked = request.args.get("season")
    if asked == "all":
        return None, seasons
    chosen = next((one for one in seasons if str(one.number) == asked), None)
    return chosen or current_season(seasons), seasons


def players_of(group: OpenedGroup) -> int:
    """The number of players of the games that a page shows: that of the address, else that of the group's rules."""
    asked = request.args.get("players")
    return int(asked) if asked in ("3", "4") else group.rules().players


def standings_of(group: OpenedGroup, season: StoredSeason | None) -> list[Row]:
    """The standings of a season that a page shows."""
    about, totals = group.group.about, groups().totals(group.group, players_of(group), season)
    rows = standings([Sums(*one) for one in totals], about.get("order", ORDERS[0]), about.get("least", 1))
    return [row for row in rows if row.member in group.members]


def played(group: OpenedGroup, games: Sequence[GroupGame]) -> list[PlayedGame]:
    """Games of the group, with the names that their players have now."""
    return [_played(group, one) for one in games]


def _played(group: OpenedGroup, kept: GroupGame) -> PlayedGame:
    names = [group.members.get(number, "") for number in kept.members] or named(kept.game)
    points = kept.points or (0,) * len(names)
    paired = sorted(zip(names, points, strict=False), key=lambda player: -player[1])
    return PlayedGame(kept.game, tuple(paired), bool(kept.points))


def running(group: OpenedGroup, most: int = 60) -> list[RunningTable]:
    """The running games, with their points."""
    games = groups().games(group.group, most, is_over=False)
    return [_running(group, one) for one in games if is_readable(one.game)]


def _running(group: OpenedGroup, kept: GroupGame) -> RunningTable:
    called = named(kept.game)
    names = tuple(group.members.get(number, name) for number, name in zip(kept.members, called, strict=False))
    return running_table(kept.game.id, kept.members, names or called, replayed(kept.game).game)


def render_group_page(template: str, group: OpenedGroup, **values: object) -> str:
    """A page of a group."""
    own = group.own
    given = {"problems": (), "next_game": "", "news": None} | values
    return render_template(
        template,
        at=f"/group/{group.secret}",
        secret="",
        group=group,
        name=group.name,
        members=group.members,
        own=own,
        own_name=group.members.get(own) if own else None,
        may_write=group.access.may_write,
        onlooker=group.access.onlooker,
        is_of_device=False,
        tag=g.tag,
        is_update=long_polling.is_update(),
        new_key=lambda: token_urlsafe(9),
        **given,
    )


def shown_deleted(access: GroupAccess) -> str:
    """The page of a deleted group."""
    return render_template("group/deleted.html", access=access, secret="", is_update=False, problems=())


def _keep_the_link_secret(response: Response) -> Response:
    """Keeps the link out of referrers, caches and search engines, since anybody who knows it may write. Lets the phone
    remember the group."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.cache_control.no_store = True
    access: GroupAccess | None = g.get("group")
    is_page = response.status_code == 200 and response.mimetype == "text/html" and not long_polling.is_update()
    if access and is_page and not access.group.deleted:
        phone.remember_group(response, KeptGroup(access.secret, access.inside, own_member(access)))
    return response
