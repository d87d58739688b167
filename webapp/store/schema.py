"""The tables: games and their events, which are only ever added; groups, and the summaries of their games.

Each change here needs a step in `migrations/versions/` and a new `VERSION`. A test compares the two.
"""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect

from webapp.store.values import Json
from webapp.store.writing import encode

#: The last step of `migrations/versions/`.
VERSION = "4"


class Milliseconds(TypeDecorator[datetime]):
    """A time in UTC, kept as milliseconds since 1970."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else round(value.timestamp() * 1000)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromtimestamp(value / 1000, UTC)


class JsonText(TypeDecorator[Json]):
    """A JSON object, kept as ASCII text, so that every database can keep every character."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Json | None, dialect: Dialect) -> str | None:
        return None if value is None else encode(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Json | None:
        return None if value is None else json.loads(value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

game = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", LargeBinary(32), nullable=False, unique=True),
    Column("onlooker", LargeBinary(32), nullable=False, unique=True),
    Column("head", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("about", JsonText, nullable=False),
    # Not a foreign key: the evening goes on when its first game is deleted.
    Column("evening", String(16), nullable=False, index=True),
    Column("follows", ForeignKey("game.id", ondelete="SET NULL"), unique=True),
    Column("player_seal", LargeBinary(16)),
    Column("onlooker_seal", LargeBinary(16)),
    Column("made", Milliseconds, nullable=False),
    Column("touched", Milliseconds, nullable=False, index=True),
    # The time at which somebody deleted it. Some days later it is deleted for good.
    Column("deleted", Milliseconds),
)

event = Table(
    "event",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # The phone's name for its tap, hashed: any text can be a key, and all hashes are equally long.
    Column("key", LargeBinary(16), nullable=False),
    Column("at", Milliseconds, nullable=False),
    Column("body", JsonText, nullable=False),
    UniqueConstraint("game", "key"),
    sqlite_with_rowid=False,
)

# The two links are kept hashed. They open the group's two keys, under which the links of its games are sealed. So a
# link can be renewed without changing a game.
groups = Table(
    "groups",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", LargeBinary(32), nullable=False, unique=True),
    Column("onlooker", LargeBinary(32), nullable=False, unique=True),
    Column("player_seal", LargeBinary(16), nullable=False),
    Column("onlooker_seal", LargeBinary(16), nullable=False),
    Column("version", Integer, nullable=False),
    # Grows when the sums of its games change. While a game runs, only the version grows.
    Column("counted", Integer, nullable=False),
    Column("about", JsonText, nullable=False),
    Column("made", Milliseconds, nullable=False),
    Column("touched", Milliseconds, nullable=False, index=True),
    # The time at which somebody deleted it. Some days later it is deleted for good.
    Column("deleted", Milliseconds),
)

# A link of a group that was renewed, hashed, and the new link, sealed: only a phone that was inside can open the seal.
former_link = Table(
    "former_link",
    metadata,
    Column("fingerprint", LargeBinary(32), primary_key=True),
    Column("group", ForeignKey("groups.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seal", LargeBinary(16), nullable=False),
)

# The same for the links of games.
former_game_link = Table(
    "former_game_link",
    metadata,
    Column("fingerprint", LargeBinary(32), primary_key=True),
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seal", LargeBinary(16), nullable=False),
)

member = Table(
    "member",
    metadata,
    Column("group", ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("about", JsonText, nullable=False),
    # The number of the member of whom this is only another spelling.
    Column("merged", Integer),
)

season = Table(
    "season",
    metadata,
    Column("group", ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Milliseconds, nullable=False),
    # The beginning of the day after its last day; NULL while it is open.
    Column("ends", Milliseconds),
    Column("about", JsonText, nullable=False),
)

group_game = Table(
    "group_game",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("group", ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    # NULL for a game that was begun from the game before, whose link leads to it.
    Column("player_seal", LargeBinary(16)),
    Column("onlooker_seal", LargeBinary(16)),
    # The phone's name for the tap that made it, hashed.
    Column("key", LargeBinary(16)),
    Column("made", Milliseconds, nullable=False),
    # That of its game: lists and sums of a group read no row of a game.
    Column("deleted", Milliseconds),
    UniqueConstraint("group", "key"),
    Index("ix_group_game_made", "group", "made"),
)

seat = Table(
    "seat",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("group", String(16), nullable=False),
    Column("member", Integer, nullable=False),
    Index("ix_seat_member", "group", "member"),
    sqlite_with_rowid=False,
)

# The result of each player of a finished game. It follows from the events, and can be worked out anew at any time.
summary = Table(
    "summary",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("counters", JsonText, nullable=False),
    sqlite_with_rowid=False,
)

#: Alembic's own table, by a name that no other program in the same database uses.
version = Table(
    "agari_version",
    MetaData(),
    Column("version_num", String(32)),
    PrimaryKeyConstraint("version_num", name="agari_version_pkc"),
)
