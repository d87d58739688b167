"""Version 3: a game without a group can be brought back after it was deleted, as one of a group can."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Adds the column, with the times of the deleted games of groups."""
    op.add_column("game", sa.Column("deleted", sa.BigInteger))
    op.execute("UPDATE game SET deleted = (SELECT deleted FROM group_game WHERE group_game.game = game.id)")
