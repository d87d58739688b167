"""Version 1: games and their events."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Makes both tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player", sa.LargeBinary(32), nullable=False),
        sa.Column("onlooker", sa.LargeBinary(32), nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("evening", sa.String(16), nullable=False),
        sa.Column("follows", sa.String(16)),
        sa.Column("player_seal", sa.LargeBinary(16)),
        sa.Column("onlooker_seal", sa.LargeBinary(16)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(["follows"], ["game.id"], name="fk_game_follows", ondelete="SET NULL"),
        sa.UniqueConstraint("player", name="uq_game_player"),
        sa.UniqueConstraint("onlooker", name="uq_game_onlooker"),
        sa.UniqueConstraint("follows", name="uq_game_follows"),
    )
    op.create_index("ix_game_evening", "game", ["evening"])
    op.create_index("ix_game_touched", "game", ["touched"])
    op.create_table(
        "event",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_event"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_event_game", ondelete="CASCADE"),
        sa.UniqueConstraint("game", "key", name="uq_event_game"),
        sqlite_with_rowid=False,
    )
