"""Links that are replaced, of games and of groups, and how an old link leads phones to the new one.

Of an old link its hash stays, with the new link sealed. The old link opens the seal together with the text `inside`,
which a phone keeps once it has opened the game or group: derived from the key of a group, or the id of a game.
"""

from typing import Any

from sqlalchemy import Column, Connection, Row, Table, delete, insert, or_, select, update

from webapp.store import links
from webapp.store.schema import former_game_link, former_link, game, group_game, groups

#: For games and groups: the table of their old links, and its column that says whose link it was.
_FORMER: dict[Table, tuple[Table, Column[str]]] = {
    game: (former_game_link, former_game_link.c.game),
    groups: (former_link, former_link.c.group),
}


def replace(connection: Connection, table: Table, kept_id: str, old: str, new: str, inside: str | None) -> None:
    """Notes that the link for players `old` of a game or group was replaced by `new`, and with it that for onlookers.

    They lead phones on that know the text `inside`. With None they, and all links before them, open nothing any more.
    """
    former, whose = _FORMER[table]
    if inside is None:
        connection.execute(delete(former).where(whose == kept_id))
        return
    for before, after in ((old, new), (links.onlooker_of(old), links.onlooker_of(new))):
        seal = links.sealed(before + inside, kept_id, after)
        values = {"fingerprint": links.fingerprint(before), whose.name: kept_id, "seal": seal}
        connection.execute(insert(former).values(values))


def replacement(connection: Connection, table: Table, secret: str, inside: str) -> str | None:
    """The secret of the link to which an old link of a game or group leads, however often it was renewed; None if it
    leads nowhere, or if `inside` is not the right text."""
    former, whose = _FORMER[table]
    question, new = select(whose.label("id"), former.c.seal), secret
    while row := connection.execute(question.where(former.c.fingerprint == links.fingerprint(new))).one_or_none():
        new = links.unsealed(new + inside, row.id, row.seal)
    fingerprint = links.fingerprint(new)
    is_there = or_(table.c.player == fingerprint, table.c.onlooker == fingerprint)
    return new if new != secret and connection.execute(select(table.c.id).where(is_there)).one_or_none() else None


def reseal(connection: Connection, row: Row[Any], old: str, new: str) -> None:
    """Lets the game before and the group lead to the new links of a game, and these to the game that follows.

    `row` is the game, `old` and `new` are secrets of its link for players. The links of other games stay as they are.
    """
    kinds = (old, new), (links.onlooker_of(old), links.onlooker_of(new))
    for table, is_it in ((game, game.c.id == row.id), (group_game, group_game.c.game == row.id)):
        seals = connection.execute(select(table.c.player_seal, table.c.onlooker_seal).where(is_it)).one_or_none()
        if seals and seals[0] is not None:
            anew = (links.resealed(one, *kind) for one, kind in zip(seals, kinds, strict=True))
            _write(connection, table, is_it, *anew)
    following = connection.execute(select(game).where(game.c.follows == row.id)).one_or_none()
    if following:
        its = zip((following.player_seal, following.onlooker_seal), kinds, strict=True)
        anew = (links.sealed(now, following.id, links.unsealed(was, following.id, one)) for one, (was, now) in its)
        _write(connection, game, game.c.id == following.id, *anew)


def _write(connection: Connection, table: Table, which: Any, player_seal: bytes, onlooker_seal: bytes) -> None:
    connection.execute(update(table).where(which).values(player_seal=player_seal, onlooker_seal=onlooker_seal))
