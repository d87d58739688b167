"""The games of the running application: its store, a kept game replayed, and the names at a table as they are shown."""

import re
from collections.abc import Iterable, Sequence

from flask import current_app

from webapp.game.places import Sums
from webapp.language.i18n import translate
from webapp.language.words import N_
from webapp.pages.game.game_cache import GameCache, Replayed
from webapp.pages.game.standings import evening_of
from webapp.serving import phone
from webapp.serving.phone import KeptGame
from webapp.store import Access, GameStore, Reason, StoredGame, StoredMember, UnavailableError

#: The name of an anonymous member in the games of a group.
ANONYMOUS = N_("Member {n}")


def store() -> GameStore:
    """The store of the running application."""
    kept: GameStore = current_app.extensions["store"]
    return kept


def game_cache() -> GameCache:
    """The games of the running application that were replayed last."""
    cache: GameCache = current_app.extensions["game_cache"]
    return cache


def replayed(kept: StoredGame) -> Replayed:
    """A kept game, replayed from its events."""
    return game_cache().now(kept, store().games.since)


def phone_games(*, deleted: bool = False) -> Sequence[Access]:
    """The games that this phone has opened, even if their links have been renewed since, or the `deleted` ones that can
    be brought back, the last changed first."""
    kept = phone.games()
    new = store().games.renewed([one.secret for one in kept], {one.id for one in kept})
    return store().games.find_all([new.get(one.secret, one.secret) for one in kept], deleted=deleted)


def replacement(secret: str) -> KeptGame | None:
    """The link that replaced an old one, as this phone is to keep it; None if the phone was never in the game.

    A phone that was there is led on even from an old link that it never opened itself. A phone that has only an
    onlookers' link is not led on to a link for players.
    """
    new = store().games.renewed([secret], {one.id for one in phone.games()}).get(secret)
    if new is None:
        return None
    known = [*phone_games(), *phone_games(deleted=True)]
    return next((KeptGame(new, one.game.id) for one in known if new in (one.secret, one.onlooker_secret)), None)


def is_readable(kept: StoredGame) -> bool:
    """Whether this version knows the rules of a game. Lists leave out others; their pages say to update."""
    try:
        replayed(kept)
    except UnavailableError as error:
        if error.reason is not Reason.NEWER_RULES:
            raise
        return False
    return True


def earlier_sums(kept: StoredGame) -> Sums | None:
    """The sums of the other games of the evening that are over, by the players' names; None if there are none."""
    games = [one for one in store().games.evening(kept) if one.id != kept.id and is_readable(one)]
    rows = {row.name: row.sum for row in evening_of([(named(one), replayed(one).game.state) for one in games])}
    if not rows:
        return None
    own = named(kept)
    return Sums(tuple(rows.get(name, 0.0) for name in own), tuple(rows[name] for name in rows if name not in own))


def named(kept: StoredGame) -> tuple[str, ...]:
    """The names of a kept game as they are shown."""
    return shown_names(kept.about["names"])


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as they are shown. A player without a name is called by their number, so short that no screen cuts it;
    an anonymous member of a group by theirs."""
    return tuple(_shown(name) or f"P{n}" for n, name in enumerate(names, 1))


def _shown(name: str) -> str:
    member = re.fullmatch(r"Member (\d+)", name)
    return anonymous(int(member[1])) if member else name


def anonymous(number: int) -> str:
    """The name that is shown for an anonymous member."""
    return translate(ANONYMOUS).format(n=number)


def names_of(members: Iterable[StoredMember]) -> dict[int, str]:
    """The names of members by number, without other spellings."""
    return {one.number: one.about.get("name") or anonymous(one.number) for one in members if one.merged is None}
