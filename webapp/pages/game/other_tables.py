"""The other games of a game's group: the tables to which a phone is led, and the sums of the season."""

from collections.abc import Sequence
from datetime import UTC, datetime

from flask import g, request

from webapp.game.events import Player
from webapp.game.places import Sums
from webapp.groups import ORDERS
from webapp.groups.counts import TENTHS
from webapp.pages.game import long_polling
from webapp.pages.game.kept_games import named, store
from webapp.serving.known_groups import known_groups, member_of
from webapp.store import Access, GroupAccess, Store, StoredGame, StoredSeason

#: The key in a game's `about` that says for each player, in turn order, which player they were in the game before.
FROM = "from"
#: The cookie of a player who sits out a game: the game before it in which they played, and their seat there
#: (``secret.2``).
PLAYED = "played"
#: The most running games of a group that are searched for a newer one.
NEWEST = 60


def member_seat(access: Access) -> Player | None:
    """The seat of the member of a group whose phone this is, until the phone has said in this game whose it is."""
    kept = store()
    is_open = access.may_write and long_polling.SEAT not in request.cookies
    group = own_group(access) if is_open else None
    if group is None or not isinstance(kept, Store):
        return None
    if "member_seat" not in g:
        members, own = kept.groups.seats(access.game.id), member_of(group.inside)
        g.member_seat = members.index(own) if own in members else None
    seat: Player | None = g.member_seat
    return seat


def is_of_another(access: Access) -> bool:
    """Whether this is the phone of a member of the game's group who does not play in it."""
    kept, group = store(), own_group(access)
    own = member_of(group.inside) if group else None
    return own is not None and isinstance(kept, Store) and own not in kept.groups.seats(access.game.id)


def known_player(access: Access) -> tuple[Access, Player | None]:
    """The game in which it is known whose phone this is, and their seat there: this one, or the one that they played
    before they sat out; the seat is None if it is not known."""
    own = long_polling.own_seat() if access.may_write else None
    secret, _, seat = request.cookies.get(PLAYED, "").partition(".")
    if own is None and access.may_write and seat in long_polling.PLAYERS and (played := store().games.find(secret)):
        return played, int(seat)
    return access, own


def led_to(access: Access) -> tuple[Access, Player | None]:
    """The last game to which a game leads, and the seat of this phone's player there; None if they do not play there,
    or if it is not known who they are."""
    access, known = first, own = known_player(access)
    names, kept = named(access.game), store()
    while access.next and (later := kept.games.find(access.next)):
        access, own, names = later, seat_in(later.game, names, own), named(later.game)
    if known is not None and own is None and isinstance(kept, Store) and access.group == first.group:
        # They may have sat out a game between the two. The group knows them in both.
        members, before = kept.groups.seats(access.game.id), kept.groups.seats(first.game.id)
        own = members.index(before[known]) if known < len(before) and before[known] in members else None
    return access, own


def way_on(access: Access) -> tuple[str, Player | None]:
    """The link of the game to which this one leads, and the seat of this phone's player there: the last game of the
    evening, or a newer running game of the group if the evening has none for them."""
    last, own = led_to(access)
    sat_out = own is None and known_player(access)[1] is not None
    newer = newer_in_group(access) if sat_out or not access.next else None
    return newer or (last.secret, own)


def seat_in(later: StoredGame, names: Sequence[str], own: Player | None) -> Player | None:
    """The seat of the player `own` in the game that follows; None if they do not play there, or if it is not known.

    A game made by an earlier version of this program does not say who was who. There the name decides.
    """
    came_from: Sequence[Player] | None = later.about.get(FROM)
    if own is None or (came_from is None and own >= len(names)):
        return None
    were, who = (came_from, own) if came_from is not None else (named(later), names[own])
    return list(were).index(who) if list(were).count(who) == 1 else None


def newer_in_group(access: Access) -> tuple[str, int | None] | None:
    """The link of a newer running game of the same group in which this phone's player plays, and their seat there. For
    an onlooker it is a game with any player of this one, and no seat. None if there is no such game, or if the phone
    never opened the group."""
    kept = store()
    if access.group is None or not isinstance(kept, Store):
        return None
    group = own_group(access)
    if group is None:
        return None
    members = kept.groups.seats(access.game.id)
    own = long_polling.own_seat() if access.may_write else None
    mine = members[own] if own is not None and own < len(members) else None
    for newer in kept.groups.games(group.group, NEWEST, is_over=False):
        is_theirs = mine in newer.members if mine is not None else bool(set(newer.members) & set(members))
        if newer.game.made > access.game.made and is_theirs:
            link = kept.groups.link(group, newer.game.id)
            return (link, newer.members.index(mine) if mine is not None else None) if link else None
    return None


def own_group(access: Access) -> GroupAccess | None:
    """The group in which the game is kept, for a phone that knows it."""
    kept = store()
    if access.group is None or not isinstance(kept, Store):
        return None
    if "own_group" not in g:
        groups = (one.access for one in known_groups(kept))
        g.own_group = next((one for one in groups if one.group.id == access.group), None)
    own: GroupAccess | None = g.own_group
    return own


def current_season(seasons: Sequence[StoredSeason]) -> StoredSeason | None:
    """The season of this moment; None between seasons."""
    return season_at(seasons, datetime.now(UTC))


def season_at(seasons: Sequence[StoredSeason], at: datetime) -> StoredSeason | None:
    """The season of a moment; None between seasons."""
    return next((one for one in seasons if one.first <= at and (one.ends is None or one.ends > at)), None)


def season_sums(access: Access) -> Sums | None:
    """The sums of the season's finished games, for a phone that knows the game's group.

    None if there are none, or where another value than the sum decides the places.
    """
    kept, group = store(), own_group(access)
    if group is None or not isinstance(kept, Store) or group.group.about.get("order", ORDERS[0]) != "sum":
        return None
    season = current_season(kept.groups.seasons(group.group))
    members = kept.groups.seats(access.game.id)
    totals = kept.groups.totals(group.group, len(members), season) if season else ()
    sums = {one.member: one.total / TENTHS for one in totals}
    return (
        Sums(
            tuple(sums.get(member, 0.0) for member in members),
            tuple(total for member, total in sums.items() if member not in members),
        )
        if sums
        else None
    )
