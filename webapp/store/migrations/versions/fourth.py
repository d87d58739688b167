"""Version 4: the links of a game can be renewed, as those of a group can."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Makes the table of the renewed links."""
    op.create_table(
        "former_game_link",
        sa.Column("fingerprint", sa.LargeBinary(32), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seal", sa.LargeBinary(16), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_former_game_link_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_former_game_link"),
    )
    op.create_index("ix_former_game_link_game", "former_game_link", ["game"])
