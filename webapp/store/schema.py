"""The tables: a game, and its events, which are only ever added.

Each change here needs a step in `migrations/versions/` and another `VERSION`; a test compares the two.
"""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
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

#: The last step of `migrations/versions/`.
VERSION = "1"


class Milliseconds(TypeDecorator[datetime]):
    """A time in UTC, kept as milliseconds since 1970."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else round(value.timestamp() * 1000)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromtimestamp(value / 1000, UTC)


class JsonText(TypeDecorator[Json]):
    """A JSON object, kept as ASCII: every text that JSON knows can be kept in every database so."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Json | None, dialect: Dialect) -> str | None:
        return None if value is None else written(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Json | None:
        return None if value is None else json.loads(value)


def written(body: Json) -> str:
    """A JSON object as it is kept. ValueError where it holds what JSON does not know."""
    return json.dumps(body, separators=(",", ":"), allow_nan=False)


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
)

event = Table(
    "event",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Whatever a phone calls its tap, hashed: any text is a key, and each is equally long.
    Column("key", LargeBinary(16), nullable=False),
    Column("at", Milliseconds, nullable=False),
    Column("body", JsonText, nullable=False),
    UniqueConstraint("game", "key"),
    sqlite_with_rowid=False,
)

#: Alembic's own table, by a name that no other program in the same database uses.
version = Table(
    "agari_version",
    MetaData(),
    Column("version_num", String(32)),
    PrimaryKeyConstraint("version_num", name="agari_version_pkc"),
)
