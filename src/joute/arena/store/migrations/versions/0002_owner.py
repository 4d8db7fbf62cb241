"""Whose a match is."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("owner", sa.String(length=64), server_default="", nullable=False))
    op.create_index(op.f("ix_matches_game_id"), "matches", ["game", "id"], unique=False)
