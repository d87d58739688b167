"""Version 2: groups with their members, seasons and games, and the summary of each finished game."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Makes the tables. `upkeep` writes the summaries of the existing games afterwards."""
    _groups()
    _of_groups()
    _of_games()


def _groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player", sa.LargeBinary(32), nullable=False),
        sa.Column("onlooker", sa.LargeBinary(32), nullable=False),
        sa.Column("player_seal", sa.LargeBinary(16), nullable=False),
        sa.Column("onlooker_seal", sa.LargeBinary(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
        sa.UniqueConstraint("player", name="uq_groups_player"),
        sa.UniqueConstraint("onlooker", name="uq_groups_onlooker"),
    )
    op.create_index("ix_groups_touched", "groups", ["touched"])


def _of_groups() -> None:
    op.create_table(
        "former_link",
        sa.Column("fingerprint", sa.LargeBinary(32), nullable=False),
        sa.Column("group", sa.String(16), nullable=False),
        sa.Column("seal", sa.LargeBinary(16), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_former_link"),
        sa.ForeignKeyConstraint(["group"], ["groups.id"], name="fk_former_link_group", ondelete="CASCADE"),
    )
    op.create_index("ix_former_link_group", "former_link", ["group"])
    op.create_table(
        "member",
        sa.Column("group", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("merged", sa.Integer),
        sa.PrimaryKeyConstraint("group", "number", name="pk_member"),
        sa.ForeignKeyConstraint(["group"], ["groups.id"], name="fk_member_group", ondelete="CASCADE"),
    )
    op.create_table(
        "season",
        sa.Column("group", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger),
        sa.Column("about", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("group", "number", name="pk_season"),
        sa.ForeignKeyConstraint(["group"], ["groups.id"], name="fk_season_group", ondelete="CASCADE"),
    )


def _of_games() -> None:
    op.create_table(
        "group_game",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("group", sa.String(16), nullable=False),
        sa.Column("player_seal", sa.LargeBinary(16)),
        sa.Column("onlooker_seal", sa.LargeBinary(16)),
        sa.Column("key", sa.LargeBinary(16)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.BigInteger),
        sa.PrimaryKeyConstraint("game", name="pk_group_game"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_group_game_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["group"], ["groups.id"], name="fk_group_game_group", ondelete="CASCADE"),
        sa.UniqueConstraint("group", "key", name="uq_group_game_group"),
    )
    op.create_index("ix_group_game_made", "group_game", ["group", "made"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("group", sa.String(16), nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_seat"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_seat_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_member", "seat", ["group", "member"])
    op.create_table(
        "summary",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("counters", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_summary"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_summary_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
