"""The games, tables and groups that a phone has opened, newest first. There are no accounts: cookies remember them.

Scripts cannot read the cookies, and each is sent only to the pages below its path.
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from flask import request
from werkzeug.wrappers import Response

from webapp.limits import DAY
from webapp.store.links import SECRET

#: The cookie with the links of games, and the most links in it.
GAMES, MAX_OPENED_GAMES = "games", 60
#: Seconds that the cookies last. Browsers may forget them sooner.
KEPT = 400 * DAY
#: The cookie with the links of groups, and the most of them.
GROUPS, MOST_GROUPS = "groups", 12
#: The cookie with the tables at which this phone was last, for the pages of groups, and the most of them.
TABLES, MOST_TABLES = "tables", 24
_GAME = re.compile(rf"({SECRET})([A-Za-z0-9_-]{{0,22}})", re.ASCII)
_TABLE = re.compile(r"([A-Za-z0-9_-]{16})(\d?)(!?)", re.ASCII)
_GROUP = re.compile(rf"({SECRET})({SECRET})(\d{{0,4}})", re.ASCII)


class KeptGame(NamedTuple):
    """A game that this phone has opened: the secret of its link, and the game's id, by which the phone finds a renewed
    link; empty if an earlier version of this program kept it."""

    secret: str
    id: str = ""


def games() -> list[KeptGame]:
    """The games that this phone has opened, the last one first."""
    parts = map(_GAME.fullmatch, request.cookies.get(GAMES, "").split("."))
    return [KeptGame(part[1], part[2]) for part in parts if part][:MAX_OPENED_GAMES]


def remember_games(response: Response, *kept: KeptGame, former: str = "") -> None:
    """Puts games at the beginning of this phone's list, in place of a `former` link."""
    known, replaced = games(), {former, *(one.secret for one in kept)}
    if known[: len(kept)] != [*kept]:
        newest = [*kept, *(other for other in known if other.secret not in replaced)][:MAX_OPENED_GAMES]
        _remember(response, GAMES, ".".join(map("".join, newest)), "/game")


# -- tables ----------------------------------------------------------------------------------------


class OpenedTable(NamedTuple):
    """A game that this phone has opened: its id, the player whose phone it is there, and whether somebody chose that
    the phone only looks on."""

    game: str
    player: int | None
    is_watched: bool = False


def tables() -> list[OpenedTable]:
    """The tables at which this phone was, the last one first."""
    parts = map(_TABLE.fullmatch, request.cookies.get(TABLES, "").split("."))
    found = [OpenedTable(part[1], int(part[2]) if part[2] else None, bool(part[3])) for part in parts if part]
    return found[:MOST_TABLES]


def is_watching(game: str) -> bool:
    """Whether somebody chose that this phone only looks on at the game with this id."""
    return any(table.game == game and table.is_watched for table in tables())


def remember_table(response: Response, opened: OpenedTable) -> None:
    """Puts a table at the beginning of this phone's list."""
    known = tables()
    if known[:1] != [opened]:
        kept = [opened, *(other for other in known if other.game != opened.game)][:MOST_TABLES]
        text = ".".join(f"{one.game}{'' if one.player is None else one.player}{'!' * one.is_watched}" for one in kept)
        _remember(response, TABLES, text, "/")


# -- its clock -------------------------------------------------------------------------------------

#: The cookie in which the script of every page says by how many minutes the phone's clock is ahead of UTC.
OFFSET, MOST_OFFSET = "offset", 14 * 60


def offset() -> int | None:
    """The minutes by which the clock of this phone is ahead of UTC; None if it has not said so."""
    text = request.cookies.get(OFFSET, "")
    return int(text) if re.fullmatch(r"-?\d{1,3}", text, re.ASCII) and abs(int(text)) <= MOST_OFFSET else None


def today() -> date:
    """The present day by the clock of this phone; in UTC if the clock is not known."""
    return (datetime.now(UTC) + timedelta(minutes=offset() or 0)).date()


def _remember(response: Response, cookie: str, text: str, path: str) -> None:
    is_secure = request.is_secure
    response.set_cookie(cookie, text, max_age=KEPT, path=path, samesite="Lax", httponly=True, secure=is_secure)


# -- groups ----------------------------------------------------------------------------------------


class KeptGroup(NamedTuple):
    """A group that this phone has opened: the secret of its link, the text by which the phone finds a renewed link
    (`inside`), and the member whose phone it is."""

    secret: str
    inside: str
    member: int | None = None


def groups() -> list[KeptGroup]:
    """The groups that this phone has opened, the last one first."""
    parts = map(_GROUP.fullmatch, request.cookies.get(GROUPS, "").split("."))
    return [KeptGroup(part[1], part[2], int(part[3]) if part[3] else None) for part in parts if part][:MOST_GROUPS]


def remember_group(response: Response, kept: KeptGroup, former: str = "") -> None:
    """Puts a group at the beginning of this phone's list, in place of a `former` link. If the list has the group's
    other link too, that entry gets the same member."""
    known = groups()
    if known[:1] != [kept]:
        others = [other for other in known if other.secret not in (kept.secret, former)]
        others = [other._replace(member=kept.member) if other.inside == kept.inside else other for other in others]
        text = ".".join(f"{secret}{inside}{member or ''}" for secret, inside, member in [kept, *others][:MOST_GROUPS])
        _remember(response, GROUPS, text, "/")
